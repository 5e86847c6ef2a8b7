; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-initialisers %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2
; WANT: \.u16 h = 15872;
target triple = "nvptx64-nvidia-cuda"
; CHECK-DAG: @h = addrspace(1) externally_initialized global i16 15872, align 2
; CHECK-DAG: @b = addrspace(4) externally_initialized global i16 16320
; CHECK-DAG: @m = addrspace(1) externally_initialized global [1 x i8] c"\8D"
; CHECK-DAG: @s = addrspace(1) externally_initialized global <{ [1 x i8], [3 x i8], i32, ptr addrspace(1) }> <{ [1 x i8] c"\05", [3 x i8] zeroinitializer, i32 7, ptr addrspace(1) @h }>, align 8
; CHECK-DAG: @z = addrspace(1) externally_initialized global [2 x half] zeroinitializer
@h = addrspace(1) externally_initialized global half 0xH3E00
@b = addrspace(4) externally_initialized global bfloat 0xR3FC0
@m = addrspace(1) externally_initialized global <8 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1>
@s = addrspace(1) externally_initialized global { <8 x i1>, i32, ptr addrspace(1) } { <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0>, i32 7, ptr addrspace(1) @h }
@z = addrspace(1) externally_initialized global [2 x half] zeroinitializer
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %h = load half, ptr addrspace(1) @h
  store half %h, ptr addrspace(1) %p
  ret void
}
