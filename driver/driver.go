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
	"gohipcc/driver/jobserver"
	"gohipcc/toolchains"
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
		fmt.Fprintf(stderr, "%s: error: %v\n", name, err)
		return 1
	}
	if len(argv) > 1 {
		switch argv[1] {
		case mergeDepsMode:
			if err := mergeDepsMain(argv[2:], stdout); err != nil {
				return fail(err)
			}
			return 0
		case fatbinAsmMode:
			if err := fatbinAsmMain(argv[2:]); err != nil {
				return fail(err)
			}
			return 0
		}
	}
	// The front end and its assembler are clang's, whoever calls them.
	if len(argv) > 1 && strings.HasPrefix(argv[1], "-cc1") {
		llvm, err := toolchains.FindLLVM("")
		if err != nil {
			return fail(err)
		}
		return fail(becomeClang(llvm.Clang, argv[1:]))
	}
	words, err := expandResponseFiles(argv[1:])
	if err != nil {
		return fail(err)
	}
	words = append(words, strings.Fields(os.Getenv("HIPCC_COMPILE_FLAGS_APPEND"))...)
	if v := strings.Fields(os.Getenv("HIPCC_LINK_FLAGS_APPEND")); len(v) > 0 && linksNow(words) {
		words = append(words, v...)
	}
	args, err := Parse(words)
	if err != nil {
		return fail(err)
	}
	where, _ := args.Value("llvm-path")
	llvm, err := toolchains.FindLLVM(where)
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
	cfg := &Config{Name: name, Prefix: prefix, LLVM: llvm, Learner: &toolchains.Learner{LLVM: llvm}}
	if dir, err := cache.DefaultDir(); err == nil {
		cfg.Learner.Dir = filepath.Join(dir, "lines")
		cfg.PCHDir = filepath.Join(dir, "pch")
	}
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
	var job *JobError
	if err == nil || errors.Is(err, errRefused) || errors.As(err, &job) {
		return ExitCode(err)
	}
	return fail(err)
}

// errRefused is the result of a build whose command line clang refused, in words
// that were printed already.
var errRefused = errors.New("refused")

// build plans a command line and carries the plan out, or prints it. A JobError
// was told to the user already.
func build(ctx context.Context, cfg *Config, args *Args, words []string, stdout, stderr io.Writer) error {
	verbose := isVerbose(args)
	hashes := args.Has("###")
	scratch := NewScratch()
	defer scratch.Remove()
	cfg.TempDir = scratch.Dir
	printOnly := hashes || args.Has("print-phases", "print-bindings")
	if printOnly {
		cfg.TempDir = strings.TrimSuffix(os.TempDir(), "/")
	}
	bindings := args.Has("print-bindings") && !args.Has("print-phases")
	if args.Has("print-phases", "print-bindings") && !(bindings && hasOwnTargets(cfg, args)) {
		return printStages(cfg, args, words, stdout, stderr)
	}
	x := &Executor{Slots: slots(args), Stdout: stdout, Stderr: stderr, Verbose: verbose}
	tokens, err := underMake(args, x, scratch)
	if err != nil {
		return err
	}
	if tokens != nil {
		defer tokens.Close()
	}
	cfg.Learner.Temp = func() (string, error) { return scratch.Dir, scratch.Make(tokens.File()) }
	plan, err := NewPlan(ctx, cfg, args)
	if err != nil {
		return err
	}
	if verbose || hashes {
		fmt.Fprint(stderr, cfg.Learner.Banner())
		if verbose {
			fmt.Fprintf(stderr, "Found HIP installation: %s, version %s\n", cfg.Prefix.Root, HIPVersion)
		}
	}
	for _, n := range plan.Notes {
		fmt.Fprintln(stderr, n)
	}
	if plan.Failed && !hashes {
		return errRefused
	}
	if bindings {
		plan.printBindings(stderr)
		return nil
	}
	if hashes || args.Has("driver-only") {
		for _, j := range plan.Jobs {
			if len(j.Argv) > 0 && hashes {
				fmt.Fprintln(stderr, j.Line())
			}
		}
		if plan.Failed {
			return errRefused
		}
		return nil
	}
	if err := plan.checkOutputs(); err != nil {
		return err
	}
	if err := scratch.Make(tokens.File()); err != nil {
		return err
	}
	for _, dir := range plan.outputFolders() {
		scratch.Unfinished(dir)
	}
	explain := func(string, ...any) {}
	if args.Has("explain") {
		explain = func(format string, a ...any) { fmt.Fprintf(x.Stderr, "gohipcc: "+format+"\n", a...) }
	}
	if dir, derr := cache.DefaultDir(); derr == nil && cacheEnabled(args) && plan.hasDeviceCode() {
		if r := newResults(ctx, plan, dir, explain); r != nil {
			defer r.store.Close()
			r.takeUnits()
			r.wrap()
			x.Printed = r.keepUnits
		}
	} else {
		explain("every step runs: the cache of results is off")
	}
	var trace *traceLog
	if file, ok := args.Value("time-trace"); ok {
		trace = newTraceLog(file)
	}
	shown := newProgress(stderr, len(plan.Jobs))
	x.Observe, x.Stdout, x.Stderr = observers(trace, shown), shown.over(stdout), shown.over(stderr)
	err = x.Run(ctx, plan)
	shown.clear()
	if trace != nil {
		if terr := trace.write(); terr != nil && err == nil {
			return terr
		}
	}
	if err == nil && args.Has("resource-usage") {
		form, _ := args.Value("resource-usage")
		return reportResources(stdout, plan.results(), form == "json")
	}
	return err
}

