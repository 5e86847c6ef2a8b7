// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package runtime

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"

	"gohipcc/fatbin"
)

// Errors of an Executable, the same on every device.
var (
	// ErrDuplicate means that two code objects define one symbol.
	ErrDuplicate = errors.New("symbol defined twice")
	// ErrUndefined means that a code object uses a symbol that none defines.
	ErrUndefined = errors.New("undefined symbol")
	// ErrFrozen means that something was added after the freeze.
	ErrFrozen = errors.New("executable is frozen")
	// ErrNotFrozen means that a symbol was looked up before the freeze.
	ErrNotFrozen = errors.New("executable is not frozen")
)

// SymbolError is an ErrDuplicate or ErrUndefined.
type SymbolError struct {
	Symbol  string
	Objects []string // that define the symbol; of an undefined one, that use it
	Err     error
	Detail  string // who uses it, in the linker's words
}

// Error implements error.
func (e *SymbolError) Error() string {
	s := fmt.Sprintf("%v: %s", e.Err, e.Symbol)
	if len(e.Objects) > 0 {
		s += " in " + strings.Join(e.Objects, " and ")
	}
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns ErrDuplicate or ErrUndefined.
func (e *SymbolError) Unwrap() error { return e.Err }

// SymbolKind is what a symbol of an Executable names.
type SymbolKind int

// Kinds of symbols.
const (
	KernelSymbol SymbolKind = iota
	VariableSymbol
	FunctionSymbol // a device function
)

// String names the kind.
func (k SymbolKind) String() string {
	return [...]string{"kernel", "variable", "device function"}[k]
}

// Symbol is a kernel, variable or device function of a frozen Executable.
type Symbol struct {
	Name   string
	Kind   SymbolKind
	Object string // the code object that defines it, as Add named it
	// Address is the symbol's address on the device: of a variable's storage, of a
	// function's first instruction. It is 0 where the device has no addresses of code
	// (OpenCL), and for kernels there.
	Address uintptr
	Size    uint64 // bytes; of a function 0 where Address is
}

// An Executable is several code objects that use each other's symbols. Code objects
// are added in any order, then the executable is frozen, and after that its symbols
// can be looked up.
//
// LLVM IR, as bitcode or text, is linked with all other IR of the executable, for any
// device; so is SPIR-V that imports or exports symbols, and all SPIR-V where the device
// takes something else. Relocatable AMD objects ([CompileOptions.Relocatable], or clang's) are linked
// too, on AMD GPUs. Complete images (fat binaries, SPIR-V, code objects, PTX) are
// loaded as they are: they have no open symbols.
type Executable struct {
	dev *Device

	mu      sync.Mutex
	objects []*execObject
	frozen  bool
	closed  bool
	modules []*Module
	symbols map[string]*execSymbol
}

type execObject struct {
	name    string
	code    []byte
	kind    execKind
	defines map[string]SymbolKind
}

type execKind int

const (
	execIR    execKind = iota // LLVM IR
	execELF                   // AMD relocatable
	execImage                 // complete
)

type execSymbol struct {
	Symbol
	module *Module
}

// NewExecutable makes an empty executable for the device.
func (d *Device) NewExecutable() *Executable {
	return &Executable{dev: d, symbols: map[string]*execSymbol{}}
}

// Add adds a code object. name is what messages and symbols call it.
func (x *Executable) Add(name string, code []byte) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frozen || x.closed {
		return fmt.Errorf("%s: %w", name, ErrFrozen)
	}
	for _, o := range x.objects {
		if o.name == name {
			return fmt.Errorf("%s: the executable has a code object of this name", name)
		}
	}
	o := &execObject{name: name, code: code}
	if err := x.read(o); err != nil {
		return err
	}
	for _, p := range x.objects {
		for _, s := range sortedNames(o.defines) {
			if _, ok := p.defines[s]; ok {
				return &SymbolError{Symbol: s, Objects: []string{p.name, name}, Err: ErrDuplicate}
			}
		}
	}
	x.objects = append(x.objects, o)
	return nil
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// read finds out what a code object is and what it defines.
func (x *Executable) read(o *execObject) error {
	o.defines = map[string]SymbolKind{}
	switch {
	case bytes.HasPrefix(o.code, []byte("\x7fELF")) && len(o.code) > 18 && binary.LittleEndian.Uint16(o.code[16:]) == 1:
		o.kind = execELF
		if arch := x.dev.Info().Arch; arch != "amdgcn" {
			return fmt.Errorf("%s: an AMD object cannot be linked for %s (%s); add it as LLVM IR", o.name, x.dev.Name(), arch)
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
		return fmt.Errorf("%s: neither LLVM IR, an object nor a device image; it starts with %q", o.name, o.code[:min(16, len(o.code))])
	}
	o.kind = execImage
	m, err := x.dev.Load(o.code, o.name)
	if err != nil {
		return err
	}
	for _, k := range m.KernelNames() {
		o.defines[k] = KernelSymbol
	}
	return m.Unload()
}

func fatbinLike(b []byte) bool {
	return isBundle(b) || isCompressed(b) || bytes.HasPrefix(b, []byte("\x7fELF")) || bytes.Contains(b[:min(len(b), 4096)], []byte(".version"))
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
	irDefine = regexp.MustCompile(`(?m)^define (.*?)@("(?:[^"\\]|\\.)*"|[-\w$.]+)\(`)
	irGlobal = regexp.MustCompile(`(?m)^@("(?:[^"\\]|\\.)*"|[-\w$.]+) = (.*?)\b(?:global|constant)\b`)
)

// addSPIRV lists what a SPIR-V module defines for others, if it is to be linked: one with
// imports or exports (SPIR-V, "Linkage Attributes"), and every module for a device that
// does not take SPIR-V. Another one is a complete image.
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
		// What is built in comes as an import of a variable.
		linked = linked || g.Linkage != "" && !strings.HasPrefix(g.Name, "__spirv_BuiltIn")
	}
	if !linked && arch == "spirv64" {
		return false, nil
	}
	o.kind = execIR
	kernels, err := m.Kernels()
	if err != nil {
		return true, fmt.Errorf("%s: %w", o.name, err)
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
			return true, fmt.Errorf("%s: %w", o.name, err)
		}
		for _, g := range globals {
			if !strings.HasPrefix(g.Name, "__gohip_") {
				o.defines[g.Name] = VariableSymbol
			}
		}
	}
	for _, k := range kernels {
		o.defines[k.Name] = KernelSymbol
	}
	return true, nil
}

