// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Dim is the size of a grid, in blocks, or of a block, in threads. In a valid launch every part is
// at least 1; [Grid] and [Block] set omitted parts to 1.
type Dim struct {
	X, Y, Z int
	more    int // parts beyond three, which are invalid
}

// Grid makes the size of a grid from its one to three parts; those left out are 1.
func Grid(parts ...int) Dim { return dim(parts) }

// Block makes the size of a block from its one to three parts; those left out are 1.
func Block(parts ...int) Dim { return dim(parts) }

// dim keeps all parts: Launch rejects invalid ones.
func dim(parts []int) Dim {
	d := Dim{1, 1, 1, max(len(parts)-3, 0)}
	for i, to := range []*int{&d.X, &d.Y, &d.Z} {
		if i < len(parts) {
			*to = parts[i]
		}
	}
	return d
}

func (d Dim) parts() [3]int { return [3]int{d.X, d.Y, d.Z} }

func words(n [3]int) [3]uint32 { return [3]uint32{uint32(n[0]), uint32(n[1]), uint32(n[2])} }

// Launch starts a kernel over a grid of blocks with shared bytes of dynamic shared memory per
// block, and does not wait for it to end. It may wait for a compiler: CPU drivers compile a kernel
// again for each of the first block sizes. If ctx ends meanwhile, the kernel may still be started.
//
// An argument is a number, a bool, a struct or array of fixed size without Go pointers (with the
// same layout as in C), raw bytes as a []byte, or an address: a *Buffer, an unsafe.Pointer, nil, or
// a uintptr, which also matches integers of its size.
//
// The error wraps [ErrInvalidConfiguration] for a grid, block or amount of shared memory that the
// device or the kernel does not support, and [ErrInvalidArgument] for arguments whose number, sizes
// or kinds (addresses and values) do not match the kernel's parameters, for a kernel or a buffer of another
// device, and [ErrClosed] for a buffer that was freed or a kernel whose module was unloaded. Nothing
// has been started then.
func (s *Stream) Launch(ctx context.Context, k *Kernel, grid, block Dim, shared int, args ...any) error {
	if k.mod.dev != s.dev {
		return fmt.Errorf("kernel %s: %w: it is loaded on device %d, the stream runs on device %d", k.Name(), ErrInvalidArgument, k.mod.dev.ordinal, s.dev.ordinal)
	}
	if grid.more+block.more > 0 {
		return fmt.Errorf("kernel %s: %w: a grid or a block of more than three parts", k.Name(), ErrInvalidConfiguration)
	}
	if k.mod.unloaded.Load() {
		return fmt.Errorf("kernel %s: its module: %w", k.Name(), ErrClosed)
	}
	in, g, b := s.dev.impl.Info(), grid.parts(), block.parts()
	if err := backend.CheckConfiguration(in, k.impl, g, b, shared); err != nil {
		return err
	}
	values := make([]backend.Argument, len(args))
	raw := make([][]byte, len(args))
	for i, a := range args {
		v, err := argument(s.dev, a)
		if err != nil {
			return fmt.Errorf("kernel %s, argument %d: %w", k.Name(), i, err)
		}
		values[i], raw[i] = v, v.Bytes
	}
	if err := backend.CheckArguments(k.impl.Meta(), values); err != nil {
		return err
	}
	return s.do(ctx, func() error {
		if err := s.q.Launch(k.impl, words(g), words(b), uint32(shared), raw); err != nil {
			return err
		}
		s.used[k.mod] = true
		return nil
	})
}

// memory is implemented by [Buffer].
type memory interface {
	Address() uintptr
	device() *Device
}

// argument returns the bytes of one kernel argument on a device, little-endian, and what they are.
func argument(d *Device, a any) (backend.Argument, error) {
	address := func(p uintptr) backend.Argument {
		return backend.Argument{Bytes: binary.LittleEndian.AppendUint64(nil, uint64(p)), Kind: backend.AddressArgument}
	}
	switch v := a.(type) {
	case nil:
		return address(0), nil
	case memory:
		switch p := v.Address(); {
		case p == 0:
			return backend.Argument{}, fmt.Errorf("the buffer: %w", ErrClosed)
		case v.device() != d:
			return backend.Argument{}, fmt.Errorf("%w: the buffer is on device %d, the stream on device %d", ErrInvalidArgument, v.device().ordinal, d.ordinal)
		default:
			return address(p), nil
		}
	case unsafe.Pointer:
		return address(uintptr(v)), nil
	case uintptr:
		return backend.Argument{Bytes: address(v).Bytes}, nil
	case []byte:
		return backend.Argument{Bytes: bytes.Clone(v)}, nil
	case int:
		return backend.Argument{}, fmt.Errorf("%w: an int has no fixed size; use int32 or int64", ErrInvalidArgument)
	case uint:
		return backend.Argument{}, fmt.Errorf("%w: a uint has no fixed size; use uint32 or uint64", ErrInvalidArgument)
	}
	t := reflect.TypeOf(a)
	if !plain(t) {
		return backend.Argument{}, fmt.Errorf("%w: a %s cannot be a kernel argument", ErrInvalidArgument, t)
	}
	v := reflect.New(t)
	v.Elem().Set(reflect.ValueOf(a))
	b := unsafe.Slice((*byte)(v.UnsafePointer()), t.Size())
	out := bytes.Clone(b)
	runtime.KeepAlive(v)
	return backend.Argument{Bytes: out, Kind: backend.ValueArgument}, nil
}

// plain reports whether a type has the same layout in Go and in C: no pointers, no int.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16,
		reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128, reflect.Uintptr:
		return true
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}
