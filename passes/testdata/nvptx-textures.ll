; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-textures %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2 --emit=asm
; WANT: \.entry k\$objects\(
target triple = "nvptx64-nvidia-cuda"

; A kernel that samples the driver's objects, or calls a function where there is none, has a variant without the call.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: br i1
; CHECK: call {{.*}}@software(
; CHECK-LABEL: define ptx_kernel void @other(
; CHECK-LABEL: define ptx_kernel void @"k$objects"(
; CHECK-NOT: br i1
; CHECK-NOT: @software
; CHECK: asm "tex.2d
; CHECK: ret void
; One that calls something else, too, has none.
; CHECK-NOT: @"other$objects"
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %t, float %x) {
entry:
  %at = getelementptr i8, ptr addrspace(1) %t, i64 88
  %o = load i64, ptr addrspace(1) %at, !invariant.load !0
  %none = icmp eq i64 %o, 0
  br i1 %none, label %soft, label %hard
soft:
  %s = call float @software(ptr addrspace(1) %t, float %x)
  br label %end
hard:
  %r = call { i32, i32, i32, i32 } asm "tex.2d.v4.u32.f32 {$0, $1, $2, $3}, [$4, {$5, $6}]; // of a description", "=r,=r,=r,=r,l,f,f"(i64 %o, float %x, float 0.5)
  %i = extractvalue { i32, i32, i32, i32 } %r, 0
  %h = bitcast i32 %i to float
  br label %end
end:
  %v = phi float [ %s, %soft ], [ %h, %hard ]
  store float %v, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @other(ptr addrspace(1) %p, ptr addrspace(1) %t, float %x) {
entry:
  %at = getelementptr i8, ptr addrspace(1) %t, i64 88
  %o = load i64, ptr addrspace(1) %at, !invariant.load !0
  %none = icmp eq i64 %o, 0
  br i1 %none, label %end, label %hard
hard:
  %r = call { i32, i32, i32, i32 } asm "tex.2d.v4.u32.f32 {$0, $1, $2, $3}, [$4, {$5, $6}]; // of a description", "=r,=r,=r,=r,l,f,f"(i64 %o, float %x, float 0.5)
  %i = extractvalue { i32, i32, i32, i32 } %r, 0
  %h = bitcast i32 %i to float
  store float %h, ptr addrspace(1) %p
  br label %end
end:
  %s = call float @software(ptr addrspace(1) %t, float %x)
  %q = getelementptr float, ptr addrspace(1) %p, i64 1
  store float %s, ptr addrspace(1) %q
  ret void
}
define internal float @software(ptr addrspace(1) %t, float %x) noinline {
  %v = load volatile float, ptr addrspace(1) %t
  %w = fadd float %v, %x
  ret float %w
}
!0 = !{}
