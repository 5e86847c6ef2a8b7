// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/toolchains/step"
)

// A phase is what clang calls an action: a job consists of one or more.
type phase struct {
	what    string   // "backend"
	text    string   // the text before the phases that it reads, or ""
	sides   []string // of an offload phase: the text before each phase that it reads
	reads   []*phase
	makes   string // type of its result: "assembler"
	offload string // "host-hip", "device-hip, gfx90a"; "": not part of a HIP compile
}

// phases converts the jobs of a plan to phases.
type phases struct {
	plan   *Plan
	host   string
	inputs map[string]*phase
	made   map[*job.Job]*phase
}

// PrintPhases prints the jobs of the plan as clang prints its phases.
func (p *Plan) PrintPhases(w io.Writer) {
	s := &phases{plan: p, host: p.hostTriple(), inputs: map[string]*phase{}, made: map[*job.Job]*phase{}}
	read := map[*phase]bool{}
	var all []*phase
	for _, j := range p.Jobs {
		if ph := s.job(j); ph != nil && !slices.Contains(all, ph) {
			all = append(all, ph)
		}
	}
	for _, ph := range all {
		ph.markRead(read)
	}
	ids := map[*phase]int{}
	for _, ph := range all {
		if !read[ph] {
			ph.print(w, ids, "", "", "")
		}
	}
}

// markRead records the phases below one.
func (ph *phase) markRead(read map[*phase]bool) {
	for _, r := range ph.reads {
		if !read[r] {
			read[r] = true
			r.markRead(read)
		}
	}
}

// print prints the phases that one reads, and itself, as a tree whose root comes last. mark
// connects it to its siblings, and indent is the prefix of the lines above it.
func (ph *phase) print(w io.Writer, ids map[*phase]int, indent, mark, below string) {
	if _, done := ids[ph]; done {
		return
	}
	for i, r := range ph.reads {
		if i == 0 {
			r.print(w, ids, indent+below, "+- ", "   ")
		} else {
			r.print(w, ids, indent+below, "|- ", "|  ")
		}
	}
	parts := []string{ph.what}
	switch {
	case ph.sides != nil:
		for i, r := range ph.reads {
			parts = append(parts, fmt.Sprintf("%q {%d}", ph.sides[i], ids[r]))
		}
	case ph.text != "":
		parts = append(parts, fmt.Sprintf("%q", ph.text))
	default:
		var of []string
		for _, r := range ph.reads {
			of = append(of, fmt.Sprint(ids[r]))
		}
		parts = append(parts, "{"+strings.Join(of, ", ")+"}")
	}
	parts[0] += ", " + parts[1]
	line := strings.Join(append(slices.Delete(parts, 1, 2), ph.makes), ", ")
	if ph.offload != "" {
		line += ", (" + ph.offload + ")"
	}
	ids[ph] = len(ids)
	fmt.Fprintf(w, "%s%s%d: %s\n", indent, mark, ids[ph], line)
}

// job returns the last phase of a job, or nil for jobs that clang has no phase for.
func (s *phases) job(j *job.Job) *phase {
	if j.Optional || len(j.Step.Argv()) == 0 {
		return nil
	}
	if ph, done := s.made[j]; done {
		return ph
	}
	ph := s.phase(j)
	s.made[j] = ph
	return ph
}

