// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package workgroup

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// markInvariant marks the loads from a by-value argument, which nothing writes (addrspace.PrivateCopies).
// As far as LLVM can see, a store through a pointer in the argument might change that pointer itself,
// which would then have to be loaded for each work-item, and what it points to could not be vectorised.
//
//	define void @k(ptr byval(%struct.functor) %f) {
//	  %p = load ptr, ptr %f
//	  …
//	  store float %v, ptr %at                        ; %p[i]
//
// becomes
//
//	%p = load ptr, ptr %f, !invariant.load !0
func markInvariant(u *ir.Unit, argument llvm.Value) {
	for _, w := range ir.Users(argument) {
		switch ir.Opcode(w) {
		case llvm.Load:
			if accessed(w) != 0 {
				none := llvm.MDNodeInContext2(u.Ctx, nil, 0)
				llvm.SetMetadata(w, u.MDKind("invariant.load"), llvm.MetadataAsValue(u.Ctx, none))
			}
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast:
			markInvariant(u, w)
		}
	}
}

// markReadable tells LLVM how many bytes can be read at a pointer that is loaded: loads that only some
// work-items need can then be done before the loop over them, too.
func markReadable(u *ir.Unit, load llvm.Value, bytes uint64) {
	if bytes > 0 {
		size := llvm.ValueAsMetadata(u.I64(bytes))
		llvm.SetMetadata(load, u.MDKind("dereferenceable"), llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &size, 1)))
	}
}
