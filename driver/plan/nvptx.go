// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/job"
	"gohipcc/target"
	"gohipcc/toolchains"
)

// addNVIDIA gives every NVIDIA processor the chain that the SPIR-V target has in
// the plan: the same front-end line for another processor, the same device link to
// PTX, and an entry of its own in each bundle. Where SPIR-V was not asked for its
// own chain and entries are taken out in the end; they were the pattern.
func (p *Plan) addNVIDIA() error {
	if len(p.nv) == 0 {
		return nil
	}
	cudaPath, _ := p.Args.Value("cuda-path")
	var libraries []string
	if !p.Args.Has("nogpulib") {
		l, err := toolchains.NVPTXLibraries(p.Config.Prefix, cudaPath)
		if err != nil {
			return err
		}
		libraries = l
	}
	patternFiles := map[string]bool{} // what SPIR-V jobs write, and their parts of unbundled objects
	for _, j := range p.Jobs {
		switch {
		case isSPIRVJob(j):
			for _, o := range j.Outputs {
				patternFiles[o] = true
			}
		case j.Kind == job.Unbundle:
			for _, e := range bundleEntries(j.Argv) {
				if isSPIRVEntry(e.id) {
					patternFiles[e.file] = true
				}
			}
		}
	}
	only := p.patternOnly && len(p.nv) == 1 && len(p.amd) == 0
	rename := func(sm string) map[string]string {
		to := map[string]string{}
		for f := range patternFiles {
			switch {
			case f == "-" || f == "/dev/null", only && !p.Files.IsTemp(f):
				to[f] = f
			default:
				to[f] = nvptxFile(f, sm)
			}
		}
		return to
	}
	var jobs []*job.Job
	for _, j := range p.Jobs {
		if isSPIRVJob(j) {
			for _, sm := range p.nv {
				jobs = append(jobs, p.nvptxJobs(j, sm, rename(sm), libraries)...)
			}
			if !p.patternOnly {
				jobs = append(jobs, j)
			}
			continue
		}
		if j.Kind == job.Bundle || j.Kind == job.Unbundle {
			p.nvptxBundle(j, rename)
		}
		jobs = append(jobs, j)
	}
	p.Jobs = jobs
	return nil
}

// isSPIRVJob reports whether a job is part of the portable SPIR-V target's chain.
func isSPIRVJob(j *job.Job) bool {
	switch j.Kind {
	case job.CC1:
		triple, _ := job.TripleOf(j.Argv)
		return j.Device != "" && strings.HasPrefix(triple, "spirv") && !strings.HasPrefix(triple, "spirv64-amd")
	case job.DeviceLink:
		return j.Device == "spirv64"
	}
	return false
}

// isSPIRVEntry reports whether a bundle entry ID is the portable SPIR-V target's.
func isSPIRVEntry(id string) bool {
	return strings.HasPrefix(id, "hip-spirv64-") && !strings.HasPrefix(id, "hip-spirv64-amd-")
}

// nvptxFile names the file of a processor after that of the SPIR-V target.
func nvptxFile(f, sm string) string {
	dir, base := filepath.Split(f)
	for _, word := range []string{"spirv64-unknown-unknown-generic", "spirv64-unknown-unknown", "spirv64-generic", "spirv64"} {
		if strings.Contains(base, word) {
			return dir + strings.Replace(base, word, target.NVPTXTriple+"-"+sm, 1)
		}
	}
	if strings.Contains(base, "-generic") {
		return dir + strings.Replace(base, "-generic", "-"+sm, 1)
	}
	ext := filepath.Ext(base)
	return dir + strings.TrimSuffix(base, ext) + "-" + sm + ext
}

