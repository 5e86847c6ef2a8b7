// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/internal/testtree"
)

func run(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
}

var built struct {
	sync.Mutex
	dir   string
	files map[string]bool
}

// build builds a file once for all tests of the process.
func build(t testing.TB, name string, make func(path string)) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.dir == "" {
		dir, err := os.MkdirTemp("", "gohip-rocm-test-")
		if err != nil {
			t.Fatal(err)
		}
		built.dir, built.files = dir, map[string]bool{}
	}
	path := filepath.Join(built.dir, name)
	if !built.files[name] {
		make(path)
		built.files[name] = true
	}
	return path
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// double returns the C double of libamdhip64 of one major release. Its list of devices is fixed on
// first use in a process, so each list has its own copy.
func double(t testing.TB, major int, devices string) *HIP {
	t.Helper()
	name := fmt.Sprintf("libamdhip64-double-%d-%x.so", major, devices)
	path := build(t, name, func(path string) {
		run(t, "cc", "-std=gnu17", "-shared", "-fPIC", fmt.Sprintf("-DHIP_MAJOR=%d", major), "-o", path,
			filepath.Join(testtree.Root(t), "testdata/amd/doubles/hip.c"), "-lpthread")
	})
	setenv(t, "DOUBLE_DEVICES", devices)
	h, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Devices(); err != nil {
		t.Fatal(err)
	}
	return h
}

// setenv sets a variable for C code, which does not see Go's copy.
func setenv(t testing.TB, name, value string) {
	t.Helper()
	f, err := purego.Dlsym(purego.RTLD_DEFAULT, "setenv")
	if err != nil {
		t.Fatal(err)
	}
	n, v := append([]byte(name), 0), append([]byte(value), 0)
	purego.SyscallN(f, uintptr(unsafe.Pointer(&n[0])), uintptr(unsafe.Pointer(&v[0])), 1)
}

