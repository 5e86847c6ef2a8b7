; RUN: -O0 --print-after=stack-alignment %s
; LINK: --target=spirv64-unknown-unknown -O0 --emit=asm
; WANT: Alignment 64[\s\S]*Alignment 64$
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; LLVM's SPIR-V backend writes no alignment of a variable from 128 on.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: %small{{.*}} = alloca i32, align 64
; CHECK-DAG: [[ROOM:%.*]] = alloca [208 x i8], align 64
; CHECK: [[AT:%.*]] = ptrtoint ptr [[ROOM]] to i64
; CHECK: [[NEG:%.*]] = sub i64 0, [[AT]]
; CHECK: [[PAD:%.*]] = and i64 [[NEG]], 255
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr [[ROOM]], i64 [[PAD]]
; CHECK-NOT: lifetime
; CHECK: store i32 %n, ptr [[P]], align 256
define spir_kernel void @k(ptr addrspace(1) %o, i32 %n) {
  %small = alloca [4 x i32], align 64
  %large = alloca [4 x i32], align 256
  call void @llvm.lifetime.start.p0(ptr %large)
  store i32 %n, ptr %large, align 256
  store volatile i32 %n, ptr %small, align 64
  %q = getelementptr i32, ptr %large, i32 %n
  %v = load volatile i32, ptr %q
  store i32 %v, ptr addrspace(1) %o
  call void @llvm.lifetime.end.p0(ptr %large)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
