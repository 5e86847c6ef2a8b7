// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/internal/secure"
	"gohipcc/internal/workaround"
	"gohipcc/target"
	"gohipcc/toolchains/step"
)

// Workarounds is the ledger of faults of the LLVM that compiles for AMD's GPUs, where gohipcc's
// passes do not run: options of LLVM avoid them.
var Workarounds = []workaround.Entry{
	{
		ID: "amdgpu-attributor-returns", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The pass amdgpu-attributor replaces a member of the structure that a recursive function returns by the outermost call's argument, although an inner call changes it.",
		Remedy:     "The pass looks at one operation at a time for the values that a number may have. None at all is wrong: a pointer that a select chooses then has no underlying object, and gets the address space of any other.",
		Code:       "toolchains/workarounds.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/amdgpu-attributor-returns.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "amdgcn-expand-divisions", Product: "LLVM", Seen: []string{"22"},
		Fault:      "At -O0 the AMDGPU backend divides large unsigned numbers, which are negative as signed 24-bit numbers, in floating point: wrong quotients and remainders. A quotient and a remainder of the same 8-bit or 16-bit numbers fail with \"Cannot select: udivrem\".",
		Remedy:     "LLVM expands all divisions before instruction selection.",
		Code:       "toolchains/workarounds.go",
		Upstream:   "https://github.com/llvm/llvm-project/issues/194829",
		Reproducer: "testdata/workarounds/amdgcn-expand-divisions.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "amdgcn-whole-loops", Product: "LLVM", Seen: []string{"22"},
		Fault:      "SimplifyCFG lets lanes whose branch it knows go past the block where they meet the others of their wavefront. In a loop with a barrier these lanes come to the barrier without the others, and do not leave the loop; behind a lock, the lane that has it waits outside the loop for those that want it. The pass jump-threading does not do this for targets whose branches diverge.",
		Remedy:     "SimplifyCFG threads no branches: no block is small enough.",
		Code:       "toolchains/workarounds.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/204958",
		Reproducer: "testdata/workarounds/amdgcn-whole-loops.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: keepThunkFrames, Product: "clang", Seen: []string{"22"},
		Fault:      "For AMD GPUs a thunk of a virtual function with by-value structures passes copies on its own stack, in a call that it marks as a tail call: without optimisation the function reads them from a released stack frame.",
		Remedy:     "No tail calls at -O0. With optimisation the thunk passes its own arguments on.",
		Code:       "toolchains/workarounds.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/amdgcn-keep-thunk-frames.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: wholeRegisters, Product: "LLVM", Seen: []string{"22"},
		Fault:      "For gfx11 instruction selection with 16-bit halves of registers (real-true16) copies 32-bit operands as 16-bit ones, as those of a 64-bit byte swap: without optimisation the upper half is lost.",
		Remedy:     "A 16-bit number has a register of its own, as on gfx10 and, with LLVM 22, on gfx12.",
		Code:       "toolchains/workarounds.go",
		Upstream:   "https://github.com/llvm/llvm-project/pull/219733",
		Reproducer: "testdata/workarounds/amdgcn-whole-registers.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: "amdgcn-two-comparisons", Product: "LLVM", Seen: []string{"22"},
		Fault:      "The AMDGPU backend, in the peephole optimiser, takes the condition of a comparison of masked bits for unequal to zero from the instruction that masks them, and then turns that one, for a comparison with equal, into a test of the opposite: both elements of a vector of two are assigned where one is whose number is a bit.",
		Remedy:     "The peephole optimiser does not run.",
		Code:       "toolchains/workarounds.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/amdgcn-two-comparisons.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: computedGotos, Product: "LLVM", Seen: []string{"22"},
		Fault:      "The AMDGPU backend crashes on computed gotos in loops, or branches to other labels; clang gives it unoptimised ones as they are.",
		Remedy:     "What clang compiles for AMD's GPUs with computed gotos goes through bitcode, without optimisation, too, in which they are switches.",
		Code:       "toolchains/workarounds.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/amdgcn-computed-gotos.hip",
		Test:       "e2e.TestWorkarounds",
	},
	{
		ID: objectSizes, Product: "clang", Seen: []string{"22"},
		Fault:      "For SPIR-V, -fsanitize=object-size, which -fsanitize=undefined includes with optimisation, calls llvm.objectsize for the generic address space with a pointer to the private one, as for the place of a returned class: the bitcode cannot be read.",
		Remedy:     "Kernels for the CPU are compiled without that check.",
		Code:       "toolchains/workarounds.go",
		Upstream:   workaround.NotReported,
		Reproducer: "testdata/workarounds/cpu-object-sizes.hip",
		Test:       "e2e.TestWorkarounds",
	},
}

// objectSizes is the ID of a workaround that removes a sanitizer.
const objectSizes = "cpu-object-sizes"

// withoutObjectSizes removes the check of objects' sizes from a front end's sanitizers.
func withoutObjectSizes(c *step.CC1) {
	if workaround.ParseSet(secure.Getenv(workaround.Variable))[objectSizes] {
		return
	}
	var out step.Args
	for _, a := range c.Args {
		if a.Name == "-fsanitize=" {
			rest := slices.DeleteFunc(strings.Split(a.Value, ","), func(v string) bool { return v == "object-size" })
			if a.Value = strings.Join(rest, ","); a.Value == "" {
				continue
			}
		}
		out = append(out, a)
	}
	c.Args = out
}

