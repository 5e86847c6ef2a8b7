// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend"
)

var kernelTargets = []string{"gfx90a", "gfx942", "gfx1100", "gfx1201", "gfx9-generic", "gfx11-generic"}

// memory returns device memory as a slice.
func memory[T any](p uintptr, n int) []T { return unsafe.Slice((*T)(hostPointer(uint64(p))), n) }

// bench is a device with one kernel, and helpers for checks.
type bench struct {
	t    *testing.T
	d    *Device
	k    backend.Kernel
	m    backend.Module
	warp int // warp size from the program's view
}

// device copies a slice to device memory.
func device[T any](b *bench, v []T) uintptr {
	p, err := b.d.Alloc(backend.DeviceMemory, uint64(len(v))*uint64(unsafe.Sizeof(v[0])))
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { b.d.Free(p) })
	copy(memory[T](p, len(v)), v)
	return p
}

// arg returns the bytes of a kernel argument.
func arg(v any) []byte {
	if p, ok := v.(uintptr); ok {
		v = uint64(p)
	}
	if n, ok := v.(int); ok {
		v = int32(n)
	}
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err)
	}
	return b
}

func (b *bench) launch(grid, block [3]uint32, shared uint32, args ...any) {
	b.t.Helper()
	var list [][]byte
	for _, a := range args {
		list = append(list, arg(a))
	}
	q, err := b.d.NewQueue()
	if err != nil {
		b.t.Fatal(err)
	}
	if err := q.Launch(b.k, grid, block, shared, list); err != nil {
		b.t.Fatal(err)
	}
}

func line1(n uint32) [3]uint32 { return [3]uint32{n, 1, 1} }

// fill returns n values.
func fill[T any](n int, f func(i int) T) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = f(i)
	}
	return v
}

// near compares floats with a tolerance in ulps of the wider value, in the type's own precision.
func near[T float32 | float64](b *bench, what string, got, want T, rel float64) {
	b.t.Helper()
	g, w := float64(got), float64(want)
	if g == w || g != g && w != w || math.Abs(g-w) <= rel*math.Max(math.Abs(w), 1e-30) {
		return
	}
	b.t.Errorf("%s: %v, want %v (relative error %.3g)", what, got, want, math.Abs(g-w)/math.Abs(w))
}

func equal[T comparable](b *bench, what string, i int, got, want T) {
	if got != want {
		b.t.Helper()
		b.t.Fatalf("%s[%d]: %v, want %v", what, i, got, want)
	}
}

const eps32, eps64 = 0x1p-23, 0x1p-52

