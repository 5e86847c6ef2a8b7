// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cuda

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend"
)

// The tests use testdata/nvidia/doubles: a driver library that checks the CUDA driver's rules and
// interprets PTX.

const doubleMemory = 8 << 20

func TestMain(m *testing.M) {
	lib, err := testtree.BuildCUDADouble()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Setenv("GOHIP_CUDA", lib)
	os.Setenv("GOHIP_CACHE", "0")
	setenv("DOUBLE_DEVICES", "sm_80,sm_90")
	setenv("DOUBLE_CUDA", "12020")
	setenv("DOUBLE_MEMORY", fmt.Sprint(doubleMemory))
	os.Exit(m.Run())
}

// setenv sets a variable for C code, which does not see Go's copy.
func setenv(name, value string) {
	f, err := purego.Dlsym(purego.RTLD_DEFAULT, "setenv")
	if err != nil {
		panic(err)
	}
	purego.SyscallN(f, uintptr(unsafe.Pointer(cstring(name))), uintptr(unsafe.Pointer(cstring(value))), 1)
}

func device(t *testing.T, i int) *Device {
	t.Helper()
	list, _, err := Devices()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 {
		t.Fatalf("%d devices", len(list))
	}
	return list[i].Native().(*Device)
}

func queue(t *testing.T, d *Device) backend.Queue {
	t.Helper()
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func memory(t *testing.T, d *Device, kind backend.MemoryKind, size uint64) uintptr {
	t.Helper()
	p, err := d.Alloc(kind, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Free(p); err != nil {
			t.Error(err)
		}
	})
	return p
}

// scale multiplies floats by a variable of the module.
const scale = `.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .f32 factor = 0f40400000;
.visible .entry scale(.param .u64 p, .param .u32 n) .maxntid 64, 1, 1
{
	.reg .pred %p1;
	.reg .b32 %r<8>;
	.reg .b64 %rd<4>;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.s32 %r4, %r1, %r2, %r3;
	ld.param.u32 %r5, [n];
	setp.ge.u32 %p1, %r4, %r5;
	@%p1 bra $done;
	ld.param.u64 %rd1, [p];
	mul.wide.u32 %rd2, %r4, 4;
	add.s64 %rd3, %rd1, %rd2;
	ld.global.f32 %r6, [%rd3];
	ld.global.f32 %r7, [factor];
	mul.rn.f32 %r6, %r6, %r7;
	st.global.f32 [%rd3], %r6;
$done:
	ret;
}
`

