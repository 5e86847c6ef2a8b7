// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// TestHIPNVCompile: clang's generic line becomes that of an NVIDIA processor.
func TestHIPNVCompile(t *testing.T) {
	in := strings.Fields("clang -cc1 -triple spirv64 -aux-triple x86_64-pc-linux-gnu -Wspir-compat -O3 -mllvm -vectorize-loops=false -mllvm -x -o a.bc -x hip a.hip")
	want := strings.Fields("clang -cc1 -triple nvptx64-nvidia-cuda -target-cpu sm_90 -target-feature +ptx80 -no-enable-noundef-analysis -fno-strict-float-cast-overflow -aux-triple x86_64-pc-linux-gnu -O3 -mllvm -x -o a.bc -x hip a.hip")
	c := step.Parse(in).(*step.CC1)
	if err := (HIPNV{}).Compile(&Build{Flags: noFlags{}}, "sm_90", c); err != nil {
		t.Fatal(err)
	}
	if got := c.Argv(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// noFlags is a command line without options.
type noFlags struct{}

func (noFlags) Has(...string) bool          { return false }
func (noFlags) LastOf(...string) string     { return "" }
func (noFlags) Value(string) (string, bool) { return "", false }
func (noFlags) Values(string) []string      { return nil }

func TestFindLibdevice(t *testing.T) {
	root := t.TempDir()
	if path, tried := findLibdevice(root); path != "" || len(tried) != 2 {
		t.Errorf("in an empty folder: %q, tried %q", path, tried)
	}
	dir := filepath.Join(root, "nvvm", "libdevice")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(dir, "libdevice.10.bc")
	if err := os.WriteFile(want, []byte("BC"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, _ := findLibdevice(root); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	prefix := installed(t, "gohip-nvptx64.bc", "gohip-nvptx64-math.bc", "gohip-nvptx64-libdevice.bc")
	libs, err := nvptxLibraries(prefix, root)
	if err != nil || len(libs) != 3 || libs[2] != want {
		t.Errorf("libraries: %q, %v", libs, err)
	}
	t.Setenv("CUDA_PATH", root)
	if libs, err := nvptxLibraries(prefix, ""); err != nil || len(libs) != 2 {
		t.Errorf("libraries beside an installed toolkit: %q, %v", libs, err)
	}
	var missing *clang.MissingError
	if _, err := nvptxLibraries(prefix, t.TempDir()); !errors.As(err, &missing) {
		t.Errorf("a --cuda-path without libdevice: %v", err)
	}
}
