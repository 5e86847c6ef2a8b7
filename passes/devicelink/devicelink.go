// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package devicelink is the `gohipcc -device-link` mode, which makes a device image from bitcode.
// LLVM runs in a process of its own ([supervisor]), because it can crash, and because only the first emission of
// its SPIR-V backend in a process is reproducible.
package devicelink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"gohipcc/abi"
	"gohipcc/atomicfile"
	"gohipcc/internal/secure"
	"gohipcc/internal/workaround"
	"gohipcc/passes"
	"gohipcc/passes/ir"
	"gohipcc/passes/supervisor"
)

// Usage is the text of --help.
var Usage = fmt.Sprintf(usage, strings.Join(passes.Triples(), "\n                         "))

const usage = `usage: gohipcc -device-link --target=TRIPLE -o OUT [options] IN.bc|IN.ll ...

Links LLVM bitcode or IR text of one device target into a device image.

  --target=TRIPLE        %s
  --cpu=NAME             gfx90a, sm_90, x86-64-v3, ...
  --features=LIST        as llc -mattr
  -O0 -O1 -O2 -O3 -Os -Oz
  --emit=KIND            spirv, obj, shared, asm, bc, ll
  --library=FILE         device library, of which used functions are linked (repeatable)
  --export=NAME          device function to keep visible (repeatable)
  --producer=NAME        SPIR-V producer: auto, llvm-spirv, llvm
  --spirv-version=V      1.0 to 1.6 (default 1.2)
  --spirv-ext=LIST       allowed SPIR-V extensions: +NAME,...
  --pass-plugin=FILE     LLVM pass plugin (repeatable)
  --user-pass=NAME       pass to run after linking, before gohipcc's own (repeatable)
  --check=race           check for data races within blocks (CPU targets)
  --part-size=N          instructions per part of a large module for a CPU; 0 compiles it as a whole
  --no-vectorise         do not run LLVM's vectoriser on code for a CPU
  --patience=SECONDS     processor time after which a link starts again without LLVM's vectoriser,
                         in addition to a millisecond for each instruction (default 30)
  --verify               verify after every pass, and the image with spirv-val
  --allow-undefined      accept undefined symbols, which a later link defines
  --allow-empty          accept empty files as inputs without code
  --verify-input         check the inputs with LLVM's verifier
  --warp-size=N          lanes of a processor's warps: 32 (default) or 64
  --no-warn-warp-size    do not warn of warp operations that reach beyond the warp
  --no-warn-host-layout  do not warn of memory with another layout than the host's
  --time                 print the time of each stage in milliseconds on stderr
  --print-before=PASS    print the IR before a pass on stdout
  --print-after=PASS     print the IR after a pass, or all, on stdout
  --only=PASS            run only this pass (repeatable), for modules that have been optimised
  --stop-after           exit successfully after the output of --print-after
  --list-passes          print the names of the target's passes
  --save-temps=PREFIX    keep the IR between stages
  --disable-workarounds=LIST
                         disable workarounds for faults of other products: comma-separated
                         IDs (docs/design/workarounds.md); for developers
  --llvm=PATH            libLLVM or its installation prefix
  -mllvm OPTION          option for LLVM itself (repeatable)
  -o FILE                output, written atomically
`

// option is one entry of the option table.
type option struct {
	name string // with the dash; a trailing = takes a joined value
	set  func(c *command, value string) error
}

type command struct {
	ir.Options
	pipeline *passes.Pipeline // of the target

	time bool
	list bool
	help bool
}

func into(f func(*command) *string) func(*command, string) error {
	return func(c *command, v string) error { *f(c) = v; return nil }
}

func onto(f func(*command) *[]string) func(*command, string) error {
	return func(c *command, v string) error { *f(c) = append(*f(c), v); return nil }
}

func among(f func(*command) *string, values ...string) func(*command, string) error {
	return func(c *command, v string) error {
		for _, x := range values {
			if v == x {
				*f(c) = v
				return nil
			}
		}
		return fmt.Errorf("must be one of %s", strings.Join(values, ", "))
	}
}

