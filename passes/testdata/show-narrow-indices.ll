; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=show-narrow-indices %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-NOT: umul.fix
; CHECK: [[I:%.*]] = and i64 %{{.*}}, 3
; CHECK-NOT: umul.fix
; CHECK: getelementptr{{.*}} [[I]]
; CHECK-NOT: umul.fix
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
; The factors of constants may be in any order.
; CHECK-LABEL: @swapped(
; CHECK: store <4 x i32> <i32 0, i32 64, i32 128, i32 192>
define spir_kernel void @swapped(ptr addrspace(1) %out) {
  %v = call <4 x i32> @llvm.umul.fix.v4i32(<4 x i32> <i32 1, i32 1, i32 1, i32 192>, <4 x i32> <i32 0, i32 64, i32 128, i32 1>, i32 0)
  store <4 x i32> %v, ptr addrspace(1) %out
  ret void
}
declare <4 x i32> @llvm.umul.fix.v4i32(<4 x i32>, <4 x i32>, i32)
declare spir_func i64 @_Z12get_local_idj(i32)
