// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gohipcc/driver/cache"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/plan"
	"gohipcc/toolchains/step"
)

func write(t *testing.T, name, data string) string {
	t.Helper()
	if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// keyOf returns the key of a step's command for a build whose temporary files are in temp.
func keyOf(temp, command string) string {
	r := &Cache{plan: &plan.Plan{Config: &plan.Config{TempDir: temp}}}
	var h cache.Hasher
	r.normal(&h, step.Parse(strings.Fields(strings.ReplaceAll(command, "TEMP", temp))), map[string]string{})
	return h.Key().String()
}

// TestCommandKey: a key depends on the command, not on the names of temporary files; on the build's
// folder only with debug information.
func TestCommandKey(t *testing.T) {
	base := "clang -cc1 -O2 -fdebug-compilation-dir=/work -o TEMP/a-1.o -x hip a.hip"
	key := keyOf("/tmp/one", base)
	for _, tt := range []struct {
		command string
		same    bool
	}{
		{strings.ReplaceAll(base, "a-1.o", "a-77.o"), true},
		{strings.ReplaceAll(base, "/work", "/other"), true},
		{strings.ReplaceAll(base, "-O2", "-O3"), false},
		{strings.ReplaceAll(base, "a.hip", "b.hip"), false},
		{strings.ReplaceAll(base, "TEMP/a-1.o", "/out/a-1.o"), false},
	} {
		if got := keyOf("/tmp/two", tt.command) == key; got != tt.same {
			t.Errorf("%s: the same key is %v", tt.command, got)
		}
	}
	debug := strings.ReplaceAll(base, "-O2", "-debug-info-kind=constructor")
	if keyOf("/tmp/one", debug) == keyOf("/tmp/one", strings.ReplaceAll(debug, "/work", "/other")) {
		t.Error("the folder of the build is not in the key of an object with debug information")
	}
}

// TestHeadersKey: the key of a unit changes with the content of a header, and there is none if a
// new header precedes another one.
func TestHeadersKey(t *testing.T) {
	dir := t.TempDir()
	header, absent := write(t, filepath.Join(dir, "h.h"), "1"), filepath.Join(dir, "absent.h")
	list := []string{header, "!" + absent}
	first, err := new(Cache).headersKey(cache.Key{}, list)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := new(Cache).headersKey(cache.Key{}, list); err != nil || again != first {
		t.Errorf("the same headers have another key: %v", err)
	}
	write(t, header, "2")
	if other, err := new(Cache).headersKey(cache.Key{}, list); err != nil || other == first {
		t.Errorf("a changed header has the same key: %v", err)
	}
	write(t, absent, "")
	if _, err := new(Cache).headersKey(cache.Key{}, list); err == nil {
		t.Error("a header that is found before another one has a key")
	}
	if _, err := new(Cache).headersKey(cache.Key{}, []string{filepath.Join(dir, "gone.h")}); err == nil {
		t.Error("a header that is gone has a key")
	}
}

// TestLibrariesKey: the content of device libraries and plugins is part of a key.
func TestLibrariesKey(t *testing.T) {
	lib := write(t, filepath.Join(t.TempDir(), "lib.bc"), "1")
	steps := []step.Step{
		&step.DeviceLink{Libraries: []string{lib}}, &step.DeviceLink{Passes: []step.UserPass{{Plugin: lib}}},
		step.Parse([]string{"clang", "-cc1", "-mlink-builtin-bitcode", lib, "a.hip"}), step.Parse([]string{"clang", "-cc1", "-fpass-plugin=" + lib, "a.hip"}),
	}
	for i, s := range steps {
		sum := func() string {
			var h cache.Hasher
			if err := hashLibraries(&h, s); err != nil {
				t.Fatal(err)
			}
			return h.Key().String()
		}
		write(t, lib, "1")
		before := sum()
		write(t, lib, "2")
		if sum() == before {
			t.Errorf("step %d: a changed library has the same key", i)
		}
	}
}

// TestLibraryChangesMeanwhile: an image that was linked with a device library that is replaced
// during the link is not stored for the new one.
func TestLibraryChangesMeanwhile(t *testing.T) {
	dir := t.TempDir()
	store, err := cache.Open(filepath.Join(dir, "cache"), cache.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var said []string
	r := &Cache{store: store, plan: &plan.Plan{Config: &plan.Config{TempDir: dir}},
		explain: func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) }}
	r.once.Do(func() { r.llvm = "tools" })
	in, lib, out := write(t, filepath.Join(dir, "a.bc"), "program"), filepath.Join(dir, "lib.bc"), filepath.Join(dir, "image")
	s := &step.DeviceLink{Libraries: []string{lib}}
	// link is one build; meanwhile is what happens between its look-up and its end.
	link := func(image string, meanwhile func()) (hit bool) {
		c := r.content("link", "its bitcode", s, []string{in}, out)
		if c.Get(io.Discard) {
			return true
		}
		write(t, out, image)
		meanwhile()
		c.Put(nil)
		return false
	}
	write(t, lib, "old")
	if link("with the old library", func() { write(t, lib, "new") }) {
		t.Fatal("a hit in an empty cache")
	}
	if link("with the new library", func() {}) {
		t.Error("the image of the old library was taken for that of the new one")
	}
	if !link("again", func() {}) {
		t.Error("nothing changed, and nothing is in the cache")
	}
	if got, _ := os.ReadFile(out); string(got) != "with the new library" {
		t.Errorf("the cache has %q", got)
	}
	write(t, lib, "old")
	if link("with the old library again", func() {}) {
		t.Error("an image that may be of either library was kept")
	}
	if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, "changed meanwhile") }) {
		t.Errorf("--explain does not say it: %q", said)
	}
}

