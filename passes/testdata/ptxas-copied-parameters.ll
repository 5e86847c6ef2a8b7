; RUN: -O0 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-copied-parameters %s
target triple = "nvptx64-nvidia-cuda"
; ptxas can read something else where the address of a parameter is taken.
; CHECK-LABEL: define internal i32 @written(
; CHECK-SAME: ptr byval([2 x i32]) align 4 [[P:%[^)]*]])
; CHECK: [[COPY:%.*]] = alloca [2 x i32], align 4
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 [[COPY]], ptr align 4 [[P]], i64 8, i1 false)
; CHECK: [[Q:%.*]] = getelementptr i8, ptr [[COPY]], i64 4
; CHECK-NEXT: store i32 1, ptr [[Q]]
; CHECK: load i32, ptr [[COPY]]
; CHECK-LABEL: define internal i32 @read(
; CHECK: [[C:%.*]] = alloca [2 x i32], align 4
; CHECK: load i32, ptr [[C]]
define ptx_kernel void @k(ptr addrspace(1) %o, ptr byval([2 x i32]) align 4 %s) {
  %a = call i32 @written(ptr byval([2 x i32]) align 4 %s)
  store volatile i32 %a, ptr addrspace(1) %o
  %b = call i32 @read(ptr byval([2 x i32]) align 4 %s)
  store volatile i32 %b, ptr addrspace(1) %o
  ret void
}
define internal i32 @written(ptr byval([2 x i32]) align 4 %p) noinline optnone {
  %q = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %q, align 4
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define internal i32 @read(ptr byval([2 x i32]) align 4 %p) noinline optnone {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
