// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package results stores the outputs of a plan's jobs in the content-addressed cache, and takes
// them from there.
package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"gohipcc/driver/cache"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/driver/plan"
	"gohipcc/fatbin"
	"gohipcc/internal/secure"
	"gohipcc/internal/workaround"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// Cache stores and retrieves results of jobs. There are three kinds. Device code, generated or
// linked, is keyed by the command and the content of its bitcode or objects: a change in host code
// alone does not rerun device optimisation. A unit, a source with all its sides, is keyed by the
// commands, the source and every header that its front ends read: rebuilding an identical source
// copies its object. An executable is keyed by the linker, its command and every file that it read.
type Cache struct {
	store   *cache.Store
	digests *cache.Digests // of files that builds read again and again
	plan    *plan.Plan
	version string // of this compiler
	explain func(format string, args ...any)
	units   []*unit // those that are compiled now and stored afterwards

	once sync.Once
	llvm string // identity of the tools
	err  error
}

// Enabled reads GOHIPCC_CACHE and --no-cache.
func Enabled(args *options.Args) bool {
	v := os.Getenv("GOHIPCC_CACHE")
	return v != "off" && v != "0" && !args.Has("no-cache")
}

// Options configure a cache of results.
type Options struct {
	Dir     string // the folder of the store
	Version string // of this compiler, which is part of every key
	// Server is that of remote execution, or "": its storage is shared unless --remote-cache= or
	// GOHIPCC_REMOTE_CACHE names another store.
	Server  string
	Explain func(format string, args ...any)
	// Warn is called if the server of a shared cache cannot be used or its results cannot be trusted.
	Warn func(message string)
}

// Open opens the cache for a plan, or returns nil if there is none.
func Open(ctx context.Context, p *plan.Plan, opt Options) *Cache {
	remote, _ := p.Args.Value("remote-cache")
	remote = cmp.Or(remote, secure.Getenv("GOHIPCC_REMOTE_CACHE"), opt.Server)
	store, err := cache.Open(opt.Dir, cache.Options{Remote: remote, Context: ctx, Security: cache.SecurityFromEnv(), Warn: opt.Warn})
	if err != nil {
		if remote != "" {
			opt.Warn(fmt.Sprintf("no cache of results: %v", err))
		}
		opt.Explain("no cache of results: %v", err)
		return nil
	}
	return &Cache{store: store, digests: store.Digests(), plan: p, version: opt.Version, explain: opt.Explain}
}

// Close ends the use of the cache.
func (r *Cache) Close() { r.store.Close() }

// output describes a file for the cache.
func output(name, path string) cache.Output {
	return cache.Output{Name: name, Path: path, Part: files.PartOf(path)}
}

