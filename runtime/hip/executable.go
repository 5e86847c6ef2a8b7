// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"strings"
	"sync"

	"gohipcc/fatbin"
)

// SymbolError is an [ErrDuplicate] or [ErrUndefined] with the symbol that it is about.
type SymbolError struct {
	Symbol  string
	Objects []string // that define the symbol; if it is undefined, those that use it
	Err     error
	Detail  string // who uses it, in the linker's message
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

// SymbolKind is the kind of a symbol of an Executable.
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
	// Address is the symbol's address on the device: of a variable's storage, of a function's first
	// instruction. It is 0 if the device has no code addresses (OpenCL), and for kernels on such
	// devices.
	Address uintptr
	Size    uint64 // bytes; of a function 0 if Address is 0
}

// An Executable consists of code objects that use each other's symbols. Code objects are added in
// any order, then the executable is frozen, and after that its symbols can be looked up.
//
// LLVM IR, as bitcode or text, is linked with all other IR of the executable, for any device; so is
// SPIR-V that imports or exports symbols, and all SPIR-V if the device does not take SPIR-V.
// Relocatable AMD objects ([CompileOptions.Relocatable], or clang's) are linked too, on AMD GPUs.
// Complete images (fat binaries, and images of one device) are loaded unchanged: they have no
// undefined symbols.
type Executable struct {
	dev  *Device
	load *LoadOptions

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

// NewExecutable makes an empty executable for the device. The options apply to all modules that are
// loaded for it, except for the name, which is each code object's own.
func (d *Device) NewExecutable(o *LoadOptions) *Executable {
	return &Executable{dev: d, load: o.named(""), symbols: map[string]*execSymbol{}}
}

// place loads an image of the executable.
func (x *Executable) place(ctx context.Context, image []byte, name string) (*Module, error) {
	o := *x.load
	o.Name = name
	return x.dev.Load(ctx, image, &o)
}

// Add adds a code object, and loads it on the device if it is a complete image. name is its name in
// messages and symbols. The error wraps [ErrInvalidArgument] for a second code object of the name, [ErrNoImage] for what is
// no device code, [ErrUnsupportedImage] for that of another device, and [ErrDuplicate].
func (x *Executable) Add(ctx context.Context, name string, code []byte) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.frozen || x.closed {
		return fmt.Errorf("%s: %w", name, ErrFrozen)
	}
	for _, o := range x.objects {
		if o.name == name {
			return fmt.Errorf("%s: the executable has a code object of this name: %w", name, ErrInvalidArgument)
		}
	}
	o := &execObject{name: name, code: code}
	if err := x.read(ctx, o); err != nil {
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

// index records the symbols of a loaded image.
func (x *Executable) index(m *Module, image []byte, from []*execObject) error {
	object := func(name string) string {
		for _, o := range from {
			if _, ok := o.defines[name]; ok {
				return o.name
			}
		}
		return from[0].name
	}
	kernels := map[string]bool{}
	for _, k := range m.KernelNames() {
		kernels[k] = true
	}
	functions, err := readLoaded(m, image)
	if err != nil {
		return err
	}
	for _, o := range from {
		for _, name := range sortedNames(o.defines) {
			s := Symbol{Name: name, Kind: o.defines[name], Object: object(name)}
			if s.Kind == VariableSymbol {
				p, n, err := m.Global(name)
				if err != nil {
					continue // nothing uses it, or host code cannot name it
				}
				s.Address, s.Size = p, n
			} else {
				if kernels[name] {
					s.Kind = KernelSymbol
				}
				s.Address, s.Size = functions.find(name)
			}
			if err := x.put(s, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// put adds a symbol. A function that was only declared so far gets the address of its definition.
func (x *Executable) put(s Symbol, m *Module) error {
	old, ok := x.symbols[s.Name]
	if !ok {
		x.symbols[s.Name] = &execSymbol{s, m}
		return nil
	}
	if old.Kind == FunctionSymbol && s.Kind == FunctionSymbol && old.Address == 0 {
		old.Symbol = s
		return nil
	}
	return &SymbolError{Symbol: s.Name, Objects: []string{old.Object, s.Object}, Err: ErrDuplicate}
}

// loadedFunctions are the functions of an AMD code object, and its load address, 0 if that is
// unknown.
type loadedFunctions struct {
	base   uintptr
	byName map[string]fatbin.Function
}

// readLoaded reads the functions of a module's image. Images of other kinds have none with an address.
func readLoaded(m *Module, image []byte) (loadedFunctions, error) {
	var out loadedFunctions
	if !fatbin.Sniff(image).IsELF() {
		return out, nil
	}
	g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return out, err
	}
	syms, err := g.Symbols()
	if err != nil {
		return out, err
	}
	out.byName = map[string]fatbin.Function{}
	for _, f := range syms.Functions {
		out.byName[f.Name] = f
	}
	// The address of any variable gives the load address.
	for _, v := range syms.Globals {
		if p, _, err := m.Global(v.Name); err == nil {
			out.base = p - uintptr(v.Offset)
			break
		}
	}
	return out, nil
}

func (l *loadedFunctions) find(name string) (address uintptr, size uint64) {
	f, ok := l.byName[name]
	if !ok {
		return 0, 0
	}
	if l.base != 0 {
		address = l.base + uintptr(f.Address)
	}
	return address, f.Size
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

// Kernel returns a kernel, compiled if need be, as [Module.Kernel] does.
func (x *Executable) Kernel(ctx context.Context, name string) (*Kernel, error) {
	s, err := x.lookup(name, KernelSymbol)
	if err != nil {
		return nil, err
	}
	return s.module.Kernel(ctx, name)
}

// Variable returns a device variable.
func (x *Executable) Variable(name string) (Symbol, error) {
	s, err := x.lookup(name, VariableSymbol)
	if err != nil {
		return Symbol{}, err
	}
	return s.Symbol, nil
}

// DeviceFunction returns a device function.
func (x *Executable) DeviceFunction(name string) (Symbol, error) {
	s, err := x.lookup(name, FunctionSymbol)
	if err != nil {
		return Symbol{}, err
	}
	return s.Symbol, nil
}

// Symbols returns all symbols, sorted by name.
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