// nvptxJobs makes a processor's counterpart of one job of the SPIR-V chain: one
// job, or two where the front end alone would have written assembly, which on
// NVIDIA is the image and needs the device link.
func (p *Plan) nvptxJobs(j *job.Job, sm string, rename map[string]string, libraries []string) []*job.Job {
	argv := slices.Clone(j.Argv)
	for i, a := range argv {
		if to, ok := rename[a]; ok {
			argv[i] = to
		}
	}
	n := &job.Job{Kind: j.Kind, Verb: j.Verb, Device: sm, Input: j.Input}
	if j.Kind == job.DeviceLink {
		n.Argv = nvptxLink(argv, sm, libraries)
		n.Outputs = job.OutputsOf(n.Kind, n.Argv)
		return []*job.Job{n}
	}
	n.Argv = toolchains.NVPTXFrontEnd(argv, sm)
	if i := slices.Index(n.Argv, "-S"); i >= 0 && !slices.Contains(n.Argv, "-emit-llvm") {
		out := cmdline.ValueAfter(n.Argv, "-o")
		bitcode := filepath.Join(p.Config.TempDir, strings.TrimSuffix(filepath.Base(out), filepath.Ext(out))+"-"+sm+".bc")
		if out == "-" {
			bitcode = filepath.Join(p.Config.TempDir, "stdout-"+sm+".bc")
		}
		n.Argv = slices.Replace(n.Argv, i, i+1, "-emit-llvm-bc", "-disable-llvm-passes")
		n.Argv[slices.Index(n.Argv, "-o")+1] = bitcode
		n.Outputs = job.OutputsOf(n.Kind, n.Argv)
		link := []string{p.Config.Prefix.Self, "-device-link", "--target=spirv64", p.optLevel(), "--emit=spirv", "--llvm=" + filepath.Dir(p.Config.LLVM.Bin), "-o", out, bitcode}
		l := &job.Job{Kind: job.DeviceLink, Verb: "link and optimise", Device: sm, Input: -1, Argv: nvptxLink(link, sm, libraries)}
		l.Outputs = job.OutputsOf(l.Kind, l.Argv)
		return []*job.Job{n, l}
	}
	n.Outputs = job.OutputsOf(n.Kind, n.Argv)
	return []*job.Job{n}
}

// nvptxLink makes a SPIR-V device link line one for a processor.
func nvptxLink(argv []string, sm string, libraries []string) []string {
	var out []string
	for _, a := range argv {
		switch {
		case strings.HasPrefix(a, "--target="):
			out = append(out, "--target="+target.NVPTXTriple, "--cpu="+sm, "--features="+target.PTXFeature(sm))
		case strings.HasPrefix(a, "--emit="):
			if a == "--emit=spirv" || a == "--emit=obj" {
				a = "--emit=asm" // the image is PTX
			}
			out = append(out, a)
			for _, l := range libraries {
				out = append(out, "--library="+l)
			}
		case strings.HasPrefix(a, "--spirv-"), strings.HasPrefix(a, "--producer="), strings.HasPrefix(a, "--library="):
		case strings.HasPrefix(a, "--save-temps="):
			out = append(out, a+"-"+sm)
		default:
			out = append(out, a)
		}
	}
	return out
}

// bundleEntry is one entry of a bundler line.
type bundleEntry struct{ id, file string }

// bundleEntries reads the entries of a bundler's or unbundler's line.
func bundleEntries(argv []string) []bundleEntry {
	var ids, inputs, outputs []string
	unbundle := false
	for _, a := range argv {
		name, v, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch name {
		case "targets":
			ids = strings.Split(v, ",")
		case "input":
			inputs = append(inputs, v)
		case "output":
			outputs = append(outputs, v)
		case "unbundle":
			unbundle = true
		}
	}
	files := inputs
	if unbundle {
		files = outputs
	}
	var out []bundleEntry
	for i := range min(len(ids), len(files)) {
		out = append(out, bundleEntry{ids[i], files[i]})
	}
	return out
}

// nvptxBundle puts the processors' entries into a bundler's line, before the
// SPIR-V entry, which goes where it was only the pattern.
func (p *Plan) nvptxBundle(j *job.Job, rename func(sm string) map[string]string) {
	old := bundleEntries(j.Argv)
	if !slices.ContainsFunc(old, func(e bundleEntry) bool { return isSPIRVEntry(e.id) }) {
		return
	}
	var entries []bundleEntry
	for _, e := range old {
		if isSPIRVEntry(e.id) {
			for _, sm := range p.nv {
				to, ok := rename(sm)[e.file]
				if !ok {
					to = nvptxFile(e.file, sm)
				}
				entries = append(entries, bundleEntry{toolchains.NVPTXEntryID(sm), to})
			}
			if p.patternOnly {
				continue
			}
		}
		entries = append(entries, e)
	}
	files := "input"
	if j.Kind == job.Unbundle {
		files = "output"
	}
	var argv, ids []string
	for _, e := range entries {
		ids = append(ids, e.id)
	}
	done := false
	for _, a := range j.Argv {
		name, _, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		dashes := a[:len(a)-len(strings.TrimLeft(a, "-"))]
		switch name {
		case "targets":
			argv = append(argv, dashes+"targets="+strings.Join(ids, ","))
		case files:
			for i := 0; !done && i < len(entries); i++ {
				argv = append(argv, dashes+files+"="+entries[i].file)
			}
			done = true
		default:
			argv = append(argv, a)
		}
	}
	j.Argv = argv
	j.Outputs = job.OutputsOf(j.Kind, j.Argv)
}
