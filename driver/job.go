// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"gohipcc/toolchains"
)

// jobKind is what a job does, by which the planner and the executor treat it.
type jobKind uint8

const (
	otherJob      jobKind = iota // a tool with nothing special about it
	cc1Job                       // clang -cc1 or -cc1as
	deviceLinkJob                // gohipcc -device-link
	lldJob                       // lld linking a device image
	bundleJob                    // device images or text into a bundle
	unbundleJob                  // a bundle into its parts
	hostLinkJob                  // ld
	archiveJob                   // ar
	localJob                     // a step of this process, with no command
)

// A Job is one step of a plan: a command that does the same when it is run by
// hand and, where that is faster, a function of this process that takes its
// place.
type Job struct {
	Kind    jobKind
	Argv    []string
	Device  string   // target of a device job: "gfx90a", "spirv64"; empty for the host
	Input   int      // index of the source it compiles; -1: none
	Inputs  []string // files of other jobs that it reads
	Outputs []string // files that it writes
	// Stream is the one of Inputs that the command opens late and reads once, in
	// order, so that it may be a FIFO.
	Stream string
	// Run replaces the command; nil: the command is run.
	Run func(ctx context.Context, stdout, stderr io.Writer) error
	// Write, of a job with one output that Run makes, writes the same bytes to
	// a pipe.
	Write func(w io.Writer) error
	// Prepare runs just before the command; release, which may be nil, when the
	// job has ended. errDone: there is nothing left to do.
	Prepare func(ctx context.Context) (release func(), err error)
	// After runs when the command succeeded.
	After func() error

	direct []string // what runs in the place of Argv, which starts only that

	plain []string // command without the precompiled header, for when that fails
	pch   string   // path of the precompiled header, without its extension
	split *split   // the two steps in which Argv can be done
	soft  bool     // its failure is no failure of the build

	// cached takes the outputs from the cache; keep puts them there.
	cached func(stderr io.Writer) bool
	keep   func(stderr []byte)

	verb  string // "compile", "link"
	index int    // place in the plan
	deps  []*Job
	needs []*Job // jobs that come first although no file name says so
	// merged: its dependency file is merged with the device's, and its object
	// appears after that, so that no object is ever newer than what is known of it.
	merged bool
	final  bool // writes a file the user asked for
}

// Name says what a job does, for people: "gfx90a compile a.hip".
func (j *Job) Name() string {
	where := j.Device
	if where == "" {
		where = "host"
	}
	return where + " " + j.verb
}

// toolOf classifies a command of clang's plan by the name of its program.
func toolOf(argv []string) (jobKind, string) {
	base := filepath.Base(argv[0])
	has := func(w string) bool {
		for _, a := range argv[1:] {
			if a == w {
				return true
			}
		}
		return false
	}
	switch {
	case len(argv) > 1 && argv[1] == "-cc1":
		return cc1Job, cc1Verb(argv)
	case len(argv) > 1 && argv[1] == "-cc1as":
		return cc1Job, "assemble"
	case strings.Contains(base, "clang-offload-bundler") && (has("-unbundle") || has("--unbundle")):
		return unbundleJob, "unbundle"
	case strings.Contains(base, "clang-offload-bundler"):
		return bundleJob, "bundle"
	case has("elf64_amdgpu"):
		return lldJob, "link"
	case strings.HasSuffix(base, "ar"):
		return archiveJob, "archive"
	case base == "ld" || strings.HasPrefix(base, "ld.") || base == "lld" || strings.HasSuffix(base, "-ld"):
		return hostLinkJob, "link"
	case strings.HasPrefix(base, "llvm-spirv"):
		return otherJob, "translate"
	case strings.HasPrefix(base, "clang-linker-wrapper"):
		return otherJob, "device link and link"
	case strings.HasPrefix(base, "llvm-link"):
		return otherJob, "merge"
	}
	return otherJob, base
}

// cc1Verbs are the front end's actions and how they are called in progress
// lines.
var cc1Verbs = map[string]string{
	"-emit-obj": "compile", "-emit-llvm-bc": "compile", "-emit-llvm": "compile", "-S": "compile",
	"-E": "preprocess", "-Eonly": "preprocess", "-fsyntax-only": "check", "-emit-pch": "precompile",
	"-analyze": "analyze", "-emit-pth": "precompile", "-M": "dependencies",
}

func cc1Verb(argv []string) string {
	for _, a := range argv {
		if v, ok := cc1Verbs[a]; ok {
			return v
		}
	}
	return "compile"
}

// valueAfter returns the argument after flag, or "".
func valueAfter(argv []string, flag string) string {
	for i := 0; i+1 < len(argv); i++ {
		if argv[i] == flag {
			return argv[i+1]
		}
	}
	return ""
}

// outputsOf returns the files that a command of clang's plan writes.
func outputsOf(kind jobKind, argv []string) []string {
	var outs []string
	if kind == archiveJob && len(argv) > 2 {
		return []string{argv[2]} // ar OPERATIONS OUT IN...
	}
	for i, a := range argv {
		switch {
		case a == "-o" && i+1 < len(argv):
			outs = append(outs, argv[i+1])
		case strings.HasPrefix(a, "-output="), strings.HasPrefix(a, "--output="):
			outs = append(outs, a[strings.IndexByte(a, '=')+1:])
		case strings.HasPrefix(a, "-outputs="):
			outs = append(outs, strings.Split(a[len("-outputs="):], ",")...)
		}
	}
	return outs
}

// mentions reports whether argument a names the file: it is the file, or ends
// in "=file" or a list that holds it.
func mentions(a, file string) bool {
	i := strings.Index(a, file)
	if i < 0 {
		return false
	}
	before := i == 0 || strings.IndexByte("=,:", a[i-1]) >= 0
	end := i + len(file)
	after := end == len(a) || strings.IndexByte(",:", a[end]) >= 0
	return before && after
}

// tripleOf returns the triple and CPU of a cc1 job.
func tripleOf(argv []string) (triple, cpu string) {
	return valueAfter(argv, "-triple"), valueAfter(argv, "-target-cpu")
}

// isDeviceCC1 reports whether a cc1 line compiles a device side.
func isDeviceCC1(argv []string) bool {
	for _, a := range argv {
		if a == "-fcuda-is-device" {
			return true
		}
	}
	return false
}

// Line is the job's command as -### prints it.
func (j *Job) Line() string { return toolchains.Quote(j.Argv) }
