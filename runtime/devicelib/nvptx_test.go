// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicelib_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
	"gohipcc/toolchains/clang"
)

// librarySymbol matches the functions of a device library that programs and passes call.
var librarySymbol = regexp.MustCompile(`(?m) [TW] (__(?:ocml|ockl|gohip)_\w+)$`)

// TestLibdevice checks that a program for NVIDIA finds the same functions whether CUDA's libdevice is there or not.
func TestLibdevice(t *testing.T) {
	llvm, err := clang.FindLLVM("")
	if err != nil {
		t.Fatal(err)
	}
	nm, err := llvm.Tool("llvm-nm")
	if err != nil {
		t.Fatal(err)
	}
	lib := filepath.Join(filepath.Dir(filepath.Dir(testtree.Compiler(t))), "lib", "gohip")
	with := map[string]bool{}
	defined := func(name string) (names []string) {
		for _, m := range librarySymbol.FindAllStringSubmatch(output(t, lib, nm, "--defined-only", name), -1) {
			names = append(names, m[1])
		}
		if len(names) == 0 {
			t.Fatalf("%s defines nothing", name)
		}
		return names
	}
	for _, file := range []string{"gohip-nvptx64.bc", "gohip-nvptx64-libdevice.bc"} {
		for _, name := range defined(file) {
			with[name] = true
		}
	}
	var missing []string
	for _, name := range defined("gohip-nvptx64-math.bc") {
		if !with[name] {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("with libdevice there is no %s", strings.Join(missing, ", "))
	}
}