var options = []option{
	{"--target=", func(c *command, v string) (err error) { c.pipeline, err = passes.For(v); return err }},
	{"--cpu=", into(func(c *command) *string { return &c.CPU })},
	{"--features=", into(func(c *command) *string { return &c.Features })},
	{"--emit=", among(func(c *command) *string { return &c.Emit }, "spirv", "obj", "shared", "asm", "bc", "ll")},
	{"--producer=", among(func(c *command) *string { return &c.Producer }, "auto", "llvm-spirv", "llvm")},
	{"--spirv-version=", among(func(c *command) *string { return &c.Version }, "1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6")},
	{"--spirv-ext=", func(c *command, v string) error {
		for _, x := range strings.Split(v, ",") {
			if !strings.HasPrefix(x, "+SPV_") {
				return fmt.Errorf("%q is not +SPV_…; name each extension, there is no list of all that devices take", x)
			}
			c.Extensions = append(c.Extensions, x)
		}
		return nil
	}},
	{"--library=", onto(func(c *command) *[]string { return &c.Libraries })},
	{"--export=", onto(func(c *command) *[]string { return &c.Export })},
	{"--pass-plugin=", onto(func(c *command) *[]string { return &c.Plugins })},
	{"--user-pass=", onto(func(c *command) *[]string { return &c.UserPasses })},
	{"--part-size=", func(c *command, v string) error {
		n, err := strconv.ParseUint(v, 10, 31)
		c.PartSize = int(n)
		return err
	}},
	{supervisor.NoVectorise, func(c *command, _ string) error {
		// What LLVM takes for a loop that has been vectorised; its switch for the pass leaves loops that are marked.
		c.NoVectors, c.MLLVM = true, append(c.MLLVM, "-force-vector-width=1", "-force-vector-interleave=1")
		return nil
	}},
	{"--patience=", func(c *command, v string) error {
		n, err := strconv.ParseUint(v, 10, 16)
		c.LeastPatience = time.Duration(n) * time.Second
		return err
	}},
	{"--verify", func(c *command, _ string) error { c.Verify = true; return nil }},
	{"--check=", among(func(c *command) *string { return &c.Check }, "race")},
	{"--allow-undefined", func(c *command, _ string) error { c.Undefined = true; return nil }},
	{"--allow-empty", func(c *command, _ string) error { c.AllowEmpty = true; return nil }},
	{"--warp-size=", func(c *command, v string) error {
		if v != "32" && v != "64" {
			return errors.New("must be 32 or 64")
		}
		c.WarpSize, _ = strconv.Atoi(v)
		return nil
	}},
	{"--no-warn-warp-size", func(c *command, _ string) error { c.NoWarpSize = true; return nil }},
	{"--no-warn-host-layout", func(c *command, _ string) error { c.NoLayout = true; return nil }},
	{"--verify-input", func(c *command, _ string) error { c.VerifyInput = true; return nil }},
	{"--time", func(c *command, _ string) error { c.time = true; return nil }},
	{"--list-passes", func(c *command, _ string) error { c.list = true; return nil }},
	{"--help", func(c *command, _ string) error { c.help = true; return nil }},
	{"--print-before=", into(func(c *command) *string { return &c.PrintBefore })},
	{"--print-after=", into(func(c *command) *string { return &c.PrintAfter })},
	{"--only=", onto(func(c *command) *[]string { return &c.Only })},
	{"--stop-after", func(c *command, _ string) error { c.StopAfter = true; return nil }},
	{"--save-temps=", into(func(c *command) *string { return &c.SaveTemps })},
	{"--disable-workarounds=", func(c *command, v string) error { c.Disabled = workaround.ParseSet(v); return nil }},
	{"--llvm=", into(func(c *command) *string { return &c.LLVM })},
}

func parse(args []string) (*command, error) {
	c := &command{}
	c.Emit, c.PartSize, c.LeastPatience = "spirv", passes.PartSize, 30*time.Second
	for i := 0; i < len(args); i++ {
		a := args[i]
		var err error
		switch {
		case a == "-o" || a == "-mllvm":
			if i++; i == len(args) {
				return nil, fmt.Errorf("%s needs a value", a)
			}
			if a == "-o" {
				c.Output = args[i]
			} else {
				c.MLLVM = append(c.MLLVM, args[i])
			}
		case strings.HasPrefix(a, "-O"):
			c.Level = strings.TrimPrefix(a, "-O")
			if len(c.Level) != 1 || !strings.Contains("0123sz", c.Level) {
				return nil, fmt.Errorf("%s: the levels are -O0 -O1 -O2 -O3 -Os -Oz", a)
			}
		case !strings.HasPrefix(a, "-") || a == "-":
			c.Inputs = append(c.Inputs, a)
		default:
			err = c.setOption(a)
		}
		if err != nil {
			return nil, err
		}
	}
	return c, c.complete()
}

// setOption applies one option of the table.
func (c *command) setOption(a string) error {
	for _, o := range options {
		if v, ok := strings.CutPrefix(a, o.name); ok && (v == "" || strings.HasSuffix(o.name, "=")) {
			if err := o.set(c, v); err != nil {
				return fmt.Errorf("%s: %v", a, err)
			}
			return nil
		}
	}
	return fmt.Errorf("unknown option %s; gohipcc -device-link --help lists them", a)
}

// complete checks that no required option is missing.
func (c *command) complete() error {
	switch {
	case c.help:
	case c.pipeline == nil:
		return fmt.Errorf("--target is missing")
	case c.list:
	case len(c.Inputs) == 0:
		return fmt.Errorf("no input")
	case c.Output == "":
		return fmt.Errorf("-o is missing")
	}
	for _, p := range c.Only {
		if c.pipeline != nil && !slices.Contains(c.pipeline.PassNames(), p) {
			return fmt.Errorf("--only=%s: the target has no such pass; --list-passes prints them", p)
		}
	}
	return nil
}

