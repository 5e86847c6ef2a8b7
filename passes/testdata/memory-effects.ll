; RUN: -O0 --emit=asm %s
; LINK: --target=spirv64-unknown-unknown -O0 --emit=asm
; WANT: %read = OpFunction %float None
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A function that reads memory is not "Const", which would let a device leave out the
; stores in front of a call.
; CHECK-NOT: OpFunction {{.*}}Const
; CHECK: OpFunctionCall
; CHECK-NOT: OpFunction {{.*}}Const
define internal spir_func float @read(ptr addrspace(1) %p) noinline memory(argmem: read) {
  %q = getelementptr float, ptr addrspace(1) %p, i64 3
  %v = load float, ptr addrspace(1) %q
  ret float %v
}
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %q = getelementptr float, ptr addrspace(1) %p, i64 3
  store float 2.0, ptr addrspace(1) %q
  %v = call spir_func float @read(ptr addrspace(1) %p)
  store float %v, ptr addrspace(1) %o
  ret void
}
