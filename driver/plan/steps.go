// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/internal/secure"
	"gohipcc/internal/workaround"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// A graph makes jobs from one of clang's command templates. The template's steps for the generic
// device are instantiated for every target that uses the template.
type graph struct {
	plan    *Plan
	jobs    []*job.Job
	pending []*step.Tool      // llvm-link and opt steps of the generic image so far
	last    *step.CC1         // of the generic template
	files   map[string]bool   // what generic steps of the template write
	fronts  int               // the number of front ends of the generic template so far
	same    map[string]string // from a file of one target to the identical one of another
	vendor  map[string]bool   // files of AMD's vendor-specific SPIR-V
	images  map[string]bool   // images that the template's generic steps write
}

// jobsOf parses clang's commands into steps and makes jobs of them.
func (p *Plan) jobsOf(commands [][]string) []*job.Job {
	g := &graph{plan: p, files: map[string]bool{}, same: map[string]string{}, vendor: map[string]bool{}, images: map[string]bool{}}
	for _, argv := range commands {
		s := step.Parse(argv)
		if g.isVendor(s) {
			g.add(s)
			continue
		}
		switch s := s.(type) {
		case *step.CC1:
			g.addCC1(s)
		case *step.Tool:
			g.addTool(s)
		case *step.Bundle:
			g.instantiateEntries(s)
			if s.Type == "d" {
				g.jobs = append(g.jobs, p.mergeOutputs(s, g.jobs))
				continue
			}
			g.add(s)
		case *step.Unbundle:
			for _, e := range s.Entries {
				if toolchains.IsGenericEntry(e.ID) {
					p.must(checkAssembly(s))
					g.files[e.File] = true
				}
			}
			g.instantiateEntries(s)
			g.add(s)
		case *step.Assemble:
			g.jobs = append(g.jobs, p.embedRDC(s, g.jobs)...)
		default:
			g.add(s)
		}
	}
	for _, t := range g.pending {
		g.add(t)
	}
	p.completeLinks(g.jobs)
	return g.jobs
}

// completeLinks tells the assembly of relocatable device code which host objects are linked with
// it, checks that the host has the runtimes that devices need, and links the runtime.
func (p *Plan) completeLinks(jobs []*job.Job) {
	var devices []*step.CC1
	for i, j := range jobs {
		switch s := j.Step.(type) {
		case *step.CC1:
			if toolchains.IsGeneric(s.Triple()) {
				devices = append(devices, s)
			}
		case *step.EmbedFatbin:
			s.Objects = p.hostObjects(jobs[:i], jobs[i+1:])
		case *step.HostLink:
			p.must(toolchains.CheckSanitizers(p.build, s, devices))
			p.linkRuntime(s)
		case *step.WrappedLink:
			p.linkRuntime(&s.HostLink)
		}
	}
}

// linkRuntime links libgohip with a program that uses gohipcc's headers.
func (p *Plan) linkRuntime(l *step.HostLink) {
	if p.build.OwnRoot {
		toolchains.LinkHost(p.build, l, len(p.targets.generic) > 0)
	}
}

func (g *graph) add(s step.Step) *job.Job {
	j := job.New(s)
	switch s := s.(type) {
	case *step.CC1:
		g.plan.completeCC1(j, s)
	case *step.ImageLink:
		toolchains.LinkImage(g.plan.build, s)
		j.Device = s.CPU()
	}
	j.Mend = toolchains.MendLoops(g.plan.build, s)
	g.jobs = append(g.jobs, j)
	return j
}

// isVendor reports whether a step is for AMD's vendor-specific SPIR-V, whose image clang's own
// steps make beside those of the generic template.
func (g *graph) isVendor(s step.Step) bool {
	c, _ := s.(*step.CC1)
	vendor := c != nil && strings.HasPrefix(c.Triple(), "spirv64-amd") ||
		slices.ContainsFunc(s.Inputs(), func(f string) bool { return g.vendor[f] })
	if _, bundles := s.(*step.Bundle); bundles || !vendor {
		return false
	}
	for _, o := range s.Outputs() {
		g.vendor[o] = true
	}
	return true
}

