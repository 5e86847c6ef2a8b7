// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package e2e compiles HIP programs with the built gohipcc and runs them on this
// machine's device. The programs are in testdata/programs at the top of the tree, one file
// each; sessions with several files are txtar scripts in e2e/testdata/script.
package e2e

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"gohipcc/abi"
	"gohipcc/internal/testtree"
)

// directives reads the comment lines "// e2e: key=value" of a program:
//
//	flags=FLAGS    more flags for the compiler
//	args=ARGS      arguments of the program
//	env=NAME=VALUE a variable of its environment
//	alone          not compiled with other programs as one source
func directives(source string) map[string]string {
	d := map[string]string{}
	for _, line := range strings.Split(source, "\n") {
		rest, ok := strings.CutPrefix(line, "// e2e: ")
		if !ok {
			continue
		}
		if key, value, ok := strings.Cut(rest, "="); ok {
			d[key] = value
		}
	}
	return d
}

// A program that hangs is killed with all of its children. Those that do not hang take seconds, on a
// machine that may have much else to do.
const runLimit = 20 * time.Minute

func run(t *testing.T, dir, name string, args ...string) (stdout, stderr string) {
	t.Helper()
	stdout, stderr, err := execute(dir, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return stdout, stderr
}

// execute runs a command, and returns an error with what it printed if it fails.
func execute(dir, name string, args ...string) (stdout, stderr string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), runLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", "", fmt.Errorf("%s %s: %w\n%s%s", filepath.Base(name), strings.Join(args, " "), err, out.String(), errs.String())
	}
	return out.String(), errs.String(), nil
}

// TestPrograms compiles every program of testdata/programs for the devices that gohipcc compiles for by
// default, and runs it on each.
func TestPrograms(t *testing.T) { runPrograms(t, "programs") }

// hostUnoptimised are flags for programs whose host code is not what is tested. Programs that call the headers'
// functions on the host say in their flags that it is optimised, and TestOptimisationLevels has a program with the
// host's code at each level.
var hostUnoptimised = " " + strings.Join(testtree.UnoptimisedHost, " ")

// TestLibraries does so with the programs that use AMD's header libraries, which `make libs` puts
// into the build. Their host code calls the libraries, and would take longer to optimise than everything
// else to compile. HIP's header, which is precompiled, and one of the tests' are first in each: no two
// include the same further headers, so a precompiled header with these would be used once.
func TestLibraries(t *testing.T) { runPrograms(t, "libraries") }

// runsOn are the devices of a program that is compiled for the default targets: code of the processor runs on
// the CPU device, if nothing else is asked for, and its SPIR-V on PoCL.
var runsOn = []struct {
	device string
	env    []string
}{{"cpu", nil}, {"spirv", []string{abi.EnvCPU + "=0"}}}

