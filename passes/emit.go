// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/kernelabi"
	"gohipcc/passes/llvm"
	"gohipcc/target"
)

// spirvMetadata states the OpenCL version that the SPIR-V producers read. Without it, one of them
// writes version 0.0 into OpSource, which drivers reject.
//
//	!opencl.ocl.version = !{!0}
//	!0 = !{i32 0, i32 0}
//
// becomes
//
//	!0 = !{i32 2, i32 0}
func spirvMetadata(u *ir.Unit) error {
	const name = "opencl.ocl.version"
	version := []llvm.Metadata{llvm.ValueAsMetadata(u.I32(2)), llvm.ValueAsMetadata(u.I32(0))}
	n := llvm.GetNamedMetadataNumOperands(u.Mod, name)
	if n == 0 {
		llvm.AddNamedMetadataOperand(u.Mod, name, llvm.MetadataAsValue(u.Ctx, llvm.MDNodeInContext2(u.Ctx, &version[0], 2)))
		return nil
	}
	nodes := make([]llvm.Value, n)
	llvm.GetNamedMetadataOperands(u.Mod, name, &nodes[0])
	for _, node := range nodes {
		if llvm.GetMDNodeNumOperands(node) == 2 {
			llvm.ReplaceMDNodeOperandWith(node, 0, version[0])
			llvm.ReplaceMDNodeOperandWith(node, 1, version[1])
		}
	}
	return nil
}

// emit returns the output for the finished module.
func emit(u *ir.Unit) ([]byte, error) {
	switch u.Opts.Emit {
	case "ll":
		return []byte(llvm.PrintModuleToString(u.Mod)), nil
	case "bc":
		b := llvm.WriteBitcodeToMemoryBuffer(u.Mod)
		defer llvm.DisposeMemoryBuffer(b)
		return b.Bytes(), nil
	}
	if u.Target.SPIRV {
		return emitSPIRV(u)
	}
	kind := llvm.ObjectFile
	if u.Opts.Emit == "asm" || u.Target.Assembly {
		kind = llvm.AssemblyFile
	}
	reduce := u.Target.CPU && ownStrengthReduction(u)
	if err := emitParts(u, reduce); err != nil {
		return nil, err
	}
	if reduce {
		if err := reduceStrength(u); err != nil {
			return nil, err
		}
	}
	out, err := generate(u, kind)
	if err == nil && u.Target.Link != nil && u.Opts.Emit == "shared" {
		return u.Target.Link(u, out)
	}
	if err != nil || u.Target.Attach == nil {
		return out, err
	}
	return u.Target.Attach(out, kernelabi.Records(u))
}

// Numbers of instructions from which on a function and a module count as huge.
const (
	hugeFunction = 10000
	hugeModule   = 40000
)

// ownStrengthReduction disables the code generator's loop strength reduction, and reports whether reduceStrength is to run
// it, which modules that are huge do without. A kernel
// that exchanges values thousands of times is formed into as many loops over work-items, each of which
// addresses many context arrays: the pass takes a third of the code generator's time on them, and
// the address computations that it creates for each of these arrays cost the later passes as much
// again. LLVM has no such limit of its own, and only one switch for a process.
func ownStrengthReduction(u *ir.Unit) bool {
	const option = "-disable-lsr"
	if u.Opts.Level == "0" || slices.ContainsFunc(u.Opts.MLLVM, func(a string) bool { return strings.Contains(a, option) }) {
		return false
	}
	llvm.ParseOptions([]string{option}) // LLVM takes it once
	return !isHuge(append(u.Parts, u)...)
}

// isHuge reports whether a module, which may be in parts, or one of its functions is huge.
func isHuge(parts ...*ir.Unit) bool {
	all := 0
	for _, u := range parts {
		for _, f := range u.Definitions() {
			n := 0
			for _, b := range ir.Blocks(f) {
				for i := llvm.GetFirstInstruction(b); i != 0; i = llvm.GetNextInstruction(i) {
					n++
				}
			}
			if all += n; n >= hugeFunction || all >= hugeModule {
				return true
			}
		}
	}
	return false
}

// emitParts generates the object files of the parts, and frees their modules.
func emitParts(u *ir.Unit, reduce bool) error {
	u.Objects = make([][]byte, len(u.Parts))
	return inParallel(u.Opts, len(u.Parts), func(i int) (err error) {
		p := u.Parts[i]
		defer llvm.DisposeModule(p.Mod)
		if reduce {
			if err := reduceStrength(p); err != nil {
				return err
			}
		}
		u.Objects[i], err = generate(p, llvm.ObjectFile)
		return err
	})
}

// generate runs the code generator.
func generate(u *ir.Unit, kind int) ([]byte, error) {
	u.Diag, u.Failed = nil, false
	msg, buf := new(uintptr), new(llvm.MemoryBuffer)
	if llvm.TargetMachineEmitToMemoryBuffer(u.TM, u.Mod, kind, msg, buf) {
		return nil, fmt.Errorf("LLVM's %s back end: %s", u.Target.Arch, strings.TrimSpace(llvm.TakeMessage(*msg)))
	}
	if *buf != 0 {
		defer llvm.DisposeMemoryBuffer(*buf)
	}
	// Inline assembly that is another processor's is an error there, and left out of an object that is complete otherwise.
	if len(u.Diag) > 0 && (u.Failed || *buf == 0) {
		text := strings.TrimSpace(u.DiagText(""))
		if strings.Contains(text, "<inline asm>") {
			text += "\ninline assembly " + ir.ForeignAssembly
		}
		return nil, fmt.Errorf("LLVM's %s back end: %s", u.Target.Arch, text)
	}
	return buf.Bytes(), nil
}

