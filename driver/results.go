// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

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

	"gohipcc/driver/cache"
)

// results takes what jobs made from the content-addressed cache. There are two
// kinds of result. A device link's key is its command and the content of what it
// reads: a change in host code alone optimises no device target again. The whole
// compilation of one source has as its key the commands, the source and every
// header that the front ends read on any side: a rebuilt identical source copies
// its object.
type results struct {
	store   *cache.Store
	plan    *Plan
	explain func(format string, args ...any)

	unit  []*Job // jobs of the one source whose whole compilation is a result
	first cache.Key
	outs  []cache.Output
	deps  []string // dependency files of the jobs in unit
}

// enabled reads GOHIPCC_CACHE and --no-cache.
func cacheEnabled(args *Args) bool {
	v := os.Getenv("GOHIPCC_CACHE")
	return v != "off" && v != "0" && !args.Has("no-cache")
}

// newResults opens the cache for a plan, or returns nil.
func newResults(ctx context.Context, p *Plan, dir string, explain func(string, ...any)) *results {
	remote, _ := p.Args.Value("remote-cache")
	if remote == "" {
		remote = os.Getenv("GOHIPCC_REMOTE_CACHE")
	}
	store, err := cache.Open(dir, cache.Options{Remote: remote, Context: ctx})
	if err != nil {
		explain("no cache of results: %v", err)
		return nil
	}
	return &results{store: store, plan: p, explain: explain}
}

// output is a file that goes into the cache or comes from it.
func output(name, path string) cache.Output {
	return cache.Output{Name: name, Path: path, Part: partOf(path)}
}

// normal spells a job's command without the names of this build's temporary
// files; they are numbered instead.
func (r *results) normal(h *cache.Hasher, argv []string, names map[string]string) {
	prefix := r.plan.cfg.TempDir + "/"
	for _, a := range argv {
		if i := strings.Index(a, prefix); i >= 0 {
			name, ok := names[a[i:]]
			if !ok {
				name = fmt.Sprintf("temp%d", len(names))
				names[a[i:]] = name
			}
			a = a[:i] + name
		}
		h.Add("arg", a)
	}
}

// tools adds the identity of everything that turns inputs into outputs.
func (r *results) tools(h *cache.Hasher) {
	h.Add("llvm", r.plan.cfg.LLVM.Identity())
	h.Add("self", stamp(r.plan.cfg.Prefix.Self))
	h.Add("version", Version)
}

// libraries adds the state of the bitcode and plugins that a command names.
func libraries(h *cache.Hasher, argv []string) {
	for i, a := range argv {
		for _, p := range []string{"--library=", "--pass-plugin=", "-fpass-plugin="} {
			if v, ok := strings.CutPrefix(a, p); ok {
				h.Add("file", stamp(v))
			}
		}
		if a == "-mlink-builtin-bitcode" && i+1 < len(argv) {
			h.Add("file", stamp(argv[i+1]))
		}
	}
}

// wrap gives each device link of the plan its way through the cache.
func (r *results) wrap() {
	for _, j := range r.plan.Jobs {
		if j.Kind != deviceLinkJob && j.Kind != lldJob || len(j.Outputs) != 1 || r.plan.Args.Has("save-temps") {
			continue
		}
		key := func() (cache.Key, error) {
			var h cache.Hasher
			h.Add("kind", "device link")
			r.tools(&h)
			r.normal(&h, j.Argv, map[string]string{})
			libraries(&h, j.Argv)
			for _, in := range j.Argv[1:] {
				if slices.Contains(j.Outputs, in) || strings.HasPrefix(in, "-") || !isRegular(in) {
					continue
				}
				if err := h.AddFile("input", in); err != nil {
					return cache.Key{}, err
				}
			}
			return h.Key(), nil
		}
		outs := []cache.Output{output("image", j.Outputs[0])}
		j.cached = func(stderr io.Writer) bool {
			k, err := key()
			if err != nil {
				return false
			}
			msgs, hit := r.store.Get(k, outs)
			r.say(j.Name(), hit, "its device code")
			if hit {
				stderr.Write(msgs)
			}
			return hit
		}
		j.keep = func(stderr []byte) {
			if k, err := key(); err == nil {
				r.store.Put(k, outs, stderr)
			}
		}
	}
}

func (r *results) say(what string, hit bool, changed string) {
	if hit {
		r.explain("%s: taken from the cache", what)
	} else {
		r.explain("%s: runs, because %s, the command or a tool is new to the cache", what, changed)
	}
}

