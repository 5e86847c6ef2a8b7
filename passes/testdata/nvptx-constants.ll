; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-constants %s
target triple = "nvptx64-nvidia-cuda"
; The largest variables leave constant memory until the rest fits into 64 KiB.
; CHECK-DAG: @table = addrspace(1) externally_initialized constant [20000 x i32] zeroinitializer
; CHECK-DAG: @c = addrspace(4) externally_initialized global [4 x i32] undef
; CHECK: addrspacecast (ptr addrspace(1) @table to ptr)
@table = addrspace(4) externally_initialized constant [20000 x i32] zeroinitializer
@c = addrspace(4) externally_initialized global [4 x i32] undef
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  %a = getelementptr [20000 x i32], ptr addrspacecast (ptr addrspace(4) @table to ptr), i64 0, i64 %i
  %v = load i32, ptr %a
  %b = getelementptr [4 x i32], ptr addrspacecast (ptr addrspace(4) @c to ptr), i64 0, i64 %i
  %w = load i32, ptr %b
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %p
  ret void
}
