// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package results

import (
	"bytes"
	"context"
	"crypto/sha256"
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
)

// A unit is a part of a plan that stands alone: jobs that are connected by the
// files they write and read, down to what the host linker or the archiver takes.
// A source without relocatable device code is one, with all its sides; sources
// whose device code is linked together are one.
type unit struct {
	name  string // its sources or objects, for people
	jobs  []*job.Job
	begin time.Time      // before anything was read
	first cache.Key      // commands and sources; what headers were read hangs on it
	outs  []cache.Output // files that leave the unit
	deps  []string       // dependency files of its front ends
	list  string         // where the names of the headers are written
	known []string       // headers of the parts that were taken from the cache
	what  string         // what is made, for people
}

// TakeUnits looks the units of the plan up and puts what is there in the place of
// their jobs. In the others it makes the front ends say what they read, for
// KeepUnits.
func (r *Cache) TakeUnits() {
	p := r.plan
	if p.Args.Has("save-temps", "M", "E", "syntax", "analyze", "precompile", "emit-ast") || p.Args.Has("pass-plugin", "link-pass-path") {
		return
	}
	if p.Args.Has("v") && p.Args.Has("rdc") {
		return // -v tells the symbols that relocatable device code leaves undefined
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
	// Then the headers that are precompiled for the others, before them, and what
	// comes after the units.
	p.Jobs = slices.Concat(slices.DeleteFunc(slices.Clone(p.Jobs), func(j *job.Job) bool { return !j.Soft || !precompiledFor(j, jobs) }),
		jobs, slices.DeleteFunc(slices.Clone(p.Jobs), func(j *job.Job) bool { return !endsUnit(j) }))
	p.Connect()
}

// parts makes units of the front ends of a unit with several sources: a change in
// one of them leaves what the others make as it was.
func (r *Cache) parts(u *unit) []*unit {
	sources := map[int]bool{}
	for _, j := range u.jobs {
		if j.Kind == job.CC1 && j.Input >= 0 {
			sources[j.Input] = true
		}
	}
	if len(sources) < 2 {
		return nil
	}
	var parts []*unit
	for _, j := range u.jobs {
		if part := (&unit{jobs: []*job.Job{j}}); j.Kind == job.CC1 && j.Input >= 0 && r.identify(part) {
			part.name, part.what = j.Name()+" "+part.name, "result"
			parts = append(parts, part)
		}
	}
	return parts
}

// takeParts puts what is there of the parts of u in the place of their jobs, and
// has the others kept. It returns how many were there.
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
		d := cmdline.ValueAfter(part.jobs[0].Argv, "-dependency-file")
		u.deps = slices.DeleteFunc(u.deps, func(f string) bool { return f == d })
		u.known = append(u.known, part.known...)
	}
	return hits
}

// precompiledFor reports whether one of the jobs uses what j precompiles.
func precompiledFor(j *job.Job, jobs []*job.Job) bool {
	return slices.ContainsFunc(jobs, func(k *job.Job) bool { return k.PCH != "" && k.PCH+".pch" == j.Outputs[0] })
}

// endsUnit reports whether a job takes what units made.
func endsUnit(j *job.Job) bool { return j.Kind == job.HostLink || j.Kind == job.Archive }

