// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gohipcc/toolchains/step"
)

func TestMergeEntries(t *testing.T) {
	tests := []struct{ to, from, want string }{
		{"host-x86_64-unknown-linux-gnu=/dev/null hipv4-amdgcn-amd-amdhsa--gfx90a=a.out",
			"host-x86_64-unknown-linux-gnu=/dev/null hip-nvptx64-nvidia-cuda--sm_80=n.out hip-spirv64----generic=s.out",
			"host-x86_64-unknown-linux-gnu=/dev/null hipv4-amdgcn-amd-amdhsa--gfx90a=a.out hip-nvptx64-nvidia-cuda--sm_80=n.out hip-spirv64----generic=s.out"},
		{"hip-amdgcn-amd-amdhsa--gfx90a=a.bc host-x86_64-pc-linux-gnu-=h.o",
			"hip-spirv64----generic=s.bc host-x86_64-pc-linux-gnu-=g.o",
			"hip-amdgcn-amd-amdhsa--gfx90a=a.bc hip-spirv64----generic=s.bc host-x86_64-pc-linux-gnu-=h.o"},
	}
	entries := func(s string) (out []step.Entry) {
		for _, f := range strings.Fields(s) {
			id, file, _ := strings.Cut(f, "=")
			out = append(out, step.Entry{ID: id, File: file})
		}
		return out
	}
	for _, tt := range tests {
		if diff := cmp.Diff(entries(tt.want), mergeEntries(entries(tt.to), entries(tt.from))); diff != "" {
			t.Error(diff)
		}
	}
}
