// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import "gohipcc/passes/llvm"

// AccessedType returns clang's name of the type that a load or store accesses, such as "long double" or "vtable
// pointer", or "" if it has no tag, as at -O0. The tag's second operand is the accessed type, whose first
// one is its name ("tbaa Metadata" of LLVM's language reference).
func (u *Unit) AccessedType(access llvm.Value) string {
	tag := metadataOperands(llvm.GetMetadata(access, u.MDKind("tbaa")))
	if len(tag) < 2 {
		return ""
	}
	typ := metadataOperands(tag[1])
	if len(typ) == 0 {
		return ""
	}
	size := new(uint32)
	text := llvm.GetMDString(typ[0], size)
	if text == 0 {
		return ""
	}
	return llvm.CopyString(text, uint64(*size))
}

// metadataOperands returns those of a metadata node, none for 0.
func metadataOperands(node llvm.Value) []llvm.Value {
	if node == 0 {
		return nil
	}
	out := make([]llvm.Value, llvm.GetMDNodeNumOperands(node))
	if len(out) > 0 {
		llvm.GetMDNodeOperands(node, &out[0])
	}
	return out
}
