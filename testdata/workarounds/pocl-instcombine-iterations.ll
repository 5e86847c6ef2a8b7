; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; The kernel of runtime/libgohip/testdata/fixpoint.ll, which the compiler's process compiles without
; the check that ends PoCL's.
; WITHOUT: pocl-demote-single-use-phis
; LAUNCH: --kernel fixpoint --block 64 zeros:i32:64 zeros:i32:64
; WANT: ^0 i32\[64\]: 1 1 1 1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)
define spir_kernel void @fixpoint(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %n = load i32, ptr addrspace(1) %from
  call spir_func void @_Z7barrierj(i32 1)
  %none = icmp eq i32 %n, 0
  br i1 %none, label %part, label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %v = phi i32 [ 1, %entry ], [ %v1, %loop ]
  %x = shl i32 %v, 3
  %y = xor i32 %x, %n
  %v1 = mul i32 %y, 40503
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %part
part:
  %p = phi i32 [ 1, %entry ], [ %v1, %loop ]
  %odd = and i32 %n, 1
  %pass = icmp eq i32 %odd, 0
  br i1 %pass, label %meet, label %some
some:
  %d = or i32 %p, 1
  %q = udiv i32 -1, %d
  br label %meet
meet:
  %r = phi i32 [ 1, %part ], [ %q, %some ]
  %to = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %to
  ret void
}
