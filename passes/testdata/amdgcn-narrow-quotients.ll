; RUN: -O1 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --only=amdgcn-narrow-quotients --print-after=amdgcn-narrow-quotients %s
; LINK: --target=amdgcn-amd-amdhsa --cpu=gfx1100 -O1 --emit=obj
target triple = "amdgcn-amd-amdhsa"
; The quotient of -32768 and -1 has 17 bits.
; CHECK-LABEL: define {{.*}}@signed(
; CHECK: %quotient = sdiv i32 %x, %y
; CHECK-NEXT: %minus = icmp eq i32 %y, -1
; CHECK-NEXT: %negative = sub i32 0, %x
; CHECK-NEXT: %[[Q:.*]] = select i1 %minus, i32 %negative, i32 %quotient
; CHECK-NEXT: ret i32 %[[Q]]
define i32 @signed(i16 %a, i16 %b) {
  %x = sext i16 %a to i32
  %y = sext i16 %b to i32
  %q = sdiv i32 %x, %y
  ret i32 %q
}
; A float has not enough bits for 24.
; CHECK-LABEL: define {{.*}}@unsigned(
; CHECK: %dividend = shl i32 %x, 8
; CHECK-NEXT: %divisor = shl i32 %y, 8
; CHECK-NEXT: %scaled = urem i32 %dividend, %divisor
; CHECK-NEXT: lshr i32 %scaled, 8
define i32 @unsigned(i32 %a, i32 %b) {
  %x = and i32 %a, 16777215
  %y = lshr i32 %b, 9
  %q = urem i32 %x, %y
  ret i32 %q
}
; CHECK-LABEL: define {{.*}}@both(
; CHECK: %scaled = sdiv i64 %dividend, %divisor
; CHECK: select i1 %minus, i64 %negative, i64 %scaled
define i64 @both(i24 %a, i8 %b) {
  %x = sext i24 %a to i64
  %y = sext i8 %b to i64
  %q = sdiv i64 %x, %y
  ret i64 %q
}
; Those with a number of which nothing is known, with a constant, with a divisor that has a sign for nothing and with 22 bits stay.
; CHECK-LABEL: define {{.*}}@stay(
; CHECK-NOT: select
; CHECK-NOT: shl
; CHECK: ret void
define amdgpu_kernel void @stay(ptr addrspace(1) %p, i32 %n, i16 %s) {
  %v = load i32, ptr addrspace(1) %p
  %e = sext i16 %s to i32
  %q = sdiv i32 %e, %v
  %r = sdiv i32 %e, %n
  %c = sdiv i32 %e, 7
  %z = zext i16 %s to i32
  %d = sdiv i32 %e, %z
  %l = lshr i32 %v, 10
  %u = udiv i32 %l, %z
  store volatile i32 %q, ptr addrspace(1) %p
  store volatile i32 %r, ptr addrspace(1) %p
  store volatile i32 %c, ptr addrspace(1) %p
  store volatile i32 %d, ptr addrspace(1) %p
  store volatile i32 %u, ptr addrspace(1) %p
  ret void
}
