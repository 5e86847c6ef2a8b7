; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-registers %s
target triple = "nvptx64-nvidia-cuda"
; A local variable that is copied whole and changed in part is in registers.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NOT: alloca
; CHECK-NOT: memcpy
; CHECK: ret void
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
define ptx_kernel void @k(ptr addrspace(1) %from, ptr addrspace(1) %to, i1 %c) {
entry:
  %v = alloca { double, double }, align 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 16 %v, ptr addrspace(1) align 16 %from, i64 16, i1 false)
  br i1 %c, label %change, label %end
change:
  store double 1.0, ptr %v
  br label %end
end:
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 16 %to, ptr align 16 %v, i64 16, i1 false)
  ret void
}
