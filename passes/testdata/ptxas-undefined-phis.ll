; RUN: -O0 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-undefined-phis %s
target triple = "nvptx64-nvidia-cuda"
; ptxas takes a PHI with an undefined value for the value of its other edges, and reads it before it has been computed.
; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK: %old = phi i32 [ 0, %entry ], [ %index, %latch ]
; CHECK: %index = phi i32 [ %old, %head ], [ %new, %body ]
; CHECK: %pair = phi <2 x float> [ zeroinitializer, %head ], [ %both, %body ]
define ptx_kernel void @loop(ptr addrspace(1) %o, i32 %n, i1 %computed, <2 x float> %both) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %old = phi i32 [ undef, %entry ], [ %index, %latch ]
  %known = phi i1 [ %computed, %entry ], [ true, %latch ]
  br i1 %known, label %latch, label %body
body:
  %new = urem i32 %n, 33
  br label %latch
latch:
  %index = phi i32 [ %old, %head ], [ %new, %body ]
  %pair = phi <2 x float> [ poison, %head ], [ %both, %body ]
  %p = getelementptr i32, ptr addrspace(1) %o, i32 %index
  store volatile i32 %i, ptr addrspace(1) %p
  store volatile <2 x float> %pair, ptr addrspace(1) %o
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %done
done:
  ret void
}
