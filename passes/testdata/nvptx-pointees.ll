; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-pointees %s
; LINK: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --emit=asm
; WANT: \.align 1 \.b8 packed_param_0\[16\]
target triple = "nvptx64-nvidia-cuda"
%struct.S = type { i64, i64 }
@table = addrspace(1) externally_initialized global [2 x ptr] [ptr @packed, ptr @aligned]
; A call through a pointer has the alignment that is stated, and so have the functions.
; CHECK-LABEL: define internal i64 @packed(
; CHECK-SAME: ptr {{.*}}byval([16 x i8]) align 1
define internal i64 @packed(ptr byval(%struct.S) align 1 %s) {
  %v = load i64, ptr %s, align 1
  ret i64 %v
}
; CHECK-LABEL: define internal i64 @aligned(
; CHECK-SAME: ptr {{.*}}byval(%struct.S) align 8
define internal i64 @aligned(ptr byval(%struct.S) align 8 %s) {
  %v = load i64, ptr %s
  ret i64 %v
}
; CHECK-LABEL: define ptx_kernel void @k(
define ptx_kernel void @k(ptr addrspace(1) %o, i64 %i, ptr byval(%struct.S) align 1 %a) {
  %p = getelementptr ptr, ptr addrspace(1) @table, i64 %i
  %f = load ptr, ptr addrspace(1) %p
  %v = call i64 %f(ptr byval(%struct.S) align 1 %a)
  store i64 %v, ptr addrspace(1) %o
  ret void
}