// addIR lists what an LLVM module defines for others.
func (o *execObject) addIR() error {
	if bytes.HasPrefix(o.code, []byte("BC")) || bytes.HasPrefix(o.code, []byte{0xde, 0xc0}) {
		b, err := fatbin.ReadBitcode(fatbin.Bytes(o.code), int64(len(o.code)))
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		for _, f := range b.Functions {
			if f.Linkage == "export" || f.Kernel {
				o.defines[f.Name] = FunctionSymbol
				if f.Kernel {
					o.defines[f.Name] = KernelSymbol
				}
			}
		}
		for _, g := range b.Globals {
			if visibleSymbol(g.Name) {
				o.defines[g.Name] = VariableSymbol
			}
		}
		return nil
	}
	for _, m := range irDefine.FindAllSubmatch(o.code, -1) {
		how := string(m[1])
		if strings.Contains(how, "internal ") || strings.Contains(how, "private ") || strings.Contains(how, "linkonce") || strings.Contains(how, "weak") {
			continue
		}
		o.defines[unquote(m[2])] = FunctionSymbol
		if strings.Contains(how, "_kernel ") {
			o.defines[unquote(m[2])] = KernelSymbol
		}
	}
	for _, m := range irGlobal.FindAllSubmatch(o.code, -1) {
		how := string(m[2])
		for _, not := range []string{"internal ", "private ", "external ", "linkonce", "weak", "appending "} {
			if strings.Contains(how, not) {
				how = ""
				break
			}
		}
		if name := unquote(m[1]); (how != "" || len(m[2]) == 0) && visibleSymbol(name) {
			o.defines[name] = VariableSymbol
		}
	}
	return nil
}

func visibleSymbol(name string) bool {
	return name != "" && !strings.HasPrefix(name, "llvm.") && !strings.HasPrefix(name, "__hip_cuid_")
}

func unquote(b []byte) string { return strings.Trim(string(b), `"`) }

// Freeze links and loads everything. On failure the executable is as it was.
func (x *Executable) Freeze(ctx context.Context) (err error) {
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
		m, err := x.dev.Load(image, name)
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
		// A variable's address tells where functions are, and the program's own may have
		// none left.
		a := &execObject{name: "anchor", code: []byte(anchor)}
		switch {
		case len(ir) > 0:
			ir = append(slices.Clone(ir), a)
		case len(objects) > 0:
			im, err := Compile(ctx, a.code, CompileOptions{Name: a.name, Kind: SourceLLVM, Device: x.dev, Relocatable: true})
			if err != nil {
				return err
			}
			a.code = im.Bytes
			objects = append(slices.Clone(objects), a)
		}
	}
	if len(ir) > 0 {
		// With objects to come, IR stays an object itself and what it lacks is theirs.
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

// anchor is a variable that an AMD image with device functions gets.
const anchor = `target triple = "amdgcn-amd-amdhsa"
@__gohip_anchor = protected addrspace(1) externally_initialized global i32 0
`

// needsAnchor reports whether device functions are linked for an AMD GPU, which says
// the address of variables only.
func (x *Executable) needsAnchor() bool {
	if x.dev.Info().Arch != "amdgcn" {
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
			if p.defines[name] == FunctionSymbol && x.dev.Info().Arch == "amdgcn" {
				o.Export = append(o.Export, name)
			}
		}
	}
	if relocatable {
		o.Flags = append(o.Flags, "--allow-undefined")
	}
	im, err := Compile(ctx, ir[0].code, o)
	if err != nil {
		return nil, linkError(err, ir)
	}
	return im.Bytes, nil
}

