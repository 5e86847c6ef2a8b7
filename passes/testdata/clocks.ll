; RUN: -O0 --print-after=clocks %s
target triple = "spirv64"
; CHECK-LABEL: @k(
; CHECK: [[C:%.*]] = call spir_func i64 @__gohip_clock()
; CHECK-NEXT: [[S:%.*]] = call spir_func i64 @__gohip_wall_clock()
; CHECK-NEXT: sub i64 [[S]], [[C]]
declare i64 @llvm.readcyclecounter()
declare i64 @llvm.readsteadycounter()
define spir_kernel void @k(ptr addrspace(1) %p) {
  %c = call i64 @llvm.readcyclecounter()
  %s = call i64 @llvm.readsteadycounter()
  %d = sub i64 %s, %c
  store i64 %d, ptr addrspace(1) %p
  ret void
}
