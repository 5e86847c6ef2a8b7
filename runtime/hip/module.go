// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// Module is device code loaded on one device. Kernels are compiled on first use.
type Module struct {
	dev      *Device
	impl     backend.Module
	name     string
	unloaded atomic.Bool
}

// LoadOptions configure what a module shares with the host. The zero value, and nil, mean the
// defaults.
type LoadOptions struct {
	// Name is the module's name in messages: by default the file, or "image".
	Name string
	// Output is where printf in kernels goes, [os.Stdout] by default. A vendor's own driver may
	// print by itself, to the process's standard output.
	Output io.Writer
	// PrintfBuffer is the size of the buffer for the output of kernels' printf between two
	// synchronisations, in bytes; [DefaultPrintfBuffer] by default.
	PrintfBuffer uint32
	// Heap is the size of the heap for malloc in kernels, in bytes; [DefaultHeap] by default.
	Heap uint64
}

// Defaults of [LoadOptions], in bytes.
const (
	DefaultPrintfBuffer uint32 = 32 << 20
	DefaultHeap         uint64 = 64 << 20
)

// named returns the options with every default filled in.
func (o *LoadOptions) named(name string) *LoadOptions {
	full := LoadOptions{Name: name, Output: os.Stdout, PrintfBuffer: DefaultPrintfBuffer, Heap: DefaultHeap}
	if o != nil {
		full.Name = cmp.Or(o.Name, full.Name)
		full.PrintfBuffer = cmp.Or(o.PrintfBuffer, full.PrintfBuffer)
		full.Heap = cmp.Or(o.Heap, full.Heap)
		if o.Output != nil {
			full.Output = o.Output
		}
	}
	return &full
}

// LoadFile loads a file: a fat binary (compressed or not), or the image of one
// device, or LLVM IR.
func (d *Device) LoadFile(ctx context.Context, path string, o *LoadOptions) (*Module, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return d.Load(ctx, b, o.named(path))
}

// Load loads device code from memory: a fat binary, of which the image that fits the device best is
// used, or a bare image. LLVM IR, and SPIR-V for a device that does not take it, are compiled
// first. The bytes must not change while the module is loaded.
func (d *Device) Load(ctx context.Context, code []byte, o *LoadOptions) (*Module, error) {
	o = o.named("image")
	if fatbin.Sniff(code).IsBundle() {
		return d.loadFrom(ctx, fatbin.Bytes(code), int64(len(code)), o)
	}
	return d.loadImage(ctx, code, nil, o)
}

// loadFrom loads the image for the device out of a bundle, compressed or not.
func (d *Device) loadFrom(ctx context.Context, r io.ReaderAt, size int64, o *LoadOptions) (*Module, error) {
	image, machine, err := d.imageOf(r, size, o.Name)
	if err != nil {
		return nil, err
	}
	return d.loadImage(ctx, image, machine, o)
}

// loadImage loads an image, or the machine code that was made from it, if there is any.
func (d *Device) loadImage(ctx context.Context, image, machine []byte, o *LoadOptions) (*Module, error) {
	if p, ok := d.impl.(partsLoader); ok && detectSource(image) == SourceSPIRV && p.InParts(image) {
		return d.loadInParts(ctx, p, image, o)
	}
	if d.NeedsCompile(image) {
		compiled, err := d.compileImage(ctx, image, o.Name)
		if err != nil {
			return nil, err
		}
		image = compiled
	}
	if err := d.checkImage(image); err != nil {
		return nil, fmt.Errorf("%s: %w", o.Name, err)
	}
	load := func() (backend.Module, error) { return d.impl.Load(image, backend.LoadOptions(*o)) }
	if a, ok := d.impl.(assembled); ok && len(machine) > 0 {
		load = func() (backend.Module, error) { return a.LoadAssembled(image, machine, backend.LoadOptions(*o)) }
	}
	m, err := await(ctx, load, func(m backend.Module) { m.Unload() })
	if err != nil {
		return nil, err
	}
	return &Module{dev: d, impl: m, name: o.Name}, nil
}

// assembled is a backend's device that can load machine code that was made from an image when it was
// compiled.
type assembled interface {
	LoadAssembled(image, code []byte, o backend.LoadOptions) (backend.Module, error)
}

