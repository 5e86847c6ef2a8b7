// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/depfile"
	"gohipcc/driver/options"
	"gohipcc/target"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
)

// A templateQuery is one query, for one template.
type templateQuery struct {
	extra  []string           // arguments added to the user's
	target *toolchains.Target // of the generic template: whose options the front end gets
}

// commonArgs returns the arguments that every query of the build starts with.
func (p *Plan) commonArgs() []string {
	common := []string{"--driver-mode=g++"}
	if mode, ok := p.Args.Value("driver-mode"); ok {
		common[0] = "--driver-mode=" + mode
	} else if !p.hipcc && !p.hip && !strings.Contains(filepath.Base(p.Config.Name), "++") {
		common = nil
	}
	if p.offload {
		common = append(common, p.offloadArgs()...)
	} else if p.hipcc {
		common = append(common, p.includeArgs()...)
	}
	if len(common) > 1 {
		// Options that gohipcc adds must not cause warnings, with -Werror or without.
		common = append(append(common[:1:1], "--start-no-unused-arguments"), append(common[1:], "--end-no-unused-arguments")...)
	}
	return common
}

// offloadArgs are those for device code.
func (p *Plan) offloadArgs() []string {
	var out []string
	if !p.Args.Has("new-driver", "old-driver") || p.linksGeneric() {
		out = append(out, "--no-offload-new-driver")
	}
	if p.hipcc && p.link && !p.Args.Has("hip-link", "device-only") {
		out = append(out, "--hip-link")
	}
	if !p.build.OwnRoot {
		if p.Args.Has("nohipwrapperinc") {
			out = append(out, "-nohipwrapperinc")
		}
		return out
	}
	if !p.Args.Has("nogpuinc") {
		out = append(append(out, "-nogpuinc"), p.includeArgs()...)
	}
	if !p.Args.Has("nogpulib") {
		out = append(out, "-nogpulib")
	}
	return out
}

// includeArgs lets every source find HIP's headers, C and plain C++ sources too.
func (p *Plan) includeArgs() []string {
	if !p.build.OwnRoot || p.Args.Has("nogpuinc") {
		return nil
	}
	return p.Config.Prefix.IncludeArgs()
}

// sides returns the queries that the targets need: one for clang's own families, and one for the
// generic template, of which only the device steps are used if there are both.
func (p *Plan) sides() []templateQuery {
	generic := templateQuery{extra: []string{"--offload=" + p.targets.triple}}
	if len(p.targets.generic) > 0 {
		generic.target = &p.targets.generic[0]
	}
	var own templateQuery
	for _, t := range p.targets.own {
		own.extra = append(own.extra, "--offload-arch="+t.Arch)
	}
	switch {
	case len(p.targets.generic) == 0:
		if !p.build.OwnRoot || p.Args.Has("offload-arch") {
			own.extra = nil // they are in the user's arguments
		}
		return []templateQuery{own}
	case len(p.targets.own) == 0:
		return []templateQuery{generic}
	}
	return []templateQuery{own, generic}
}

// ask queries clang for the command templates of this build and makes jobs of them.
func (p *Plan) ask(ctx context.Context) error {
	common := p.commonArgs()
	sides := p.sides()
	variants := p.variants()
	var commands [][][]string
	var notes [][]string
	for i, s := range append(slices.Clone(sides), variants...) {
		q := p.query(append(slices.Clone(s.extra), common...), s.target)
		t, err := p.Config.Clang.Template(ctx, q)
		if err != nil {
			return err
		}
		if i == 0 {
			p.clangArgs = commandArgs(q.Args)
		}
		name := p.namer(p.names())
		var messages []string
		for _, n := range t.Notes {
			messages = append(messages, name(n))
		}
		notes = append(notes, messages)
		p.Failed = p.Failed || t.Failed
		commands = append(commands, p.realise(t, p.names()))
	}
	for _, messages := range notes {
		p.addNotes(slices.DeleteFunc(slices.Clone(messages), func(n string) bool {
			// An argument that is unused on one side may be used on the other.
			return isUnused(n) && slices.ContainsFunc(notes, func(m []string) bool { return !slices.Contains(m, n) })
		}), common)
	}
	p.explainNotes()
	for i, v := range variants {
		p.frontEnds[*v.target] = frontEnds(commands[len(sides)+i])
	}
	p.Jobs = p.jobsOf(commands[0])
	if len(sides) == 2 {
		p.Jobs = p.mergeGraphs(p.Jobs, p.jobsOf(commands[1]))
	}
	p.Jobs = p.completeDeps(p.Jobs)
	return p.err
}

