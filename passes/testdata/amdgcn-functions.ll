; RUN: -O1 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --print-after=amdgcn-functions %s
target triple = "amdgcn-amd-amdhsa"
; A library function, compiled for no processor, is compiled for the program's.
; CHECK: define internal float @library(float %x) #[[A:[0-9]+]]
; CHECK: attributes #[[A]] = { nounwind "target-cpu"="gfx1100" "target-features"="+cumode" }
define internal float @library(float %x) #0 {
  %y = fadd float %x, 1.0
  ret float %y
}
define amdgpu_kernel void @k(ptr addrspace(1) %p, float %x) #1 {
  %y = call float @library(float %x)
  store float %y, ptr addrspace(1) %p
  ret void
}
attributes #0 = { nounwind }
attributes #1 = { "target-cpu"="gfx1100" "target-features"="+cumode" }