func load(t *testing.T, d *Device, text string) *Module {
	t.Helper()
	m, err := d.Load([]byte(text), backend.LoadOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return m.(*Module)
}

// pointer converts an address of memory that the driver owns.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func floats(v []float32) uintptr { return uintptr(unsafe.Pointer(&v[0])) }

func TestDescribe(t *testing.T) {
	in := device(t, 0).Info()
	if in.Target.String() != "sm_80" || in.Major != 8 || in.Minor != 0 || in.WarpSize != 32 || in.GlobalMem != doubleMemory {
		t.Errorf("%+v", in)
	}
	if in.SharedMem != 232448 || in.MaxThreads != 1024 || in.Driver != "CUDA 12.2" {
		t.Errorf("shared %d, threads %d, driver %q", in.SharedMem, in.MaxThreads, in.Driver)
	}
	if a, b := device(t, 0), device(t, 1); !a.CanReach(b) || a.EnablePeer(b) != nil {
		t.Error("the devices do not reach one another")
	}
}

func TestStackSize(t *testing.T) {
	d := device(t, 0)
	size := func() uint64 {
		n, err := d.Limit(StackSize)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := size()
	if err := d.SetLimit(StackSize, 16<<10); err != nil || size() != 16<<10 {
		t.Errorf("%d bytes, not 16 KiB: %v", size(), err)
	}
	if err := d.SetLimit(StackSize, 1<<40); !isCode(err, errInvalidValue) || size() != 16<<10 {
		t.Errorf("1 TiB: %v, then %d bytes", err, size())
	}
	if err := d.SetLimit(StackSize, before); err != nil {
		t.Error(err)
	}
}

// TestLimits: the driver rounds limits, and does not change those of printf and malloc once a
// kernel has used them.
func TestLimits(t *testing.T) {
	d := device(t, 1)
	set := func(l Limit, n, want uint64) {
		t.Helper()
		if err := d.SetLimit(l, n); err != nil {
			t.Error(err)
		}
		if got, err := d.Limit(l); err != nil || got != want {
			t.Errorf("limit %d is %d, not %d: %v", l, got, want, err)
		}
	}
	set(StackSize, 1000, 1008)
	set(PrintfFifoSize, 4096, 512<<10)
	set(MallocHeapSize, 5<<20, 5<<20)
	const prints = `.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.visible .entry k() { ret; }
`
	m := load(t, d, prints)
	k, err := m.Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	if err := queue(t, d).Launch(k, [3]uint32{1, 1, 1}, [3]uint32{1, 1, 1}, 0, nil); err != nil {
		t.Fatal(err)
	}
	set(MallocHeapSize, 8<<20, 8<<20)
	if err := d.SetLimit(PrintfFifoSize, 1<<20); !isCode(err, errInvalidValue) {
		t.Errorf("the buffer of a kernel that was launched changes: %v", err)
	}
}

// A kernel's variant for textures of the driver is found by its name.
func TestObjects(t *testing.T) {
	d := device(t, 0)
	for _, variant := range []bool{false, true} {
		text := scale
		if variant {
			text += "\n.visible .entry scale$objects() { ret; }\n"
		}
		k, err := load(t, d, text).Kernel("scale")
		if err != nil {
			t.Fatal(err)
		}
		if o := k.(*Kernel).Objects(); o != 0 != variant || o == k.Native() {
			t.Errorf("%v: %#x", variant, o)
		}
	}
}

// Blocks that the limit of a kernel's registers rules out are launched as its variant without one.
func TestLarge(t *testing.T) {
	const text = ".version 8.0\n.target sm_80\n.address_size 64\n" +
		".visible .entry k(.param .u64 p) .maxnreg 128 { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.f32 [%rd1], 0f3F800000; ret; }\n" +
		".visible .entry k$large(.param .u64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.f32 [%rd1], 0f40000000; ret; }\n"
	d := device(t, 0)
	q := queue(t, d)
	k, err := load(t, d, text).Kernel("k")
	if err != nil {
		t.Fatal(err)
	}
	if n := k.(*Kernel).MaxThreads(); n != 1024 {
		t.Errorf("blocks of up to %d threads", n)
	}
	p := memory(t, d, backend.DeviceMemory, 4)
	for threads, want := range map[uint32]float32{32: 1, 512: 1, 513: 2, 1024: 2} {
		if err := q.Launch(k, [3]uint32{1, 1, 1}, [3]uint32{threads, 1, 1}, 0, [][]byte{binary.LittleEndian.AppendUint64(nil, uint64(p))}); err != nil {
			t.Fatal(err)
		}
		got := make([]float32, 1)
		if err := q.Copy(floats(got), p, 4, true); err != nil {
			t.Fatal(err)
		}
		if got[0] != want {
			t.Errorf("%d threads: variant %v, want %v", threads, got[0], want)
		}
	}
}

func TestLaunch(t *testing.T) {
	d := device(t, 0)
	q := queue(t, d)
	const n = 1000
	data := make([]float32, n)
	for i := range data {
		data[i] = float32(i)
	}
	p := memory(t, d, backend.DeviceMemory, 4*n)
	m := load(t, d, scale)
	k, err := m.Kernel("scale")
	if err != nil {
		t.Fatal(err)
	}
	if k.(*Kernel).MaxThreads() != 64 {
		t.Errorf("up to %d threads", k.(*Kernel).MaxThreads())
	}
	if blocks, err := k.(*Kernel).Occupancy(64, 0); err != nil || blocks < 1 {
		t.Errorf("%d blocks: %v", blocks, err)
	}
	g, size, err := m.Global("factor")
	if err != nil || size != 4 {
		t.Fatalf("factor: %d bytes, %v", size, err)
	}
	if err := q.Copy(p, floats(data), 4*n, false); err != nil {
		t.Fatal(err)
	}
	addr := binary.LittleEndian.AppendUint64(nil, uint64(p))
	count := binary.LittleEndian.AppendUint32(nil, n)
	launch := func() error {
		return q.Launch(k, [3]uint32{16, 1, 1}, [3]uint32{64, 1, 1}, 0, [][]byte{addr, count})
	}
	if err := launch(); err != nil {
		t.Fatal(err)
	}
	five := math.Float32bits(5)
	if err := q.Fill(g, binary.LittleEndian.AppendUint32(nil, five), 4); err != nil {
		t.Fatal(err)
	}
	if err := launch(); err != nil {
		t.Fatal(err)
	}
	end, err := q.Mark()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	if end.Done() {
		t.Error("done before anything was waited for")
	}
	other := queue(t, d)
	if err := other.Wait(end); err != nil {
		t.Fatal(err)
	}
	got := make([]float32, n)
	if err := other.Copy(floats(got), p, 4*n, true); err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if want := float32(i) * 15; got[i] != want {
			t.Fatalf("element %d is %g, want %g", i, got[i], want)
		}
	}
	if !end.Done() {
		t.Error("not done after a queue behind it")
	}
	if err := m.Flush(); err != nil {
		t.Error(err)
	}
	if err := m.Unload(); err != nil {
		t.Error(err)
	}
	if err := launch(); !isCode(err, 400) {
		t.Errorf("a launch from an unloaded module: %v", err)
	}
}

func TestMemoryKinds(t *testing.T) {
	d := device(t, 0)
	q := queue(t, d)
	host := memory(t, d, backend.HostMemory, 4096)
	managed := memory(t, d, backend.ManagedMemory, 4096)
	dev := memory(t, d, backend.DeviceMemory, 4096)
	for i := range 4096 {
		*(*byte)(unsafe.Add(pointer(host), i)) = byte(i * 7)
	}
	for _, c := range [][2]uintptr{{dev, host}, {managed, dev}} {
		if err := q.Copy(c[0], c[1], 4096, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Fill(managed+8, []byte{1, 2}, 8); err != nil {
		t.Fatal(err)
	}
	if err := q.Finish(); err != nil {
		t.Fatal(err)
	}
	got := unsafe.Slice((*byte)(pointer(managed)), 4096)
	if !bytes.Equal(got[8:16], []byte{1, 2, 1, 2, 1, 2, 1, 2}) || got[7] != 49 || got[100] != byte(700&0xff) {
		t.Errorf("% x", got[:20])
	}
	if err := q.Copy(dev, host, 5000, false); err == nil {
		t.Error("a copy beyond an allocation")
	}
	if err := q.Fill(dev, []byte{1, 2, 3}, 9); err == nil {
		t.Error("a pattern of three bytes")
	}
	if err := d.Free(dev + 16); err == nil {
		t.Error("an address inside an allocation freed")
	}
}

func TestOutOfMemory(t *testing.T) {
	d := device(t, 0)
	free, total, err := d.MemInfo()
	if err != nil || total != doubleMemory || free > total {
		t.Fatalf("%d of %d free: %v", free, total, err)
	}
	_, err = d.Alloc(backend.DeviceMemory, 3<<30)
	if !isCode(err, errOutOfMemory) {
		t.Fatalf("error: %v", err)
	}
	for _, want := range []string{"NVIDIA Double 0", "3221225472 bytes asked", fmt.Sprintf("%d of %d free", free, total)} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}

// TestRefused: the error for PTX that the driver rejects says what it was for, what the driver
// supports, and the driver's log.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		code           int
		want           []string
	}{
		{"syntax", "mul.rn.f32", "multiply.f32", errInvalidPTX, []string{"line 22", "Not a name of any known instruction: 'multiply'", "sm_80"}},
		{"unknown symbol", "[factor]", "[divisor]", errInvalidPTX, []string{"Unknown symbol 'divisor'"}},
		{"newer version", ".version 8.0", ".version 8.7", errNewerPTX, []string{"PTX 8.7 for sm_80", "driver for CUDA 12.2", "PTX 8.7 needs a driver for CUDA 12.8"}},
		{"newer device", ".target sm_80", ".target sm_90", errInvalidPTX, []string{"PTX 8.0 for sm_90", "NVIDIA Double 0 (sm_80)", "SM version specified by .target is higher"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := load(t, device(t, 0), strings.Replace(scale, c.old, c.new, 1))
			_, err := m.Kernel("scale")
			var e *JITError
			if !errors.As(err, &e) || !isCode(err, c.code) {
				t.Fatalf("error: %v", err)
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("no %q in\n%v", w, err)
				}
			}
		})
	}
	m := load(t, device(t, 0), scale)
	if _, err := m.Kernel("other"); !errors.Is(err, fatbin.ErrNotFound) {
		t.Errorf("a kernel that is not there: %v", err)
	}
	if _, _, err := m.Global("other"); !errors.Is(err, fatbin.ErrNotFound) {
		t.Errorf("a variable that is not there: %v", err)
	}
}