func (s *phases) phase(j *job.Job) *phase {
	switch c := j.Step.(type) {
	case *step.CC1:
		return s.compile(j, c)
	case *step.DeviceLink, *step.ImageLink:
		return s.ofDevice(j, &phase{what: "linker", reads: s.reads(j), makes: "image", offload: "device-hip, " + device(j)})
	case *step.AssembleCode:
		return s.ofDevice(j, &phase{what: "assembler", reads: s.reads(j), makes: "image", offload: "device-hip, " + device(j)})
	case *step.Bundle:
		return s.bundle(j, c)
	case *step.Unbundle:
		return &phase{what: "clang-offload-unbundler", reads: s.reads(j), makes: "object", offload: "host-hip"}
	case *step.EmbedFatbin:
		return s.produced(j, c.Bundle)
	case *step.Assemble:
		return &phase{what: "linker", reads: s.reads(j), makes: "object", offload: "device-hip"}
	case *step.HostLink, *step.WrappedLink:
		return &phase{what: "linker", reads: s.reads(j), makes: "image", offload: "host-hip"}
	case *step.Archive:
		return &phase{what: "static-lib-linker", reads: s.reads(j), makes: "archive", offload: "host-hip"}
	case *step.MergeDeps:
		return nil
	}
	offload := "host-hip"
	if j.IsDevice() {
		offload = "device-hip, " + device(j)
	}
	return &phase{what: filepath.Base(j.Step.Argv()[0]), reads: s.reads(j), makes: "image", offload: offload}
}

// ofDevice returns the phase by which clang names the target of a device job.
func (s *phases) ofDevice(j *job.Job, of *phase) *phase {
	return &phase{what: "offload", sides: []string{"device-hip (" + s.triple(j) + ":" + device(j) + ")"}, reads: []*phase{of}, makes: of.makes}
}

// triple returns the triple of a job's target, as clang prints it if the user chooses it.
func (s *phases) triple(j *job.Job) string {
	triple, _ := binding(j, s.host)
	if t, ok := strings.CutSuffix(triple, "-unknown-unknown"); ok && strings.HasPrefix(t, "spirv") {
		return t
	}
	return triple
}

// bundle makes the phases of a bundle: a fat binary of device images, or a file with several sides.
func (s *phases) bundle(j *job.Job, b *step.Bundle) *phase {
	reads := s.reads(j)
	if slices.ContainsFunc(reads, func(r *phase) bool { return r.makes != "image" }) || slices.ContainsFunc(j.Deps, isHost) {
		return &phase{what: "clang-offload-bundler", reads: reads, makes: madeType(b.Type), offload: "host-hip"}
	}
	fatbin := &phase{what: "linker", reads: reads, makes: "hip-fatbin", offload: "device-hip"}
	embedded := func(k *job.Job) bool { return slices.Contains(k.Deps, j) }
	if slices.ContainsFunc(s.plan.Jobs, embedded) {
		return fatbin
	}
	fatbin.offload += ", "
	alone := &phase{what: "offload", makes: fatbin.makes}
	for _, t := range s.kinds(j) {
		alone.sides, alone.reads = append(alone.sides, "device-hip ("+t+":)"), append(alone.reads, fatbin)
	}
	return alone
}

// isHost reports whether a job is the host's compile.
func isHost(j *job.Job) bool { return j.CC1() != nil && !j.IsDevice() }

// device returns the processor of a device job, as clang names it.
func device(j *job.Job) string {
	if strings.HasPrefix(j.Device, "spirv") {
		return "generic"
	}
	return j.Device
}

// madeType returns clang's name for the content of a bundle of a type.
func madeType(bundle string) string {
	switch bundle {
	case "s":
		return "assembler"
	case "bc", "ll":
		return "ir"
	case "i", "ii", "cui", "hipi":
		return "hip-cpp-output"
	case "a":
		return "archive"
	}
	return "object"
}

// reads returns the phases whose results a job reads, in the order of its command, including those
// of sources and objects.
func (s *phases) reads(j *job.Job) []*phase {
	var out []*phase
	for _, f := range j.Step.Inputs() {
		ph := s.produced(j, f)
		if ph == nil {
			ph = s.input(f)
		}
		if ph != nil && !slices.Contains(out, ph) {
			out = append(out, ph)
		}
	}
	return out
}

// produced returns the phase of the job that writes a file and that j depends on.
func (s *phases) produced(j *job.Job, file string) *phase {
	for _, d := range j.Deps {
		if slices.Contains(d.Step.Outputs(), file) {
			return s.job(d)
		}
	}
	return nil
}