// explainNotes adds information to clang's messages: which targets and processors exist, and where
// AMD's software was searched, once.
func (p *Plan) explainNotes() {
	for i, n := range p.Notes {
		if _, arch, ok := strings.Cut(n, "error: unsupported HIP gpu architecture: "); ok {
			p.Notes[i] += "; " + (&target.UnsupportedArchError{Arch: arch}).Hint()
		}
		if strings.Contains(n, "error: invalid or unsupported offload target: ") {
			var triples []string
			for _, tc := range toolchains.All() {
				triples = append(triples, tc.Triple())
			}
			p.Notes[i] += "; the targets supported are " + strings.Join(triples, " ") + "; a processor is --offload-arch="
		}
	}
	missing := func(n string) bool {
		return strings.Contains(n, "error: cannot find ROCm device library") || strings.Contains(n, "error: cannot find HIP runtime")
	}
	at := slices.IndexFunc(p.Notes, missing)
	if p.build.OwnRoot || at < 0 {
		return
	}
	first := p.Notes[at]
	p.Notes = slices.DeleteFunc(p.Notes, func(n string) bool { return n != first && missing(n) })
	p.Notes[at] = first + p.build.MissingROCm()
}

// isUnused reports whether a message of clang is about an unused argument.
func isUnused(note string) bool { return strings.Contains(note, "unused during compilation") }

// addNotes keeps each of clang's messages once, and none about arguments that the user did not
// write.
func (p *Plan) addNotes(notes, added []string) {
	for _, n := range notes {
		if isUnused(n) {
			if slices.ContainsFunc(added, func(a string) bool { return strings.Contains(n, "'"+a+"'") || strings.Contains(n, "'"+a+" ") }) {
				continue
			}
		}
		if !slices.Contains(p.Notes, n) {
			p.Notes = append(p.Notes, n)
		}
	}
}

// query spells the command line with tokens for the names in it, as the front ends of a target of
// the generic template see it (nil: clang's own families).
func (p *Plan) query(common []string, t *toolchains.Target) *clang.Query {
	q := &clang.Query{Args: slices.Clone(common), OutExt: filepath.Ext(p.output)}
	input, lang := 0, ""
	for i := range p.Args.List {
		a := &p.Args.List[i]
		if !a.Input {
			if a.Option != nil && a.Option.ID == "x" {
				lang = ""
			}
			if p.setsWarps(t, a) {
				continue
			}
			if words, ok := p.xarch(t, a); ok {
				q.Args = append(q.Args, words...)
				continue
			}
			q.Args = append(q.Args, p.queryOption(a)...)
			continue
		}
		in := &p.inputs[input]
		tok, ext := clang.InToken(input), in.Ext
		if in.Path == "-" {
			tok, ext = "-", ""
		}
		input++
		q.Exts = append(q.Exts, ext)
		q.Files = append(q.Files, in.Path)
		if want := p.queryLanguage(a, in); want != lang {
			q.Args = append(q.Args, "-x", cmp.Or(want, "none"))
			lang = want
		}
		q.Args = append(q.Args, tok)
	}
	if p.needsSPIRVBackend() {
		q.Args = append(q.Args, "-use-spirv-backend")
	}
	q.Fingerprint.Options(q.Args)
	if !p.build.OwnRoot {
		q.Fingerprint.Environment()
	}
	if p.Args.Has("rdc") || p.targets.chip {
		q.ShowFiles = true
		q.Fingerprint.Libraries(q.Args, q.Files)
	}
	q.Uncacheable = slices.ContainsFunc(q.Args, func(a string) bool {
		return strings.HasPrefix(a, "@") || strings.HasPrefix(a, "--offload-arch=native") || strings.Contains(a, "-arch-tool=")
	})
	return q
}

// queryLanguage returns the language that clang must be told for an input, or "".
func (p *Plan) queryLanguage(a *options.Arg, in *Input) string {
	switch {
	case a.Lang != "" || HIPExts[in.Ext]:
	case in.HIP:
		return "hip"
	case p.hipcc && in.Ext == ".c":
		return "c" // which clang++ takes for C++
	}
	return ""
}

