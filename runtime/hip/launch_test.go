// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"
	"math"
	"strings"
	"testing"
)

const checkedHIP = `
#include <hip/hip_runtime.h>
struct pair { float a; int b; };
extern "C" __global__ void checked(int *p, long n, pair v) { p[threadIdx.x] = (int)n + v.b; }
extern "C" __global__ __launch_bounds__(64) void narrow() {}
extern "C" __global__ void shares(int *p) {
  __shared__ int fixed[1024];
  extern __shared__ int s[];
  fixed[threadIdx.x] = s[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = fixed[threadIdx.x ^ 1] + s[threadIdx.x ^ 1];
}
`

// TestLaunchIsChecked: invalid launches are rejected before a driver gets them, on all devices in
// the same way.
func TestLaunchIsChecked(t *testing.T) {
	usePrefix(t)
	for name, d := range map[string]*Device{"opencl": spirvDevice(t), "rocm": amdDevice(t), "emulator": emulated(t, "gfx90a"), "cpu": cpuDevice(t)} {
		t.Run(name, func(t *testing.T) { checkLaunches(t, d) })
	}
}

// TestLaunchIsCheckedOnCUDA is TestLaunchIsChecked on the double of NVIDIA's driver.
func TestLaunchIsCheckedOnCUDA(t *testing.T) {
	onCUDADouble(t, func(d *Device) {
		checkLaunches(t, d)
		checkForeignPTX(t, d)
	})
}