// machineCode is what the double of ptxas makes of PTX.
func machineCode(t *testing.T, text, processor string) []byte {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a.ptx"), filepath.Join(dir, "a.cubin")
	if err := os.WriteFile(in, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	ptxas := filepath.Join(testtree.Root(t), "testdata/nvidia/doubles/ptxas")
	if said, err := exec.Command(ptxas, "--gpu-name", processor, "--output-file", out, in).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	code, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// TestMachineCode: machine code is loaded instead of the PTX that has its records, which is compiled if
// the driver rejects the code.
func TestMachineCode(t *testing.T) {
	five := strings.Replace(scale, "0f40400000", "0f40a00000", 1) // factor, 3 in the PTX
	for _, c := range []struct {
		name, ptx string
		code      []byte
		want      float32
	}{
		{"of the device", scale, machineCode(t, five, "sm_80"), 5},
		{"of another processor", scale, machineCode(t, five, "sm_90"), 3},
		{"of no GPU", scale, append([]byte("\x7fELF"), make([]byte, 100)...), 3},
		{"in a newer PTX version", scale, machineCode(t, strings.Replace(five, ".version 8.0", ".version 8.4", 1), "sm_80"), 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := device(t, 0)
			m, err := d.LoadAssembled([]byte(c.ptx), c.code, backend.LoadOptions{Name: "test"})
			if err != nil {
				t.Fatal(err)
			}
			p, size, err := m.Global("factor")
			if err != nil || size != 4 {
				t.Fatalf("%d bytes: %v", size, err)
			}
			got := make([]float32, 1)
			if err := queue(t, d).Copy(floats(got), p, 4, true); err != nil || got[0] != c.want {
				t.Errorf("factor is %v, not %v (%v)", got[0], c.want, err)
			}
			if err := m.Unload(); err != nil {
				t.Error(err)
			}
		})
	}
	m, err := device(t, 0).LoadAssembled([]byte(strings.Replace(scale, ".version 8.0", ".version 9.0", 1)), []byte("\x7fELF"+strings.Repeat("x", 100)), backend.LoadOptions{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	var rejects *JITError
	if _, err := m.Kernel("scale"); !errors.As(err, &rejects) || !isCode(err, errNewerPTX) {
		t.Errorf("neither is accepted: %v", err)
	}
	if _, err := device(t, 0).LoadAssembled([]byte("no PTX"), machineCode(t, five, "sm_80"), backend.LoadOptions{Name: "test"}); err == nil {
		t.Error("code without PTX is loaded")
	}
}

// TestWholeProgram: the driver compiles a whole program. Its linker, which compiles separately, is not asked:
// the double has none, and nothing of its result is kept.
func TestWholeProgram(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOHIP_CACHE", "")
	t.Setenv("GOHIP_CACHE_DIR", dir)
	for range 2 {
		m := load(t, device(t, 0), scale)
		if err := m.Prepare(); err != nil {
			t.Fatal(err)
		}
		if err := m.Unload(); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("%d files kept (%v)", len(files), err)
	}
}

// TestZFault: a fault ends the context, so this runs on the second device, and last.
func TestZFault(t *testing.T) {
	d := device(t, 1)
	q := queue(t, d)
	p, err := d.Alloc(backend.DeviceMemory, 64) // freed with the context
	if err != nil {
		t.Fatal(err)
	}
	k, err := load(t, d, scale).Kernel("scale")
	if err != nil {
		t.Fatal(err)
	}
	args := [][]byte{binary.LittleEndian.AppendUint64(nil, uint64(p)), binary.LittleEndian.AppendUint32(nil, 64)}
	if err := q.Launch(k, [3]uint32{1, 1, 1}, [3]uint32{65, 1, 1}, 0, args); !isCode(err, 701) {
		t.Errorf("more threads than the kernel takes: %v", err)
	}
	if err := q.Launch(k, [3]uint32{1, 1, 1}, [3]uint32{64, 1, 1}, 0, args); err != nil {
		t.Fatal(err)
	}
	if err := q.Finish(); !isCode(err, 700) {
		t.Fatalf("a store behind the allocation: %v", err)
	}
	if _, err := d.Alloc(backend.DeviceMemory, 64); !isCode(err, 700) {
		t.Errorf("after a fault: %v", err)
	}
}
