; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-high-products %s
target triple = "nvptx64-nvidia-cuda"
; In a loop, ptxas multiplies what does not change in it: %c and %y, though between them is a high word.
; CHECK-LABEL: define ptx_kernel void @products(
; CHECK: [[A:%.*]] = trunc i64 {{.*}} to i32
; CHECK: [[M:%.*]] = call i32 @llvm.nvvm.mulhi.ui(i32
; CHECK: zext i32 [[M]] to i64
; CHECK: [[S:%.*]] = call i32 @llvm.nvvm.mulhi.i(i32
; CHECK: sext i32 [[S]] to i64
; CHECK: [[L:%.*]] = call i32 @llvm.nvvm.mulhi.ui(i32 {{.*}}, i32 -858993459)
; CHECK: [[W:%.*]] = call i32 @llvm.nvvm.mulhi.ui(i32
; CHECK: [[P:%.*]] = mul i32
; CHECK: [[Q:%.*]] = add i32 [[W]], [[P]]
; CHECK: [[T:%.*]] = mul i32
; CHECK: add i32 [[Q]], [[T]]
; CHECK: %both = mul i64
; CHECK: lshr i64 %both, 32
; CHECK: %byte = mul i64
; CHECK: lshr i64 %byte, 40
; CHECK: ret void
define ptx_kernel void @products(ptr addrspace(1) %o, i32 %a, i32 %b, i64 %x, i64 %y) {
  %ua = zext i32 %a to i64
  %ub = zext i32 %b to i64
  %unsigned = mul i64 %ua, %ub
  %uhigh = lshr i64 %unsigned, 32
  store volatile i64 %uhigh, ptr addrspace(1) %o
  %sa = sext i32 %a to i64
  %sb = sext i32 %b to i64
  %signed = mul i64 %sa, %sb
  %shigh = ashr i64 %signed, 32
  store volatile i64 %shigh, ptr addrspace(1) %o
  %fifth = mul i64 %ua, 3435973837
  %fhigh = lshr i64 %fifth, 32
  store volatile i64 %fhigh, ptr addrspace(1) %o
  %wide = mul i64 %x, %y
  %whigh = lshr i64 %wide, 32
  store volatile i64 %whigh, ptr addrspace(1) %o
  %both = mul i64 %x, %ua
  %bhigh = lshr i64 %both, 32
  store volatile i64 %bhigh, ptr addrspace(1) %o
  store volatile i64 %both, ptr addrspace(1) %o
  %byte = mul i64 %x, %ub
  %yhigh = lshr i64 %byte, 40
  store volatile i64 %yhigh, ptr addrspace(1) %o
  ret void
}
