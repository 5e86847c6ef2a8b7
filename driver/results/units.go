// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gohipcc/driver/cache"
	"gohipcc/driver/cmdline"
	"gohipcc/driver/depfile"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/toolchains/step"
)

// A unit is an independent part of a plan: jobs that are connected by the files they write and
// read, up to the inputs of the host linker or archiver. A source without relocatable device code
// is one, with all its sides; sources whose device code is linked together are one.
type unit struct {
	name  string // its sources or objects, for messages
	jobs  []*job.Job
	begin time.Time      // before any file was read
	first cache.Key      // commands and sources; the list of headers is stored under it
	outs  []cache.Output // files that leave the unit
	reads []string       // inputs and libraries, whose content is in first
	deps  []string       // dependency files of its front ends
	list  string         // the file with the names of the headers
	known []string       // headers of the parts that were taken from the cache
	what  string         // the kind of output, for messages
}

// TakeUnits looks up the units of the plan and replaces their jobs by cached outputs. In the others
// it makes the front ends list what they read, for KeepUnits.
func (r *Cache) TakeUnits() {
	p := r.plan
	if p.Args.Has("save-temps", "M", "E", "syntax", "analyze", "precompile", "emit-ast") || p.Args.Has("pass-plugin", "link-pass-path") {
		return
	}
	if p.Args.Has("v") && p.Args.Has("rdc") {
		return // -v prints the symbols that relocatable device code leaves undefined
	}
	var jobs []*job.Job
	hits := 0
	for _, u := range r.unitsOf(p.Jobs) {
		if !r.identify(u) {
			jobs = append(jobs, u.jobs...)
			continue
		}
		if msgs, hit := r.lookup(u); hit {
			jobs = append(jobs, u.fromCache(msgs))
			hits++
			continue
		}
		parts := r.parts(u)
		u.listReads(p.Config.TempDir)
		hits += r.takeParts(u, parts)
		r.units = append(r.units, u)
		jobs = append(jobs, u.jobs...)
	}
	if hits == 0 {
		return
	}
	// The headers that are precompiled for the others come before them; what follows the units
	// comes last.
	p.Jobs = slices.Concat(slices.DeleteFunc(slices.Clone(p.Jobs), func(j *job.Job) bool { return !j.Optional || !precompiledFor(j, jobs) }),
		jobs, slices.DeleteFunc(slices.Clone(p.Jobs), func(j *job.Job) bool { return !endsUnit(j) }))
	p.Connect()
}

// parts makes units of the individual front ends of a unit with several sources: a change in one of
// them does not change the outputs of the others.
func (r *Cache) parts(u *unit) []*unit {
	sources := map[int]bool{}
	for _, j := range u.jobs {
		if j.CC1() != nil && j.Source >= 0 {
			sources[j.Source] = true
		}
	}
	if len(sources) < 2 {
		return nil
	}
	var parts []*unit
	for _, j := range u.jobs {
		if part := (&unit{jobs: []*job.Job{j}}); j.CC1() != nil && j.Source >= 0 && r.identify(part) {
			part.name, part.what = j.Name()+" "+part.name, "result"
			parts = append(parts, part)
		}
	}
	return parts
}

// takeParts replaces the jobs of cached parts of u, and has the others stored. It returns how many
// were cached.
func (r *Cache) takeParts(u *unit, parts []*unit) int {
	hits := 0
	for _, part := range parts {
		msgs, hit := r.lookup(part)
		if !hit {
			part.listReads(r.plan.Config.TempDir)
			r.units = append(r.units, part)
			continue
		}
		hits++
		j := part.fromCache(msgs)
		u.jobs[slices.Index(u.jobs, part.jobs[0])] = j
		d := step.DependencyFile(part.jobs[0].Step)
		u.deps = slices.DeleteFunc(u.deps, func(f string) bool { return f == d })
		u.known = append(u.known, part.known...)
	}
	return hits
}

// precompiledFor reports whether one of the jobs uses the header that j precompiles.
func precompiledFor(j *job.Job, jobs []*job.Job) bool {
	return slices.ContainsFunc(jobs, func(k *job.Job) bool { return k.PCH != nil && k.PCH.Path+".pch" == j.Outputs()[0] })
}

// endsUnit reports whether a job reads the outputs of units.
func endsUnit(j *job.Job) bool {
	switch j.Step.(type) {
	case *step.HostLink, *step.WrappedLink, *step.Archive:
		return true
	}
	return false
}

