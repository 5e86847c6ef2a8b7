; RUN: -O0 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-frame-bases %s
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: @indexed(
; CHECK: %lane = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.eq()
; CHECK: %bits = call i32 @llvm.ctpop.i32(i32 %lane)
; CHECK: %zero = lshr i32 %bits, 1
; CHECK: %base = getelementptr i8, ptr %a, i32 %zero
; CHECK: getelementptr i8, ptr %base, i32 %i
define internal i8 @indexed(i32 %i) noinline {
  %a = alloca [40 x i8], align 16
  store i8 5, ptr %a
  %p = getelementptr i8, ptr %a, i32 %i
  %v = load volatile i8, ptr %p
  ret i8 %v
}
; CHECK-LABEL: @plain(
; CHECK-NOT: lanemask
; CHECK: ret i8
define internal i8 @plain(i8 %i) noinline {
  %a = alloca [40 x i8], align 16
  %p = getelementptr i8, ptr %a, i32 7
  store volatile i8 %i, ptr %p
  %v = load volatile i8, ptr %p
  ret i8 %v
}
; CHECK-LABEL: @k(
; CHECK-NOT: lanemask
; CHECK: ret void
define ptx_kernel void @k(ptr addrspace(1) %o, i32 %i) {
  %a = alloca [8 x i8], align 16
  %p = getelementptr i8, ptr %a, i32 %i
  %v = call i8 @indexed(i32 %i)
  store volatile i8 %v, ptr %p
  %w = call i8 @plain(i8 %v)
  store i8 %w, ptr addrspace(1) %o
  ret void
}
