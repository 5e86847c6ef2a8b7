; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=element-loads %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Both elements of a __half2 are loaded on their own, with the alignment that each has, and each once.
; CHECK-LABEL: define {{.*}}@halves(
; CHECK-NOT: load <2 x half>
; CHECK-DAG: load half, ptr addrspace(1) %p, align 4, !tbaa
; CHECK-DAG: [[Q:%.*]] = getelementptr inbounds {{.*}}ptr addrspace(1) %p, i64 {{1|2}}
; CHECK-DAG: load half, ptr addrspace(1) [[Q]], align 2, !tbaa
; CHECK: ret void
; A vector that is used as a whole, a volatile one, and one of eight elements stay.
; CHECK-LABEL: define {{.*}}@others(
; CHECK: load <2 x float>
; CHECK: load volatile <2 x float>
; CHECK: load <8 x half>
define spir_kernel void @halves(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  %v = load <2 x half>, ptr addrspace(1) %p, align 4, !tbaa !0
  %a = extractelement <2 x half> %v, i64 0
  %b = extractelement <2 x half> %v, i64 1
  %s = fadd half %a, %b
  store volatile half %s, ptr addrspace(1) %o
  ret void
}
define spir_kernel void @others(ptr addrspace(1) %o, ptr addrspace(1) %p, i64 %n) {
  %v = load <2 x float>, ptr addrspace(1) %p
  %a = extractelement <2 x float> %v, i64 0
  store volatile float %a, ptr addrspace(1) %o
  %k = extractelement <2 x float> %v, i64 %n
  store volatile float %k, ptr addrspace(1) %o
  %w = load volatile <2 x float>, ptr addrspace(1) %p
  %b = extractelement <2 x float> %w, i64 1
  store volatile float %b, ptr addrspace(1) %o
  %e = load <8 x half>, ptr addrspace(1) %p
  %c = extractelement <8 x half> %e, i64 7
  %d = extractelement <8 x half> %e, i64 1
  %f = fadd half %c, %d
  store volatile half %f, ptr addrspace(1) %o
  ret void
}
!0 = !{!1, !1, i64 0}
!1 = !{!"omnipotent char", !2, i64 0}
!2 = !{!"tbaa"}
