// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// fixedSeeds are tried always. Programs of 1, 2, 4 and 6 have no function, keyword or type that those on all targets have not.
// 5 and 20029 had barriers in blocks that not all work-items reach,
// 50001391 lacked one after a join of a branch that got one, 80004604 and 80000983 were wrong from PoCL's barriers in loops and from those in branches,
// 1795404431100 was wrong from LLVM's AMD pipeline, 60001286 from clang's thunks without optimisation,
// 1795404431078 ended LLVM's instruction selection, 84000222 faulted in a call with a parameter aligned to 64 bytes, and Wide + 11 hung at a lock.
// Wide + 531000 was wrong from half registers, and Wide + 531001 from an address space that LLVM inferred for a select.
var fixedSeeds = []uint64{3, 5, 7, 20029, 50001391, 60001286, 80000983, 80004604, 84000222, 1795404431078, 1795404431100, Wide + 11, Wide + 531000, Wide + 531001}

// onlyOn are seeds that are tried on the target that was wrong: their programs call no function, and have no construct,
// that the programs of the other seeds do not have.
var onlyOn = map[uint64]string{
	5: "spirv64", 20029: "spirv64", 50001391: "spirv64", 80004604: "spirv64",
	60001286: "gfx1100", 1795404431078: "gfx1100", 1795404431100: "gfx1100",
}

func session(t *testing.T) *Session {
	t.Helper()
	return &Session{
		Compiler: testtree.Compiler(t), Host: "/usr/lib/llvm-22/bin/clang++",
		Include: filepath.Join(testtree.Root(t), "testdata", "torture"), Limit: 4 * time.Minute,
	}
}

func programs(seeds []uint64) []*Program {
	var out []*Program
	for _, s := range seeds {
		out = append(out, New(s))
	}
	return out
}

// TestPrograms: programs of fixed seeds give what they give on the host, on the CPU device, on PoCL and on
// the emulator.
func TestPrograms(t *testing.T) {
	s, list := session(t), programs(fixedSeeds)
	want, err := s.Expected(t.TempDir(), list)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		target Target
		level  string
	}{
		{Target{Name: "cpu", Flags: []string{"--offload=cpu"}}, "-O0"},
		{Target{Name: "spirv64", Flags: []string{"--offload=spirv64"}}, "-O2"},
		{Target{Name: "gfx1100", Flags: []string{"--offload-arch=gfx1100"}, Env: []string{"GOHIP_EMULATE=gfx1100"}}, "-O0"},
		{Target{Name: "gfx1100", Flags: []string{"--offload-arch=gfx1100"}, Env: []string{"GOHIP_EMULATE=gfx1100"}}, "-O3"},
	} {
		t.Run(test.target.Name+test.level, func(t *testing.T) {
			t.Parallel()
			var mine []*Program
			var expected [][]byte
			for i, p := range list {
				if on := onlyOn[p.Seed]; on == "" || on == test.target.Name {
					mine, expected = append(mine, p), append(expected, want[i])
				}
			}
			wrong, err := s.Wrong(t.TempDir(), mine, expected, test.target, test.level)
			if err != nil {
				t.Fatal(err)
			}
			for i, what := range wrong {
				t.Errorf("seed %d: %s", mine[i].Seed, what)
			}
		})
	}
}

// TestProgramsAreDefined: what a program gives does not depend on the host's optimiser, and it
// does nothing that C++ leaves undefined, nor on the order of work-items. 3000097 converted a shuffled float to u8.
func TestProgramsAreDefined(t *testing.T) {
	s, list, dir := session(t), programs([]uint64{101, 102, 103, 104, 105, 3000097, Wide, Wide + 2, Wide + 11, Wide + 14, Grouped, Broad, Broad + 1, Edge, Pairs, Varied}), t.TempDir()
	want, err := s.Expected(dir, list)
	if err != nil {
		t.Fatal(err)
	}
	undefined, err := s.Undefined(dir, list, want)
	if err != nil {
		t.Fatal(err)
	}
	if undefined != nil {
		t.Error(undefined)
	}
}

// TestUndefined: a program that does what C++ leaves undefined is named with what it does.
func TestUndefined(t *testing.T) {
	s, dir := session(t), t.TempDir()
	list := programs([]uint64{31, 32, 33, 34})
	for i, statement := range []string{
		"", "  m.count.data[0] = (u8)(float)(m.count.data.size() * 1000);", "  u32 v; m.count.data[0] = v;",
		"  LAUNCH([](u32 *p) { *p = threadIdx.x; }, dim3(1), dim3(2), m.count.p);",
	} {
		run := list[i].root.kids[len(list[i].root.kids)-1]
		run.kids = append(run.kids, line("%s", statement))
	}
	want, err := s.Expected(dir, list)
	if err != nil {
		t.Fatal(err)
	}
	undefined, err := s.Undefined(dir, list, want)
	if err != nil || undefined == nil {
		t.Fatal(undefined, err)
	}
	for _, part := range []string{"outside the range", "program 32: ", "program 33: work-items in another order, or other values", "program 34: work-items in another order"} {
		if !strings.Contains(undefined.Error(), part) {
			t.Errorf("no %q in %v", part, undefined)
		}
	}
	if strings.Contains(undefined.Error(), "program 31") {
		t.Error(undefined)
	}
}

