; RUN: -O0 --print-after=inline-assembly %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A barrier for the compiler alone goes; any other assembly is an error (error-inline-assembly.ll).
; CHECK: store i32 %x, ptr addrspace(1) %p
; CHECK-NEXT: store i32 2, ptr addrspace(1) %p
; Values that it gives back are those that it takes.
; CHECK-NEXT: store i32 %x, ptr addrspace(1) %p
; CHECK: insertvalue { i32, float } poison, i32 %x, 0
; CHECK: insertvalue { i32, float } %{{.*}}, float %f, 1
; CHECK: store volatile float %b1, ptr addrspace(1) %q
; CHECK-NOT: asm
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x, ptr addrspace(1) %q, float %f) {
  store i32 %x, ptr addrspace(1) %p
  call void asm sideeffect "", "~{memory}"()
  store i32 2, ptr addrspace(1) %p
  %r = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %x)
  store i32 %r, ptr addrspace(1) %p
  %b = call { i32, float } asm sideeffect "// both\0A ; of them", "=r,=r,r,0,1"(ptr addrspace(1) %p, i32 %x, float %f)
  %b0 = extractvalue { i32, float } %b, 0
  %b1 = extractvalue { i32, float } %b, 1
  store volatile i32 %b0, ptr addrspace(1) %p
  store volatile float %b1, ptr addrspace(1) %q
  ret void
}
