// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// ReadOnly finds kernel parameters whose memory is only read although their address is tested, as for the
// alignment of vector accesses. LLVM takes a pointer that becomes an integer for one through which
// anything may be written, so the loads would not be those of read-only memory (ld.global.nc).
//
//	define ptx_kernel void @k(ptr noalias %p) {
//	  %a = ptrtoint ptr %p to i64
//	  %odd = and i64 %a, 15
//	  %aligned = icmp eq i64 %odd, 0
//	  %v = load float, ptr %p
//
// becomes
//
//	define ptx_kernel void @k(ptr noalias readonly %p) {
func ReadOnly(u *ir.Unit) error {
	noalias := u.AttrKind("noalias")
	for _, f := range u.Definitions() {
		if !u.IsKernel(f) {
			continue
		}
		for k, p := range ir.Params(f) {
			index := uint32(k + 1)
			if llvm.GetEnumAttributeAtIndex(f, index, noalias) == 0 || u.ByValue(f, index) != 0 {
				continue
			}
			has := false
			for _, a := range []string{"readonly", "readnone", "writeonly"} {
				has = has || llvm.GetEnumAttributeAtIndex(f, index, u.AttrKind(a)) != 0
			}
			if !has && onlyRead(p, map[llvm.Value]bool{}) {
				u.AddAttr(f, index, "readonly")
			}
		}
	}
	return nil
}

// onlyRead reports whether nothing is done with an address, or with what is computed from it, but loads
// and comparisons. seen are the values that were looked at.
func onlyRead(v llvm.Value, seen map[llvm.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, i := range ir.Users(v) {
		switch ir.Opcode(i) {
		case llvm.ICmp:
		case llvm.Load:
			if llvm.GetVolatile(i) {
				return false
			}
		case llvm.GetElementPtr, llvm.AddrSpaceCast, llvm.BitCast, llvm.PHI, llvm.Select, llvm.Freeze, llvm.PtrToInt,
			llvm.And, llvm.Or, llvm.Xor, llvm.Add, llvm.Sub, llvm.Shl, llvm.LShr, llvm.URem, llvm.Trunc, llvm.ZExt:
			if !onlyRead(i, seen) {
				return false
			}
		default:
			return false // a store, a call, or the way back to an address
		}
	}
	return true
}
