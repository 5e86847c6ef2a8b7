; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=uniform-chains %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The loop over work-items that load one number, and take 17 steps with it, is not vectorised.
; CHECK-LABEL: define internal void @uniform.block(
; CHECK: xor i32 {{%.*}}, {{%.*}}
; CHECK: br i1 {{.*}} !llvm.loop [[U:![0-9]+]]
define spir_kernel void @uniform(ptr addrspace(1) %seed, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %s = load i32, ptr addrspace(1) %seed
  %xa0 = shl i32 %s, 5
  %x0 = xor i32 %s, %xa0
  %xa1 = lshr i32 %x0, 6
  %x1 = xor i32 %x0, %xa1
  %xa2 = shl i32 %x1, 7
  %x2 = xor i32 %x1, %xa2
  %xa3 = lshr i32 %x2, 8
  %x3 = xor i32 %x2, %xa3
  %xa4 = shl i32 %x3, 9
  %x4 = xor i32 %x3, %xa4
  %xa5 = lshr i32 %x4, 10
  %x5 = xor i32 %x4, %xa5
  %xa6 = shl i32 %x5, 11
  %x6 = xor i32 %x5, %xa6
  %xa7 = lshr i32 %x6, 5
  %x7 = xor i32 %x6, %xa7
  %xa8 = shl i32 %x7, 6
  %x8 = xor i32 %x7, %xa8
  %xa9 = lshr i32 %x8, 7
  %x9 = xor i32 %x8, %xa9
  %xa10 = shl i32 %x9, 8
  %x10 = xor i32 %x9, %xa10
  %xa11 = lshr i32 %x10, 9
  %x11 = xor i32 %x10, %xa11
  %xa12 = shl i32 %x11, 10
  %x12 = xor i32 %x11, %xa12
  %xa13 = lshr i32 %x12, 11
  %x13 = xor i32 %x12, %xa13
  %xa14 = shl i32 %x13, 5
  %x14 = xor i32 %x13, %xa14
  %xa15 = lshr i32 %x14, 6
  %x15 = xor i32 %x14, %xa15
  %xa16 = shl i32 %x15, 7
  %x16 = xor i32 %x15, %xa16
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %x16, ptr addrspace(1) %o
  ret void
}
; One over work-items that load different numbers is, and so is one with 15 steps.
; CHECK-LABEL: define internal void @different.block(
; CHECK: br i1 {{.*}} !llvm.loop [[D:![0-9]+]]
define spir_kernel void @different(ptr addrspace(1) %seed, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %seed, i64 %i
  %t = load i32, ptr addrspace(1) %p
  %ya0 = shl i32 %t, 5
  %y0 = xor i32 %t, %ya0
  %ya1 = lshr i32 %y0, 6
  %y1 = xor i32 %y0, %ya1
  %ya2 = shl i32 %y1, 7
  %y2 = xor i32 %y1, %ya2
  %ya3 = lshr i32 %y2, 8
  %y3 = xor i32 %y2, %ya3
  %ya4 = shl i32 %y3, 9
  %y4 = xor i32 %y3, %ya4
  %ya5 = lshr i32 %y4, 10
  %y5 = xor i32 %y4, %ya5
  %ya6 = shl i32 %y5, 11
  %y6 = xor i32 %y5, %ya6
  %ya7 = lshr i32 %y6, 5
  %y7 = xor i32 %y6, %ya7
  %ya8 = shl i32 %y7, 6
  %y8 = xor i32 %y7, %ya8
  %ya9 = lshr i32 %y8, 7
  %y9 = xor i32 %y8, %ya9
  %ya10 = shl i32 %y9, 8
  %y10 = xor i32 %y9, %ya10
  %ya11 = lshr i32 %y10, 9
  %y11 = xor i32 %y10, %ya11
  %ya12 = shl i32 %y11, 10
  %y12 = xor i32 %y11, %ya12
  %ya13 = lshr i32 %y12, 11
  %y13 = xor i32 %y12, %ya13
  %ya14 = shl i32 %y13, 5
  %y14 = xor i32 %y13, %ya14
  %ya15 = lshr i32 %y14, 6
  %y15 = xor i32 %y14, %ya15
  %ya16 = shl i32 %y15, 7
  %y16 = xor i32 %y15, %ya16
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %y16, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define internal void @few.block(
; CHECK: br i1 {{.*}} !llvm.loop [[F:![0-9]+]]
; CHECK-DAG: [[U]] = distinct !{[[U]], [[OFF:![0-9]+]], [[PARALLEL:![0-9]+]], [[REST:![0-9]+]], [[ONE:![0-9]+]], {{![0-9]+}}}
; CHECK-DAG: [[OFF]] = !{!"llvm.loop.vectorize.enable", i1 false}
; CHECK-DAG: [[D]] = distinct !{[[D]], [[PARALLEL]], [[REST]], [[ONE]], {{![0-9]+}}}
; CHECK-DAG: [[F]] = distinct !{[[F]], [[PARALLEL]], [[REST]], [[ONE]], {{![0-9]+}}}
define spir_kernel void @few(ptr addrspace(1) %seed, ptr addrspace(1) %out) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %w = load i32, ptr addrspace(1) %seed
  %za0 = shl i32 %w, 5
  %z0 = xor i32 %w, %za0
  %za1 = lshr i32 %z0, 6
  %z1 = xor i32 %z0, %za1
  %za2 = shl i32 %z1, 7
  %z2 = xor i32 %z1, %za2
  %za3 = lshr i32 %z2, 8
  %z3 = xor i32 %z2, %za3
  %za4 = shl i32 %z3, 9
  %z4 = xor i32 %z3, %za4
  %za5 = lshr i32 %z4, 10
  %z5 = xor i32 %z4, %za5
  %za6 = shl i32 %z5, 11
  %z6 = xor i32 %z5, %za6
  %za7 = lshr i32 %z6, 5
  %z7 = xor i32 %z6, %za7
  %za8 = shl i32 %z7, 6
  %z8 = xor i32 %z7, %za8
  %za9 = lshr i32 %z8, 7
  %z9 = xor i32 %z8, %za9
  %za10 = shl i32 %z9, 8
  %z10 = xor i32 %z9, %za10
  %za11 = lshr i32 %z10, 9
  %z11 = xor i32 %z10, %za11
  %za12 = shl i32 %z11, 10
  %z12 = xor i32 %z11, %za12
  %za13 = lshr i32 %z12, 11
  %z13 = xor i32 %z12, %za13
  %za14 = shl i32 %z13, 5
  %z14 = xor i32 %z13, %za14
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %z14, ptr addrspace(1) %o
  ret void
}
declare spir_func i64 @_Z12get_local_idj(i32)
