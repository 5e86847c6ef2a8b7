// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"strings"
	"testing"
)

const clockSPIRV = `
OpCapability Addresses
OpCapability Kernel
OpCapability Int8
OpCapability Int64
OpCapability Int64Atomics
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
%uchar = OpTypeInt 8 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%void = OpTypeVoid
%bytes = OpTypePointer CrossWorkgroup %uchar
%longs = OpTypePointer CrossWorkgroup %ulong
%kt = OpTypeFunction %void %longs %bytes
%step = OpConstant %ulong 61
%other = OpConstant %ulong 62
%off = OpConstant %ulong 16
%device = OpConstant %uint 1
%relaxed = OpConstant %uint 0
%k = OpFunction %void None %kt
%p = OpFunctionParameter %longs
%s = OpFunctionParameter %bytes
%entry = OpLabel
%a = OpInBoundsPtrAccessChain %bytes %s %off
%b = OpBitcast %longs %a
%reading = OpAtomicIAdd %ulong %b %device %relaxed %step
%count = OpAtomicIAdd %ulong %b %device %relaxed %other
%q = OpPtrAccessChain %longs %p %off
%mine = OpAtomicIAdd %ulong %q %device %relaxed %step
OpReturn
OpFunctionEnd
`

// TestCycles checks that reads of the clock become reads of the cycle counter, and that other
// additions, and additions to other variables, do not.
func TestCycles(t *testing.T) {
	il := tool(t, []byte(clockSPIRV), "spirv-as", "--target-env", "spv1.2", "-o", "-")
	for offset, calls := range map[uint64]int{16: 1, 8: 0} {
		out, err := CycleCounter(il, offset)
		if err != nil {
			t.Fatal(err)
		}
		tool(t, out, "spirv-val", "--target-env", "spv1.2")
		text := string(tool(t, out, "spirv-dis", "--no-header", "--no-indent"))
		if strings.Count(text, "OpFunctionCall") != calls || strings.Count(text, "OpAtomicIAdd") != 3-calls ||
			strings.Count(text, `"llvm.readcyclecounter" Import`) != calls {
			t.Errorf("clock at %d: want %d calls in\n%s", offset, calls, text)
		}
	}
}
