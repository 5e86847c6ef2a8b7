// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package rocm

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unsafe"

	"gohipcc/fatbin"
	"gohipcc/runtime/backend"
)

func backends(t *testing.T) []backend.Device {
	t.Helper()
	devs, reasons, err := double(t, 6, "gfx90a:sramecc+:xnack-,gfx1100").BackendDevices()
	if err != nil || len(devs) != 2 {
		t.Fatalf("%v, %v, %v", devs, reasons, err)
	}
	return devs
}

func TestBackendInfo(t *testing.T) {
	in := backends(t)[0].Info()
	if in.Arch != "amdgcn" || in.Target.String() != "gfx90a:sramecc+:xnack-" || in.Major != 9 || in.Minor != 0 || in.PCI != [3]int{0, 3, 0} || in.WarpSize != 64 || in.Driver != "HIP 6.4.43482" {
		t.Errorf("%+v", in)
	}
	if in := backends(t)[1].Info(); in.Major != 11 || in.Minor != 0 || in.WarpSize != 32 {
		t.Errorf("%+v", in)
	}
}

func TestBackendRun(t *testing.T) {
	d := backends(t)[0]
	image := object(t, "gfx90a", vadd)
	m, err := d.Load(image, backend.LoadOptions{Name: "vadd.co"})
	if err != nil {
		t.Fatal(err)
	}
	if names := m.KernelNames(); len(names) != 1 || names[0] != "vadd" {
		t.Errorf("kernels %q", names)
	}
	k, err := m.Kernel("vadd")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Kernel("nothing"); !errors.Is(err, fatbin.ErrNotFound) || !strings.Contains(err.Error(), "it has vadd") {
		t.Errorf("error %v", err)
	}
	if k.MaxThreads() != 256 || k.Meta().Args[3].Offset != 24 {
		t.Errorf("%d threads, %+v", k.MaxThreads(), k.Meta())
	}
	q, err := d.NewQueue()
	if err != nil {
		t.Fatal(err)
	}
	p, err := d.Alloc(backend.DeviceMemory, 64)
	if err != nil {
		t.Fatal(err)
	}
	// A pattern of 8 bytes, then one of 4 over part of it.
	if err := q.Fill(p, []byte{1, 2, 3, 4, 5, 6, 7, 8}, 64); err != nil {
		t.Fatal(err)
	}
	if err := q.Fill(p+8, []byte{9, 9, 9, 9}, 8); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 64)
	if err := q.Copy(uintptr(unsafe.Pointer(&got[0])), p, 64, true); err != nil {
		t.Fatal(err)
	}
	want := bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8}, 8)
	copy(want[8:], bytes.Repeat([]byte{9}, 8))
	if !bytes.Equal(got, want) {
		t.Errorf("got % x", got)
	}
	ptr := func(p uintptr) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&p)), 8) }
	start, err := q.Mark()
	if err != nil {
		t.Fatal(err)
	}
	args := [][]byte{ptr(p), ptr(p), ptr(p), {16, 0, 0, 0}}
	if err := q.Launch(k, [3]uint32{1, 1, 1}, [3]uint32{64, 1, 1}, 0, args); err != nil {
		t.Fatal(err)
	}
	end, err := q.Mark()
	if err != nil {
		t.Fatal(err)
	}
	if end.Done() {
		t.Error("done before anybody waited")
	}
	if err := end.Wait(); err != nil {
		t.Fatal(err)
	}
	if !start.Done() || end.Time() <= start.Time() {
		t.Errorf("times %d, %d", start.Time(), end.Time())
	}
	start.Close()
	end.Close()
	if a, n, err := m.Global("total"); err != nil || a == 0 || n != 4 {
		t.Errorf("%x, %d, %v", a, n, err)
	}
	if err := q.Finish(); err != nil {
		t.Error(err)
	}
	q.Close()
	if err := d.Free(p); err != nil {
		t.Error(err)
	}
	if err := m.Unload(); err != nil {
		t.Error(err)
	}
	if _, err := m.Kernel("vadd"); err == nil {
		t.Error("a kernel of an unloaded module")
	}
}

func TestBackendRefuses(t *testing.T) {
	d := backends(t)[1]
	if _, err := d.Load(object(t, "gfx90a", vadd), backend.LoadOptions{Name: "vadd.co"}); !errors.Is(err, backend.ErrUnsupportedImage) || !strings.Contains(err.Error(), "gfx90a") || !strings.Contains(err.Error(), "gfx1100") {
		t.Errorf("error %v", err)
	}
	image := object(t, "gfx1100", vadd)
	for _, bad := range [][]byte{nil, []byte("\x7fELF"), image[:200], image[:len(image)/2], []byte("no image at all")} {
		if _, err := d.Load(bad, backend.LoadOptions{Name: "bad.co"}); err == nil || !strings.HasPrefix(err.Error(), "bad.co: ") {
			t.Errorf("%d bytes: error %v", len(bad), err)
		}
	}
	// A generic code object runs on what it covers.
	if _, err := d.Load(object(t, "gfx11-generic", vadd), backend.LoadOptions{Name: "generic.co"}); err != nil {
		t.Error(err)
	}
	if _, err := backends(t)[0].Load(object(t, "gfx11-generic", vadd), backend.LoadOptions{Name: "generic.co"}); !errors.Is(err, backend.ErrUnsupportedImage) {
		t.Errorf("error %v", err)
	}
}
