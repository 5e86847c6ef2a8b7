// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"gohipcc/runtime/backend/rocm"
)

// amdDevice returns a gfx90a of the double of libamdhip64.
func amdDevice(t testing.TB) *Device {
	t.Helper()
	prefix := usePrefix(t)
	lib := filepath.Join(t.TempDir(), "libamdhip64.so")
	src := filepath.Join(filepath.Dir(prefix), "testdata/amd/doubles/hip.c")
	if out, err := exec.Command("cc", "-std=gnu17", "-shared", "-fPIC", "-DHIP_MAJOR=6", "-o", lib, src, "-lpthread").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// For C code, which does not see Go's copy of the environment.
	setenv, err := purego.Dlsym(purego.RTLD_DEFAULT, "setenv")
	if err != nil {
		t.Fatal(err)
	}
	name, value := []byte("DOUBLE_DEVICES\x00"), []byte("gfx90a:sramecc+:xnack-\x00")
	purego.SyscallN(setenv, uintptr(unsafe.Pointer(&name[0])), uintptr(unsafe.Pointer(&value[0])), 1)
	h, err := rocm.Open(lib)
	if err != nil {
		t.Fatal(err)
	}
	devices, _, err := h.BackendDevices()
	if err != nil || len(devices) != 1 {
		t.Fatalf("%v, %v", devices, err)
	}
	return &Device{0, devices[0]}
}

const (
	amdMain = `target triple = "amdgcn-amd-amdhsa"
declare i32 @scale(i32)
declare i32 @llvm.amdgcn.workitem.id.x()
define amdgpu_kernel void @apply(ptr addrspace(1) %p) {
  %i = call i32 @llvm.amdgcn.workitem.id.x()
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %q
  %r = call i32 @scale(i32 %v)
  store i32 %r, ptr addrspace(1) %q
  ret void
}
`
	amdScale = `target triple = "amdgcn-amd-amdhsa"
@factor = addrspace(1) externally_initialized global i32 7
define i32 @scale(i32 %v) {
  %f = load i32, ptr addrspace(1) @factor
  %r = mul i32 %v, %f
  ret i32 %r
}
`
)

// IR, and IR with a relocatable object, in both orders.
func TestExecutableOnAMD(t *testing.T) {
	d := amdDevice(t)
	rel := mustCompile(t, amdScale, &CompileOptions{Target: "gfx90a:sramecc+:xnack-", Relocatable: true, Export: []string{"scale"}})
	type object struct {
		name string
		code []byte
	}
	for i, order := range [][]object{
		{{"main", []byte(amdMain)}, {"lib", []byte(amdScale)}},
		{{"lib", rel.Bytes}, {"main", []byte(amdMain)}},
		{{"main", bitcode(t, amdMain)}, {"lib", rel.Bytes}},
	} {
		x := d.NewExecutable(nil)
		for _, o := range order {
			if err := x.Add(t.Context(), o.name, o.code); err != nil {
				t.Fatal(err)
			}
		}
		if err := x.Freeze(t.Context()); err != nil {
			t.Fatalf("order %d: %v", i, err)
		}
		if k, err := x.Kernel(t.Context(), "apply"); err != nil || len(k.Meta().Args) == 0 {
			t.Errorf("order %d: %v", i, err)
		}
		v, err := x.Variable("factor")
		if err != nil || v.Size != 4 || v.Object != "lib" || v.Address == 0 {
			t.Errorf("order %d: %+v, %v", i, v, err)
		}
		f, err := x.DeviceFunction("scale")
		if err != nil || f.Size == 0 || f.Object != "lib" || f.Address == 0 || f.Address == v.Address {
			t.Errorf("order %d: %+v, %v", i, f, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}

	// Functions have addresses even without variables, linked from IR or objects.
	const double = `target triple = "amdgcn-amd-amdhsa"
define i32 @scale(i32 %v) {
  %r = shl i32 %v, 1
  ret i32 %r
}
define i32 @other(i32 %v) {
  %r = call i32 @scale(i32 %v)
  ret i32 %r
}
`
	for _, code := range [][]byte{[]byte(double), mustCompile(t, double, &CompileOptions{Target: "gfx90a:sramecc+:xnack-", Relocatable: true, Export: []string{"scale", "other"}}).Bytes} {
		x := d.NewExecutable(nil)
		if err := errors.Join(x.Add(t.Context(), "lib", code), x.Freeze(t.Context())); err != nil {
			t.Fatal(err)
		}
		f, err := x.DeviceFunction("scale")
		g, gerr := x.DeviceFunction("other")
		if err != nil || gerr != nil || f.Address == 0 || g.Address == 0 || f.Address == g.Address || f.Size == 0 || f.Object != "lib" {
			t.Errorf("%+v, %v; %+v, %v", f, err, g, gerr)
		}
		if all, err := x.Symbols(); err != nil || len(all) != 2 {
			t.Errorf("%+v, %v", all, err)
		}
		if err := x.Add(t.Context(), "late", code); !errors.Is(err, ErrFrozen) {
			t.Errorf("an object after the freeze: %v", err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}

	x := d.NewExecutable(nil)
	if err := x.Add(t.Context(), "lib", rel.Bytes); err != nil {
		t.Fatal(err)
	}
	if err := x.Add(t.Context(), "lib again", []byte(amdScale)); !errors.Is(err, ErrDuplicate) || !strings.Contains(err.Error(), "lib and lib again") {
		t.Errorf("a symbol twice: %v", err)
	}
	if err := x.Add(t.Context(), "main", []byte(strings.ReplaceAll(amdMain, "@scale", "@elsewhere"))); err != nil {
		t.Fatal(err)
	}
	if err := x.Freeze(t.Context()); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "elsewhere") {
		t.Errorf("an undefined symbol: %v", err)
	}
	if err := x.Add(t.Context(), "wrong", mustCompile(t, sineIR, &CompileOptions{Target: "gfx1100"}).Bytes); !errors.Is(err, ErrUnsupportedImage) {
		t.Errorf("another GPU's code object: %v", err)
	}
}