// object compiles a kernel to a code object.
func object(t testing.TB, processor, source string) []byte {
	t.Helper()
	name := fmt.Sprintf("%s-%x.hsaco", processor, len(source)+int(source[0])<<16+int(source[len(source)/2])<<8)
	path := build(t, name, func(path string) {
		src := path + ".c"
		if err := os.WriteFile(src, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, "clang-22", "-x", "cl", "-cl-std=CL2.0", "-target", "amdgcn-amd-amdhsa", "-mcpu="+processor, "-nogpulib", "-O2", "-fvisibility=default", "-o", path, src)
	})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const vadd = `
__global int total = 5;
kernel void vadd(__global const float *a, __global const float *b, __global float *c, int n) {
	int i = (int)__builtin_amdgcn_workgroup_id_x() * 64 + (int)__builtin_amdgcn_workitem_id_x();
	if (i < n) c[i] = a[i] + b[i] + total;
}`

func code(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return -1
}

func TestDevicesOfEachRelease(t *testing.T) {
	for _, major := range []int{5, 6, 7} {
		h := double(t, major, "gfx90a:sramecc+:xnack-,gfx1100")
		if h.Runtime/10000000 != major || h.oldProps != (major == 5) {
			t.Errorf("release %d: version %d, old properties %v", major, h.Runtime, h.oldProps)
		}
		devs, err := h.Devices()
		if err != nil || len(devs) != 2 {
			t.Fatalf("release %d: %v, %v", major, devs, err)
		}
		a, b := *devs[0], *devs[1]
		a.hip, b.hip = nil, nil
		want := Device{Ordinal: 0, Name: "Double of gfx90a:sramecc+:xnack-", Arch: "gfx90a:sramecc+:xnack-", PCI: "0000:03:00.0", WarpSize: 64,
			MaxThreads: 1024, SharedMemory: 65536, Memory: 1 << 26, ComputeUnits: 104, ClockKHz: 1700000, Cooperative: true, ManagedMemory: true}
		if a != want {
			t.Errorf("release %d: got  %+v\nwant %+v", major, a, want)
		}
		if b.Arch != "gfx1100" || b.WarpSize != 32 || b.PCI != "0000:04:00.0" {
			t.Errorf("release %d: %+v", major, b)
		}
	}
}

func TestNoDevice(t *testing.T) {
	for _, major := range []int{5, 6} {
		h := double(t, major, "")
		devs, err := h.Devices()
		if err != nil || len(devs) != 0 {
			t.Errorf("release %d: %v, %v", major, devs, err)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	_, err := Open("/nowhere/libamdhip64.so")
	var e *NotFoundError
	if !errors.As(err, &e) || len(e.Tried) != 1 || !strings.Contains(err.Error(), env) {
		t.Errorf("error %v", err)
	}
	notHIP := build(t, "libempty.so", func(path string) {
		src := path + ".c"
		if err := os.WriteFile(src, []byte("int hipInit(unsigned f) { return (int)f; }\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, "cc", "-shared", "-fPIC", "-o", path, src)
	})
	if _, err := Open(notHIP); err == nil || !strings.Contains(err.Error(), "it has no hipRuntimeGetVersion") {
		t.Errorf("error %v", err)
	}
}

// gohipcc's own library under AMD's name is skipped in the search, and used if it is named.
func TestOwnLibrary(t *testing.T) {
	own := testtree.Built(t, "lib", "libgohip.so")
	h, err := purego.Dlopen(own, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		t.Fatal(err)
	}
	if !isOwn(h) {
		t.Error("libgohip.so is not recognised")
	}
	if isOwn(double(t, 6, "").handle) {
		t.Error("the double is taken for libgohip.so")
	}
}

func TestContract(t *testing.T) {
	for _, major := range []int{5, 6, 7} {
		t.Run(fmt.Sprint("HIP ", major), func(t *testing.T) { contract(t, major) })
	}
}

func contract(t *testing.T, major int) {
	h := double(t, major, "gfx90a:sramecc+:xnack-,gfx1100")
	devs, err := h.Devices()
	if err != nil {
		t.Fatal(err)
	}
	d := devs[0]
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	refused := func(want int, err error) {
		t.Helper()
		if code(err) != want {
			t.Errorf("error %v, want code %d", err, want)
		}
	}

	// Memory: round trip, bounds, double free, accounting.
	free0, total, err := d.MemInfo()
	must(err)
	p, err := d.Alloc(4096, DeviceMemory)
	must(err)
	if free1, _, err := d.MemInfo(); err != nil || free0-free1 != 4096 || total != 1<<26 {
		t.Errorf("free %d, then %d of %d: %v", free0, free1, total, err)
	}
	in := bytes.Repeat([]byte{1, 2, 3, 4}, 1024)
	out := make([]byte, 4096)
	must(d.Write(p, in))
	must(d.Read(out, p))
	if !bytes.Equal(in, out) {
		t.Error("what was read is not what was written")
	}
	refused(1, d.Write(p+1, in))
	refused(1, d.Read(out, p-8))
	host, err := d.Alloc(64, HostMemory)
	must(err)
	copy(unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&host))), 64), "host memory is in reach")
	managed, err := d.Alloc(64, ManagedMemory)
	must(err)
	if _, err := d.Alloc(1<<40, DeviceMemory); code(err) != 2 {
		t.Errorf("error %v", err)
	}

	// Streams and events: nothing is done before something waits.
	s, err := d.NewStream(true)
	must(err)
	start, err := d.NewEvent()
	must(err)
	end, err := d.NewEvent()
	must(err)
	if _, err := end.Elapsed(start); code(err) != 400 {
		t.Errorf("time between events that were never recorded: %v", err)
	}
	must(start.Record(s))
	must(s.Fill(p, 0x01020304, 4, 1024))
	must(s.Fill(p, 0xff, 1, 2))
	must(end.Record(s))
	if done, err := s.Done(); done || err != nil {
		t.Errorf("the stream is done before it was waited for (%v)", err)
	}
	if _, err := end.Elapsed(start); code(err) != 600 {
		t.Errorf("time before the end: %v", err)
	}
	must(s.Synchronize())
	if done, err := end.Done(); !done || err != nil {
		t.Errorf("the event is not reached (%v)", err)
	}
	if ms, err := end.Elapsed(start); ms <= 0 || err != nil {
		t.Errorf("elapsed %v, %v", ms, err)
	}
	must(d.Read(out, p))
	if !bytes.Equal(out[:8], []byte{0xff, 0xff, 2, 1, 4, 3, 2, 1}) {
		t.Errorf("filled with % x", out[:8])
	}
	if err := s.Fill(p, 0, 3, 1); err == nil {
		t.Error("elements of 3 bytes were filled")
	}

	// Modules: for this device only; functions and variables; argument buffers.
	if _, err := d.Load(object(t, "gfx1100", vadd)); code(err) != 209 {
		t.Errorf("another GPU's code object: %v", err)
	}
	if _, err := d.Load([]byte("neither ELF nor bundle, but long enough to look at")); code(err) != 200 {
		t.Errorf("a corrupt image: %v", err)
	}
	if _, err := d.Load(nil); err == nil {
		t.Error("an empty image was loaded")
	}
	m, err := d.Load(object(t, "gfx90a", vadd))
	must(err)
	f, err := m.Function("vadd")
	must(err)
	if _, err := m.Function("nothing"); code(err) != 500 {
		t.Errorf("an unknown kernel: %v", err)
	}
	addr, size, err := m.Global("total")
	must(err)
	word := make([]byte, 4)
	must(d.Read(word, addr))
	if size != 4 || word[0] != 5 {
		t.Errorf("variable of %d bytes: % x", size, word)
	}
	args := make([]byte, 28)
	for i := range args {
		args[i] = byte(i)
	}
	must(s.Launch(f, [3]uint32{16, 1, 1}, [3]uint32{64, 2, 1}, 128, args))
	last, err := purego.Dlsym(h.handle, "double_last_launch")
	must(err)
	text, _, _ := purego.SyscallN(last)
	if got, want := cString(text), "vadd<<<16x1x1,64x2x1,128>>> dev 0 args 0001020304050607 08090a0b0c0d0e0f 1011121314151617 18191a1b"; got != want {
		t.Errorf("launched %s\nwant     %s", got, want)
	}
	refused(9, s.Launch(f, [3]uint32{1, 1, 1}, [3]uint32{1024, 2, 1}, 0, args))
	refused(9, s.Launch(f, [3]uint32{0, 1, 1}, [3]uint32{1, 1, 1}, 0, args))
	refused(1, s.Launch(f, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, make([]byte, 4096)))
	// A stream of the other device.
	s1, err := devs[1].NewStream(false)
	must(err)
	refused(400, s1.Launch(f, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, args))
	must(s1.Close())

	// Handles die.
	must(m.Close())
	refused(400, s.Launch(f, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, args))
	refused(400, m.Close())
	must(s.Close())
	refused(709, s.Synchronize())
	must(start.Close())
	must(end.Close())
	refused(400, end.Record(d.NullStream()))
	must(d.Free(p, DeviceMemory))
	refused(1, d.Free(p, DeviceMemory))
	must(d.Free(host, HostMemory))
	must(d.Free(managed, ManagedMemory))
	must(d.Synchronize())
	live, err := purego.Dlsym(h.handle, "double_live")
	must(err)
	if n, _, _ := purego.SyscallN(live); n != 0 {
		t.Errorf("%d objects were never destroyed", n)
	}
}

// openHSA loads the HSA double.
func openHSA(t testing.TB) *HSA {
	t.Helper()
	path := build(t, "libhsa-double.so", func(path string) {
		run(t, "cc", "-std=gnu17", "-shared", "-fPIC", "-o", path, filepath.Join(testtree.Root(t), "testdata/amd/doubles/hsa.c"), "-lpthread")
	})
	setenv(t, "DOUBLE_DEVICES", "gfx90a:sramecc+:xnack-,gfx1100")
	h, err := OpenHSA(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func status(err error) int {
	var e *HSAError
	if errors.As(err, &e) {
		return e.Status
	}
	return -1
}

func TestHSAExecutable(t *testing.T) {
	agents, err := openHSA(t).Agents()
	if err != nil || len(agents) != 2 || agents[0].Name != "gfx90a" || agents[0].ISA != "gfx90a:sramecc+:xnack-" || agents[1].ISA != "gfx1100" {
		t.Fatalf("%v, %v", agents, err)
	}
	x, err := agents[0].NewExecutable()
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Load(object(t, "gfx90a", vadd)); err != nil {
		t.Fatal(err)
	}
	if err := x.Load(object(t, "gfx90a", vadd)); status(err) != 0x1014 {
		t.Errorf("the same symbols twice: %v", err)
	}
	if err := x.Load(object(t, "gfx1100", vadd)); status(err) != 0x100f {
		t.Errorf("another GPU's code object: %v", err)
	}
	if _, err := x.Symbols(); status(err) != 0x1011 {
		t.Errorf("symbols before the freeze: %v", err)
	}
	if err := x.Freeze(); err != nil {
		t.Fatal(err)
	}
	if err := x.Load(object(t, "gfx90a", vadd+" ")); status(err) != 0x1012 {
		t.Errorf("a load after the freeze: %v", err)
	}
	syms, err := x.Symbols()
	if err != nil || len(syms) != 2 {
		t.Fatalf("%+v, %v", syms, err)
	}
	if total := syms[0]; total.Name != "total" || total.Kernel || total.Size != 4 || total.Address == 0 {
		t.Errorf("%+v", total)
	}
	if k := syms[1]; k.Name != "vadd.kd" || !k.Kernel || k.Address == 0 || k.Kernarg < 28 {
		t.Errorf("%+v", k)
	}
	if s, err := x.Symbol("vadd.kd"); err != nil || s != syms[1] {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := x.Symbol("nothing"); status(err) != 0x1013 {
		t.Errorf("an unknown symbol: %v", err)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
}

func TestHSAWithoutDriver(t *testing.T) {
	path := build(t, "libhsa-nodriver.so", func(path string) {
		src := path + ".c"
		text := "int hsa_init(void) { return 0x1008; }\nint hsa_status_string(int s, const char **t) { *t = \"no driver\"; return s * 0; }\n"
		for _, n := range hsaCalls {
			if n != "hsa_init" && n != "hsa_status_string" {
				text += "int " + n + "(void) { return 0x100b; }\n"
			}
		}
		if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		run(t, "cc", "-shared", "-fPIC", "-o", path, src)
	})
	if _, err := OpenHSA(path); status(err) != hsaNoDriver || !strings.Contains(err.Error(), "hsa_init: status 0x1008: no driver") {
		t.Errorf("error %v", err)
	}
	if _, err := OpenHSA("/nowhere/libhsa.so"); err == nil || !strings.Contains(err.Error(), HSAEnv) {
		t.Errorf("error %v", err)
	}
}