// wholeRegisters is the ID of a workaround whose option is a feature of the processor.
const wholeRegisters = "amdgcn-whole-registers"

// keepThunkFrames is the ID of a workaround whose option is the front end's.
const keepThunkFrames = "amdgcn-keep-thunk-frames"

// splitCycleEdges is the ID of a workaround in the ledger of passes, which the code that clang compiles goes through by MendLoops.
const splitCycleEdges = "split-cycle-edges"

// narrowQuotients is the ID of another one, and the name of its pass.
const narrowQuotients = "amdgcn-narrow-quotients"

// halfProducts is the ID and the pass of a third.
const halfProducts = "amdgcn-half-products"

// computedGotos is the ID of the same for unoptimised code.
const computedGotos = "amdgcn-computed-gotos"

// llvmOptions are the options of the ledger.
var llvmOptions = []struct {
	id, name, value string
	unoptimised     bool // needed at -O0, and a hindrance to the optimiser elsewhere
}{
	{"amdgcn-whole-loops", "-simplifycfg-max-small-block-size=", "-1", false},
	{"amdgcn-two-comparisons", "-disable-peephole", "", false},
	{"amdgpu-attributor-returns", "-attributor-max-potential-values-iterations=", "1", false},
	{"amdgcn-expand-divisions", "-expand-div-rem-bits=", "7", true},
}

// workaroundOptions returns the options to add to a step that has some already: LLVM accepts each
// once, so the user's own take precedence.
func workaroundOptions(given step.Args, optimised bool) []string {
	off := workaround.ParseSet(secure.Getenv(workaround.Variable))
	var out []string
	for _, o := range llvmOptions {
		has := slices.ContainsFunc(given, func(a step.Arg) bool { return strings.HasPrefix(a.Value, o.name) })
		if !has && !off[o.id] && !(o.unoptimised && optimised) {
			out = append(out, o.name+o.value)
		}
	}
	return out
}

// avoidFaults adds the ledger's options to a front-end step.
func avoidFaults(c *step.CC1) {
	at := c.Args.Index("-target-cpu")
	if at < 0 || c.Verb() != "compile" {
		return
	}
	levels := c.Args.Values("-O")
	optimised := len(levels) > 0 && levels[len(levels)-1] != "0"
	var add step.Args
	for _, o := range workaroundOptions(c.Args, optimised) {
		add = append(add, step.Sep("-mllvm", o))
	}
	if !optimised && !workaround.ParseSet(secure.Getenv(workaround.Variable))[keepThunkFrames] {
		add = append(add, step.Arg{Name: "-fno-optimize-sibling-calls"})
	}
	if target.Generation(c.CPU()) == 11 && !workaround.ParseSet(secure.Getenv(workaround.Variable))[wholeRegisters] {
		// Before the user's own: the last one counts.
		add = append(add, step.Sep("-target-feature", target.WholeRegisters))
	}
	c.InsertAt(at, add...)
}

// LinkImage adds the ledger's options to the link of an image, where lld generates the code.
func LinkImage(b *Build, l *step.ImageLink) {
	if l.Emulation() != (HIPAMD{}).Emulation() || !b.Flags.Has("rdc") {
		return
	}
	optimised := slices.ContainsFunc(l.Args.Values("-plugin-opt="), func(v string) bool {
		return len(v) > 1 && v[0] == 'O' && v != "O0"
	})
	for _, o := range workaroundOptions(l.Args, optimised) {
		at := l.Args.Index("-plugin-opt=")
		l.Args = slices.Insert(l.Args, max(at, 0), step.Arg{Name: "-plugin-opt=", Value: o, Form: step.Joined})
	}
}

// MendLoops returns how the loops of bitcode get one entry each, divisions enough bits and products their sign, if a step generates code for an
// AMD GPU, and nil otherwise: the code generator does it wrongly (split-cycle-edges in passes.Workarounds), and with computed gotos it
// crashes or makes branches to other places, of unoptimised code, too, whose loops are right otherwise.
func MendLoops(b *Build, s step.Step) func(in, out string) step.Step {
	l := &step.DeviceLink{Program: b.Prefix.Self, Triple: target.AMDTriple, OptLevel: "-O2", Emit: "bc", Only: []string{"indirect-branches", "amdgcn-reducible", narrowQuotients, halfProducts}}
	id := splitCycleEdges
	switch s := s.(type) {
	case *step.CC1:
		if s.Triple() != target.AMDTriple || !s.Args.Has("-emit-obj", "-S") {
			return nil
		}
		if levels := s.Args.Values("-O"); len(levels) == 0 || levels[len(levels)-1] == "0" {
			id = computedGotos
		}
		l.CPU = s.CPU()
	case *step.ImageLink:
		if s.Emulation() != (HIPAMD{}).Emulation() || !b.Flags.Has("rdc") {
			return nil
		}
		l.CPU = s.CPU()
	default:
		return nil
	}
	l.Disabled = secure.Getenv(workaround.Variable)
	if workaround.ParseSet(l.Disabled)[id] {
		return nil
	}
	if b.LLVM != nil {
		l.LLVM = filepath.Dir(b.LLVM.Bin)
	}
	return func(in, out string) step.Step {
		d := *l
		d.Files, d.Output = []string{in}, out
		return &d
	}
}
