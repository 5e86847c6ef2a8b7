; RUN: --target=x86_64-unknown-linux-gnu -O3 --print-after=optimise %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Code for a processor stays scalar until work-groups are formed: a vector of the smaller and the larger of two numbers
; would keep LLVM from vectorising across work-items. Functions are as they were marked.
; CHECK-LABEL: define {{.*}}spir_kernel void @pair(
; CHECK-NOT: <2 x
; CHECK: fdiv float
; CHECK: ret void
; CHECK-LABEL: define {{.*}}spir_kernel void @marked(
; CHECK-SAME: #[[MARKED:[0-9]+]]
; CHECK-NOT: noimplicitfloat
; CHECK: attributes #[[MARKED]] = {{.*}}noimplicitfloat
; CHECK-NOT: noimplicitfloat
declare spir_func i64 @_Z12get_local_idj(i32)
declare float @llvm.fabs.f32(float)
define spir_kernel void @pair(ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %x = call float @llvm.fabs.f32(float %v)
  %greater = fcmp ogt float %x, 0.25
  %larger = select i1 %greater, float %x, float 0.25
  %smaller = select i1 %greater, float 0.25, float %x
  %large = fpext float %larger to double
  %little = fpext float %smaller to double
  %q = fdiv double %little, %large
  %r = fptrunc double %q to float
  store float %r, ptr addrspace(1) %a
  ret void
}
define spir_kernel void @marked(ptr addrspace(1) %p) noimplicitfloat {
  store i32 1, ptr addrspace(1) %p
  ret void
}