// checks maps each kernel of testdata/amd/kernels to a function that runs it and compares it with
// the host.
var checks = map[string]func(b *bench){
	"arith": func(b *bench) {
		const n = 333
		a := fill(n, func(i int) int32 { return int32(i*7919 - 90000) })
		x := fill(n, func(i int) float32 { return float32(i)*0.37 - 20 })
		li, y := device(b, make([]int64, n)), device(b, make([]float32, n))
		b.launch(line1(3), line1(64), 0, device(b, a), device(b, x), li, y, n)
		for i := range n {
			v := int64(a[i])
			equal(b, "li", i, memory[int64](li, n)[i], v*v/int64(i+1)%1000003+int64(a[i]>>3)-int64(a[i]<<2)+int64(a[i]^0x5a5a))
			q := float64(x[i])
			// The difference cancels: use a tolerance relative to its terms.
			near(b, fmt.Sprint("y", i), memory[float32](y, n)[i]+50, float32(q*2.5-1/(q*q+1))+50, 4*eps32)
		}
	},
	"f64math": func(b *bench) {
		const n = 200
		x := fill(n, func(i int) float64 { return float64(i-100) * 0.173 })
		y := device(b, make([]float64, 8*n))
		b.launch(line1(4), line1(64), 0, device(b, x), y, n)
		got := memory[float64](y, 8*n)
		for i, v := range x {
			a := math.Abs(v)
			for j, want := range []float64{math.Sin(v), math.Exp(v * 0.25), math.Log(a + 1), math.Pow(a+0.5, 1.25), math.Sqrt(a) / (1 + v*v), math.FMA(v, v, -1), math.Atan2(v, 0.75), math.Erf(v)} {
				near(b, fmt.Sprintf("y[%d][%d](%g)", i, j, v), got[8*i+j], want, 16*eps64)
			}
		}
	},
	"f32math": func(b *bench) {
		const n = 200
		x := fill(n, func(i int) float32 { return float32(i-100) * 0.173 })
		y := device(b, make([]float32, 8*n))
		b.launch(line1(4), line1(64), 0, device(b, x), y, n)
		got := memory[float32](y, 8*n)
		for i, f := range x {
			v := float64(f)
			a := math.Abs(v)
			m, e := math.Frexp(v)
			for j, want := range []float64{math.Sin(v), math.Cos(v), m, float64(e), math.Exp(v) + math.Log1p(a), math.Pow(a+1, float64(float32(0.3))), 1 / math.Sqrt(a+float64(float32(0.1))), math.Tanh(v) + math.Cbrt(v)} {
				near(b, fmt.Sprintf("y[%d][%d](%g)", i, j, v), got[8*i+j], float32(want), 16*eps32)
			}
		}
	},
	"lds_reduce": func(b *bench) {
		const n = 1000
		x := fill(n, func(i int) float32 { return float32(i%37) * 0.25 })
		sums := device(b, make([]float32, 4))
		b.launch(line1(4), line1(256), 0, device(b, x), sums, n)
		for g := range 4 {
			var want float32
			for i := g * 256; i < min(n, g*256+256); i++ {
				want += x[i]
			}
			equal(b, "sums", g, memory[float32](sums, 4)[g], want)
		}
	},
	"dynlds": func(b *bench) {
		const n = 192
		in := fill(n, func(i int) int32 { return int32(i * i) })
		out := device(b, make([]int32, n))
		b.launch(line1(2), line1(96), 96*4, device(b, in), out)
		for i := range n {
			g := i / 96 * 96
			equal(b, "out", i, memory[int32](out, n)[i], in[g+(i-g+1)%96]-in[g])
		}
	},
	"atomics": func(b *bench) {
		const n = 500
		x := fill(n, func(i int) int32 { return int32(i*2654435 ^ i<<9 - 70000) })
		start := []int32{1, math.MaxInt32, math.MinInt32, 5, 0, -1, 7, 0}
		out, bins, wide, fsum := device(b, start), device(b, make([]uint32, 16)), device(b, make([]uint64, 1)), device(b, make([]float32, 1))
		b.launch(line1(4), line1(128), 0, device(b, x), out, bins, wide, fsum, n)
		want := append([]int32(nil), start...)
		var w64 uint64
		var count [16]uint32
		for _, v := range x {
			want[0] += v
			want[1], want[2] = min(want[1], v), max(want[2], v)
			want[3] ^= v
			want[4] |= 1 << (v & 31)
			want[5] &= ^(1 << (v & 7))
			want[6] += 3
			if want[7]++; want[7] > 9 {
				want[7] = 0
			}
			w64 += uint64(uint32(v))
			count[v&15]++
		}
		for i, v := range want {
			equal(b, "out", i, memory[int32](out, 8)[i], v)
		}
		for i, v := range count {
			equal(b, "bins", i, memory[uint32](bins, 16)[i], v)
		}
		equal(b, "wide", 0, memory[uint64](wide, 1)[0], w64)
		equal(b, "fsum", 0, memory[float32](fsum, 1)[0], n*0.5)
	},
	"shuffle": func(b *bench) {
		const n = 256
		x := fill(n, func(i int) int32 { return int32(i*i*31 + 7) })
		out, dout := device(b, make([]int32, 4*n)), device(b, make([]float64, n))
		b.launch(line1(2), line1(128), 0, device(b, x), out, dout)
		got := memory[int32](out, 4*n)
		for i := range n {
			g, l := i&^31, i&31
			var sum int32
			for j := range 32 {
				sum += x[g+j]
			}
			equal(b, "sum", i, got[4*i], sum)
			equal(b, "up", i, got[4*i+1], x[g+max(l-1, 0)])
			down := l + 2
			if down > 31 {
				down = l
			}
			equal(b, "down", i, got[4*i+2], x[g+down])
			equal(b, "first", i, got[4*i+3], x[g+5])
			equal(b, "dout", i, memory[float64](dout, n)[i], float64(x[i^3])*0.5)
		}
	},
	"ballot": func(b *bench) {
		const n = 256
		warp := b.warp
		x := fill(n, func(i int) int32 { return int32(i*37%101 - i/200) })
		votes, flags := device(b, make([]uint64, n)), device(b, make([]int32, n))
		b.launch(line1(2), line1(128), 0, device(b, x), votes, flags)
		for i := range n {
			g := i / warp * warp
			var v uint64
			anyBig, all := int32(0), int32(2)
			for j := range warp {
				v |= uint64(x[g+j]&1) << j
				if x[g+j] > 50 {
					anyBig = 1
				}
				if x[g+j] < 0 {
					all = 0
				}
			}
			equal(b, "votes", i, memory[uint64](votes, n)[i], v)
			equal(b, "flags", i, memory[int32](flags, n)[i], anyBig|all|int32(bits.OnesCount64(v))<<2|int32(warp)<<16)
		}
	},
	"recursion": func(b *bench) {
		const n = 100
		out := device(b, make([]int32, n))
		b.launch(line1(2), line1(64), 0, out, n)
		var ack func(m, n int32) int32
		ack = func(m, n int32) int32 {
			switch {
			case m == 0:
				return n + 1
			case n == 0:
				return ack(m-1, 1)
			}
			return ack(m-1, ack(m, n-1))
		}
		for i := range int32(n) {
			equal(b, "out", int(i), memory[int32](out, n)[i], ack(i%3, i%4))
		}
	},
	"byvalue": func(b *bench) {
		const n = 64
		out := device(b, make([]float32, n))
		small := struct {
			C int8
			_ [1]byte
			S int16
		}{C: -3, S: 500}
		big := struct {
			M   [9]float64
			Tag int32
			V   [3]float32
			_   [0]byte
		}{Tag: 40, V: [3]float32{1, 2, 3}}
		for i := range big.M {
			big.M[i] = float64(i) * 1.5
		}
		b.launch(line1(1), line1(n), 0, int8(5), small, 2.25, big, out, int16(-7))
		for i := range n {
			equal(b, "out", i, memory[float32](out, n)[i], float32(5)+float32(-3*2)+float32(500*3)+2.25+float32(big.M[i%9])+40+1+4+9-7)
		}
	},
	"half_ops": func(b *bench) {
		const n = 150
		x := fill(n, func(i int) uint16 { return toHalf(float64(i)*0.37 - 20) })
		y := fill(n, func(i int) uint16 { return toHalf(3 - float64(i)*0.11) })
		out, f := device(b, make([]uint16, n)), device(b, make([]float32, n))
		b.launch(line1(3), line1(64), 0, device(b, x), device(b, y), out, f, n)
		for i := range n {
			p, q := fromHalf(x[i]), fromHalf(y[i])
			// The product and the sum may be contracted or not.
			fused, apart := toHalf(p*q+0.5), toHalf(fromHalf(toHalf(p*q))+0.5)
			if got := memory[uint16](out, n)[i]; got != fused && got != apart {
				b.t.Fatalf("c[%d]: %#x, want %#x or %#x", i, got, fused, apart)
			}
			want := float32(fromHalf(toHalf(p - q)))
			if p < q {
				want++
			} else {
				want += 2
			}
			equal(b, "f", i, memory[float32](f, n)[i], want)
		}
	},
	"funcptr": func(b *bench) {
		const n = 100
		which := fill(n, func(i int) int32 { return int32(i * 5 % 7) })
		out := device(b, make([]int32, n))
		b.launch(line1(2), line1(64), 0, device(b, which), out, n)
		for i := range int32(n) {
			equal(b, "out", int(i), memory[int32](out, n)[i], []int32{i + 7, i - 7, i * 7}[which[i]%3])
		}
	},
	"symbols": func(b *bench) {
		const n = 100
		x := fill(n, func(i int) float32 { return float32(i) + 0.5 })
		y := device(b, make([]float32, n))
		b.launch(line1(2), line1(64), 0, device(b, x), y, n)
		weights := []float32{0.5, 1.5, -2, 4}
		for i := range n {
			equal(b, "y", i, memory[float32](y, n)[i], x[i]*weights[i&3])
		}
		p, _, err := b.m.Global("counter")
		if err != nil {
			b.t.Fatal(err)
		}
		equal(b, "counter", 0, memory[int32](p, 1)[0], 100+n)
		if p, _, err = b.m.Global("history"); err != nil {
			b.t.Fatal(err)
		}
		for i := range 64 {
			equal(b, "history", i, memory[float32](p, 64)[i], x[i]*weights[i&3])
		}
	},
	"grid3d": func(b *bench) {
		grid, block := [3]uint32{2, 3, 2}, [3]uint32{8, 4, 4}
		w, h, dz := grid[0]*block[0], grid[1]*block[1], grid[2]*block[2]
		out := device(b, make([]uint32, w*h*dz))
		b.launch(grid, block, 0, out)
		for z := range dz {
			for y := range h {
				for x := range w {
					i := (z*h+y)*w + x
					equal(b, "out", int(i), memory[uint32](out, int(w*h*dz))[i], x|y<<8|z<<16|(8+4+4+2)<<24)
				}
			}
		}
	},
	"scratch": func(b *bench) {
		const n = 100
		in := fill(n, func(i int) int32 { return int32(i*73 + 5) })
		out := device(b, make([]int32, n))
		b.launch(line1(2), line1(64), 0, device(b, in), out, n)
		for i, v := range in {
			var a [32]int32
			for j := range int32(32) {
				a[j] = v*j + j*j
			}
			for j := 1; j < 32; j++ {
				for k := j; k > 0 && a[k]&63 > a[k-1]&63; k-- {
					a[k], a[k-1] = a[k-1], a[k]
				}
			}
			equal(b, "out", i, memory[int32](out, n)[i], a[0]*31+a[v&31])
		}
	},
	"matmul": func(b *bench) {
		const n = 24
		x, y := fill(n*n, func(i int) float32 { return float32(i%11) - 5 }), fill(n*n, func(i int) float32 { return float32(i%7) * 0.5 })
		out := device(b, make([]float32, n*n))
		b.launch([3]uint32{3, 3, 1}, [3]uint32{8, 8, 1}, 0, device(b, x), device(b, y), out, n)
		for r := range n {
			for c := range n {
				var s float32
				for k := range n {
					s += x[r*n+k] * y[k*n+c]
				}
				equal(b, "c", r*n+c, memory[float32](out, n*n)[r*n+c], s)
			}
		}
	},
	"bits": func(b *bench) {
		const n = 130
		x := fill(n, func(i int) uint32 { return uint32(i*i) * 2654435761 >> (i % 32) })
		out := device(b, make([]uint64, 4*n))
		b.launch(line1(3), line1(64), 0, device(b, x), out, n)
		got := memory[uint64](out, 4*n)
		for i, v := range x {
			w := uint64(v)<<17 | uint64(v)
			ffs := uint32(0)
			if v != 0 {
				ffs = uint32(bits.TrailingZeros32(v)) + 1
			}
			// The terms are 32-bit integers that are widened by the assignment.
			equal(b, "out0", i, got[4*i], uint64(int64(int32(uint32(bits.OnesCount32(v))|uint32(bits.LeadingZeros32(v))<<8|ffs<<16))))
			equal(b, "out1", i, got[4*i+1], uint64(bits.Reverse32(v))|uint64(bits.OnesCount64(w))<<32|uint64(bits.LeadingZeros64(w))<<40)
			hi, _ := bits.Mul32(v, 0x9e3779b9)
			equal(b, "out2", i, got[4*i+2], uint64(hi)|uint64((v&0xffff)*77)<<32)
			hi64, _ := bits.Mul64(w, w)
			equal(b, "out3", i, got[4*i+3], hi64)
		}
	},
	"control": func(b *bench) {
		const n = 200
		in := fill(n, func(i int) int32 { return int32(i*17 - 3) })
		out := device(b, make([]int32, n))
		b.launch(line1(4), line1(64), 0, device(b, in), out, n)
		for i, v := range in {
			steps := int32(0)
			for v > 1 && steps < 200 {
				if v&1 != 0 {
					v = 3*v + 1
				} else {
					v /= 2
				}
				if steps++; steps == 97 {
					break
				}
			}
			switch steps % 5 {
			case 0:
				v += 10
			case 1:
				v = v*3 - 4
			case 2:
				v -= 4
			case 3:
				for j := range steps {
					v ^= j
				}
			default:
				v = -v
			}
			equal(b, "out", i, memory[int32](out, n)[i], v*1000+steps)
		}
	},
	"i64": func(b *bench) {
		const n = 120
		x := fill(n, func(i int) int64 { return int64(i)*0x123456789abcd - int64(i*i)<<40 })
		y := fill(n, func(i int) int64 { return int64(i*i*i) - 5000<<(i%40) })
		u := fill(n, func(i int) uint16 { return uint16(i * 999) })
		q, c, du := device(b, make([]int64, 3*n)), device(b, make([]int8, n)), device(b, u)
		b.launch(line1(2), line1(64), 0, device(b, x), device(b, y), q, c, du, n)
		for i := range n {
			d := y[i] | 1
			got := memory[int64](q, 3*n)
			equal(b, "quotient", i, got[3*i], x[i]/d)
			equal(b, "remainder", i, got[3*i+1], x[i]%d)
			equal(b, "unsigned", i, got[3*i+2], int64(uint64(x[i])/uint64(d))+x[i]>>(uint64(d)&63))
			equal(b, "c", i, memory[int8](c, n)[i], int8(x[i]*3))
			equal(b, "u", i, memory[uint16](du, n)[i], u[i]+uint16(d))
		}
	},
	"templates": func(b *bench) {
		const n = 70
		x := fill(n, func(i int) float32 { return float32(i%13) * 0.5 })
		out := device(b, make([]float32, n))
		b.launch(line1(2), line1(64), 0, device(b, x), out, n)
		for i := range n {
			var s float32
			for j := range 4 {
				s += x[(i+j)%n] * float32(j-i)
			}
			equal(b, "out", i, memory[float32](out, n)[i], s)
		}
	},
}

