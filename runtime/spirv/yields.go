// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirv

import "fmt"

// Loops that wait for another block have a mark where they go round (docs/ABI.md, "Blocks
// that wait"). Where blocks are threads of this machine's processor, of which there may be
// more than it has cores, the mark becomes a call of sched_yield: else a thread that waits
// keeps the one it waits for off the core until its time is over.

// A mark is a memory barrier of this scope and semantics (SPIR-V specification, 3.27, 3.25).
const (
	scopeInvocation  = 4
	semanticsAcquire = 2
	dontInline       = 2 // of OpFunction (3.24)
)

// sched_yield of Linux on x86-64 as the inline assembly of SPV_INTEL_inline_assembly, which
// drivers read that use llvm-spirv. System calls leave rcx and r11 changed.
const (
	yieldTarget      = "x86_64-unknown-linux-gnu"
	yieldAssembly    = "movl $$24, %eax\n\tsyscall"
	yieldConstraints = "~{rax},~{rcx},~{r11},~{memory}"
)

// Numbers of SPV_INTEL_inline_assembly.
const (
	capabilityAsmINTEL = 5606
	sideEffectsINTEL   = 5608
	opAsmTargetINTEL   = 5609
	opAsmINTEL         = 5610
	opAsmCallINTEL     = 5611
)

// Yields has a module give the processor away at the marks of its waiting loops. A module
// that has none is returned as it is.
func Yields(il []byte) ([]byte, error) {
	var yield uint32
	return rewriteCalls(il, func(c *rewriting, in []uint32) bool {
		if in[0]&0xffff != opMemoryBarrier || len(in) != 3 ||
			c.constants[in[1]] != scopeInvocation || c.constants[in[2]] != semanticsAcquire {
			return false
		}
		if yield == 0 {
			yield = c.yield()
		}
		c.body = emit(c.body, opFunctionCall, c.void, c.id(), yield)
		return true
	})
}

// yield defines a function that is the inline assembly. It is not to be inlined: PoCL 6
// takes a call of what is no function, in a kernel, for a request for shared memory.
func (c *rewriting) yield() uint32 {
	c.extend(capabilityAsmINTEL, "SPV_INTEL_inline_assembly")
	if c.void == 0 {
		c.void = c.id()
		c.globals = emit(c.globals, opTypeVoid, c.void)
	}
	ft, ok := c.functions[fmt.Sprint([]uint32{c.void})]
	if !ok {
		ft = c.id()
		c.globals = emit(c.globals, opTypeFunction, ft, c.void)
	}
	target, assembly, f := c.id(), c.id(), c.id()
	c.decorations = emit(c.decorations, opDecorate, assembly, sideEffectsINTEL)
	c.globals = emit(c.globals, opAsmTargetINTEL, append([]uint32{target}, stringWords(yieldTarget)...)...)
	operands := append([]uint32{c.void, assembly, ft, target}, stringWords(yieldAssembly)...)
	c.globals = emit(c.globals, opAsmINTEL, append(operands, stringWords(yieldConstraints)...)...)
	c.definitions = emit(c.definitions, opFunction, c.void, f, dontInline, ft)
	c.definitions = emit(c.definitions, opLabel, c.id())
	c.definitions = emit(c.definitions, opAsmCallINTEL, c.void, c.id(), assembly)
	c.definitions = emit(c.definitions, opReturn)
	c.definitions = emit(c.definitions, opFunctionEnd)
	return f
}