// partsLoader is a backend's device that does not take SPIR-V, and can load a module of it whose kernels
// are compiled one by one.
type partsLoader interface {
	InParts(image []byte) bool
	LoadInParts(image []byte, o backend.LoadOptions, compile func(il []byte) ([]byte, error)) (backend.Module, error)
}

// loadInParts loads a module whose kernels are compiled at their first use.
func (d *Device) loadInParts(ctx context.Context, p partsLoader, image []byte, o *LoadOptions) (*Module, error) {
	if err := d.checkCompiler(o.Name); err != nil {
		return nil, err
	}
	compile := func(il []byte) ([]byte, error) { return d.compileImage(context.WithoutCancel(ctx), il, o.Name) }
	m, err := p.LoadInParts(image, backend.LoadOptions(*o), compile)
	if err != nil {
		return nil, err
	}
	return &Module{dev: d, impl: m, name: o.Name}, nil
}

// compileImage compiles an image of a form that the device does not take.
func (d *Device) compileImage(ctx context.Context, image []byte, name string) ([]byte, error) {
	if err := d.checkCompiler(name); err != nil {
		return nil, err
	}
	im, err := Compile(ctx, image, &CompileOptions{Name: name, Device: d})
	if err != nil {
		return nil, err
	}
	return im.Bytes, nil
}

// checkCompiler reports that gohipcc is missing, which compiles SPIR-V for the CPU device.
func (d *Device) checkCompiler(name string) error {
	if in := d.impl.Info(); in.Backend == "cpu" && !HasCompiler() {
		return fmt.Errorf("%s: it has no code of the processor, and there is no gohipcc that compiles it: install gohipcc (GOHIP_PATH names its prefix), compile the image with --offload-arch=%s, or run it on an OpenCL device with %s=0: %w",
			name, in.Target.Processor, abi.EnvCPU, ErrUnsupportedImage)
	}
	return nil
}

// nativeHint is what to do with native code that is loaded on another device of the processor.
func (d *Device) nativeHint(native bool) string {
	if in := d.impl.Info(); !native || !in.CPU || in.Backend == "cpu" {
		return ""
	}
	return ", or run it on the CPU device with " + abi.EnvCPU + "=1"
}

// checkImage rejects data that is no image, or one of a kind that the device does not take. Whether
// an image of the right kind is intact, and for this processor, is for the backend to check.
func (d *Device) checkImage(image []byte) error {
	in := d.impl.Info()
	takes, kind := fatbin.KindOf(in.Arch), fatbin.Sniff(image)
	if kind == fatbin.KindIntel && in.Arch == target.SPIRV64 {
		return nil // it contains SPIR-V
	}
	if kind == takes || kind == fatbin.KindHostELF && takes == fatbin.KindGFX {
		return nil
	}
	if kind.Name() != "" {
		option := takes.Option()
		if strings.HasSuffix(option, "=") {
			option += in.Target.Processor
		}
		what := "it is " + kind.Name()
		if g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image))); err == nil {
			what = "it is an AMD code object for " + g.Processor
		}
		return fmt.Errorf("%s, and %s takes %s; compile it with %s%s: %w", what, in.Name, takes.Name(), option, d.nativeHint(kind == fatbin.KindHostELF), ErrUnsupportedImage)
	}
	return fmt.Errorf("%w: its %d bytes start with %q, as no fat binary, device image or LLVM IR does", ErrNoImage, len(image), image[:min(len(image), 16)])
}

