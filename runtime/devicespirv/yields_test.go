// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"fmt"
	"strings"
	"testing"

	"gohipcc/spirv"
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

// TestYields checks that the mark of a waiting loop becomes a call in a function that is not
// inlined, and that barriers with wider scopes remain.
func TestYields(t *testing.T) {
	for _, c := range []struct {
		scope, arch string
		calls       int
	}{{"%mine", "amd64", 1}, {"%mine", "arm64", 1}, {"%device", "amd64", 0}, {"%mine", "mips64", 0}} {
		scope, calls, code := c.scope, c.calls, yields[c.arch]
		il := tool(t, []byte(strings.Replace(waitSPIRV, "SCOPE", scope, 1)), "spirv-as", "--target-env", "spv1.2", "-o", "-")
		out, err := Yields(il, c.arch)
		if err != nil {
			t.Fatal(err)
		}
		words, err := spirv.Decode(out)
		if err != nil {
			t.Fatal(err)
		}
		count := map[uint32]int{}
		for _, in := range spirv.Instructions(words) {
			count[spirv.Op(in)]++
			if spirv.Op(in) == spirv.OpAsmINTEL && (spirv.String(in[5:]) != code.text || !strings.Contains(string(out), code.constraints)) {
				t.Errorf("the assembly is %q", spirv.String(in[5:]))
			}
		}
		for op, want := range map[uint32]int{
			spirv.OpMemoryBarrier: 2 - calls, spirv.OpFunctionCall: calls, spirv.OpAsmTargetINTEL: calls, spirv.OpAsmINTEL: calls,
			spirv.OpAsmCallINTEL: calls, spirv.OpFunction: 1 + calls, spirv.OpExtension: calls, spirv.OpCapability: 3 + calls,
		} {
			if count[op] != want {
				t.Errorf("mark of scope %s on %s: %d instructions %d, want %d", scope, c.arch, count[op], op, want)
			}
		}
	}
}

// TestYieldsAssemble checks that LLVM assembles the code for each architecture to one system call.
func TestYieldsAssemble(t *testing.T) {
	escape := strings.NewReplacer("\n", `\0A`, "\t", `\09`)
	for arch, call := range map[string]string{
		"amd64": "syscall", "arm64": "svc\t#0", "riscv64": "ecall", "ppc64le": "sc", "s390x": "svc\t158", "loong64": "syscall\t0",
	} {
		code, ok := yields[arch]
		if !ok {
			t.Errorf("%s has no code", arch)
			continue
		}
		ir := fmt.Sprintf("target triple = %q\ndefine void @yield() {\n  call void asm sideeffect \"%s\", \"%s\"()\n  ret void\n}\n",
			code.target, escape.Replace(code.text), code.constraints)
		out := string(tool(t, []byte(ir), "llc-22", "-O2", "-filetype=asm", "-o", "-"))
		if n := strings.Count(out, "\t"+call+"\n"); n != 1 {
			t.Errorf("%s: %d times %q in\n%s", arch, n, call, out)
		}
		tool(t, []byte(ir), "llc-22", "-O2", "-filetype=obj", "-o", "-")
	}
	if len(yields) != 6 {
		t.Errorf("%d processors have code; the test knows 6", len(yields))
	}
}
