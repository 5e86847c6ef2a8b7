// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend"
)

// usePrefix points the test at the build's prefix and an empty cache.
func usePrefix(t testing.TB) string {
	t.Helper()
	prefix := testtree.Prefix(t)
	t.Setenv("GOHIP_PATH", prefix)
	t.Setenv("GOHIP_CACHE_DIR", t.TempDir())
	return prefix
}

const axpyIR = `
target triple = "spirv64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)
declare float @__ocml_cos_f32(float)

; y[i] = a * x[i] + cos(y[i])
define spir_kernel void @axpy(float %a, ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %px = getelementptr float, ptr addrspace(1) %x, i64 %i
  %py = getelementptr float, ptr addrspace(1) %y, i64 %i
  %vx = load float, ptr addrspace(1) %px
  %vy = load float, ptr addrspace(1) %py
  %ax = fmul float %a, %vx
  %c = call float @__ocml_cos_f32(float %vy)
  %r = fadd float %ax, %c
  store float %r, ptr addrspace(1) %py
  ret void
}
`

const sineIR = `target triple = "amdgcn-amd-amdhsa"

declare i32 @llvm.amdgcn.workitem.id.x()
declare float @__ocml_sin_f32(float)

define amdgpu_kernel void @sine(ptr addrspace(1) %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %q
  %s = call float @__ocml_sin_f32(float %v)
  store float %s, ptr addrspace(1) %q
  ret void
}
`

const nvIR = `target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

define ptx_kernel void @twice(ptr addrspace(1) %p) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %q = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %q
  %s = fadd float %v, %v
  store float %s, ptr addrspace(1) %q
  ret void
}
`

const hipSource = `#include <hip/hip_runtime.h>
__device__ int bias = 7;
extern "C" __global__ void indices(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i * 3 + bias;
}
`

