// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gohipcc/internal/testtree"
)

// TestScripts runs the scripts in testdata/script with the gohipcc of the build folder. Each has a
// temporary folder of its own, so that a script can check that nothing is left there. Sources of
// scripts that are not about headers include testdata/launch.h instead of HIP's. Those that are about HIP's header, but
// not about those of the C++ library in it, define __HIPCC_RTC__, with which it is parsed in less than half the time.
func TestScripts(t *testing.T) {
	bin := filepath.Dir(testtree.Compiler(t))
	doubles := filepath.Join(testtree.Root(t), "testdata/nvidia/doubles")
	shared := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			tmp := filepath.Join(e.WorkDir, "tmp")
			if err := os.MkdirAll(tmp, 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(e.WorkDir, "launch.h"), []byte(launch), 0o644); err != nil {
				return err
			}
			e.Setenv("TMPDIR", tmp)
			e.Setenv("PATH", bin+":"+e.Getenv("PATH"))
			e.Setenv("PREFIX", filepath.Dir(bin))
			e.Setenv("DOUBLES", doubles)
			// Clang's command templates are shared by all scripts.
			e.Setenv("GOHIPCC_CACHE_DIR", shared)
			return nil
		},
	})
}
