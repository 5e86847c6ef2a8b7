; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-strides %s
target triple = "nvptx64-nvidia-cuda"

; A column is read through an address that the loop advances by a row, also where four steps are one iteration.
; CHECK-LABEL: define ptx_kernel void @column(
; CHECK: [[ROW:%.*]] = mul i64 {{.*}}, 4
; CHECK: [[FOUR:%.*]] = mul i64 [[ROW]], 4
; CHECK: [[P:%.*]] = phi ptr addrspace(1) {{.*}} [ [[NEXT:%.*]], %
; CHECK: load float, ptr addrspace(1) [[P]]
; CHECK: [[Q:%.*]] = getelementptr i8, ptr addrspace(1) [[P]], i64 [[ROW]]
; CHECK-NEXT: load float, ptr addrspace(1) [[Q]]
; CHECK: getelementptr i8, ptr addrspace(1) [[Q]], i64 [[ROW]]
; CHECK: [[NEXT]] = getelementptr i8, ptr addrspace(1) [[P]], i64 [[FOUR]]
; CHECK-NEXT: br
define ptx_kernel void @column(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i32 %n, i32 %rows, i32 %j) {
entry:
  %any = icmp sgt i32 %rows, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %m = mul nsw i32 %i, %n
  %x = add nsw i32 %m, %j
  %w = sext i32 %x to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %a
  %s1 = fadd float %s, %v
  %i1 = add nsw i32 %i, 1
  %more = icmp slt i32 %i1, %rows
  br i1 %more, label %loop, label %end
end:
  %r = phi float [ 0.0, %entry ], [ %s1, %loop ]
  store float %r, ptr addrspace(1) %q
  ret void
}

; A product that may overflow wraps in 32 bits: the addresses are not at equal distances.
; CHECK-LABEL: define ptx_kernel void @wraps(
; CHECK-NOT: phi ptr
; CHECK: ret void
define ptx_kernel void @wraps(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i32 %n, i32 %rows) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %m = mul i32 %i, %n
  %w = sext i32 %m to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %a
  %s1 = fadd float %s, %v
  %i1 = add nsw i32 %i, 1
  %more = icmp slt i32 %i1, %rows
  br i1 %more, label %loop, label %end
end:
  store float %s1, ptr addrspace(1) %q
  ret void
}

; Nor are two columns of an array that the loop writes to made independent of each other.
; CHECK-LABEL: define ptx_kernel void @written(
; CHECK-NOT: phi ptr
; CHECK: ret void
define ptx_kernel void @written(ptr addrspace(1) %p, i32 %n, i32 %rows, i32 %j, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %m = mul nsw i32 %i, %n
  %x = add nsw i32 %m, %j
  %w = sext i32 %x to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %w
  %v = load float, ptr addrspace(1) %a
  %y = add nsw i32 %m, %k
  %z = sext i32 %y to i64
  %b = getelementptr float, ptr addrspace(1) %p, i64 %z
  store float %v, ptr addrspace(1) %b
  %i1 = add nsw i32 %i, 1
  %more = icmp slt i32 %i1, %rows
  br i1 %more, label %loop, label %end
end:
  ret void
}
