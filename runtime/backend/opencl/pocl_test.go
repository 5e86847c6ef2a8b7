// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"os"
	"path/filepath"
	"testing"
)

// PoCL is told not to rematerialise loads after barriers, unless the user has set the variable.
func TestKeepLoads(t *testing.T) {
	for _, c := range []struct{ given, want string }{{"", "0"}, {"0", "0"}, {"1", "1"}} {
		t.Setenv(rematVariable, c.given)
		if c.given == "" {
			os.Unsetenv(rematVariable)
		}
		keepLoads()
		if got := os.Getenv(rematVariable); got != c.want {
			t.Errorf("%s is %q after %q, want %q", rematVariable, got, c.given, c.want)
		}
	}
}

func TestOnlyPoCL(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("OCL_ICD_VENDORS", dir)
	t.Setenv("GOHIP_OPENCL", "")
	for _, c := range []struct {
		file, library string
		want          bool
	}{{"", "", false}, {"pocl.icd", "libpocl.so.2.13.0", true}, {"intel.icd", "/usr/lib/libigdrcl.so\n", false}} {
		if c.file != "" {
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.library), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := OnlyPoCL(); got != c.want {
			t.Errorf("after %s: %v", c.file, got)
		}
	}
	t.Setenv("GOHIP_OPENCL", "libOpenCL.so.1")
	if OnlyPoCL() {
		t.Error("a loader that the user named may open others")
	}
}
