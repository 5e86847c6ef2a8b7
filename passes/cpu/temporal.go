// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// temporalLoads is the workaround's name.
const temporalLoads = "temporal-loads"

// TemporalLoads drops the hint that what is loaded is not needed again, of which LLVM's code generator for x86
// crashes if it is one byte. Nothing is lost: x86 has such loads of vectors only, and they are ordinary ones from
// memory that is cached.
//
//	%v = load i8, ptr %p, !nontemporal !0
//
// becomes
//
//	%v = load i8, ptr %p
func TemporalLoads(u *ir.Unit) error {
	arch, _, _ := strings.Cut(u.Target.Image, "-")
	if arch != target.X86_64 || u.Without(temporalLoads) {
		return nil
	}
	kind := u.MDKind("nontemporal")
	for _, f := range u.Definitions() {
		for _, i := range ir.Instructions(f) {
			if ir.Opcode(i) == llvm.Load && llvm.GetMetadata(i, kind) != 0 {
				llvm.SetMetadata(i, kind, 0)
			}
		}
	}
	return nil
}
