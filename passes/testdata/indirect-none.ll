; RUN: -O0 --print-after=indirect-calls %s
; WARNING: k calls through a pointer to a function of type i32 (i32), and no such function of the program has its address taken: the call ends the work-item
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@why = addrspace(1) global i32 0
define spir_func void @__gohip_stop(i32 %w) noreturn {
  store i32 %w, ptr addrspace(1) @why
  unreachable
}
define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 1)
  store i32 %r, ptr addrspace(1) %o
  ret void
}
; A null pointer and a pure virtual function are calls of nothing, and the host gets that.
; CHECK-LABEL: define spir_kernel void @null(
; CHECK: call spir_func float @[[D:__gohip.indirect.1]](float 1.000000e+00, i64
; CHECK: call spir_func i32 @{{__gohip.indirect.[02]}}(i32 3, i64
@half = addrspace(1) global [2 x ptr] [ptr @halve, ptr null]
@vt = internal addrspace(1) constant [1 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @__cxa_pure_virtual to ptr addrspace(1))]
define internal spir_func void @__cxa_pure_virtual() {
  ret void
}
define internal spir_func float @halve(float %x) {
  %r = fmul float %x, 5.000000e-01
  ret float %r
}
define spir_kernel void @null(ptr addrspace(1) %o, i64 %n) {
  %p = getelementptr [2 x ptr], ptr addrspace(1) @half, i64 0, i64 %n
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func float %f(float 1.000000e+00)
  store float %r, ptr addrspace(1) %o
  %v = call spir_func addrspace(1) i32 addrspacecast (ptr @__cxa_pure_virtual to ptr addrspace(1))(i32 3)
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; The kernel's byte says that the work-item ended, in the functions between, too.
; CHECK-LABEL: define spir_kernel void @through(
; CHECK: %ended = alloca i8
; CHECK-NEXT: store i8 0, ptr %ended
; CHECK: %r = call spir_func float @between(i64 %n, ptr %ended)
; CHECK-NEXT: [[E:%.*]] = load i8, ptr %ended
; CHECK-NEXT: [[C:%.*]] = icmp ne i8 [[E]], 0
; CHECK-NEXT: br i1 [[C]], label %none, label
; CHECK: store float %r
; CHECK: none:
; CHECK-NEXT: ret void
define internal spir_func float @between(i64 %n) noinline {
  %p = getelementptr [2 x ptr], ptr addrspace(1) @half, i64 0, i64 %n
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func float %f(float 2.000000e+00)
  %s = fadd float %r, 1.000000e+00
  ret float %s
}
define spir_kernel void @through(ptr addrspace(1) %o, i64 %n) {
  %r = call spir_func float @between(i64 %n)
  store float %r, ptr addrspace(1) %o
  ret void
}
; A function that does not return has nothing after its call.
; CHECK-LABEL: define spir_kernel void @never(
; CHECK: call spir_func void @ends(i64 %n, ptr %ended)
; CHECK-NEXT: ret void
; CHECK-LABEL: define spir_kernel void @constant(
; CHECK: %r = call spir_func float @{{__gohip.indirect.[0-9]}}(float 1.000000e+00, i64 {{%.*}})
; CHECK-NEXT: store float %r
define internal spir_func void @ends(i64 %n) noreturn {
  %r = call spir_func float @between(i64 %n)
  br label %again
again:
  br label %again
}
define spir_kernel void @never(i64 %n) {
  call spir_func void @ends(i64 %n)
  unreachable
}
; CHECK: define internal spir_func i32 @__gohip.indirect.0(i32 %0, i64 %1, ptr %2)
; CHECK: switch i64 %1, label %none [
; CHECK-NEXT: ]
; CHECK: none:
; CHECK-NEXT: call spir_func void @__gohip_stop.body(i32 4)
; CHECK-NEXT: store i8 1, ptr %2
; CHECK-NEXT: ret i32 0
; CHECK: define internal spir_func float @[[D]](float %0, i64 %1, ptr %2)
; CHECK: none:
; CHECK-NEXT: call spir_func void @__gohip_stop.body(i32 4)
; CHECK-NEXT: store i8 1, ptr %2
; CHECK-NEXT: ret float 0.000000e+00
; CHECK: define internal spir_func float @between(i64 %n, ptr [[P:%.*]])
; CHECK: %r = call spir_func float @[[D]](float 2.000000e+00, i64 {{.*}}, ptr [[P]])
; CHECK-NEXT: load i8, ptr [[P]]
; CHECK: none:
; CHECK-NEXT: ret float 0.000000e+00
; Constant tables of functions, and of virtual ones unless one is pure, have no others: those are not asked.
@both = internal addrspace(1) constant [2 x { i32, ptr }] [{ i32, ptr } { i32 0, ptr @halve }, { i32, ptr } { i32 1, ptr @halve }]
define spir_kernel void @constant(ptr addrspace(1) %o, i64 %n, i1 %c) {
  %p = getelementptr [2 x { i32, ptr }], ptr addrspace(1) @both, i64 0, i64 %n, i32 1
  %f = load ptr, ptr addrspace(1) %p
  %g = select i1 %c, ptr %f, ptr @halve
  %r = call spir_func float %g(float 1.000000e+00)
  store float %r, ptr addrspace(1) %o
  ret void
}
