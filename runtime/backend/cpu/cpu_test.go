// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend"
	"gohipcc/target"
)

// makeImage builds the image of testdata/kernels.c.
func makeImage(t testing.TB, flags ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "kernels.so")
	args := append([]string{"-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-nostdlib", "-fuse-ld=lld", "-Wl,-Bsymbolic,-z,now", "testdata/kernels.c", "-o", out}, flags...)
	if b, err := exec.Command("clang-22", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	image, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	seal(t, image)
	return image
}

// seal gives a changed image its checksum.
func seal(t testing.TB, image []byte) {
	t.Helper()
	if err := fatbin.SealCPU(image); err != nil {
		t.Fatal(err)
	}
}

func openDevice(t testing.TB) *Device {
	t.Helper()
	ds, why, err := Devices(func() string { return testtree.Built(t, "lib", "libgohip.so") })
	if err != nil || len(ds) != 1 {
		t.Fatalf("%d devices, %q, %v", len(ds), why, err)
	}
	return ds[0].(*Device)
}

func load(t testing.TB, d *Device, image []byte, output io.Writer) *Module {
	t.Helper()
	m, err := d.Load(image, backend.LoadOptions{Name: "kernels", Output: output, PrintfBuffer: 4096, Heap: 4096})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Unload(); err != nil {
			t.Error(err)
		}
	})
	return m.(*Module)
}

