// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts call this binary by gohipcc's names.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"gohipcc":               Exit,
		"clang-offload-bundler": Exit,
	})
}

// TestFatbinCommands runs the scripts of testdata/fatbin. $IMAGES is the folder of package fatbin's
// small images and containers, $LLVM that of LLVM 22's tools.
func TestFatbinCommands(t *testing.T) {
	images, err := filepath.Abs(filepath.Join("..", "..", "fatbin", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	const llvm = "/usr/lib/llvm-22/bin"
	if _, err := os.Stat(llvm); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/fatbin",
		Setup: func(e *testscript.Env) error {
			e.Setenv("IMAGES", images)
			e.Setenv("LLVM", llvm)
			return nil
		},
	})
}
