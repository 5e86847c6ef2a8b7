// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package calls

import (
	"slices"
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// InlineAssembly rejects inline assembly, which no portable device accepts. A statement without instructions,
// which programs use as a barrier for the compiler, is removed; a value that it takes and gives back stays:
//
//	%r = call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %x)
//
// is %x.
func InlineAssembly(u *ir.Unit) error {
	var bad ir.Problems
	for _, f := range u.Definitions() {
		for _, c := range ir.Instructions(f) {
			if !ir.IsCall(c) || llvm.IsAInlineAsm(llvm.GetCalledValue(c)) == 0 {
				continue
			}
			text, constraints := assemblyText(c)
			if noInstructions(text) && passThrough(u, c, constraints) {
				ir.Erase(c)
				continue
			}
			bad.Addf("%s contains inline assembly (%q), which %s", u.Where(c), text, ir.ForeignAssembly)
		}
	}
	return bad.Err()
}

// assemblyText returns the text of a call of inline assembly, escaped as in IR, and its constraints.
func assemblyText(call llvm.Value) (text, constraints string) {
	s := llvm.GetCalledValue(call).String()
	if _, after, ok := strings.Cut(s, `"`); ok {
		text, after, _ = strings.Cut(after, `"`)
		_, after, _ = strings.Cut(after, `"`)
		constraints, _, _ = strings.Cut(after, `"`)
	}
	return text, constraints
}

// noInstructions reports whether a text is empty but for comments, of any processor.
func noInstructions(text string) bool {
	for line := range strings.SplitSeq(strings.NewReplacer(`\0A`, "\n", `\09`, "\t").Replace(text), "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, ";") {
			return false
		}
	}
	return true
}

// passThrough replaces the results of a statement without instructions by the arguments in the same place; false if
// one has none.
func passThrough(u *ir.Unit, c llvm.Value, constraints string) bool {
	kind := llvm.GetTypeKind(llvm.TypeOf(c))
	if kind == llvm.VoidKind {
		return true
	}
	args := ir.CallArgs(c)
	var results []llvm.Value // by output in a register; 0: no argument is there
	var place []int          // of each output, in results; -1: it is in memory
	argument := 0
	for one := range strings.SplitSeq(constraints, ",") {
		switch {
		case strings.HasPrefix(one, "~"):
			continue
		case strings.HasPrefix(one, "=") && !strings.Contains(one, "*"):
			place = append(place, len(results))
			results = append(results, 0)
			continue
		case strings.HasPrefix(one, "="):
			place = append(place, -1)
		default:
			n, err := strconv.Atoi(one)
			if err == nil && n < len(place) && place[n] >= 0 && argument < len(args) {
				results[place[n]] = args[argument]
			}
		}
		argument++
	}
	if len(results) == 0 || slices.Contains(results, 0) {
		return false
	}
	value := results[0]
	if kind == llvm.StructKind {
		value = llvm.GetPoison(llvm.TypeOf(c))
		for i, r := range results {
			value = llvm.BuildInsertValue(u.Before(c), value, r, uint32(i), "")
		}
	}
	if llvm.TypeOf(value) != llvm.TypeOf(c) {
		return false
	}
	llvm.ReplaceAllUsesWith(c, value)
	return true
}
