// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package backend

import (
	"errors"
	"fmt"
	"math"

	"gohipcc/abi"
)

// Errors of invalid launches.
var (
	// ErrInvalidConfiguration means that the device or the kernel does not support a grid, a block
	// or an amount of shared memory.
	ErrInvalidConfiguration = errors.New("invalid launch configuration")
	// ErrInvalidArgument means that the arguments of a launch do not match the kernel's parameters.
	ErrInvalidArgument = errors.New("invalid argument")
)

// ArgumentKind says what the bytes of an argument are.
type ArgumentKind int

// Kinds of arguments.
const (
	// RawArgument matches every parameter of its size: bytes of an unknown type, or an integer as
	// wide as an address.
	RawArgument ArgumentKind = iota
	// AddressArgument is a device address; it does not match a parameter that is a number.
	AddressArgument
	// ValueArgument is a number, a structure or an array; it does not match a pointer.
	ValueArgument
)

// Argument is the value of a kernel parameter, as in memory.
type Argument struct {
	Bytes []byte
	Kind  ArgumentKind
}

// SharedOffset returns the value of a pointer to dynamic shared memory where such pointers are
// offsets: after the static shared memory, aligned as the parameter requires.
func SharedOffset(k *abi.Kernel, a *abi.Arg) uint64 {
	align := max(a.PointeeAlign, 16)
	return (k.GroupSize + align - 1) / align * align
}

// CheckConfiguration returns an error for a grid (in blocks), a block (in work-items) or dynamic
// shared memory (in bytes per block) with which the kernel cannot run on the device. The error
// wraps [ErrInvalidConfiguration]. Backends rely on it and do not check again.
func CheckConfiguration(in *Info, k Kernel, grid, block [3]int, shared int) error {
	name := k.Meta().Name
	fail := func(format string, args ...any) error {
		return fmt.Errorf("kernel %s: %w: %s", name, ErrInvalidConfiguration, fmt.Sprintf(format, args...))
	}
	blocks, threads := uint64(1), uint64(1)
	for i, dim := range "xyz" {
		switch g, b := grid[i], block[i]; {
		case g < 1 || b < 1:
			return fail("a grid of %s blocks of %s threads; every dimension must be at least 1", size(grid), size(block))
		case g > limit(in.MaxGrid[i]):
			return fail("a grid of %d blocks in %c; %s takes %d", g, dim, in.Name, in.MaxGrid[i])
		case b > limit(in.MaxBlock[i]):
			return fail("a block of %d threads in %c; %s takes %d", b, dim, in.Name, in.MaxBlock[i])
		case in.MaxGridThreads > 0 && uint64(g) > in.MaxGridThreads/uint64(b):
			return fail("%d blocks of %d threads in %c; %s counts %d threads in a dimension", g, b, dim, in.Name, in.MaxGridThreads)
		case uint64(g) > math.MaxUint64/blocks:
			return fail("a grid of %s blocks, which no counter holds", size(grid))
		}
		blocks *= uint64(grid[i])
		threads *= uint64(block[i]) // at most MaxInt32 each, and rejected below
		if most := k.MaxThreads(); most > 0 && threads > uint64(most) {
			return fail("a block of %s threads; the kernel can have %d", size(block), most)
		}
	}
	if in.MaxBlocks > 0 && blocks > in.MaxBlocks {
		return fail("a grid of %s blocks; %s takes %d in all", size(grid), in.Name, in.MaxBlocks)
	}
	if r := k.Meta().ReqdWorkgroupSize; len(r) == 3 {
		if want := [3]int{int(r[0]), int(r[1]), int(r[2])}; block != want {
			return fail("a block of %s threads; the kernel was compiled for %s", size(block), size(want))
		}
	}
	if static := k.StaticShared(); shared < 0 || uint64(shared) > math.MaxUint32 || static+uint64(shared) > in.SharedMem {
		return fail("%d bytes of dynamic shared memory and %d static ones; %s has %d for a block", shared, static, in.Name, in.SharedMem)
	}
	return nil
}

// limit returns the largest size under a driver's limit; drivers without one count with 32 bits.
func limit(n int) int {
	if n > 0 {
		return n
	}
	return math.MaxInt32
}

// size formats a grid or a block.
func size(n [3]int) string { return fmt.Sprintf("%d×%d×%d", n[0], n[1], n[2]) }

// CheckArguments returns an error for arguments that do not match the kernel's parameters in
// number, size and kind. The error wraps [ErrInvalidArgument]. Backends rely on it: drivers read as
// many bytes from each argument as the parameter has, whatever was passed.
func CheckArguments(k *abi.Kernel, args []Argument) error {
	n := 0
	for i := range k.Args {
		a := &k.Args[i]
		if !a.Explicit() {
			continue
		}
		n++
		if n > len(args) {
			continue
		}
		if why := args[n-1].unfit(a); why != "" {
			return fmt.Errorf("kernel %s, argument %d%s: %w: %s", k.Name, n-1, label(a), ErrInvalidArgument, why)
		}
	}
	if n != len(args) {
		return fmt.Errorf("kernel %s: %w: it takes %d arguments, %d given", k.Name, ErrInvalidArgument, n, len(args))
	}
	return nil
}

func label(a *abi.Arg) string {
	if a.Name == "" {
		return ""
	}
	return " (" + a.Name + ")"
}

// unfit returns why an argument does not match a parameter, or "".
func (v Argument) unfit(a *abi.Arg) string {
	switch {
	case a.ValueKind == abi.ByValue && v.Kind == AddressArgument:
		return fmt.Sprintf("the kernel takes a value of %d bytes, an address is given", a.Size)
	case a.ValueKind == abi.GlobalBuffer && v.Kind == ValueArgument:
		return "the kernel takes a pointer, a value is given; give a Buffer, or the address as a uintptr"
	case a.ValueKind == abi.Image || a.ValueKind == abi.Sampler || a.ValueKind == abi.Pipe || a.ValueKind == abi.Queue:
		return fmt.Sprintf("the kernel takes an OpenCL %s, which HIP does not have", a.ValueKind)
	case uint64(len(v.Bytes)) != a.Size:
		return fmt.Sprintf("the kernel takes %d bytes, %d given", a.Size, len(v.Bytes))
	}
	return ""
}
