// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"gohipcc/abi"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
)

// Which variant of a kernel a work-group size gets if the driver specialises kernels: the first
// ownSizes sizes have specialisations of their own. Later ones share the generic variant, which
// takes the size as arguments, is compiled once, and may take twice the time; a size that the
// program keeps using gets its own after all, up to lastingSizes. Narrow blocks never get one.
const (
	ownSizes     = 8
	lastingSizes = 16
	lasting      = 256 // launches more than with any other size
)

// groupSizes records the work-group sizes that a kernel was launched with.
type groupSizes struct {
	mu        sync.Mutex
	own       map[[3]uint32]bool // those with specialisations of their own
	candidate [3]uint32          // a later size that was launched more often than the others
	ahead     int                // by how many launches
	generic   genericVariant
	fallback  genericVariant           // at the driver's lowest level
	compiled  map[specialisation]error // results of the compiler process
}

// specialisation is what PoCL specialises a kernel for: a work-group size, and whether a dimension
// of the grid has more work-items than 16 bits can count.
type specialisation struct {
	block [3]uint32
	wide  bool
}

// wideGrid is the number of work-items in a dimension from which PoCL compiles a kernel for
// grids of all sizes (grid_width_specialization_limit of lib/CL/devices/common.c).
const wideGrid = 1<<16 - 1

// specialisationOf follows pocl_cmd_max_grid_dim_width, which squares the block's last dimension
// where it should multiply by the grid's.
func specialisationOf(grid, block [3]uint32) specialisation {
	wide := false
	for i := range grid {
		n := uint64(grid[i])
		if i == 2 {
			n = uint64(block[i])
		}
		wide = wide || n*uint64(block[i]) >= wideGrid
	}
	return specialisation{block, wide}
}

// genericVariant is a variant of a kernel for all work-group sizes, built on first use.
type genericVariant struct {
	tried bool
	err   error
	prog  *cl.Program
	k     *cl.Kernel // nil if there is no such variant
}

// errFailedBefore means that the driver's compiler failed in an earlier run, which used the
// lowest level instead.
var errFailedBefore = fmt.Errorf("%w in an earlier run", backend.ErrCompiler)

// SpecialisesPerSize implements [backend.Specialised].
func (k *kernel) SpecialisesPerSize() bool {
	return k.prog.il != nil && needs(k.mod.d.dev, poclGenericVariant)
}

// NativeFor implements [backend.Specialised].
func (k *kernel) NativeFor(grid, block [3]uint32) (native uintptr, own bool, err error) {
	f, err := k.variant(grid, block)
	if err != nil {
		return 0, false, err
	}
	return f.Handle, f == k.k, nil
}

// variant chooses the variant for a launch and has it compiled.
func (k *kernel) variant(grid, block [3]uint32) (*cl.Kernel, error) {
	if !k.SpecialisesPerSize() {
		return k.k, nil
	}
	s := &k.sizes
	s.mu.Lock()
	defer s.mu.Unlock()
	if !k.specialises(block) {
		if g := k.anyOf(block); g != nil {
			return g, nil
		}
		// Without the generic variant every size is compiled separately, which is correct and slow.
	}
	failed := k.compileFor(grid, block)
	if failed == nil {
		if s.own == nil {
			s.own = make(map[[3]uint32]bool)
		}
		s.own[block] = true
		return k.k, nil
	}
	if !errors.Is(failed, errFailedBefore) {
		if g, err := k.generic(); err == nil {
			return g, nil
		}
	}
	if g, err := k.lowest(); err == nil {
		k.mod.d.cache.Put(k.failedKey(specialisationOf(grid, block)), []byte{1})
		return g, nil
	}
	return nil, fmt.Errorf("kernel %s, blocks of %d×%d×%d threads: %w, at its lowest level as well; %s=1 runs the program on the CPU device instead",
		k.meta.Name, block[0], block[1], block[2], failed, abi.EnvCPU)
}

// anyOf returns a variant for all work-group sizes, nil if there is none for this one. The caller
// holds the lock.
func (k *kernel) anyOf(block [3]uint32) *cl.Kernel {
	if g, err := k.generic(); err == nil {
		return g
	}
	if narrow(block) {
		if g, err := k.lowest(); err == nil {
			return g
		}
	}
	return nil
}

// specialises reports whether the next launch with the size uses a specialisation.
func (k *kernel) specialises(block [3]uint32) bool {
	s := &k.sizes
	return k.meta.ReqdWorkgroupSize != nil || s.own[block] || !narrow(block) && (len(s.own) < ownSizes || s.lasts(block))
}

// generic returns the variant for all work-group sizes. The caller holds the lock.
func (k *kernel) generic() (*cl.Kernel, error) {
	v := &k.sizes.generic
	if !v.tried {
		v.tried = true
		v.err = k.buildGeneric(v, func() ([]byte, error) { return k.mod.d.binaryOf(k.prog, 0) })
	}
	return v.k, v.err
}

