; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
; The row of a flat index is computed once for the work-items of a row of the matrix, whose columns
; follow each other.
; CHECK-LABEL: define internal void @matrix.block(
; CHECK: mul i32 %quotient, %width
; CHECK: mul i32 %quotient, %pitch
; CHECK: icmp ult i64 %{{[0-9]+}}, %[[END:[0-9]+]]
; CHECK-NEXT: br i1 %{{[0-9]+}}, label %region0.x, label %[[NEXT:[0-9]+]]
; CHECK: region0.segment:
; CHECK: %quotient = udiv i32 %[[AT:[0-9]+]], %
; CHECK-NEXT: %remainder = urem i32 %[[AT]], %
; CHECK: %[[END]] = select i1
; CHECK: [[NEXT]]:
; CHECK: label %region0.segment, label
; CHECK-LABEL: define void @matrix(
define spir_kernel void @matrix(ptr addrspace(1) %p, i32 %width, i32 %pitch) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %x32 = trunc i64 %x to i32
  %g32 = trunc i64 %g to i32
  %base = shl i32 %g32, 8
  %flat = add i32 %base, %x32
  %row = udiv i32 %flat, %width
  %column = urem i32 %flat, %width
  %start = mul i32 %row, %pitch
  %at = add i32 %start, %column
  %wide = zext i32 %at to i64
  %e = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.000000e+00, ptr addrspace(1) %e
  ret void
}
; Of a remainder alone, too.
; CHECK-LABEL: define internal void @remainder.block(
; CHECK: add i32 %flat{{.*}}, %[[OFFSET:[0-9]+]]
; CHECK: %remainder = urem i32 %[[AT:[0-9]+]], %
; CHECK: %[[OFFSET]] = sub i32 %remainder, %[[AT]]
; CHECK-LABEL: define void @remainder(
define spir_kernel void @remainder(ptr addrspace(1) %p, i32 noundef %base, i32 noundef %width) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %x32 = trunc i64 %x to i32
  %flat = add i32 %base, %x32
  %column = urem i32 %flat, %width
  %wide = zext i32 %column to i64
  %e = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.000000e+00, ptr addrspace(1) %e
  ret void
}
; Of a signed index that is negative, or wraps around, each segment has one work-item.
; CHECK-LABEL: define internal void @negative.block(
; CHECK: icmp sgt i32 %width, 0
; CHECK-NEXT: icmp sge i32
; CHECK: sub i32 2147483647,
; CHECK-LABEL: define void @negative(
define spir_kernel void @negative(ptr addrspace(1) %p, i32 %base, i32 %width) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %x32 = trunc i64 %x to i32
  %flat = add i32 %base, %x32
  %row = sdiv i32 %flat, %width
  %wide = sext i32 %row to i64
  %e = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.000000e+00, ptr addrspace(1) %e
  ret void
}
; LLVM vectorises divisions by small constants, and a lane's index.
; CHECK-LABEL: define internal void @constant.block(
; CHECK-NOT: segment
; CHECK-LABEL: define void @constant(
define spir_kernel void @constant(ptr addrspace(1) %p, i32 %base) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %lane = and i64 %x, 31
  %x32 = trunc i64 %x to i32
  %flat = add i32 %base, %x32
  %third = udiv i32 %flat, 3
  %e = getelementptr i32, ptr addrspace(1) %p, i64 %lane
  store i32 %third, ptr addrspace(1) %e
  ret void
}
