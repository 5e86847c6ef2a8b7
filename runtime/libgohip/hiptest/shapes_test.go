// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestManyShapes checks that for a kernel launched with many work-group sizes PoCL specialises the
// first eight and those that the program launches most; the others share the generic variant.
func TestManyShapes(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "shapes")
	compiled(t, "--offload=spirv64", "../testdata/shapes.hip", "-o", bin)
	first := []string{"1-1-1", "2-2-2", "3-3-1", "4-1-2", "5-2-1", "6-3-2", "7-1-1", "8-2-2"}
	for _, c := range []struct {
		args []string
		want []string // work-group sizes with a specialisation
	}{
		{[]string{"6"}, first[:6]},
		{[]string{"24"}, first},
		{[]string{"24", "300"}, append(slices.Clone(first), "24-3-2")},
	} {
		// In the second run the programs are loaded from the cache.
		pocl, own := t.TempDir(), t.TempDir()
		for range 2 {
			out := run(t, []string{"POCL_CACHE_DIR=" + pocl, "GOHIP_CACHE_DIR=" + own}, bin, c.args...)
			if !strings.HasSuffix(out, "\nPASS\n") {
				t.Fatalf("%v: %s", c.args, out)
			}
		}
		dirs, err := filepath.Glob(filepath.Join(pocl, "*", "*", "*", "*-goffs0*"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range dirs {
			// The program without IR, whose hash ends with a hyphen, contains copies of the functions in the
			// binary.
			if strings.HasSuffix(filepath.Dir(filepath.Dir(d)), "-") {
				continue
			}
			shape, _, _ := strings.Cut(filepath.Base(d), "-goffs0")
			got = append(got, shape)
		}
		slices.Sort(got)
		want := slices.Sorted(slices.Values(c.want))
		if !slices.Equal(got, want) {
			t.Errorf("%v: functions for %q, want %q", c.args, got, want)
		}
	}
}