// input returns the phase of a linked file from the command line.
func (s *phases) input(file string) *phase {
	named := slices.ContainsFunc(s.plan.inputs, func(in Input) bool { return in.Path == file })
	if !named || s.inputs[file] != nil {
		return s.inputs[file]
	}
	kind := "object"
	if filepath.Ext(file) == ".bc" {
		kind = "ir"
	}
	s.inputs[file] = &phase{what: "input", text: file, makes: kind, offload: "host-hip"}
	return s.inputs[file]
}

// compile makes the phases of a front end, up to its action.
func (s *phases) compile(j *job.Job, c *step.CC1) *phase {
	offload := ""
	switch {
	case j.IsDevice():
		offload = "device-hip, " + device(j)
	case c.Language() == "hip" || s.produced(j, c.Source()) != nil:
		offload = "host-hip"
	}
	last := s.produced(j, c.Source())
	if last == nil {
		last = &phase{what: "input", text: c.Source(), makes: c.Language(), offload: offload}
	}
	then := func(what, makes string) {
		last = &phase{what: what, reads: []*phase{last}, makes: makes, offload: offload}
	}
	if after := options.AfterPreprocessor[c.Language()].Language; after != "" && !strings.HasSuffix(last.makes, "-output") {
		then("preprocessor", after)
	}
	result := func(of *phase) *phase {
		if j.IsDevice() && !s.readBy(j, (*job.Job).IsDevice) {
			return s.ofDevice(j, of)
		}
		return of
	}
	switch {
	case c.Args.Has("-E"):
		return result(last)
	case c.Args.Has("-fsyntax-only"):
		then("compiler", "none")
		return result(last)
	}
	if c.Language() != "ir" && !c.Assembler {
		then("compiler", "ir")
	}
	if at := slices.IndexFunc(j.Deps, func(d *job.Job) bool { return slices.Contains(d.Step.Outputs(), c.GPUBinary()) }); at >= 0 {
		sides, reads, image := []string{"host-hip (" + s.host + ")"}, []*phase{last}, s.job(j.Deps[at])
		for _, t := range s.kinds(j.Deps[at]) {
			sides, reads = append(sides, "device-hip ("+t+")"), append(reads, image)
		}
		last = &phase{what: "offload", sides: sides, reads: reads, makes: "ir"}
	}
	switch {
	case s.readBy(j, func(k *job.Job) bool { return k.CC1() != nil && !k.CC1().Assembler }): // -save-temps: that job is the backend
	case c.Args.Has("-emit-llvm-bc", "-emit-llvm"):
		then("backend", "ir")
	case c.Assembler:
		then("assembler", "object")
	default:
		then("backend", "assembler")
		if !c.Args.Has("-S") {
			then("assembler", "object")
		}
	}
	return result(last)
}

// readBy reports whether a job of a kind reads the source's code that j makes.
func (s *phases) readBy(j *job.Job, kind func(*job.Job) bool) bool {
	return slices.ContainsFunc(s.plan.Jobs, func(k *job.Job) bool {
		if c := k.CC1(); c != nil && !slices.Contains(j.Step.Outputs(), c.Source()) {
			return false
		}
		return kind(k) && slices.Contains(k.Deps, j)
	})
}

// kinds returns the triples of the images in a bundle, each once.
func (s *phases) kinds(bundle *job.Job) []string {
	var out []string
	for _, f := range bundle.Step.Inputs() {
		at := slices.IndexFunc(bundle.Deps, func(d *job.Job) bool { return slices.Contains(d.Step.Outputs(), f) })
		if at < 0 {
			continue
		}
		of := []string{s.triple(bundle.Deps[at])}
		if !bundle.Deps[at].IsDevice() {
			of = s.kinds(bundle.Deps[at])
		}
		for _, triple := range of {
			if !slices.Contains(out, triple) {
				out = append(out, triple)
			}
		}
	}
	return out
}
