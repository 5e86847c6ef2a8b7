// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	tests := []struct {
		line   string
		inputs string
		output string
		archs  string
	}{
		{"a.hip", "a.hip", "", ""},
		{"-o x a.hip", "a.hip", "x", ""},
		{"-ox a.hip b.o", "a.hip b.o", "x", ""},
		{"-I inc -isystem sys -Xclang -foo a.hip", "a.hip", "", ""},
		{"-Iinc -DX=1 -include pre.h a.hip", "a.hip", "", ""},
		{"--offload-arch=gfx90a,gfx1100 -offload-arch=gfx942 a.hip", "a.hip", "", "gfx90a,gfx1100 gfx942"},
		{"--cuda-gpu-arch=gfx90a -Xarch_device -O3 a.hip", "a.hip", "", "gfx90a"},
		{"-mllvm -x -target x86_64-linux-gnu a.hip", "a.hip", "", ""},
		{"-Xoffload-linker foo a.hip -- -b.hip", "a.hip -b.hip", "", ""},
		{"-x hip - ", "-", "", ""},
		{"-L lib -l foo -Wl,-rpath,x a.o", "a.o", "", ""},
		{"-MD -MF a.d -MT a.o -c a.hip", "a.hip", "", ""},
	}
	for _, tt := range tests {
		a, err := Parse(strings.Fields(tt.line))
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		var in []string
		for _, arg := range a.List {
			if arg.Input {
				in = append(in, arg.Words[0])
			}
		}
		out, _ := a.Value("o")
		if got := strings.Join(in, " "); got != tt.inputs || out != tt.output || strings.Join(a.Values("offload-arch"), " ") != tt.archs {
			t.Errorf("%s: inputs %q, output %q, archs %q", tt.line, got, out, a.Values("offload-arch"))
		}
	}
	if _, err := Parse([]string{"a.hip", "-o"}); err == nil || !strings.Contains(err.Error(), "'-o' is missing") {
		t.Errorf("-o without a value: %v", err)
	}
}

func TestLeadingIncludes(t *testing.T) {
	const hip = "#include <hip/hip_runtime.h>"
	tests := []struct{ src, want string }{
		{hip + "\nint x;\n", hip},
		{"// c\n/* d\n */ #include <cstdio>\n" + hip + " // why\nint x;\n", "#include <cstdio>|" + hip},
		{hip + "\n#include \"a.h\"\n#include <vector>\n", hip},
		{"#include <cstdio>\nint x;\n" + hip + "\n", ""},
		{"#define N 1\n" + hip + "\n", ""},
		{"#ifdef A\n" + hip + "\n#endif\n", ""},
		{"#include <a>/* x\n*/\n" + hip + "\n", ""},
		{"/* not closed\n" + hip + "\n", ""},
		{"// joined \\\n" + hip + "\n" + hip + "\n", ""},
		{hip, ""},
		{"", ""},
	}
	for _, tt := range tests {
		if got := strings.Join(leadingIncludes(tt.src), "|"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestMergeDeps(t *testing.T) {
	host := "a.o: a.hip /usr/include/x.h \\\n  /usr/in\\ clude/y.h\n/usr/include/x.h:\n/usr/in\\ clude/y.h:\n"
	device := "a.o: a.hip /dev/only.h /usr/include/x.h\n"
	var b bytes.Buffer
	if err := mergeDeps(&b, [][]byte{[]byte(host), []byte(device)}); err != nil {
		t.Fatal(err)
	}
	want := "a.o: a.hip /usr/include/x.h /usr/in\\ clude/y.h /dev/only.h\n/usr/include/x.h:\n/usr/in\\ clude/y.h:\n/dev/only.h:\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

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

func TestMentions(t *testing.T) {
	tests := []struct {
		arg, file string
		want      bool
	}{
		{"/tmp/a.o", "/tmp/a.o", true},
		{"-input=/tmp/a.o", "/tmp/a.o", true},
		{"--image=file=/tmp/a.o,triple=x", "/tmp/a.o", true},
		{"/tmp/a.o2", "/tmp/a.o", false},
		{"/x/tmp/a.o", "/tmp/a.o", false},
	}
	for _, tt := range tests {
		if got := mentions(tt.arg, tt.file); got != tt.want {
			t.Errorf("mentions(%q, %q) = %v", tt.arg, tt.file, got)
		}
	}
}

func TestSplitWords(t *testing.T) {
	got := splitWords("-DA='x y'  \"b c\" d\\ e\n-o\tf ''")
	if diff := cmp.Diff([]string{"-DA=x y", "b c", "d e", "-o", "f", ""}, got); diff != "" {
		t.Error(diff)
	}
}

func TestResponseFilesInALoop(t *testing.T) {
	f := filepath.Join(t.TempDir(), "r")
	if err := os.WriteFile(f, []byte("-c @"+f), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := expandResponseFiles([]string{"@" + f}); err == nil {
		t.Error("no error")
	}
}

// An archive with a member that claims more bytes than there are is an error; a
// member that is no object has no symbols.
func TestFatbinSymbolsOfBadArchives(t *testing.T) {
	dir := t.TempDir()
	head := func(size string) string {
		return "!<arch>\n" + "a.o/            0           0     0     644     " + size + "`\n"
	}
	tests := []struct {
		data string
		bad  bool
	}{
		{head("100       ") + "x", true},
		{head("-1        ") + "x", true},
		{head("nine      ") + "x", true},
		{head("1         ") + "x\n", false},
		{head("6         ") + "\x7fELF\x02\x01", false},
		{"!<arch>\n", false},
	}
	for i, tt := range tests {
		f := filepath.Join(dir, "a.a")
		if err := os.WriteFile(f, []byte(tt.data), 0o600); err != nil {
			t.Fatal(err)
		}
		s := fatbinSymbols{map[string]bool{}, map[string]bool{}}
		if err := s.addFile(f); (err != nil) != tt.bad {
			t.Errorf("%d: %v", i, err)
		}
	}
}
