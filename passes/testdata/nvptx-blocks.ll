; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-blocks %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 -O2 --emit=asm
; WANT: st\.(local\.)?v2\.b64
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; A local array is filled by 16 bytes at a time, the longest ones in a loop.
; CHECK-LABEL: define ptx_kernel void @fill(
; CHECK: store <2 x i64> zeroinitializer, ptr {{.*}}, align 16
; CHECK: store <2 x i64> zeroinitializer, ptr {{.*}}, align 16
; CHECK: store i32 0, ptr {{.*}}, align 4
; CHECK: phi i64 [ 0, %{{.*}} ], [ [[N:%.*]], %{{.*}} ]
; CHECK: store <2 x i64> splat (i64 -1), ptr {{.*}}, align 16
; CHECK: [[N]] = add i64 {{.*}}, 16
; CHECK: icmp ne i64 [[N]], 4096
; CHECK-NOT: call void @llvm.memset
; CHECK: ret void
define ptx_kernel void @fill(ptr addrspace(1) %out, i64 %k) {
  %a = alloca [65 x i32], align 16
  %b = alloca [4096 x i8], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %a, i8 0, i64 260, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %b, i8 -1, i64 4096, i1 false)
  %p = getelementptr i32, ptr %a, i64 %k
  %q = getelementptr i8, ptr %b, i64 %k
  store volatile i32 1, ptr %p
  store volatile i8 2, ptr %q
  %v = load volatile i32, ptr %a
  %w = load volatile i8, ptr %b
  store i32 %v, ptr addrspace(1) %out
  store i8 %w, ptr addrspace(1) %out
  ret void
}
; A copy has its loads first; one of unknown alignment and one of unknown size stay.
; CHECK-LABEL: define ptx_kernel void @copy(
; CHECK: load i64, ptr {{.*}}, align 8
; CHECK: load i64, ptr {{.*}}, align 8
; CHECK: store i64 {{.*}}, ptr {{.*}}, align 8
; CHECK: call void @llvm.memcpy.p{{[01]}}.p{{[01]}}.i64({{.*}}align 1 {{.*}}, i64 256, i1 false)
; CHECK: call void @llvm.memcpy.p{{[01]}}.p{{[01]}}.i64({{.*}}, i64 %n, i1 false)
define ptx_kernel void @copy(ptr %d, ptr %s, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %d, ptr align 8 %s, i64 256, i1 false)
  fence seq_cst
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %d, ptr align 1 %s, i64 256, i1 false)
  fence seq_cst
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %d, ptr align 8 %s, i64 %n, i1 false)
  ret void
}
; The assignment of a float4, and of a structure of three ints aligned like it.
; CHECK-LABEL: define ptx_kernel void @assign(
; CHECK: [[A:%.*]] = load <2 x i64>, ptr {{.*}}, align 16
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: store <2 x i64> [[A]], ptr {{.*}}, align 16
; CHECK: [[B:%.*]] = load i64, ptr {{.*}}, align 8
; CHECK: [[C:%.*]] = load i32, ptr {{.*}}, align 4
; CHECK: store i64 [[B]], ptr {{.*}}, align 8
; CHECK: store i32 [[C]], ptr {{.*}}, align 4
; CHECK-NOT: call void @llvm.memcpy
; CHECK: ret void
define ptx_kernel void @assign(ptr %d, ptr %s) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %d, ptr align 16 %s, i64 16, i1 false)
  fence seq_cst
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %d, ptr align 16 %s, i64 12, i1 false)
  ret void
}
