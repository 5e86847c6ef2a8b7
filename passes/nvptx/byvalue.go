// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Pointees gives by-value parameters of functions whose address is taken the alignment that
// indirect calls assume. LLVM's backend aligns a function's parameter to its type if that is more
// than the stated alignment, but the argument of an indirect call to the stated one: to 8 bytes and
// to 1 for a packed structure of 64-bit integers, so the callee reads other addresses than the
// caller wrote.
//
//	define internal void @f(ptr byval({ i64, i64 }) align 1 %s)
//
// becomes
//
//	define internal void @f(ptr byval([16 x i8]) align 1 %s)
func Pointees(u *ir.Unit) error {
	byval := u.AttrKind("byval")
	for _, f := range u.Definitions() {
		if u.IsKernel(f) || onlyCalled(f) {
			continue
		}
		for i := range llvm.CountParams(f) {
			t := u.ByValue(f, i+1)
			if t == 0 || llvm.GetEnumAttributeAtIndex(f, i+1, byval) == 0 || uint64(llvm.ABIAlignmentOfType(u.Layout, t)) <= stated(u, f, i+1) {
				continue
			}
			bytes := llvm.CreateTypeAttribute(u.Ctx, byval, llvm.ArrayType2(u.Types.I8, llvm.ABISizeOfType(u.Layout, t)))
			llvm.AddAttributeAtIndex(f, i+1, bytes)
			for _, c := range ir.Users(f) {
				if ir.IsCall(c) && llvm.GetCalledValue(c) == f {
					llvm.AddCallSiteAttribute(c, i+1, bytes)
				}
			}
		}
	}
	return nil
}

// stated returns the alignment that a function states for a parameter.
func stated(u *ir.Unit, f llvm.Value, index uint32) uint64 {
	if a := llvm.GetEnumAttributeAtIndex(f, index, u.AttrKind("align")); a != 0 {
		return llvm.GetEnumAttributeValue(a)
	}
	return 1
}

// kernelAligned is the alignment of kernel parameters' addresses: they count from the start of the
// constant bank that contains them, at offset 0x210 for sm_90.
const kernelAligned = 16

// KernelParameters limits the stated alignment of a kernel's by-value parameters to that of their
// addresses. PTX aligns a parameter relative to the parameter space; LLVM's backend assumes that
// the address is aligned so, and writes "or %address, 20" for the member at 20.
//
//	define ptx_kernel void @k(ptr byval(%struct.S) align 64 %s)
//
// becomes
//
//	define ptx_kernel void @k(ptr byval(%struct.S) align 16 %s)
//
// The driver lays out the parameters itself, so nothing else depends on it.
func KernelParameters(u *ir.Unit) error {
	align := u.AttrKind("align")
	for _, f := range u.Definitions() {
		for i := range llvm.CountParams(f) {
			if u.IsKernel(f) && u.ByValue(f, i+1) != 0 && stated(u, f, i+1) > kernelAligned {
				llvm.RemoveEnumAttributeAtIndex(f, i+1, align)
				llvm.AddAttributeAtIndex(f, i+1, llvm.CreateEnumAttribute(u.Ctx, align, kernelAligned))
			}
		}
	}
	return nil
}