// unitsOf divides jobs into units, in the order of their first jobs.
func (r *Cache) unitsOf(jobs []*job.Job) []*unit {
	of := map[*job.Job]*unit{}
	var units []*unit
	for _, j := range jobs {
		if j.Optional || endsUnit(j) {
			continue
		}
		u := &unit{}
		units = append(units, u)
		for _, d := range j.Deps {
			// Dependencies come earlier, so all of theirs are in one unit already.
			if v := of[d]; v != nil && v != u {
				u.jobs = append(u.jobs, v.jobs...)
				for _, k := range v.jobs {
					of[k] = u
				}
				v.jobs = nil
			}
		}
		u.jobs = append(u.jobs, j)
		of[j] = u
	}
	units = slices.DeleteFunc(units, func(u *unit) bool { return len(u.jobs) == 0 })
	for _, u := range units {
		slices.SortFunc(u.jobs, func(a, b *job.Job) int { return a.Index - b.Index })
	}
	slices.SortFunc(units, func(a, b *unit) int { return a.jobs[0].Index - b.jobs[0].Index })
	return units
}

// identify computes the first key of a unit and its outputs. It reports false if its result depends
// on more than that.
func (r *Cache) identify(u *unit) bool {
	h := cache.Hasher{Digests: r.digests}
	h.Add("kind", "unit")
	if r.tools(&h) != nil {
		return false
	}
	u.begin = files.Now()
	for _, e := range []string{"CPATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH"} {
		h.Add(e, os.Getenv(e))
	}
	said, ok := r.hashSteps(&h, u)
	if !ok || !r.findOutputs(u) {
		return false
	}
	u.name, u.what = strings.Join(said, ", "), "object"
	u.first = h.Key()
	u.list = filepath.Join(r.plan.Config.TempDir, fmt.Sprintf("headers-%d", u.jobs[0].Index))
	return len(u.outs) > 0 && len(said) > 0
}

// keyStep returns the step of a job for a key: whether it uses a precompiled header does not
// matter.
func keyStep(j *job.Job) step.Step {
	if j.PCH != nil {
		return j.PCH.WithoutPCH
	}
	return j.Step
}

// hashSteps adds the commands of a unit's jobs and their external input files, except headers. It
// returns the sources and objects among them; ok is false if a step may read or write other files.
func (r *Cache) hashSteps(h *cache.Hasher, u *unit) (said []string, ok bool) {
	seen := map[string]bool{}
	for _, j := range u.jobs {
		for _, o := range j.Writes() {
			seen[o] = true
		}
	}
	names := map[string]string{}
	debug := false // the build's folder is part of the object
	for _, j := range u.jobs {
		s := keyStep(j)
		c, isCC1 := s.(*step.CC1)
		_, isTool := s.(*step.Tool)
		if len(s.Argv()) == 0 || isTool || isCC1 && slices.ContainsFunc(c.Args, moreOutputs) {
			return nil, false
		}
		r.normal(h, s, names)
		if hashLibraries(h, s) != nil {
			return nil, false
		}
		u.reads = append(u.reads, libraries(s)...)
		debug = debug || hasDebugInfo(s)
		for _, f := range outsideReads(s) {
			if seen[f] {
				continue
			}
			seen[f] = true
			if f == "-" || addInput(h, f) != nil {
				return nil, false
			}
			u.reads = append(u.reads, f)
			if _, isUnbundle := s.(*step.Unbundle); isCC1 || isUnbundle {
				said = append(said, f)
			}
		}
	}
	if debug {
		cwd, _ := os.Getwd()
		h.Add("cwd", cwd)
	}
	return said, true
}

// outsideReads returns what a step reads besides headers and libraries: sources, and objects and
// archives with device code.
func outsideReads(s step.Step) []string {
	switch s := s.(type) {
	case *step.CC1:
		out := []string{s.Source()}
		if f := s.GPUBinary(); f != "" {
			out = append(out, f)
		}
		return out
	case *step.Unbundle:
		return s.Inputs()
	}
	return slices.DeleteFunc(slices.Clone(s.Inputs()), func(f string) bool { return !files.IsRegular(f) })
}

// findOutputs lists the files that leave a unit. It reports false when one of them is the
// standard output.
func (r *Cache) findOutputs(u *unit) bool {
	p := r.plan
	used := map[string]bool{} // outside
	for _, j := range p.Jobs {
		if slices.Contains(u.jobs, j) {
			continue
		}
		for _, f := range j.Step.Inputs() {
			used[f] = true
		}
	}
	for _, j := range u.jobs {
		for _, o := range j.Writes() {
			if o == "-" {
				return false
			}
			if (!p.Files.IsTemp(o) || used[o]) && !slices.ContainsFunc(u.outs, func(c cache.Output) bool { return c.Path == o }) {
				u.outs = append(u.outs, output(fmt.Sprintf("output%d", len(u.outs)), o))
			}
		}
	}
	return true
}