// LoadBundle loads from a fat binary of unknown length, as in memory after a HIPF wrapper; r
// returns at most size bytes.
func (d *Device) LoadBundle(ctx context.Context, r io.ReaderAt, size int64, o *LoadOptions) (*Module, error) {
	o = o.named("bundle")
	name := o.Name
	head := make([]byte, 24)
	n, _ := r.ReadAt(head[:min(size, 24)], 0)
	head = head[:n]
	kind := fatbin.Sniff(head)
	if !kind.IsBundle() {
		return nil, fmt.Errorf("%s: %w: neither a clang offload bundle nor a compressed one, it starts with %q", name, ErrNoImage, head)
	}
	if kind == fatbin.KindCompressed {
		return d.loadFrom(ctx, r, size, o)
	}
	n64, err := fatbin.MeasureBundle(r)
	if err == nil && n64 > size {
		err = fmt.Errorf("the bundle says it has %d bytes; %d can be read", n64, size)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b := make([]byte, n64)
	if _, err := r.ReadAt(b, 0); err != nil && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d.Load(ctx, b, o)
}

// SelectImage returns the image for the device: the best entry of a fat binary, SPIR-V if no other
// entry fits, and anything else unchanged.
func (d *Device) SelectImage(code []byte, name string) ([]byte, error) {
	if !fatbin.Sniff(code).IsBundle() {
		return code, nil
	}
	image, _, err := d.imageOf(fatbin.Bytes(code), int64(len(code)), name)
	return image, err
}

// imageOf returns the image for the device out of a bundle, compressed or not, and the machine code
// beside it, if there is any.
func (d *Device) imageOf(r io.ReaderAt, size int64, name string) (image, machine []byte, err error) {
	b, err := fatbin.ReadBundle(r, size)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	e, err := d.entryOf(b, name)
	if err != nil {
		return nil, nil, err
	}
	if image, err = e.Bytes(); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if c := b.MachineCode(e, d.impl.Info().Target); c != nil {
		if machine, err = c.Bytes(); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return image, machine, nil
}

// entryOf returns the entry with the image for the device.
func (d *Device) entryOf(b *fatbin.Bundle, name string) (*fatbin.Entry, error) {
	in := d.impl.Info()
	e, err := d.best(b)
	if err != nil && in.Arch != target.SPIRV64 {
		// SPIR-V, which is compiled for the device, is the fallback.
		if v, e2 := b.Best(target.SPIRV64, target.ID{}); e2 == nil {
			e, err = v, nil
		}
	}
	if errors.Is(err, ErrUnsupportedImage) {
		return nil, fmt.Errorf("%s: device %d (%s): %w", name, d.ordinal, in.Name, err)
	}
	if err != nil {
		option := "--offload=spirv64"
		if in.Target.Processor != "" {
			option = "--offload-arch=" + in.Target.Processor
		}
		return nil, fmt.Errorf("%s: device %d (%s): %w; compile it with %s%s: %w", name, d.ordinal, in.Name, err, option, d.nativeHint(b.HasNative()), ErrUnsupportedImage)
	}
	return e, nil
}

// imageChecker is a backend's device that cannot tell by an entry's ID alone whether an image can run.
type imageChecker interface {
	Fits(image []byte) error          // by the image itself
	Unfit(processor string) (e error) // by the entry's target
}

// best returns the entry of the bundle that fits the device best. If none does, but one is for a
// newer processor, the error says which features are missing.
func (d *Device) best(b *fatbin.Bundle) (*fatbin.Entry, error) {
	in := d.impl.Info()
	p, ok := d.impl.(imageChecker)
	if !ok {
		return b.Best(in.Arch, in.Target)
	}
	var why error
	for _, e := range b.Ranked(in.Arch, in.Target) {
		image, err := e.Bytes()
		if err == nil {
			if err = p.Fits(image); err == nil {
				return e, nil
			}
		}
		why = err
	}
	for i := range b.Entries {
		if id := b.Entries[i].Target(); why == nil && id.Arch == in.Arch && !id.IsHost() {
			why = p.Unfit(id.Target.Processor)
		}
	}
	if why != nil {
		return nil, why
	}
	return b.Best(in.Arch, in.Target)
}

// Device returns the device on which the module is loaded.
func (m *Module) Device() *Device { return m.dev }

// Name returns the module's name in messages.
func (m *Module) Name() string { return m.name }

// Backend returns the backend's module, for code that uses the driver itself.
func (m *Module) Backend() backend.Module { return m.impl }

// KernelNames lists the module's kernels in the order of the image.
func (m *Module) KernelNames() []string { return m.impl.KernelNames() }

// Global returns the address and the size in bytes of a device variable. The error wraps
// [ErrNotFound] if there is none of that name.
func (m *Module) Global(name string) (address uintptr, size uint64, err error) {
	if m.unloaded.Load() {
		return 0, 0, ErrClosed
	}
	return m.impl.Global(name)
}

// Unload frees the module. Its kernels must not run any more, nor be used afterwards.
func (m *Module) Unload() error {
	if m.unloaded.Swap(true) {
		return ErrClosed
	}
	return m.impl.Unload()
}