// TestKernels checks that the kernels compile for every target at -O0 and -O3, that LLVM's tools
// and package fatbin agree on their metadata, and that they give the host's results on the
// emulator.
func TestKernels(t *testing.T) {
	for _, level := range []string{"-O0", "-O3"} {
		t.Run(level, func(t *testing.T) {
			t.Parallel()
			runKernels(t, kernelTargets, level)
		})
	}
}

// matrixEnv makes TestKernelVariants compile at both optimisation levels (make matrix).
const matrixEnv = "GOHIP_TEST_MATRIX"

// TestKernelVariants does the same for wavefronts of 64 where 32 is the default, older code object
// versions and more targets.
func TestKernelVariants(t *testing.T) {
	for i, v := range []struct {
		targets []string
		flags   string
	}{
		{[]string{"gfx1030", "gfx1100", "gfx1201"}, "-mwavefrontsize64"},
		{[]string{"gfx90a", "gfx1100"}, "-mcode-object-version=4"},
		{[]string{"gfx906", "gfx1100"}, "-mcode-object-version=5"},
		{[]string{"gfx906", "gfx1030", "gfx1151", "gfx12-generic", "gfx1250"}, ""},
		{[]string{"gfx90a:xnack+", "gfx1100"}, "-mcumode"},
	} {
		levels := []string{"-O0", "-O3"}
		if os.Getenv(matrixEnv) == "" {
			levels = levels[i%2 : i%2+1]
		}
		for _, level := range levels {
			t.Run(v.flags+level, func(t *testing.T) {
				t.Parallel()
				runKernels(t, v.targets, append(strings.Fields(v.flags), level)...)
			})
		}
	}
}

