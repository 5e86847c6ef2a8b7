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
	"gohipcc/toolchains/step"
)

// Version is gohipcc's own version, that of the file VERSION.
const Version = "0.1.0"

// HIPVersion is the HIP release whose interfaces the headers and the runtime
// have; build systems ask for it.
const HIPVersion = "6.4.43482"

// Main compiles and links: argv is a whole command line, program name first. It
// returns the exit status.
func Main(argv []string, stdout, stderr io.Writer) int {
	name := filepath.Base(argv[0])
	if len(argv) > 1 {
		if run := hiddenModes[argv[1]]; run != nil {
			return exitStatus(name, run(argv[2:], stdout), stderr)
		}
		// The front end, its assembler and the preprocessor are clang's, whoever calls them.
		words := argv[1:]
		if name == "clang-cpp" {
			words = slices.Concat([]string{"--driver-mode=cpp"}, words)
		}
		if name == "clang-cpp" || strings.HasPrefix(words[0], "-cc1") {
			llvm, err := clang.FindLLVM("")
			if err == nil {
				err = becomeClang(llvm.Clang, words)
			}
			return exitStatus(name, err, stderr)
		}
	}
	words, args, err := readCommandLine(name, argv[1:])
	if err != nil {
		return exitStatus(name, err, stderr)
	}
	where, _ := args.Value("llvm-path")
	llvm, err := clang.FindLLVM(where)
	if err != nil {
		return exitStatus(name, err, stderr)
	}
	if foreign(name, args) {
		return exitStatus(name, becomeClang(llvm.Clang, words), stderr)
	}
	prefix, err := toolchains.FindPrefix()
	if err != nil {
		return exitStatus(name, err, stderr)
	}
	dropOwnPaths(args, prefix.Root)
	c := &compilation{args: args, words: words, stdout: stdout, stderr: stderr, clang: &clang.Driver{LLVM: llvm}}
	c.cfg = &plan.Config{Name: name, Prefix: prefix, LLVM: llvm, Clang: c.clang}
	c.useCache()
	inputs := slices.ContainsFunc(args.List, func(a options.Arg) bool { return a.Input }) || args.Has("rdc") && plan.LinksLibraries(args)
	if args.Has("version", "short-version", "cxxflags", "ldflags", "ask", "help") || !inputs {
		return c.answer()
	}
	if err := checkValues(args); err != nil {
		return exitStatus(name, err, stderr)
	}
	return c.run()
}

// hiddenModes are steps of a plan that gohipcc can also run as a command.
var hiddenModes = map[string]func(args []string, stdout io.Writer) error{
	step.MergeDepsMode:   depfile.Main,
	step.EmbedFatbinMode: func(args []string, _ io.Writer) error { return fatbinasm.Main(args) },
}

// exitStatus prints an error, if there is one, and returns the exit status.
func exitStatus(name string, err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	fmt.Fprintf(stderr, "%s: error: %s\n", name, printable.Text(err.Error()))
	return 1
}

// readCommandLine parses the arguments, with those in response files and in the environment. hipcc
// optimises unless an option says otherwise, as AMD's does; by other names the default is clang's.
func readCommandLine(name string, argv []string) ([]string, *options.Args, error) {
	words, err := cmdline.ExpandResponseFiles(argv)
	if err != nil {
		return nil, nil, err
	}
	words = cmdline.AddOptions(cmdline.Operands(words), strings.Fields(os.Getenv("HIPCC_COMPILE_FLAGS_APPEND")))
	if v := strings.Fields(os.Getenv("HIPCC_LINK_FLAGS_APPEND")); len(v) > 0 && linksNow(words) {
		words = cmdline.AddOptions(words, v)
	}
	args, err := options.Parse(words)
	if err == nil && plan.IsHIPCCName(name) && name != "gohipcc" && !args.Has("O") {
		words = cmdline.AddOptions(words, []string{"-O3"})
		args, err = options.Parse(words)
	}
	return words, args, err
}