// isGeneric reports whether a front end's line is that of the generic template.
func (g *graph) isGeneric(c *step.CC1) bool {
	return len(g.plan.targets.generic) > 0 && toolchains.IsGeneric(c.Triple())
}

func (g *graph) addCC1(c *step.CC1) {
	p := g.plan
	if !g.isGeneric(c) {
		g.add(c)
		return
	}
	c = noDeviceAssembly(c)
	n := g.fronts
	g.fronts++
	if g.last != nil && c.Language() == "ir" && c.Output() != "" && c.Output() == g.last.Output() {
		// With -save-temps, clang passes bitcode through the front end again, onto itself; the
		// device link reads it directly.
		return
	}
	g.last = c
	out := c.Output()
	g.files[out] = true
	assembly := c.Args.Has("-S") && !p.Args.Has("emit-llvm")
	bitcode := out
	if assembly {
		// The text comes from the same device link as the image.
		bitcode = filepath.Join(p.Config.TempDir, fmt.Sprintf("spirv-%d.bc", p.inputOf(c)))
		g.files[bitcode] = true
	}
	made := map[string]toolchains.Target{} // by the line without the target's names: the first target that has it
	for _, t := range p.targets.generic {
		d := p.frontEndOf(t, n, c)
		if assembly {
			d.Emit(bitcode, "-S", "-emit-llvm-bc")
		}
		j := job.New(d)
		p.completeSource(j, d)
		p.must(t.Compile(p.buildFor(t), t.Arch, d))
		line := strings.Join(d.Argv(), "\x00")
		if first, ok := made[line]; ok && g.shares(d) {
			// Targets whose front ends have the same line share one run: it is most of the work.
			g.same[g.fileOf(t, d.Output())] = g.fileOf(first, d.Output())
			continue
		}
		made[line] = t
		name := func(f string) string { return g.fileOf(t, f) }
		j.Step, j.Device = d.WithFiles(name, name), t.Arch
		g.jobs = append(g.jobs, j)
	}
	if assembly {
		g.link("asm", out, []string{bitcode})
	}
}

// shares reports whether targets may share a front-end step: its only output is bitcode, under a
// name that the user does not see.
func (g *graph) shares(c *step.CC1) bool {
	return c.Args.Has("-emit-llvm-bc") && g.plan.Files.IsTemp(c.Output()) && !c.Args.Has("-dependency-file")
}

// addTool replaces what clang's HIPSPV toolchain runs after the front end (llvm-link, opt with a
// plugin, llvm-spirv) by gohipcc's device link.
func (g *graph) addTool(t *step.Tool) {
	generic := len(g.plan.targets.generic) > 0
	switch {
	case generic && (t.Is("llvm-link") || t.Is("opt")):
		g.pending = append(g.pending, t)
	case generic && t.Is("llvm-spirv") && len(g.pending) > 0:
		var made, in []string
		for _, l := range g.pending {
			made = append(made, l.Outputs()...)
		}
		for _, l := range g.pending {
			in = append(in, slices.DeleteFunc(l.Args.Files(), func(f string) bool { return slices.Contains(made, f) })...)
		}
		g.pending = nil
		g.files[t.Outputs()[0]], g.images[t.Outputs()[0]] = true, true
		g.link("spirv", t.Outputs()[0], in)
	default:
		g.add(t)
	}
}

// link adds the device links that make an image, or its text, for every target.
func (g *graph) link(emit, out string, in []string) {
	for _, t := range g.plan.targets.generic {
		var files []string
		for _, f := range in {
			files = append(files, g.fileOf(t, f))
		}
		l := g.plan.deviceLink(t, emit, out, g.fileOf(t, out), files)
		j := job.New(l)
		j.Device = t.Arch
		g.jobs = append(g.jobs, j)
	}
}

// silent reports whether a warning of the device link is off. It is on by default.
func (p *Plan) silent(warning string) bool {
	return p.Args.Has("no-warnings") || p.Args.LastOf(warning, "no-"+warning) == "no-"+warning
}

