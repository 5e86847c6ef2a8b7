; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=ptxas-unsigned-compares %s
target triple = "nvptx64-nvidia-cuda"
; ptxas compares a byte, sign-extended to 32 bits, with the 16 bits of a constant.
; CHECK-LABEL: define ptx_kernel void @compares(
; CHECK: [[X:%.*]] = zext i8 %a to i32
; CHECK-NEXT: [[D:%.*]] = sub i32 [[X]], 249
; CHECK-NEXT: icmp slt i32 [[D]], 0
; CHECK: %signed = icmp slt i8 %a, 7
; CHECK: [[E:%.*]] = sub i32
; CHECK-NEXT: icmp sgt i32 [[E]], 0
; CHECK: [[F:%.*]] = sub i32
; CHECK-NEXT: [[L:%.*]] = icmp slt i32 [[F]], 0
; CHECK-NEXT: select i1 [[L]], i8 %b, i8 %c
; CHECK: icmp ult i32 %w, 9
; CHECK: ret void
define ptx_kernel void @compares(ptr addrspace(1) %o, i8 signext %a, i8 %b, i8 %c, i32 %w) {
  %less = icmp ult i8 %a, -7
  store volatile i1 %less, ptr addrspace(1) %o
  %signed = icmp slt i8 %a, 7
  store volatile i1 %signed, ptr addrspace(1) %o
  %more = icmp ugt i8 %b, %c
  store volatile i1 %more, ptr addrspace(1) %o
  %min = call i8 @llvm.umin.i8(i8 %b, i8 %c)
  store volatile i8 %min, ptr addrspace(1) %o
  %wide = icmp ult i32 %w, 9
  store volatile i1 %wide, ptr addrspace(1) %o
  ret void
}
; A byte from memory is zero-extended, unless something takes it to be signed; constants below 128 are the same either way.
; CHECK-LABEL: define ptx_kernel void @memory(
; CHECK: icmp ult i8 %x, -7
; CHECK: call i8 @llvm.umin.i8(i8 %x, i8 %a)
; CHECK: icmp ult i8 %a, 10
; CHECK: [[S:%.*]] = zext i8 %y to i32
; CHECK-NEXT: sub i32 [[S]], 249
define ptx_kernel void @memory(ptr addrspace(1) %o, ptr addrspace(1) %p, i8 signext %a) {
  %x = load volatile i8, ptr addrspace(1) %p
  %less = icmp ult i8 %x, -7
  store volatile i1 %less, ptr addrspace(1) %o
  %min = call i8 @llvm.umin.i8(i8 %x, i8 %a)
  store volatile i8 %min, ptr addrspace(1) %o
  %digit = icmp ult i8 %a, 10
  store volatile i1 %digit, ptr addrspace(1) %o
  %y = load volatile i8, ptr addrspace(1) %p
  %signed = sext i8 %y to i32
  store volatile i32 %signed, ptr addrspace(1) %o
  %more = icmp ult i8 %y, -7
  store volatile i1 %more, ptr addrspace(1) %o
  ret void
}
declare i8 @llvm.umin.i8(i8, i8)
; A function without parameters that returns a byte.
; CHECK-LABEL: define ptx_kernel void @nullary(
; CHECK: call fastcc i8 @byte()
define ptx_kernel void @nullary(ptr addrspace(1) %o) {
  %b = call i8 @byte()
  store volatile i8 %b, ptr addrspace(1) %o
  ret void
}
define internal i8 @byte() noinline optnone {
  %x = load volatile i8, ptr addrspace(1) null
  ret i8 %x
}