// underMake lets x run its jobs under GNU make's jobserver, when there is one and
// no option says how many jobs to run.
func underMake(args *Args, x *Executor, scratch *Scratch) (*jobserver.Client, error) {
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
	c.Taken = func() { scratch.tell("+") }
	c.Returned = func() { scratch.tell("-") }
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
func checkJobs(args *Args) error {
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
func slots(args *Args) int {
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
		case "-c", "-S", "-E", "-M", "-MM", "-fsyntax-only":
			return false
		}
	}
	return true
}

func isVerbose(args *Args) bool {
	n, _ := strconv.Atoi(os.Getenv("HIPCC_VERBOSE"))
	return args.Has("v") || n&1 != 0
}

// dropOwnPaths removes --rocm-path and --hip-path where they name the installation that
// this program is of, as build systems do for any hipcc: they would ask clang for AMD's
// device libraries there.
func dropOwnPaths(args *Args, root string) {
	args.List = slices.DeleteFunc(args.List, func(a Arg) bool {
		return a.opt != nil && (a.opt.id == "rocm-path" || a.opt.id == "hip-path") && sameFolder(a.value, root)
	})
}

// answer serves command lines without inputs: versions and clang's -print
// options.
func answer(cfg *Config, args *Args, name string, stdout, stderr io.Writer) int {
	if args.Has("version") {
		fmt.Fprintf(stdout, "gohipcc version %s (HIP %s)\n%s", Version, HIPVersion, cfg.Learner.Banner())
		return 0
	}
	rocm := args.Has("hip-version") || otherRoot(args, cfg.Prefix)
	if isVerbose(args) && !rocm {
		fmt.Fprintf(stderr, "Found HIP installation: %s, version %s\n", cfg.Prefix.Root, HIPVersion)
	}
	argv := []string{cfg.LLVM.Clang, "--driver-mode=g++"}
	for _, a := range args.List {
		if a.opt != nil && a.opt.use == ours && a.opt.id != "###" {
			continue
		}
		argv = append(argv, a.Words...)
	}
	cmd := exec.Command(argv[0], argv[1:]...)
	var errs strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, stdout, &errs
	err := cmd.Run()
	io.WriteString(stderr, strings.ReplaceAll(errs.String(), filepath.Base(argv[0])+": ", name+": "))
	return ExitCode(err)
}

// hasOwnTargets reports whether a command line has targets whose jobs are not clang's.
func hasOwnTargets(cfg *Config, args *Args) bool {
	p := &Plan{Args: args, cfg: cfg}
	p.readInputs()
	return p.offloads() && p.chooseTargets() == nil && p.spirv
}

