; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=inline-private %s
; Calls that get the address of a stack variable are inlined where work-items synchronise, in other
; kernels and with other arguments the optimiser decides.
; CHECK-LABEL: define {{.*}}void @exchanges(
; CHECK: call void @fill(ptr %x) #[[A:[0-9]+]]
; CHECK: call void @fill(ptr %part) #[[A]]
; CHECK: call void @kept(ptr %x){{$}}
; CHECK: call void @fill(ptr %q){{$}}
; CHECK-LABEL: define {{.*}}void @alone(
; CHECK: call void @fill(ptr %x){{$}}
; CHECK: attributes #[[A]] = { alwaysinline }
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
define internal spir_func void @fill(ptr %p) {
  store volatile i32 1, ptr %p
  ret void
}
define internal spir_func void @kept(ptr %p) noinline {
  store volatile i32 1, ptr %p
  ret void
}
define spir_kernel void @exchanges(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %x = alloca [4 x i32]
  %part = getelementptr [4 x i32], ptr %x, i64 0, i64 2
  %q = addrspacecast ptr addrspace(1) %in to ptr
  call spir_func void @fill(ptr %x)
  call spir_func void @fill(ptr %part)
  call spir_func void @kept(ptr %x)
  call spir_func void @fill(ptr %q)
  %v = load volatile i32, ptr %x
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 1)
  store i32 %r, ptr addrspace(1) %out
  ret void
}
define spir_kernel void @alone(ptr addrspace(1) %out) {
  %x = alloca [4 x i32]
  call spir_func void @fill(ptr %x)
  %v = load volatile i32, ptr %x
  store i32 %v, ptr addrspace(1) %out
  ret void
}
