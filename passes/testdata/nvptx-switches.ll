; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-switches %s
target triple = "nvptx64-nvidia-cuda"
; The weights follow the values; those of the source stay.
; CHECK-LABEL: define ptx_kernel void @cases(
; CHECK: switch i32 %x
; CHECK: ], !prof [[EVEN:![0-9]+]]
; CHECK: switch i32 %y
; CHECK: ], !prof [[OWN:![0-9]+]]
; CHECK: [[EVEN]] = !{!"branch_weights", i32 1000000, i32 1000001, i32 1000003, i32 1000002}
; CHECK: [[OWN]] = !{!"branch_weights", i32 1, i32 7, i32 3}
define ptx_kernel void @cases(ptr addrspace(1) %o, i32 %x, i32 %y) {
  switch i32 %x, label %d [ i32 8, label %c
                            i32 -4, label %a
                            i32 0, label %b ]
a:
  store volatile i32 1, ptr addrspace(1) %o
  br label %d
b:
  store volatile i32 2, ptr addrspace(1) %o
  br label %d
c:
  store volatile i32 3, ptr addrspace(1) %o
  br label %d
d:
  switch i32 %y, label %f [ i32 5, label %e
                            i32 2, label %g ], !prof !0
e:
  store volatile i64 4, ptr addrspace(1) %o
  br label %f
g:
  store volatile i16 4, ptr addrspace(1) %o
  br label %f
f:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 7, i32 3}
