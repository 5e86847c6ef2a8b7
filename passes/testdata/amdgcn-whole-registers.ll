; RUN: -O0 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --print-after=amdgcn-whole-registers %s
; LINK: --target=amdgcn-amd-amdhsa --cpu=gfx1100 -O0 --emit=obj
target triple = "amdgcn-amd-amdhsa"
; No 16-bit number has half of a register, except where a function asks for it.
; CHECK: define {{.*}}amdgpu_kernel void @k({{.*}} #[[A:[0-9]+]] {
; CHECK: define {{.*}}amdgpu_kernel void @own({{.*}} #[[B:[0-9]+]] {
; CHECK: attributes #[[A]] = {{{.*}} "target-features"="+cumode,-real-true16"
; CHECK: attributes #[[B]] = {{{.*}} "target-features"="+real-true16"
define amdgpu_kernel void @k(ptr addrspace(1) %p, i64 %x) #0 {
  %y = call i64 @llvm.bswap.i64(i64 %x)
  store i64 %y, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @own(ptr addrspace(1) %p) #1 {
  store i16 1, ptr addrspace(1) %p
  ret void
}
attributes #0 = { nounwind "target-cpu"="gfx1100" "target-features"="+cumode" }
attributes #1 = { nounwind "target-cpu"="gfx1100" "target-features"="+real-true16" }
