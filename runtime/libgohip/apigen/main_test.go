// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const rows = `# a comment

c	hipError_t hipInit(unsigned int flags)
go+spt	hipError_t hipSet(void* dst, size_t n = 0, hipStream_t stream = 0) # a note
go	const char* hipName(dim3 grid, float f)
no	hipError_t hipGone(int n, int* out) # there is none
go	hiprtcResult hiprtcVersion(int* major)
c+spt	hipError_t hipCount()
`

func parse(t *testing.T) []function {
	t.Helper()
	fns, err := parseTable(rows)
	if err != nil {
		t.Fatal(err)
	}
	return fns
}

func TestParseTable(t *testing.T) {
	want := []function{
		{kind: "c", ret: "hipError_t", name: "hipInit", params: []param{{"unsigned int", "flags", ""}}},
		{kind: "go", spt: true, ret: "hipError_t", name: "hipSet", reason: "a note",
			params: []param{{"void*", "dst", ""}, {"size_t", "n", "0"}, {"hipStream_t", "stream", "0"}}},
		{kind: "go", ret: "const char*", name: "hipName", params: []param{{"dim3", "grid", ""}, {"float", "f", ""}}},
		{kind: "no", ret: "hipError_t", name: "hipGone", reason: "there is none", params: []param{{"int", "n", ""}, {"int*", "out", ""}}},
		{kind: "go", ret: "hiprtcResult", name: "hiprtcVersion", params: []param{{"int*", "major", ""}}},
		{kind: "c", spt: true, ret: "hipError_t", name: "hipCount"},
	}
	if diff := cmp.Diff(want, parse(t), cmp.AllowUnexported(function{}, param{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for text, want := range map[string]string{
		"\nperl\thipError_t hipInit()":   "api.txt:2: not a row of the table",
		"c hipError_t hipInit()":         "api.txt:1: not a row of the table",
		"c\thipError_t hipInit(int)":     `api.txt:1: parameter "int" has no name`,
		"c\thipError_t hipInit(int a":    "api.txt:1: not a row of the table",
		"c+ptds\thipError_t hipInit()\n": "api.txt:1: not a row of the table",
	} {
		if _, err := parseTable(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTrampolines: arguments become words in their order, functions have numbers in the order of the
// "go" rows, and the twins of the per-thread default stream replace the stream.
func TestTrampolines(t *testing.T) {
	_, got, _ := strings.Cut(trampolines(parse(t)), "table_hash")
	_, got, _ = strings.Cut(got, "\n")
	const want = `hipError_t hipSet(void* dst, size_t n, hipStream_t stream) {
  uint64_t w[] = {(uint64_t)(uintptr_t)dst, (uint64_t)n, (uint64_t)(uintptr_t)stream};
  return gh_call_core(0, w);
}
hipError_t hipSet_spt(void* dst, size_t n, hipStream_t stream) {
  return hipSet(dst, n, gh_spt_stream(stream));
}
const char* hipName(dim3 grid, float f) {
  uint64_t w[] = {(uint64_t)(uintptr_t)&grid, gh_float_word(f)};
  return (const char*)(uintptr_t)gh_call_core_word(1, w);
}
hipError_t hipGone(int n, int* out) {
  (void)n;
  (void)out;
  if (!out) return gh_done(hipErrorInvalidValue);
  return gh_not_supported();
}
hiprtcResult hiprtcVersion(int* major) {
  uint64_t w[] = {(uint64_t)(uintptr_t)major};
  return (hiprtcResult)gh_call_core_rtc(2, w);
}
hipError_t hipCount_spt(void) {
  gh_null_stream_is_per_thread++;
  hipError_t r = hipCount();
  gh_null_stream_is_per_thread--;
  return r;
}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDispatch: the core takes the words as what the trampolines made of them.
func TestDispatch(t *testing.T) {
	src, err := dispatch(parse(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"hipSet", func(a words) uint64 { return uint64(hipSet(a.ptr(0), C.size_t(a[1]), (C.hipStream_t)(a.ptr(2)))) }},`,
		`return uint64(uintptr(unsafe.Pointer(hipName(*(*C.dim3)(a.ptr(0)), a.float(1)))))`,
		`{"hiprtcVersion", func(a words) uint64 { return uint64(hiprtcVersion((*C.int)(a.ptr(0)))) }},`,
	} {
		if !strings.Contains(string(src), want) {
			t.Errorf("no %s in\n%s", want, src)
		}
	}
	if strings.Contains(string(src), "hipInit") || strings.Contains(string(src), "hipGone") {
		t.Errorf("a function that is not the core's:\n%s", src)
	}
}

func TestGoType(t *testing.T) {
	for c, want := range map[string]string{
		"int": "C.int", "unsigned int": "C.uint", "const char*": "*C.char", "void*": "unsafe.Pointer", "const void**": "*unsafe.Pointer",
		"struct hipExtent": "C.struct_hipExtent", "enum hipLimit_t": "C.hipLimit_t", "hipStream_t*": "*C.hipStream_t", "unsigned long long*": "*C.ulonglong",
	} {
		if got := goType(c); got != want {
			t.Errorf("%s: %s, want %s", c, got, want)
		}
	}
}

// TestHash: it tells the tables apart whose words differ, and no others.
func TestHash(t *testing.T) {
	of := func(old, new string) uint64 {
		fns, err := parseTable(strings.Replace(rows, old, new, 1))
		if err != nil {
			t.Fatal(err)
		}
		return hash(fns)
	}
	base := of("", "")
	for change, same := range map[[2]string]bool{
		{"a note", "another"}:                   true,
		{"hipInit(unsigned int", "hipInit(int"}: true, // C calls C
		{"size_t n", "int n"}:                   false,
		{"go\tconst", "c\tconst"}:               false,
		{"hiprtcVersion", "hiprtcRelease"}:      false,
	} {
		if got := of(change[0], change[1]) == base; got != same {
			t.Errorf("%q for %q: the same hash is %v", change[1], change[0], got)
		}
	}
}

// TestDocuments: what a user reads and what the linker exports have every function once.
func TestDocuments(t *testing.T) {
	fns := parse(t)
	doc := support(fns)
	for _, want := range []string{"5 functions do", "| `hipGone` | there is none |", "- `hipSet` \\*: a note\n", "- `hipInit`\n"} {
		if !strings.Contains(doc, want) {
			t.Errorf("no %q in\n%s", want, doc)
		}
	}
	for name, n := range map[string]int{"  hipSet;": 1, "  hipSet_spt;": 1, "  hipGone;": 1, "  hipInit_spt;": 0} {
		if got := strings.Count(exports(fns), name); got != n {
			t.Errorf("%q is exported %d times", name, got)
		}
	}
	if h := header(fns, "hiprtc"); !strings.Contains(h, "hiprtcVersion(int* major);") || strings.Contains(h, "hipInit") {
		t.Error(h)
	}
	if h := header(fns, ""); !strings.Contains(h, "size_t n __dparm(0)") || !strings.Contains(h, "#define hipSet hipSet_spt\n") || strings.Contains(h, "hiprtc") {
		t.Error(h)
	}
}
