// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"fmt"

	"gohipcc/spirv"
)

// Loops that wait for another block have a mark in their latch (docs/design/abi.md, "Blocks that
// wait"). If blocks are threads on the host CPU, of which there may be more than cores, the mark
// becomes a call of sched_yield: otherwise a waiting thread keeps the thread it waits for off the
// core until its time slice ends.

// assembly is inline assembly for an architecture, in LLVM's syntax.
type assembly struct{ target, text, constraints string }

// yields is the system call sched_yield of Linux on the architectures for which OpenCL drivers have
// CPU devices, by GOARCH, as inline assembly of SPV_INTEL_inline_assembly, which drivers based on
// llvm-spirv support. A library function would be portable, but a driver's linker does not resolve
// names that it does not know. The constraints list the registers that a system call clobbers.
var yields = map[string]assembly{
	"amd64":   {"x86_64-unknown-linux-gnu", "movl $$24, %eax\n\tsyscall", "~{rax},~{rcx},~{r11},~{memory}"},
	"arm64":   {"aarch64-unknown-linux-gnu", "mov x8, #124\n\tsvc #0", "~{x0},~{x8},~{memory}"},
	"riscv64": {"riscv64-unknown-linux-gnu", "li a7, 124\n\tecall", "~{x10},~{x17},~{memory}"},
	"ppc64le": {"powerpc64le-unknown-linux-gnu", "li 0, 158\n\tsc", "~{r0},~{r3},~{r4},~{r5},~{r6},~{r7},~{r8},~{r9},~{r10},~{r11},~{r12},~{cr0},~{ctr},~{memory}"},
	"s390x":   {"s390x-unknown-linux-gnu", "svc 158", "~{r2},~{memory}"},
	"loong64": {"loongarch64-unknown-linux-gnu", "ori $$a7, $$zero, 124\n\tsyscall 0", "~{$r4},~{$r11},~{$r12},~{$r13},~{$r14},~{$r15},~{$r16},~{$r17},~{$r18},~{$r19},~{$r20},~{memory}"},
}

// Yields inserts calls of sched_yield for an architecture (GOARCH) at the marks of waiting loops. A
// module without marks is returned unchanged, and so is every module for an unknown architecture.
func Yields(il []byte, arch string) ([]byte, error) {
	code, ok := yields[arch]
	if !ok {
		return il, nil
	}
	var yield uint32
	return rewriteCalls(il, func(c *rewriting, in []uint32) bool {
		if spirv.Op(in) != spirv.OpMemoryBarrier || len(in) != 3 ||
			c.constants[in[1]] != spirv.ScopeInvocation || c.constants[in[2]] != spirv.SemanticsAcquire {
			return false
		}
		if yield == 0 {
			yield = c.yield(code)
		}
		c.body = spirv.Append(c.body, spirv.OpFunctionCall, c.void, c.id(), yield)
		return true
	})
}

// yield defines a function with the inline assembly. It must not be inlined, because some drivers
// take a call of something other than a function, in a kernel, for a request for shared memory.
func (c *rewriting) yield(code assembly) uint32 {
	c.extend(spirv.CapabilityAsmINTEL, "SPV_INTEL_inline_assembly")
	if c.void == 0 {
		c.void = c.id()
		c.globals = spirv.Append(c.globals, spirv.OpTypeVoid, c.void)
	}
	ft, ok := c.functions[fmt.Sprint([]uint32{c.void})]
	if !ok {
		ft = c.id()
		c.globals = spirv.Append(c.globals, spirv.OpTypeFunction, ft, c.void)
	}
	target, text, f := c.id(), c.id(), c.id()
	c.decorations = spirv.Append(c.decorations, spirv.OpDecorate, text, spirv.DecorationSideEffects)
	c.globals = spirv.Append(c.globals, spirv.OpAsmTargetINTEL, append([]uint32{target}, spirv.StringWords(code.target)...)...)
	operands := append([]uint32{c.void, text, ft, target}, spirv.StringWords(code.text)...)
	c.globals = spirv.Append(c.globals, spirv.OpAsmINTEL, append(operands, spirv.StringWords(code.constraints)...)...)
	c.definitions = spirv.Append(c.definitions, spirv.OpFunction, c.void, f, spirv.FunctionDontInline, ft)
	c.definitions = spirv.Append(c.definitions, spirv.OpLabel, c.id())
	c.definitions = spirv.Append(c.definitions, spirv.OpAsmCallINTEL, c.void, c.id(), text)
	c.definitions = spirv.Append(c.definitions, spirv.OpReturn)
	c.definitions = spirv.Append(c.definitions, spirv.OpFunctionEnd)
	return f
}