// TestUnitReads: a unit is not stored if a library or an input of it was replaced while it was
// compiled.
func TestUnitReads(t *testing.T) {
	dir := t.TempDir()
	lib, source := write(t, filepath.Join(dir, "lib.bc"), "1"), write(t, filepath.Join(dir, "a.hip"), "")
	s := step.Parse([]string{"clang", "-cc1", "-mlink-builtin-bitcode", lib, "-o", "a.o", "-x", "hip", source})
	u := &unit{jobs: []*job.Job{job.New(s)}}
	r := &Cache{plan: &plan.Plan{Config: &plan.Config{TempDir: "/temp"}}}
	if _, ok := r.hashSteps(new(cache.Hasher), u); !ok || !slices.Equal(u.reads, []string{lib, source}) {
		t.Fatalf("the unit reads %q", u.reads)
	}
	for u.begin = files.Now(); files.ChangedSince(source, u.begin); u.begin = files.Now() { // the later of the two
	}
	if why := u.unkeepable([]string{source}); why != "" {
		t.Errorf("nothing changed, and it is not kept: %s", why)
	}
	write(t, lib, "2")
	if why := u.unkeepable([]string{source}); why != lib+" changed meanwhile" {
		t.Errorf("a changed library: %q", why)
	}
}

// TestUnits: jobs that are connected by files are one unit, up to the linker's inputs.
func TestUnits(t *testing.T) {
	parse := func(command string) *job.Job { return job.New(step.Parse(strings.Fields(command))) }
	p := &plan.Plan{Files: &files.Build{TempDir: "/temp"}, Jobs: []*job.Job{
		parse("clang -cc1 -o /temp/a.bc -x hip a.hip"),
		parse("clang -cc1 -o /temp/b.bc -x hip b.hip"),
		parse("clang -cc1 -fcuda-include-gpubinary /temp/a.bc -o /temp/a.o -x hip a.hip"),
		parse("clang -cc1 -fcuda-include-gpubinary /temp/b.bc -o /temp/b.o -x hip b.hip"),
		parse("ld -o app /temp/a.o /temp/b.o"),
	}}
	p.Connect()
	r := &Cache{plan: p}
	units := r.unitsOf(p.Jobs)
	var got [][]int
	for _, u := range units {
		var at []int
		for _, j := range u.jobs {
			at = append(at, j.Index)
		}
		got = append(got, at)
	}
	if len(got) != 2 || !slices.Equal(got[0], []int{0, 2}) || !slices.Equal(got[1], []int{1, 3}) {
		t.Errorf("units of jobs %v", got)
	}
	if !r.findOutputs(units[0]) || len(units[0].outs) != 1 || units[0].outs[0].Path != "/temp/a.o" {
		t.Errorf("outputs %+v", units[0].outs)
	}
}

// TestCodeOptions: code generation from bitcode gets the options that it needs, and a compile with
// an unknown option, or without optimisation, is not split.
func TestCodeOptions(t *testing.T) {
	for command, want := range map[string]string{
		"clang -cc1 -triple amdgcn-amd-amdhsa -O3 -DX=1 -isystem /i -target-cpu gfx90a -o a.o -x hip a.hip": "-triple amdgcn-amd-amdhsa -O3 -target-cpu gfx90a -o a.o",
		"clang -cc1 -O0 -o a.o -x hip a.hip":             "",
		"clang -cc1 -o a.o -x hip a.hip":                 "",
		"clang -cc1 -O3 -ffast-math -o a.o -x hip a.hip": "",
	} {
		c := step.Parse(strings.Fields(command)).(*step.CC1)
		got, ok := codeOptions(c.Options())
		if ok != (want != "") || ok && strings.Join(got.Words(), " ") != want {
			t.Errorf("%s: %q, %v", command, got.Words(), ok)
		}
	}
}

// TestNamesClock: names of the clock macros are found wherever they are, also where a part of one is before them.
func TestNamesClock(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                 false,
		"const char *s = __TIME__;":        true,
		"__DATE__":                         true,
		"x __TIMESTAMP__":                  true,
		"ME__ TIME__ DATE__ __TIME__":      true,
		"_TIME__ DATE__ STAMP__ _DATE__":   false,
		"__TIME_ __DATES__ __TIMESTAMP_ME": false,
		"MP__ ____TIMESTAMP__":             true,
	} {
		if got := namesClock([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