// A compilation is one command line that compiles or links.
type compilation struct {
	cfg            *plan.Config
	clang          *clang.Driver
	args           *options.Args
	words          []string // the command line, program name excluded
	stdout, stderr io.Writer
}

// run builds and returns the exit status. A signal ends this process as it would have without
// being caught.
func (c *compilation) run() int {
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	sigs := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(sig) { // nohup, and a shell for background jobs, ignore it
			signal.Notify(sigs, sig)
		}
	}
	go func() { stop(&interrupted{<-sigs}) }()
	// A file that exceeds the size limit is an error to report, here and in tools.
	signal.Ignore(syscall.SIGXFSZ)
	err := c.build(ctx)
	var sig *interrupted
	if errors.As(err, &sig) || errors.As(context.Cause(ctx), &sig) {
		sig.end()
	}
	var job *executor.JobError
	if err == nil || errors.Is(err, plan.ErrRefused) || errors.As(err, &job) {
		return executor.ExitCode(err)
	}
	return exitStatus(c.cfg.Name, err, c.stderr)
}

// useCache opens the caches. Without a folder for them a build runs every step; if there is one
// that cannot be trusted, it warns.
func (c *compilation) useCache() {
	dir, err := cache.OpenDir()
	var untrusted *secure.UntrustedError
	switch {
	case errors.As(err, &untrusted):
		fmt.Fprintf(c.stderr, "%s: warning: no cache: %v (%s)\n", c.cfg.Name, err, cache.DirEnv)
	case err == nil:
		c.cfg.CacheDir = dir
		c.clang.Dir = filepath.Join(dir, "lines")
		c.cfg.PCHDir = filepath.Join(dir, "pch")
	}
}

// build plans the command line and executes the plan, or prints it. A JobError has already been
// reported to the user.
func (c *compilation) build(ctx context.Context) error {
	args := c.args
	scratch := files.NewScratch()
	defer scratch.Remove()
	c.cfg.TempDir = scratch.Dir
	if args.Has("###", "print-phases", "print-bindings") {
		c.cfg.TempDir = strings.TrimSuffix(os.TempDir(), "/")
	}
	if args.Has("print-phases", "print-bindings") && !plan.HasOwnTargets(c.cfg, args) {
		return plan.PrintStages(c.cfg, args, c.words, c.stdout, c.stderr)
	}
	x := &executor.Executor{Args: args, Slots: slots(args), Stdout: c.stdout, Stderr: c.stderr, Verbose: isVerbose(args),
		Prefork: c.cfg.Prefix.DeviceLib("prefork.so")}
	tokens, err := underMake(args, x, scratch)
	if err != nil {
		return err
	}
	if tokens != nil {
		defer tokens.Close()
	}
	if x.MoreProcessors = x.Acquire; x.Acquire == nil {
		x.MoreProcessors = jobserver.Extra()
	}
	c.clang.Temp = func() (string, error) { return scratch.Dir, scratch.Make(tokens.File()) }
	if remoteServer(args) != "" {
		c.cfg.PCHDir = "" // precompiled headers are only valid on the machine that made them
	}
	p, err := plan.New(ctx, c.cfg, args)
	if err != nil {
		return err
	}
	if done, err := c.printPlan(p); done || err != nil {
		return err
	}
	if err := p.Files.Check(p.Jobs); err != nil {
		return err
	}
	if name, ok := args.Value("MJ"); ok {
		commands, err := p.CompileCommands()
		if err != nil {
			return err
		}
		write := func(w io.Writer) error { _, err := w.Write(commands); return err }
		if name == "-" {
			err = write(c.stdout)
		} else {
			err = files.Write(name, write)
		}
		if err != nil {
			return err
		}
	}
	if err := scratch.Make(tokens.File()); err != nil {
		return err
	}
	for _, dir := range p.Files.Folders(p.Jobs) {
		scratch.Unfinished(dir)
	}
	return c.execute(ctx, p, x)
}