// allKernels writes a source that includes all kernels of testdata/amd/kernels, so that headers are
// parsed only once.
func allKernels(t *testing.T) string {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join(testtree.Root(t), "testdata/amd/kernels/*.hip"))
	if err != nil || len(sources) != len(checks) {
		t.Fatalf("%d kernels, %d checks, %v", len(sources), len(checks), err)
	}
	var text strings.Builder
	for _, s := range sources {
		fmt.Fprintf(&text, "#include %q\n", s)
	}
	path := filepath.Join(t.TempDir(), "kernels.hip")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// oncePerConfiguration are for compiles of which no other has the same target, level and options: a precompiled header,
// which depends on all of these, would be used once. The sources need what hiprtc gives them, which is parsed in a
// third of the time of all that HIP's header includes.
var oncePerConfiguration = []string{"--no-pch-cache", "-D__HIPCC_RTC__=1"}

// runKernels compiles the kernels for targets and runs their checks on each.
func runKernels(t *testing.T, targets []string, flags ...string) {
	out := filepath.Join(t.TempDir(), "k.hipfb")
	output(t, testtree.Compiler(t), slices.Concat(flags, oncePerConfiguration, []string{"--offload-device-only", "--gpu-bundle-output", "--offload-arch=" + strings.Join(targets, ","), "-c", "-o", out, allKernels(t)})...)
	image, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := fatbin.ReadBundle(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range targets {
		t.Run(target, func(t *testing.T) {
			e := bundle.Find("hipv4-amdgcn-amd-amdhsa--" + target)
			if e == nil {
				t.Fatal("not in the bundle")
			}
			image, err := e.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "k.co")
			if err := os.WriteFile(path, image, 0o644); err != nil {
				t.Fatal(err)
			}
			wave := 32
			if strings.HasPrefix(target, "gfx9") || strings.Contains(strings.Join(flags, " "), "-mwavefrontsize64") {
				wave = 64
			}
			agree(t, path, image, target, uint64(wave))
			checkKernels(t, image, target, wave)
		})
	}
}

// checkKernels runs the check of every kernel in a code object.
func checkKernels(t *testing.T, image []byte, target string, warp int) {
	t.Helper()
	d, err := New(target)
	if err != nil {
		t.Fatal(err)
	}
	m, err := d.Load(image, backend.LoadOptions{Name: "kernels.hip", Output: os.Stdout})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Unload() })
	for _, name := range slices.Sorted(maps.Keys(checks)) {
		t.Run(name, func(t *testing.T) {
			k, err := m.Kernel(name)
			if err != nil {
				t.Fatal(err)
			}
			checks[name](&bench{t, d, k, m, warp})
		})
	}
}
