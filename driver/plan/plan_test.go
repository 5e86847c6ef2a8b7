// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMergeBundle(t *testing.T) {
	tests := []struct{ to, from, want string }{
		{"b -type=o -bundle-align=4096 -targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx90a -input=/dev/null -input=a.out -output=x",
			"b -targets=host-x86_64-unknown-linux-gnu,hip-spirv64----generic -input=/dev/null -input=s.out -output=y",
			"b -type=o -bundle-align=4096 -targets=host-x86_64-unknown-linux-gnu,hipv4-amdgcn-amd-amdhsa--gfx90a,hip-spirv64----generic -input=/dev/null -input=a.out -input=s.out -output=x"},
		{"b -type=o -targets=hip-amdgcn-amd-amdhsa--gfx90a,host-x86_64-pc-linux-gnu- -input=a.bc -input=h.o -output=x",
			"b -type=o -targets=hip-spirv64----generic,host-x86_64-pc-linux-gnu- -input=s.bc -input=g.o -output=y",
			"b -type=o -targets=hip-amdgcn-amd-amdhsa--gfx90a,hip-spirv64----generic,host-x86_64-pc-linux-gnu- -input=a.bc -input=s.bc -input=h.o -output=x"},
	}
	for _, tt := range tests {
		got := strings.Join(mergeBundle(strings.Fields(tt.to), strings.Fields(tt.from)), " ")
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Error(diff)
		}
	}
}