// TestSeeds: a seed is one program for ever in a release, and seeds differ.
func TestSeeds(t *testing.T) {
	if a, b := New(5).Text(), New(5).Text(); a != b {
		t.Error("one seed gives two programs")
	}
	if strings.ReplaceAll(New(5).Text(), "p5", "p6") == New(6).Text() {
		t.Error("two seeds give one program")
	}
	if a, b := New(Wide+5).Text(), New(Wide+5).Text(); a != b {
		t.Error("one seed from Wide on gives two programs")
	}
}

// TestTemplates: nothing of a template is left in what it becomes, and all of them become something.
func TestTemplates(t *testing.T) {
	for _, list := range [][]template{loopTemplates, pairsAloneTemplates, pairsKernelTemplates, pairsBlockTemplates, variedAloneTemplates, variedKernelTemplates, variedMaskTemplates, variedWarpTemplates, variedBlockTemplates, variedDefinitionTemplates, variedRecursiveTemplates, aloneTemplates, signedTemplates, kernelTemplates, maskTemplates, warpTemplates, blockTemplates, definitionTemplates, recursiveTemplates,
		edgeAloneTemplates, edgeKernelTemplates, edgeMaskTemplates, edgeWarpTemplates, edgeBlockTemplates, edgeDefinitionTemplates, edgeRecursiveTemplates} {
		for _, from := range list {
			g := &generator{r: rand.New(rand.NewPCG(1, 2)), lanes: 32, wide: true, broad: true}
			g.structure()
			g.scope = scope{scalars: []variable{{text: "v1", typ: typeU32}}, kernel: true, threads: 33, computed: new(bool)}
			if got := g.expand(from, "m1").head; strings.ContainsAny(got, "@`") || strings.Count(got, "{") != strings.Count(got, "}") {
				t.Errorf("%s\ngives\n%s", from, got)
			}
		}
	}
}

// TestReduce: a program is made small down to what is wrong with it.
func TestReduce(t *testing.T) {
	p := New(11)
	const needle = "__syncthreads();"
	tries := 0
	p.Reduce(func() bool { tries++; return strings.Contains(p.Text(), needle) }, func() bool { return tries > 5000 })
	if n := len(p.Text()); !strings.Contains(p.Text(), needle) || n > len(New(11).Text())/2 {
		t.Errorf("%d bytes are left after %d tries:\n%s", n, tries, p.Text())
	}
}

// TestRobust: a program that does not compile, ends its process, hangs or gives other values is
// found by itself, and the others of its batch are right.
func TestRobust(t *testing.T) {
	s, dir := session(t), t.TempDir()
	s.Limit = 15 * time.Second // how long the one that hangs takes; the others take milliseconds
	// In the place of gohipcc: the host's compiler with what is wrong put in.
	script := filepath.Join(dir, "cc")
	text := "#!/bin/sh\nwhile [ $# -gt 0 ]; do case $1 in -o) out=$2; shift;; *.hip) src=$1;; esac; shift; done\n" +
		"exec " + s.Host + " -std=c++17 -O0 -w -x c++ -DDEVICE -I " + dir + " $src -o $out\n"
	header := filepath.Join(dir, "hip", "hip_runtime.h")
	for _, err := range []error{os.WriteFile(script, []byte(text), 0o755), os.Mkdir(filepath.Dir(header), 0o755), os.WriteFile(header, nil, 0o644)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	list := programs([]uint64{21, 22, 23, 24, 25, 26})
	want, err := s.Expected(dir, list)
	if err != nil {
		t.Fatal(err)
	}
	put := func(i int, statement string) {
		run := list[i].root.kids[len(list[i].root.kids)-1]
		run.kids = append(run.kids, line("%s", statement))
	}
	put(1, "  abort();")
	put(2, "  for (;;) pause();")
	put(3, "  m.count.data[0]++;")
	put(4, "  this is no C++;")
	s.Compiler = script
	wrong, err := s.Wrong(dir, list, want, Target{Name: "broken"}, "")
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range []string{"", "run: signal: aborted", "run: it hung", "values: ", "compile: ", ""} {
		if got := wrong[i]; part == "" && got != "" || !strings.Contains(got, part) {
			t.Errorf("program %d: got %q, want %q", i, got, part)
		}
	}
}
