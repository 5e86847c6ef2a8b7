; RUN: -O0 --print-after=aggregate-phis %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Members of members, and a whole that is used.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK-NOT: phi {
; CHECK-NOT: phi [
; CHECK: ret void
define spir_kernel void @nested(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %c = icmp eq i32 %n, 0
  %a = load i64, ptr addrspace(1) %p
  %b = load i32, ptr addrspace(1) %q
  %x = insertvalue { i64, [2 x i32] } poison, i64 %a, 0
  %y = insertvalue { i64, [2 x i32] } %x, i32 %b, 1, 0
  %z = insertvalue { i64, [2 x i32] } %y, i32 %n, 1, 1
  br i1 %c, label %other, label %done
other:
  %w = insertvalue { i64, [2 x i32] } %z, i32 7, 1, 0
  br label %done
done:
  %r = phi { i64, [2 x i32] } [ %z, %entry ], [ %w, %other ]
  %e = extractvalue { i64, [2 x i32] } %r, 1, 0
  %s = insertvalue { i64, [2 x i32] } %r, i32 %e, 1, 1
  %t = extractvalue { i64, [2 x i32] } %s, 1, 1
  store i32 %t, ptr addrspace(1) %q
  ret void
}
