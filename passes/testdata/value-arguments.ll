; RUN: --target=x86_64-unknown-linux-gnu --cpu=x86-64-v3 -O3 --print-after=optimise-blocks %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.functor = type { ptr addrspace(4), ptr addrspace(4), float }
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; A pointer in an argument that is passed by value is loaded before the loop over work-items, although the
; kernel stores to what the pointer points to.
; CHECK-LABEL: define void @apply(
; CHECK: %kernarg = load ptr, ptr %launch, {{.*}}!dereferenceable
; CHECK-COUNT-3: !invariant.load
; CHECK: load <8 x float>, ptr
; CHECK: store <8 x float> %{{.*}}, ptr
; CHECK: ret void
define spir_kernel void @apply(ptr byval(%struct.functor) align 8 %f) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %in = load ptr addrspace(4), ptr %f, align 8
  %at.out = getelementptr inbounds i8, ptr %f, i64 8
  %out = load ptr addrspace(4), ptr %at.out, align 8
  %at.by = getelementptr inbounds i8, ptr %f, i64 16
  %by = load float, ptr %at.by, align 8
  %p = getelementptr inbounds float, ptr addrspace(4) %in, i64 %x
  %v = load float, ptr addrspace(4) %p, align 4
  %w = fmul float %v, %by
  %q = getelementptr inbounds float, ptr addrspace(4) %out, i64 %x
  store float %w, ptr addrspace(4) %q, align 4
  ret void
}
; Where the kernel writes the argument, each work-item has a copy of it.
; CHECK-LABEL: define void @change(
; CHECK-NOT: !invariant.load
; CHECK: ret void
define spir_kernel void @change(ptr byval(%struct.functor) align 8 %f, i32 %n) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i = trunc i64 %x to i32
  %a = getelementptr i8, ptr %f, i32 %n
  store volatile i32 %i, ptr %a
  %v = load volatile i32, ptr %f
  %out = load ptr addrspace(4), ptr %f, align 8
  store i32 %v, ptr addrspace(4) %out
  ret void
}
