// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
)

// rewriteSPIRVLink puts gohipcc's device link in the place of what clang's
// HIPSPV toolchain runs after the front end: llvm-link, opt with a plugin, and
// llvm-spirv.
func (p *Plan) rewriteSPIRVLink(jobs []*job.Job) []*job.Job {
	if !p.spirv {
		return jobs
	}
	var out []*job.Job
	var pending []*job.Job      // llvm-link and opt of the image being made
	vendor := map[string]bool{} // files of AMD's SPIR-V, which clang's jobs make
	for i, j := range jobs {
		base := filepath.Base(j.Argv[0])
		if strings.HasPrefix(cmdline.ValueAfter(j.Argv, "-triple"), "spirv64-amd") || slices.ContainsFunc(j.Argv[1:], func(a string) bool { return vendor[a] }) {
			for _, o := range j.Outputs {
				vendor[o] = j.Kind != job.Bundle
			}
			out = append(out, j)
			continue
		}
		switch {
		case j.Kind == job.CC1 && j.Device != "" && i > 0 && len(j.Outputs) == 1 && cmdline.ValueAfter(j.Argv, "-x") == "ir" && slices.Equal(j.Outputs, jobs[i-1].Outputs):
			// With -save-temps, clang passes bitcode through the front end again,
			// onto itself; the device link takes it as it is.
		case j.Kind == job.Other && (strings.HasPrefix(base, "llvm-link") || base == "opt" || strings.HasPrefix(base, "opt-")):
			pending = append(pending, j)
		case j.Kind == job.Other && strings.HasPrefix(base, "llvm-spirv") && len(pending) > 0:
			out = append(out, p.deviceLink(pending, j))
			pending = nil
		default:
			out = append(out, j)
		}
	}
	return append(out, pending...)
}

// optLevel returns the last -O option in device-link's spelling. Without one, and with -O0,
// the device side is optimised a little, as hipcc optimises it: CPU devices refuse some code
// whose variables are all in memory, what lanes do in lockstep is not seen in it, and
// functions that call each other stay recursive.
func (p *Plan) optLevel() string {
	v, ok := p.Args.Value("O")
	switch {
	case !ok || v == "" || v == "g" || v == "0":
		return "-O1"
	case v == "fast" || v == "4":
		return "-O3"
	}
	return "-O" + v
}

// deviceLink makes the job that turns the bitcode files of one SPIR-V image
// into the image.
func (p *Plan) deviceLink(links []*job.Job, emit *job.Job) *job.Job {
	made := map[string]bool{}
	for _, l := range links {
		for _, o := range l.Outputs {
			made[o] = true
		}
	}
	var in []string
	for _, l := range links {
		in = append(in, bitcodeInputs(l, made)...)
	}
	j := p.newDeviceLink("spirv", emit.Outputs[0], in)
	if p.Args.Has("rdc") {
		// What an object of plain C++ has of device code is an empty file.
		j.Argv = slices.Insert(j.Argv, 3, "--allow-empty")
	}
	return j
}

// spirvAssembly makes the jobs of -S: the text comes from the same device link
// as an image.
func (p *Plan) spirvAssembly(j *job.Job) []*job.Job {
	out := j.Outputs[0]
	bc := filepath.Join(p.Config.TempDir, fmt.Sprintf("spirv-%d.bc", j.Input))
	for i, a := range j.Argv {
		switch {
		case a == "-S":
			j.Argv[i] = "-emit-llvm-bc"
		case a == out:
			j.Argv[i] = bc
		}
	}
	j.Argv = spirvFrontEnd(j.Argv)
	j.Outputs[0] = bc
	return []*job.Job{j, p.newDeviceLink("asm", out, []string{bc})}
}

