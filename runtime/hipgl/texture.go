// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hipgl

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"gohipcc/runtime/hip"
)

// Texture is level 0 of a two-dimensional OpenGL texture with texels of type T, row by row.
type Texture[T any] struct {
	name          uint32
	width, height int
	format, kind  uint32 // pixel transfer format and type
	pixels        uint32 // the pixel buffer object
	buffer        *Buffer[T]
}

// transfer describes the memory layout of texels of an internal format.
type transfer struct {
	internal, format, kind uint32
	size                   uintptr
}

var transfers = []transfer{
	{gl.R8, gl.RED, gl.UNSIGNED_BYTE, 1}, {gl.RG8, gl.RG, gl.UNSIGNED_BYTE, 2}, {gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, 4},
	{gl.R16, gl.RED, gl.UNSIGNED_SHORT, 2}, {gl.RG16, gl.RG, gl.UNSIGNED_SHORT, 4}, {gl.RGBA16, gl.RGBA, gl.UNSIGNED_SHORT, 8},
	{gl.R16F, gl.RED, gl.HALF_FLOAT, 2}, {gl.RG16F, gl.RG, gl.HALF_FLOAT, 4}, {gl.RGBA16F, gl.RGBA, gl.HALF_FLOAT, 8},
	{gl.R32F, gl.RED, gl.FLOAT, 4}, {gl.RG32F, gl.RG, gl.FLOAT, 8}, {gl.RGBA32F, gl.RGBA, gl.FLOAT, 16},
	{gl.R32I, gl.RED_INTEGER, gl.INT, 4}, {gl.RG32I, gl.RG_INTEGER, gl.INT, 8}, {gl.RGBA32I, gl.RGBA_INTEGER, gl.INT, 16},
	{gl.R32UI, gl.RED_INTEGER, gl.UNSIGNED_INT, 4}, {gl.RG32UI, gl.RG_INTEGER, gl.UNSIGNED_INT, 8},
	{gl.RGBA32UI, gl.RGBA_INTEGER, gl.UNSIGNED_INT, 16},
}

// RegisterTexture registers an OpenGL texture with a device. T has the size of its texels.
func RegisterTexture[T any](d *hip.Device, name uint32, access Access) (*Texture[T], error) {
	if !gl.IsTexture(name) {
		return nil, fmt.Errorf("texture %d: %w", name, ErrGone)
	}
	t := &Texture[T]{name: name}
	if err := t.describe(); err != nil {
		return nil, err
	}
	var zero T
	gl.GenBuffers(1, &t.pixels)
	restore := bind(t.pixels)
	gl.BufferData(gl.ARRAY_BUFFER, t.width*t.height*int(unsafe.Sizeof(zero)), nil, gl.DYNAMIC_COPY)
	restore()
	b, err := RegisterBuffer[T](d, t.pixels, access)
	if err != nil {
		gl.DeleteBuffers(1, &t.pixels)
		return nil, err
	}
	t.buffer = b
	return t, nil
}

// bind binds the texture and returns a function that restores the program's binding.
func (t *Texture[T]) bind() func() {
	var before int32
	gl.GetIntegerv(gl.TEXTURE_BINDING_2D, &before)
	gl.BindTexture(gl.TEXTURE_2D, t.name)
	return func() { gl.BindTexture(gl.TEXTURE_2D, uint32(before)) }
}

func (t *Texture[T]) describe() error {
	defer t.bind()()
	var w, h, internal int32
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_WIDTH, &w)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_HEIGHT, &h)
	gl.GetTexLevelParameteriv(gl.TEXTURE_2D, 0, gl.TEXTURE_INTERNAL_FORMAT, &internal)
	t.width, t.height = int(w), int(h)
	var zero T
	for _, f := range transfers {
		if f.internal == uint32(internal) && f.size == unsafe.Sizeof(zero) && w > 0 && h > 0 {
			t.format, t.kind = f.format, f.kind
			return nil
		}
	}
	return fmt.Errorf("texture %d of %d by %d texels, format 0x%x, as texels of %T: %w", t.name, w, h, internal, zero, hip.ErrInvalidArgument)
}

// Size returns the width and height in texels.
func (t *Texture[T]) Size() (width, height int) { return t.width, t.height }

// stores sets the pixel store parameters for rows without padding, and returns a function that
// restores the program's.
func stores(alignment uint32, others ...uint32) func() {
	names := append(others, alignment)
	before := make([]int32, len(names))
	for i, n := range names {
		gl.GetIntegerv(n, &before[i])
		if n == alignment {
			gl.PixelStorei(n, 1)
		} else {
			gl.PixelStorei(n, 0)
		}
	}
	return func() {
		for i, n := range names {
			gl.PixelStorei(n, before[i])
		}
	}
}

// through binds the pixel buffer object as the source or the destination of transfers.
func (t *Texture[T]) through(target, binding uint32) func() {
	var before int32
	gl.GetIntegerv(binding, &before)
	gl.BindBuffer(target, t.pixels)
	return func() { gl.BindBuffer(target, uint32(before)) }
}

// Map maps the texture for use by HIP, as a copy of its texels.
func (t *Texture[T]) Map(ctx context.Context, s *hip.Stream) (*hip.Buffer[T], error) {
	if t.buffer.mapped != nil {
		return nil, ErrMapped
	}
	if !gl.IsTexture(t.name) {
		return nil, fmt.Errorf("texture %d: %w", t.name, ErrGone)
	}
	if t.buffer.access != WriteDiscard {
		t.pull()
	}
	return t.buffer.Map(ctx, s)
}

func (t *Texture[T]) pull() {
	defer t.bind()()
	defer stores(gl.PACK_ALIGNMENT, gl.PACK_ROW_LENGTH, gl.PACK_SKIP_ROWS, gl.PACK_SKIP_PIXELS, gl.PACK_SWAP_BYTES)()
	defer t.through(gl.PIXEL_PACK_BUFFER, gl.PIXEL_PACK_BUFFER_BINDING)()
	gl.GetTexImage(gl.TEXTURE_2D, 0, t.format, t.kind, nil)
}

// Unmap waits for the stream and returns the texture to OpenGL.
func (t *Texture[T]) Unmap(ctx context.Context, s *hip.Stream) error {
	if err := t.buffer.Unmap(ctx, s); err != nil || t.buffer.access == ReadOnly {
		return err
	}
	if !gl.IsTexture(t.name) {
		return fmt.Errorf("texture %d: %w", t.name, ErrGone)
	}
	defer t.bind()()
	defer stores(gl.UNPACK_ALIGNMENT, gl.UNPACK_ROW_LENGTH, gl.UNPACK_SKIP_ROWS, gl.UNPACK_SKIP_PIXELS, gl.UNPACK_SWAP_BYTES)()
	defer t.through(gl.PIXEL_UNPACK_BUFFER, gl.PIXEL_UNPACK_BUFFER_BINDING)()
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(t.width), int32(t.height), t.format, t.kind, nil)
	return nil
}

// Unregister releases HIP's resources for the texture, which must not be mapped.
func (t *Texture[T]) Unregister() error {
	if err := t.buffer.Unregister(); err != nil {
		return err
	}
	gl.DeleteBuffers(1, &t.pixels)
	return nil
}
