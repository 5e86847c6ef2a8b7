; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=ptxas-loop-exits %s
target triple = "nvptx64-nvidia-cuda"
; Lanes that leave a loop in different iterations wait for one another before the next call of a function,
; and not where all leave it in the same one, or where some lanes do not come.
@sum = internal addrspace(1) global i32 0
; CHECK-LABEL: define internal {{.*}}i32 @f(
; CHECK-NOT: bar.warp.sync
define internal i32 @f(i32 %n) noinline {
  store volatile i32 %n, ptr addrspace(1) @sum
  ret i32 %n
}
; CHECK-LABEL: define ptx_kernel void @divergent(
; CHECK: end:
; CHECK: [[LT:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()
; CHECK-NEXT: [[GE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.lanemask.ge()
; CHECK-NEXT: [[M:%.*]] = or i32 [[LT]], [[GE]]
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[M]])
; CHECK-NEXT: {{.*}}call {{.*}}i32 @f(
; CHECK-NOT: bar.warp.sync
; CHECK: last:
; CHECK: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @divergent(ptr addrspace(1) %o, i32 %c) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  store volatile i32 %i, ptr addrspace(1) %o
  %j = add i32 %i, 1
  %more = icmp ult i32 %i, %t
  br i1 %more, label %loop, label %end
end:
  %a = call i32 @f(i32 %t)
  %b = call i32 @f(i32 %a)
  %few = icmp ult i32 %t, 7
  br i1 %few, label %some, label %last
some:
  %d = call i32 @f(i32 %b)
  store volatile i32 %d, ptr addrspace(1) %o
  br label %last
last:
  %e = call i32 @f(i32 %b)
  store volatile i32 %e, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define ptx_kernel void @uniform(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @uniform(ptr addrspace(1) %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  store volatile i32 %i, ptr addrspace(1) %o
  %j = add i32 %i, 1
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  %a = call i32 @f(i32 %t)
  store volatile i32 %a, ptr addrspace(1) %o
  ret void
}
; One that holds a lock does not wait for those that wait for it.
@lock = internal addrspace(1) global i32 0
; CHECK-LABEL: define ptx_kernel void @locked(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @locked(ptr addrspace(1) %o) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %was = cmpxchg ptr addrspace(1) @lock, i32 0, i32 1 monotonic monotonic
  %mine = extractvalue { i32, i1 } %was, 1
  br i1 %mine, label %end, label %loop
end:
  %a = call i32 @f(i32 %t)
  store volatile i32 %a, ptr addrspace(1) %o
  %out = atomicrmw xchg ptr addrspace(1) @lock, i32 0 monotonic
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