func kernel(t testing.TB, m *Module, name string) backend.Kernel {
	t.Helper()
	k, err := m.Kernel(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func newQueue(t testing.TB, d *Device) backend.Queue {
	t.Helper()
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func words(values ...uint64) [][]byte {
	var out [][]byte
	for _, v := range values {
		out = append(out, binary.LittleEndian.AppendUint64(nil, v))
	}
	return out
}

func TestLaunch(t *testing.T) {
	d := openDevice(t)
	var said bytes.Buffer
	m := load(t, d, makeImage(t), &said)
	q := newQueue(t, d)
	const n = 5000
	p, err := d.Alloc(backend.DeviceMemory, 8*n)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Free(p)
	first, err := q.Mark()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	for range 3 {
		if err := q.Launch(kernel(t, m, "where"), [3]uint32{n, 1, 1}, [3]uint32{1, 1, 1}, 0, words(uint64(p), uint64(p)+4*n)); err != nil {
			t.Fatal(err)
		}
	}
	last, err := q.Mark()
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	if err := last.Wait(); err != nil || !last.Done() || last.Time() <= first.Time() {
		t.Errorf("%v, done %v, times %d and %d", err, last.Done(), first.Time(), last.Time())
	}
	counts := unsafe.Slice((*uint32)(pointer(p)), 2*n)
	for i, c := range counts[:n] {
		if c != 3 || int(counts[n+i]) >= d.threads {
			t.Fatalf("block %d ran %d times, on thread %d", i, c, counts[n+i])
		}
	}
	if err := q.Launch(kernel(t, m, "say"), [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, [][]byte{{7, 0, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(q.Finish(), m.Flush()); err != nil || said.String() != "say 7\n" {
		t.Errorf("%q, %v", said.String(), err)
	}
	const dropped = 4096/16 + 10
	said.Reset()
	if err := q.Launch(kernel(t, m, "say"), [3]uint32{dropped, 1, 1}, [3]uint32{1, 1, 1}, 0, [][]byte{{0, 0, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(q.Finish(), m.Flush()); err != nil || strings.Count(said.String(), "say ") != 4096/16 {
		t.Errorf("%d lines of %d, %v", strings.Count(said.String(), "say "), dropped, err)
	}
}

// TestVariables: a module that is loaded twice has two copies of its variables.
func TestVariables(t *testing.T) {
	d := openDevice(t)
	image := makeImage(t)
	a, b := load(t, d, image, io.Discard), load(t, d, image, io.Discard)
	q := newQueue(t, d)
	if err := q.Launch(kernel(t, a, "count"), [3]uint32{4, 1, 1}, [3]uint32{5, 1, 1}, 0, [][]byte{{3, 0, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	if err := q.Finish(); err != nil {
		t.Fatal(err)
	}
	for m, want := range map[*Module]int32{a: 100, b: 40} {
		at, size, err := m.Global("counter")
		if err != nil || size != 4 || *(*int32)(pointer(at)) != want {
			t.Errorf("counter at %#x, %d bytes, %v: %d, want %d", at, size, err, *(*int32)(pointer(at)), want)
		}
	}
	if _, _, err := a.Global("nothing"); !errors.Is(err, fatbin.ErrNotFound) {
		t.Error(err)
	}
	if _, err := a.Kernel("absent"); !errors.Is(err, fatbin.ErrNotFound) {
		t.Error(err)
	}
}

// Queues wait for each other, and kernels of two of them run at once.
// TestDropped: a program that drops a module and an event without closing them goes on, while their
// kernel still runs and afterwards.
func TestDropped(t *testing.T) {
	d := openDevice(t)
	q := newQueue(t, d)
	p, err := d.Alloc(backend.DeviceMemory, 64)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Free(p)
	image := makeImage(t)
	func() {
		m, err := d.Load(image, backend.LoadOptions{Name: "kernels", Output: io.Discard, PrintfBuffer: 4096, Heap: 4096})
		if err != nil {
			t.Fatal(err)
		}
		one := [3]uint32{1, 1, 1}
		if err := q.Launch(kernel(t, m.(*Module), "await"), one, one, 0, words(uint64(p))); err != nil {
			t.Fatal(err)
		}
		if _, err := q.Mark(); err != nil {
			t.Fatal(err)
		}
	}()
	for range 4 {
		runtime.GC() // finalizers of what one collection found run before the next one ends
		time.Sleep(10 * time.Millisecond)
	}
	atomic.StoreUint32((*uint32)(pointer(p)), 1)
	if err := q.Finish(); err != nil {
		t.Error(err)
	}
}

func TestQueues(t *testing.T) {
	d := openDevice(t)
	m := load(t, d, makeImage(t), io.Discard)
	a, b := newQueue(t, d), newQueue(t, d)
	p, err := d.Alloc(backend.DeviceMemory, 4<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Free(p)
	one := [3]uint32{1, 1, 1}
	if err := a.Launch(kernel(t, m, "await"), one, one, 0, words(uint64(p))); err != nil {
		t.Fatal(err)
	}
	e, err := a.Mark()
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := b.Wait(e); err != nil {
		t.Fatal(err)
	}
	if err := b.Fill(p+8, []byte{1, 2, 3, 4}, 4<<20-8); err != nil {
		t.Fatal(err)
	}
	if e.Done() || *(*byte)(pointer(p + 8)) != 0 {
		t.Error("the second queue did not wait")
	}
	atomic.StoreUint32((*uint32)(pointer(p)), 1)
	if err := b.Copy(p+1<<20, p+2<<20, 1<<20, true); err != nil {
		t.Fatal(err)
	}
	for _, at := range []uintptr{8, 1 << 20, 4<<20 - 4} {
		if got := *(*uint32)(pointer(p + at)); got != 0x04030201 {
			t.Errorf("%#x at %#x", got, at)
		}
	}
	if err := b.Fill(p, []byte{1, 2, 3}, 4); err == nil {
		t.Error("a pattern of 3 bytes filled 4")
	}
}

// TestUnfit: images that this processor cannot run.
func TestUnfit(t *testing.T) {
	d := openDevice(t)
	newer := makeImage(t, `-DFEATURES=",\\\"processor_features\\\":[\\\"sse2\\\",\\\"avx99\\\",\\\"amx-none\\\"]"`)
	other := bytes.Clone(newer)
	machine := map[string]byte{target.X86_64: 183, target.AArch64: 62}
	other[18] = machine[d.info.Arch]
	seal(t, other)
	for _, c := range []struct {
		name  string
		image []byte
		says  string
		is    error
	}{
		{"newer", newer, "avx99, which the processor", backend.ErrUnsupportedImage},
		{"other", other, "the image is for", backend.ErrUnsupportedImage},
		{"short", newer[:len(newer)/2], "", nil},
		{"text", []byte("this is no image at all"), "magic", nil},
	} {
		_, err := d.Load(c.image, backend.LoadOptions{Name: c.name})
		if err == nil || !strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := d.Unfit("x86-64-v4"); d.info.Target.Processor == "x86-64-v4" && err != nil {
		t.Error(err)
	}
}

// TestDamaged: an image of which a byte is another one is refused before the dynamic loader, which would end
// the process, or a kernel could read it. Stripped of debug information it is the same.
func TestDamaged(t *testing.T) {
	d := openDevice(t)
	whole := makeImage(t, "-g")
	f, err := elf.NewFile(bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	var loaded []uint64 // offsets
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			loaded = append(loaded, p.Off, p.Off+p.Filesz/2, p.Off+p.Filesz-1)
		}
	}
	for i := range uint64(64 + 56*len(f.Progs)) {
		loaded = append(loaded, i) // the headers
	}
	records := f.Section(fatbin.CPURecords)
	loaded = append(loaded, records.Offset+uint64(bytes.Index(whole[records.Offset:], []byte(`.kernarg_segment_size":28`)))+23)
	for _, at := range loaded {
		if at >= 40 && at < 48 || at >= 58 && at < 64 {
			continue // where the section headers are
		}
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x10
		m, err := d.Load(damaged, backend.LoadOptions{Name: "kernels"})
		if err == nil {
			m.Unload()
			t.Errorf("byte %d is another one, and the image is loaded", at)
		}
	}
	in, out := filepath.Join(t.TempDir(), "whole.so"), filepath.Join(t.TempDir(), "stripped.so")
	if err := os.WriteFile(in, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := exec.Command("llvm-strip-22", "--strip-debug", in, "-o", out).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	stripped, err := os.ReadFile(out)
	if err != nil || len(stripped) >= len(whole) {
		t.Fatalf("%d bytes of %d, %v", len(stripped), len(whole), err)
	}
	load(t, d, stripped, nil)
}

// TestWarpSize: who loads code for warps of 64 lanes from files says so, and gets a device that says so, too.
func TestWarpSize(t *testing.T) {
	for _, c := range []struct {
		setting string
		lanes   int
		wide    bool
	}{{"64", 64, true}, {"32", 32, false}, {"", 32, false}, {"48", 32, false}, {"x", 32, false}} {
		t.Setenv("GOHIP_CPU_WARP", c.setting)
		t.Setenv("GOHIP_COMPUTE_CAPABILITY", "9.4")
		found, _, err := Devices(func() string { return "" })
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		if in := found[0].Info(); in.Major != 9 || in.Minor != 4 || in.WarpSize != c.lanes || in.SubGroupSizes[0] != c.lanes || len(in.Target.Features) > 0 != c.wide {
			t.Errorf("%q: warps of %d, sub-groups of %v, %v", c.setting, in.WarpSize, in.SubGroupSizes, in.Target)
		}
	}
}

func TestThreads(t *testing.T) {
	t.Setenv("GOHIP_CPU_THREADS", "3")
	if n := usableThreads(); n != 3 {
		t.Errorf("%d threads", n)
	}
	dir := t.TempDir()
	for _, c := range []struct {
		file, text string
		want       int
	}{{"cpu.max", "150000 100000\n", 2}, {"cpu.max", "max 100000\n", 0}, {"cpu.max", "50000 100000\n", 1}, {"cpu.max", "0 0", 0}} {
		if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if n, ok := cpuQuota(dir); n != c.want || ok != (c.want > 0) {
			t.Errorf("%q: %d, %v", c.text, n, ok)
		}
	}
}

// TestLoadObjectLimit: code that is larger than files may be is an error; its copy in memory is a file, too.
func TestLoadObjectLimit(t *testing.T) {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	o, err := loadObject(make([]byte, 4097), "large")
	if e := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); e != nil {
		t.Fatal(e)
	}
	if o != nil || !errors.Is(err, unix.EFBIG) || !strings.Contains(err.Error(), "ulimit -f") {
		t.Errorf("%v, %v", o, err)
	}
}
