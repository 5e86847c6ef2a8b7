; RUN: -O0 --print-after=indirect-calls %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: @ops = {{.*}}[2 x ptr] [ptr inttoptr (i64 32 to ptr), ptr inttoptr (i64 48 to ptr)]
@ops = addrspace(1) externally_initialized global [2 x ptr] [ptr @add, ptr @sub]
; The vtable holds numbers in its own address space; a pure one has no function.
; CHECK: @vt = {{.*}}[ptr addrspace(1) inttoptr (i64 64 to ptr addrspace(1)), ptr addrspace(1) inttoptr (i64 16 to ptr addrspace(1))]
@vt = internal addrspace(1) constant [2 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @virtual to ptr addrspace(1)), ptr addrspace(1) addrspacecast (ptr @__cxa_pure_virtual to ptr addrspace(1))]
declare spir_func void @__cxa_pure_virtual()
define internal spir_func i32 @add(i32 %a, i32 %b) {
  %r = add i32 %a, %b
  ret i32 %r
}
define internal spir_func i32 @sub(i32 %a, i32 %b) {
  %r = sub i32 %a, %b
  ret i32 %r
}
define internal spir_func float @virtual(ptr addrspace(4) %this) {
  %v = load float, ptr addrspace(4) %this
  ret float %v
}
; CHECK: define spir_kernel void @k(
; CHECK: [[I:%.*]] = ptrtoint ptr %f to i64
; CHECK: call spir_func i32 @__gohip.indirect.0(i32 7, i32 5, i64 [[I]], ptr %ended)
; CHECK: call spir_func float @__gohip.indirect.1(ptr addrspace(4) %g, i64
; CHECK: call spir_func i32 @add(i32 1, i32 2)
define spir_kernel void @k(ptr addrspace(1) %o, i64 %n) {
  %p = getelementptr [2 x ptr], ptr addrspace(1) @ops, i64 0, i64 %n
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 7, i32 5)
  store i32 %r, ptr addrspace(1) %o
  %g = addrspacecast ptr addrspace(1) %o to ptr addrspace(4)
  %q = getelementptr [2 x ptr addrspace(1)], ptr addrspace(1) @vt, i64 0, i64 %n
  %m = load ptr addrspace(1), ptr addrspace(1) %q
  %x = call spir_func addrspace(1) float %m(ptr addrspace(4) %g)
  store float %x, ptr addrspace(1) %o
  %d = call spir_func i32 @add(i32 1, i32 2)
  store i32 %d, ptr addrspace(1) %o
  ret void
}
; CHECK: define internal spir_func i32 @__gohip.indirect.0(i32 %0, i32 %1, i64 %2, ptr %3)
; CHECK: switch i64 %2, label %none
; CHECK-NEXT: i64 32, label %f32
; CHECK-NEXT: i64 48, label %f48
; CHECK: none:
; CHECK-NEXT: store i8 1, ptr %3
; CHECK-NEXT: ret i32 0
