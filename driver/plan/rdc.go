// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/fatbinasm"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/toolchains/clang"
)

// embedRDC adds the job that writes the assembly file before each job that
// assembles one. Its symbols come from the host objects of the link, so it waits
// for them.
func (p *Plan) embedRDC(jobs []*job.Job) []*job.Job {
	var out []*job.Job
	for i, j := range jobs {
		mcin := ""
		for _, a := range j.Argv {
			if strings.HasSuffix(a, ".mcin") {
				mcin = a
			}
		}
		if j.Kind != job.Other || mcin == "" {
			out = append(out, j)
			continue
		}
		j.Verb = "embed"
		j.Direct = p.assembler(j.Argv, mcin)
		bundle := ""
		made := map[string]bool{}
		for _, b := range jobs[:i] {
			if b.Kind == job.Bundle && strings.HasSuffix(b.Outputs[0], ".hipfb") {
				bundle = b.Outputs[0]
			}
			for _, o := range b.Outputs {
				made[o] = true
			}
		}
		argv := []string{p.Config.Prefix.Self, fatbinasm.Mode, "-o", mcin, "--bundle=" + bundle}
		argv = append(argv, hostObjects(jobs[i+1:], made, j.Outputs)...)
		out = append(out, &job.Job{Kind: job.Local, Verb: "embed", Argv: argv, Input: -1, Outputs: []string{mcin},
			Run: func(ctx context.Context, stdout, stderr io.Writer) error {
				if p.Args.Has("v") {
					fatbinasm.TellSymbols(stderr, argv[5:])
				}
				return fatbinasm.Main(argv[2:])
			}}, j)
	}
	return out
}

// assembler returns the line of clang's integrated assembler that a command of
// clang's driver runs, so that the driver is not started for it; nil when there
// is none.
func (p *Plan) assembler(driver []string, source string) []string {
	out := cmdline.ValueAfter(driver, "-o")
	q := &clang.Query{Exts: []string{filepath.Ext(source)}, OutExt: filepath.Ext(out)}
	for _, a := range driver[1:] {
		switch a {
		case source:
			a = clang.InToken(0)
		case out:
			a = clang.OutToken
		}
		q.Args = append(q.Args, a)
	}
	ans, err := p.Config.Clang.Template(context.Background(), q)
	if err != nil || ans.Failed || len(ans.Commands) != 1 || len(ans.Commands[0]) < 2 || ans.Commands[0][1] != "-cc1as" {
		return nil
	}
	return p.realise(ans, clang.Names{Inputs: []string{source}, Output: out})[0]
}

// hostObjects returns the objects and archives that the next host link or
// archive job takes, but for those in not.
func hostObjects(jobs []*job.Job, made map[string]bool, not []string) []string {
	var objs, dirs []string
	for _, j := range jobs {
		if j.Kind != job.HostLink && j.Kind != job.Archive {
			continue
		}
		for i, a := range j.Argv[1:] {
			switch {
			case slices.Contains(not, a) || slices.Contains(j.Outputs, a) || slices.Contains(objs, a):
			case made[a]:
				objs = append(objs, a)
			case strings.HasPrefix(a, "-L"):
				dirs = append(dirs, a[2:])
			case strings.HasPrefix(a, "-l"):
				name := "lib" + a[2:] + ".a"
				if rest, ok := strings.CutPrefix(a, "-l:"); ok {
					name = rest
				}
				for _, d := range dirs {
					// Libraries of the system have no device code; those that
					// came with a -L of the user may.
					f := filepath.Join(d, name)
					if !strings.HasPrefix(d, "/usr/") && !strings.HasPrefix(d, "/lib") && files.Exists(f) {
						objs = append(objs, f)
						break
					}
				}
			case !strings.HasPrefix(a, "-") && (strings.HasSuffix(a, ".o") || strings.Contains(filepath.Base(a), ".a")) && !strings.HasPrefix(j.Argv[i], "-") && files.IsRegular(a) && !strings.Contains(filepath.Base(a), "crt"):
				objs = append(objs, a)
			}
		}
		break
	}
	return objs
}
