// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gohipcc/driver/cache"
	"gohipcc/driver/cmdline"
	"gohipcc/driver/depfile"
	"gohipcc/driver/executor"
	"gohipcc/driver/fatbinasm"
	"gohipcc/driver/files"
	"gohipcc/driver/jobserver"
	"gohipcc/driver/options"
	"gohipcc/driver/plan"
	"gohipcc/driver/report"
	"gohipcc/driver/results"
	"gohipcc/internal/printable"
	"gohipcc/internal/secure"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
)

// Version is gohipcc's own version; the build sets it.
var Version = "0.1.0"

// HIPVersion is the HIP release whose interfaces the headers and the runtime
// have; build systems ask for it.
const HIPVersion = "6.4.43482"

// Main compiles and links: argv is a whole command line, program name first. It
// returns the exit status.
func Main(argv []string, stdout, stderr io.Writer) int {
	name := filepath.Base(argv[0])
	fail := func(err error) int {
		fmt.Fprintf(stderr, "%s: error: %s\n", name, printable.Text(err.Error()))
		return 1
	}
	if len(argv) > 1 {
		switch argv[1] {
		case depfile.Mode:
			if err := depfile.Main(argv[2:], stdout); err != nil {
				return fail(err)
			}
			return 0
		case fatbinasm.Mode:
			if err := fatbinasm.Main(argv[2:]); err != nil {
				return fail(err)
			}
			return 0
		}
	}
	// The front end and its assembler are clang's, whoever calls them.
	if len(argv) > 1 && strings.HasPrefix(argv[1], "-cc1") {
		llvm, err := clang.FindLLVM("")
		if err != nil {
			return fail(err)
		}
		return fail(becomeClang(llvm.Clang, argv[1:]))
	}
	words, err := cmdline.ExpandResponseFiles(argv[1:])
	if err != nil {
		return fail(err)
	}
	words = cmdline.AddOptions(cmdline.Operands(words), strings.Fields(os.Getenv("HIPCC_COMPILE_FLAGS_APPEND")))
	if v := strings.Fields(os.Getenv("HIPCC_LINK_FLAGS_APPEND")); len(v) > 0 && linksNow(words) {
		words = cmdline.AddOptions(words, v)
	}
	args, err := options.Parse(words)
	if err != nil {
		return fail(err)
	}
	where, _ := args.Value("llvm-path")
	llvm, err := clang.FindLLVM(where)
	if err != nil {
		return fail(err)
	}
	if foreign(name, args) {
		return fail(becomeClang(llvm.Clang, words))
	}
	prefix, err := toolchains.FindPrefix()
	if err != nil {
		return fail(err)
	}
	dropOwnPaths(args, prefix.Root)
	cfg := &plan.Config{Name: name, Prefix: prefix, LLVM: llvm, Clang: &clang.Driver{LLVM: llvm}}
	useCache(cfg, name, stderr)
	inputs := 0
	for _, a := range args.List {
		if a.Input {
			inputs++
		}
	}
	if args.Has("version") || args.Has("ask", "help") || inputs == 0 {
		return answer(cfg, args, name, stdout, stderr)
	}
	if err := checkJobs(args); err != nil {
		return fail(err)
	}
	if v, _ := args.Value("resource-usage"); v != "" && v != "json" && v != "table" {
		return fail(fmt.Errorf("invalid value %q of --resource-usage=; it is table or json", v))
	}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	sigs := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(sig) { // as nohup, and a shell for jobs in the background, make them
			signal.Notify(sigs, sig)
		}
	}
	go func() { stop(&interrupted{<-sigs}) }()
	// A file that grows over its limit is an error to report, here and in tools.
	signal.Ignore(syscall.SIGXFSZ)
	err = build(ctx, cfg, args, words, stdout, stderr)
	var sig *interrupted
	if errors.As(err, &sig) || errors.As(context.Cause(ctx), &sig) {
		sig.end()
	}
	var job *executor.JobError
	if err == nil || errors.Is(err, plan.ErrRefused) || errors.As(err, &job) {
		return executor.ExitCode(err)
	}
	return fail(err)
}