// queryOption spells one of the user's options for a query.
func (p *Plan) queryOption(a *options.Arg) []string {
	generic := len(p.targets.generic) > 0
	if generic && strings.HasPrefix(a.Words[0], "-fopenmp") {
		// clang reserves --offload= for OpenMP offloading; here OpenMP is the host's, as with
		// --offload-arch=.
		return append([]string{"-Xarch_host"}, a.Words...)
	}
	if a.Option == nil {
		return a.Words
	}
	switch a.Option.ID {
	case "new-driver", "offload-lto":
		if p.linksGeneric() {
			return nil
		}
	case "offload-jobs":
		if p.Args.Has("new-driver") {
			return a.Words
		}
	case "driver-mode":
		return nil
	case "o":
		if a.Value == "-" {
			return []string{"-o", "-"}
		}
		return []string{"-o", clang.OutToken}
	}
	if p.withholds(a.Option) {
		return nil
	}
	return a.Words
}

// withholds reports whether clang is not told of an option in a query.
func (p *Plan) withholds(o *options.Option) bool {
	generic := len(p.targets.generic) > 0
	switch {
	case p.offload && strings.HasPrefix(o.ID, "ftime-trace"):
		return true
	case strings.HasSuffix(o.ID, "flush-denormals"):
		// The generic template's target has no use for it, and clang says so.
		return generic && len(p.targets.own) == 0
	case o.ID == "hip-version":
		// It is about a ROCm; clang would add its own wrappers of the C++ library to gohipcc's.
		return p.build.OwnRoot
	case o.Use == options.Ours:
		return true
	}
	// A C file that hipcc compiles has no device targets.
	return o.Use == options.Target && (generic || p.hipcc && !p.offload && !p.Args.Has("x"))
}

// linksGeneric reports whether gohipcc links device code. There is only one way to do that: clang's
// "new driver", which puts bitcode into host objects for clang-linker-wrapper, has no tool for the
// generic template's targets, and programs behave the same.
func (p *Plan) linksGeneric() bool { return len(p.targets.generic) > 0 }

// needsSPIRVBackend reports whether LLVM's own backend is to write AMD's SPIR-V, because
// there is no translator where clang looks for one.
func (p *Plan) needsSPIRVBackend() bool {
	if !slices.ContainsFunc(p.targets.own, func(t toolchains.Target) bool { return t.Arch == target.AMDGCNSPIRV }) || p.Args.Has("use-spirv-backend", "new-driver") {
		return false
	}
	var dirs []string
	for _, a := range p.Args.List {
		if v, ok := strings.CutPrefix(a.Words[0], "-B"); ok {
			dirs = append(dirs, v+strings.Join(a.Words[1:], ""))
		}
	}
	return !p.build.HasTranslator(dirs)
}

// names returns the names that replace a template's tokens in this build.
func (p *Plan) names() clang.Names {
	n := clang.Names{Output: p.output}
	for _, in := range p.inputs {
		n.Inputs = append(n.Inputs, in.Path)
	}
	return n
}

// namer returns a function that replaces a template's tokens by names.
func (p *Plan) namer(names clang.Names) func(string) string {
	names.Cwd, _ = os.Getwd()
	names.Spell = cmdline.FileOperand
	rep := names.Replacer()
	return func(s string) string {
		if strings.IndexByte(s, '\x02') < 0 {
			return s
		}
		parts := strings.Split(rep.Replace(s), clang.TempPrefix)
		for i := range parts[1:] {
			parts[i+1] = shortName(parts[i+1])
		}
		return strings.Join(parts, p.Config.TempDir+"/")
	}
}

// shortName returns the name of a temporary file as clang composes it, of the source's and of what it is for, if a
// file can have it, or a shorter one that no other file has.
func shortName(name string) string {
	const most, head, tail = 255, 64, 64 // bytes, NAME_MAX of Linux
	if len(name) <= most {
		return name
	}
	sum := fnv.New64a()
	sum.Write([]byte(name))
	return fmt.Sprintf("%s-%x-%s", name[:head], sum.Sum64(), name[len(name)-tail:])
}

// realise replaces the tokens in a template's commands.
func (p *Plan) realise(t *clang.Template, names clang.Names) [][]string {
	name := p.namer(names)
	out := make([][]string, len(t.Commands))
	for i, c := range t.Commands {
		argv := make([]string, len(c))
		for k, a := range c {
			argv[k] = name(a)
			if k > 0 && c[k-1] == "-MT" && argv[k] != a {
				argv[k] = depfile.Escape(argv[k]) // clang has done so with what stood there
			}
		}
		if argv[0] != "" && strings.HasPrefix(argv[0], p.Config.LLVM.Bin) {
			argv[0] = filepath.Clean(argv[0])
		}
		out[i] = argv
	}
	return out
}
