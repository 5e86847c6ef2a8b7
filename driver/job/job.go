// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package job is what a plan is made of: a command, the files that it reads and writes,
// and what may take its place.
package job

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/toolchains/clang"
)

// Kind is what a job does, by which the planner and the executor treat it.
type Kind uint8

const (
	Other      Kind = iota // a tool with nothing special about it
	CC1                    // clang -cc1 or -cc1as
	DeviceLink             // gohipcc -device-link
	LLD                    // lld linking a device image
	Bundle                 // device images or text into a bundle
	Unbundle               // a bundle into its parts
	HostLink               // ld
	Archive                // ar
	Local                  // a step of this process, with no command
)

// A Job is one step of a plan: a command that does the same when it is run by
// hand and, where that is faster, a function of this process that takes its
// place.
type Job struct {
	Kind    Kind
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
	// job has ended. ErrDone: there is nothing left to do.
	Prepare func(ctx context.Context) (release func(), err error)
	// After runs when the command succeeded.
	After func() error

	Direct []string // what runs in the place of Argv, which starts only that

	Plain []string // command without the precompiled header, for when that fails
	PCH   string   // path of the precompiled header, without its extension
	Split *Split   // the two steps in which Argv can be done
	Soft  bool     // its failure is no failure of the build

	// Cached takes the outputs from the cache; Keep puts them there.
	Cached func(stderr io.Writer) bool
	Keep   func(stderr []byte)

	Verb  string // "compile", "link"
	Index int    // place in the plan
	Deps  []*Job
	Needs []*Job // jobs that come first although no file name says so
	// Merged: its dependency file is merged with the device's, and its object
	// appears after that, so that no object is ever newer than what is known of it.
	Merged bool
	Final  bool // writes a file the user asked for
}

// ErrDone is what Prepare returns when another build has done the job.
var ErrDone = errors.New("done already")

// Name says what a job does, for people: "gfx90a compile a.hip".
func (j *Job) Name() string {
	where := j.Device
	if where == "" {
		where = "host"
	}
	return where + " " + j.Verb
}

// ToolOf classifies a command of clang's plan by the name of its program.
func ToolOf(argv []string) (Kind, string) {
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
		return CC1, cc1Verb(argv)
	case len(argv) > 1 && argv[1] == "-cc1as":
		return CC1, "assemble"
	case strings.Contains(base, "clang-offload-bundler") && (has("-unbundle") || has("--unbundle")):
		return Unbundle, "unbundle"
	case strings.Contains(base, "clang-offload-bundler"):
		return Bundle, "bundle"
	case has("elf64_amdgpu"):
		return LLD, "link"
	case strings.HasSuffix(base, "ar"):
		return Archive, "archive"
	case base == "ld" || strings.HasPrefix(base, "ld.") || base == "lld" || strings.HasSuffix(base, "-ld"):
		return HostLink, "link"
	case strings.HasPrefix(base, "llvm-spirv"):
		return Other, "translate"
	case strings.HasPrefix(base, "clang-linker-wrapper"):
		return Other, "device link and link"
	case strings.HasPrefix(base, "llvm-link"):
		return Other, "merge"
	}
	return Other, base
}

// Cc1Verbs are the front end's actions and how they are called in progress
// lines.
var Cc1Verbs = map[string]string{
	"-emit-obj": "compile", "-emit-llvm-bc": "compile", "-emit-llvm": "compile", "-S": "compile",
	"-E": "preprocess", "-Eonly": "preprocess", "-fsyntax-only": "check", "-emit-pch": "precompile",
	"-analyze": "analyze", "-emit-pth": "precompile", "-M": "dependencies",
}

func cc1Verb(argv []string) string {
	for _, a := range argv {
		if v, ok := Cc1Verbs[a]; ok {
			return v
		}
	}
	return "compile"
}

// OutputsOf returns the files that a command of clang's plan writes.
func OutputsOf(kind Kind, argv []string) []string {
	var outs []string
	if kind == Archive && len(argv) > 2 {
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

// TripleOf returns the triple and CPU of a cc1 job.
func TripleOf(argv []string) (triple, cpu string) {
	return cmdline.ValueAfter(argv, "-triple"), cmdline.ValueAfter(argv, "-target-cpu")
}

// IsDeviceCC1 reports whether a cc1 line compiles a device side.
func IsDeviceCC1(argv []string) bool {
	for _, a := range argv {
		if a == "-fcuda-is-device" {
			return true
		}
	}
	return false
}

// Line is the job's command as -### prints it.
func (j *Job) Line() string { return clang.Quote(j.Argv) }
