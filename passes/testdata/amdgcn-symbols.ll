; RUN: -O1 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --print-after=amdgcn-symbols %s
target triple = "amdgcn-amd-amdhsa"
; What host code may name is visible to the loader and bound inside the code object.
; CHECK: @x = protected addrspace(1) externally_initialized global i32 0
@x = addrspace(1) externally_initialized global i32 0
; CHECK: @own = internal addrspace(1) global i32 0
@own = internal addrspace(1) global i32 0
; CHECK: define protected amdgpu_kernel void @k(
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
  %v = load volatile i32, ptr addrspace(1) @x
  store volatile i32 %v, ptr addrspace(1) @own
  ret void
}
