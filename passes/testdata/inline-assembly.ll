; RUN: -O0 --print-after=inline-assembly %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A barrier for the compiler alone goes; any other assembly is an error (error-inline-assembly.ll).
; CHECK: store i32 %x, ptr addrspace(1) %p
; CHECK-NEXT: store i32 2, ptr addrspace(1) %p
; CHECK-NOT: asm
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  call void asm sideeffect "", "~{memory}"()
  store i32 2, ptr addrspace(1) %p
  ret void
}
