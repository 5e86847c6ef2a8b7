; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-local-tables %s
target triple = "nvptx64-nvidia-cuda"
; An array of constants is one. What is not assigned is zero.
; CHECK: @table = internal unnamed_addr addrspace(1) constant [4 x i32] [i32 31, i32 28, i32 0, i32 30]
; CHECK-LABEL: define ptx_kernel void @all(
; CHECK-NOT: alloca
; CHECK: [[A:%.*]] = getelementptr inbounds [4 x i32], ptr addrspace(1) @table, i64 0, i64 %i
; CHECK: load i32, ptr addrspace(1) [[A]]
define ptx_kernel void @all(ptr addrspace(1) %p, i64 %i) {
  %t = alloca [4 x i32], align 16
  store i32 31, ptr %t
  %t1 = getelementptr inbounds [4 x i32], ptr %t, i64 0, i64 1
  store i32 28, ptr %t1
  %t3 = getelementptr inbounds i8, ptr %t, i64 12
  store i32 30, ptr %t3
  %a = getelementptr inbounds [4 x i32], ptr %t, i64 0, i64 %i
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}
; One that is read between the assignments is not.
; CHECK-LABEL: define ptx_kernel void @early(
; CHECK: alloca
define ptx_kernel void @early(ptr addrspace(1) %p, i64 %i) {
  %t = alloca [2 x i32]
  store i32 31, ptr %t
  %a = getelementptr inbounds [2 x i32], ptr %t, i64 0, i64 %i
  %v = load i32, ptr %a
  %t1 = getelementptr inbounds [2 x i32], ptr %t, i64 0, i64 1
  store i32 28, ptr %t1
  %w = load i32, ptr %a
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %p
  ret void
}
; Nor is one that is assigned in two places, or to which a variable is assigned.
; CHECK-LABEL: define ptx_kernel void @later(
; CHECK: alloca
; CHECK: alloca
define ptx_kernel void @later(ptr addrspace(1) %p, i64 %i, i1 %c, i32 %x) {
entry:
  %t = alloca [2 x i32]
  %u = alloca [2 x i32]
  store i32 31, ptr %t
  store i32 %x, ptr %u
  br i1 %c, label %more, label %end
more:
  %t1 = getelementptr inbounds [2 x i32], ptr %t, i64 0, i64 1
  store i32 28, ptr %t1
  br label %end
end:
  %a = getelementptr inbounds [2 x i32], ptr %t, i64 0, i64 %i
  %v = load i32, ptr %a
  %b = getelementptr inbounds [2 x i32], ptr %u, i64 0, i64 %i
  %w = load i32, ptr %b
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %p
  ret void
}
