// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/lazyregexp"
	"gohipcc/target"
)

// read determines the kind of a code object and what it defines.
func (x *Executable) read(ctx context.Context, o *execObject) error {
	o.defines = map[string]SymbolKind{}
	switch {
	case fatbin.Sniff(o.code).IsELF() && len(o.code) > 18 && binary.LittleEndian.Uint16(o.code[16:]) == 1:
		o.kind = execELF
		if arch := x.dev.Info().Arch; arch != target.AMDGCN {
			return fmt.Errorf("%s: an AMD object cannot be linked for %s (%s); add it as LLVM IR: %w", o.name, x.dev.Name(), arch, ErrUnsupportedImage)
		}
		g, err := fatbin.ReadGFX(fatbin.Bytes(o.code), int64(len(o.code)))
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		return o.addGFX(g, true)
	case detectSource(o.code) == SourceLLVM:
		o.kind = execIR
		return o.addIR()
	case detectSource(o.code) == SourceSPIRV:
		if linked, err := o.addSPIRV(x.dev.Info().Arch); linked || err != nil {
			return err
		}
	case len(o.code) == 0 || detectSource(o.code) == SourceHIP && !fatbinLike(o.code):
		return fmt.Errorf("%s: neither LLVM IR, an object nor a device image; it starts with %q: %w", o.name, o.code[:min(16, len(o.code))], ErrNoImage)
	}
	o.kind = execImage
	m, err := x.place(ctx, o.code, o.name)
	if err != nil {
		return err
	}
	for _, k := range m.KernelNames() {
		o.defines[k] = KernelSymbol
	}
	return m.Unload()
}

func fatbinLike(b []byte) bool {
	k := fatbin.Sniff(b)
	return k.IsBundle() || k.IsELF() || bytes.Contains(b[:min(len(b), 4096)], []byte(".version"))
}

// addGFX lists the global symbols of an AMD object.
func (o *execObject) addGFX(g *fatbin.GFX, globalOnly bool) error {
	syms, err := g.Symbols()
	if err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	for _, f := range syms.Functions {
		if globalOnly && f.Linkage != "export" && !f.Kernel {
			continue
		}
		o.defines[f.Name] = FunctionSymbol
		if f.Kernel {
			o.defines[f.Name] = KernelSymbol
		}
	}
	for _, v := range syms.Globals {
		if !strings.HasPrefix(v.Name, "__hip_cuid_") {
			o.defines[v.Name] = VariableSymbol
		}
	}
	return nil
}

var (
	irDefine = lazyregexp.New(`(?m)^define (.*?)@("(?:[^"\\]|\\.)*"|[-\w$.]+)\(`)
	irGlobal = lazyregexp.New(`(?m)^@("(?:[^"\\]|\\.)*"|[-\w$.]+) = (.*?)\b(?:global|constant)\b`)
)

// addSPIRV adds what a SPIR-V module defines for others, if it is to be linked: one with imports or
// exports (SPIR-V, "Linkage Attributes"), and every module for a device that does not take SPIR-V.
// Any other one is a complete image.
func (o *execObject) addSPIRV(arch string) (linked bool, err error) {
	m, err := fatbin.ReadSPIRV(fatbin.Bytes(o.code), int64(len(o.code)))
	if err != nil {
		return false, fmt.Errorf("%s: %w", o.name, err)
	}
	body, err := m.Body()
	if err != nil {
		return false, fmt.Errorf("%s: %w", o.name, err)
	}
	for _, f := range body.Functions {
		linked = linked || f.Linkage != ""
	}
	for _, g := range body.Globals {
		// Built-in variables are imports.
		linked = linked || g.Linkage != "" && !strings.HasPrefix(g.Name, "__spirv_BuiltIn")
	}
	if !linked && arch == target.SPIRV64 {
		return false, nil
	}
	o.kind = execIR
	if err := o.defineSPIRV(m, body); err != nil {
		return true, fmt.Errorf("%s: %w", o.name, err)
	}
	return true, nil
}

// defineSPIRV records what a module defines: its exports, the variables in its records, its
// kernels.
func (o *execObject) defineSPIRV(m *fatbin.SPIRV, body *fatbin.SPIRVBody) error {
	kernels, err := m.Kernels()
	if err != nil {
		return err
	}
	for _, f := range body.Functions {
		if f.Linkage == "export" && visibleSymbol(f.Name) {
			o.defines[f.Name] = FunctionSymbol
		}
	}
	for _, g := range body.Globals {
		if g.Linkage == "export" && visibleSymbol(g.Name) {
			o.defines[g.Name] = VariableSymbol
		}
	}
	if meta := m.Metadata(); meta != nil {
		globals, err := meta.Globals()
		if err != nil {
			return err
		}
		for _, g := range globals {
			if !strings.HasPrefix(g.Name, abi.SymbolPrefix) {
				o.defines[g.Name] = VariableSymbol
			}
		}
	}
	for _, k := range kernels {
		o.defines[k.Name] = KernelSymbol
	}
	return nil
}

// addIR lists what an LLVM module defines for others.
func (o *execObject) addIR() error {
	if bytes.HasPrefix(o.code, []byte("BC")) || bytes.HasPrefix(o.code, []byte{0xde, 0xc0}) {
		return o.addBitcode()
	}
	for _, m := range irDefine.FindAllSubmatch(o.code, -1) {
		how := string(m[1])
		if containsAny(how, "internal ", "private ", "linkonce", "weak") {
			continue
		}
		o.defines[unquote(m[2])] = FunctionSymbol
		if strings.Contains(how, "_kernel ") {
			o.defines[unquote(m[2])] = KernelSymbol
		}
	}
	for _, m := range irGlobal.FindAllSubmatch(o.code, -1) {
		name := unquote(m[1])
		if !containsAny(string(m[2]), "internal ", "private ", "external ", "linkonce", "weak", "appending ") && visibleSymbol(name) {
			o.defines[name] = VariableSymbol
		}
	}
	return nil
}

func (o *execObject) addBitcode() error {
	b, err := fatbin.ReadBitcode(fatbin.Bytes(o.code), int64(len(o.code)))
	if err != nil {
		return fmt.Errorf("%s: %w", o.name, err)
	}
	for _, f := range b.Functions {
		if f.Kernel {
			o.defines[f.Name] = KernelSymbol
		} else if f.Linkage == "export" {
			o.defines[f.Name] = FunctionSymbol
		}
	}
	for _, g := range b.Globals {
		if visibleSymbol(g.Name) {
			o.defines[g.Name] = VariableSymbol
		}
	}
	return nil
}

func containsAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

func visibleSymbol(name string) bool {
	return name != "" && !strings.HasPrefix(name, "llvm.") && !strings.HasPrefix(name, "__hip_cuid_")
}

func unquote(b []byte) string { return strings.Trim(string(b), `"`) }
