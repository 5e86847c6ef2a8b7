; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-masks %s
; PASS: ptxas-recursive-calls
target triple = "nvptx64-nvidia-cuda"
; Lanes wait for one another after a call of a recursive function, except in that function.
; CHECK-LABEL: define internal {{.*}}i32 @factorial(
; CHECK-NOT: bar.warp.sync
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
; CHECK: call {{.*}}i32 @factorial(
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1), !gohip.reconverges
; CHECK: [[SOME:%.*]] = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
; CHECK: call {{.*}}i32 @factorial(
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 %{{.*}}), !gohip.reconverges
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
