// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync/atomic"
	"unsafe"

	"gohipcc/runtime/backend"
)

// Buffer is an array of n elements of T in device memory. T must have the same layout as in C and
// contain no pointers.
type Buffer[T any] struct {
	dev  *Device
	addr atomic.Uintptr // 0: freed
	n    int
	lent bool // the buffer does not own the memory
}

// NewBuffer allocates a zeroed buffer. Free it when it is no longer needed.
func NewBuffer[T any](d *Device, n int) (*Buffer[T], error) {
	size, err := bytesOf[T](n)
	if err != nil {
		return nil, err
	}
	p, err := d.impl.Alloc(backend.DeviceMemory, size)
	if err != nil {
		return nil, err
	}
	return bufferAt[T](d, p, n, false), nil
}

// BufferAt makes a buffer of n elements of T at a device address: of memory that another API
// allocated and keeps until the buffer is freed.
func BufferAt[T any](d *Device, address uintptr, n int) (*Buffer[T], error) {
	if _, err := bytesOf[T](n); err != nil {
		return nil, err
	}
	if address == 0 {
		return nil, fmt.Errorf("a buffer at no address: %w", ErrInvalidArgument)
	}
	return bufferAt[T](d, address, n, true), nil
}

func bufferAt[T any](d *Device, address uintptr, n int, lent bool) *Buffer[T] {
	b := &Buffer[T]{dev: d, n: n, lent: lent}
	b.addr.Store(address)
	return b
}

// bytesOf returns the size of n elements of T.
func bytesOf[T any](n int) (uint64, error) {
	var zero T
	t := reflect.TypeOf(zero)
	if t == nil || !plain(t) {
		return 0, fmt.Errorf("a buffer of %T: not laid out as in C: %w", zero, ErrInvalidArgument)
	}
	size := uint64(t.Size())
	if n <= 0 || size == 0 || uint64(n) > math.MaxInt64/size {
		return 0, fmt.Errorf("a buffer of %d elements of %d bytes: %w", n, size, ErrInvalidArgument)
	}
	return uint64(n) * size, nil
}

// Address returns the buffer's device address, 0 after Free.
func (b *Buffer[T]) Address() uintptr { return b.addr.Load() }

func (b *Buffer[T]) device() *Device { return b.dev }

// Len returns the number of elements.
func (b *Buffer[T]) Len() int { return b.n }

// Free frees the memory. It does not wait: the kernels and copies that use the buffer must have
// ended, which [Stream.Synchronize] and [Buffer.Read] ensure.
func (b *Buffer[T]) Free() error {
	p := b.addr.Swap(0)
	if p == 0 {
		return ErrClosed
	}
	if b.lent {
		return nil
	}
	return b.dev.impl.Free(p)
}

// Write copies host elements to the start of the buffer, after the earlier work in the stream, and
// returns when that is done. It returns the errors of [Stream.Synchronize]. If ctx ends before the
// stream's work does, nothing is copied.
func (b *Buffer[T]) Write(ctx context.Context, s *Stream, host []T) error {
	return b.copy(ctx, s, host, func(buffer, p uintptr, size uint64) error { return s.q.Copy(buffer, p, size, true) })
}

// Read copies from the start of the buffer to host elements, after the earlier work in the stream,
// and returns when that is done. It returns the errors of [Stream.Synchronize]. If ctx ends before
// the stream's work does, nothing is copied.
func (b *Buffer[T]) Read(ctx context.Context, s *Stream, host []T) error {
	return b.copy(ctx, s, host, func(buffer, p uintptr, size uint64) error { return s.q.Copy(p, buffer, size, true) })
}

// copy waits for the stream, until ctx ends, and then copies, which cannot be cancelled: a driver
// would continue to write to memory that belongs to the program again.
func (b *Buffer[T]) copy(ctx context.Context, s *Stream, host []T, copy func(buffer, host uintptr, size uint64) error) error {
	address := b.addr.Load()
	switch {
	case address == 0:
		return ErrClosed
	case len(host) > b.n:
		return fmt.Errorf("%d elements and a buffer of %d: %w", len(host), b.n, ErrInvalidArgument)
	case b.dev != s.dev:
		return fmt.Errorf("the buffer is on device %d, the stream on device %d: %w", b.dev.ordinal, s.dev.ordinal, ErrInvalidArgument)
	case len(host) == 0:
		return nil
	}
	if err := s.Synchronize(ctx); err != nil {
		return err
	}
	size := uint64(unsafe.Sizeof(host[0])) * uint64(len(host))
	var pin runtime.Pinner
	pin.Pin(&host[0])
	defer pin.Unpin()
	return s.enqueue(ctx, func() error { return copy(address, uintptr(unsafe.Pointer(&host[0])), size) })
}
