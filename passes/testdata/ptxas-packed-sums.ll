; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-packed-sums %s
target triple = "nvptx64-nvidia-cuda"
; If one half of a packed sum is used, ptxas adds 0 in place of a constant.
; CHECK-LABEL: define ptx_kernel void @sums(
; CHECK: [[A:%.*]] = extractelement <2 x i16> %v, i32 0
; CHECK-NEXT: [[X:%.*]] = add i16 [[A]], 4
; CHECK-NEXT: [[R:%.*]] = insertelement <2 x i16> poison, i16 [[X]], i32 0
; CHECK-NEXT: [[B:%.*]] = extractelement <2 x i16> %v, i32 1
; CHECK-NEXT: [[Y:%.*]] = add i16 [[B]], 7
; CHECK-NEXT: insertelement <2 x i16> [[R]], i16 [[Y]], i32 1
; CHECK-COUNT-3: add i16 {{.*}}, -{{[123]}}
; CHECK-COUNT-2: call i16 @llvm.uadd.sat.i16(
; CHECK-COUNT-3: add i16
; CHECK: add <2 x i32>
; CHECK: ret void
define ptx_kernel void @sums(ptr addrspace(1) %o, <2 x i16> %v, <3 x i16> %w, <4 x i16> %x, <2 x i32> %y) {
  %sum = add <2 x i16> %v, <i16 4, i16 7>
  store volatile <2 x i16> %sum, ptr addrspace(1) %o
  %difference = sub <3 x i16> %w, <i16 1, i16 2, i16 3>
  store volatile <3 x i16> %difference, ptr addrspace(1) %o
  %saturated = call <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16> %v, <2 x i16> splat (i16 9))
  store volatile <2 x i16> %saturated, ptr addrspace(1) %o
  %total = call i16 @llvm.vector.reduce.add.v4i16(<4 x i16> %x)
  store volatile i16 %total, ptr addrspace(1) %o
  %words = add <2 x i32> %y, splat (i32 1)
  store volatile <2 x i32> %words, ptr addrspace(1) %o
  ret void
}
declare <2 x i16> @llvm.uadd.sat.v2i16(<2 x i16>, <2 x i16>)
declare i16 @llvm.vector.reduce.add.v4i16(<4 x i16>)
