// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hipgl_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"gohipcc/runtime/hip"
	"gohipcc/runtime/hipgl"
	"gohipcc/runtime/hipgl/headless"
)

func TestMain(m *testing.M) {
	// Use the compiler of this tree.
	if bin, err := filepath.Abs("../../build/bin"); err == nil {
		os.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	}
	os.Exit(m.Run())
}

const source = `
#include <hip/hip_runtime.h>
extern "C" __global__ void add(float *p, int n, float by) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) p[i] += by;
}
extern "C" __global__ void paint(uchar4 *p, int w, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) p[i] = make_uchar4(i % w, i / w, p[i].z * 2, 255);
}`

// each runs a test on every device, with an OpenGL context.
func each(t *testing.T, f func(t *testing.T, d *hip.Device, s *hip.Stream, m *hip.Module)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	devices, err := hip.Devices()
	if err != nil {
		t.Fatal(err)
	}
	end, err := headless.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	for _, d := range devices {
		image, err := hip.Compile(t.Context(), []byte(source), &hip.CompileOptions{Device: d})
		if err != nil {
			t.Fatal(err)
		}
		m, err := image.Load(t.Context(), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := d.NewStream()
		if err != nil {
			t.Fatal(err)
		}
		f(t, d, s, m)
		if e := gl.GetError(); e != gl.NO_ERROR {
			t.Errorf("%s: OpenGL error 0x%x", d.Name(), e)
		}
		s.Close()
		m.Unload()
	}
}

func newBuffer(data []float32) uint32 {
	var b uint32
	gl.GenBuffers(1, &b)
	gl.BindBuffer(gl.ARRAY_BUFFER, b)
	gl.BufferData(gl.ARRAY_BUFFER, len(data)*4, gl.Ptr(data), gl.DYNAMIC_DRAW)
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	return b
}

func contents(b uint32, n int) []float32 {
	out := make([]float32, n)
	gl.BindBuffer(gl.ARRAY_BUFFER, b)
	gl.GetBufferSubData(gl.ARRAY_BUFFER, 0, n*4, gl.Ptr(out))
	gl.BindBuffer(gl.ARRAY_BUFFER, 0)
	return out
}

func TestBuffer(t *testing.T) {
	each(t, func(t *testing.T, d *hip.Device, s *hip.Stream, m *hip.Module) {
		ctx := t.Context()
		add, err := m.Kernel(ctx, "add")
		if err != nil {
			t.Fatal(err)
		}
		const n = 1000
		start := make([]float32, n)
		for i := range start {
			start[i] = float32(i)
		}
		name := newBuffer(start)
		for _, access := range []hipgl.Access{hipgl.ReadWrite, hipgl.ReadOnly, hipgl.WriteDiscard} {
			b, err := hipgl.RegisterBuffer[float32](d, name, access)
			if err != nil {
				t.Fatal(err)
			}
			x, err := b.Map(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.Map(ctx, s); !errors.Is(err, hipgl.ErrMapped) {
				t.Errorf("mapped twice: %v", err)
			}
			if err := b.Unregister(); !errors.Is(err, hipgl.ErrMapped) {
				t.Errorf("unregistered while mapped: %v", err)
			}
			seen := make([]float32, n)
			if access == hipgl.WriteDiscard {
				err = x.Write(ctx, s, seen) // zeros
			} else if err = x.Read(ctx, s, seen); err == nil && !slices.Equal(seen, start) {
				t.Errorf("%s, access %d: HIP sees %v…", d.Name(), access, seen[:4])
			}
			if err != nil {
				t.Fatal(err)
			}
			if access != hipgl.ReadOnly {
				if err := s.Launch(ctx, add, hip.Grid(4), hip.Block(256), 0, x, int32(n), float32(2)); err != nil {
					t.Fatal(err)
				}
				for i := range start {
					start[i] = seen[i] + 2
				}
			}
			if err := b.Unmap(ctx, s); err != nil {
				t.Fatal(err)
			}
			if err := b.Unmap(ctx, s); !errors.Is(err, hipgl.ErrNotMapped) {
				t.Errorf("unmapped twice: %v", err)
			}
			if got := contents(name, n); !slices.Equal(got, start) {
				t.Errorf("%s, access %d: OpenGL sees %v…, want %v…", d.Name(), access, got[:4], start[:4])
			}
			if err := b.Unregister(); err != nil {
				t.Error(err)
			}
		}
		gl.DeleteBuffers(1, &name)
		if _, err := hipgl.RegisterBuffer[float32](d, name, hipgl.ReadWrite); !errors.Is(err, hipgl.ErrGone) {
			t.Errorf("a deleted buffer: %v", err)
		}
	})
}

func TestTexture(t *testing.T) {
	each(t, func(t *testing.T, d *hip.Device, s *hip.Stream, m *hip.Module) {
		ctx := t.Context()
		paint, err := m.Kernel(ctx, "paint")
		if err != nil {
			t.Fatal(err)
		}
		const w, h = 37, 11
		texels := slices.Repeat([][4]uint8{{1, 2, 3, 4}}, w*h)
		var name uint32
		gl.GenTextures(1, &name)
		gl.BindTexture(gl.TEXTURE_2D, name)
		gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&texels[0]))
		gl.BindTexture(gl.TEXTURE_2D, 0)
		if _, err := hipgl.RegisterTexture[float64](d, name, hipgl.ReadWrite); !errors.Is(err, hip.ErrInvalidArgument) {
			t.Errorf("texels of another size: %v", err)
		}
		tex, err := hipgl.RegisterTexture[[4]uint8](d, name, hipgl.ReadWrite)
		if err != nil {
			t.Fatal(err)
		}
		x, err := tex.Map(ctx, s)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Launch(ctx, paint, hip.Grid(2), hip.Block(256), 0, x, int32(w), int32(w*h)); err != nil {
			t.Fatal(err)
		}
		if err := tex.Unmap(ctx, s); err != nil {
			t.Fatal(err)
		}
		gl.BindTexture(gl.TEXTURE_2D, name)
		gl.GetTexImage(gl.TEXTURE_2D, 0, gl.RGBA, gl.UNSIGNED_BYTE, unsafe.Pointer(&texels[0]))
		for i, p := range texels {
			if p != [4]uint8{uint8(i % w), uint8(i / w), 6, 255} {
				t.Fatalf("%s: texel %d is %v", d.Name(), i, p)
			}
		}
		if err := tex.Unregister(); err != nil {
			t.Error(err)
		}
		gl.DeleteTextures(1, &name)
	})
}

func TestUnmapEnds(t *testing.T) {
	each(t, func(t *testing.T, d *hip.Device, s *hip.Stream, _ *hip.Module) {
		name := newBuffer(make([]float32, 8))
		b, err := hipgl.RegisterBuffer[float32](d, name, hipgl.ReadWrite)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Map(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := b.Unmap(ended, s); !errors.Is(err, context.Canceled) {
			t.Errorf("an ended context: %v", err)
		}
		if err := b.Unmap(t.Context(), s); err != nil {
			t.Error(err)
		}
		gl.DeleteBuffers(1, &name)
	})
}
