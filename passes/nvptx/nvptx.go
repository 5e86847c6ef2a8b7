// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package nvptx has the passes that only NVIDIA's GPUs need.
package nvptx

import (
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/legalize"
	"gohipcc/passes/llvm"
)

// On NVPTX the program keeps its own structure: the driver knows device variables, constant memory,
// dynamic shared memory and printf, so there is no segment, no hidden argument and no printf
// record.

// ConstantSpace is NVPTX's address space of __constant__ variables; global and shared memory have
// the same numbers as in the SPIR numbering.
const ConstantSpace = 4

// Defaults are options for a code generator whose output another compiler reads: the driver's
// compiler schedules instructions and allocates registers again.
var Defaults = []string{
	// Loop strength reduction replaces 32-bit counters and their widening multiplications by many
	// 64-bit ones, each of several instructions: a loop of i%3 took twice as long with it.
	"-disable-lsr",
	// Sinking computations past branches to their uses extends the live ranges of their operands.
	// The driver's compiler does not hoist them again: an FFT of eight points in registers took 255
	// of them instead of 72.
	"-instcombine-code-sinking=false", "-disable-machine-sink",
	// Full unrolling keeps a small array in registers, since it makes the indices constant; that is
	// worth it even for a loop body with libclc's sine and cosine in it.
	"-unroll-threshold=1500",
	// A loop of unknown trip count is unrolled by four, so that four loads are in flight at a time;
	// with a stride that only the launch knows, this is worth the division that computes the trip
	// count.
	"-unroll-partial-threshold=250", "-unroll-max-count=4", "-scev-cheap-expansion-budget=100",
	// The remainder is unrolled too. Unroll chooses the loops.
	"-unroll-remainder", "-unroll-runtime=false",
	// Unrolled loops have long blocks, and what is stored to a local array at one end is loaded
	// from it at the other.
	"-memdep-block-scan-limit=1000",
	// Vectors of bytes have no arithmetic: a vectorised loop extracts them one by one, and LLVM loads
	// those of unknown alignment byte by byte. Unrolling leaves neighbouring accesses to be merged.
	"-vectorize-loops=false",
	// Lanes that leave a jump table for different cases do not reconverge after the switch: what
	// follows it runs once per case. nvcc compares, too.
	"-min-jump-table-entries=64",
	// The second of two conditions with one target is tested with the first if it takes up to four
	// instructions besides the comparison, for which LLVM would keep a branch if it took two:
	// "if (x >= 0 && x < n && y >= 0 && y < m)".
	"-bonus-inst-threshold=4",
	// A loop that is left where its counter is equal to a bound, and not where it is greater, has a counter that LLVM no
	// longer knows not to overflow, and the constants in an unrolled loop's indices then stay in them (nvptx-index-sums).
	"-disable-lftr",
}

// builtins are the functions that the CUDA driver's linker provides to every
// module (CUDA Programming Guide, "Formatted Output", "Dynamic Global Memory
// Allocation", "Assertion").
var builtins = map[string]bool{
	"vprintf": true, "malloc": true, "free": true, "__assertfail": true,
}

// Builtin reports whether the driver provides a function.
func Builtin(name string) bool { return builtins[name] }

// Functions removes the target attributes of functions, so that the program's and the library's
// agree: the target machine has the processor, and LLVM does not inline functions into those of a
// different one.
//
//	define float @__ocml_sin_f32(float) #0
//	attributes #0 = { "target-cpu"="sm_70" "target-features"="+ptx63,+sm_70" }
//
// becomes
//
//	define float @__ocml_sin_f32(float)
func Functions(u *ir.Unit) error {
	for _, f := range u.Functions() {
		for _, a := range []string{"target-cpu", "target-features", "tune-cpu"} {
			if llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, a) != 0 {
				llvm.RemoveStringAttributeAtIndex(f, llvm.FunctionIndex, a)
			}
		}
	}
	return nil
}

// Name returns the name that a symbol has in a PTX module. PTX identifiers have no dot (PTX ISA,
// "Identifiers"), unlike clang's names of managed storage and of kernels and variables that are
// made unique per file.
func Name(symbol string) string { return strings.ReplaceAll(symbol, ".", "$") }

