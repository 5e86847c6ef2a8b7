; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-byte-parameters %s
target triple = "nvptx64-nvidia-cuda"
; A sign-extended byte is not a zero-extended half-word, for which ptxas takes it.
; CHECK-LABEL: define internal {{.*}}i32 @f(
; CHECK: [[Y:%.*]] = zext i8 %x to i32
; CHECK-NEXT: [[S:%.*]] = call i32 asm "cvt.s32.s8 $0, $1;", "=r,r"(i32 [[Y]])
; CHECK-NEXT: [[B:%.*]] = trunc i32 [[S]] to i8
; CHECK: sext i8 [[B]] to
define ptx_kernel void @k(ptr addrspace(1) %o, i8 signext %c) {
  %a = call i32 @f(i8 signext %c, i32 7)
  store volatile i32 %a, ptr addrspace(1) %o
  %d = load volatile i8, ptr addrspace(1) %o
  %b = call i32 @f(i8 signext %d, i32 8)
  store volatile i32 %b, ptr addrspace(1) %o
  ret void
}
define internal i32 @f(i8 signext %x, i32 %y) noinline {
  %h = sext i8 %x to i16
  %w = zext i16 %h to i32
  %r = xor i32 %w, %y
  %v = load volatile i32, ptr addrspace(1) null
  %s = add i32 %r, %v
  ret i32 %s
}
