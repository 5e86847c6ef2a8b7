// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command torture runs random programs (e2e/torture) for a given time on the devices of this
// machine and on the emulator, at all optimisation levels, and compares them with the host.
// Programs that differ, crash or hang are reduced and kept. With -emit it writes executables and
// their expected results instead, for a machine without a compiler.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"gohipcc/abi"
	"gohipcc/e2e/torture"
	"gohipcc/target"
)

type options struct {
	time, reduce   time.Duration
	limit          time.Duration
	seed           uint64
	count, batch   int
	jobs           int
	lanes          int
	levels, device string
	build, keep    string
	emit           string
}

func main() {
	var o options
	flag.DurationVar(&o.time, "time", 10*time.Minute, "how long to try new programs")
	flag.DurationVar(&o.reduce, "reduce", 2*time.Minute, "how long to make one finding small; 0: leave it")
	flag.DurationVar(&o.limit, "limit", time.Minute, "how long one program may take; more on a machine that has other work to do")
	flag.Uint64Var(&o.seed, "seed", torture.Varied+uint64(time.Now().Unix())*1000, "seed of the first program; below 4·10^15 programs have no formats of printf and no C++ library, below 3·10^15 programs have no pairs of halves, below 2·10^15 they have no functions at the ends of their ranges, below 10^15 no signs of zeros, below 3·10^14 less, below 2·10^14 and 10^14 less again")
	flag.IntVar(&o.count, "count", 0, "how many programs; 0: as many as there is time for")
	flag.IntVar(&o.batch, "batch", 16, "programs of one executable")
	flag.IntVar(&o.jobs, "jobs", 2, "batches at once")
	flag.StringVar(&o.levels, "levels", "-O0;-O1;-O2;-O3;-g", "sets of flags to compile with, between semicolons: each batch takes the next one")
	flag.StringVar(&o.device, "targets", "", "spirv64, cpu, sm_NN, gfxNNNN (emulated), with commas; empty: what this machine has, and gfx1100")
	flag.IntVar(&o.lanes, "lanes", abi.WarpSize, "lanes of a warp, 32 or 64: with 64 the targets are cpu, and gfxNNNN up to gfx9")
	flag.StringVar(&o.build, "build", "build", "where gohipcc is built")
	flag.StringVar(&o.keep, "keep", "testdata/torture", "folder for what is wrong")
	flag.StringVar(&o.emit, "emit", "", "write executables and run.sh to this folder and run nothing")
	flag.Parse()
	if o.count > 0 {
		o.batch = min(o.batch, o.count)
	}
	if err := try(&o); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}

// targets returns the devices to test, with warps of so many lanes.
func targets(list string, lanes int) ([]torture.Target, error) {
	if lanes != 32 && lanes != 64 {
		return nil, fmt.Errorf("warps have 32 lanes or 64, not %d", lanes)
	}
	if list == "" {
		list = "spirv64,gfx1100"
		if out, err := exec.Command("nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader").Output(); err == nil {
			for capability := range strings.Lines(string(out)) {
				list += ",sm_" + strings.ReplaceAll(strings.TrimSpace(capability), ".", "")
				break
			}
		}
	}
	var out []torture.Target
	noGPU := []string{"GOHIP_CUDA=/dev/null", "GOHIP_AMD=0"} // GPUs come before the CPU's devices
	for name := range strings.SplitSeq(list, ",") {
		t := torture.Target{Name: name}
		switch {
		case lanes != abi.WarpSize && name != "cpu" && !target.IsAMD(name):
			return nil, fmt.Errorf("%s has no warps of %d lanes", name, lanes)
		case name == "spirv64":
			t.Flags, t.Env = []string{"--offload=spirv64"}, noGPU
		case name == "cpu":
			t.Flags, t.Env = []string{"--offload=cpu"}, noGPU
			if lanes != abi.WarpSize {
				t.Flags = append(t.Flags, "-mwavefrontsize64")
			}
		case target.IsSM(name) && !target.IsVirtualSM(name):
			t.Flags = []string{"--offload-arch=" + name}
		case target.IsAMD(name):
			// With -mwavefrontsize64 gfx10 and newer read lanes of their half alone (ds_bpermute_b32).
			if n := target.WavefrontSize(name); n != lanes {
				return nil, fmt.Errorf("%s has warps of %d lanes; the programs are for warps of %d", name, n, lanes)
			}
			t.Flags, t.Env = []string{"--offload-arch=" + name}, []string{"GOHIP_EMULATE=" + name}
		default:
			return nil, fmt.Errorf("no target %q; there are spirv64, cpu, sm_NN and gfxNNNN", name)
		}
		out = append(out, t)
	}
	return out, nil
}

// tally counts results.
type tally struct {
	mu       sync.Mutex
	programs int // programs run
	counts   map[run]count
	findings []string
	shown    time.Time
}

// run is a target and an optimisation level.
type run struct{ target, level string }

// count is the number of correct and of wrong programs.
type count struct{ clean, wrong int }

// byTarget returns the counts summed over all levels, with the targets in order.
func (t *tally) byTarget() ([]string, map[string]count) {
	sums := map[string]count{}
	for r, c := range t.counts {
		sum := sums[r.target]
		sums[r.target] = count{sum.clean + c.clean, sum.wrong + c.wrong}
	}
	return slices.Sorted(maps.Keys(sums)), sums
}

// table formats the number of correct and wrong programs for every target and level.
func (t *tally) table(levels []string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "target\t%s\tall\t\n", strings.Join(levels, "\t"))
	targets, sums := t.byTarget()
	for _, name := range targets {
		fmt.Fprintf(w, "%s\t", name)
		for _, l := range levels {
			fmt.Fprintf(w, "%s\t", t.counts[run{name, l}])
		}
		fmt.Fprintf(w, "%s\t\n", sums[name])
	}
	w.Flush()
	return b.String()
}