// deviceLink makes the step that links bitcode files to an image of a target. template is the name
// of the output in clang's template.
func (p *Plan) deviceLink(t toolchains.Target, emit, template, out string, in []string) *step.DeviceLink {
	b := p.buildFor(t)
	l := &step.DeviceLink{
		Program: p.Config.Prefix.Self, OptLevel: optLevel(b.Flags), Emit: emit, Verify: p.Args.Has("verify"),
		LLVM: filepath.Dir(p.Config.LLVM.Bin), Output: out, Files: in, Disabled: secure.Getenv(workaround.Variable),
		// The device code of a plain C++ object is an empty file.
		AllowEmpty: emit == "spirv" && p.Args.Has("rdc"),
		NoWarpSize: p.silent("warp-size"),
		NoLayout:   p.silent("host-layout"),
	}
	for _, f := range p.Args.Values("pass-plugin") {
		l.Passes = append(l.Passes, step.UserPass{Plugin: f, Name: "hip-post-link-passes"})
	}
	for _, f := range p.Args.Values("link-pass-path") {
		l.Passes = append(l.Passes, step.UserPass{Plugin: f, Name: "hip-link-passes"})
	}
	if where, kept := p.Args.Value("save-temps"); kept {
		l.SaveTemps = strings.TrimSuffix(template, filepath.Ext(template))
		if where != "obj" {
			l.SaveTemps = filepath.Base(l.SaveTemps)
		}
	}
	p.must(t.Link(b, t.Arch, l))
	return l
}

// optLevel returns the last -O option in device-link's spelling. Without one, and with -O0,
// the device side is optimised a little: CPU devices refuse some code
// whose variables are all in memory, what work-items of a warp do in lockstep is not seen in
// it, and functions that call each other stay recursive.
func optLevel(flags toolchains.Flags) string {
	v, ok := flags.Value("O")
	switch {
	case !ok || v == "" || v == "g" || v == "0":
		return "-O1"
	case v == "fast" || isLevelAbove3(v):
		return "-O3" // as with clang, which warns of numbers above 4
	}
	return "-O" + v
}

func isLevelAbove3(v string) bool {
	n, err := strconv.Atoi(v)
	return err == nil && n > 3
}

// instantiateEntries replaces the generic template's entry of a bundle by one for each target.
func (g *graph) instantiateEntries(s step.Step) {
	var entries []step.Entry
	for _, e := range step.Entries(s) {
		if len(g.plan.targets.generic) == 0 || !toolchains.IsGenericEntry(e.ID) {
			entries = append(entries, e)
			continue
		}
		for _, t := range g.plan.targets.generic {
			file := g.fileOf(t, e.File)
			if !g.files[e.File] && !t.KeepsTemplateNames() {
				file = targetFile(t, e.File)
			}
			arch := t.Arch
			if _, bundles := s.(*step.Bundle); bundles && g.images[e.File] {
				var code []step.Entry
				code, arch = g.assemble(t, e.ID, file)
				entries = append(entries, code...)
			}
			entries = append(entries, step.Entry{ID: t.EntryID(arch, e.ID), File: file})
		}
	}
	step.SetEntries(s, entries)
}

// fileOf returns the name of a target's counterpart of a file that the template's generic steps
// write.
func (g *graph) fileOf(t toolchains.Target, f string) string {
	p := g.plan
	if t.KeepsTemplateNames() {
		return cmp.Or(g.same[f], f)
	}
	if !g.files[f] || f == "-" || f == "/dev/null" {
		return f
	}
	if len(p.targets.generic) == 1 && len(p.targets.own) == 0 && !p.Files.IsTemp(f) {
		return f // no other target could use the name
	}
	name := targetFile(t, f)
	return cmp.Or(g.same[name], name)
}

// targetFile names the file of a target after that of the generic template.
func targetFile(t toolchains.Target, f string) string {
	dir, base := filepath.Split(f)
	for _, word := range []string{"spirv64-unknown-unknown-generic", "spirv64-unknown-unknown", "spirv64-generic", "spirv64"} {
		if before, after, ok := strings.Cut(base, word); ok {
			return dir + before + t.Triple() + "-" + t.Arch + after
		}
	}
	if before, after, ok := strings.Cut(base, "-generic"); ok {
		return dir + before + "-" + t.Arch + after
	}
	ext := filepath.Ext(base)
	return dir + strings.TrimSuffix(base, ext) + "-" + t.Arch + ext
}

