// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"gohipcc/driver/options"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

var record = flag.Bool("record", false, "ask the installed clang for the command templates of testdata/plans, and write the plans")

// recorded answers clang queries from a golden file, so that a plan does not depend on this
// machine's clang.
type recorded struct {
	answers map[string]*clang.Template // by query
	clang   *clang.Driver              // asked when recording; nil: not recording
	asked   []string                   // queries, in order
	here    [][2]string                // names of this machine and their replacements, longest first
}

func (r *recorded) Template(ctx context.Context, q *clang.Query) (*clang.Template, error) {
	key := r.spell(strings.Join(q.Args, " "))
	if r.clang == nil {
		if t := r.answers[key]; t != nil {
			return t, nil
		}
		return nil, fmt.Errorf("no template is recorded for the query %q; go test ./driver/plan -run TestPlans -record", key)
	}
	t, err := r.clang.Template(ctx, q)
	if err != nil {
		return nil, err
	}
	short := &clang.Template{Failed: t.Failed, Notes: slices.Clone(t.Notes)}
	for _, argv := range t.Commands {
		for i := range argv {
			argv[i] = strings.ReplaceAll(argv[i], filepath.Dir(r.clang.LLVM.Bin), "/llvm")
		}
		short.Commands = append(short.Commands, shorten(argv))
	}
	r.answers[key] = short
	r.asked = append(r.asked, key)
	return short, nil
}

// spell makes the bytes around tokens and this machine's names printable.
func (r *recorded) spell(s string) string {
	for _, h := range r.here {
		s = strings.ReplaceAll(s, h[0], h[1])
	}
	return token.ReplaceAllString(s, "{$1}")
}

var (
	token   = regexp.MustCompile("\x02([a-z0-9]+)\x02")
	spelled = regexp.MustCompile(`\{([a-z0-9]+)\}`)
	cuid    = regexp.MustCompile(`-cuid=[0-9a-f]+`)
	// random is what clang puts into the names of temporary files.
	random = regexp.MustCompile(`-[0-9a-f]{6}\.`)
)

// noise are prefixes of arguments that no toolchain and no part of a plan reads.
var noise = []string{"-internal-", "-W", "-f", "-disable-free", "-clear-ast", "-discard-value", "-mframe", "-mconstructor", "-debugger", "-ferror",
	"-disable-llvm-verifier", "-mrelocation", "-pic-", "-aux-target", "-tune-cpu", "-isystem", "--hash-style", "--build-id", "--eh-frame", "-dynamic-linker"}

// kept are exceptions to noise that are read.
var kept = []string{"-fcuda-i", "-fembed", "-fsyntax-only", "-fno-hip-fp32", "-fdenormal"}

// shorten removes arguments from a command that a plan does not depend on.
func shorten(argv []string) []string {
	starts := func(list []string, a step.Arg) bool {
		return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(a.Name, p) })
	}
	drop := func(a step.Arg) bool {
		system := strings.HasPrefix(a.Value, "/usr") || strings.HasPrefix(a.Value, "/lib")
		return starts(noise, a) && !starts(kept, a) || system && (a.Form == step.File || a.Name == "-L") && a.Value != "/usr/lib"
	}
	s := step.Parse(argv)
	switch s := s.(type) {
	case *step.CC1:
		s.Drop(drop)
	case *step.HostLink:
		s.Args = slices.DeleteFunc(s.Args, drop)
	}
	return s.Argv()
}

// planDir returns a folder with an installation of gohipcc and sources, in which plans are made.
func planDir(t *testing.T) *toolchains.Prefix {
	t.Helper()
	root := t.TempDir()
	lib := filepath.Join(root, "prefix", "lib", "gohip")
	files := []string{"prefix/include/hip/gohip_detail/prelude.h", "work/a.hip", "work/b.hip", "work/c.cpp", "work/old.o", "work/s.s", "work/out/keep", "cuda/nvvm/libdevice/libdevice.10.bc", "toolkit/ptxas"}
	for _, f := range []string{"hipspv-spirv64-unknown-unknown.bc", "gohip-cpu.bc", "gohip-cpu-wave64.bc", "gohip-spir64_gen.bc", "gohip-amdgcn.bc", "gohip-nvptx64.bc", "gohip-nvptx64-libdevice.bc", "gohip-nvptx64-math.bc", "amdgcn/bitcode/ocml.bc", "amdgcn/bitcode/ockl.bc",
		"amdgcn/bitcode/oclc_unsafe_math_off.bc", "amdgcn/bitcode/oclc_finite_only_off.bc", "amdgcn/bitcode/oclc_correctly_rounded_sqrt_on.bc",
		"amdgcn/bitcode/oclc_wavefrontsize64_on.bc", "amdgcn/bitcode/oclc_wavefrontsize64_off.bc", "amdgcn/bitcode/oclc_isa_version_90a.bc",
		"amdgcn/bitcode/oclc_isa_version_1100.bc", "amdgcn/bitcode/oclc_abi_version_500.bc"} {
		files = append(files, filepath.Join("prefix/lib/gohip", f))
	}
	for _, f := range files {
		name := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "work"))
	t.Setenv("HIP_DEVICE_LIB_PATH", filepath.Join(lib, "amdgcn", "bitcode"))
	t.Setenv("CUDA_PATH", filepath.Join(root, "cuda"))
	t.Setenv("GOHIP_CUDA", filepath.Join(root, "none"))
	if !*record {
		t.Setenv("PATH", filepath.Join(root, "none")) // the machine's ptxas is there
	}
	for _, e := range []string{"ROCM_PATH", "HIP_PATH", "CPATH", "LIBRARY_PATH"} {
		t.Setenv(e, "")
	}
	return &toolchains.Prefix{Root: filepath.Join(root, "prefix"), Self: filepath.Join(root, "prefix", "bin", "gohipcc")}
}

