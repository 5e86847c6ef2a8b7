// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// gcnWaits are AMD's instructions that wait until memory operations of the lane are done, gcnHints
// those that say how waves share a processor.
var (
	gcnWaits = []string{"s_waitcnt", "s_waitcnt_vscnt", "s_waitcnt_vmcnt", "s_waitcnt_expcnt", "s_waitcnt_lgkmcnt"}
	gcnHints = []string{"s_nop", "s_sleep", "s_setprio", "s_delay_alu", "s_clause", "s_waitcnt_depctr", "s_wait_idle"}
)

// gcnEffects is what statements of assembly do.
type gcnEffects struct{ traps, waits bool }

// GCNAssembly gives statements of AMD's assembly that have a meaning on every device that meaning.
//
//	call void asm sideeffect "s_waitcnt vmcnt(0)\0As_nop 1", "~{memory}"()
//	call void asm sideeffect "s_trap 2", ""()
//
// becomes
//
//	fence acq_rel
//	call void @llvm.trap()
//
// Other assembly is left alone.
func GCNAssembly(u *ir.Unit) error {
	const acquireRelease = 6 // LLVMAtomicOrderingAcquireRelease
	for _, f := range u.Definitions() {
		for _, c := range ir.Instructions(f) {
			if !ir.IsCall(c) || llvm.IsAInlineAsm(llvm.GetCalledValue(c)) == 0 || llvm.GetTypeKind(llvm.TypeOf(c)) != llvm.VoidKind {
				continue
			}
			text, _ := assemblyText(c)
			m, known := gcnStatements(text)
			if !known {
				continue
			}
			if m.waits {
				llvm.BuildFence(u.Before(c), acquireRelease, false, "")
			}
			if m.traps {
				u.Before(c)
				buildTrap(u)
			}
			ir.Erase(c)
		}
	}
	return nil
}

// buildTrap adds a trap where the unit's builder is.
func buildTrap(u *ir.Unit) {
	t := llvm.FunctionType(u.Types.Void, nil, false)
	trap := llvm.GetNamedFunction(u.Mod, "llvm.trap")
	if trap == 0 {
		trap = llvm.AddFunction(u.Mod, "llvm.trap", t)
	}
	llvm.BuildCall2(u.B, t, trap, nil, "")
}

// gcnStatements returns what a text does, and reports whether all of its statements are such ones and
// there is one. They are separated by new lines; a semicolon or two slashes begin a comment.
func gcnStatements(text string) (m gcnEffects, known bool) {
	for _, line := range strings.Split(strings.ReplaceAll(text, `\09`, " "), `\0A`) {
		line, _, _ = strings.Cut(line, ";")
		line, _, _ = strings.Cut(line, "//")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		switch name := fields[0]; {
		case name == "s_trap":
			m.traps = true
		case slices.Contains(gcnWaits, name):
			m.waits = true
		case !slices.Contains(gcnHints, name):
			return m, false
		}
		known = true
	}
	return m, known
}
