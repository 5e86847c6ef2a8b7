// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl"
	"gohipcc/runtime/devicespirv"
)

const kernelsHIP = `
#include <hip/hip_runtime.h>
struct pair { float a; int b; };
__device__ int counter = 40;
__device__ int *pointer = &counter;
extern "C" __global__ void axpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
extern "C" __global__ void reverse(int *p) {
  extern __shared__ int s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void count(pair v) { atomicAdd(pointer, v.b); }
extern "C" __global__ void say(int n) { printf("%d of %s: %.2f|%5d|%-4x|%c\n", n, "two", n * 1.5, n, 255, 'z'); }
extern "C" __global__ void stop(int n) { if (n == 3) abort(); }
`

func loadKernels(t testing.TB, o *LoadOptions) (*Device, *Module) {
	t.Helper()
	usePrefix(t)
	d := spirvDevice(t)
	im := mustCompile(t, kernelsHIP, &CompileOptions{Kind: SourceHIP, Device: d})
	m, err := im.Load(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Unload(); err != nil {
			t.Error(err)
		}
	})
	return d, m
}

func function(t testing.TB, m *Module, name string) *Kernel {
	t.Helper()
	f, err := m.Kernel(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func stream(t testing.TB, d *Device) *Stream {
	t.Helper()
	s, err := d.NewStream()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// rawQueue returns a queue of the backend's device, for memory that no buffer holds.
func rawQueue(t *testing.T, d *Device) backend.Queue {
	t.Helper()
	q, err := d.impl.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func TestLaunch(t *testing.T) {
	d, m := loadKernels(t, nil)
	s := stream(t, d)
	const n = 1000
	x, err := NewBuffer[float32](d, n)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	y, err := NewBuffer[float32](d, n)
	if err != nil {
		t.Fatal(err)
	}
	defer y.Free()
	host := make([]float32, n)
	for i := range host {
		host[i] = float32(i)
	}
	if err := x.Write(t.Context(), s, host); err != nil {
		t.Fatal(err)
	}
	axpy := function(t, m, "axpy")
	for range 3 {
		if err := s.Launch(t.Context(), axpy, Grid(4), Block(256), 0, float32(2), x, y, int32(n)); err != nil {
			t.Fatal(err)
		}
	}
	got := make([]float32, n)
	if err := y.Read(t.Context(), s, got); err != nil {
		t.Fatal(err)
	}
	for i, v := range got {
		if v != float32(6*i) {
			t.Fatalf("y[%d] = %v, want %v", i, v, 6*i)
		}
	}
}

func TestDynamicSharedMemory(t *testing.T) {
	d, m := loadKernels(t, nil)
	s := stream(t, d)
	p, err := NewBuffer[int32](d, 64)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	host, want := make([]int32, 64), make([]int32, 64)
	for i := range host {
		host[i], want[63-i] = int32(i), int32(i)
	}
	if err := p.Write(t.Context(), s, host); err != nil {
		t.Fatal(err)
	}
	if err := s.Launch(t.Context(), function(t, m, "reverse"), Grid(1), Block(64), 256, p); err != nil {
		t.Fatal(err)
	}
	if err := p.Read(t.Context(), s, host); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, host); diff != "" {
		t.Error(diff)
	}
}

// TestManyShapes: launches with many block sizes compute the right results, and the later ones
// share a variant if the driver specialises kernels.
func TestManyShapes(t *testing.T) {
	d, m := loadKernels(t, nil)
	s := stream(t, d)
	const most = 24
	p, err := NewBuffer[int32](d, most)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Free()
	f := function(t, m, "reverse")
	for n := 1; n <= most; n++ {
		host, want := make([]int32, most), make([]int32, most)
		for i := range host {
			host[i], want[i] = int32(i), int32(i)
			if i < n {
				want[i] = int32(n - 1 - i)
			}
		}
		if err := p.Write(t.Context(), s, host); err != nil {
			t.Fatal(err)
		}
		if err := s.Launch(t.Context(), f, Grid(1), Block(n), 4*n, p); err != nil {
			t.Fatal(err)
		}
		if err := p.Read(t.Context(), s, host); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, host); diff != "" {
			t.Fatalf("blocks of %d: %s", n, diff)
		}
	}
	shaped, ok := f.Backend().(backend.Specialised)
	if !ok {
		t.Fatalf("a %T is not [backend.Specialised]", f.Backend())
	}
	// The last one first: it would get a specialisation if the launches had not been counted.
	for n := uint32(most); n > 0; n-- {
		_, own, err := shaped.NativeFor([3]uint32{1, 1, 1}, [3]uint32{n, 1, 1})
		if err != nil {
			t.Fatal(err)
		}
		if want := n <= 8 || !shaped.SpecialisesPerSize(); own != want {
			t.Errorf("blocks of %d: a function of its own %v, want %v", n, own, want)
		}
	}
}

func TestVariables(t *testing.T) {
	d, m := loadKernels(t, nil)
	s := stream(t, d)
	type pair struct {
		A float32
		B int32
	}
	if err := s.Launch(t.Context(), function(t, m, "count"), Grid(1), Block(2), 0, pair{1, 1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Synchronize(t.Context()); err != nil {
		t.Fatal(err)
	}
	address, size, err := m.Global("counter")
	if err != nil || size != 4 {
		t.Fatalf("counter: %d bytes, %v", size, err)
	}
	var b [4]byte
	q := rawQueue(t, d)
	if err := q.Copy(uintptr(unsafe.Pointer(&b)), address, 4, true); err != nil {
		t.Fatal(err)
	}
	if v := binary.LittleEndian.Uint32(b[:]); v != 42 {
		t.Errorf("counter = %d, want 42: its initial value, through a relocated pointer, plus two", v)
	}
	if _, _, err := m.Global("countre"); !errors.Is(err, fatbin.ErrNotFound) || !strings.Contains(err.Error(), "counter") {
		t.Errorf("a misspelt variable: %v", err)
	}
}

func TestPrintfOfKernel(t *testing.T) {
	var out bytes.Buffer
	d, m := loadKernels(t, &LoadOptions{Output: &out})
	s := stream(t, d)
	if err := s.Launch(t.Context(), function(t, m, "say"), Grid(1), Block(1), 0, int32(7)); err != nil {
		t.Fatal(err)
	}
	if err := s.Synchronize(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := "7 of two: 10.50|    7|ff  |z\n"; out.String() != want {
		t.Errorf("printed %q, want %q", out.String(), want)
	}
}

func TestAbortIsAnError(t *testing.T) {
	d, m := loadKernels(t, nil)
	s := stream(t, d)
	stop := function(t, m, "stop")
	for n, want := range []bool{false, true} {
		if err := s.Launch(t.Context(), stop, Grid(1), Block(1), 0, int32(3*n)); err != nil {
			t.Fatal(err)
		}
		if err := s.Synchronize(t.Context()); errors.Is(err, ErrLaunchFailed) != want {
			t.Errorf("stop(%d): %v", 3*n, err)
		}
	}
	// The abort word stays set until it is cleared; the next test needs a usable device.
	p, err := d.impl.(*opencl.Device).AbortWord()
	if err != nil {
		t.Fatal(err)
	}
	var none uint32
	if err := rawQueue(t, d).Copy(p, uintptr(unsafe.Pointer(&none)), 4, true); err != nil {
		t.Fatal(err)
	}
}

func TestClosedAndMisspelt(t *testing.T) {
	d, m := loadKernels(t, nil)
	s := stream(t, d)
	if _, err := m.Kernel(t.Context(), "axp"); !errors.Is(err, fatbin.ErrNotFound) || !strings.Contains(err.Error(), "axpy") {
		t.Errorf("a misspelt kernel: %v", err)
	}
	if _, err := NewBuffer[*int](d, 1); err == nil {
		t.Error("a buffer of Go pointers was made")
	}
	if _, err := NewBuffer[byte](d, math.MaxInt); !errors.Is(err, ErrOutOfMemory) {
		t.Errorf("a buffer of all memory there is: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Synchronize(t.Context()); err == nil {
		t.Error("a closed stream was synchronised")
	}
}

func TestLoadErrors(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	var foreign bytes.Buffer
	if err := fatbin.WriteBundle(&foreign, 4096, []fatbin.Input{
		fatbin.InputBytes("host-x86_64-unknown-linux-gnu-", nil),
		fatbin.InputBytes("hipv4-amdgcn-amd-amdhsa--gfx90a", []byte("none")),
	}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		code []byte
		want string
	}{
		{"empty", nil, "its 0 bytes"},
		{"text", []byte("hello, this is no device code at all"), `start with "hello, this is n"`},
		{"other targets", foreign.Bytes(), "gfx90a"},
		{"cut bundle", foreign.Bytes()[:40], "bundle"},
	} {
		_, err := d.Load(t.Context(), tt.code, &LoadOptions{Name: tt.name})
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.name) {
			t.Errorf("%s: %v; want the name and %q", tt.name, err, tt.want)
		}
	}
}

func TestEventsOrderStreams(t *testing.T) {
	d, m := loadKernels(t, nil)
	a, b := stream(t, d), stream(t, d)
	x, err := NewBuffer[float32](d, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	axpy := function(t, m, "axpy")
	start, err := a.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ones := make([]float32, x.Len())
	for i := range ones {
		ones[i] = 1
	}
	if err := x.Write(t.Context(), a, ones); err != nil {
		t.Fatal(err)
	}
	for range 10 { // doubles x
		if err := a.Launch(t.Context(), axpy, Grid(256), Block(256), 0, float32(1), x, x, int32(x.Len())); err != nil {
			t.Fatal(err)
		}
	}
	end, err := a.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := b.WaitFor(t.Context(), end); err != nil {
		t.Fatal(err)
	}
	if err := b.Launch(t.Context(), axpy, Grid(256), Block(256), 0, float32(1), x, x, int32(x.Len())); err != nil {
		t.Fatal(err)
	}
	if err := x.Read(t.Context(), b, ones); err != nil {
		t.Fatal(err)
	}
	if ones[12345] != 2048 {
		t.Errorf("x = %v, want 2048", ones[12345])
	}
	if took, err := end.Since(start); !end.Done() || err != nil || took <= 0 {
		t.Errorf("the events are %v apart, %v, done: %v", took, err, end.Done())
	}
	start.Close()
	end.Close()
}

func TestManyGoroutines(t *testing.T) {
	d, m := loadKernels(t, nil)
	axpy := function(t, m, "axpy")
	var wg sync.WaitGroup
	for g := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := d.NewStream()
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			x, err := NewBuffer[float32](d, 64)
			if err != nil {
				t.Error(err)
				return
			}
			defer x.Free()
			host := make([]float32, 64)
			host[5] = float32(g)
			if err := x.Write(t.Context(), s, host); err != nil {
				t.Error(err)
			}
			for range 20 {
				if err := s.Launch(t.Context(), axpy, Grid(1), Block(64), 0, float32(0.5), x, x, int32(64)); err != nil {
					t.Error(err)
				}
			}
			if err := x.Read(t.Context(), s, host); err != nil {
				t.Error(err)
			}
			if want := float64(g) * math.Pow(1.5, 20); math.Abs(float64(host[5])-want) > want*1e-5 {
				t.Errorf("goroutine %d: %v, want %v", g, host[5], want)
			}
		}()
	}
	wg.Wait()
}

// The part of a module that one kernel needs does not grow with the module.
func TestPruneKeepsOneKernel(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	source := func(n int) string {
		var b strings.Builder
		b.WriteString("#include <hip/hip_runtime.h>\n__device__ float twice(float x) { return x + x; }\n")
		for i := range n {
			fmt.Fprintf(&b, "extern \"C\" __global__ void k%d(float *p) { p[threadIdx.x] = twice(p[threadIdx.x]) + %d.5f; }\n", i, i)
		}
		return b.String()
	}
	sizes := make(map[int]int)
	for _, n := range []int{1, 100} {
		im := mustCompile(t, source(n), &CompileOptions{Kind: SourceHIP, Device: d})
		image, err := d.SelectImage(im.Bytes, "prune")
		if err != nil {
			t.Fatal(err)
		}
		x, err := devicespirv.NewIndex(image)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n + 1 {
			if _, ok := x.Prune(fmt.Sprintf("k%d", i)); ok != (i < n) {
				t.Fatalf("of %d kernels, there is a k%d: %v", n, i, ok)
			}
		}
		part, _ := x.Prune("k0")
		sizes[n] = len(part)
		again, err := devicespirv.NewIndex(part)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := again.Prune("k1"); ok {
			t.Error("the part of one kernel has another one")
		}
	}
	if sizes[100] > sizes[1]+256 {
		t.Errorf("one kernel of 100 makes %d bytes, alone %d", sizes[100], sizes[1])
	}
}

// fake is a device that is only listed.
type fake struct {
	backend.Device
	info backend.Info
}

func (f *fake) Info() *backend.Info { return &f.info }

func TestVisibleDevices(t *testing.T) {
	var all []backend.Device
	for i := range 3 {
		f := &fake{info: backend.Info{Name: fmt.Sprint(i)}}
		f.info.UUID[0] = byte(0xa0 + i)
		all = append(all, f)
	}
	for list, want := range map[string]string{
		"": "012", "1": "1", "2,0": "20", "0,7,1": "0", "1,1": "1", " 2 , 1 ": "21",
		"GPU-a1000000000000000000000000000000": "1", "-1": "", "x": "",
	} {
		got, err := visibleDevices(list, all)
		names := ""
		for _, d := range got {
			names += d.Info().Name
		}
		if names != want || (err != nil) != (want == "") || err != nil && !errors.Is(err, ErrNoDevice) {
			t.Errorf("HIP_VISIBLE_DEVICES=%q: %q, %v; want %q", list, names, err, want)
		}
	}
}

func TestOrder(t *testing.T) {
	t.Setenv(abi.EnvCPU, "")
	gpu := &fake{info: backend.Info{Name: "gpu", Backend: "cuda"}}
	pocl := &fake{info: backend.Info{Name: "pocl", Backend: "opencl", CPU: true}}
	native := &fake{info: backend.Info{Name: "native", Backend: "cpu", CPU: true}}
	for _, c := range []struct {
		native nativeCode
		found  []backend.Device
		want   string
	}{
		{nativeUnknown, []backend.Device{pocl, native, gpu}, "gpu native pocl"},
		{nativePresent, []backend.Device{pocl, native, gpu}, "gpu native pocl"},
		{nativeAbsent, []backend.Device{pocl, native, gpu}, "gpu pocl"},
		{nativeAbsent, []backend.Device{native}, "native"},
	} {
		var names []string
		for _, d := range order(deviceConfig{native: c.native}, slices.Clone(c.found)) {
			names = append(names, d.Info().Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("native code %d: %s, want %s", c.native, got, c.want)
		}
	}
}

// TestDeviceOptions lists the devices with and without options, which must not affect other lists.
func TestDeviceOptions(t *testing.T) {
	backends := func(options ...DeviceOption) string {
		var names []string
		for _, d := range list(t, options...) {
			names = append(names, d.Info().Backend)
		}
		return strings.Join(names, " ")
	}
	plain := backends()
	for _, c := range []struct {
		what    string
		options []DeviceOption
		without string
	}{
		{"WithoutBackend(cpu)", []DeviceOption{WithoutBackend("cpu")}, "cpu"},
		{"WithoutBackend(opencl)", []DeviceOption{WithoutBackend("opencl")}, "opencl"},
		{"NativeCode(false)", []DeviceOption{NativeCode(false)}, "cpu"},
	} {
		if got := backends(c.options...); strings.Contains(got, c.without) || !strings.Contains(plain, c.without) {
			t.Errorf("%s: the backends are %q, without options %q", c.what, got, plain)
		}
	}
	if opencl.OnlyPoCL() {
		if got, why := backends(NativeCode(true)), strings.Join(SkippedDevices(NativeCode(true)), "; "); strings.Contains(got, "opencl") || !strings.Contains(why, "PoCL") {
			t.Errorf("NativeCode(true): %q; left out: %s", got, why)
		}
	}
	if got := backends(); got != plain || strings.Contains(strings.Join(SkippedDevices(), "; "), "PoCL") {
		t.Errorf("without options: first %q, then %q", plain, got)
	}
	same := func(options ...DeviceOption) backend.Device {
		return list(t, append(options, WithoutBackend("opencl"))...)[0].Backend()
	}
	if same() != same(NativeCode(true)) {
		t.Error("two lists have different devices for the processor")
	}
}

func list(t *testing.T, options ...DeviceOption) []*Device {
	t.Helper()
	devices, err := Devices(options...)
	if err != nil {
		t.Fatal(err)
	}
	return devices
}
