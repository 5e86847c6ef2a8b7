; RUN: -O1 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --print-after=amdgcn-traps %s
; LINK: --target=amdgcn-amd-amdhsa --cpu=gfx1100 -O1 --emit=obj
target triple = "amdgcn-amd-amdhsa"
; One trap for a function, in its last block.
; CHECK-LABEL: define {{.*}}amdgpu_kernel void @k(
; CHECK-NOT: @llvm.trap
; CHECK: trap:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK-NEXT: }
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b) {
  %c = icmp eq i32 %a, 1
  br i1 %c, label %one, label %next
one:
  call void @llvm.trap()
  unreachable
next:
  store volatile i32 5, ptr addrspace(1) %p
  %d = icmp eq i32 %b, 1
  br i1 %d, label %two, label %done
two:
  call void @llvm.trap()
  unreachable
done:
  store volatile i32 6, ptr addrspace(1) %p
  ret void
}
