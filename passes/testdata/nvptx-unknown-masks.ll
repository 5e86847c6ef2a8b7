; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-unknown-masks %s
target triple = "nvptx64-nvidia-cuda"
; ptxas leaves out a wait for all lanes that it sees, and one for a mask that lanes have waited for before.
define internal i32 @factorial(i32 %n) noinline {
  %end = icmp ult i32 %n, 2
  br i1 %end, label %one, label %more
one:
  ret i32 1
more:
  %m = add i32 %n, -1
  %f = call i32 @factorial(i32 %m)
  store volatile i32 %f, ptr addrspace(1) @sum
  %r = mul i32 %f, %n
  ret i32 %r
}
@sum = internal addrspace(1) global i32 0
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: [[LT:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
; CHECK: [[GE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
; CHECK: [[ALL:%.*]] = or i32 [[LT]], [[GE]]
; CHECK: [[CLOCK:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.clock()
; CHECK: [[NONE:%.*]] = and i32 [[LT]], [[GE]]
; CHECK: [[ZERO:%.*]] = and i32 [[NONE]], [[CLOCK]]
; CHECK: [[MASK:%.*]] = or i32 [[ALL]], [[ZERO]]
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[MASK]])
; CHECK-NOT: sync(i32 -1)
; CHECK: some:
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.clock()
; CHECK: [[MASK:%.*]] = or i32 %{{.*}}
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[MASK]])
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = call i32 @factorial(i32 %t)
  %c = icmp ult i32 %t, 7
  br i1 %c, label %some, label %end
some:
  %b = call i32 @factorial(i32 %a)
  store volatile i32 %b, ptr addrspace(1) %o
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store volatile i32 %a, ptr addrspace(1) %o
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
