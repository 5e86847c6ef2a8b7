// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gohipcc/abi"
	"gohipcc/internal/testtree"
	"gohipcc/internal/workaround"
	"gohipcc/passes"
	"gohipcc/runtime/backend/opencl"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
)

// A reproducer is a file that a product gets wrong. Lines of comments in it say what to do with it:
//
//	LINK: options of the device link, for IR; -O0 for SPIR-V if there is no such line
//	LAUNCH: options and arguments of "gohipcc run", if the fault shows on a device only
//	WANT: a regular expression for what that prints, or else for the device link's output
//	FLAGS: options to compile a source in HIP with, which is a program that checks itself, other than -O2
//	OFFLOAD: the processor to compile it for, and to run it on
//	EMULATE: the AMD GPU to compile it for, and to emulate, each in turn if OFFLOAD is there, too; SPIR-V if
//	  there is neither
//	ENV: variables that it is compiled and runs with, NAME=VALUE
//	WITHOUT: IDs of other workarounds that are switched off, as they hide the fault
//	ABSENT: a regular expression for symbols that code compiled by PoCL must not have
type reproducer struct {
	path, emulate, offload   string
	link, launch, flags, env []string
	without                  []string
	want                     []*regexp.Regexp
	absent                   *regexp.Regexp
	// program is the executable, if the workaround is the runtime's: it is the same without it.
	program string
}

func readReproducer(t *testing.T, path string) *reproducer {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r := &reproducer{path: path, link: []string{"--target=spirv64-unknown-unknown", "-O0"}}
	for line := range strings.Lines(string(text)) {
		key, rest, _ := strings.Cut(strings.TrimLeft(line, ";/ "), ": ")
		switch key {
		case "LINK":
			r.link = strings.Fields(rest)
		case "LAUNCH":
			r.launch = strings.Fields(rest)
		case "FLAGS":
			r.flags = strings.Fields(rest)
		case "OFFLOAD":
			r.offload = strings.TrimSpace(rest)
		case "EMULATE":
			r.emulate = strings.TrimSpace(rest)
		case "ENV":
			r.env = strings.Fields(rest)
		case "WITHOUT":
			r.without = strings.Fields(rest)
		case "ABSENT":
			r.absent = regexp.MustCompile(strings.TrimSpace(rest))
		case "WANT":
			r.want = append(r.want, regexp.MustCompile("(?m)"+strings.TrimSpace(rest)))
		}
	}
	return r
}

// right says how the reproducer goes without some workarounds: nil if it is right.
func (r *reproducer) right(t *testing.T, compiler, without string) error {
	t.Helper()
	if r.offload != "" && r.emulate != "" {
		processor, gpu := *r, *r
		processor.emulate, gpu.offload = "", ""
		first, second := processor.right(t, compiler, without), gpu.right(t, compiler, without)
		if without != "" && (first == nil || second == nil) {
			return nil // one of them does not need the workaround
		}
		return errors.Join(first, second)
	}
	out, kernels := filepath.Join(t.TempDir(), "out"), t.TempDir()
	without = strings.Join(append(slices.Clone(r.without), without), ",")
	var commands [][]string
	if filepath.Ext(r.path) == ".hip" {
		device := "--offload=spirv64"
		if r.offload != "" {
			device = "--offload-arch=" + r.offload
		}
		if r.emulate != "" {
			device = "--offload-arch=" + r.emulate
		}
		commands = [][]string{slices.Concat([]string{compiler, device, "-O2", "-std=c++17", r.path, "-o", out}, r.flags, strings.Fields(hostUnoptimised)), {out}}
		if r.program != "" {
			commands[0][slices.Index(commands[0], out)], commands[1][0] = r.program, r.program
			if _, err := os.Stat(r.program); err == nil {
				commands = commands[1:]
			}
		}
	} else {
		commands = [][]string{slices.Concat([]string{compiler, "-device-link", "--disable-workarounds=" + without}, r.link, []string{r.path, "-o", out})}
		if r.launch != nil {
			commands = append(commands, slices.Concat([]string{compiler, "run", out, "--show", "-1"}, r.launch))
		}
	}
	var printed []byte
	for _, c := range commands {
		cmd := exec.Command(c[0], c[1:]...)
		// Nothing that was compiled before. ENV: POCL_KERNEL_CACHE=0 leaves LLVM's checks as PoCL has
		// them, which end some kernels, but compiles each kernel twice.
		cmd.Env = append(os.Environ(), workaround.Variable+"="+without, "GOHIP_CACHE=0", "POCL_CACHE_DIR="+kernels)
		if r.emulate != "" {
			cmd.Env = append(cmd.Env, "GOHIP_EMULATE="+r.emulate)
		}
		if r.offload != "" {
			cmd.Env = append(cmd.Env, abi.EnvCPU+"=1")
		}
		cmd.Env = append(cmd.Env, r.env...)
		var err error
		if printed, err = cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %v\n%.2000s", strings.Join(c, " "), err, printed)
		}
	}
	if r.absent != nil {
		return withoutSymbols(t, kernels, r.absent)
	}
	if filepath.Ext(r.path) != ".hip" && r.launch == nil {
		var err error
		if printed, err = os.ReadFile(out); err != nil {
			return err
		}
	}
	for _, want := range r.want {
		if !want.Match(printed) {
			return fmt.Errorf("no %q in\n%.3000s", want, printed)
		}
	}
	return nil
}