var (
	undefinedSymbol = regexp.MustCompile(`device (?:function|variable) (.+?) is (?:called|used) by (.+?) and defined nowhere`)
	undefinedLLD    = regexp.MustCompile(`undefined (?:protected |hidden )?symbol: (\S+)(?:\n>>> referenced by ([^\n]+))?`)
	duplicateLLD    = regexp.MustCompile(`duplicate symbol: (\S+)`)
	duplicateLLVM   = regexp.MustCompile(`'([^']+)': symbol multiply defined`)
)

// linkError turns a linker's words into a SymbolError.
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
	for _, re := range []*regexp.Regexp{duplicateLLD, duplicateLLVM} {
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
	j, err := newJob([]byte("target triple"), CompileOptions{Name: "executable", Kind: SourceLLVM, Target: target})
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

// index notes the symbols of a loaded image.
func (x *Executable) index(m *Module, image []byte, from []*execObject) error {
	object := func(name string) string {
		for _, o := range from {
			if _, ok := o.defines[name]; ok {
				return o.name
			}
		}
		return from[0].name
	}
	put := func(s Symbol) error {
		if old, ok := x.symbols[s.Name]; ok {
			if old.Kind == FunctionSymbol && s.Kind == FunctionSymbol && old.Address == 0 {
				old.Symbol = s
				return nil
			}
			return &SymbolError{Symbol: s.Name, Objects: []string{old.Object, s.Object}, Err: ErrDuplicate}
		}
		x.symbols[s.Name] = &execSymbol{s, m}
		return nil
	}
	var base uintptr
	var functions map[string]fatbin.Function
	kernels := map[string]bool{}
	for _, k := range m.KernelNames() {
		kernels[k] = true
	}
	if bytes.HasPrefix(image, []byte("\x7fELF")) {
		g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image)))
		if err != nil {
			return err
		}
		syms, err := g.Symbols()
		if err != nil {
			return err
		}
		functions = map[string]fatbin.Function{}
		for _, f := range syms.Functions {
			functions[f.Name] = f
		}
		// Any variable's address tells where the image was loaded.
		for _, v := range syms.Globals {
			if p, _, err := m.Global(v.Name); err == nil {
				base = p - uintptr(v.Offset)
				break
			}
		}
	}
	for _, o := range from {
		for _, name := range sortedNames(o.defines) {
			s := Symbol{Name: name, Kind: o.defines[name], Object: object(name)}
			switch s.Kind {
			case VariableSymbol:
				p, n, err := m.Global(name)
				if err != nil {
					continue // nothing uses it, or host code cannot name it
				}
				s.Address, s.Size = p, n
			default:
				if kernels[name] {
					s.Kind = KernelSymbol
				}
				if f, ok := functions[name]; ok {
					s.Size = f.Size
					if base != 0 {
						s.Address = base + uintptr(f.Address)
					}
				}
			}
			if err := put(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookup finds a symbol of one kind.
func (x *Executable) lookup(name string, kind SymbolKind) (*execSymbol, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.frozen {
		return nil, fmt.Errorf("%s %s: %w", kind, name, ErrNotFrozen)
	}
	if s, ok := x.symbols[name]; ok && s.Kind == kind {
		return s, nil
	}
	var have []string
	for _, n := range sortedNames(x.symbols) {
		if x.symbols[n].Kind == kind {
			have = append(have, n)
		}
	}
	return nil, fmt.Errorf("no %s %s; the executable has %s: %w", kind, name, strings.Join(have, ", "), fatbin.ErrNotFound)
}

// Kernel looks a kernel up.
func (x *Executable) Kernel(name string) (*Function, error) {
	s, err := x.lookup(name, KernelSymbol)
	if err != nil {
		return nil, err
	}
	return s.module.Function(name)
}

// Variable looks a device variable up.
func (x *Executable) Variable(name string) (Symbol, error) {
	s, err := x.lookup(name, VariableSymbol)
	if err != nil {
		return Symbol{}, err
	}
	return s.Symbol, nil
}

// DeviceFunction looks a device function up.
func (x *Executable) DeviceFunction(name string) (Symbol, error) {
	s, err := x.lookup(name, FunctionSymbol)
	if err != nil {
		return Symbol{}, err
	}
	return s.Symbol, nil
}

// Symbols lists all symbols by name.
func (x *Executable) Symbols() ([]Symbol, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.frozen {
		return nil, ErrNotFrozen
	}
	var out []Symbol
	for _, n := range sortedNames(x.symbols) {
		out = append(out, x.symbols[n].Symbol)
	}
	return out, nil
}

// Close unloads everything.
func (x *Executable) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
	var errs []error
	for _, m := range x.modules {
		errs = append(errs, m.Unload())
	}
	x.modules = nil
	return errors.Join(errs...)
}