// lookup takes the outputs of a unit from the cache. It returns what its jobs printed.
func (r *Cache) lookup(u *unit) ([]byte, bool) {
	if _, hit := r.store.Get(u.first, []cache.Output{output("headers", u.list)}); !hit {
		r.explain("%s: compiled, because the source, the command or a tool is new to the cache", u.name)
		return nil, false
	}
	data, err := os.ReadFile(u.list)
	if err != nil {
		return nil, false
	}
	var headers []string
	for f := range strings.Lines(string(data)) {
		headers = append(headers, strings.TrimSuffix(f, "\n"))
	}
	if key, err := r.headersKey(u.first, headers); err == nil {
		if msgs, hit := r.store.Get(key, u.outs); hit {
			r.explain("%s: its %s is taken from the cache", u.name, u.what)
			u.known = headers
			return msgs, true
		}
	}
	r.explain("%s: compiled, because a header changed or came before another", u.name)
	return nil, false
}

// fromCache returns the job that represents a cached unit.
func (u *unit) fromCache(msgs []byte) *job.Job {
	s := &step.FromCache{}
	for _, o := range u.outs {
		s.Files = append(s.Files, o.Path)
	}
	j := job.New(s)
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		_, err := stderr.Write(msgs)
		return err
	}}
	return j
}

// includesNothing are the front end's languages without #include.
var includesNothing = cmdline.Set("ir assembler hip-cpp-output cpp-output c++-cpp-output")

// listReads makes every front end of the unit list what it reads.
func (u *unit) listReads(temp string) {
	for _, j := range u.jobs {
		c := j.CC1()
		if c == nil || c.Assembler || includesNothing[c.Language()] {
			continue
		}
		d := step.DependencyFile(c)
		if d == "" {
			d = filepath.Join(temp, fmt.Sprintf("reads-%d.d", j.Index))
			more := []step.Arg{step.Sep("-dependency-file", d), step.Sep("-MT", "x"), {Name: "-sys-header-deps"}}
			c = c.Clone()
			c.Append(more...)
			j.Step = c
			if j.PCH != nil {
				without := j.PCH.WithoutPCH.Clone()
				without.Append(more...)
				j.PCH = &job.PCH{Path: j.PCH.Path, WithoutPCH: without, Used: j.PCH.Used}
			}
		}
		u.deps = append(u.deps, d)
	}
}

// moreOutputs reports whether a front-end option makes it write, or read, files
// besides its object and dependencies.
func moreOutputs(a step.Arg) bool {
	for _, p := range []string{"-split-dwarf", "-ftime-trace", "-serialize-diag", "-coverage-", "-fprofile-", "-opt-record", "-stack-usage", "-fmodule", "-fcrash-diag", "-record-command-line"} {
		if strings.HasPrefix(a.Name, p) {
			return true
		}
	}
	return false
}

// headersKey extends a key by the content of every header, and by the absence of those that would
// be found before them ("!" and the path).
func (r *Cache) headersKey(first cache.Key, headers []string) (cache.Key, error) {
	key, _, err := r.contentKey(first, headers, nil)
	return key, err
}

// contentKey is headersKey, and returns the first header of which look is true.
func (r *Cache) contentKey(first cache.Key, headers []string, look func([]byte) bool) (key cache.Key, found string, err error) {
	var h cache.Hasher
	h.Add("unit", first.String())
	for _, f := range headers {
		if absent, ok := strings.CutPrefix(f, "!"); ok {
			if files.Exists(absent) {
				return cache.Key{}, "", fmt.Errorf("%s is new", absent)
			}
			h.Add("absent", absent)
			continue
		}
		sum, has, err := r.digests.Of(f, look)
		if err != nil {
			return cache.Key{}, "", err
		}
		if has && found == "" {
			found = f
		}
		h.Add(f, hex.EncodeToString(sum[:]))
	}
	return h.Key(), found, nil
}