func mustCompile(t testing.TB, src string, o *CompileOptions) *Image {
	t.Helper()
	im, err := Compile(t.Context(), []byte(src), o)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

func gfxKernels(t testing.TB, im *Image) (*fatbin.GFX, []abi.Kernel) {
	t.Helper()
	g, err := fatbin.ReadGFX(fatbin.Bytes(im.Bytes), int64(len(im.Bytes)))
	if err != nil {
		t.Fatal(err)
	}
	ks, err := g.Kernels()
	if err != nil {
		t.Fatal(err)
	}
	return g, ks
}

// runOn launches a kernel on the first SPIR-V device: buffers in, buffers out.
func runOn(t testing.TB, m *Module, kernel string, n int, args ...any) {
	t.Helper()
	k, err := m.Kernel(t.Context(), kernel)
	if err != nil {
		t.Fatal(err)
	}
	d := m.Device().Backend()
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	type copyBack struct {
		p uintptr
		b []byte
	}
	var raw [][]byte
	var back []copyBack
	for _, a := range args {
		var b []byte
		switch a := a.(type) {
		case []float32:
			b = unsafe.Slice((*byte)(unsafe.Pointer(&a[0])), 4*len(a))
		case []byte: // a scalar or aggregate
			raw = append(raw, a)
			continue
		case []int32:
			b = unsafe.Slice((*byte)(unsafe.Pointer(&a[0])), 4*len(a))
		case float32:
			raw = append(raw, binary.LittleEndian.AppendUint32(nil, math.Float32bits(a)))
			continue
		default:
			t.Fatalf("argument of type %T", a)
		}
		p, err := d.Alloc(backend.DeviceMemory, uint64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		defer d.Free(p)
		if err := q.Copy(p, uintptr(unsafe.Pointer(&b[0])), uint64(len(b)), true); err != nil {
			t.Fatal(err)
		}
		back = append(back, copyBack{p, b})
		raw = append(raw, binary.LittleEndian.AppendUint64(nil, uint64(p)))
	}
	if err := q.Launch(k.Backend(), [3]uint32{1, 1, 1}, [3]uint32{uint32(n), 1, 1}, 0, raw); err != nil {
		t.Fatal(err)
	}
	for _, c := range back {
		if err := q.Copy(uintptr(unsafe.Pointer(&c.b[0])), c.p, uint64(len(c.b)), true); err != nil {
			t.Fatal(err)
		}
	}
}

func spirvDevice(t testing.TB) *Device {
	t.Helper()
	all, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		if d.Info().Arch == "spirv64" {
			return d
		}
	}
	t.Fatal("no device that takes SPIR-V")
	return nil
}

func TestCompileIRAndRun(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	m, err := mustCompile(t, axpyIR, &CompileOptions{Device: d}).Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Unload()
	x, y, want := make([]float32, 64), make([]float32, 64), make([]float32, 64)
	for i := range x {
		x[i], y[i] = float32(i)*0.5, float32(i)*0.25
		want[i] = 1.5*x[i] + float32(math.Cos(float64(y[i])))
	}
	runOn(t, m, "axpy", 64, float32(1.5), x, y)
	for i := range y {
		if d := math.Abs(float64(y[i] - want[i])); d > 1e-5 {
			t.Fatalf("y[%d] = %v, want %v", i, y[i], want[i])
		}
	}
}

func TestCompileHIPAndRun(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	m, err := mustCompile(t, hipSource, &CompileOptions{Device: d}).Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Unload()
	out := make([]int32, 32)
	runOn(t, m, "indices", 32, out)
	for i, v := range out {
		if v != int32(i*3+7) {
			t.Fatalf("out[%d] = %d", i, v)
		}
	}
}

func TestCompileForAMD(t *testing.T) {
	usePrefix(t)
	for _, target := range []string{"gfx90a", "gfx90a:sramecc+:xnack-", "gfx1201", "gfx9-generic"} {
		g, ks := gfxKernels(t, mustCompile(t, sineIR, &CompileOptions{Target: target}))
		if got := g.TargetID().String(); got != target {
			t.Errorf("target %s, want %s", got, target)
		}
		if len(ks) != 1 || ks[0].Name != "sine" || ks[0].Args[0].ValueKind != "global_buffer" {
			t.Errorf("%s: kernels %+v", target, ks)
		}
	}
	// HIP source, and an object that is not linked yet.
	_, ks := gfxKernels(t, mustCompile(t, hipSource, &CompileOptions{Target: "gfx1100", CodeObject: 5}))
	if len(ks) != 1 || ks[0].Name != "indices" || ks[0].WavefrontSize != 32 {
		t.Errorf("kernels %+v", ks)
	}
	im := mustCompile(t, sineIR, &CompileOptions{Target: "gfx90a", Relocatable: true})
	if kind := binary.LittleEndian.Uint16(im.Bytes[16:]); kind != 1 {
		t.Errorf("ELF type %d, want ET_REL", kind)
	}
}

func TestCompileForNVIDIA(t *testing.T) {
	usePrefix(t)
	im := mustCompile(t, nvIR, &CompileOptions{Target: "sm_90"})
	p, err := fatbin.ReadPTX(fatbin.Bytes(im.Bytes), int64(len(im.Bytes)))
	if err != nil {
		t.Fatal(err)
	}
	if p.Target != "sm_90" || len(p.Kernels) != 1 || p.Kernels[0].Name != "twice" {
		t.Errorf("%+v", p)
	}
}

func TestCompileBitcodeLinkAndSPIRV(t *testing.T) {
	usePrefix(t)
	text := strings.Replace(axpyIR, "@__ocml_cos_f32", "@theirs", 2)
	const library = `target triple = "spirv64-unknown-unknown"
define float @theirs(float %x) {
  %r = fmul float %x, 4.0
  ret float %r
}
`
	assemble := func(s string) []byte {
		cmd := exec.Command("llvm-as-22", "-o", "-")
		cmd.Stdin = strings.NewReader(s)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	d := spirvDevice(t)
	im := mustCompile(t, string(assemble(text)), &CompileOptions{Target: "spirv64", Link: [][]byte{assemble(library)}})
	// A SPIR-V module passes through.
	again := mustCompile(t, string(im.Bytes), &CompileOptions{Target: "spirv64"})
	if !bytes.Equal(again.Bytes, im.Bytes) {
		t.Error("SPIR-V was changed")
	}
	m, err := again.Load(t.Context(), d, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Unload()
	x, y := []float32{1, 2, 3, 4}, []float32{10, 20, 30, 40}
	runOn(t, m, "axpy", 4, float32(2), x, y)
	if want := []float32{42, 84, 126, 168}; !equal(y, want) {
		t.Errorf("got %v, want %v", y, want)
	}
}

func equal(a, b []float32) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

func TestCompileErrors(t *testing.T) {
	usePrefix(t)
	cases := []struct {
		name, src string
		opts      *CompileOptions
		line      int
		want      []string
	}{
		{"syntax", strings.Replace(sineIR, "load float", "lode float", 1), &CompileOptions{Name: "my kernel.ll", Target: "gfx90a"}, 9,
			[]string{"my kernel.ll:9:", "device link for gfx90a", "expected instruction opcode"}},
		{"verifier", strings.Replace(sineIR, "ret void", "br label %next\nnext:\n  %u = phi i32 [ 1, %next ]\n  ret void", 1), &CompileOptions{Target: "gfx90a"}, 0,
			[]string{"input.ll", "PHI"}},
		{"triple", sineIR, &CompileOptions{Target: "spirv64"}, 0, []string{"amdgcn-amd-amdhsa", "spirv64"}},
		{"undefined", strings.ReplaceAll(sineIR, "__ocml_sin_f32", "their_sine"), &CompileOptions{Target: "gfx90a"}, 0, []string{"their_sine", "sine"}},
		{"hip", strings.Replace(hipSource, "bias;", "bios;", 1), &CompileOptions{Name: "index.hip", Target: "gfx90a"}, 5, []string{"index.hip:5:", "bios"}},
		{"target", sineIR, &CompileOptions{Target: "gfx9999"}, 0, []string{"gfx9999"}},
		{"no target", sineIR, &CompileOptions{Target: "riscv64"}, 0, []string{"riscv64", "spirv64", "sm_70"}},
		{"level", sineIR, &CompileOptions{Target: "gfx90a", Level: "fast"}, 0, []string{"-Ofast"}},
		{"code object", sineIR, &CompileOptions{Target: "gfx90a", CodeObject: 7}, 0, []string{"version 7"}},
		{"empty", "  \n", &CompileOptions{Target: "gfx90a"}, 0, []string{"empty"}},
		{"corrupt SPIR-V", "\x03\x02\x23\x07\x00\x00\x01\x00", &CompileOptions{Target: "spirv64"}, 0, []string{"input.spv"}},
		{"corrupt bitcode", "BC\xc0\xde\x35\x14\x00\x00garbage", &CompileOptions{Name: "k.bc", Target: "gfx90a"}, 0, []string{"k.bc"}},
		{"SPIR-V for AMD", "\x03\x02\x23\x07\x00\x00\x01\x00", &CompileOptions{Target: "gfx90a"}, 0, []string{"SPIR-V", "gfx90a"}},
	}
	temps := func() int {
		m, _ := filepath.Glob(filepath.Join(os.TempDir(), "gohip-jit-*"))
		return len(m)
	}
	t.Setenv("TMPDIR", t.TempDir())
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			im, err := Compile(t.Context(), []byte(c.src), c.opts)
			if err == nil {
				t.Fatalf("compiled to %d bytes", len(im.Bytes))
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("the error does not say %q:\n%v", w, err)
				}
			}
			invalid := slices.Contains([]string{"target", "no target", "level", "code object", "empty"}, c.name)
			if errors.Is(err, ErrInvalidArgument) != invalid {
				t.Errorf("%v: is ErrInvalidArgument: %v", err, !invalid)
			}
			var ce *CompileError
			if c.line > 0 && (!errors.As(err, &ce) || ce.Line != c.line) {
				t.Errorf("line of %#v, want %d", err, c.line)
			}
			if n := temps(); n != 0 {
				t.Errorf("%d scratch directories are left", n)
			}
		})
	}
}

