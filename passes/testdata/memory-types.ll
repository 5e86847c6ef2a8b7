; RUN: -O0 --print-after=memory-types %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.S = type { ptr addrspace(4), i32, [3 x i16] }
; CHECK: @s = internal addrspace(3) global [9 x i64] undef, align 8
@s = internal addrspace(3) global [3 x %struct.S] undef, align 8
; CHECK: define spir_kernel void @k(
; CHECK: %a = alloca [2 x i64], align 8
; CHECK: %n = alloca [4 x float], align 4
; CHECK: getelementptr i64, ptr %a, i64 %i
; CHECK: getelementptr i8, ptr addrspace(3) {{.*}}, i64 12
; CHECK: getelementptr [4 x float], ptr %n, i64 0, i64 %i
; The start of a slot that holds more than this pointer.
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr %a, i64 0
; CHECK: load volatile ptr addrspace(4), ptr [[A]]
; CHECK: [[B:%.*]] = getelementptr inbounds i8, ptr %a, i64 0
; CHECK: store volatile ptr addrspace(4) %first, ptr [[B]]
; CHECK: store volatile float 2.{{.*}}, ptr %n
; A truth value is a byte.
; CHECK: [[Z:%.*]] = zext i1 %c to i8
; CHECK: store volatile i8 [[Z]], ptr %t
; CHECK: [[L:%.*]] = load volatile i8, ptr %t, align 1
; CHECK: trunc i8 [[L]] to i1
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %a = alloca [2 x ptr addrspace(4)], align 8
  %n = alloca [4 x float], align 4
  %g = addrspacecast ptr addrspace(1) %o to ptr addrspace(4)
  %p = getelementptr [2 x ptr addrspace(4)], ptr %a, i64 0, i64 %i
  store volatile ptr addrspace(4) %g, ptr %p
  %q = getelementptr [3 x %struct.S], ptr addrspace(3) @s, i64 0, i64 %i, i32 2
  store volatile i16 1, ptr addrspace(3) %q
  %r = getelementptr [4 x float], ptr %n, i64 0, i64 %i
  store volatile float 1.0, ptr %r
  %first = load volatile ptr addrspace(4), ptr %a
  store volatile ptr addrspace(4) %first, ptr %a
  store volatile float 2.0, ptr %n
  %t = alloca i1
  %c = icmp eq i64 %i, 3
  store volatile i1 %c, ptr %t
  %d = load volatile i1, ptr %t
  br i1 %d, label %yes, label %no
yes:
  store volatile float 3.0, ptr %n
  br label %no
no:
  ret void
}
; CHECK: define spir_kernel void @none(ptr byval({ [2 x i64] }) %e)
define spir_kernel void @none(ptr byval({ i32, [0 x i64], i32 }) %e) {
  ret void
}
