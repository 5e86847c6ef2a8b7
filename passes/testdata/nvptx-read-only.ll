; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-read-only %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2 --emit=asm
; WANT: ld\.global\.nc
target triple = "nvptx64-nvidia-cuda"

; A test of the alignment does not make memory that is only read other than that.
; CHECK-LABEL: define ptx_kernel void @aligned(
; CHECK-SAME: ptr noalias {{[^,]*}}readonly{{[^,]*}}, ptr noalias {{[^,]*}}%q)
define ptx_kernel void @aligned(ptr noalias %p, ptr noalias %q) {
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %ab = or i64 %a, %b
  %low = and i64 %ab, 15
  %ok = icmp eq i64 %low, 0
  br i1 %ok, label %wide, label %narrow
wide:
  %v = load <2 x i64>, ptr %p, align 16
  store <2 x i64> %v, ptr %q, align 16
  ret void
narrow:
  %w = load i32, ptr %p, align 4
  store i32 %w, ptr %q, align 4
  ret void
}

; One that is kept, comes back as an address, or may be another pointer's, stays.
; CHECK-LABEL: define ptx_kernel void @written(
; CHECK-NOT: readonly
; CHECK: {
define ptx_kernel void @written(ptr noalias %p, ptr noalias %q, ptr %r) {
  %a = ptrtoint ptr %p to i64
  store i64 %a, ptr %q
  %b = ptrtoint ptr %q to i64
  %c = add i64 %b, 64
  %d = inttoptr i64 %c to ptr
  store i32 1, ptr %d
  %e = ptrtoint ptr %r to i64
  %g = and i64 %e, 4
  %h = icmp eq i64 %g, 0
  %v = load i32, ptr %r
  %w = select i1 %h, i32 %v, i32 0
  store i32 %w, ptr %q
  ret void
}
