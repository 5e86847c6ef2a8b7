; RUN: -O0 --print-after=printf %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@.fmt = private unnamed_addr addrspace(1) constant [13 x i8] c"%d %s %f %c\0A\00"
declare spir_func i32 @printf(ptr addrspace(4), ...)
; CHECK: define spir_kernel void @k(
; CHECK: call spir_func i32 @__gohip_printf.1(i32 %i, ptr addrspace(4) %s, double %d, i32 7)
; CHECK: call spir_func i32 @__gohip_printf.0(ptr addrspace(4) %s, i32 %i)
define spir_kernel void @k(i32 %i, ptr addrspace(4) %s, double %d) {
  %r = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.fmt to ptr addrspace(4)), i32 %i, ptr addrspace(4) %s, double %d, i32 7)
  %q = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %s, i32 %i)
  ret void
}
; CHECK: define internal spir_func i32 @__gohip_printf.1(i32 %0, ptr addrspace(4) %1, double %2, i32 %3)
; CHECK: icmp eq ptr addrspace(4) %1, null
; CHECK: call spir_func i64 @__gohip_strlen(
; CHECK: [[SIZE:%.*]] = trunc i64 {{.*}} to i32
; CHECK: [[AT:%.*]] = call spir_func ptr addrspace(4) @__gohip_printf_alloc(i32 [[SIZE]], i32 1)
; CHECK: full:
; CHECK-NEXT: ret i32 -1
; CHECK: write:
; CHECK: [[W:%.*]] = sext i32 %0 to i64
; CHECK-NEXT: store i64 [[W]], ptr addrspace(4) [[AT]]
; CHECK: call spir_func void @__gohip_strcpy(
; CHECK: store double %2
; CHECK: ret i32 0
