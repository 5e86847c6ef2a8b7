; RUN: --target=x86_64-unknown-linux-gnu --cpu=x86-64-v3 -O2 --print-after=drop-variants %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The loop over work-items calls one variant; the others are removed.
; CHECK: call <8 x float> @large.masked8(<8 x float> %{{.*}}, <8 x i1> %{{.*}})
; CHECK-NOT: @large.masked16
; CHECK: define internal <8 x float> @large.masked8(
; CHECK-NOT: vector-function-abi-variant
define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %large = fcmp ogt float %x, 1.0e6
  br i1 %large, label %call, label %end
call:
  %y = call float @large(float %x)
  br label %end
end:
  %r = phi float [ %x, %0 ], [ %y, %call ]
  store float %r, ptr addrspace(1) %a
  ret void
}
define internal float @large(float %x) cold noinline nounwind willreturn memory(none) {
  %y = call float @sinf(float %x)
  ret float %y
}
declare float @sinf(float) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_local_idj(i32)
