; RUN: -O0 --print-after=mask-truncations %s
; LINK: --target=spirv64-unknown-unknown -O0 --verify
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %o) {
; The back end would mask 64 bits and call the result 32.
; CHECK: [[N:%.*]] = trunc i64 %l to i32
; CHECK-NEXT: and i32 [[N]], 65535
  %l = load i64, ptr addrspace(1) %o
  %n = trunc i64 %l to i16
  %e = zext i16 %n to i32
  store i32 %e, ptr addrspace(1) %o
; A truth value that is one bit of an integer, in memory a byte.
; CHECK: [[B:%.*]] = trunc i64 {{%.*}} to i8
; CHECK-NEXT: [[S:%.*]] = and i8 [[B]], 1
; CHECK-NEXT: store i8 [[S]]
  %s = lshr i64 %l, 4
  %b = trunc i64 %s to i1
  store i1 %b, ptr addrspace(1) %o
; CHECK: [[W:%.*]] = zext i8 %c to i32
; CHECK-NEXT: and i32 [[W]], 1
  %c = load i8, ptr addrspace(1) %o
  %d = trunc i8 %c to i1
  %f = zext i1 %d to i32
  store i32 %f, ptr addrspace(1) %o
; The same width.
; CHECK: and <2 x i16> %v, splat (i16 255)
  %v = load <2 x i16>, ptr addrspace(1) %o
  %w = trunc <2 x i16> %v to <2 x i8>
  %x = zext <2 x i8> %w to <2 x i16>
  store <2 x i16> %x, ptr addrspace(1) %o
; A condition stays one.
; CHECK: br i1
  br i1 %b, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %o
  br label %end
end:
  ret void
}
