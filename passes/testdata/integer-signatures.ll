; RUN: -O0 --print-after=integer-signatures %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call spir_func i64 @odd(i64 %{{.*}}, i32 signext 3)
; CHECK: call spir_func <2 x i64> @wide(
; CHECK: call spir_func <2 x i64> @full(
; CHECK: call spir_func <2 x i64> @full(<2 x i64> <i64 -6, i64 -1>)
; CHECK: call spir_func <2 x i64> @wide(<2 x i64> <i64 -6, i64 68719476735>,
; CHECK: define internal spir_func i64 @odd(i64 %a, i32 signext %b)
; CHECK: trunc i64 %a to i63
; CHECK: [[R:%.*]] = zext i63 %{{.*}} to i64
; CHECK: ret i64 [[R]]
define internal spir_func signext i63 @odd(i63 signext %a, i32 signext %b) noinline {
  %m = icmp slt i63 %a, 7
  br i1 %m, label %x, label %y
x:
  %c = add i63 %a, 5
  ret i63 %c
y:
  ret i63 9
}

; CHECK: define internal spir_func <2 x i64> @wide(<2 x i64> %a, i16 %b)
; CHECK: bitcast <2 x i64> %a to i128
; CHECK: trunc i128 %{{.*}} to i100
; CHECK: ret <2 x i64>
define internal spir_func i100 @wide(i100 %a, i13 %b) noinline {
  %w = sext i13 %b to i100
  %c = mul i100 %a, %w
  ret i100 %c
}

; CHECK: define internal spir_func <2 x i64> @full(<2 x i64> %a)
define internal spir_func i128 @full(i128 %a) noinline {
  %c = add i128 %a, %a
  ret i128 %c
}

define spir_kernel void @k(ptr addrspace(1) %o, i64 %a) {
  %x = trunc i64 %a to i63
  %y = call spir_func i63 @odd(i63 %x, i32 signext 3)
  %r = zext i63 %y to i64
  store i64 %r, ptr addrspace(1) %o
  %w = zext i64 %a to i100
  %s = trunc i64 %a to i13
  %z = call spir_func i100 @wide(i100 %w, i13 %s)
  %z1 = zext i100 %z to i128
  %v = call spir_func i128 @full(i128 %z1)
  %c = call spir_func i128 @full(i128 -6)
  %c1 = trunc i128 %c to i64
  store i64 %c1, ptr addrspace(1) %o
  %d = call spir_func i100 @wide(i100 -6, i13 %s)
  %d1 = trunc i100 %d to i64
  store i64 %d1, ptr addrspace(1) %o
  %h = lshr i128 %v, 64
  %t = trunc i128 %h to i64
  store i64 %t, ptr addrspace(1) %o
  ret void
}
