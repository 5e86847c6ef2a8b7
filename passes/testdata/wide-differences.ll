; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=wide-differences %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; CHECK-LABEL: @k(
; CHECK: [[ID:%.*]] = {{.*}}call {{.*}}i64 @_Z12get_local_idj(i32 0)
; CHECK: [[S:%.*]] = sext i32 %s to i64
; CHECK: [[D:%.*]] = sub nsw i64 [[ID]], [[S]]
; CHECK: getelementptr {{.*}}, i64 [[D]]
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %s) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %x = trunc i64 %id to i32
  %c = icmp sge i32 %x, %s
  br i1 %c, label %then, label %end
then:
  %d = sub nsw i32 %x, %s
  %i = sext i32 %d to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %p
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 0, %0 ]
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %q
  ret void
}
; The ID may be what is subtracted. A difference that may wrap around stays as it is, and so do sums, and differences of what is the same
; for all work-items.
; CHECK-LABEL: @others(
; CHECK: sub nsw i64 {{%[0-9]+}}, %id
; CHECK: sub i32 %x, %n
; CHECK: add nsw i32 {{.*}}%x
; CHECK: sub nsw i32 %s, %n
define spir_kernel void @others(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %s, i32 %n) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %x = trunc i64 %id to i32
  %d = sub nsw i32 %s, %x
  %i = sext i32 %d to i64
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %w = sub i32 %x, %n
  %j = sext i32 %w to i64
  %p1 = getelementptr i32, ptr addrspace(1) %in, i64 %j
  %v1 = load i32, ptr addrspace(1) %p1
  %a = add nsw i32 %x, %s
  %k = sext i32 %a to i64
  %p2 = getelementptr i32, ptr addrspace(1) %in, i64 %k
  %v2 = load i32, ptr addrspace(1) %p2
  %u = sub nsw i32 %s, %n
  %l = sext i32 %u to i64
  %p3 = getelementptr i32, ptr addrspace(1) %in, i64 %l
  %v3 = load i32, ptr addrspace(1) %p3
  %s1 = add i32 %v, %v1
  %s2 = add i32 %v2, %v3
  %r = xor i32 %s1, %s2
  %q = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %r, ptr addrspace(1) %q
  ret void
}