// unitsOf divides jobs into units, in the order of their first jobs.
func (r *Cache) unitsOf(jobs []*job.Job) []*unit {
	of := map[*job.Job]*unit{}
	var units []*unit
	for _, j := range jobs {
		if j.Soft || endsUnit(j) {
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

// identify computes the first key of a unit and its outputs. It reports false
// when its result depends on more than that.
func (r *Cache) identify(u *unit) bool {
	p := r.plan
	var h cache.Hasher
	h.Add("kind", "unit")
	if r.tools(&h) != nil {
		return false
	}
	u.begin = files.Now()
	debug := false // the folder of the build is part of the object
	for _, e := range []string{"CPATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH"} {
		h.Add(e, os.Getenv(e))
	}
	names := map[string]string{}
	inside := map[string]bool{}
	inputs := map[string]bool{}
	for _, j := range u.jobs {
		for _, o := range j.Outputs {
			inside[o] = true
		}
	}
	var said []string
	for _, j := range u.jobs {
		argv := j.Argv
		if j.Plain != nil {
			argv = j.Plain // whether a header is precompiled already is no part of the key
		}
		if len(argv) == 0 || j.Kind == job.Other && j.Verb != "embed" || slices.ContainsFunc(argv, moreOutputs) {
			return false
		}
		r.normal(&h, argv, names)
		if libraries(&h, argv) != nil {
			return false
		}
		debug = debug || slices.ContainsFunc(argv, func(a string) bool { return strings.HasPrefix(a, "-debug-info-kind=") })
		// What is read besides headers: sources, and objects and archives with
		// device code in them.
		var reads []string
		switch {
		case j.Kind == job.CC1:
			reads = slices.DeleteFunc([]string{argv[len(argv)-1], cmdline.ValueAfter(argv, "-fcuda-include-gpubinary")}, func(a string) bool { return a == "" })
		case j.Kind == job.Unbundle:
			for _, a := range argv {
				if v, ok := strings.CutPrefix(strings.TrimLeft(a, "-"), "input="); ok {
					reads = append(reads, v)
				}
			}
		default:
			reads = slices.DeleteFunc(slices.Clone(argv[1:]), func(a string) bool { return !files.IsRegular(a) })
		}
		for _, f := range reads {
			if inside[f] || inputs[f] {
				continue
			}
			inputs[f] = true
			if f == "-" || h.AddFile("input", f) != nil {
				return false
			}
			if j.Kind == job.CC1 || j.Kind == job.Unbundle {
				said = append(said, f)
			}
		}
	}
	if debug {
		cwd, _ := os.Getwd()
		h.Add("cwd", cwd)
	}
	used := map[string]bool{} // outside
	for _, j := range p.Jobs {
		for _, a := range j.Inputs {
			used[a] = used[a] || !slices.Contains(u.jobs, j)
		}
	}
	for _, j := range u.jobs {
		for _, o := range j.Outputs {
			switch {
			case o == "-":
				return false
			case !p.Files.IsTemp(o) || used[o]:
				if i := slices.IndexFunc(u.outs, func(c cache.Output) bool { return c.Path == o }); i < 0 {
					u.outs = append(u.outs, output(fmt.Sprintf("output%d", len(u.outs)), o))
				}
			}
		}
		if d := cmdline.ValueAfter(j.Argv, "-dependency-file"); d != "" && !p.Files.IsTemp(d) && !slices.ContainsFunc(u.outs, func(c cache.Output) bool { return c.Path == d }) {
			u.outs = append(u.outs, output(fmt.Sprintf("output%d", len(u.outs)), d))
		}
	}
	u.name, u.what = strings.Join(said, ", "), "object"
	u.first = h.Key()
	u.list = filepath.Join(p.Config.TempDir, fmt.Sprintf("headers-%d", u.jobs[0].Index))
	return len(u.outs) > 0 && len(said) > 0
}

// lookup takes the outputs of a unit from the cache. It returns what its jobs
// printed.
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
	if key, err := headersKey(u.first, headers); err == nil {
		if msgs, hit := r.store.Get(key, u.outs); hit {
			r.explain("%s: its %s is taken from the cache", u.name, u.what)
			u.known = headers
			return msgs, true
		}
	}
	r.explain("%s: compiled, because a header changed or came before another", u.name)
	return nil, false
}

// fromCache is the job that stands for a unit whose outputs are there.
func (u *unit) fromCache(msgs []byte) *job.Job {
	j := &job.Job{Kind: job.Local, Verb: "compile (from the cache)", Input: -1,
		Run: func(ctx context.Context, stdout, stderr io.Writer) error {
			_, err := stderr.Write(msgs)
			return err
		}}
	for _, o := range u.outs {
		j.Outputs = append(j.Outputs, o.Path)
	}
	return j
}

// includesNothing are the front end's languages without #include.
var includesNothing = cmdline.Set("ir assembler hip-cpp-output cpp-output c++-cpp-output")

// listReads makes every front end of the unit list what it reads.
func (u *unit) listReads(temp string) {
	for _, j := range u.jobs {
		if j.Kind != job.CC1 || j.Argv[1] != "-cc1" || includesNothing[cmdline.ValueAfter(j.Argv, "-x")] {
			continue
		}
		d := cmdline.ValueAfter(j.Argv, "-dependency-file")
		if d == "" {
			d = filepath.Join(temp, fmt.Sprintf("reads-%d.d", j.Index))
			add := []string{"-dependency-file", d, "-MT", "x", "-sys-header-deps"}
			j.Argv = slices.Insert(slices.Clone(j.Argv), len(j.Argv)-3, add...)
			if j.Plain != nil {
				j.Plain = slices.Insert(slices.Clone(j.Plain), len(j.Plain)-3, add...)
			}
		}
		u.deps = append(u.deps, d)
	}
}

// moreOutputs reports whether a front-end option makes it write, or read, files
// besides its object and dependencies.
func moreOutputs(a string) bool {
	for _, p := range []string{"-split-dwarf", "-ftime-trace", "-serialize-diag", "-coverage-", "-fprofile-", "-opt-record", "-stack-usage", "-fmodule", "-fcrash-diag", "-record-command-line"} {
		if strings.HasPrefix(a, p) {
			return true
		}
	}
	return false
}

// headersKey extends a key by the content of every header, and by the absence of
// those that would be found before them ("!" and the path).
func headersKey(first cache.Key, headers []string) (cache.Key, error) {
	var h cache.Hasher
	h.Add("unit", first.String())
	for _, f := range headers {
		if absent, ok := strings.CutPrefix(f, "!"); ok {
			if files.Exists(absent) {
				return cache.Key{}, fmt.Errorf("%s is new", absent)
			}
			h.Add("absent", absent)
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil {
			return cache.Key{}, err
		}
		sum := sha256.Sum256(data)
		h.Add(f, hex.EncodeToString(sum[:]))
	}
	return h.Key(), nil
}

// absentHeaders lists, as headersKey takes them, the files that are not there and
// whose coming would change what an #include means: a header's name in every
// folder of the user's that is searched, and beside the source.
func (u *unit) absentHeaders(headers []string) []string {
	var search, users []string
	for _, j := range u.jobs {
		if j.Kind != job.CC1 || j.Argv[1] != "-cc1" {
			continue
		}
		for i, a := range j.Argv[:len(j.Argv)-1] {
			dir := j.Argv[i+1]
			user := a == "-I" || a == "-iquote"
			if v, ok := strings.CutPrefix(a, "-I"); ok && v != "" {
				dir, user = v, true
			}
			if !user && a != "-isystem" && a != "-internal-isystem" && a != "-internal-externc-isystem" {
				continue
			}
			if !slices.Contains(search, dir) {
				search = append(search, dir)
			}
			if user && !slices.Contains(users, dir) {
				users = append(users, dir)
			}
		}
		if dir := filepath.Dir(j.Argv[len(j.Argv)-1]); !slices.Contains(users, dir) {
			users = append(users, dir)
		}
	}
	seen := map[string]bool{}
	var out []string
	for _, f := range headers {
		name := f
		for _, dir := range append(search, users...) {
			if v, ok := strings.CutPrefix(f, dir+"/"); ok && len(v) < len(name) {
				name = v
			}
		}
		for _, dir := range users {
			if p := filepath.Join(dir, name); !filepath.IsAbs(name) && !seen[p] && !files.Exists(p) {
				seen[p] = true
				out = append(out, "!"+p)
			}
		}
	}
	return out
}

// clockMacros make the time of the compilation part of its result.
var clockMacros = [][]byte{[]byte("__TIME__"), []byte("__DATE__"), []byte("__TIMESTAMP__")}

// KeepUnits stores the results of the units that were compiled. printed is what
// each job wrote to standard error.
func (r *Cache) KeepUnits(printed func(*job.Job) []byte) {
	for _, u := range r.units {
		var msgs []byte
		for _, j := range u.jobs {
			msgs = append(msgs, printed(j)...)
		}
		r.keepUnit(u, msgs)
	}
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
	key, err := headersKey(u.first, all)
	if err != nil {
		return
	}
	for _, f := range headers {
		data, err := os.ReadFile(f)
		if err != nil || files.ChangedSince(f, u.begin) || slices.ContainsFunc(clockMacros, func(m []byte) bool { return bytes.Contains(data, m) }) {
			r.explain("%s: its %s is not kept: %s changed meanwhile, or asks for the time", u.name, u.what, f)
			return
		}
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
