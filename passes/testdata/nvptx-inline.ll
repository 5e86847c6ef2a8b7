; RUN: -O3 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-inline %s
target triple = "nvptx64-nvidia-cuda"
; A function over arrays is inlined before its loops are unrolled; one that the source keeps, one without
; pointers and a recursive one are left to LLVM.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NOT: call void @sum(
; CHECK: call void @kept(
; CHECK: call i32 @scalar(
; CHECK: call void @again(
; CHECK-NOT: define internal void @sum(
define internal void @sum(ptr %a, ptr %out) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %p = getelementptr i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %t = add i32 %s, %v
  %n = add i64 %i, 1
  %more = icmp ne i64 %n, 64
  br i1 %more, label %loop, label %done
done:
  store i32 %t, ptr %out
  ret void
}
define internal void @kept(ptr %a) noinline {
  store volatile i32 1, ptr %a
  ret void
}
define internal i32 @scalar(i32 %x) {
  %y = mul i32 %x, %x
  ret i32 %y
}
define internal void @again(ptr %a, i32 %n) {
  %z = icmp eq i32 %n, 0
  br i1 %z, label %end, label %go
go:
  store volatile i32 %n, ptr %a
  %m = sub i32 %n, 1
  call void @again(ptr %a, i32 %m)
  br label %end
end:
  ret void
}
define ptx_kernel void @k(ptr addrspace(1) %to, i32 %x) {
  %a = alloca [64 x i32]
  %r = alloca i32
  store i32 %x, ptr %a
  call void @sum(ptr %a, ptr %r)
  call void @kept(ptr %a)
  %y = call i32 @scalar(i32 %x)
  call void @again(ptr %a, i32 %y)
  %v = load i32, ptr %r
  store i32 %v, ptr addrspace(1) %to
  ret void
}
