// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"fmt"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// inScope is the function through which the headers pass the address of an atomic operation and its
// scope (runtime/include/hip/gohip_detail/nvptx_scopes.h).
const inScope = "__gohip_in_scope"

// systemScope is HIP's number of the system's scope.
const systemScope = 5

// scopeNames are LLVM's names of HIP's other scopes. An operation without one has the system's.
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
//
// The read-modify-writes of the system's scope are returned.
func atomicScopes(u *ir.Unit) (system []llvm.Value) {
	f := llvm.GetNamedFunction(u.Mod, inScope)
	if f == 0 {
		return nil
	}
	for _, call := range ir.Users(f) {
		if !ir.IsCall(call) || ir.Callee(call) != f {
			continue
		}
		args := ir.CallArgs(call)
		if llvm.IsAConstantInt(args[1]) != 0 {
			scope := llvm.ConstIntGetSExtValue(args[1])
			for _, operation := range atomics(call) {
				if name := scopeNames[scope]; name != "" {
					llvm.SetAtomicSyncScopeID(operation, llvm.GetSyncScopeID(u.Ctx, name))
				} else if scope == systemScope && ir.Opcode(operation) == llvm.AtomicRMW {
					system = append(system, operation)
				}
			}
		}
		ir.Replace(call, args[0])
	}
	if len(ir.Users(f)) == 0 {
		llvm.DeleteFunction(f)
	}
	return system
}

// atomics returns the atomic operations on an address.
func atomics(address llvm.Value) (list []llvm.Value) {
	for _, user := range ir.Users(address) {
		at := uint32(0) // the operand that is the address
		switch ir.Opcode(user) {
		case llvm.AddrSpaceCast, llvm.BitCast:
			list = append(list, atomics(user)...)
			continue
		case llvm.AtomicRMW, llvm.AtomicCmpXchg:
		case llvm.Load, llvm.Store:
			if llvm.GetOrdering(user) == llvm.NotAtomic {
				continue
			}
			at = uint32(llvm.GetNumOperands(user) - 1)
		default:
			continue
		}
		if llvm.GetOperand(user, at) == address {
			list = append(list, user)
		}
	}
	return list
}

// rmwInstructions are PTX's names of read-modify-writes without their widths ("atom"). LLVM turns the others
// into loops around a compare-exchange, whose scope it keeps.
var rmwInstructions = map[llvm.RMWOp]string{
	llvm.RMWXchg: "exch.b", llvm.RMWAdd: "add.u", llvm.RMWSub: "add.u", llvm.RMWFAdd: "add.f",
	llvm.RMWAnd: "and.b", llvm.RMWOr: "or.b", llvm.RMWXor: "xor.b",
	llvm.RMWMax: "max.s", llvm.RMWMin: "min.s", llvm.RMWUMax: "max.u", llvm.RMWUMin: "min.u",
}

// updateInSystem writes a relaxed read-modify-write of the system's scope out: LLVM's NVPTX backend
// emits it without a scope, which is the GPU's, so that it is not atomic beside those of other GPUs and,
// where the machine supports it, of the host.
//
//	%v = atomicrmw add ptr %p, i32 %a monotonic
//
// becomes
//
//	%v = call i32 asm sideeffect "atom.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr %p, i32 %a)
func updateInSystem(u *ir.Unit, rmw llvm.Value) {
	address, value := llvm.GetOperand(rmw, 0), llvm.GetOperand(rmw, 1)
	t := llvm.TypeOf(value)
	op := llvm.GetAtomicRMWBinOp(rmw)
	name, width := rmwInstructions[op], llvm.SizeOfTypeInBits(u.Layout, t)
	register := map[llvm.TypeKind]map[uint64]string{
		llvm.IntegerKind: {32: "r", 64: "l"}, llvm.FloatKind: {32: "f"}, llvm.DoubleKind: {64: "d"},
	}[llvm.GetTypeKind(t)][width]
	if name == "" || register == "" {
		return
	}
	b := u.Before(rmw)
	if op == llvm.RMWSub {
		value = llvm.BuildSub(b, llvm.ConstNull(t), value, "")
	}
	generic := u.Ptr(0)
	if llvm.TypeOf(address) != generic {
		address = llvm.BuildAddrSpaceCast(b, address, generic, "")
	}
	ft := llvm.FunctionType(t, []llvm.Type{generic, t}, false)
	code := fmt.Sprintf("atom.sys.%s%d $0, [$1], $2;", name, width)
	constraints := fmt.Sprintf("=%s,l,%s,~{memory}", register, register)
	asm := llvm.GetInlineAsm(ft, code, constraints, true, false, 0, false)
	ir.Replace(rmw, llvm.BuildCall2(b, ft, asm, []llvm.Value{address, value}, ""))
}
