; RUN: -O0 --emit=asm %s
; PASS: finish-kernels
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.S = type { ptr addrspace(4), i32, i8 }
; The layout is that of HIP's kernarg buffer; hidden arguments follow at 8 bytes.
; CHECK: OpModuleProcessed "gohip.v1 module {\"target\":\"spirv64-unknown-unknown\",\"segment_size\":40,\"segment_align\":16,\"features\":[\"fp64\",\"int64_atomics\"]}"
; CHECK: gohip.v1 kernel {\".name\":\"k\",\".symbol\":\"k\",\".args\":[
; CHECK-SAME: {\".offset\":0,\".size\":8,\".value_kind\":\"global_buffer\",\".address_space\":\"global\"},
; CHECK-SAME: {\".offset\":8,\".size\":16,\".value_kind\":\"by_value\",\".value_type\":\"struct\"},
; CHECK-SAME: {\".offset\":24,\".size\":1,\".value_kind\":\"by_value\",\".value_type\":\"i8\"},
; CHECK-SAME: {\".offset\":26,\".size\":2,\".value_kind\":\"by_value\",\".value_type\":\"i16\"},
; CHECK-SAME: {\".offset\":32,\".size\":16,\".value_kind\":\"by_value\",\".value_type\":\"struct\"},
; CHECK-SAME: {\".offset\":48,\".size\":8,\".value_kind\":\"hidden_gohip_segment\",\".address_space\":\"global\"}]
; CHECK-SAME: \".kernarg_segment_size\":56,\".group_segment_fixed_size\":64,\".max_flat_workgroup_size\":128,\".reqd_workgroup_size\":[64,2,1],
; CHECK-SAME: \"features\":[\"fp64\",\"int64_atomics\"]
; CHECK: gohip.v1 global {\".name\":\"a\",\".offset\":0,\".size\":4,\".align\":4,\"constant\":false,\"managed\":false}
; CHECK: gohip.v1 global {\".name\":\"p\",\".offset\":8,\".size\":8,\".align\":8,\"constant\":false,\"managed\":false}
; CHECK: gohip.v1 global {\".name\":\"t\",\".offset\":16,\".size\":16,\".align\":16,\"constant\":true,\"managed\":false}
; CHECK: gohip.v1 global {\".name\":\"m\",\".offset\":32,\".size\":8,\".align\":8,\"constant\":false,\"managed\":false}
; CHECK: gohip.v1 data {\".offset\":0,\"base64\":\"BQAAAAAAAAAAAAAAAAAAAAEAAAACAAAAAAAAAAQ=\"}
; CHECK: gohip.v1 reloc {\".offset\":8,\"target\":24}
@a = addrspace(1) externally_initialized global i32 5, align 4
@p = addrspace(1) externally_initialized global ptr addrspace(4) getelementptr (i8, ptr addrspace(4) addrspacecast (ptr addrspace(1) @t to ptr addrspace(4)), i64 8), align 8
@t = addrspace(1) externally_initialized constant [4 x i32] [i32 1, i32 2, i32 0, i32 4], align 4
@m = addrspace(1) externally_initialized global i64 0, align 8
@s = internal addrspace(3) global [16 x i32] undef, align 4
define spir_kernel void @k(ptr addrspace(1) %o, ptr byval(%struct.S) align 8 %v, i1 zeroext %b, i16 signext %h, <4 x float> %f) !reqd_work_group_size !0 {
  %x = load i32, ptr addrspace(1) @a
  store i32 %x, ptr addrspace(3) @s
  %d = sitofp i32 %x to double
  store double %d, ptr addrspace(1) %o
  %old = atomicrmw add ptr addrspace(1) @m, i64 1 monotonic
  ret void
}
!0 = !{i32 64, i32 2, i32 1}
