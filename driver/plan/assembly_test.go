// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/toolchains/step"
)

// TestCheckAssembly gives assembly sources to the check: one entry, an empty one and none of each kind of target.
func TestCheckAssembly(t *testing.T) {
	text := func(id string) string {
		return "\n# __CLANG_OFFLOAD_BUNDLE____START__ " + id + "\n.text\n\n# __CLANG_OFFLOAD_BUNDLE____END__ " + id + "\n"
	}
	for _, c := range []struct{ text, err string }{
		{"f: ret\n", ""},
		{"", ""},
		{text("hip-amdgcn-amd-amdhsa--gfx90a") + text("host-x86_64-pc-linux-gnu-"), ""},
		{text("hip-spirv64-unknown-unknown-unknown-generic") + text("host-x86_64-pc-linux-gnu-"), "device code of spirv64"},
		{text("hip-nvptx64-nvidia-cuda-unknown-sm_90"), "device code of nvptx64"},
	} {
		f := filepath.Join(t.TempDir(), "a.s")
		if err := os.WriteFile(f, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		u := step.Parse([]string{"/llvm/bin/clang-offload-bundler", "-type=s", "-targets=host-x86_64-pc-linux-gnu", "-input=" + f, "-output=o", "-unbundle"}).(*step.Unbundle)
		err := checkAssembly(u)
		if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.err)
		}
	}
}
