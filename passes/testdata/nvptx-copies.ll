; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-copies %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 -O2 --emit=asm
; WANT: \.param \.align 128
target triple = "nvptx64-nvidia-cuda"
%struct.S = type { [64 x i32] }
; PTX has no parameters aligned to more than 128 bytes.
; CHECK-LABEL: define internal fastcc i32 @f(
; CHECK-SAME: ptr align 256 %s)
; CHECK: [[C:%.*]] = alloca %struct.S, align 256
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 256 [[C]], ptr align 256 %s, i64 256, i1 false)
define internal i32 @f(i64 %i, ptr byval(%struct.S) align 256 %s) noinline {
  %p = getelementptr i32, ptr %s, i64 %i
  store volatile i32 1, ptr %p
  %v = load volatile i32, ptr %s
  ret i32 %v
}
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-SAME: ptr readonly byval(%struct.S) align 128 captures(none) %a)
; CHECK: [[K:%.*]] = alloca %struct.S, align 256
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 256 [[K]], ptr align 128 %a, i64 256, i1 false)
; CHECK: call fastcc i32 @f(i64 %i, ptr {{.*}}align 256 [[K]])
define ptx_kernel void @k(ptr addrspace(1) %o, i64 %i, ptr byval(%struct.S) align 256 %a) {
  %v = call i32 @f(i64 %i, ptr byval(%struct.S) align 256 %a)
  store i32 %v, ptr addrspace(1) %o
  ret void
}