// useCache puts the caches into cfg. Without a folder for them a build runs every step; when
// there is one that cannot be trusted, it says so.
func useCache(cfg *plan.Config, name string, stderr io.Writer) {
	dir, err := cache.OpenDir()
	var untrusted *secure.UntrustedError
	switch {
	case errors.As(err, &untrusted):
		fmt.Fprintf(stderr, "%s: warning: no cache: %v (%s)\n", name, err, cache.DirEnv)
	case err == nil:
		cfg.CacheDir = dir
		cfg.Clang.Dir = filepath.Join(dir, "lines")
		cfg.PCHDir = filepath.Join(dir, "pch")
	}
}

// build plans a command line and carries the plan out, or prints it. A JobError
// was told to the user already.
func build(ctx context.Context, cfg *plan.Config, args *options.Args, words []string, stdout, stderr io.Writer) error {
	verbose := isVerbose(args)
	hashes := args.Has("###")
	scratch := files.NewScratch()
	defer scratch.Remove()
	cfg.TempDir = scratch.Dir
	printOnly := hashes || args.Has("print-phases", "print-bindings")
	if printOnly {
		cfg.TempDir = strings.TrimSuffix(os.TempDir(), "/")
	}
	bindings := args.Has("print-bindings") && !args.Has("print-phases")
	if args.Has("print-phases", "print-bindings") && !(bindings && plan.HasOwnTargets(cfg, args)) {
		return plan.PrintStages(cfg, args, words, stdout, stderr)
	}
	x := &executor.Executor{Args: args, Slots: slots(args), Stdout: stdout, Stderr: stderr, Verbose: verbose}
	tokens, err := underMake(args, x, scratch)
	if err != nil {
		return err
	}
	if tokens != nil {
		defer tokens.Close()
	}
	cfg.Clang.Temp = func() (string, error) { return scratch.Dir, scratch.Make(tokens.File()) }
	p, err := plan.New(ctx, cfg, args)
	if err != nil {
		return err
	}
	if verbose || hashes {
		fmt.Fprint(stderr, cfg.Clang.Banner())
		if verbose {
			fmt.Fprintf(stderr, "Found HIP installation: %s, version %s\n", cfg.Prefix.Root, HIPVersion)
		}
	}
	for _, n := range p.Notes {
		fmt.Fprintln(stderr, n)
	}
	if p.Failed && !hashes {
		return plan.ErrRefused
	}
	if bindings {
		p.PrintBindings(stderr)
		return nil
	}
	if hashes || args.Has("driver-only") {
		for _, j := range p.Jobs {
			if len(j.Argv) > 0 && hashes {
				fmt.Fprintln(stderr, j.Line())
			}
		}
		if p.Failed {
			return plan.ErrRefused
		}
		return nil
	}
	if err := p.Files.Check(p.Jobs); err != nil {
		return err
	}
	if err := scratch.Make(tokens.File()); err != nil {
		return err
	}
	for _, dir := range p.Files.Folders(p.Jobs) {
		scratch.Unfinished(dir)
	}
	explain := func(string, ...any) {}
	if args.Has("explain") {
		explain = func(format string, a ...any) { fmt.Fprintf(x.Stderr, "gohipcc: "+format+"\n", a...) }
	}
	if cfg.CacheDir != "" && results.Enabled(args) && p.HasDeviceCode() {
		if r := results.Open(ctx, p, cfg.CacheDir, Version, explain); r != nil {
			defer r.Close()
			r.TakeUnits()
			r.Wrap()
			x.Printed = r.KeepUnits
		}
	} else {
		explain("every step runs: the cache of results is off")
	}
	var trace *report.Trace
	if file, ok := args.Value("time-trace"); ok {
		trace = report.NewTrace(file)
	}
	shown := report.NewProgress(stderr, len(p.Jobs))
	x.Observe, x.Stdout, x.Stderr = report.Observers(trace, shown), shown.Over(stdout), shown.Over(stderr)
	err = x.Run(ctx, p.Jobs, p.Files)
	shown.Clear()
	if trace != nil {
		if terr := trace.Write(); terr != nil && err == nil {
			return terr
		}
	}
	if err == nil && args.Has("resource-usage") {
		form, _ := args.Value("resource-usage")
		return report.Resources(printable.NewWriter(stdout), p.Results(), form == "json")
	}
	return err
}