// TestCompileCrash: a child that a signal kills leaves its input and the command.
func TestCompileCrash(t *testing.T) {
	prefix := usePrefix(t)
	t.Setenv("TMPDIR", t.TempDir())
	fake := filepath.Join(t.TempDir(), "bin", "gohipcc")
	if err := os.MkdirAll(filepath.Dir(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	tools, err := jitSetup()
	if err != nil {
		t.Fatal(err)
	}
	// A process that a signal ends, and the exit status of one whose own child was killed.
	for script, signal := range map[string]string{"kill -SEGV $$": "segmentation fault", "echo crashed; exit 134": "aborted"} {
		if err := os.WriteFile(fake, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		j, err := newJob([]byte(sineIR), &CompileOptions{Target: "gfx90a", Name: "crash.ll"})
		if err != nil {
			t.Fatal(err)
		}
		j.tools = &jitTools{prefix: tools.prefix, binary: fake, llvm: tools.llvm}
		_, err = j.run(t.Context())
		var ce *CompileError
		if !errors.As(err, &ce) || ce.Signal != signal || !strings.Contains(ce.Repro, "-device-link") || !strings.HasPrefix(tools.prefix.Root, prefix) {
			t.Fatalf("error %#v", err)
		}
		kept, err := os.ReadFile(filepath.Join(ce.Kept, "crash.ll"))
		if err != nil || string(kept) != sineIR {
			t.Errorf("kept %q, %v", kept, err)
		}
	}
}

func TestCompileCancel(t *testing.T) {
	usePrefix(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Compile(ctx, []byte(sineIR), &CompileOptions{Target: "gfx90a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestCompileCache(t *testing.T) {
	usePrefix(t)
	o := &CompileOptions{Target: "gfx90a"}
	first := mustCompile(t, sineIR, o)
	start := time.Now()
	second := mustCompile(t, sineIR, o)
	t.Logf("from the cache in %v", time.Since(start))
	if first.Cached || !second.Cached || !bytes.Equal(first.Bytes, second.Bytes) {
		t.Errorf("cached: %v, then %v", first.Cached, second.Cached)
	}
	for _, other := range []*CompileOptions{{Target: "gfx942"}, {Target: "gfx90a", Level: "1"}, {Target: "gfx90a", NoCache: true}, {Target: "gfx90a", Flags: []string{"-mllvm", "-amdgpu-early-inline-all"}}} {
		if mustCompile(t, sineIR, other).Cached {
			t.Errorf("%+v was taken from the cache", other)
		}
	}
	if mustCompile(t, sineIR+"; one more line\n", o).Cached {
		t.Error("another source was taken from the cache")
	}
	// HIP source is cached if it includes only gohipcc's headers.
	mustCompile(t, hipSource, o)
	if !mustCompile(t, hipSource, o).Cached {
		t.Error("HIP source was compiled again")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.h"), []byte("enum { ONE = 1 };\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	mine := "#include \"mine.h\"\n" + strings.Replace(hipSource, "bias;", "bias * ONE;", 1)
	o.Dir = dir
	mustCompile(t, mine, o)
	if mustCompile(t, mine, o).Cached {
		t.Error("a source with headers of its own was taken from the cache without looking at them")
	}
}

func TestDetectSource(t *testing.T) {
	for src, want := range map[string]SourceKind{
		sineIR: SourceLLVM, hipSource: SourceHIP, "BC\xc0\xde....": SourceLLVM, "\x03\x02\x23\x07": SourceSPIRV,
		"; comment\ndefine void @f() {\n": SourceLLVM, "__global__ void k() {}": SourceHIP, "// define\n#define N 3\n": SourceHIP,
		"; nothing else\n": SourceLLVM, "$f = comdat any\n": SourceLLVM, "\n%\"struct.a\" = type { i32 }\n": SourceLLVM,
		"__CLANG_OFFLOAD_BUNDLE__\x01\x00\ndefine void @f() {\n": SourceHIP, "": SourceHIP,
	} {
		if got := detectSource([]byte(src)); got != want {
			t.Errorf("%.20q is %v, want %v", src, got, want)
		}
	}
}