// planOf plans a command line and spells the plan as -### does, and as -ccc-print-phases does.
func planOf(t *testing.T, r *recorded, prefix *toolchains.Prefix, line string) (plan, phases string) {
	t.Helper()
	root := filepath.Dir(prefix.Root)
	r.here = [][2]string{{prefix.Root, "/gohip"}, {root, "/root"}}
	args, err := options.Parse(strings.Fields(line))
	if err != nil {
		t.Fatal(err)
	}
	llvm := &clang.LLVM{Bin: "/llvm/bin", Clang: "/llvm/bin/clang", Major: 22}
	p, err := New(context.Background(), &Config{Name: "gohipcc", Prefix: prefix, LLVM: llvm, Clang: r, TempDir: "/temp"}, args)
	if err != nil {
		return "error: " + r.spell(err.Error()) + "\n", ""
	}
	var b strings.Builder
	for _, n := range p.Notes {
		fmt.Fprintln(&b, r.spell(n))
	}
	for _, j := range p.Jobs {
		fmt.Fprintln(&b, r.spell(cuid.ReplaceAllString(random.ReplaceAllString(strings.TrimSpace(j.Line()), "-RANDOM."), "-cuid=CUID")))
	}
	var tree strings.Builder
	p.PrintPhases(&tree)
	return b.String(), r.spell(tree.String())
}

// TestPlans compares the plans of command lines with testdata/plans: the output of -### and
// -ccc-print-phases, computed from command templates of clang 22 that are recorded there, less what
// no plan depends on.
func TestPlans(t *testing.T) {
	names, err := filepath.Glob("testdata/plans/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no plans: %v", err)
	}
	dir, err := filepath.Abs("testdata/plans")
	if err != nil {
		t.Fatal(err)
	}
	var driver *clang.Driver
	if *record {
		llvm, err := clang.FindLLVM("")
		if err != nil {
			t.Fatal(err)
		}
		driver = &clang.Driver{LLVM: llvm}
	}
	prefix := planDir(t)
	for _, name := range names {
		file := filepath.Join(dir, filepath.Base(name))
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			line := strings.TrimSpace(strings.TrimPrefix(string(a.Comment), "gohipcc "))
			r := readRecorded(t, a)
			r.clang = driver
			if driver != nil {
				r.answers = map[string]*clang.Template{}
			} else {
				t.Setenv("PATH", "")
			}
			plan, phases := planOf(t, r, prefix, line)
			if driver != nil {
				writeRecorded(t, file, a.Comment, r, plan, phases)
				return
			}
			want := map[string]string{}
			for _, f := range a.Files {
				want[f.Name] = string(f.Data)
			}
			if diff := cmp.Diff(want["plan"], plan); diff != "" {
				t.Errorf("the plan changed (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(want["phases"], phases); diff != "" {
				t.Errorf("the phases changed (-want +got):\n%s", diff)
			}
		})
	}
}

// readRecorded reads the command templates of a golden file: sections "clang QUERY" of
// commands, quoted as -### quotes them, and of messages.
func readRecorded(t *testing.T, a *txtar.Archive) *recorded {
	t.Helper()
	r := &recorded{answers: map[string]*clang.Template{}}
	for _, f := range a.Files {
		key, ok := strings.CutPrefix(f.Name, "clang ")
		if !ok {
			continue
		}
		c := &clang.Template{}
		for line := range strings.Lines(spelled.ReplaceAllString(string(f.Data), "\x02$1\x02")) {
			line = strings.TrimSuffix(line, "\n")
			if argv := clang.Unquote(" " + line); argv != nil {
				c.Commands = append(c.Commands, argv)
			} else {
				c.Notes = append(c.Notes, line)
			}
		}
		r.answers[key] = c
	}
	return r
}

func writeRecorded(t *testing.T, file string, comment []byte, r *recorded, plan, phases string) {
	t.Helper()
	a := &txtar.Archive{Comment: comment}
	for _, key := range r.asked {
		var b strings.Builder
		c := r.answers[key]
		for _, n := range c.Notes {
			fmt.Fprintln(&b, r.spell(n))
		}
		for _, argv := range c.Commands {
			fmt.Fprintln(&b, r.spell(strings.TrimSpace(clang.Quote(argv))))
		}
		a.Files = append(a.Files, txtar.File{Name: "clang " + key, Data: []byte(b.String())})
	}
	a.Files = append(a.Files, txtar.File{Name: "plan", Data: []byte(plan)})
	if phases != "" {
		a.Files = append(a.Files, txtar.File{Name: "phases", Data: []byte(phases)})
	}
	if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}
