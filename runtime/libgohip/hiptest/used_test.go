// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

var (
	word     = regexp.MustCompile(`\b(?:hip|HIP)\w+`)
	tableRow = regexp.MustCompile(`(?m)^(c|go|no)(?:\+spt)?\t[^(\n]*?\b(\w+)\(.*?\)(?: # (.+))?$`)
)

// TestUsedFunctions checks that each name of HIP's host API that real programs use (used.tsv) is
// exported by libgohip.so and declared, or defined in a header, and that docs/SUPPORT.md gives a
// reason for those that cannot be supported.
func TestUsedFunctions(t *testing.T) {
	lib, err := elf.Open(filepath.Join(testtree.Prefix(t), "lib", "libgohip.so"))
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	symbols, err := lib.DynamicSymbols()
	if err != nil {
		t.Fatal(err)
	}
	exported := make(map[string]bool)
	for _, s := range symbols {
		exported[s.Name] = s.Section != elf.SHN_UNDEF
	}
	read := func(path string) string {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	row := make(map[string][]string)
	for _, m := range tableRow.FindAllStringSubmatch(read("../api.txt"), -1) {
		row[m[2]] = m
	}
	// The declarations and definitions in the headers after macro expansion, and the macros
	// themselves.
	source := filepath.Join(t.TempDir(), "all.hip")
	includes := "#include <hip/hip_runtime.h>\n#include <hip/hip_complex.h>\n#include <hip/hip_ext.h>\n#include <hip/hiprtc.h>\n#include <hip/hip_cooperative_groups.h>\n"
	if err := os.WriteFile(source, []byte(includes), 0o644); err != nil {
		t.Fatal(err)
	}
	declared := make(map[string]bool)
	for _, name := range word.FindAllString(run(t, nil, filepath.Join(testtree.Prefix(t), "bin", "gohipcc"), "-E", "-dD", "--cuda-host-only", source), -1) {
		declared[name] = true
	}
	support := read("../../../docs/SUPPORT.md")
	used, excepted := 0, []string(nil)
	for _, l := range strings.Split(strings.TrimSpace(read("../testdata/used.tsv")), "\n") {
		if l[0] == '#' {
			continue
		}
		used++
		name, programs, _ := strings.Cut(l, "\t")
		m := row[name]
		switch {
		case !declared[name]:
			t.Errorf("%s, which %s programs use, is in no header", name, programs)
		case m != nil && !exported[name]:
			t.Errorf("%s, which %s programs use, is in api.txt and no export of libgohip.so", name, programs)
		case m != nil && m[1] == "no":
			if !strings.Contains(support, "`"+name+"`") {
				t.Errorf("%s, which %s programs use, is not supported and docs/SUPPORT.md does not say why", name, programs)
			}
			excepted = append(excepted, name)
		}
	}
	if used < 100 || len(excepted) > used/10 {
		t.Errorf("%d functions are used and %d of them not supported: %s", used, len(excepted), strings.Join(excepted, " "))
	}
	t.Logf("%d used, not supported: %s", used, strings.Join(excepted, " "))
}