// lowest returns the variant for all work-group sizes that the driver compiles with as little
// optimisation as it can, for kernels at which its optimiser fails. The caller holds the lock.
func (k *kernel) lowest() (*cl.Kernel, error) {
	v := &k.sizes.fallback
	if isOff(poclLowest) {
		return nil, backend.ErrCompiler
	}
	if !v.tried {
		v.tried = true
		v.err = k.buildGeneric(v, func() ([]byte, error) { return k.mod.d.lowerBinary(k.prog.il) })
	}
	return v.k, v.err
}

// failedKey is the cache key of the mark that the driver's compiler fails at a specialisation, and
// not at the lowest level.
func (k *kernel) failedKey(what specialisation) string {
	return k.mod.d.cacheKey("failed", k.prog.il, fmt.Appendf(nil, "%s %v", k.symbol, what))
}

// compileFor makes a process, which may crash, compile the kernel for launches like this one. The
// result is in PoCL's cache, where the launch finds it. The caller holds the lock.
func (k *kernel) compileFor(grid, block [3]uint32) error {
	d := k.mod.d
	if !d.hostThreads() {
		return nil
	}
	s := &k.sizes
	what := specialisationOf(grid, block)
	if err, done := s.compiled[what]; done {
		return err
	}
	if d.cache.Get(k.failedKey(what)) != nil {
		return k.compiledAs(what, errFailedBefore)
	}
	mark := d.cacheKey("compiled", k.prog.il, fmt.Appendf(nil, "%s %v %q", k.symbol, what, poclCache()))
	var err error
	if _, missing := os.Stat(string(d.cache.Get(mark))); missing != nil || !keepsCompiled() {
		var file string
		if file, err = d.compiler.compile(k.prog.il, k.symbol, k.compilerArgs(), what.grid(), block64(block)); err == nil {
			d.cache.Put(mark, []byte(file))
		}
	}
	if !errors.Is(err, backend.ErrCompiler) {
		err = nil // the launch will report other errors
	}
	return k.compiledAs(what, err)
}

// compiledAs records the result of a compilation.
func (k *kernel) compiledAs(what specialisation, err error) error {
	s := &k.sizes
	if s.compiled == nil {
		s.compiled = make(map[specialisation]error)
	}
	s.compiled[what] = err
	return err
}

// poclCache is what PoCL's choice of its cache folder depends on.
func poclCache() []string {
	return []string{os.Getenv("POCL_CACHE_DIR"), os.Getenv("XDG_CACHE_HOME"), os.Getenv("HOME")}
}

// grid returns a small grid, in work-items, for which PoCL uses the specialisation.
func (s specialisation) grid() [3]uint64 {
	g := block64(s.block)
	if s.wide {
		g[0] *= (wideGrid + g[0] - 1) / g[0]
	}
	return g
}

func block64(block [3]uint32) [3]uint64 {
	return [3]uint64{uint64(block[0]), uint64(block[1]), uint64(block[2])}
}

// compilerArgs returns the kernel's parameters: a launch has to set them all, even one that does
// not run.
func (k *kernel) compilerArgs() []compilerArg {
	args := make([]compilerArg, len(k.meta.Args))
	for i := range k.meta.Args {
		a := &k.meta.Args[i]
		switch a.Class() {
		case abi.ClassLocal:
			args[i] = compilerArg{abi.ClassLocal, 0}
		case abi.ClassSegment, abi.ClassPointer:
			args[i] = compilerArg{abi.ClassPointer, 0}
		default:
			args[i] = compilerArg{abi.ClassValue, uint32(a.Size)}
		}
	}
	return args
}

// narrow reports whether blocks are one work-item wide and have more than one. In PoCL's
// specialisations for such a size, the first work-item runs twice after a conditional barrier: the
// loop over the first dimension, which would start at the second work-item, is omitted.
func narrow(block [3]uint32) bool {
	return block[0] == 1 && (block[1] > 1 || block[2] > 1)
}

// lasts counts a launch with a size that has no specialisation, and reports whether the program
// keeps using it. It is Boyer and Moore's majority vote: a size loses what another gains.
func (s *groupSizes) lasts(block [3]uint32) bool {
	switch {
	case s.candidate == block:
		s.ahead++
	case s.ahead > 0:
		s.ahead--
	default:
		s.candidate, s.ahead = block, 1
	}
	if s.ahead < lasting || len(s.own) >= lastingSizes {
		return false
	}
	s.ahead = 0
	return true
}

// buildGeneric builds a variant for all work-group sizes from a binary of the program.
func (k *kernel) buildGeneric(v *genericVariant, binary func() ([]byte, error)) error {
	bin, err := binary()
	if err != nil {
		return err
	}
	if bin, err = withoutIR(bin); err != nil {
		return err
	}
	prog, err := k.mod.d.buildBinary(bin)
	if err != nil {
		return err
	}
	if v.k, err = k.mod.kernelOf(built{Program: prog}, k.symbol); err != nil {
		prog.Release()
		return err
	}
	v.prog = prog
	return nil
}
