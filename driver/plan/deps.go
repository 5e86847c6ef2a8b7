// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/depfile"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
)

// mergeDepsJob replaces the bundle that clang makes of -M's outputs, which no
// build system can read, by one dependency file.
func (p *Plan) mergeDepsJob(bundler []string, sides []*job.Job) *job.Job {
	var files []string
	out := "-"
	for _, a := range bundler {
		if v, ok := strings.CutPrefix(a, "-input="); ok {
			files = append(files, v)
		}
		if v, ok := strings.CutPrefix(a, "-output="); ok {
			out = v
		}
	}
	if v, ok := p.Args.Value("MF"); ok {
		out = v
	}
	n := 0
	for _, j := range sides {
		if j.Kind == job.CC1 && j.Device != "" && cmdline.ValueAfter(j.Argv, "-dependency-file") == "" && n < len(files)-1 {
			deviceM(j, files[n])
			n++
		}
	}
	slices.Reverse(files) // the host comes first
	return p.newMerge(out, files)
}

// deviceM completes a device's -M line: clang leaves out where the dependencies
// go and what depends on them.
func deviceM(j *job.Job, out string) {
	in := j.Argv[len(j.Argv)-1]
	target := strings.TrimSuffix(filepath.Base(in), filepath.Ext(in)) + ".o"
	j.Argv = slices.Insert(slices.Clone(j.Argv), len(j.Argv)-3, "-dependency-file", out, "-MT", target)
	j.Outputs = []string{out}
}

func (p *Plan) newMerge(out string, files []string) *job.Job {
	argv := append([]string{p.Config.Prefix.Self, depfile.Mode, "-o", out}, files...)
	return &job.Job{Kind: job.Local, Verb: "dependencies", Argv: argv, Input: -1, Outputs: []string{out},
		Run: func(ctx context.Context, stdout, stderr io.Writer) error {
			st, err := depfile.MergeFiles(out, stdout, files)
			if st != nil {
				p.Files.Remember(out, st)
			}
			return err
		}}
}

// depFlags are the front end's options about dependency files that take no
// value.
var depFlags = cmdline.Set("-sys-header-deps -MP -MG -MV -module-file-deps")

// deviceDeps makes each device front-end job write a dependency file too, and
// adds the job that merges them into the host's: a header that only the device
// side includes is a dependency as well.
func (p *Plan) deviceDeps(jobs []*job.Job) []*job.Job {
	if !p.Args.Has("MD") {
		return jobs
	}
	out := slices.Clone(jobs)
	for _, h := range jobs {
		dep := cmdline.ValueAfter(h.Argv, "-dependency-file")
		if h.Kind != job.CC1 || h.Device != "" || dep == "" || h.Input < 0 {
			continue
		}
		var flags []string
		for i, a := range h.Argv {
			if depFlags[a] {
				flags = append(flags, a)
			}
			if a == "-MT" && i+1 < len(h.Argv) {
				flags = append(flags, a, h.Argv[i+1])
			}
		}
		names := []string{dep}
		for _, d := range out {
			if d.Kind != job.CC1 || d.Device == "" || d.Input != h.Input || cmdline.ValueAfter(d.Argv, "-dependency-file") != "" || d.Verb == "assemble" {
				continue
			}
			f := filepath.Join(p.Config.TempDir, fmt.Sprintf("%s-%d-%d.d", strings.ReplaceAll(d.Device, ":", "-"), h.Input, len(names)))
			d.Argv = slices.DeleteFunc(d.Argv, func(a string) bool { return depFlags[a] })
			at := len(d.Argv) - 1
			for i, a := range d.Argv {
				if a == "-o" {
					at = i
				}
			}
			d.Argv = slices.Insert(d.Argv, at, append([]string{"-dependency-file", f}, flags...)...)
			d.Outputs = append(d.Outputs, f)
			names = append(names, f)
		}
		if len(names) == 1 {
			continue
		}
		// The host writes the file as ever; the others' headers are added.
		merge := p.newMerge(dep, names)
		merge.Needs = append(merge.Needs, h)
		if h.Merged = !p.link && files.Replaceable(dep); h.Merged {
			merge.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
				st, err := depfile.MergeFiles(dep, stdout, append([]string{files.PartOf(dep)}, names[1:]...))
				if err == nil {
					p.Files.Remember(dep, st)
					_, finals := p.Files.Beside(h)
					err = p.Files.Publish(finals)
				}
				return err
			}
		}
		out = append(out, merge)
	}
	return out
}