// wholeUnit looks the compilation of a plan's one source up, and takes its jobs
// out of the plan when the result is there. It returns whether it was. Otherwise
// it makes the front ends say what they read, for keepUnit.
func (r *results) wholeUnit() bool {
	p := r.plan
	if len(p.inputs) == 0 || p.Args.Has("save-temps", "rdc", "device-only", "M", "E", "syntax", "analyze") || p.spirvPlugin() {
		return false
	}
	source := -1
	for i, in := range p.inputs {
		if in.HIP {
			if source >= 0 {
				return false
			}
			source = i
		}
	}
	if source < 0 || p.inputs[source].Path == "-" {
		return false
	}
	var rest []*Job
	for _, j := range p.Jobs {
		if j.Kind == hostLinkJob || j.Kind == archiveJob {
			rest = append(rest, j)
			continue
		}
		r.unit = append(r.unit, j)
	}
	var h cache.Hasher
	h.Add("kind", "unit")
	r.tools(&h)
	names := map[string]string{}
	var object *Job
	for _, j := range r.unit {
		switch j.Kind {
		case cc1Job, deviceLinkJob, lldJob, bundleJob:
		case localJob:
			if j.verb != "dependencies" {
				return false
			}
		default:
			return false
		}
		if j.soft {
			continue // whether a header is precompiled already is no part of the key
		}
		argv := j.Argv
		if j.plain != nil {
			argv = j.plain
		}
		if slices.ContainsFunc(argv, moreOutputs) {
			return false
		}
		r.normal(&h, argv, names)
		libraries(&h, argv)
		if j.Kind == cc1Job && j.Device == "" && j.Input == source {
			object = j
		}
		if j.Kind == cc1Job && j.Input != source {
			return false
		}
	}
	if object == nil || len(object.Outputs) == 0 {
		return false
	}
	cwd, _ := os.Getwd()
	h.Add("cwd", cwd)
	for _, e := range []string{"CPATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH"} {
		h.Add(e, os.Getenv(e))
	}
	if err := h.AddFile("source", p.inputs[source].Path); err != nil {
		return false
	}
	r.first = h.Key()
	r.outs = []cache.Output{output("object", valueAfter(object.Argv, "-o"))}
	for _, j := range r.unit {
		if j.Kind == localJob {
			r.outs = append(r.outs, output("deps", j.Outputs[0]))
		}
	}
	list := filepath.Join(p.cfg.TempDir, "headers")
	if _, hit := r.store.Get(r.first, []cache.Output{output("headers", list)}); hit {
		if data, err := os.ReadFile(list); err == nil {
			if key, err := headersKey(r.first, strings.Split(strings.TrimSpace(string(data)), "\n")); err == nil {
				if msgs, hit := r.store.Get(key, r.outs); hit {
					r.explain("%s: its object is taken from the cache", p.inputs[source].Path)
					r.unitMessages(msgs, rest)
					return true
				}
				r.explain("%s: compiled, because a header changed", p.inputs[source].Path)
			}
		}
	} else {
		r.explain("%s: compiled, because the source, the command or a tool is new to the cache", p.inputs[source].Path)
	}
	// Every front end lists what it reads.
	for i, j := range r.unit {
		if j.Kind != cc1Job || j.soft {
			continue
		}
		d := valueAfter(j.Argv, "-dependency-file")
		if d == "" {
			d = filepath.Join(p.cfg.TempDir, fmt.Sprintf("reads-%d.d", i))
			add := []string{"-dependency-file", d, "-MT", "x", "-sys-header-deps"}
			j.Argv = slices.Insert(slices.Clone(j.Argv), len(j.Argv)-3, add...)
			if j.plain != nil {
				j.plain = slices.Insert(slices.Clone(j.plain), len(j.plain)-3, add...)
			}
		}
		r.deps = append(r.deps, d)
	}
	return false
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

func (p *Plan) spirvPlugin() bool { return p.Args.Has("pass-plugin", "link-pass-path") }

// unitMessages replaces the jobs of the unit by one that prints what they
// printed.
func (r *results) unitMessages(msgs []byte, rest []*Job) {
	p := r.plan
	j := &Job{Kind: localJob, verb: "compile (from the cache)", Input: -1,
		Run: func(ctx context.Context, stdout, stderr io.Writer) error {
			_, err := stderr.Write(msgs)
			return err
		}}
	for _, o := range r.outs {
		j.Outputs = append(j.Outputs, o.Path)
	}
	p.Jobs = append([]*Job{j}, rest...)
	p.connect()
}

// headersKey extends a key by the content of every header.
func headersKey(first cache.Key, headers []string) (cache.Key, error) {
	var h cache.Hasher
	h.Add("unit", first.String())
	for _, f := range headers {
		data, err := os.ReadFile(f)
		if err != nil {
			return cache.Key{}, err
		}
		sum := sha256.Sum256(data)
		h.Add(f, hex.EncodeToString(sum[:]))
	}
	return h.Key(), nil
}

// keepUnit stores the result of a compilation that succeeded.
func (r *results) keepUnit(stderr []byte) {
	if len(r.deps) == 0 {
		return
	}
	seen := map[string]bool{}
	var headers []string
	for _, d := range r.deps {
		data, err := os.ReadFile(d)
		if err != nil {
			return
		}
		for _, f := range parseDeps(data).prereqs {
			f = unescapeDep(f)
			if !seen[f] && !strings.HasPrefix(f, r.plan.cfg.TempDir+"/") {
				seen[f] = true
				headers = append(headers, f)
			}
		}
	}
	key, err := headersKey(r.first, headers)
	if err != nil {
		return
	}
	for i := range r.outs {
		o := &r.outs[i]
		if !isRegular(o.Path) {
			return
		}
		if st, ok := r.plan.written.Load(o.Path); ok {
			o.Made = st.(os.FileInfo)
		}
	}
	r.store.Put(key, r.outs, stderr)
	list := filepath.Join(r.plan.cfg.TempDir, "headers")
	if os.WriteFile(list, bytes.TrimSpace([]byte(strings.Join(headers, "\n"))), 0o600) == nil {
		r.store.Put(r.first, []cache.Output{output("headers", list)}, nil)
	}
}