// Names renames visible symbols to valid PTX identifiers.
//
//	@x.managed = addrspace(1) externally_initialized global i32 4
//
// becomes
//
//	@x$managed = addrspace(1) externally_initialized global i32 4
func Names(u *ir.Unit) error {
	rename := func(v llvm.Value) {
		name := v.Name()
		if strings.HasPrefix(name, "llvm.") || !strings.Contains(name, ".") {
			return
		}
		if k := u.Kernels[name]; k != nil {
			delete(u.Kernels, name)
			k.Symbol = Name(name)
			u.Kernels[k.Symbol] = k
		}
		llvm.SetValueName2(v, Name(name))
	}
	for _, f := range u.Functions() {
		rename(f)
	}
	for _, g := range u.Globals() {
		rename(g)
	}
	return nil
}

// fences returns which fences a read-modify-write of an ordering needs before and after it.
var fences = map[int]struct{ before, after int }{
	llvm.Acquire:                {0, llvm.Acquire},
	llvm.Release:                {llvm.Release, 0},
	llvm.AcquireRelease:         {llvm.Release, llvm.Acquire},
	llvm.SequentiallyConsistent: {llvm.SequentiallyConsistent, llvm.Acquire},
}

// Atomics gives atomic operations HIP's scopes, and makes the ordering of read-modify-writes explicit:
// LLVM's NVPTX backend emits them all as relaxed (it does order loads, stores and compare-exchanges).
//
//	%v = atomicrmw add ptr %p, i32 1 acq_rel
//
// becomes
//
//	fence release
//	%v = atomicrmw add ptr %p, i32 1 monotonic
//	fence acquire
func Atomics(u *ir.Unit) error {
	system := atomicScopes(u)
	for _, f := range u.Definitions() {
		for _, inst := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(inst) != llvm.AtomicRMW {
				continue
			}
			fences, ok := fences[llvm.GetOrdering(inst)]
			if !ok {
				continue
			}
			scope := llvm.GetAtomicSyncScopeID(inst)
			if fences.before != 0 {
				llvm.SetAtomicSyncScopeID(llvm.BuildFence(u.Before(inst), fences.before, false, ""), scope)
			}
			if fences.after != 0 {
				after := llvm.BuildFence(u.Before(llvm.GetNextInstruction(inst)), fences.after, false, "")
				llvm.SetAtomicSyncScopeID(after, scope)
			}
			llvm.SetOrdering(inst, llvm.Monotonic)
		}
	}
	for _, rmw := range system {
		updateInSystem(u, rmw)
	}
	return nil
}

// widestAccess is the size in bytes of the largest load or store.
const widestAccess = 16

// MostAligned is the largest alignment of a parameter (PTX ISA, "Parameter State Space").
const MostAligned = 128

// Alignment aligns arrays in memory for the widest access, so that adjacent accesses can be merged, and packed
// structures read as a whole. On AMD GPUs vectors need no more alignment than their elements, and programs have
// kernels that access an array of integers as vectors by its address, which hipGetSymbolAddress returns.
//
//	%a = alloca [16 x double], align 8
//
// becomes
//
//	%a = alloca [16 x double], align 16
func Alignment(u *ir.Unit) error {
	align := func(v llvm.Value, t llvm.Type) {
		if llvm.ABISizeOfType(u.Layout, t) >= widestAccess && llvm.GetAlignment(v) < widestAccess {
			llvm.SetAlignment(v, widestAccess)
		}
	}
	for _, f := range u.Definitions() {
		for _, inst := range ir.Instructions(f) {
			if llvm.GetInstructionOpcode(inst) == llvm.Alloca {
				align(inst, llvm.GetAllocatedType(inst))
			}
		}
	}
	for _, g := range u.Globals() {
		switch {
		case !llvm.IsDeclaration(g):
			align(g, llvm.GlobalGetValueType(g))
		case llvm.GetPointerAddressSpace(llvm.TypeOf(g)) == ir.LocalSpace: // dynamic shared memory, whatever it is declared as
			llvm.SetAlignment(g, max(llvm.GetAlignment(g), widestAccess))
		}
	}
	return nil
}

// Registers replaces copies of local variables that are in memory only because they are copied as a
// whole, so that they can be promoted to registers.
//
//	%v = alloca %double2
//	call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %from, i64 16, i1 false)
//	call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %v, i64 16, i1 false)
//
// becomes two loads and two stores, which the code generator merges again.
func Registers(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	for _, f := range u.Definitions() {
		for _, call := range ir.Instructions(f) {
			if !ir.IsCall(call) || ir.Callee(call) == 0 || !strings.HasPrefix(ir.Callee(call).Name(), "llvm.memcpy.") {
				continue
			}
			if ir.Opcode(llvm.GetOperand(call, 0)) != llvm.Alloca && ir.Opcode(llvm.GetOperand(call, 1)) != llvm.Alloca {
				continue
			}
			// The code generator lowers a longer copy to a loop.
			legalize.UnrollCopy(u, call)
		}
	}
	// LLVM does not see a variable's alignment through a cast of its address.
	return u.LLVMPasses("function(sroa<modify-cfg>,infer-address-spaces,infer-alignment,instcombine<no-verify-fixpoint>)")
}