func checkLaunches(t *testing.T, d *Device) {
	im, err := Compile(t.Context(), []byte(checkedHIP), &CompileOptions{Kind: SourceHIP, Device: d})
	if err != nil {
		t.Fatal(err)
	}
	m, err := im.Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := stream(t, d)
	p, err := NewBuffer[int32](d, 1024)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	type pair struct {
		A float32
		B int32
	}
	good := []any{p, int64(7), pair{1, 2}}
	one := Grid(1)
	for _, tt := range []struct {
		name        string
		kernel      string
		grid, block Dim
		shared      int
		args        []any
		is          error
		want        string
	}{
		{"no arguments", "checked", one, one, 0, nil, ErrInvalidArgument, "it takes 3 arguments, 0 given"},
		{"few arguments", "checked", one, one, 0, good[:2], ErrInvalidArgument, "it takes 3 arguments, 2 given"},
		{"many arguments", "checked", one, one, 0, append(good[:3:3], int32(1)), ErrInvalidArgument, "it takes 3 arguments, 4 given"},
		{"a narrow value", "checked", one, one, 0, []any{p, int32(7), pair{}}, ErrInvalidArgument, "argument 1"},
		{"a wide value", "checked", one, one, 0, []any{p, [2]int64{}, pair{}}, ErrInvalidArgument, "takes 8 bytes, 16 given"},
		{"a structure of another size", "checked", one, one, 0, []any{p, int64(7), [3]int32{}}, ErrInvalidArgument, "takes 8 bytes, 12 given"},
		{"few bytes", "checked", one, one, 0, []any{p, int64(7), []byte{1}}, ErrInvalidArgument, "takes 8 bytes, 1 given"},
		{"no bytes", "checked", one, one, 0, []any{p, []byte{}, pair{}}, ErrInvalidArgument, "takes 8 bytes, 0 given"},
		{"a value for a pointer", "checked", one, one, 0, []any{int64(4096), int64(7), pair{}}, ErrInvalidArgument, "takes a pointer"},
		{"a buffer for a value", "checked", one, one, 0, []any{p, p, pair{}}, ErrInvalidArgument, "an address is given"},
		{"nil for a value", "checked", one, one, 0, []any{p, nil, pair{}}, ErrInvalidArgument, "an address is given"},
		{"an int", "checked", one, one, 0, []any{p, 7, pair{}}, ErrInvalidArgument, "no fixed size"},
		{"a Go pointer", "checked", one, one, 0, []any{&pair{}, int64(7), pair{}}, ErrInvalidArgument, "cannot be a kernel argument"},
		{"a grid of none", "checked", Grid(0), one, 0, good, ErrInvalidConfiguration, "a grid of 0×1×1"},
		{"a negative grid", "checked", Grid(1, -1), one, 0, good, ErrInvalidConfiguration, "a grid of 1×-1×1"},
		{"a grid of 33 bits", "checked", Grid(1 << 33), one, 0, good, ErrInvalidConfiguration, "a grid of 8589934592 blocks in x"},
		{"a high grid", "checked", Grid(1, 1, 1<<20), one, 0, good, ErrInvalidConfiguration, "a grid of 1048576 blocks in z"},
		{"four dimensions", "checked", Grid(1, 1, 1, 1), one, 0, good, ErrInvalidConfiguration, "more than three"},
		{"a zero Dim", "checked", one, Dim{}, 0, good, ErrInvalidConfiguration, "blocks of 0×0×0 threads"},
		{"a negative block", "checked", one, Block(-64), 0, good, ErrInvalidConfiguration, "blocks of -64×1×1 threads"},
		{"a big block", "checked", one, Block(1 << 20), 0, good, ErrInvalidConfiguration, "a block of 1048576 threads in x"},
		{"a block of 65 bits", "checked", one, Block(1<<9, 1<<9, 1<<9), 0, good, ErrInvalidConfiguration, "a block of"},
		{"a block of 64 bits", "checked", one, Block(math.MaxInt64, math.MaxInt64), 0, good, ErrInvalidConfiguration, "a block of"},
		{"beyond launch bounds", "narrow", one, Block(65), 0, nil, ErrInvalidConfiguration, "the kernel can have 64"},
		{"negative shared memory", "shares", one, Block(64), -1, []any{p}, ErrInvalidConfiguration, "-1 bytes of dynamic shared memory"},
		{"shared memory beyond the device", "shares", one, Block(64), 1 << 30, []any{p}, ErrInvalidConfiguration, "shared memory"},
		{"static and dynamic shared memory", "shares", one, Block(64), int(d.Info().SharedMem), []any{p}, ErrInvalidConfiguration, "4096 static ones"},
	} {
		if err := s.Launch(t.Context(), function(t, m, tt.kernel), tt.grid, tt.block, tt.shared, tt.args...); !errors.Is(err, tt.is) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.kernel) {
			t.Errorf("%s: %v; want %q", tt.name, err, tt.want)
		}
	}
	// An address as an integer matches pointers and integers of its size, and so do bytes.
	for _, args := range [][]any{good, {p.Address(), uintptr(7), pair{1, 2}}, {p, []byte{7, 0, 0, 0, 0, 0, 0, 0}, []byte{0, 0, 0, 0, 2, 0, 0, 0}}} {
		if err := s.Launch(t.Context(), function(t, m, "checked"), Grid(2), Block(64), 0, args...); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
	if err := s.Launch(t.Context(), function(t, m, "shares"), one, Block(64), 256, p); err != nil {
		t.Error(err)
	}
	if err := s.Synchronize(t.Context()); err != nil {
		t.Error(err)
	}
}

// PTX of other producers does not distinguish pointers from integers.
func checkForeignPTX(t *testing.T, d *Device) {
	m, err := d.Load(t.Context(), []byte(`.version 7.0
.target sm_70
.address_size 64
.visible .entry put(.param .u64 p, .param .u32 v)
{
	.reg .b32 %r<2>;
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	ld.param.u32 %r1, [v];
	st.global.u32 [%rd1], %r1;
	ret;
}
`), &LoadOptions{Name: "foreign.ptx"})
	if err != nil {
		t.Fatal(err)
	}
	s := stream(t, d)
	p, err := NewBuffer[uint32](d, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	put := function(t, m, "put")
	if err := s.Launch(t.Context(), put, Grid(1), Block(1), 0, p, p); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("a buffer for a number: %v", err)
	}
	if err := s.Launch(t.Context(), put, Grid(1), Block(1), 0, p, uint32(42)); err != nil {
		t.Fatal(err)
	}
	got := make([]uint32, 1)
	if err := p.Read(t.Context(), s, got); err != nil || got[0] != 42 {
		t.Errorf("%d, %v", got[0], err)
	}
}
