// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gohipcc/driver/cache"
	"gohipcc/toolchains"
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

	once sync.Once
	llvm string // identity of the tools
	err  error

	unit  []*Job // jobs of the one source whose whole compilation is a result
	first cache.Key
	begin time.Time // before anything was read
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
	debug := slices.ContainsFunc(argv, func(a string) bool { return strings.HasPrefix(a, "-debug-info-kind=") })
	for _, a := range argv {
		if !debug && (strings.HasPrefix(a, "-fdebug-compilation-dir=") || strings.HasPrefix(a, "-fcoverage-compilation-dir=")) {
			continue // where the build is shows in debug information alone
		}
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

// tools adds the identity of everything that turns inputs into outputs. It is
// that of contents, so that machines share results.
func (r *results) tools(h *cache.Hasher) error {
	r.once.Do(func() {
		var self string
		if r.llvm, r.err = r.plan.cfg.LLVM.Fingerprint(); r.err == nil {
			self, r.err = toolchains.BuildID(r.plan.cfg.Prefix.Self)
		}
		r.llvm += self
	})
	h.Add("tools", r.llvm)
	h.Add("version", Version)
	return r.err
}

// libraries adds the content of the bitcode and plugins that a command names.
func libraries(h *cache.Hasher, argv []string) error {
	for i, a := range argv {
		file := ""
		for _, p := range []string{"--library=", "--pass-plugin=", "-fpass-plugin="} {
			if v, ok := strings.CutPrefix(a, p); ok {
				file = v
			}
		}
		if a == "-mlink-builtin-bitcode" && i+1 < len(argv) {
			file = argv[i+1]
		}
		if file != "" {
			if err := h.AddFile("library", file); err != nil {
				return err
			}
		}
	}
	return nil
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
			r.normal(&h, j.Argv, map[string]string{})
			if err := errors.Join(r.tools(&h), libraries(&h, j.Argv)); err != nil {
				return cache.Key{}, err
			}
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
	if r.tools(&h) != nil {
		return false
	}
	names := map[string]string{}
	var object *Job
	debug := false // the folder of the build is part of the object
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
		if libraries(&h, argv) != nil {
			return false
		}
		debug = debug || slices.ContainsFunc(argv, func(a string) bool { return strings.HasPrefix(a, "-debug-info-kind=") })
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
	if debug {
		cwd, _ := os.Getwd()
		h.Add("cwd", cwd)
	}
	for _, e := range []string{"CPATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH"} {
		h.Add(e, os.Getenv(e))
	}
	r.begin = fileTime()
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
			key, err := headersKey(r.first, strings.Split(strings.TrimSpace(string(data)), "\n"))
			if err == nil {
				if msgs, hit := r.store.Get(key, r.outs); hit {
					r.explain("%s: its object is taken from the cache", p.inputs[source].Path)
					r.unitMessages(msgs, rest)
					return true
				}
			}
			r.explain("%s: compiled, because a header changed or came before another", p.inputs[source].Path)
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

// headersKey extends a key by the content of every header, and by the absence of
// those that would be found before them ("!" and the path).
func headersKey(first cache.Key, headers []string) (cache.Key, error) {
	var h cache.Hasher
	h.Add("unit", first.String())
	for _, f := range headers {
		if absent, ok := strings.CutPrefix(f, "!"); ok {
			if exists(absent) {
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
func (r *results) absentHeaders(headers []string) []string {
	var search, users []string
	for _, j := range r.unit {
		if j.Kind != cc1Job || j.soft {
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
			if p := filepath.Join(dir, name); !filepath.IsAbs(name) && !seen[p] && !exists(p) {
				seen[p] = true
				out = append(out, "!"+p)
			}
		}
	}
	return out
}

// clockMacros make the time of the compilation part of its result.
var clockMacros = [][]byte{[]byte("__TIME__"), []byte("__DATE__"), []byte("__TIMESTAMP__")}

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
	all := append(headers, r.absentHeaders(headers)...)
	key, err := headersKey(r.first, all)
	if err != nil {
		return
	}
	for _, f := range headers {
		data, err := os.ReadFile(f)
		if err != nil || changedSince(f, r.begin) || slices.ContainsFunc(clockMacros, func(m []byte) bool { return bytes.Contains(data, m) }) {
			r.explain("%s: its object is not kept: %s changed meanwhile, or asks for the time", r.plan.inputs[0].Path, f)
			return
		}
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
	if os.WriteFile(list, bytes.TrimSpace([]byte(strings.Join(all, "\n"))), 0o600) == nil {
		r.store.Put(r.first, []cache.Output{output("headers", list)}, nil)
	}
}
