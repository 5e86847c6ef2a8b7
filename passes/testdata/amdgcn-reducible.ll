; RUN: -O0 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --only=amdgcn-reducible --print-after=amdgcn-reducible %s
; LINK: --target=amdgcn-amd-amdhsa --cpu=gfx1100 -O1 --emit=obj
target triple = "amdgcn-amd-amdhsa"
; Both PHIs keep the value of the edge from %b to %c.
; CHECK-LABEL: define amdgpu_kernel void @k(
; CHECK: b:
; CHECK: br i1 %again, label %{{.*}}, label %[[EDGE:edge.*]]
; CHECK: [[EDGE]]:
; CHECK-NEXT: br label %irr.guard
; CHECK: irr.guard:
; CHECK: phi i32 {{.*}}[ %y, %[[EDGE]] ]
; A loop with one entry stays.
; CHECK-LABEL: define amdgpu_kernel void @one(
; CHECK-NEXT: br label %a
; CHECK-NOT: guard
; CHECK: ret void
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n, i1 %c, i1 %middle) {
  br i1 %c, label %a, label %other
other:
  br i1 %middle, label %b, label %c3
a:
  %x = phi i32 [ 0, %0 ], [ %y, %b ], [ %z, %c3 ]
  %x1 = add i32 %x, 1
  br label %b
b:
  %v = phi i32 [ %x1, %a ], [ 3, %other ]
  %y = mul i32 %v, 5
  %again = icmp slt i32 %y, %n
  br i1 %again, label %a, label %c3
c3:
  %w = phi i32 [ %y, %b ], [ 7, %other ]
  %z = add i32 %w, 2
  %more = icmp slt i32 %z, %n
  br i1 %more, label %a, label %end
end:
  store i32 %z, ptr addrspace(1) %p
  ret void
}
define amdgpu_kernel void @one(ptr addrspace(1) %p, i32 %n) {
  br label %a
a:
  %x = phi i32 [ 0, %0 ], [ %y, %a ]
  %y = add i32 %x, 1
  %more = icmp slt i32 %y, %n
  br i1 %more, label %a, label %end
end:
  store i32 %y, ptr addrspace(1) %p
  ret void
}