func (c count) String() string {
	if c.wrong == 0 {
		return fmt.Sprintf("%d clean", c.clean)
	}
	return fmt.Sprintf("%d clean, %d wrong", c.clean, c.wrong)
}

func (t *tally) show(seed uint64, start time.Time, always bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	tty := term.IsTerminal(int(os.Stderr.Fd()))
	if !always && !tty && time.Since(t.shown) < 30*time.Second {
		return
	}
	t.shown = time.Now()
	text := fmt.Sprintf("%d programs in %v, to seed %d:", t.programs, time.Since(start).Round(time.Second), seed)
	targets, sums := t.byTarget()
	for _, name := range targets {
		text += fmt.Sprintf(" %s %s;", name, sums[name])
	}
	if tty {
		fmt.Fprintf(os.Stderr, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(os.Stderr, text)
}

func try(o *options) error {
	list, err := targets(o.device, o.lanes)
	if err != nil {
		return err
	}
	host := "/usr/lib/llvm-22/bin/clang++"
	if _, err := os.Stat(host); err != nil {
		if host, err = exec.LookPath("clang++"); err != nil {
			return errors.New("no clang++ in /usr/lib/llvm-22/bin or on PATH for the programs' oracle; scripts/setup.sh installs it")
		}
	}
	include, err := filepath.Abs("testdata/torture")
	if err != nil {
		return err
	}
	s := &torture.Session{Compiler: filepath.Join(o.build, "bin", "gohipcc"), Host: host, Include: include, Limit: o.limit}
	levels := strings.Split(o.levels, ";")
	if o.emit != "" {
		return emit(s, o, list, levels)
	}
	if err := os.MkdirAll(o.keep, 0o755); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	start := time.Now()
	t := &tally{counts: map[run]count{}}
	batches := make(chan int)
	var group sync.WaitGroup
	for range max(o.jobs, 1) {
		group.Go(func() {
			for b := range batches {
				t.batch(s, o, list, levels, b, start)
			}
		})
	}
	for b := 0; ctx.Err() == nil && time.Since(start) < o.time && (o.count == 0 || b*o.batch < o.count); b++ {
		select {
		case batches <- b:
		case <-ctx.Done():
		}
	}
	close(batches)
	group.Wait()
	t.show(o.seed+uint64(t.programs), start, true)
	fmt.Fprintln(os.Stderr)
	for _, f := range t.findings {
		fmt.Println(f)
	}
	fmt.Print(t.table(levels))
	fmt.Printf("torture: %d programs from seed %d, %d findings\n", t.programs, o.seed, len(t.findings))
	if len(t.findings) > 0 {
		return fmt.Errorf("%d findings; the programs are in %s", len(t.findings), o.keep)
	}
	return nil
}

// batch runs the programs of one batch on every target, each at the next level.
func (t *tally) batch(s *torture.Session, o *options, list []torture.Target, levels []string, b int, start time.Time) {
	programs := programsOf(o, b)
	dir, err := os.MkdirTemp("", "gohipcc-torture-")
	if err != nil {
		t.add(err.Error())
		return
	}
	defer os.RemoveAll(dir)
	want, err := s.Expected(dir, programs)
	if err != nil {
		t.add(fmt.Sprintf("seeds from %d: %v", programs[0].Seed, err))
		return
	}
	for k, target := range list {
		level := levels[(b+k)%len(levels)]
		wrong, err := s.Wrong(dir, programs, want, target, level)
		if err != nil {
			t.add(fmt.Sprintf("seeds from %d: %v", programs[0].Seed, err))
			return
		}
		t.mu.Lock()
		c := t.counts[run{target.Name, level}]
		t.counts[run{target.Name, level}] = count{c.clean + len(programs) - len(wrong), c.wrong + len(wrong)}
		t.mu.Unlock()
		for i := range programs {
			if wrong[i] == "" {
				continue
			}
			f := &torture.Finding{Program: torture.NewFor(programs[i].Seed, o.lanes), Target: target, Level: level, Symptom: wrong[i]}
			t.add(finding(s, o, dir, f, want[i]))
		}
	}
	t.mu.Lock()
	t.programs += len(programs)
	t.mu.Unlock()
	t.show(programs[len(programs)-1].Seed, start, false)
}

// finding reduces and keeps the program of a finding, and returns a line about it.
func finding(s *torture.Session, o *options, dir string, f *torture.Finding, want []byte) string {
	undefined, err := s.Undefined(dir, []*torture.Program{f.Program}, [][]byte{want})
	switch {
	case err != nil:
		f.Symptom += " (whether the program is undefined is not known: " + err.Error() + ")"
	case undefined != nil:
		f.Symptom = "the generator is wrong, the program is undefined: " + undefined.Error()
	}
	name, err := f.File(o.keep)
	if err == nil && undefined == nil && o.reduce > 0 {
		if err = s.Reduce(f, o.reduce); err == nil {
			name, err = f.File(o.keep)
		}
	}
	if err != nil {
		name = err.Error()
	}
	first, _, _ := strings.Cut(f.Symptom, "\n")
	return fmt.Sprintf("seed %d %s %s: %s (%s)", f.Program.Seed, f.Target.Name, f.Level, first, name)
}

func (t *tally) add(finding string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.findings = append(t.findings, finding)
	fmt.Fprintf(os.Stderr, "\r\x1b[K%s\n", finding)
}

func programsOf(o *options, b int) []*torture.Program {
	var out []*torture.Program
	for i := range o.batch {
		out = append(out, torture.NewFor(o.seed+uint64(b*o.batch+i), o.lanes))
	}
	return out
}
