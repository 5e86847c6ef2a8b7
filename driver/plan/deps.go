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

// mergeOutputs replaces the bundle that clang makes of -M's outputs, which no build system can
// read, by one dependency file.
func (p *Plan) mergeOutputs(b *step.Bundle, sides []*job.Job) *job.Job {
	names := b.Inputs()
	out := cmp.Or(b.File(), "-")
	if v, ok := p.Args.Value("MF"); ok {
		out = v
	}
	for i, j := range sides {
		// The sources before this one have theirs.
		if _, ok := j.Step.(*step.MergeDeps); ok && i+1 < len(sides) {
			return p.mergeOutputs(b, sides[i+1:])
		}
	}
	n := 0
	for _, j := range sides {
		if c := j.CC1(); c != nil && j.IsDevice() && step.DependencyFile(c) == "" && n < len(names)-1 {
			// Clang does not say where a device's dependencies go and what depends on them.
			target := strings.TrimSuffix(filepath.Base(c.Source()), filepath.Ext(c.Source())) + ".o"
			c.Append(step.Sep("-dependency-file", names[n]), step.Sep("-MT", target))
			n++
		}
	}
	slices.Reverse(names) // the host comes first
	for _, j := range sides {
		// With -MF clang makes the host write there directly.
		if c := j.CC1(); c != nil && !j.IsDevice() && step.DependencyFile(c) != "" {
			c.Args.Set("-dependency-file", names[0])
		}
	}
	j := job.New(&step.MergeDeps{})
	p.setMerge(j, &step.MergeDeps{Program: p.Config.Prefix.Self, Output: out, Files: names})
	return j
}

// setMerge makes j the job of a merge, which runs in this process.
func (p *Plan) setMerge(j *job.Job, m *step.MergeDeps) {
	j.Step = m
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		st, err := depfile.MergeFiles(m.Output, stdout, m.Files, m.Without)
		if st != nil {
			p.Files.Remember(m.Output, st)
		}
		return err
	}}
}

// depFlags are the front end's options about dependency files that take no
// value.
var depFlags = cmdline.Set("-sys-header-deps -MP -MG -MV -module-file-deps")

// completeDeps makes each device front-end job write a dependency file too, and adds the jobs that
// merge them into the host's: a header that only the device side includes is a dependency as well.
// With -MMD, front ends still list system headers, which the cache and precompiled headers need,
// and the merge leaves them out.
func (p *Plan) completeDeps(jobs []*job.Job) []*job.Job {
	if !p.Args.Has("MD") {
		return lastMerges(jobs)
	}
	out := slices.Clone(jobs)
	// Those that clang gave one; askDeps gives one to the others, which may come later.
	asked := slices.DeleteFunc(slices.Clone(jobs), func(j *job.Job) bool {
		c := j.CC1()
		return c == nil || c.Assembler || j.Source < 0 || step.DependencyFile(c) == ""
	})
	for i, h := range asked {
		c := h.CC1()
		if f := step.DependencyFile(c); !h.IsDevice() && f != "-" && files.Replaceable(f) && slices.ContainsFunc(asked[i+1:], func(j *job.Job) bool { return j.CC1().Args.Value("-dependency-file") == f }) {
			// Of several sources with one file the last has it, as with clang.
			c.Args = slices.Clone(c.Args)
			c.Args.Set("-dependency-file", p.ownDeps(h))
			continue
		}
		m := &step.MergeDeps{Program: p.Config.Prefix.Self, Output: step.DependencyFile(c)}
		p.listAll(h, c, m)
		m.Files = []string{step.DependencyFile(c)}
		if !h.IsDevice() {
			m.Files = p.askDeps(out, h.Source, c)
		}
		for _, d := range out {
			if c := d.CC1(); c != nil && d.Source == h.Source && m.Without != nil {
				m.Without.Join(c.HeaderPath())
			}
		}
		if len(m.Files) > 1 || m.Files[0] != m.Output {
			out = append(out, p.mergeInto(h, m))
		}
	}
	return out
}

// listAll makes a front end list every header in a temporary file, if the merge m leaves some out
// or writes to something that cannot be read back.
func (p *Plan) listAll(j *job.Job, c *step.CC1, m *step.MergeDeps) {
	all := c.Args.Has("-sys-header-deps")
	if all && m.Output != "-" && files.Replaceable(m.Output) {
		return
	}
	c.Args = slices.Clone(c.Args)
	c.Args.Set("-dependency-file", p.ownDeps(j))
	if !all {
		c.InsertAt(c.Args.Index("-dependency-file")+1, step.Arg{Name: "-sys-header-deps"})
		without := c.HeaderPath()
		m.Without = &without
	}
}

// ownDeps names a dependency file that only this build reads.
func (p *Plan) ownDeps(j *job.Job) string {
	return filepath.Join(p.Config.TempDir, fmt.Sprintf("%s-%d.d", cmp.Or(strings.ReplaceAll(j.Device, ":", "-"), "host"), j.Source))
}

// lastMerges leaves out the merges into a file that a later source's replaces.
func lastMerges(jobs []*job.Job) []*job.Job {
	seen := map[string]bool{}
	var out []*job.Job
	for _, j := range slices.Backward(jobs) {
		m, ok := j.Step.(*step.MergeDeps)
		if ok && m.Output != "-" && files.Replaceable(m.Output) {
			if seen[m.Output] {
				continue
			}
			seen[m.Output] = true
		}
		out = append(out, j)
	}
	slices.Reverse(out)
	return out
}

// askDeps makes the device front ends of a source write dependency files as host does. It returns
// all of them, the host's first.
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

// mergeInto returns the job that merges the dependency files of the front ends of a source; that of
// the first, h, is replaced by the merged one.
func (p *Plan) mergeInto(h *job.Job, m *step.MergeDeps) *job.Job {
	merge := job.New(m)
	p.setMerge(merge, m)
	dep := m.Output
	if h.PublishedByMerge = !p.link && !h.IsDevice() && dep != "-" && files.Replaceable(dep); h.PublishedByMerge {
		merge.InProcess.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
			names := slices.Clone(m.Files)
			if names[0] == dep {
				names[0] = files.PartOf(dep)
			}
			st, err := depfile.MergeFiles(dep, stdout, names, m.Without)
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
