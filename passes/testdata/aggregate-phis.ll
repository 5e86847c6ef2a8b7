; RUN: -O0 --print-after=aggregate-phis %s
; LINK: --target=spirv64-unknown-unknown -O0 --verify
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; What a compare-and-swap gave is tried next.
; CHECK-LABEL: define spir_kernel void @push(
; CHECK: %[[FIRST:.*]] = extractvalue { i64, i1 } %first, 0
; CHECK: loop:
; CHECK-NEXT: %[[OLD:[0-9]+]] = phi i64 [ %[[FIRST]], %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: phi {
; CHECK: cmpxchg ptr addrspace(1) %p, i64 %[[OLD]], i64 %v
; CHECK: %[[NEXT]] = extractvalue { i64, i1 } %next, 0
; CHECK: ret void
define spir_kernel void @push(ptr addrspace(1) %p, i64 %v) {
entry:
  %first = cmpxchg ptr addrspace(1) %p, i64 0, i64 %v syncscope("device") monotonic monotonic, align 8
  %stored = extractvalue { i64, i1 } %first, 1
  br i1 %stored, label %done, label %loop
loop:
  %result = phi { i64, i1 } [ %first, %entry ], [ %next, %loop ]
  %old = extractvalue { i64, i1 } %result, 0
  %next = cmpxchg ptr addrspace(1) %p, i64 %old, i64 %v syncscope("device") monotonic monotonic, align 8
  %ok = extractvalue { i64, i1 } %next, 1
  br i1 %ok, label %done, label %loop
done:
  ret void
}
