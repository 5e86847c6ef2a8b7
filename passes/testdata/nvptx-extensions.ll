; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --only=nvptx-extensions --print-after=nvptx-extensions %s
target triple = "nvptx64-nvidia-cuda"
; The extension of a loaded index stays in the block of the address, and one beside its load is left.
; CHECK-LABEL: define ptx_kernel void @gather(
; CHECK: %i = load volatile i32
; CHECK-NEXT: br i1
; CHECK: [[F:%.*]] = freeze i32 %i
; CHECK-NEXT: sext i32 [[F]] to i64
; CHECK-LABEL: define ptx_kernel void @near(
; CHECK-NOT: freeze
; CHECK: ret void
define ptx_kernel void @gather(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
  %i = load volatile i32, ptr addrspace(1) %p
  br i1 %c, label %yes, label %no
yes:
  %w = sext i32 %i to i64
  %a = getelementptr i32, ptr addrspace(1) %q, i64 %w
  store volatile i32 0, ptr addrspace(1) %a
  br label %no
no:
  ret void
}
define ptx_kernel void @near(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %i = load volatile i32, ptr addrspace(1) %p
  %w = sext i32 %i to i64
  %a = getelementptr i32, ptr addrspace(1) %q, i64 %w
  store volatile i32 0, ptr addrspace(1) %a
  ret void
}