// printPlan prints what -v, -### and clang's printing options show of a plan. done: it is not to be
// executed.
func (c *compilation) printPlan(p *plan.Plan) (done bool, err error) {
	hashes := c.args.Has("###")
	if isVerbose(c.args) || hashes {
		fmt.Fprint(c.stderr, c.clang.Banner())
	}
	if isVerbose(c.args) {
		fmt.Fprintf(c.stderr, "Found HIP installation: %s, version %s\n", c.cfg.Prefix.Root, HIPVersion)
	}
	for _, n := range p.Notes {
		fmt.Fprintln(c.stderr, n)
	}
	switch {
	case p.Failed && !hashes:
		return true, plan.ErrRefused
	case c.args.Has("print-phases"):
		p.PrintPhases(c.stderr)
		return true, nil
	case c.args.Has("print-bindings"):
		p.PrintBindings(c.stderr)
		return true, nil
	case hashes:
		for _, j := range p.Jobs {
			if line := j.Line(); line != "" {
				fmt.Fprintln(c.stderr, line)
			}
		}
		if p.Failed {
			return true, plan.ErrRefused
		}
		return true, nil
	}
	return c.args.Has("driver-only"), nil
}

// execute executes a plan.
func (c *compilation) execute(ctx context.Context, p *plan.Plan, x *executor.Executor) error {
	explain := func(string, ...any) {}
	if c.args.Has("explain") {
		explain = func(format string, a ...any) { fmt.Fprintf(x.Stderr, "gohipcc: "+format+"\n", a...) }
	}
	warn := func(message string) {
		fmt.Fprintf(c.stderr, "%s: warning: %s\n", c.cfg.Name, printable.Text(message))
	}
	if c.cfg.CacheDir != "" && results.Enabled(c.args) && p.HasDeviceCode() {
		opt := results.Options{Dir: c.cfg.CacheDir, Version: Version, Server: remoteServer(c.args), Explain: explain, Warn: warn}
		if r := results.Open(ctx, p, opt); r != nil {
			defer r.Close()
			r.TakeUnits()
			r.Wrap()
			x.Printed = r.KeepUnits
		}
	} else {
		explain("every step runs: the cache of results is off")
	}
	if server := remoteServer(c.args); server != "" && p.HasDeviceCode() {
		r, err := c.openRemote(ctx, p, server, explain, warn)
		if err != nil {
			return err
		}
		defer r.Close()
		x.Remote = r.Run
		if !c.args.Has("j", "offload-jobs") && x.Acquire == nil {
			x.Slots = max(x.Slots, intValue(c.args, "remote-jobs", defaultRemoteJobs))
		}
	}
	var trace *report.Trace
	if file, ok := c.args.Value("time-trace"); ok {
		trace = report.NewTrace(file)
	}
	shown := report.NewProgress(c.stderr, len(p.Jobs))
	x.Observe, x.Stdout, x.Stderr = report.Observers(trace, shown), shown.Over(c.stdout), shown.Over(c.stderr)
	err := x.Run(ctx, p.Jobs, p.Files)
	shown.Clear()
	if trace != nil {
		if terr := trace.Write(); terr != nil && err == nil {
			return terr
		}
	}
	if err == nil && c.args.Has("resource-usage") {
		form, _ := c.args.Value("resource-usage")
		return report.Resources(c.stdout, p.Results(), form == "json")
	}
	return err
}

