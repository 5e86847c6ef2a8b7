; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-names %s
target triple = "nvptx64-nvidia-cuda"
; PTX has no dots in names.
; CHECK: @"x$managed" = addrspace(1) externally_initialized global i32 4
; CHECK: define ptx_kernel void @"_Z1kv$intern$5a"()
; CHECK: store i32 5, ptr addrspace(1) @"x$managed"
@x.managed = addrspace(1) externally_initialized global i32 4
define ptx_kernel void @_Z1kv.intern.5a() {
  store i32 5, ptr addrspace(1) @x.managed
  ret void
}