// withoutSymbols is an error if a library in PoCL's cache has a symbol that matches.
func withoutSymbols(t *testing.T, cache string, absent *regexp.Regexp) error {
	t.Helper()
	libraries := 0
	if err := filepath.WalkDir(cache, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".so" {
			return err
		}
		libraries++
		f, err := elf.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		symbols, err := f.Symbols()
		if err != nil {
			return err
		}
		for _, s := range symbols {
			if absent.MatchString(s.Name) {
				return fmt.Errorf("%s has %s", path, s.Name)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if libraries == 0 {
		t.Fatalf("PoCL left no library in %s", cache)
	}
	return nil
}

// installed finds the versions of the products of the ledger.
func installed(t *testing.T, compiler string) map[string]string {
	t.Helper()
	llvm, err := clang.FindLLVM("")
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{"LLVM": fmt.Sprint(llvm.Major), "clang": fmt.Sprint(llvm.Major)}
	devices, err := exec.Command(compiler, "devices").CombinedOutput()
	if err != nil {
		t.Fatalf("gohipcc devices: %v\n%s", err, devices)
	}
	if m := regexp.MustCompile(`PoCL (\d+\.\d+)`).FindSubmatch(devices); m != nil {
		versions["PoCL"] = string(m[1])
	}
	return versions
}

// compareVersions orders versions by their numbers.
func compareVersions(a, b string) int {
	number := func(s string) (n int) {
		fmt.Sscan(s, &n)
		return n
	}
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(x), len(y)) {
		var p, q string
		if i < len(x) {
			p = x[i]
		}
		if i < len(y) {
			q = y[i]
		}
		if c := cmp.Compare(number(p), number(q)); c != 0 {
			return c
		}
	}
	return 0
}

// TestWorkarounds says when an entry of a ledger can go: its reproducer is right, and
// wrong with the workaround switched off, on products that the entry says are faulty.
func TestWorkarounds(t *testing.T) {
	compiler := testtree.Compiler(t)
	t.Setenv(abi.EnvCPU, "0") // the device is PoCL's
	versions := installed(t, compiler)
	for _, e := range slices.Concat(passes.Workarounds, opencl.Workarounds, toolchains.Workarounds) {
		if e.Test != "e2e.TestWorkarounds" {
			continue // a test of its own
		}
		t.Run(e.ID, func(t *testing.T) {
			r := readReproducer(t, filepath.Join(testtree.Root(t), e.Reproducer))
			if slices.ContainsFunc(opencl.Workarounds, func(o workaround.Entry) bool { return o.ID == e.ID }) {
				r.program = filepath.Join(t.TempDir(), "program")
			}
			if err := r.right(t, compiler, ""); err != nil {
				t.Fatalf("%s does not help: %v", e.ID, err)
			}
			v, ok := versions[e.Product]
			if !ok {
				t.Fatalf("%s is not installed", e.Product)
			}
			fault := r.right(t, compiler, e.ID)
			// A fault may depend on which thread is first.
			for tries := 1; fault == nil && r.program != "" && tries < 5; tries++ {
				fault = r.right(t, compiler, e.ID)
			}
			switch {
			case e.Fixed != "" && compareVersions(v, e.Fixed) >= 0:
				if fault != nil {
					t.Errorf("the entry says that %s %s is mended: %v", e.Product, e.Fixed, fault)
				}
			case compareVersions(v, e.Seen[0]) < 0:
				// Older than what the entry is about.
			case fault != nil:
				t.Logf("%s %s still needs it: %.300v", e.Product, v, fault)
			case slices.Contains(e.Seen, v):
				t.Errorf("%s %s is right without %s: %s does not show the fault", e.Product, v, e.ID, e.Reproducer)
			default:
				t.Errorf("%[1]s %[2]s is right without %[3]s: delete the entry, or, while an older %[1]s is supported, say Fixed: %[2]q", e.Product, v, e.ID)
			}
		})
	}
}
