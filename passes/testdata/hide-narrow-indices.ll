; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=hide-narrow-indices %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: [[I:%.*]] = and i64 %{{.*}}, 3
; CHECK: [[H:%.*]] = call i64 @llvm.umul.fix.i64(i64 [[I]], i64 1, i32 0)
; CHECK: getelementptr{{.*}} [[H]]
; A comparison stays as it is, and so does a byte that is loaded.
; CHECK: icmp eq i64 [[I]], 1
; CHECK: [[B:%.*]] = zext i8 {{.*}} to i64
; CHECK: getelementptr{{.*}} [[B]]
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, ptr addrspace(1) %bytes) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i = and i64 %x, 3
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %c = icmp eq i64 %i, 1
  %s = select i1 %c, i32 7, i32 %v
  %q = getelementptr i8, ptr addrspace(1) %bytes, i64 %x
  %b = load i8, ptr addrspace(1) %q
  %w = zext i8 %b to i64
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %w
  store i32 %s, ptr addrspace(1) %o
  ret void
}
; A mask that may become constant is hidden, and one of other bits than the lowest; one of many bits is not.
; CHECK-LABEL: define internal void @masks.block(
; CHECK: [[A:%.*]] = and i64 {{.*}}, %n
; CHECK: call i64 @llvm.umul.fix.i64(i64 [[A]], i64 1, i32 0)
; CHECK: [[B:%.*]] = and i64 {{.*}}, 12
; CHECK: call i64 @llvm.umul.fix.i64(i64 [[B]], i64 1, i32 0)
; CHECK: [[C:%.*]] = and i64 {{.*}}, -4
; CHECK-NOT: llvm.umul.fix.i64(i64 [[C]]
define spir_kernel void @masks(ptr addrspace(1) %in, ptr addrspace(1) %out, i64 %n) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = and i64 %x, %n
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %a
  %v = load i32, ptr addrspace(1) %p
  %b = and i64 %x, 12
  %q = getelementptr i32, ptr addrspace(1) %in, i64 %b
  %w = load i32, ptr addrspace(1) %q
  %c = and i64 %x, -4
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %c
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %o
  ret void
}
declare spir_func i64 @_Z12get_local_idj(i32)