// must keeps the first error of the plan.
func (p *Plan) must(err error) {
	if p.err == nil {
		p.err = err
	}
}

// joinMerges makes one dependency file of those that -M gives for each source in both templates;
// nil where there is none.
func (p *Plan) joinMerges(own, generic []*job.Job) []*job.Job {
	var from []*step.MergeDeps // of each source
	for _, j := range generic {
		if m, ok := j.Step.(*step.MergeDeps); ok {
			from = append(from, m)
		}
	}
	n := 0
	for _, k := range own {
		if to, ok := k.Step.(*step.MergeDeps); ok && n < len(from) {
			p.setMerge(k, &step.MergeDeps{Program: to.Program, Output: to.Output, Files: append(slices.Clone(to.Files), from[n].Files[1:]...), Without: to.Without})
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return append(slices.DeleteFunc(slices.Clone(generic), func(s *job.Job) bool { return !s.IsDevice() }), own...)
}

// mergeGraphs adds the jobs of the generic template to those of clang's own one: each bundle gets
// the entries of both.
func (p *Plan) mergeGraphs(own, generic []*job.Job) []*job.Job {
	if out := p.joinMerges(own, generic); out != nil {
		return out
	}
	var out []*job.Job
	var bundles []*step.Bundle
	for _, j := range generic {
		switch s := j.Step.(type) {
		case *step.Bundle:
			bundles = append(bundles, s)
		case *step.Unbundle:
			out = append(out, j)
		default:
			if j.IsDevice() {
				out = append(out, j)
			}
		}
	}
	if len(bundles) == 0 {
		return append(slices.Clone(own), out...)
	}
	for _, j := range own {
		if b, ok := j.Step.(*step.Bundle); ok && len(bundles) > 0 {
			b.Entries = mergeEntries(b.Entries, bundles[0].Entries)
			bundles = bundles[1:]
		}
		out = append(out, j)
	}
	return out
}

// mergeEntries adds the device entries of one bundle to another.
func mergeEntries(to, from []step.Entry) []step.Entry {
	isHost := func(e step.Entry) bool { return strings.HasPrefix(e.ID, "host-") }
	for _, e := range from {
		if isHost(e) {
			continue
		}
		at := len(to)
		for at > 1 && isHost(to[at-1]) {
			at-- // in object bundles the host comes last
		}
		to = slices.Insert(slices.Clone(to), at, e)
	}
	return to
}

// linkedObjects returns the objects and archives that a host link or archive step reads.
func linkedObjects(s step.Step, made map[string]bool) []string {
	var objs, dirs []string
	switch s := s.(type) {
	case *step.Archive:
		for _, m := range s.Members {
			if made[m] || isObjectFile(m) {
				objs = append(objs, m)
			}
		}
	case *step.HostLink:
		for _, a := range s.Args {
			switch {
			case a.Form == step.File:
				if made[a.Value] || isObjectFile(a.Value) {
					objs = append(objs, a.Value)
				}
			case a.Name == "-L":
				dirs = append(dirs, a.Value)
			case a.Name == "-l":
				if f := findArchive(a.Value, dirs); f != "" {
					objs = append(objs, f)
				}
			}
		}
	}
	return objs
}

// isObjectFile reports whether a name is that of an object or archive, and not of a start file.
func isObjectFile(f string) bool {
	base := filepath.Base(f)
	return (strings.HasSuffix(base, ".o") || strings.Contains(base, ".a")) && !strings.Contains(base, "crt") && files.IsRegular(f)
}

// findArchive finds a library. System libraries have no device code; those in a -L folder of the
// user may.
func findArchive(library string, dirs []string) string {
	name := "lib" + library + ".a"
	if rest, ok := strings.CutPrefix(library, ":"); ok {
		name = rest
	}
	for _, d := range dirs {
		f := filepath.Join(d, name)
		if !strings.HasPrefix(d, "/usr/") && !strings.HasPrefix(d, "/lib") && files.Exists(f) {
			return f
		}
	}
	return ""
}
