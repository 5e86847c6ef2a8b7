// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
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
	"gohipcc/toolchains/step"
)

// mergeOutputs replaces the bundle that clang makes of -M's outputs, which no
// build system can read, by one dependency file.
func (p *Plan) mergeOutputs(b *step.Bundle, sides []*job.Job) *job.Job {
	names := b.Inputs()
	out := cmp.Or(b.File(), "-")
	if v, ok := p.Args.Value("MF"); ok {
		out = v
	}
	n := 0
	for _, j := range sides {
		if c := j.CC1(); c != nil && j.IsDevice() && step.DependencyFile(c) == "" && n < len(names)-1 {
			// clang leaves out where a device's dependencies go and what depends on them.
			target := strings.TrimSuffix(filepath.Base(c.Source()), filepath.Ext(c.Source())) + ".o"
			c.Append(step.Sep("-dependency-file", names[n]), step.Sep("-MT", target))
			n++
		}
	}
	slices.Reverse(names) // the host comes first
	j := job.New(&step.MergeDeps{})
	p.setMerge(j, &step.MergeDeps{Program: p.Config.Prefix.Self, Output: out, Files: names})
	return j
}

// setMerge makes j the job of a merge, which this process does.
func (p *Plan) setMerge(j *job.Job, m *step.MergeDeps) {
	j.Step = m
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		st, err := depfile.MergeFiles(m.Output, stdout, m.Files)
		if st != nil {
			p.Files.Remember(m.Output, st)
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
		c := h.CC1()
		if c == nil || h.IsDevice() || step.DependencyFile(c) == "" || h.Source < 0 {
			continue
		}
		if names := p.askDeps(out, h.Source, c); len(names) > 1 {
			out = append(out, p.mergeIntoHosts(h, names))
		}
	}
	return out
}

// askDeps makes the device front ends of a source write dependency files as host does. It
// returns all of them, the host's first.
func (p *Plan) askDeps(jobs []*job.Job, source int, host *step.CC1) []string {
	names := []string{step.DependencyFile(host)}
	var flags []step.Arg
	for _, a := range host.Args {
		if depFlags[a.Name] || a.Name == "-MT" {
			flags = append(flags, a)
		}
	}
	for _, d := range jobs {
		c := d.CC1()
		if c == nil || !d.IsDevice() || d.Source != source || step.DependencyFile(c) != "" || c.Assembler {
			continue
		}
		f := filepath.Join(p.Config.TempDir, fmt.Sprintf("%s-%d-%d.d", strings.ReplaceAll(d.Device, ":", "-"), source, len(names)))
		c.Drop(func(a step.Arg) bool { return depFlags[a.Name] })
		more := append([]step.Arg{step.Sep("-dependency-file", f)}, flags...)
		if at := c.Args.Index("-o"); at >= 0 {
			c.InsertAt(at, more...)
		} else {
			c.Append(more...)
		}
		names = append(names, f)
	}
	return names
}

// mergeIntoHosts is the job that adds the devices' headers to the dependency file that a host
// job h writes, the first of names.
func (p *Plan) mergeIntoHosts(h *job.Job, names []string) *job.Job {
	dep := names[0]
	merge := job.New(&step.MergeDeps{})
	p.setMerge(merge, &step.MergeDeps{Program: p.Config.Prefix.Self, Output: dep, Files: names})
	if h.PublishedByMerge = !p.link && files.Replaceable(dep); h.PublishedByMerge {
		merge.InProcess.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
			st, err := depfile.MergeFiles(dep, stdout, append([]string{files.PartOf(dep)}, names[1:]...))
			if err == nil {
				p.Files.Remember(dep, st)
				_, finals := p.Files.Beside(h.Step)
				err = p.Files.Publish(finals)
			}
			return err
		}
	}
	return merge
}
