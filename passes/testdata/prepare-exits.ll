; RUN: -O1 --print-after=prepare-exits %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@word = internal addrspace(1) global i32 0
; What may end a work-item is inlined into the kernel; the function that notes why stays a call, and its
; body is kept apart under another name.
; CHECK: declare {{.*}}spir_func void @__gohip_stop(i32) #[[STOP:[0-9]+]]
; CHECK: define internal spir_func void @check(i1 %ok) #[[INLINE:[0-9]+]]
; CHECK: define {{.*}}spir_func void @__gohip_stop.body(i32 %why) #[[BODY:[0-9]+]]
; CHECK-NEXT: store i32 %why, ptr addrspace(1) @word
; CHECK-NEXT: ret void
; CHECK-DAG: attributes #[[STOP]] = { cold convergent noreturn nounwind }
; CHECK-DAG: attributes #[[INLINE]] = { alwaysinline }
; CHECK-DAG: attributes #[[BODY]] = { noinline nounwind }
define spir_func void @__gohip_stop(i32 %why) noreturn nounwind {
  store i32 %why, ptr addrspace(1) @word
  unreachable
}
define internal spir_func void @check(i1 %ok) {
  br i1 %ok, label %end, label %stop
stop:
  call spir_func void @__gohip_stop(i32 2)
  unreachable
end:
  ret void
}
define spir_kernel void @k(i32 %x) {
  %ok = icmp eq i32 %x, 3
  call spir_func void @check(i1 %ok)
  ret void
}
