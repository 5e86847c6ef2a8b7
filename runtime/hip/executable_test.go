// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"gohipcc/fatbin"
)

const (
	mainIR = `target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @scale(i32)
define spir_kernel void @apply(ptr addrspace(1) %p) {
  %i = call spir_func i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %r = call spir_func i32 @scale(i32 %v)
  store i32 %r, ptr addrspace(1) %q
  ret void
}
`
	scaleIR = `target triple = "spirv64-unknown-unknown"
@factor = external addrspace(1) global i32
define spir_func i32 @scale(i32 %v) {
  %f = load i32, ptr addrspace(1) @factor
  %r = mul i32 %v, %f
  ret i32 %r
}
`
	factorIR = `target triple = "spirv64-unknown-unknown"
@factor = addrspace(1) externally_initialized global i32 7
`
)

func bitcode(t testing.TB, text string) []byte {
	t.Helper()
	cmd := exec.Command("llvm-as-22", "-o", "-")
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExecutableAnyOrder(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	type object struct{ name, text string }
	a, b, c := object{"main", mainIR}, object{"scale", scaleIR}, object{"factor", factorIR}
	for i, order := range [][]object{{a, b, c}, {c, b, a}, {b, a, c}} {
		x := d.NewExecutable(nil)
		for _, o := range order {
			code := []byte(o.text)
			if i == 1 { // as bitcode
				code = bitcode(t, o.text)
			}
			if err := x.Add(t.Context(), o.name, code); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := x.Kernel(t.Context(), "apply"); !errors.Is(err, ErrNotFrozen) {
			t.Errorf("a kernel before the freeze: %v", err)
		}
		if err := x.Freeze(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := x.Add(t.Context(), "late", []byte(factorIR)); !errors.Is(err, ErrFrozen) {
			t.Errorf("added after the freeze: %v", err)
		}
		k, err := x.Kernel(t.Context(), "apply")
		if err != nil {
			t.Fatal(err)
		}
		data := []int32{1, 2, 3, 4}
		runOn(t, k.mod, "apply", 4, data)
		for j, v := range data {
			if v != int32(j+1)*7 {
				t.Errorf("order %d: %v", i, data)
				break
			}
		}
		v, err := x.Variable("factor")
		if err != nil || v.Address == 0 || v.Size != 4 || v.Object != "factor" {
			t.Errorf("%+v, %v", v, err)
		}
		f, err := x.DeviceFunction("scale")
		if err != nil || f.Object != "scale" {
			t.Errorf("%+v, %v", f, err)
		}
		if _, err := x.Kernel(t.Context(), "scale"); !errors.Is(err, fatbin.ErrNotFound) || !strings.Contains(err.Error(), "apply") {
			t.Errorf("a function as a kernel: %v", err)
		}
		syms, err := x.Symbols()
		if err != nil || len(syms) != 3 || syms[0].Name != "apply" || syms[0].Kind != KernelSymbol || syms[0].Object != "main" {
			t.Errorf("%+v, %v", syms, err)
		}
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestExecutableWithImages(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	x := d.NewExecutable(nil)
	im := mustCompile(t, hipSource, &CompileOptions{Target: "spirv64"})
	for name, code := range map[string][]byte{"main": []byte(mainIR), "scale": []byte(scaleIR), "factor": []byte(factorIR), "hip": im.Bytes} {
		if err := x.Add(t.Context(), name, code); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Freeze(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	k, err := x.Kernel(t.Context(), "indices")
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int32, 8)
	runOn(t, k.mod, "indices", 8, out)
	if out[3] != 16 {
		t.Errorf("%v", out)
	}
	if _, err := x.Kernel(t.Context(), "apply"); err != nil {
		t.Error(err)
	}
}

func TestExecutableErrors(t *testing.T) {
	usePrefix(t)
	d := spirvDevice(t)
	ctx := t.Context()
	x := d.NewExecutable(nil)
	if err := x.Add(t.Context(), "main", []byte(mainIR)); err != nil {
		t.Fatal(err)
	}
	err := x.Add(t.Context(), "again", bitcode(t, mainIR))
	var se *SymbolError
	if !errors.Is(err, ErrDuplicate) || !errors.As(err, &se) || se.Symbol != "apply" || strings.Join(se.Objects, " ") != "main again" {
		t.Errorf("a symbol twice: %v", err)
	}
	err = x.Freeze(ctx)
	if !errors.Is(err, ErrUndefined) || !errors.As(err, &se) || se.Symbol != "scale" || !strings.Contains(err.Error(), "apply") {
		t.Errorf("an undefined function: %v", err)
	}
	// It is unchanged: the missing code object can still be added.
	if err := x.Add(t.Context(), "scale", []byte(scaleIR)); err != nil {
		t.Fatal(err)
	}
	if err := x.Freeze(ctx); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "factor") {
		t.Errorf("an undefined variable: %v", err)
	}
	if err := x.Add(t.Context(), "factor", []byte(factorIR)); err != nil {
		t.Fatal(err)
	}
	if err := x.Freeze(ctx); err != nil {
		t.Fatal(err)
	}
	if err := x.Freeze(ctx); !errors.Is(err, ErrFrozen) {
		t.Errorf("frozen twice: %v", err)
	}
	x.Close()

	x = d.NewExecutable(nil)
	rel := mustCompile(t, sineIR, &CompileOptions{Target: "gfx90a", Relocatable: true})
	if err := x.Add(t.Context(), "amd.o", rel.Bytes); !errors.Is(err, ErrUnsupportedImage) || !strings.Contains(err.Error(), "spirv64") {
		t.Errorf("an AMD object on OpenCL: %v", err)
	}
	if err := x.Add(t.Context(), "empty", nil); !errors.Is(err, ErrNoImage) {
		t.Errorf("an empty code object: %v", err)
	}
	if err := x.Add(t.Context(), "scale", []byte(scaleIR)); err != nil {
		t.Error(err)
	}
	if err := x.Add(t.Context(), "scale", []byte(factorIR)); !errors.Is(err, ErrInvalidArgument) {
		t.Errorf("a name twice: %v", err)
	}
	if err := x.Add(t.Context(), "junk", []byte("#!/bin/sh\n")); !errors.Is(err, ErrNoImage) || !strings.Contains(err.Error(), "junk: neither") {
		t.Errorf("error %v", err)
	}
	if err := x.Add(t.Context(), "cut", bitcode(t, mainIR)[:200]); err == nil || !strings.HasPrefix(err.Error(), "cut: ") {
		t.Errorf("error %v", err)
	}
}