// runPrograms compiles every program of a folder of testdata, in batches, and runs it. One that has a .out
// file beside it must print exactly that; any other must end with PASS.
func runPrograms(t *testing.T, folder string) {
	dir := filepath.Join(testtree.Root(t), "testdata", folder)
	files, err := filepath.Glob(filepath.Join(dir, "*.hip"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs in %s (%v)", dir, err)
	}
	all := testtree.NewBatches(t)
	for _, file := range files {
		t.Run(testtree.ProgramName(file), func(t *testing.T) {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			d := directives(string(source))
			b := all.Add(t, file, slices.Concat([]string{"-O2", "-std=c++17"}, strings.Fields(hostUnoptimised+" "+d["flags"])))
			t.Parallel()
			command := b.Command(t, file)
			golden, err := os.ReadFile(strings.TrimSuffix(file, ".hip") + ".out")
			for _, on := range runsOn {
				t.Run(on.device, func(t *testing.T) {
					var stderr string
					stdout, together := "", false
					if on.device == "spirv" {
						stdout, together = b.Together(t, on.device, on.env, file, startsPlain)
					}
					if !together || err == nil && stdout != string(golden) || err != nil && !hasPassed(stdout) {
						stdout, stderr = run(t, dir, "env", slices.Concat(on.env, strings.Fields(d["env"]), command, strings.Fields(d["args"]))...)
					}
					if err != nil {
						endsWithPass(t, stdout)
					} else if diff := cmp.Diff(string(golden), stdout); diff != "" {
						t.Errorf("standard output (-want +got):\n%s", diff)
					}
					if stderr != "" {
						t.Errorf("standard error:\n%s", stderr)
					}
				})
			}
		})
	}
}

// startsPlain reports whether a program has no arguments and no environment of its own, and does not fork: its
// children could not use a device that programs before it in the process have used.
func startsPlain(file string) bool {
	source, err := os.ReadFile(file)
	d := directives(string(source))
	return err == nil && d["env"] == "" && d["args"] == "" && !strings.Contains(string(source), "fork()")
}

// hasPassed reports whether what a program prints ends with PASS.
func hasPassed(stdout string) bool { return strings.HasSuffix("\n"+stdout, "\nPASS\n") }

// endsWithPass wants what a program prints to end with PASS.
func endsWithPass(t *testing.T, stdout string) {
	t.Helper()
	if !hasPassed(stdout) {
		t.Errorf("the program did not end with PASS:\n%s", stdout)
	}
}

// TestOptimisationLevels: results do not depend on the optimisation level. No -O option, -O0 and -O1
// compile device code alike, and so do -g and -O0 -g (driver/plan/testdata/plans shows the levels of
// device links), so one program has all of them and the others those that differ.
func TestOptimisationLevels(t *testing.T) {
	dir := filepath.Join(testtree.Root(t), "testdata", "programs")
	all := testtree.NewBatches(t)
	debug := "-O0 -g" + hostUnoptimised
	// Debug information changes the code of the CPU device only: the SPIR-V is that of -O1.
	debugCPU := debug + " --offload=cpu"
	// One program has its host code at each level, too. It, those at -O3 and TestRandomKernels have control flow at each
	// level on PoCL. Programs at the levels of debuggers run on the CPU device, unless their SPIR-V is what differs.
	levels := map[string][]string{"warpflow": {"", "-O0", "-O1", "-g", "-O0 -g"}}
	// -O3 gives the same SPIR-V as -O2, which TestPrograms has, except for the second list, and of widestructs the same
	// code of the processor, too.
	for _, name := range []string{"loops", "byvalue", "dynshared", "symbols", "forks", "rejoins", "rejoinwarps", "loopvotes"} {
		levels[name] = []string{debugCPU, "-O3" + hostUnoptimised + " --offload=cpu"}
	}
	for _, name := range []string{"recursivecopies", "indirectcopies", "odd-integer-calls"} {
		levels[name] = []string{debug, "-O3" + hostUnoptimised}
	}
	// Device code that only an optimiser makes legal, or in which it exposes spin-waits.
	for _, name := range []string{"recursion", "exchange", "neighbours", "waits"} {
		levels[name] = []string{debug}
	}
	// As debuggers want programs.
	for _, name := range []string{"coop", "graph", "half", "math", "memory", "streams", "warp", "widestructs"} {
		levels[name] = []string{debugCPU}
	}
	// What the device library has of its own for SPIR-V.
	for _, name := range []string{"atomics", "devicenew", "texture"} {
		levels[name] = []string{debug}
	}
	// Each level gives its loops another form.
	for _, name := range []string{"lockstep", "lockstep_data", "lockstep_functions"} {
		levels[name] = []string{debugCPU, "-O1" + hostUnoptimised, "-O3" + hostUnoptimised + " --offload=cpu"}
	}
	levels["lockstep_global"] = []string{debugCPU, "-O1" + hostUnoptimised, "-O3" + hostUnoptimised}
	levels["column_lockstep"] = []string{debugCPU, "-O1" + hostUnoptimised, "-Os" + hostUnoptimised}
	for _, name := range slices.Sorted(maps.Keys(levels)) {
		for _, level := range levels[name] {
			// The folder is named after the test, and env takes a path with "=" for a variable.
			t.Run(name+strings.ReplaceAll(level, "=", " "), func(t *testing.T) {
				file := filepath.Join(dir, name+".hip")
				b := all.Add(t, file, append(strings.Fields(level), "-std=c++17"))
				t.Parallel()
				command := b.Command(t, file)
				for _, on := range runsOn {
					if on.device == "spirv" && strings.Contains(level, "--offload=cpu") {
						continue
					}
					t.Run(on.device, func(t *testing.T) {
						stdout, together := "", false
						if on.device == "spirv" {
							stdout, together = b.Together(t, on.device, on.env, file, startsPlain)
						}
						if !together || !hasPassed(stdout) {
							stdout, _ = run(t, dir, "env", append(slices.Clone(on.env), command...)...)
						}
						endsWithPass(t, stdout)
					})
				}
			})
		}
	}
}

// TestScripts runs the txtar scripts, with build/bin first on PATH.
func TestScripts(t *testing.T) {
	bin := filepath.Dir(testtree.Compiler(t))
	top := testtree.Root(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			// Debian's clang-offload-bundler-22 looks for its siblings on PATH.
			path := []string{bin, os.Getenv("PATH"), "/usr/lib/llvm-22/bin"}
			e.Setenv("PATH", strings.Join(path, string(filepath.ListSeparator)))
			e.Setenv("ROOT", top)
			// Caches are shared with other runs: the device driver's build of a program
			// takes seconds.
			home, err := os.UserHomeDir()
			if err != nil {
				return fmt.Errorf("no home directory: %w", err)
			}
			e.Setenv("HOME", home)
			e.Setenv("TMPDIR", e.WorkDir+"/.tmp")
			// The standard and the host's level decide which precompiled headers a compile uses: the scripts use those
			// of the programs.
			e.Setenv("HIPCC_COMPILE_FLAGS_APPEND", "-std=c++17 -Xarch_host -O0")
			return os.MkdirAll(e.WorkDir+"/.tmp", 0o755)
		},
	})
}
