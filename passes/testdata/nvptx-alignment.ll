; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-alignment %s
target triple = "nvptx64-nvidia-cuda"
; Arrays are aligned for the widest access, what is smaller stays. So is dynamic shared memory, of packed structures too,
; and what the host writes as vectors by its address.
; CHECK-DAG: @c = addrspace(4) externally_initialized global [9 x i32] zeroinitializer, align 16
; CHECK-DAG: @v = addrspace(1) externally_initialized global [3 x i32] zeroinitializer, align 4
; CHECK-DAG: @d = external addrspace(3) global [0 x <{ i32, float, float, float }>], align 16
; CHECK-DAG: @s = internal addrspace(3) global [8 x i32] undef, align 16
; CHECK-DAG: @t = internal addrspace(3) global [2 x i32] undef, align 4
; CHECK: %a = alloca [16 x double], align 16
; CHECK: %b = alloca i32, align 4
@s = internal addrspace(3) global [8 x i32] undef, align 4
@t = internal addrspace(3) global [2 x i32] undef, align 4
@c = addrspace(4) externally_initialized global [9 x i32] zeroinitializer, align 4
@v = addrspace(1) externally_initialized global [3 x i32] zeroinitializer, align 4
@d = external addrspace(3) global [0 x <{ i32, float, float, float }>], align 1
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %i) {
  %a = alloca [16 x double], align 8
  %b = alloca i32, align 4
  %q = getelementptr double, ptr %a, i64 %i
  store volatile double 1.0, ptr %q
  store volatile i32 1, ptr %b
  %r = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store volatile i32 2, ptr addrspace(3) %r
  store volatile i32 3, ptr addrspace(3) @t
  %e = getelementptr <{ i32, float, float, float }>, ptr addrspacecast (ptr addrspace(3) @d to ptr), i64 %i
  %f = load volatile i32, ptr %e, align 1
  ret void
}
