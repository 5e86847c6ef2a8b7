// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package link links the inputs, archives and libraries of a device link into one module, and
// internalises symbols that nothing outside may name.
package link

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
	"gohipcc/passes/spirvin"
)

// parse reads LLVM bitcode or text. Lazy leaves function bodies unread until
// linking asks for them. The error says what the file is when it is neither.
func parse(u *ir.Unit, path string, lazy bool) (llvm.Module, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	return u.Parse(path, data, lazy)
}

// Inputs parses the inputs and links them into one module. Every input must be
// of the pipeline's target.
func Inputs(u *ir.Unit, paths []string) error {
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(data) == 0 && u.Opts.AllowEmpty {
			continue
		}
		if fatbin.Sniff(data) != fatbin.KindArchive || fatbin.IsThinArchive(data) {
			if err := input(u, path, data); err != nil {
				return err
			}
			continue
		}
		members, err := archiveMembers(path, data)
		if err != nil {
			return err
		}
		for _, m := range members {
			if err := input(u, m.name, m.data); err != nil {
				return err
			}
		}
	}
	if u.Mod == 0 && u.Opts.AllowEmpty {
		m, err := u.Parse("an empty module", []byte("; none\n"), false)
		if err != nil {
			return err
		}
		u.Mod = m
		adopt(u)
	}
	return nil
}

// input adds one input's module.
func input(u *ir.Unit, p string, data []byte) error {
	read := func() (llvm.Module, error) { return u.Parse(p, data, false) }
	if spirvin.IsSPIRV(data) {
		read = func() (llvm.Module, error) { return spirvin.Import(u, p, data) }
	}
	m, err := read()
	if err != nil {
		return err
	}
	if triple := llvm.GetTarget(m); !u.Target.Accepts(triple) {
		return fmt.Errorf("%s is compiled for %s; this link is for %s", p, orNone(triple), u.Target.Image)
	}
	if u.Opts.VerifyInput {
		msg := new(uintptr)
		if llvm.VerifyModule(m, llvm.ReturnStatus, msg) {
			return fmt.Errorf("%s does not verify:\n%s", p, strings.TrimSpace(llvm.TakeMessage(*msg)))
		}
	}
	staticVariables(u, m)
	if u.Mod == 0 {
		u.Mod = m
		adopt(u)
		return nil
	}
	return join(u, m, p, "the modules do not link")
}

// join links the module of a file into the unit's; failure is the error if LLVM reports none.
func join(u *ir.Unit, m llvm.Module, file, failure string) error {
	llvm.SetTarget(m, llvm.GetTarget(u.Mod))
	llvm.SetDataLayout(m, llvm.GetDataLayoutStr(u.Mod))
	u.Diag = nil
	if llvm.LinkModules2(u.Mod, m) {
		return fmt.Errorf("%s: %s", file, u.DiagText(failure))
	}
	return nil
}

// adopt gives the first module the triple and data layout of the target machine.
func adopt(u *ir.Unit) {
	llvm.SetTarget(u.Mod, u.Target.Triple(u.Opts))
	s := llvm.CopyStringRepOfTargetData(u.Layout)
	llvm.SetDataLayout(u.Mod, s)
}

func orNone(s string) string {
	if s == "" {
		return "no target"
	}
	return s
}

// Library links what the module needs of a library. The library is read lazily and its definitions
// get link-once linkage, so that linking pulls in those that are referenced, transitively. A
// definition of the program takes precedence over the library's.
func Library(u *ir.Unit, path string) error {
	m, err := parse(u, path, true)
	if err != nil {
		return err
	}
	ownNames(u, m)
	needed := false
	for f := llvm.GetFirstFunction(m); f != 0; f = llvm.GetNextFunction(f) {
		if llvm.IsDeclaration(f) {
			continue
		}
		name := f.Name()
		switch llvm.GetLinkage(f) {
		case llvm.InternalLinkage, llvm.PrivateLinkage:
			continue
		}
		mine := llvm.GetNamedFunction(u.Mod, name)
		if mine != 0 && llvm.IsDeclaration(mine) {
			needed = true
		}
		llvm.SetComdat(f, 0)
		llvm.SetLinkage(f, llvm.LinkOnceODRLinkage)
		u.Library[name] = true
	}
	for g := llvm.GetFirstGlobal(m); g != 0; g = llvm.GetNextGlobal(g) {
		if llvm.IsDeclaration(g) {
			continue
		}
		switch llvm.GetLinkage(g) {
		case llvm.InternalLinkage, llvm.PrivateLinkage, llvm.AppendingLinkage:
			continue
		}
		if mine := llvm.GetNamedGlobal(u.Mod, g.Name()); mine != 0 && llvm.IsDeclaration(mine) {
			needed = true
		}
		llvm.SetComdat(g, 0)
		llvm.SetLinkage(g, llvm.LinkOnceODRLinkage)
		u.Library[g.Name()] = true
	}
	if !needed {
		llvm.DisposeModule(m)
		return nil
	}
	// llvm.used and its like would keep the whole library.
	for _, name := range []string{"llvm.used", "llvm.compiler.used"} {
		if g := llvm.GetNamedGlobal(m, name); g != 0 {
			llvm.DeleteGlobal(g)
		}
	}
	return join(u, m, path, "the device library does not link")
}

// reserved are the OpenCL functions that passes and devices know by name, of those with a name of their own in
// programs: where a work-item is, and what work-items do together. Names that end in _ are prefixes.
var reserved = strings.Fields("get_ barrier sub_group_ work_group_ intel_sub_group_ mem_fence read_mem_fence write_mem_fence")

// ownNames gives the program's functions other names if the library declares these, or if they are OpenCL's. HIP
// does not have OpenCL's functions: hashcat defines get_group_id(unsigned) as blockIdx.x, which the
// library reads by OpenCL's function of this name. The kernel was an endless recursion, and LLVM made it empty.
//
//	define i64 @_Z12get_group_idj(i32 %d)    -> @own._Z12get_group_idj
func ownNames(u *ir.Unit, library llvm.Module) {
	for _, f := range u.Definitions() {
		name := f.Name()
		if u.IsKernel(f) || u.Library[name] || !strings.HasPrefix(name, "_Z") {
			continue
		}
		known := false
		if plain, ok := ir.MangledName(name); ok && ir.OpenCLBuiltin(name) {
			known = slices.ContainsFunc(reserved, func(r string) bool { return plain == r || strings.HasSuffix(r, "_") && strings.HasPrefix(plain, r) })
		}
		if l := llvm.GetNamedFunction(library, name); known || l != 0 && llvm.IsDeclaration(l) {
			llvm.SetValueName2(f, "own."+name)
		}
	}
}