// normal adds a step's command to a key, with the names of this build's temporary files replaced by
// numbers.
func (r *Cache) normal(h *cache.Hasher, s step.Step, names map[string]string) {
	prefix := r.plan.Config.TempDir + "/"
	debug := hasDebugInfo(s)
	for _, a := range s.Argv() {
		if !debug && (strings.HasPrefix(a, "-fdebug-compilation-dir=") || strings.HasPrefix(a, "-fcoverage-compilation-dir=")) {
			continue // the build's folder is in debug information only
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

func hasDebugInfo(s step.Step) bool {
	c, ok := s.(*step.CC1)
	return ok && c.HasDebugInfo()
}

// tools adds the identity of every tool that turns inputs into outputs, by content, so that
// machines can share results.
func (r *Cache) tools(h *cache.Hasher) error {
	r.once.Do(func() {
		var self string
		if r.llvm, r.err = r.plan.Config.LLVM.Fingerprint(); r.err == nil {
			self, r.err = clang.BuildID(r.plan.Config.Prefix.Self)
		}
		r.llvm += self
	})
	h.Add("tools", r.llvm)
	h.Add("version", r.version)
	if off := secure.Getenv(workaround.Variable); off != "" {
		h.Add("disabled", off)
	}
	return r.err
}

// libraries returns the bitcode and the plugins that a step names besides its inputs.
func libraries(s step.Step) []string {
	switch s := s.(type) {
	case *step.DeviceLink:
		names := slices.Clone(s.Libraries)
		for _, p := range s.Passes {
			names = append(names, p.Plugin)
		}
		return names
	case *step.CC1:
		return append(s.Args.Values("-mlink-builtin-bitcode"), s.Args.Values("-fpass-plugin=")...)
	}
	return nil
}

// addInput adds the content of a step's input. A thin archive is an error: its members are in other
// files, which change without it.
func addInput(h *cache.Hasher, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	head := make([]byte, 8)
	if n, _ := io.ReadFull(f, head); fatbin.IsThinArchive(head[:n]) {
		return fmt.Errorf("%s is a thin archive, whose members may change without it", path)
	}
	return h.AddFile("input", path)
}

// hashLibraries adds the content of a step's libraries.
func hashLibraries(h *cache.Hasher, s step.Step) error {
	for _, f := range libraries(s) {
		if err := h.AddFile("library", f); err != nil {
			return err
		}
	}
	var compilers []string
	switch s := s.(type) {
	case *step.DeviceLink:
		compilers = toolchains.CompilerFiles(s)
	case *step.AssembleCode:
		compilers = []string{s.Program}
		h.Add("required", fmt.Sprint(s.Required))
	}
	for _, f := range compilers {
		id, err := clang.BuildID(f)
		if err != nil {
			return err
		}
		h.Add("compiler", id)
	}
	return nil
}

// Wrap caches each device link of the plan, each assembly of an image, AMD's code generation, and the host's link.
func (r *Cache) Wrap() {
	if r.plan.Args.Has("save-temps") {
		return
	}
	for _, j := range r.plan.Jobs {
		switch s := j.Step.(type) {
		case *step.CC1:
			r.splitCompile(j, s)
		case *step.DeviceLink, *step.AssembleCode, *step.ImageLink:
			if out := s.Outputs(); len(out) == 1 {
				j.Cached = r.content(j.Name(), "its device code", s, s.Inputs(), out[0])
			}
		case *step.HostLink:
			r.hostLink(j, s)
		}
	}
}

// content makes the cache entry of a step that makes one file from the files in reads. input
// describes them for --explain. The result is stored only if nothing that the step read has changed
// since the lookup: otherwise the image linked with the old version of a device library that is
// replaced during a link would be stored for the new one.
func (r *Cache) content(name, input string, s step.Step, reads []string, out string) *job.Cached {
	key := func() (cache.Key, error) {
		h := cache.Hasher{Digests: r.digests}
		h.Add("kind", "device code")
		r.normal(&h, s, map[string]string{})
		if err := errors.Join(r.tools(&h), hashLibraries(&h, s)); err != nil {
			return cache.Key{}, err
		}
		for _, in := range reads {
			if !files.IsRegular(in) {
				continue
			}
			if err := addInput(&h, in); err != nil {
				return cache.Key{}, err
			}
		}
		return h.Key(), nil
	}
	outs := []cache.Output{output("image", out)}
	var before cache.Key
	known := false
	return &job.Cached{
		Get: func(stderr io.Writer) bool {
			k, err := key()
			before, known = k, err == nil
			if err != nil {
				return false
			}
			msgs, hit := r.store.Get(k, outs)
			r.say(name, hit, input)
			if hit {
				stderr.Write(msgs)
			}
			return hit
		},
		Put: func(stderr []byte) {
			switch k, err := key(); {
			case !known || err != nil:
			case k != before:
				r.explain("%s: its result is not kept: what it is made of changed meanwhile", name)
			default:
				r.store.Put(k, outs, stderr)
			}
		},
	}
}

func (r *Cache) say(what string, hit bool, changed string) {
	if hit {
		r.explain("%s: taken from the cache", what)
	} else {
		r.explain("%s: runs, because %s, the command or a tool is new to the cache", what, changed)
	}
}
