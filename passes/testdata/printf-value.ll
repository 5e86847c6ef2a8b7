; RUN: -O0 --print-after=printf %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Where the value is used it is the number of characters, of a format that is known only
; when the kernel runs as well; of printf under -mprintf-kind=buffered it is 0.
declare spir_func i32 @printf(ptr addrspace(4), ...)
declare spir_func i32 @__gohip_printf_buffered(ptr addrspace(4), ...)
define spir_kernel void @counts(ptr addrspace(1) %o, ptr addrspace(4) %s) {
  %a = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.fmt to ptr addrspace(4)), i32 1)
  store i32 %a, ptr addrspace(1) %o
  %b = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %s, i32 2)
  store volatile i32 %b, ptr addrspace(1) %o
  %c = call spir_func i32 (ptr addrspace(4), ...) @__gohip_printf_buffered(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.fmt to ptr addrspace(4)), i32 1)
  store volatile i32 %c, ptr addrspace(1) %o
  ret void
}
@.fmt = private unnamed_addr addrspace(1) constant [3 x i8] c"%d\00"
; CHECK: define internal spir_func i32 @__gohip_printf.0(ptr addrspace(4) %0, i32 %1)
; CHECK: [[N0:%.*]] = call spir_func i32 @__gohip_printf_count(ptr addrspace(4) %0, ptr addrspace(4) {{.*}}, i1 false)
; CHECK-NEXT: ret i32 [[N0]]
; CHECK: define internal spir_func i32 @__gohip_printf.1(i32 %0)
; CHECK: [[AT:%.*]] = call spir_func ptr addrspace(4) @__gohip_printf_alloc(
; CHECK: [[N:%.*]] = call spir_func i32 @__gohip_printf_count(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.fmt to ptr addrspace(4)), ptr addrspace(4) [[AT]], i1 true)
; CHECK-NEXT: ret i32 [[N]]
; CHECK: define internal spir_func i32 @__gohip_printf.1.1(i32 %0)
; CHECK: call spir_func ptr addrspace(4) @__gohip_printf_alloc_buffered(
; CHECK-NOT: printf_count
; CHECK: ret i32 0
