// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/internal/lazyregexp"
	"gohipcc/target"
)

// Freeze links and loads everything. On failure the executable is unchanged.
func (x *Executable) Freeze(ctx context.Context) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frozen || x.closed {
		return ErrFrozen
	}
	var loaded []*Module
	defer func() {
		if err != nil {
			for _, m := range loaded {
				m.Unload()
			}
			x.symbols = map[string]*execSymbol{}
		}
	}()
	add := func(image []byte, name string, from []*execObject) error {
		m, err := x.place(ctx, image, name)
		if err != nil {
			return err
		}
		loaded = append(loaded, m)
		return x.index(m, image, from)
	}
	byKind := map[execKind][]*execObject{}
	for _, o := range x.objects {
		byKind[o.kind] = append(byKind[o.kind], o)
	}
	ir, objects := byKind[execIR], byKind[execELF]
	if x.needsAnchor() {
		if ir, objects, err = x.addAnchor(ctx, ir, objects); err != nil {
			return err
		}
	}
	if len(ir) > 0 {
		// With objects to link, IR becomes an object itself, and they define what it lacks.
		image, err := x.linkIR(ctx, ir, len(objects) > 0)
		if err != nil {
			return err
		}
		if len(objects) == 0 {
			if err := add(image, ir[0].name, ir); err != nil {
				return err
			}
		} else {
			objects = append(objects[:len(objects):len(objects)], &execObject{name: ir[0].name, code: image})
		}
	}
	if len(objects) > 0 {
		image, err := x.linkObjects(ctx, objects)
		if err != nil {
			return err
		}
		if err := add(image, objects[0].name, append(slices.Clone(byKind[execELF]), ir...)); err != nil {
			return err
		}
	}
	for _, o := range byKind[execImage] {
		if err := add(o.code, o.name, []*execObject{o}); err != nil {
			return err
		}
	}
	x.modules, x.frozen = loaded, true
	return nil
}

// anchor is a variable that is added to an AMD image with device functions.
const anchor = `target triple = "amdgcn-amd-amdhsa"
@__gohip_anchor = protected addrspace(1) externally_initialized global i32 0
`

// addAnchor adds that variable: its address gives the functions' addresses, and the program's own
// variables may all have been removed.
func (x *Executable) addAnchor(ctx context.Context, ir, objects []*execObject) (withIR, withObjects []*execObject, err error) {
	a := &execObject{name: "anchor", code: []byte(anchor)}
	if len(ir) > 0 {
		return append(slices.Clone(ir), a), objects, nil
	}
	if len(objects) == 0 {
		return ir, objects, nil
	}
	im, err := Compile(ctx, a.code, &CompileOptions{Name: a.name, Kind: SourceLLVM, Device: x.dev, Relocatable: true})
	if err != nil {
		return nil, nil, err
	}
	a.code = im.Bytes
	return ir, append(slices.Clone(objects), a), nil
}

// needsAnchor reports whether device functions are linked for an AMD GPU, whose runtime returns
// addresses of variables only.
func (x *Executable) needsAnchor() bool {
	if x.dev.Info().Arch != target.AMDGCN {
		return false
	}
	for _, o := range x.objects {
		for _, k := range o.defines {
			if o.kind != execImage && k == FunctionSymbol {
				return true
			}
		}
	}
	return false
}

// linkIR compiles the LLVM modules together.
func (x *Executable) linkIR(ctx context.Context, ir []*execObject, relocatable bool) ([]byte, error) {
	o := CompileOptions{Name: ir[0].name, Device: x.dev, Relocatable: relocatable}
	for _, p := range ir[1:] {
		o.Link = append(o.Link, p.code)
	}
	for _, p := range ir {
		for _, name := range sortedNames(p.defines) {
			if p.defines[name] == FunctionSymbol && x.dev.Info().Arch == target.AMDGCN {
				o.Export = append(o.Export, name)
			}
		}
	}
	if relocatable {
		o.Flags = append(o.Flags, "--allow-undefined")
	}
	im, err := Compile(ctx, ir[0].code, &o)
	if err != nil {
		return nil, linkError(err, ir)
	}
	return im.Bytes, nil
}

var (
	undefinedSymbol = lazyregexp.New(`device (?:function|variable) (.+?) is (?:called|used) by (.+?) and defined nowhere`)
	undefinedLLD    = lazyregexp.New(`undefined (?:protected |hidden )?symbol: (\S+)(?:\n>>> referenced by ([^\n]+))?`)
	duplicateLLD    = lazyregexp.New(`duplicate symbol: (\S+)`)
	duplicateLLVM   = lazyregexp.New(`'([^']+)': symbol multiply defined`)
)

// linkError converts a linker's message to a SymbolError.
func linkError(err error, from []*execObject) error {
	var ce *CompileError
	if !errors.As(err, &ce) {
		return err
	}
	if m := undefinedSymbol.FindStringSubmatch(ce.Log); m != nil {
		return &SymbolError{Symbol: m[1], Err: ErrUndefined, Detail: "used by " + m[2]}
	}
	if m := undefinedLLD.FindStringSubmatch(ce.Log); m != nil {
		return &SymbolError{Symbol: m[1], Err: ErrUndefined, Detail: strings.TrimSpace("used by " + m[2])}
	}
	for _, re := range []*lazyregexp.Regexp{duplicateLLD, duplicateLLVM} {
		if m := re.FindStringSubmatch(ce.Log); m != nil {
			e := &SymbolError{Symbol: m[1], Err: ErrDuplicate}
			for _, o := range from {
				if _, ok := o.defines[m[1]]; ok {
					e.Objects = append(e.Objects, o.name)
				}
			}
			return e
		}
	}
	return err
}

// linkObjects links AMD objects with ld.lld.
func (x *Executable) linkObjects(ctx context.Context, objects []*execObject) ([]byte, error) {
	target := x.dev.Info().Target.String()
	j, err := newJob([]byte("target triple"), &CompileOptions{Name: "executable", Kind: SourceLLVM, Target: target})
	if err != nil {
		return nil, err
	}
	lld, err := j.tools.llvm.Tool("lld")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "gohip-link-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := []string{"-flavor", "gnu", "-m", "elf64_amdgpu", "--no-undefined", "-shared", "-o", "image"}
	var files []string
	for i, o := range objects {
		name := fmt.Sprintf("%d-%s.o", i, scratchName(o.name, SourceLLVM))
		if err := os.WriteFile(filepath.Join(dir, name), o.code, 0o644); err != nil {
			return nil, err
		}
		files = append(files, name)
	}
	if err := x.mergeNotes(ctx, j, dir, files); err != nil {
		return nil, err
	}
	if _, err := j.child(ctx, dir, "lld", "executable", lld, append(args, files...)); err != nil {
		return nil, linkError(err, objects)
	}
	return os.ReadFile(filepath.Join(dir, "image"))
}
