; RUN: -O0 --print-after=indirect-calls %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@vt = internal addrspace(1) constant [1 x ptr addrspace(1)] [ptr addrspace(1) addrspacecast (ptr @virtual to ptr addrspace(1))]
define internal spir_func float @virtual(ptr addrspace(4) %this) {
  %v = load float, ptr addrspace(4) %this
  ret float %v
}
; Without pure virtual functions, an object's table has functions only; one that clang did not tag as such a table may have
; null pointers.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %x = call spir_func float @__gohip.indirect.0(ptr addrspace(4) %g, i64 {{%[0-9]+}})
; CHECK-NEXT: store float %x
; CHECK: %y = call spir_func float @__gohip.indirect.1(ptr addrspace(4) %g, i64 {{%[0-9]+}}, ptr %ended)
; CHECK-NEXT: load i8, ptr %ended
define spir_kernel void @k(ptr addrspace(1) %o) {
  store ptr addrspace(1) @vt, ptr addrspace(1) %o
  %g = addrspacecast ptr addrspace(1) %o to ptr addrspace(4)
  %t = load ptr addrspace(1), ptr addrspace(1) %o, !tbaa !0
  %m = load ptr addrspace(1), ptr addrspace(1) %t
  %x = call spir_func addrspace(1) float %m(ptr addrspace(4) %g)
  store float %x, ptr addrspace(1) %o
  %s = load ptr addrspace(1), ptr addrspace(1) %o, !tbaa !3
  %n = load ptr addrspace(1), ptr addrspace(1) %s
  %y = call spir_func addrspace(1) float %n(ptr addrspace(4) %g)
  store float %y, ptr addrspace(1) %o
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"vtable pointer", !2, i64 0}
!2 = !{!"Simple C++ TBAA"}
!3 = !{!4, !4, i64 0}
!4 = !{!"any pointer", !5, i64 0}
!5 = !{!"omnipotent char", !2, i64 0}
