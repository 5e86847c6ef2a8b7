; RUN: --target=x86_64-unknown-linux-gnu --cpu=x86-64-v3 -O3 --print-after=image-records %s
; PASS: optimise-blocks
; PASS: retarget
; PASS: device-variables
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The triple is the processor's, variables are symbols with a record, which the host may write to,
; and the loop over work-items is vectorised.
; CHECK: target triple = "x86_64-unknown-linux-gnu"
; CHECK: module asm ".section .gohip,\22\22,@progbits"
; CHECK: module asm ".ascii \22gohip.v1 module {{{.*}}processor_features{{.*}}avx2{{.*}}
; CHECK: module asm {{.*}}gohip.v1 kernel {{{.*}}name{{.*}}:{{.*}}22k{{.*}}
; CHECK: module asm {{.*}}gohip.v1 global {{{.*}}name{{.*}}:{{.*}}22table{{.*}}
; CHECK: @table = {{.*}}externally_initialized global [2 x i32]
@table = addrspace(1) externally_initialized constant [2 x i32] [i32 1, i32 2]
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; CHECK-LABEL: define void @k(
; CHECK: load <{{[0-9]+}} x i32>
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) noalias %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %c = load i32, ptr addrspace(1) @table
  %s = add i32 %v, %c
  %q = getelementptr inbounds i32, ptr addrspace(1) %o, i64 %i
  store i32 %s, ptr addrspace(1) %q
  ret void
}