// underMake lets x run its jobs under GNU make's jobserver, when there is one and
// no option says how many jobs to run.
func underMake(args *options.Args, x *executor.Executor, scratch *files.Scratch) (*jobserver.Client, error) {
	v, given := args.Value("offload-jobs")
	asked := v == "jobserver"
	if !asked && (given || args.Has("j")) {
		return nil, nil
	}
	c, err := jobserver.FromEnv()
	if err != nil {
		// What make gave is permission for one job.
		x.Slots = 1
		if asked && !errors.Is(err, jobserver.ErrUnusable) {
			return nil, err
		}
		return nil, nil
	}
	if c == nil {
		if asked && os.Getenv("MAKELEVEL") != "" {
			x.Slots = 1 // make -j1 has no jobserver
		}
		return nil, nil
	}
	c.Taken = func() { scratch.Tell("+") }
	c.Returned = func() { scratch.Tell("-") }
	x.Acquire = func(ctx context.Context) (func(), error) {
		s, err := c.Acquire(ctx)
		if err != nil {
			return nil, err
		}
		return s.Release, nil
	}
	x.Slots = max(x.Slots, runtime.NumCPU())
	return c, nil
}

// interrupted is the cause of a build that a signal ended.
type interrupted struct{ sig os.Signal }

// Error implements error.
func (e *interrupted) Error() string { return "interrupted: " + e.sig.String() }

// end ends this process as the signal would have: a shell that runs it in a loop
// stops then, as it does with clang.
func (e *interrupted) end() {
	signal.Reset(e.sig)
	sig, _ := e.sig.(syscall.Signal)
	syscall.Kill(os.Getpid(), sig)
	time.Sleep(time.Second) // the signal arrives on another thread
	os.Exit(128 + int(sig))
}

// checkJobs refuses a number of jobs that is none.
func checkJobs(args *options.Args) error {
	for _, o := range []struct{ id, name string }{{"j", "-j"}, {"offload-jobs", "--offload-jobs="}} {
		v, ok := args.Value(o.id)
		if !ok || o.id == "offload-jobs" && (v == "jobserver" || args.Has("new-driver")) {
			continue
		}
		if n, err := strconv.Atoi(v); err != nil || n < 1 {
			return fmt.Errorf("invalid integral value '%s' in '%s%s'", v, o.name, v)
		}
	}
	return nil
}

// slots is how many jobs run at once: -j, --offload-jobs, or one per CPU.
func slots(args *options.Args) int {
	for _, id := range []string{"j", "offload-jobs"} {
		if v, ok := args.Value(id); ok {
			if n, err := strconv.Atoi(v); err == nil && n > 0 {
				return n
			}
		}
	}
	return runtime.NumCPU()
}

func linksNow(words []string) bool {
	for _, w := range words {
		switch w {
		case "--":
			return true
		case "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only":
			return false
		}
	}
	return true
}

func isVerbose(args *options.Args) bool {
	n, _ := strconv.Atoi(os.Getenv("HIPCC_VERBOSE"))
	return args.Has("v") || n&1 != 0
}

// dropOwnPaths removes --rocm-path and --hip-path where they name the installation that
// this program is of, as build systems do for any hipcc: they would ask clang for AMD's
// device libraries there.
func dropOwnPaths(args *options.Args, root string) {
	args.List = slices.DeleteFunc(args.List, func(a options.Arg) bool {
		return a.Option != nil && (a.Option.ID == "rocm-path" || a.Option.ID == "hip-path") && plan.SameFolder(a.Value, root)
	})
}

// answer serves command lines without inputs: versions and clang's -print
// options.
func answer(cfg *plan.Config, args *options.Args, name string, stdout, stderr io.Writer) int {
	if args.Has("version") {
		fmt.Fprintf(stdout, "gohipcc version %s (HIP %s)\n%s", Version, HIPVersion, cfg.Clang.Banner())
		return 0
	}
	rocm := args.Has("hip-version") || plan.OtherRoot(args, cfg.Prefix)
	if isVerbose(args) && !rocm {
		fmt.Fprintf(stderr, "Found HIP installation: %s, version %s\n", cfg.Prefix.Root, HIPVersion)
	}
	argv := []string{cfg.LLVM.Clang, "--driver-mode=g++"}
	for _, a := range args.List {
		if a.Option != nil && a.Option.Use == options.Ours && a.Option.ID != "###" {
			continue
		}
		argv = append(argv, a.Words...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	var errs strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, stdout, &errs
	err := cmd.Run()
	io.WriteString(stderr, strings.ReplaceAll(errs.String(), filepath.Base(argv[0])+": ", name+": "))
	return executor.ExitCode(err)
}