// printBindings prints the jobs of the plan as clang prints its bindings.
func (p *Plan) printBindings(w io.Writer) {
	host := "host"
	for _, j := range p.Jobs {
		if t := valueAfter(j.Argv, "-triple"); t != "" && j.Device == "" {
			host = t
		}
		for _, e := range bundleEntries(j.Argv) {
			if t, ok := strings.CutPrefix(e.id, "host-"); ok {
				host = strings.TrimSuffix(t, "-")
			}
		}
	}
	for _, j := range p.Jobs {
		if j.soft || len(j.Argv) == 0 {
			continue
		}
		triple, tool := host, "gohipcc::"+j.verb
		switch j.Kind {
		case cc1Job:
			triple, tool = valueAfter(j.Argv, "-triple"), "clang"
		case deviceLinkJob:
			triple, tool = strings.TrimPrefix(j.Argv[2], "--target="), "gohipcc::Linker"
		case lldJob:
			triple, tool = "amdgcn-amd-amdhsa", "AMDGCN::Linker"
		case hostLinkJob:
			tool = "GNU::Linker"
		case archiveJob:
			tool = "GNU::StaticLibTool"
		}
		var in []string
		for _, i := range p.inputs {
			if !slices.Contains(j.Inputs, i.Path) && slices.ContainsFunc(j.Argv, func(a string) bool { return mentions(a, i.Path) }) {
				in = append(in, strconv.Quote(i.Path))
			}
		}
		for _, f := range j.Inputs {
			if !strings.HasSuffix(f, ".pch") {
				in = append(in, strconv.Quote(f))
			}
		}
		fmt.Fprintf(w, "# %q - %q, inputs: [%s], output: %q\n", triple, tool, strings.Join(in, ", "), strings.Join(j.Outputs, ", "))
	}
}

// printStages prints clang's phases or bindings of the same command line. For
// several kinds of target they are those of each kind, one after the other.
func printStages(cfg *Config, args *Args, words []string, stdout, stderr io.Writer) error {
	p := &Plan{Args: args, cfg: cfg}
	p.readInputs()
	if p.hip || args.Has("hip-link") {
		if err := p.chooseTargets(); err != nil {
			return err
		}
	}
	var lines [][]string
	if p.spirv {
		q := p.question(nil, true, isHipccName(cfg.Name))
		for i := range q.Args {
			for n, in := range p.inputs {
				q.Args[i] = strings.ReplaceAll(q.Args[i], toolchains.InToken(n), in.Path)
			}
			q.Args[i] = strings.ReplaceAll(q.Args[i], toolchains.OutToken, p.output)
		}
		for _, id := range []string{"print-phases", "print-bindings"} {
			if args.Has(id) {
				q.Args = append(q.Args, "-ccc-"+id)
			}
		}
		if len(p.amd) > 0 {
			amd := slices.Clone(q.Args)
			for _, id := range p.amd {
				amd = append(amd, "--offload-arch="+id)
			}
			lines = append(lines, amd)
		}
		lines = append(lines, append(slices.Clone(q.Args), "--offload="+p.spirvTriple))
	} else {
		lines = append(lines, words)
	}
	var failed error
	for _, l := range lines {
		argv := []string{"--driver-mode=g++"}
		if !args.Has("new-driver", "old-driver") {
			argv = append(argv, "--no-offload-new-driver")
		}
		cmd := exec.Command(cfg.LLVM.Clang, append(argv, l...)...)
		cmd.Stdout, cmd.Stderr = stdout, stderr
		if cmd.Run() != nil {
			failed = errRefused
		}
	}
	return failed
}

// expandResponseFiles replaces @FILE by the words in FILE, in GNU's quoting;
// a file that is not there stays an argument.
func expandResponseFiles(words []string) ([]string, error) {
	var out []string
	for depth := 0; ; depth++ {
		out = out[:0:0]
		again := false
		for _, w := range words {
			if len(w) < 2 || w[0] != '@' {
				out = append(out, w)
				continue
			}
			data, err := os.ReadFile(w[1:])
			if errors.Is(err, os.ErrNotExist) {
				out = append(out, w)
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("cannot read the response file: %w", err)
			}
			again = true
			out = append(out, splitWords(string(data))...)
		}
		if !again {
			return out, nil
		}
		if depth == 50 {
			return nil, errors.New("response files include each other without end")
		}
		words = out
	}
}

// splitWords splits text as GNU's response files are split: blanks separate,
// single and double quotes group, a backslash takes the next character.
func splitWords(s string) []string {
	var out []string
	var b strings.Builder
	in := false
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
			in = true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if in {
				out = append(out, b.String())
				b.Reset()
				in = false
			}
		default:
			b.WriteByte(c)
			in = true
		}
	}
	if in {
		out = append(out, b.String())
	}
	return out
}
