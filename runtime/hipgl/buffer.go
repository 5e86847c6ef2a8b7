// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hipgl

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"gohipcc/runtime/hip"
)

// Access describes how kernels access a resource while it is mapped.
type Access int

const (
	ReadWrite    Access = iota
	ReadOnly            // kernels do not write: nothing is copied back
	WriteDiscard        // kernels overwrite everything: nothing is copied in
)

// Errors of mapping, to be tested with [errors.Is].
var (
	ErrMapped    = errors.New("the resource is mapped")
	ErrNotMapped = errors.New("the resource is not mapped")
	ErrGone      = errors.New("OpenGL has no such object")
)

// Buffer is an OpenGL buffer with elements of type T.
type Buffer[T any] struct {
	dev    *hip.Device
	name   uint32
	access Access
	own    *hip.Buffer[T] // copy in device memory, if the device cannot access OpenGL's memory
	mapped *hip.Buffer[T]
}

// RegisterBuffer registers an OpenGL buffer with a device.
func RegisterBuffer[T any](d *hip.Device, name uint32, access Access) (*Buffer[T], error) {
	if access < ReadWrite || access > WriteDiscard {
		return nil, fmt.Errorf("access %d: %w", access, hip.ErrInvalidArgument)
	}
	b := &Buffer[T]{dev: d, name: name, access: access}
	if _, err := b.size(); err != nil {
		return nil, err
	}
	return b, nil
}

// bind binds the buffer and returns a function that restores the program's binding.
func bind(name uint32) func() {
	var before int32
	gl.GetIntegerv(gl.ARRAY_BUFFER_BINDING, &before)
	gl.BindBuffer(gl.ARRAY_BUFFER, name)
	return func() { gl.BindBuffer(gl.ARRAY_BUFFER, uint32(before)) }
}

// size returns the number of whole elements.
func (b *Buffer[T]) size() (int, error) {
	if !gl.IsBuffer(b.name) {
		return 0, fmt.Errorf("buffer %d: %w", b.name, ErrGone)
	}
	defer bind(b.name)()
	var n int64
	gl.GetBufferParameteri64v(gl.ARRAY_BUFFER, gl.BUFFER_SIZE, &n)
	var zero T
	each := int64(unsafe.Sizeof(zero))
	if each == 0 || n < each {
		return 0, fmt.Errorf("buffer %d has %d bytes, an element %d: %w", b.name, n, each, hip.ErrInvalidArgument)
	}
	return int(n / each), nil
}

func (b *Buffer[T]) inPlace() bool { return b.dev.Info().Backend == "cpu" }

// Map maps the buffer for use by HIP.
func (b *Buffer[T]) Map(ctx context.Context, s *hip.Stream) (*hip.Buffer[T], error) {
	if b.mapped != nil {
		return nil, ErrMapped
	}
	n, err := b.size()
	if err != nil {
		return nil, err
	}
	if b.inPlace() {
		err = b.mapInPlace(n)
	} else {
		err = b.copyIn(ctx, s, n)
	}
	if err != nil {
		return nil, err
	}
	return b.mapped, nil
}

func (b *Buffer[T]) mapInPlace(n int) error {
	access := uint32(gl.MAP_READ_BIT | gl.MAP_WRITE_BIT)
	switch b.access {
	case ReadOnly:
		access = gl.MAP_READ_BIT
	case WriteDiscard:
		access = gl.MAP_WRITE_BIT | gl.MAP_INVALIDATE_BUFFER_BIT
	}
	host, err := b.host(n, access)
	if err != nil {
		return err
	}
	b.mapped, err = hip.BufferAt[T](b.dev, uintptr(unsafe.Pointer(&host[0])), n)
	return err
}

// host maps the buffer into the host's address space.
func (b *Buffer[T]) host(n int, access uint32) ([]T, error) {
	var zero T
	defer bind(b.name)()
	p := gl.MapBufferRange(gl.ARRAY_BUFFER, 0, n*int(unsafe.Sizeof(zero)), access)
	if p == nil {
		return nil, fmt.Errorf("buffer %d cannot be mapped: OpenGL error 0x%x", b.name, gl.GetError())
	}
	return unsafe.Slice((*T)(p), n), nil
}

func (b *Buffer[T]) unmapHost() error {
	if !gl.IsBuffer(b.name) {
		return fmt.Errorf("buffer %d: %w", b.name, ErrGone)
	}
	defer bind(b.name)()
	if !gl.UnmapBuffer(gl.ARRAY_BUFFER) {
		return fmt.Errorf("buffer %d lost its contents", b.name)
	}
	return nil
}

func (b *Buffer[T]) copyIn(ctx context.Context, s *hip.Stream, n int) error {
	if b.own != nil && b.own.Len() != n {
		if err := b.own.Free(); err != nil {
			return err
		}
		b.own = nil
	}
	if b.own == nil {
		own, err := hip.NewBuffer[T](b.dev, n)
		if err != nil {
			return err
		}
		b.own = own
	}
	if b.access != WriteDiscard {
		host, err := b.host(n, gl.MAP_READ_BIT)
		if err != nil {
			return err
		}
		if err := errors.Join(b.own.Write(ctx, s, host), b.unmapHost()); err != nil {
			return err
		}
	}
	b.mapped = b.own
	return nil
}

// Unmap waits for the stream and returns the buffer to OpenGL. Afterwards it is no longer mapped,
// even if there was an error, unless ctx ended first: then kernels may still use the buffer, and it
// remains mapped.
func (b *Buffer[T]) Unmap(ctx context.Context, s *hip.Stream) error {
	if b.mapped == nil {
		return ErrNotMapped
	}
	err := s.Synchronize(ctx)
	if ctx.Err() != nil {
		return err
	}
	m := b.mapped
	b.mapped = nil
	switch {
	case b.inPlace():
		return errors.Join(err, m.Free(), b.unmapHost())
	case b.access == ReadOnly || err != nil:
		return err
	}
	host, err := b.host(m.Len(), gl.MAP_WRITE_BIT|gl.MAP_INVALIDATE_BUFFER_BIT)
	if err != nil {
		return err
	}
	return errors.Join(m.Read(ctx, s, host), b.unmapHost())
}

// Unregister releases HIP's resources for the buffer, which must not be mapped.
func (b *Buffer[T]) Unregister() error {
	if b.mapped != nil {
		return ErrMapped
	}
	if b.own == nil {
		return nil
	}
	own := b.own
	b.own = nil
	return own.Free()
}