// Math replaces LLVM's mathematical intrinsics, to which clang lowers the standard library's
// functions, by calls of the device library: NVPTX has instructions for few of them. A call that
// allows approximate functions uses the instruction.
//
//	%s = call float @llvm.sin.f32(float %x)
//	%t = call afn float @llvm.sin.f32(float %x)
//
// becomes
//
//	%s = call float @__ocml_sin_f32(float %x)
//	%t = call afn float @__gohip_ftz_sin_f32(float %x)
//
// The other way round, a square root that may be approximate stays LLVM's: inlining would lose that it may.
func Math(u *ir.Unit) error {
	approximateRoots(u)
	defer flushFunctions(u)
	for _, f := range u.Functions() {
		rest, ok := strings.CutPrefix(f.Name(), "llvm.")
		if !ok {
			continue
		}
		op, suffix, _ := strings.Cut(rest, ".")
		how, known := mathNames[op]
		ocml, scalar := mathTypes[suffix]
		if !known || !scalar {
			continue
		}
		for _, call := range ir.Users(f) {
			if !ir.IsCall(call) {
				continue
			}
			name := "__ocml_" + how.name + ocml
			if how.native != "" && ocml == "_f32" && llvm.GetFastMathFlags(call)&fastApprox != 0 {
				name = how.native + ocml
			}
			ft := llvm.GlobalGetValueType(f)
			callee := llvm.GetNamedFunction(u.Mod, name)
			if callee == 0 {
				callee = llvm.AddFunction(u.Mod, name, ft)
			}
			args := ir.Operands(call)
			args = args[:len(args)-1] // the last operand is the callee
			b := u.Before(call)
			n := llvm.BuildCall2(b, ft, callee, args, "")
			if llvm.CanValueUseFastMathFlags(n) {
				llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(call))
			}
			ir.Replace(call, n)
		}
	}
	return nil
}

// approximateRoots replaces calls of the device library's square root by LLVM's where they may be approximate.
func approximateRoots(u *ir.Unit) {
	f := llvm.GetNamedFunction(u.Mod, "__ocml_sqrt_f32")
	if f == 0 {
		return
	}
	for _, call := range ir.Users(f) {
		if !ir.IsCall(call) || ir.Callee(call) != f || llvm.GetFastMathFlags(call)&fastApprox == 0 {
			continue
		}
		b := u.Before(call)
		t := llvm.GlobalGetValueType(f)
		root := llvm.GetNamedFunction(u.Mod, "llvm.sqrt.f32")
		if root == 0 {
			root = llvm.AddFunction(u.Mod, "llvm.sqrt.f32", t)
		}
		n := llvm.BuildCall2(b, t, root, ir.CallArgs(call), "")
		llvm.SetFastMathFlags(n, llvm.GetFastMathFlags(call))
		ir.Replace(call, n)
	}
}

// fastApprox is LLVM-C's fast-math flag "afn".
const fastApprox = 1 << 6

// mathTypes maps the intrinsics' type suffixes to the library's.
var mathTypes = map[string]string{
	"f32": "_f32", "f64": "_f64", "f16": "_f16",
	"f32.i32": "_f32", "f64.i32": "_f64", "f16.i32": "_f16",
}

// mathNames maps LLVM's intrinsics to the functions of the device library, and to the approximate
// ones if there are any.
var mathNames = map[string]struct{ name, native string }{
	"acos": {"acos", ""}, "asin": {"asin", ""}, "atan": {"atan", ""}, "atan2": {"atan2", ""},
	"cosh": {"cosh", ""}, "sinh": {"sinh", ""}, "tanh": {"tanh", ""}, "tan": {"tan", ""},
	"sin": {"sin", "__ocml_native_sin"}, "cos": {"cos", "__ocml_native_cos"},
	"exp": {"exp", "__ocml_native_exp"}, "exp2": {"exp2", "__ocml_native_exp2"}, "exp10": {"exp10", "__ocml_native_exp10"},
	"log": {"log", "__ocml_native_log"}, "log2": {"log2", "__ocml_native_log2"}, "log10": {"log10", "__ocml_native_log10"},
	"pow": {"pow", "__gohip_fast_pow"}, "powi": {"pown", ""}, "ldexp": {"ldexp", ""}, "round": {"round", ""},
}
