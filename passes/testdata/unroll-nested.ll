; RUN: --target=x86_64-unknown-linux-gnu -O3 --print-after=unroll-nested %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The bits of a number choose entries of a table: the inner loop is unrolled.
; CHECK-LABEL: define {{.*}}spir_kernel void @bits(
; CHECK: outer:
; CHECK-NOT: phi i64 [ 0
; CHECK: and i32 %{{.*}}, 1073741824
; CHECK-NOT: phi i64 [ 0
; CHECK: ret void
; Not where the outer loop synchronises.
; CHECK-LABEL: define {{.*}}spir_kernel void @waits(
; CHECK: phi i64 [ 0
; CHECK: ret void
declare spir_func i64 @_Z13get_global_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z15get_global_sizej(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent
define spir_kernel void @bits(ptr addrspace(1) %out, ptr addrspace(1) readonly %table, i32 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %size = call spir_func i64 @_Z15get_global_sizej(i32 0)
  %first = trunc i64 %id to i32
  %step = trunc i64 %size to i32
  br label %outer
outer:
  %i = phi i32 [ %first, %entry ], [ %i1, %store ]
  br label %inner
inner:
  %b = phi i64 [ 0, %outer ], [ %b1, %next ]
  %d = phi i32 [ %i, %outer ], [ %d1, %next ]
  %r = phi i32 [ 0, %outer ], [ %r1, %next ]
  %odd = and i32 %d, 1
  %even = icmp eq i32 %odd, 0
  br i1 %even, label %next, label %take
take:
  %q = getelementptr i32, ptr addrspace(1) %table, i64 %b
  %v = load i32, ptr addrspace(1) %q
  %x = xor i32 %v, %r
  br label %next
next:
  %r1 = phi i32 [ %r, %inner ], [ %x, %take ]
  %d1 = lshr i32 %d, 1
  %b1 = add nuw nsw i64 %b, 1
  %end = icmp eq i64 %b1, 31
  br i1 %end, label %store, label %inner
store:
  %w = zext i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %w
  store i32 %r1, ptr addrspace(1) %p
  %i1 = add i32 %i, %step
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}
define spir_kernel void @waits(ptr addrspace(1) %out, ptr addrspace(1) readonly %table, i32 %n) convergent {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %first = trunc i64 %id to i32
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k1, %store ]
  %i = add i32 %first, %k
  br label %inner
inner:
  %b = phi i64 [ 0, %outer ], [ %b1, %next ]
  %d = phi i32 [ %i, %outer ], [ %d1, %next ]
  %r = phi i32 [ 0, %outer ], [ %r1, %next ]
  %odd = and i32 %d, 1
  %even = icmp eq i32 %odd, 0
  br i1 %even, label %next, label %take
take:
  %q = getelementptr i32, ptr addrspace(1) %table, i64 %b
  %v = load i32, ptr addrspace(1) %q
  %x = xor i32 %v, %r
  br label %next
next:
  %r1 = phi i32 [ %r, %inner ], [ %x, %take ]
  %d1 = lshr i32 %d, 1
  %b1 = add nuw nsw i64 %b, 1
  %end = icmp eq i64 %b1, 31
  br i1 %end, label %store, label %inner
store:
  %w = zext i32 %i to i64
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %w
  store i32 %r1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 1) convergent
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %outer, label %exit
exit:
  ret void
}
