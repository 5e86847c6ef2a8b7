// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// objectsSuffix ends the name of a kernel's variant in which the GPU samples all textures. The runtime launches it
// while every texture of the process is an object of the driver.
const objectsSuffix = "$objects"

// sampling starts the instruction by which the device library samples an object (runtime/devicelib/nvptx/surface.h).
const sampling = "tex.2d.v4.u32.f32 {$0, $1, $2, $3}, [$4, {$5, $6}]; // of a description"

// Textures adds a variant of each kernel that samples textures, without the device library's own sampling: ptxas gives
// a kernel the registers of what it calls, and lanes would have the code of both.
//
//	define ptx_kernel void @k(ptr %t) {
//	  %o = load i64, ptr addrspace(1) %at, !invariant.load !0
//	  %none = icmp eq i64 %o, 0
//	  br i1 %none, label %software, label %hardware
//
// is accompanied by
//
//	define ptx_kernel void @"k$objects"(ptr %t) {
//	  %o = load i64, ptr addrspace(1) %at, !invariant.load !0
//	  br label %hardware
//
// unless something else of that kernel calls functions.
func Textures(u *ir.Unit) error {
	if u.Opts.Level == "0" {
		return nil
	}
	var names []string
	for _, name := range ir.SortedKeys(u.Kernels) {
		if f := llvm.GetNamedFunction(u.Mod, name); f != 0 && !llvm.IsDeclaration(f) && len(objectTests(f)) > 0 {
			names = append(names, name)
		}
	}
	if err := copyKernels(u, names, objectsSuffix); err != nil {
		return err
	}
	for _, name := range names {
		if err := sampleObjects(u, llvm.GetNamedFunction(u.Mod, name+objectsSuffix)); err != nil {
			return err
		}
	}
	return nil
}

// objectTests returns the comparisons with zero of what an instruction of the library samples.
func objectTests(f llvm.Value) []llvm.Value {
	var tests []llvm.Value
	for _, i := range ir.Instructions(f) {
		if ir.Opcode(i) != llvm.ICmp || ir.Opcode(llvm.GetOperand(i, 0)) != llvm.Load || !llvm.IsConstant(llvm.GetOperand(i, 1)) || !llvm.IsNull(llvm.GetOperand(i, 1)) {
			continue
		}
		if p := llvm.GetICmpPredicate(i); p != llvm.IntEQ && p != llvm.IntNE {
			continue
		}
		if slices.ContainsFunc(ir.Users(llvm.GetOperand(i, 0)), samples) {
			tests = append(tests, i)
		}
	}
	return tests
}

// samples reports whether an instruction is the library's that samples an object.
func samples(i llvm.Value) bool {
	return ir.IsCall(i) && llvm.IsAInlineAsm(llvm.GetCalledValue(i)) != 0 && strings.Contains(llvm.PrintValueToString(llvm.GetCalledValue(i)), sampling)
}

// sampleObjects takes a variant's textures for objects, and removes it if it calls functions all the same.
func sampleObjects(u *ir.Unit, f llvm.Value) error {
	if f == 0 {
		return nil
	}
	for _, test := range objectTests(f) {
		is := uint64(0)
		if llvm.GetICmpPredicate(test) == llvm.IntNE {
			is = 1
		}
		ir.Replace(test, llvm.ConstInt(u.Types.I1, is, false))
	}
	if err := u.FunctionPasses(f, "sccp,simplifycfg,adce"); err != nil {
		return err
	}
	if callsFunctions(f) {
		llvm.DeleteFunction(f)
	}
	return nil
}