func emitSPIRV(u *ir.Unit) ([]byte, error) {
	image, err := produceSPIRV(u)
	if err != nil {
		return nil, err
	}
	image, err = u.Target.Attach(image, kernelabi.Records(u))
	if err != nil {
		return nil, err
	}
	if u.Opts.Verify {
		if err := validate(u, image); err != nil {
			return nil, err
		}
	}
	switch {
	case u.Opts.Emit == "asm":
		return disassemble(u, image)
	case u.Opts.Emit == "obj" && u.Target.Link != nil:
		return u.Target.Link(u, image)
	}
	return image, nil
}

// produceSPIRV runs the producer of the options. By default it is llvm-spirv of the same LLVM
// release where there is one, else LLVM's own backend.
func produceSPIRV(u *ir.Unit) ([]byte, error) {
	// Both producers emit non-uniform sub-group operations from SPIR-V 1.3 on only; drivers that
	// support these operations accept that version.
	raised := u.Opts.Version < "1.3" && usesNonUniform(u)
	if raised {
		u.Opts.Version = "1.3"
	}
	if u.Opts.Producer != "llvm" {
		tool, tried := u.Translator()
		if tool != "" {
			return translate(u, tool)
		}
		if u.Opts.Producer == "llvm-spirv" {
			return nil, fmt.Errorf("no llvm-spirv of LLVM %d found; looked for %s; install llvm-spirv-%[1]d, or let LLVM's own back end write the SPIR-V (--producer=llvm)",
				u.Lib.Major, strings.Join(tried, ", "))
		}
	}
	if raised {
		if err := machine(u); err != nil {
			return nil, err
		}
		llvm.SetTarget(u.Mod, u.Target.Triple(u.Opts))
	}
	dropMemoryEffects(u)
	return generate(u, llvm.ObjectFile)
}

// dropMemoryEffects removes the memory attribute of functions: LLVM's SPIR-V backend turns it into
// "Const" (spirv-drop-memory-effects), which lets a consumer drop stores to memory that the
// function reads.
//
//	define float @f(ptr %p) memory(argmem: read)
//
// becomes
//
//	define float @f(ptr %p)
func dropMemoryEffects(u *ir.Unit) {
	kind := u.AttrKind("memory")
	if kind == 0 || u.Without(dropEffects) {
		return
	}
	for _, f := range u.Functions() {
		if a := llvm.GetEnumAttributeAtIndex(f, llvm.FunctionIndex, kind); a != 0 && llvm.GetEnumAttributeValue(a) != 0 {
			u.RemoveAttr(f, llvm.FunctionIndex, "memory")
		}
	}
}

// usesNonUniform reports whether the module uses non-uniform sub-group operations.
func usesNonUniform(u *ir.Unit) bool {
	for _, f := range u.Functions() {
		name, ok := ir.MangledName(f.Name())
		if !ok || !llvm.IsDeclaration(f) || llvm.GetFirstUse(f) == 0 {
			continue
		}
		for _, p := range []string{"sub_group_shuffle", "sub_group_ballot", "sub_group_inverse_ballot", "sub_group_non_uniform_", "sub_group_elect", "sub_group_rotate",
			"sub_group_clustered_", "get_sub_group_eq_mask", "get_sub_group_ge_mask", "get_sub_group_gt_mask", "get_sub_group_le_mask", "get_sub_group_lt_mask", "__spirv_GroupNonUniform"} {
			if strings.HasPrefix(name, p) {
				return true
			}
		}
	}
	return false
}

func translate(u *ir.Unit, tool string) ([]byte, error) {
	// llvm-spirv takes the plain triple, and the version as an option.
	llvm.SetTarget(u.Mod, target.SPIRVTriple)
	b := llvm.WriteBitcodeToMemoryBuffer(u.Mod)
	data := b.Bytes()
	llvm.DisposeMemoryBuffer(b)
	args := []string{"--spirv-max-version=" + u.Opts.Version, "-o", "-", "-"}
	if len(u.Opts.Extensions) > 0 {
		args = append(args, "--spirv-ext="+strings.Join(u.Opts.Extensions, ","))
	}
	return ir.Pipe(tool, data, args...)
}

// validate checks the image with SPIRV-Tools.
func validate(u *ir.Unit, image []byte) error {
	tool, err := exec.LookPath("spirv-val")
	if err != nil {
		return fmt.Errorf("--verify needs spirv-val, which is not on PATH; install spirv-tools")
	}
	// The universal environment: OpenCL's own rejects optional features that the program uses, such
	// as half precision.
	env := "spv" + u.Opts.Version
	if _, err := ir.Pipe(tool, image, "--target-env", env, "-"); err != nil {
		if keep := keep(u, image); keep != "" {
			return fmt.Errorf("the SPIR-V module is not valid: %v\nit is kept in %s", err, keep)
		}
		return fmt.Errorf("the SPIR-V module is not valid: %v", err)
	}
	return nil
}

// keep saves an invalid image under the prefix of --save-temps.
func keep(u *ir.Unit, image []byte) string {
	if u.Opts.SaveTemps == "" {
		return ""
	}
	path := u.Opts.SaveTemps + ".invalid.spv"
	if os.WriteFile(path, image, 0o644) != nil {
		return ""
	}
	return path
}

func disassemble(u *ir.Unit, image []byte) ([]byte, error) {
	tool, err := exec.LookPath("spirv-dis")
	if err != nil {
		return nil, fmt.Errorf("SPIR-V as text needs spirv-dis, which is not on PATH; install spirv-tools")
	}
	return ir.Pipe(tool, image, "-o", "-", "-")
}
