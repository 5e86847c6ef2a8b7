// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import (
	"strings"
	"testing"
)

const waitSPIRV = `
OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
OpDecorate %k LinkageAttributes "k" Export
%uint = OpTypeInt 32 0
%void = OpTypeVoid
%bool = OpTypeBool
%ptr = OpTypePointer CrossWorkgroup %uint
%kt = OpTypeFunction %void %ptr
%device = OpConstant %uint 1
%acquire = OpConstant %uint 2
%mine = OpConstant %uint 4
%zero = OpConstant %uint 0
%k = OpFunction %void None %kt
%p = OpFunctionParameter %ptr
%entry = OpLabel
OpBranch %wait
%wait = OpLabel
%v = OpAtomicLoad %uint %p %device %acquire
%no = OpIEqual %bool %v %zero
OpBranchConditional %no %again %go
%again = OpLabel
OpMemoryBarrier SCOPE %acquire
OpBranch %wait
%go = OpLabel
OpMemoryBarrier %device %acquire
OpReturn
OpFunctionEnd
`

// TestYields: the mark of a waiting loop becomes a call of the processor's, in a function
// that is not inlined; barriers of wider scopes stay.
func TestYields(t *testing.T) {
	for scope, calls := range map[string]int{"%mine": 1, "%device": 0} {
		il := tool(t, []byte(strings.Replace(waitSPIRV, "SCOPE", scope, 1)), "spirv-as", "--target-env", "spv1.2", "-o", "-")
		out, err := Yields(il)
		if err != nil {
			t.Fatal(err)
		}
		words, err := decode(out)
		if err != nil {
			t.Fatal(err)
		}
		count := map[uint32]int{}
		for at := header; at < len(words); at += int(words[at] >> 16) {
			in := words[at : at+int(words[at]>>16)]
			count[in[0]&0xffff]++
			if in[0]&0xffff == opAsmINTEL && (wordString(in[5:]) != yieldAssembly || !strings.Contains(string(out), yieldConstraints)) {
				t.Errorf("the assembly is %q", wordString(in[5:]))
			}
		}
		for op, want := range map[uint32]int{
			opMemoryBarrier: 2 - calls, opFunctionCall: calls, opAsmTargetINTEL: calls, opAsmINTEL: calls,
			opAsmCallINTEL: calls, opFunction: 1 + calls, opExtension: calls, opCapability: 3 + calls,
		} {
			if count[op] != want {
				t.Errorf("mark of scope %s: %d instructions %d, want %d", scope, count[op], op, want)
			}
		}
	}
}