// underMake makes x run its jobs under GNU make's jobserver, if there is one and no option says how
// many jobs to run.
func underMake(args *options.Args, x *executor.Executor, scratch *files.Scratch) (*jobserver.Client, error) {
	v, given := args.Value("offload-jobs")
	asked := v == "jobserver"
	if !asked && (given || args.Has("j")) {
		return nil, nil
	}
	c, err := jobserver.FromEnv()
	if err != nil {
		// make's permission is for one job.
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

// end ends this process by the same signal: a shell that runs it in a loop stops then, as it does
// with clang.
func (e *interrupted) end() {
	signal.Reset(e.sig)
	sig, _ := e.sig.(syscall.Signal)
	syscall.Kill(os.Getpid(), sig)
	time.Sleep(time.Second) // the signal is delivered to another thread
	os.Exit(128 + int(sig))
}

// checkValues rejects job counts that are not positive integers, and unknown forms of
// --resource-usage=.
func checkValues(args *options.Args) error {
	if v, _ := args.Value("resource-usage"); v != "" && v != "json" && v != "table" {
		return fmt.Errorf("invalid value %q of --resource-usage=; it is table or json", v)
	}
	if v, ok := args.Value("compression-level"); ok {
		if _, err := strconv.Atoi(v); err != nil {
			return fmt.Errorf("invalid integral value '%s' in '--offload-compression-level=%[1]s'", v)
		}
	}
	for _, o := range []struct {
		id, name string
		least    int
	}{{"j", "-j", 1}, {"offload-jobs", "--offload-jobs=", 1}, {"remote-jobs", "--remote-jobs=", 1}, {"remote-local", "--remote-local=", 0}} {
		v, ok := args.Value(o.id)
		if !ok || o.id == "offload-jobs" && (v == "jobserver" || args.Has("new-driver")) {
			continue
		}
		if n, err := strconv.Atoi(v); err != nil || n < o.least {
			return fmt.Errorf("invalid integral value '%s' in '%s%s'", v, o.name, v)
		}
	}
	return nil
}

// slots returns how many jobs run at once: -j, --offload-jobs, or one per CPU.
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

// dropOwnPaths removes --rocm-path and --hip-path if they name an installation of gohipcc, as
// build systems pass them to any hipcc: clang would look for AMD's device libraries there.
func dropOwnPaths(args *options.Args, root string) {
	args.List = slices.DeleteFunc(args.List, func(a options.Arg) bool {
		return a.Option != nil && (a.Option.ID == "rocm-path" || a.Option.ID == "hip-path") && plan.IsOwnRoot(a.Value, root)
	})
}

// flags answers hipcc's options that print what to compile and to link with, for build files whose compiler is another one.
func (c *compilation) flags() string {
	root := c.cfg.Prefix.Root
	switch c.args.LastOf("short-version", "cxxflags", "ldflags") {
	case "cxxflags":
		return fmt.Sprintf("-isystem %s/include -D__HIP_PLATFORM_AMD__=1\n", root)
	case "ldflags":
		return fmt.Sprintf("-L%s/lib -lgohip -Wl,-rpath,%[1]s/lib\n", root)
	}
	return HIPVersion + "-gohipcc\n"
}

// answer handles command lines without inputs: versions and clang's -print options.
func (c *compilation) answer() int {
	if c.args.Has("version") {
		// Build systems take the first version in the output for HIP's, as in hipcc's.
		fmt.Fprintf(c.stdout, "HIP version: %s-gohipcc\ngohipcc version %s\n%s", HIPVersion, Version, c.clang.Banner())
		return 0
	}
	if c.args.Has("short-version", "cxxflags", "ldflags") {
		fmt.Fprint(c.stdout, c.flags())
		return 0
	}
	rocm := c.args.Has("hip-version") || plan.OtherRoot(c.args, c.cfg.Prefix)
	if isVerbose(c.args) && !rocm {
		fmt.Fprintf(c.stderr, "Found HIP installation: %s, version %s\n", c.cfg.Prefix.Root, HIPVersion)
	}
	argv := []string{c.cfg.LLVM.Clang, "--driver-mode=g++"}
	for _, a := range c.args.List {
		if a.Option != nil && a.Option.Use == options.Ours && a.Option.ID != "###" {
			continue
		}
		argv = append(argv, a.Words...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	var errs strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, c.stdout, &errs
	err := cmd.Run()
	io.WriteString(c.stderr, strings.ReplaceAll(errs.String(), filepath.Base(argv[0])+": ", c.cfg.Name+": "))
	return executor.ExitCode(err)
}
