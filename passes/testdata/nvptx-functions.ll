; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-functions %s
target triple = "nvptx64-nvidia-cuda"
; No function says a target of its own, so that LLVM inlines library functions.
; CHECK-NOT: "target-cpu"
; CHECK-NOT: "target-features"
; CHECK-NOT: "tune-cpu"
; CHECK: attributes #{{[0-9]+}} = { nounwind }
; CHECK-NOT: "target-cpu"
define internal float @library(float %x) #0 {
  %y = fadd float %x, 1.0
  ret float %y
}
define ptx_kernel void @k(ptr addrspace(1) %p, float %x) #1 {
  %y = call float @library(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
attributes #0 = { nounwind "target-cpu"="sm_70" "target-features"="+ptx63,+sm_70" }
attributes #1 = { "target-cpu"="sm_90" "tune-cpu"="sm_90" }