// absentHeaders returns, as headersKey expects them, the absent files whose creation would change
// what an #include means: a header's name in each of the user's folders that are searched, and
// beside the source.
func (u *unit) absentHeaders(headers []string) []string {
	search, users := u.searchFolders()
	seen := map[string]bool{}
	var out []string
	for _, f := range headers {
		name := f
		for _, dir := range append(search, users...) {
			if v, ok := strings.CutPrefix(f, dir+"/"); ok && len(v) < len(name) {
				name = v
			}
		}
		if filepath.IsAbs(name) {
			continue
		}
		for _, dir := range users {
			if p := filepath.Join(dir, name); !seen[p] && !files.Exists(p) {
				seen[p] = true
				out = append(out, "!"+p)
			}
		}
	}
	return out
}

// userFolders and systemFolders are the options that name header folders.
var (
	userFolders   = cmdline.Set("-I -iquote")
	systemFolders = cmdline.Set("-isystem -internal-isystem -internal-externc-isystem")
)

// searchFolders returns the folders in which the front ends of a unit search headers, and which of
// them are the user's, including those of the sources.
func (u *unit) searchFolders() (search, users []string) {
	add := func(list *[]string, dir string) {
		if !slices.Contains(*list, dir) {
			*list = append(*list, dir)
		}
	}
	for _, j := range u.jobs {
		c := j.CC1()
		if c == nil || c.Assembler {
			continue
		}
		for _, a := range c.Args {
			if userFolders[a.Name] {
				add(&users, a.Value)
			}
			if userFolders[a.Name] || systemFolders[a.Name] {
				add(&search, a.Value)
			}
		}
		add(&users, filepath.Dir(c.Source()))
	}
	return search, users
}

// clockMacros make the result depend on the time of compilation.
var clockMacros = []string{"__TIME__", "__DATE__", "__TIMESTAMP__"}

// namesClock reports whether a header has the name of a clock macro. It searches for the end of each name, from a
// letter on that is rare in headers: for a whole one, [bytes.Index] would look closer at every underscore.
func namesClock(data []byte) bool {
	return slices.ContainsFunc(clockMacros, func(m string) bool {
		rare := strings.IndexAny(m, "DM")
		for rest := data; ; {
			i := bytes.Index(rest, []byte(m[rare:]))
			if i < 0 {
				return false
			}
			if bytes.HasSuffix(rest[:i], []byte(m[:rare])) {
				return true
			}
			rest = rest[i+1:]
		}
	})
}

// KeepUnits stores the results of the units that were compiled. printed returns what each job wrote
// to standard error.
func (r *Cache) KeepUnits(printed func(*job.Job) []byte) {
	for _, u := range r.units {
		var msgs []byte
		for _, j := range u.jobs {
			msgs = append(msgs, printed(j)...)
		}
		r.keepUnit(u, msgs)
	}
}

// unkeepable returns why a result must not be stored, or "": a file that changed since the lookup
// may have been read in its old or its new state.
func (u *unit) unkeepable(headers []string) string {
	for _, f := range slices.Concat(u.reads, headers) {
		if files.ChangedSince(f, u.begin) {
			return f + " changed meanwhile"
		}
	}
	return ""
}

func (r *Cache) keepUnit(u *unit, stderr []byte) {
	seen := map[string]bool{}
	var headers []string
	for _, d := range u.deps {
		data, err := os.ReadFile(d)
		if err != nil {
			return
		}
		for _, f := range depfile.Parse(data).Prereqs {
			f = depfile.Unescape(f)
			if !seen[f] && !r.plan.Files.IsTemp(f) {
				seen[f] = true
				headers = append(headers, f)
			}
		}
	}
	var absent []string
	for _, f := range u.known {
		switch {
		case seen[f]:
		case f[0] == '!':
			absent = append(absent, f)
		default:
			headers = append(headers, f)
		}
		seen[f] = true
	}
	all := slices.Concat(headers, absent, u.absentHeaders(headers))
	key, clock, err := r.contentKey(u.first, all, namesClock)
	if err != nil {
		return
	}
	why := u.unkeepable(headers)
	if clock != "" {
		why = clock + " asks for the time"
	}
	if why != "" {
		r.explain("%s: its %s is not kept: %s", u.name, u.what, why)
		return
	}
	for i := range u.outs {
		o := &u.outs[i]
		if !files.IsRegular(o.Path) {
			return
		}
		if st := r.plan.Files.Written(o.Path); st != nil {
			o.Made = st
		}
	}
	r.store.Put(key, u.outs, stderr)
	if os.WriteFile(u.list, []byte(strings.Join(all, "\n")), 0o600) == nil {
		r.store.Put(u.first, []cache.Output{output("headers", u.list)}, nil)
	}
}
