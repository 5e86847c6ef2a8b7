; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-if-conversion %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2 --emit=asm
; WANT: selp
target triple = "nvptx64-nvidia-cuda"

; The merge of two lists: what advances is selected, though three blocks join.
; CHECK-LABEL: define ptx_kernel void @merge(
; CHECK: loop:
; CHECK: icmp eq i32
; CHECK: br i1 {{.*}}, label %both, label %
; CHECK: both:
; CHECK: zext i1 {{.*}} to i32
; CHECK-NOT: br i1
; CHECK: zext i1 {{.*}} to i32
; CHECK-NOT: br i1
; CHECK: join:
define ptx_kernel void @merge(ptr noalias readonly %a, ptr %out, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %in, %join ]
  %j = phi i32 [ 0, %entry ], [ %jn, %join ]
  %s = phi i32 [ 0, %entry ], [ %sn, %join ]
  %pi = getelementptr i32, ptr %a, i32 %i
  %pj = getelementptr i32, ptr %a, i32 %j
  %x = load i32, ptr %pi
  %y = load i32, ptr %pj
  %same = icmp eq i32 %x, %y
  br i1 %same, label %both, label %differ
both:
  %s1 = mul i32 %s, 3
  store i32 %s1, ptr %out
  %i1 = add i32 %i, 1
  %j1 = add i32 %j, 1
  br label %join
differ:
  %less = icmp slt i32 %x, %y
  br i1 %less, label %left, label %right
left:
  %i2 = add i32 %i, 1
  br label %join
right:
  %j2 = add i32 %j, 1
  br label %join
join:
  %in = phi i32 [ %i1, %both ], [ %i2, %left ], [ %i, %right ]
  %jn = phi i32 [ %j1, %both ], [ %j, %left ], [ %j2, %right ]
  %sn = phi i32 [ %s1, %both ], [ %s, %left ], [ %s, %right ]
  %mi = icmp slt i32 %in, %m
  %nj = icmp slt i32 %jn, %n
  %more = and i1 %mi, %nj
  br i1 %more, label %loop, label %end
end:
  store i32 %sn, ptr %out
  ret void
}

; A side with a store stays one.
; CHECK-LABEL: define ptx_kernel void @stores(
; CHECK: br i1 {{.*}}, label %left
; CHECK: left:
; CHECK: store i32 5
define ptx_kernel void @stores(ptr %out, i32 %n, i32 %m) {
entry:
  %c = icmp eq i32 %n, 0
  br i1 %c, label %other, label %head
other:
  %k = load i32, ptr %out
  store i32 9, ptr %out
  br label %join
head:
  %d = icmp slt i32 %n, %m
  br i1 %d, label %left, label %right
left:
  store i32 5, ptr %out
  br label %join
right:
  %r = add i32 %m, 1
  br label %join
join:
  %v = phi i32 [ %k, %other ], [ %n, %left ], [ %r, %right ]
  %p = getelementptr i32, ptr %out, i32 1
  store i32 %v, ptr %p
  ret void
}
; The two smallest numbers and an index: three values, of which LLVM joins two at most by selects.
; CHECK-LABEL: define ptx_kernel void @smallest(
; CHECK-NOT: br i1
; CHECK: select
; CHECK: select
; CHECK: ret void
define ptx_kernel void @smallest(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %k) {
entry:
  %x = load volatile float, ptr addrspace(1) %p
  %a = load volatile float, ptr addrspace(1) %p
  %b = load volatile float, ptr addrspace(1) %p
  %first = fcmp olt float %x, %a
  br i1 %first, label %join, label %else
else:
  %second = fcmp olt float %x, %b
  br i1 %second, label %then, label %join
then:
  br label %join
join:
  %least = phi float [ %x, %entry ], [ %a, %else ], [ %a, %then ]
  %next = phi float [ %a, %entry ], [ %b, %else ], [ %x, %then ]
  %i = phi i32 [ %k, %entry ], [ 0, %else ], [ 0, %then ]
  store volatile float %least, ptr addrspace(1) %o
  store volatile float %next, ptr addrspace(1) %o
  store volatile i32 %i, ptr addrspace(1) %o
  ret void
}
; A condition is tested with the one before it, though it takes a product and a sum.
; CHECK-LABEL: define ptx_kernel void @bounded(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: load volatile float, ptr addrspace(1) %p
; CHECK-NOT: br i1
; CHECK: ret void
define ptx_kernel void @bounded(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %x, i32 %n, i32 %row) {
entry:
  %low = icmp slt i32 %x, 0
  br i1 %low, label %join, label %inner
inner:
  %m = mul i32 %x, %row
  %i = sub i32 %m, %x
  %high = icmp sge i32 %i, %n
  br i1 %high, label %join, label %then
then:
  %v = load volatile float, ptr addrspace(1) %p
  br label %join
join:
  %r = phi float [ 0.0, %entry ], [ 0.0, %inner ], [ %v, %then ]
  store volatile float %r, ptr addrspace(1) %o
  ret void
}