// Main runs one device link. args are the process's arguments after -device-link. It returns the
// exit status: 0, or 1 with one error on stderr and no output file. A fatal error of LLVM has
// status 1 as well; a crash of LLVM has 128 plus the signal's number. slots, if not nil, says how many
// processors beyond its first it may use at once.
func Main(args []string, slots supervisor.Acquirer, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintf(stderr, "gohipcc: error: %v\n", err)
		return 1
	}
	c, err := parse(args)
	if err != nil {
		return fail(fmt.Errorf("-device-link: %v", err))
	}
	if c.help {
		io.WriteString(stdout, Usage)
		return 0
	}
	if c.list {
		for _, n := range c.pipeline.PassNames() {
			fmt.Fprintln(stdout, n)
		}
		return 0
	}
	if !supervisor.IsWorker() {
		return supervise(c, slots, stdout, stderr)
	}
	c.Acquire = supervisor.Slots()
	if c.SPIRVTime, err = spirvTime(secure.Getenv(abi.EnvSPIRVTime)); err != nil {
		return fail(err)
	}
	return c.link(stdout, stderr, fail)
}

// supervise runs the link in another process, with the arguments of this one.
func supervise(c *command, slots supervisor.Acquirer, stdout, stderr io.Writer) int {
	self, err := os.Executable()
	if err == nil {
		l := &supervisor.Link{
			Argv: append([]string{self}, os.Args[1:]...), Env: secure.ForCompiler(secure.Environ()), Inputs: c.Inputs,
			Acquire: slots, Stdin: os.Stdin, Stdout: stdout, Stderr: stderr,
		}
		err = l.Run(context.Background())
	}
	var exit supervisor.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	fmt.Fprintf(stderr, "gohipcc: error: device link of %s: %v\n", strings.Join(c.Inputs, " "), err)
	return 1
}

// spirvTime parses the variable that limits links of SPIR-V.
func spirvTime(value string) (time.Duration, error) {
	if value == "" {
		return 0, nil
	}
	seconds, err := strconv.ParseUint(value, 10, 31)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s=%s is not a number of seconds", abi.EnvSPIRVTime, value)
	case seconds == 0:
		return -1, nil
	}
	return time.Duration(seconds) * time.Second, nil
}

// patience ends the process once it has used so much more processor time, unless done is called before.
func patience(most time.Duration) (done func()) {
	var over atomic.Bool
	go endAfter(most, func() {
		if !over.Load() {
			os.Exit(supervisor.Impatient)
		}
	})
	return func() { over.Store(true) }
}

// endAfter calls end once this process has used so much more processor time.
func endAfter(most time.Duration, end func()) {
	used := func() time.Duration {
		var u syscall.Rusage
		if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	// Processor time passes at most as fast on each processor as the clock.
	for start := used(); ; {
		left := most - (used() - start)
		if left <= 0 {
			break
		}
		time.Sleep(max(left/time.Duration(runtime.NumCPU()), 10*time.Millisecond))
	}
	end()
}

// link runs the device link in this process, which loads LLVM.
func (c *command) link(stdout, stderr io.Writer, fail func(error) int) int {
	var step atomic.Pointer[string]
	begins := func(name string) { step.Store(&name) }
	begins("start")
	c.Warn = func(s string) { fmt.Fprintf(stderr, "gohipcc: warning: %s\n", s) }
	c.Print = func(title, ir string) { fmt.Fprintf(stdout, "; *** IR %s ***\n%s\n", title, ir) }
	begin := time.Now()
	c.Begin = begins
	c.Patience = patience
	c.Limit = func(most time.Duration) {
		go endAfter(most, func() {
			fail(fmt.Errorf("device link of %s: step %q: its SPIR-V input has taken more than %v of processor time; %s sets another limit in seconds, and 0 none",
				strings.Join(c.Inputs, " "), *step.Load(), most, abi.EnvSPIRVTime))
			os.Exit(1)
		})
	}
	c.Stage = func(name string, d time.Duration) {
		if c.time {
			fmt.Fprintf(stderr, "%-28s %8.2f ms\n", name, float64(d.Microseconds())/1000)
		}
	}
	c.Fatal = func(msg string) {
		fmt.Fprintf(stderr, "gohipcc: error: LLVM stopped in step %q on %s: %s\n", *step.Load(), strings.Join(c.Inputs, " "), strings.TrimSpace(msg))
		os.Exit(1)
	}
	image, err := c.pipeline.Build(&c.Options)
	if errors.Is(err, passes.ErrStopped) {
		return 0
	}
	if err != nil {
		return fail(err)
	}
	if c.Output == "-" {
		stdout.Write(image)
	} else if err := atomicfile.Write(c.Output, image, 0o644); err != nil {
		return fail(err)
	}
	if c.time {
		fmt.Fprintf(stderr, "%-28s %8.2f ms\n", "total", float64(time.Since(begin).Microseconds())/1000)
	}
	return 0
}