func (p *Plan) newDeviceLink(emit, out string, in []string) *job.Job {
	argv := []string{p.Config.Prefix.Self, "-device-link", "--target=spirv64-unknown-unknown", p.optLevel(), "--emit=" + emit}
	if v, ok := p.Args.Value("spirv-version"); ok {
		argv = append(argv, "--spirv-version="+v)
	}
	if v, ok := p.Args.Value("spirv-producer"); ok {
		argv = append(argv, "--producer="+v)
	}
	if !p.Args.Has("nogpulib") {
		if lib := p.Config.Prefix.DeviceLib("hipspv-spirv64-unknown-unknown.bc"); files.Exists(lib) {
			argv = append(argv, "--library="+lib)
		}
	}
	for _, f := range p.Args.Values("pass-plugin") {
		argv = append(argv, "--pass-plugin="+f, "--user-pass=hip-post-link-passes")
	}
	for _, f := range p.Args.Values("link-pass-path") {
		argv = append(argv, "--pass-plugin="+f, "--user-pass=hip-link-passes")
	}
	if p.Args.Has("verify") {
		argv = append(argv, "--verify")
	}
	if p.Args.Has("save-temps") {
		argv = append(argv, "--save-temps="+strings.TrimSuffix(filepath.Base(out), filepath.Ext(out)))
	}
	if i := filepath.Dir(p.Config.LLVM.Bin); i != "" {
		argv = append(argv, "--llvm="+i)
	}
	argv = append(argv, "-o", out)
	argv = append(argv, in...)
	return &job.Job{Kind: job.DeviceLink, Verb: "link and optimise", Argv: argv, Device: "spirv64", Input: -1, Outputs: []string{out}}
}

// bitcodeInputs returns the files that an llvm-link command reads.
func bitcodeInputs(l *job.Job, made map[string]bool) []string {
	var in []string
	for i := 1; i < len(l.Argv); i++ {
		a := l.Argv[i]
		switch {
		case a == "-o" || a == "-load-pass-plugin":
			i++
		case strings.HasPrefix(a, "-"):
		case !made[a]:
			in = append(in, a)
		}
	}
	return in
}

// mergeSPIRV adds the SPIR-V chains of a second graph to p.Jobs, which clang
// planned for AMD: each bundle gets one entry more.
func (p *Plan) mergeSPIRV(spirv []*job.Job) {
	var chain []*job.Job
	// Dependency files of every side become one.
	for _, j := range spirv {
		if j.Kind != job.Local || j.Verb != "dependencies" {
			continue
		}
		for _, k := range p.Jobs {
			if k.Kind == job.Local && k.Verb == "dependencies" {
				mine := k.Argv[4:]
				*k = *p.newMerge(k.Outputs[0], append(slices.Clone(mine), j.Argv[5:]...))
				p.Jobs = append(slices.DeleteFunc(slices.Clone(spirv), func(s *job.Job) bool { return s.Device == "" }), p.Jobs...)
				return
			}
		}
	}
	bundles := slices.DeleteFunc(slices.Clone(spirv), func(j *job.Job) bool { return j.Kind != job.Bundle })
	for _, j := range spirv {
		if j.Device != "" && (j.Kind == job.CC1 || j.Kind == job.DeviceLink) || j.Kind == job.Unbundle {
			chain = append(chain, j)
		}
	}
	if len(bundles) == 0 {
		p.Jobs = append(p.Jobs, chain...)
		return
	}
	var out []*job.Job
	n := 0
	out = append(out, chain...)
	for _, j := range p.Jobs {
		if j.Kind == job.Bundle && n < len(bundles) {
			j.Argv = mergeBundle(j.Argv, bundles[n].Argv)
			n++
		}
		out = append(out, j)
	}
	p.Jobs = out
}

// mergeBundle adds the SPIR-V entries of one bundler line to another.
func mergeBundle(to, from []string) []string {
	type entry struct{ id, file string }
	read := func(argv []string) (es []entry) {
		var ids, files []string
		for _, a := range argv {
			if v, ok := strings.CutPrefix(a, "-targets="); ok {
				ids = strings.Split(v, ",")
			}
			if v, ok := strings.CutPrefix(a, "-input="); ok {
				files = append(files, v)
			}
		}
		for i := range ids {
			if i < len(files) {
				es = append(es, entry{ids[i], files[i]})
			}
		}
		return es
	}
	entries := read(to)
	for _, e := range read(from) {
		if !strings.Contains(e.id, "spirv") {
			continue
		}
		at := len(entries)
		for at > 0 && strings.HasPrefix(entries[at-1].id, "host-") && at > 1 {
			at-- // in object bundles the host comes last
		}
		entries = slices.Insert(entries, at, e)
	}
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.id)
	}
	var out []string
	done := false
	for _, a := range to {
		switch {
		case strings.HasPrefix(a, "-targets="):
			out = append(out, "-targets="+strings.Join(ids, ","))
		case strings.HasPrefix(a, "-input="):
			if !done {
				for _, e := range entries {
					out = append(out, "-input="+e.file)
				}
				done = true
			}
		default:
			out = append(out, a)
		}
	}
	return out
}
