// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command hecbench times programs of HeCBench that exist for HIP and for CUDA against each other on
// an NVIDIA GPU: NAME-hip as gohipcc compiles it for the GPU, NAME-cuda as nvcc does.
//
//	hecbench build -src HECBENCH/src -out DIR [-skip FILE] [-jobs N] [NAME...]
//	hecbench compile -dir DIR [-jobs N]
//	hecbench time -dir DIR [-for 80s] [-limit 6s] [-rounds 2] [NAME...]
//	hecbench table -dir DIR
//	hecbench kernels -dir DIR -library kernels.so [-jobs N] [-limit 20s] [-rounds 2] [NAME...]
//	hecbench kernel-table -dir DIR
//
// build runs where gohipcc is. It builds each NAME-hip by its own Makefile with the hipcc of the
// PATH and puts what the runs need under DIR; the rest runs where the GPU and nvcc are, with what
// libraries of gohipcc the programs need in LD_LIBRARY_PATH. compile builds each NAME-cuda by its
// own Makefile; time runs the two of a pair in turn, one at a time, until the time is up, with fewer
// repetitions if the limit is too short, and goes on where it left off when it is called again;
// table prints medians. kernels runs the pairs with the library of cupti/kernels.c, which is built where
// the GPU is and writes down how long each kernel took, and kernel-table compares these.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gohipcc/atomicfile"
)

// A Pair is a program of both languages, and what is known of its runs.
type Pair struct {
	Name string
	// Command is what the Makefile's target "run" executes, with fewer repetitions; Counts has the
	// positions of these in it, and which smaller counts come next if a run takes too long.
	Command []string
	Counts  []int
	// Refused says why the pair is not timed.
	Refused string    `json:",omitempty"`
	Built   bool      // the CUDA program is there
	Verdict [2]string // what the programs say of their numbers
	Runs    [2][]Run
}

// The two sides of a pair.
const (
	hip = iota
	cuda
)

var sides = [2]string{"hip", "cuda"}

// options are the flags of all subcommands.
type options struct {
	dir    string
	jobs   int
	limit  time.Duration
	length time.Duration
	rounds int
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "hecbench:", err)
		os.Exit(1)
	}
}

// run executes one subcommand.
func run(args []string) error {
	if len(args) == 0 {
		return errors.New("build, compile, time, table, kernels or kernel-table?")
	}
	var o options
	var src, skip, library string
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.StringVar(&src, "src", "", "HeCBench's folder src")
	flags.StringVar(&skip, "skip", "", "file of names to leave out, the first word of each line")
	flags.StringVar(&o.dir, "dir", "", "folder of the built programs")
	flags.StringVar(&o.dir, "out", "", "the same as -dir")
	flags.IntVar(&o.jobs, "jobs", 2, "programs at a time")
	flags.DurationVar(&o.limit, "limit", 6*time.Second, "longest run of a program")
	flags.DurationVar(&o.length, "for", 80*time.Second, "how long to start new runs")
	flags.IntVar(&o.rounds, "rounds", 2, "runs of each program")
	flags.StringVar(&library, "library", "kernels.so", "what kernels.c was built to")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	if args[0] == "build" {
		return build(&o, src, skip, flags.Args())
	}
	pairs, err := load(o.dir)
	if err != nil {
		return err
	}
	switch args[0] {
	case "compile":
		each(o.jobs, pairs, func(p *Pair) { compile(&o, p) })
	case "time":
		measure(&o, pairs, flags.Args())
	case "table":
		table(os.Stdout, pairs)
		return nil
	case "kernels":
		return kernels(&o, pairs, flags.Args(), library)
	case "kernel-table":
		return kernelTable(os.Stdout, o.dir, pairs)
	default:
		return fmt.Errorf("no subcommand %q", args[0])
	}
	return save(o.dir, pairs)
}

// each calls a function for all pairs, several at a time.
func each(jobs int, pairs []*Pair, do func(*Pair)) {
	var group sync.WaitGroup
	slots := make(chan struct{}, jobs)
	for _, p := range pairs {
		group.Add(1)
		slots <- struct{}{}
		go func() {
			do(p)
			<-slots
			group.Done()
		}()
	}
	group.Wait()
}

const stateFile = "pairs.json"

// load reads the pairs of a folder, and save writes them.
func load(dir string) (pairs []*Pair, err error) {
	data, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		return nil, err
	}
	return pairs, json.Unmarshal(data, &pairs)
}

func save(dir string, pairs []*Pair) error {
	data, err := json.MarshalIndent(pairs, "", " ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, stateFile), data, 0o644)
}
