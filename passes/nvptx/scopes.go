// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// inScope is the function through which the headers pass the address of an atomic operation and its
// scope (runtime/include/hip/gohip_detail/nvptx_scopes.h).
const inScope = "__gohip_in_scope"

// scopeNames are LLVM's names of HIP's scopes. An operation without one has the system's.
var scopeNames = map[int64]string{
	1: "block", 2: "block", 3: "block", // one thread, wavefront, work-group
	4: "device",
	6: "device", // cluster
}

// atomicScopes gives atomic operations the scope that their address was passed with.
//
//	%q = call ptr @__gohip_in_scope(ptr %p, i32 4)
//	%v = load atomic i32, ptr %q acquire
//
// becomes
//
//	%v = load atomic i32, ptr %p syncscope("device") acquire
func atomicScopes(u *ir.Unit) {
	f := llvm.GetNamedFunction(u.Mod, inScope)
	if f == 0 {
		return
	}
	for _, call := range ir.Users(f) {
		if !ir.IsCall(call) || ir.Callee(call) != f {
			continue
		}
		args := ir.CallArgs(call)
		if llvm.IsAConstantInt(args[1]) != 0 {
			if name := scopeNames[llvm.ConstIntGetSExtValue(args[1])]; name != "" {
				setScope(call, llvm.GetSyncScopeID(u.Ctx, name))
			}
		}
		ir.Replace(call, args[0])
	}
	if len(ir.Users(f)) == 0 {
		llvm.DeleteFunction(f)
	}
}

// setScope sets the scope of the atomic operations on an address.
func setScope(address llvm.Value, scope uint32) {
	for _, user := range ir.Users(address) {
		switch ir.Opcode(user) {
		case llvm.AddrSpaceCast, llvm.BitCast:
			setScope(user, scope)
		case llvm.AtomicRMW, llvm.AtomicCmpXchg:
			if llvm.GetOperand(user, 0) == address {
				llvm.SetAtomicSyncScopeID(user, scope)
			}
		case llvm.Load, llvm.Store:
			last := len(ir.Operands(user)) - 1 // the address
			if llvm.GetOrdering(user) != notAtomic && llvm.GetOperand(user, uint32(last)) == address {
				llvm.SetAtomicSyncScopeID(user, scope)
			}
		}
	}
}
