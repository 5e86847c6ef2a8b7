// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package job has the jobs that a plan consists of: a step, the jobs that it depends on, and
// alternatives to running its command.
package job

import (
	"context"
	"errors"
	"io"
	"slices"

	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// A Job is a node of a plan's graph: a step, whose command does the same when run by hand, and ways
// to do it faster.
type Job struct {
	Step   step.Step
	Index  int    // index in the plan
	Verb   string // description for the user: "compile", "link"
	Device string // target of a device job: "gfx90a", "spirv64"; empty for the host
	Source int    // index of the source that it compiles; -1: none
	Deps   []*Job // jobs whose outputs it reads

	// Optional: if it fails the build does not fail, and its outputs are not those of the user.
	Optional bool
	// PublishedByMerge: its dependency file is merged with those of the devices, and its object is
	// published after that, so that no object is newer than its dependencies.
	PublishedByMerge bool

	InProcess *InProcess // does the step in this process; nil: the command is run
	PCH       *PCH       // the precompiled header that the step uses
	Compiled  func()     // is called after a compile without a precompiled header; nil: there is no need to
	Split     *Split     // the two steps into which the step can be split
	Cached    *Cached    // the cache of its outputs
	// Mend, for a step that generates code for AMD's GPUs, returns a step that gives the loops of optimised
	// bitcode one entry each; nil: not needed.
	Mend func(in, out string) step.Step
	// Around runs the command by run, with what comes before and after it.
	Around func(ctx context.Context, run Run) error
}

// Run runs the command of a job; messages is what it wrote to its standard error.
type Run func() (messages []byte, err error)

// InProcess does a step without a process of its own.
type InProcess struct {
	Run func(ctx context.Context, stdout, stderr io.Writer) error
	// Write, for a step with one output, writes the same bytes to a pipe; nil: not possible.
	Write func(w io.Writer) error
}

// PCH is the precompiled header that a front end uses.
type PCH struct {
	Path       string    // without its extension
	WithoutPCH *step.CC1 // the step without it, for when it fails
	// Used is called after a compile with it, with the compile's dependency file, or "".
	Used func(depFile string)
}

// Cached is the cache entry of a step's outputs, keyed by its command and the content of the files
// that it reads.
type Cached struct {
	Get func(stderr io.Writer) bool // takes the outputs from the cache
	Put func(stderr []byte)         // puts them there
}

// Split is a device compile in two steps: the front end to bitcode, and code generation from that,
// whose result is cached separately.
type Split struct {
	Bitcode string // file between the steps
	Code    step.Step
	Cached  *Cached // of Code
}

// Front returns the first step of a compile.
func (s *Split) Front(c *step.CC1) *step.CC1 {
	d := c.Clone()
	d.Emit(s.Bitcode, "-emit-obj", "-emit-llvm-bc", "-emit-llvm-uselists", "-disable-llvm-passes")
	return d
}

// A Command is a step that is to run, here or on another machine.
type Command struct {
	Name           string // of its job, for messages
	Step           step.Step
	Stdout, Stderr io.Writer
	// Local runs a step on this machine.
	Local func(ctx context.Context, s step.Step, stdout, stderr io.Writer) error
}

// Here runs the command on this machine.
func (c *Command) Here(ctx context.Context) error { return c.Local(ctx, c.Step, c.Stdout, c.Stderr) }

// ErrDone is returned by Around if another build has done the job.
var ErrDone = errors.New("done already")

// New returns a job for a step.
func New(s step.Step) *Job { return &Job{Step: s, Verb: s.Verb(), Source: -1} }

// Name describes a job for the user: "gfx90a compile a.hip".
func (j *Job) Name() string {
	where := j.Device
	if where == "" {
		where = "host"
	}
	return where + " " + j.Verb
}

// Outputs returns the files that the job writes, with its dependency file if that is a temporary
// one.
func (j *Job) Outputs() []string { return j.Step.Outputs() }

// Writes returns the files that the job writes, its dependency file among them.
func (j *Job) Writes() []string {
	out := slices.Clone(j.Step.Outputs())
	if d := step.DependencyFile(j.Step); d != "" && !slices.Contains(out, d) {
		out = append(out, d)
	}
	return out
}

// Inputs returns the files that it reads of the jobs that it depends on, sorted.
func (j *Job) Inputs() []string {
	var out []string
	reads := j.Step.Inputs()
	for _, d := range j.Deps {
		for _, f := range d.Writes() {
			if slices.Contains(reads, f) && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return out
}

// CC1 returns the step of a front-end job, or nil.
func (j *Job) CC1() *step.CC1 {
	c, _ := j.Step.(*step.CC1)
	return c
}

// IsDevice reports whether the job compiles or links for a device.
func (j *Job) IsDevice() bool { return j.Device != "" }

// Line returns the job's command as -### prints it; empty: it has none.
func (j *Job) Line() string { return clang.Quote(j.Step.Argv()) }
