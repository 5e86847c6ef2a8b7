// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package nvptx

import (
	"regexp"
	"strconv"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// largeSuffix ends the name of a kernel's variant without a limit of registers. The runtime launches it with blocks of
// more threads than the kernel can have.
const largeSuffix = "$large"

// registerFile is the number of 32-bit registers of a multiprocessor, of which a block's threads have equal parts.
const registerFile = 65536

// LargeBlocks adds a variant without the limit of InFlight to each kernel whose largest block that limit would rule out:
// the driver's compiler may need fewer registers.
//
//	define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.maxnreg"="128" {
//
// is accompanied by
//
//	define ptx_kernel void @"k$large"(ptr addrspace(1) %p) {
func LargeBlocks(u *ir.Unit) error {
	var names []string
	for _, name := range ir.SortedKeys(u.Kernels) {
		f := llvm.GetNamedFunction(u.Mod, name)
		if f == 0 || llvm.IsDeclaration(f) {
			continue
		}
		if limitOf(f)*int(u.Kernels[name].MaxFlatWorkgroup) > registerFile {
			names = append(names, name)
		}
	}
	if err := copyKernels(u, names, largeSuffix); err != nil {
		return err
	}
	for _, name := range names {
		if f := llvm.GetNamedFunction(u.Mod, name+largeSuffix); f != 0 {
			llvm.RemoveStringAttributeAtIndex(f, llvm.FunctionIndex, maxRegisters)
		}
	}
	return nil
}

// limitOf returns a kernel's limit of registers, 0 if it has none.
func limitOf(f llvm.Value) int {
	limit := llvm.GetStringAttributeAtIndex(f, llvm.FunctionIndex, maxRegisters)
	if limit == 0 {
		return 0
	}
	var size uint32
	value := llvm.GetStringAttributeValue(limit, &size)
	n, _ := strconv.Atoi(llvm.CopyString(value, uint64(size)))
	return n
}

// copyKernels defines kernels again, under names with a suffix.
func copyKernels(u *ir.Unit, names []string, suffix string) error {
	if len(names) == 0 {
		return nil
	}
	return u.Rewrite("kernels' variants", func(text string) string {
		var b strings.Builder
		b.WriteString(text)
		for _, name := range names {
			b.WriteString(variantOf(text, name, suffix))
		}
		return b.String()
	})
}

// variantOf returns the text of a kernel under a name with a suffix.
func variantOf(text, name, suffix string) string {
	head := regexp.MustCompile(`(?m)^define [^\n]*@"?` + regexp.QuoteMeta(name) + `"?\(`)
	at := head.FindStringIndex(text)
	if at == nil {
		return ""
	}
	end := strings.Index(text[at[0]:], "\n}\n")
	if end < 0 {
		return ""
	}
	body := text[at[0] : at[0]+end+3]
	i := strings.LastIndex(text[at[0]:at[1]], "@")
	return "\n" + body[:i] + `@"` + name + suffix + `"(` + body[at[1]-at[0]:]
}
