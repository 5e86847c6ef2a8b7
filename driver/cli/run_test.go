// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gohipcc/abi"
	"gohipcc/internal/testtree"
)

const runSource = `#include <hip/hip_runtime.h>
struct Pair { int a; float b; };
__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void vote(int *o) { o[threadIdx.x] = __popcll(__ballot(1)) + __shfl(6, 0); }
__global__ void pair(Pair p, float *y, short s) { y[threadIdx.x] = p.a + p.b * threadIdx.x + s; }
`

func TestRun(t *testing.T) {
	p := testtree.Prefix(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "k.hip"), []byte(runSource), 0o644); err != nil {
		t.Fatal(err)
	}
	gohipcc := func(args ...string) (string, error) {
		cmd := exec.Command(filepath.Join(p, "bin", "gohipcc"), args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	ok := func(want string, args ...string) {
		t.Helper()
		out, err := gohipcc(args...)
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("gohipcc %s: %v, want %q in\n%s", strings.Join(args, " "), err, want, out)
		}
	}
	refused := func(want string, args ...string) {
		t.Helper()
		out, err := gohipcc(args...)
		if err == nil || !strings.Contains(out, want) || strings.Contains(out, "Usage:") {
			t.Errorf("gohipcc %s: %v, want %q in\n%s", strings.Join(args, " "), err, want, out)
		}
	}
	saxpy := []string{"run", "k.hip", "-k", "saxpy", "-g", "4", "-b", "64"}
	with := func(more ...string) []string { return append(saxpy[:len(saxpy):len(saxpy)], more...) }
	ok("2 f32[16 16]: 1 3 5 7 9 11 13 15 …", with("2.0", "range:f32:256", "fill:f32:16x16:1=y.npy", "256")...)
	y, err := readNPY(filepath.Join(dir, "y.npy"))
	if err != nil || y.String() != "f32[16 16]" || y.at(255) != 511 {
		t.Errorf("%v, %v", y, err)
	}
	// An untyped number gets the kernel's type, or is rejected.
	ok("2 f32[16 16]: 1 3 5 7 9 11 13 15 …", with("2", "range:f32:256", "fill:f32:16x16:1", "256")...)
	refused("argument 3: 2.5 is not a valid u32, the type of this kernel argument; the kernel is _Z5saxpyfPKfPfi(f32, buffer, buffer, i32)", with("2", "zeros:f32:4", "zeros:f32:4", "2.5")...)
	refused("argument 3: f32:4 is not a valid i32, the type of this kernel argument; bits of another type are given as hex:BYTES", with("2", "zeros:f32:4", "zeros:f32:4", "f32:4")...)
	refused("argument 0: i32:2 is not a valid f32", with("i32:2", "zeros:f32:4", "zeros:f32:4", "4")...)
	refused("argument 0: 0x2 is not a valid f32", with("0x2", "zeros:f32:4", "zeros:f32:4", "4")...)
	refused("argument 0: 1 is a number; the kernel takes a structure of 8 bytes there: use hex:BYTES or raw:FILE", "run", "k.hip", "-k", "pair", "1", "zeros:f32:4", "1")
	ok("as expected", with("f32:2", "range:f32:256", "fill:f32:256:1", "i32:256", "--expect", "2=y.npy")...)
	ok("over 3 launches", with("f32:2", "range:f32:256", "fill:f32:256:1", "256", "--repeat", "3", "-q")...)
	// Warp operations in a block of one work-item, on every device.
	ok("0 i32[1]: 7", "run", "k.hip", "-k", "vote", "-d", "all", "zeros:i32:1")
	if err := writeNPY(filepath.Join(dir, "want.npy"), &array{elementByName("f32"), []int{4}, floats(-4, -3.5, -3, -2.5)}); err != nil {
		t.Fatal(err)
	}
	ok("as expected", "run", "k.hip", "-k", "pair", "-b", "4", "hex:01000000_0000003f", "zeros:f32:4", "i16:-5", "--expect", "1=want.npy")
	ok("1 f32[4]: -4 -3.5 -3 -2.5", "run", "k.hip", "-k", "_Z4pair4PairPfs", "-b", "4", "hex:01000000_0000003f", "zeros:f32:4", "--", "-5")

	refused("256 of 256 elements differ, first [0]: 2, want 1", with("f32:2", "range:f32:256", "fill:f32:256:2", "256", "--expect", "2=y.npy")...)
	refused("3 arguments are given; the kernel is _Z5saxpyfPKfPfi(f32, buffer, buffer, i32)", with("2.0", "zeros:f32:4", "4")...)
	refused("argument 1: f32:1 is a value; the kernel takes a pointer there", with("2.0", "f32:1", "zeros:f32:4", "4")...)
	refused("argument 3: f64:1 has 8 bytes; the kernel takes 4 there", with("2.0", "zeros:f32:4", "zeros:f32:4", "f64:1")...)
	refused(`argument "zeros:f33:4": no type "f33"`, with("2.0", "zeros:f33:4", "zeros:f32:4", "4")...)
	refused("k.hip has several kernels; choose one with --kernel: _Z4pair4PairPfs, _Z4votePi, _Z5saxpyfPKfPfi", "run", "k.hip")
	refused("k.hip has no kernel axpy", "run", "k.hip", "-k", "axpy")
	refused("a block of 64×64×1 threads; the kernel can have 1024", "run", "k.hip", "-k", "saxpy", "-b", "64,64", "2.0", "zeros:f32:4", "zeros:f32:4", "4")
	refused("no device 7", "run", "k.hip", "-d", "7")
	refused("nothing.hip", "run", "nothing.hip")

	// A fat binary, on every backend: OpenCL, and the HIP interface of libgohip.so in place of
	// AMD's, where the same kernels run through runtime/backend/rocm.
	if out, err := gohipcc("k.hip", "--offload-device-only", "-c", "-o", "k.hipfb"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("GOHIP_LIBAMDHIP64", filepath.Join(p, "lib", "libgohip.so"))
	args := []string{"run", "k.hipfb", "-k", "saxpy", "-g", "4", "-b", "64", "2.0", "range:f32:256", "fill:f32:256:1", "256", "-d", "all", "--expect", "2=y.npy"}
	out, err := gohipcc(args...)
	if err != nil || !strings.Contains(out, "device 0:") || !strings.Contains(out, "device 1:") || !strings.Contains(out, "as expected") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestValueTypes: an untyped number becomes the bytes that the kernel expects, by the image's
// metadata or by the kernel's name; if neither has the type, the message shows both ways to write
// the number.
func TestValueTypes(t *testing.T) {
	kernel := func(types ...string) []*abi.Arg {
		var args []*abi.Arg
		for _, typ := range types {
			kind, size, _ := strings.Cut(typ, ":")
			n, err := strconv.ParseUint(size, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			a := &abi.Arg{ValueKind: abi.ByValue, ValueType: kind, Size: n}
			if kind == "ptr" {
				a.ValueKind, a.ValueType = abi.GlobalBuffer, ""
			}
			args = append(args, a)
		}
		return args
	}
	for _, test := range []struct {
		symbol string
		args   []*abi.Arg
		at     int
		number string
		want   string // bytes, or part of the error
	}{
		{"k", kernel("f32:4"), 0, "2", "00000040"},
		{"k", kernel("f64:8"), 0, "-1", "000000000000f0bf"},
		{"k", kernel("f16:2"), 0, "1", "003c"},
		{"k", kernel("i32:4"), 0, "2", "02000000"},
		{"k", kernel("i16:2"), 0, "-2", "feff"},
		{"k", kernel("i8:1"), 0, "255", "ff"},
		{"k", kernel("i8:1"), 0, "256", "256 is not a valid u8"},
		{"k", kernel("i32:4"), 0, "1e3", "1e3 is not a valid u32"},
		{"k", kernel("struct:4"), 0, "1", "structure of 4 bytes there: use hex:BYTES"},
		{"k", kernel("bf16:2"), 0, "1", "cannot be a value of 2 bytes; use hex:BYTES"},
		{"k", kernel("i128:16"), 0, "1", "cannot be a value of 16 bytes; use hex:BYTES"},
		// As in AMD's code objects and in PTX with untyped parameters: the name has the types.
		{"_Z5saxpyfPKfPfi", kernel(":4", "ptr:8", "ptr:8", ":4"), 0, "2", "00000040"},
		{"_Z5saxpyfPKfPfi", kernel(":4", "ptr:8", "ptr:8", ":4"), 3, "2", "02000000"},
		{"_Z5scaleIdLi4EEvPT_S0_m", kernel("ptr:8", ":8", ":8"), 1, "2", "0000000000000040"},
		{"_Z5scaleIdLi4EEvPT_S0_m", kernel("ptr:8", ":8", ":8"), 2, "2", "0200000000000000"},
		{"_Z1kDF16_b", kernel(":2", ":1"), 0, "1", "003c"},
		{"_ZN2ns1kEh", kernel(":1"), 0, "7", "07"},
		// The name does not: C's linkage, structures, or a count that is another.
		{"k", kernel(":4"), 0, "2", "write i32:2 or f32:2"},
		{"k", kernel(":8"), 0, "2", "write i64:2 or f64:2"},
		{"k", kernel(":1"), 0, "2", "02"},
		{"k", kernel(":12"), 0, "2", "cannot be a value of 12 bytes"},
		{"_Z1k4Enum", kernel(":4"), 0, "2", "write i32:2 or f32:2"},
		{"_Z1kff", kernel(":4"), 0, "2", "write i32:2 or f32:2"},
		{"_Z1kf", kernel(":8"), 0, "2", "write i64:2 or f64:2"},
	} {
		nameValueTypes(test.symbol, test.args)
		b, err := untyped(test.number, test.args[test.at])
		if got := hex.EncodeToString(b); err == nil && got != test.want || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for argument %d of %s: got %s, %v, want %s", test.number, test.at, test.symbol, got, err, test.want)
		}
	}
}

func floats(v ...float32) []byte {
	var b []byte
	for _, f := range v {
		b = le.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

func TestHalf(t *testing.T) {
	for bits := range 1 << 16 {
		h := uint16(bits)
		v := halfValue(h)
		if math.IsNaN(v) {
			continue
		}
		if got := halfBits(v); got != h {
			t.Fatalf("%#04x is %v, which becomes %#04x", h, v, got)
		}
	}
	for f, want := range map[float64]uint16{65519: 0x7bff, 65520: 0x7c00, 1 + 1.0/2048: 0x3c00, 1 + 3.0/2048: 0x3c02, 0x1p-25: 0, 0x1.8p-25: 1, -2: 0xc000} {
		if got := halfBits(f); got != want {
			t.Errorf("%v becomes %#04x, want %#04x", f, got, want)
		}
	}
}

func TestNPY(t *testing.T) {
	dir := t.TempDir()
	for i, shape := range [][]int{{}, {3}, {2, 5}, {0}} {
		n := 1
		for _, k := range shape {
			n *= k
		}
		for _, e := range elements {
			e := e
			path := filepath.Join(dir, fmt.Sprintf("%d%s.npy", i, e.name))
			a := &array{&e, shape, bytes.Repeat([]byte{1, 0}, n*e.size)[:n*e.size]}
			if err := writeNPY(path, a); err != nil {
				t.Fatal(err)
			}
			b, err := readNPY(path)
			if err != nil || b.elem.name != e.name || fmt.Sprint(b.shape) != fmt.Sprint(shape) || !bytes.Equal(a.data, b.data) {
				t.Errorf("%v became %v, %v", a, b, err)
			}
		}
	}
	head := func(h string) []byte {
		return append(append([]byte("\x93NUMPY\x01\x00"), byte(len(h)), byte(len(h)>>8)), h...)
	}
	for want, data := range map[string][]byte{
		"not a .npy file":      []byte("PK\x03\x04 something"),
		"is cut off":           head("{'descr': '<f4'}")[:20],
		"no simple descr":      head("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}"),
		"of type >f4":          head("{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}"),
		"Fortran order":        head("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 1)}"),
		"out of range":         head("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}"),
		"0 bytes of data":      head("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}"),
		"version 9 of the for": append([]byte("\x93NUMPY\x09\x00\x00\x00\x00\x00"), 0, 0, 0, 0),
	} {
		path := filepath.Join(dir, "bad.npy")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if a, err := readNPY(path); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("want %q: %v, %v", want, a, err)
		}
	}
}
