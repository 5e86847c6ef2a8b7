// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"slices"
	"strings"

	"gohipcc/driver/options"
	"gohipcc/target"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// Options for some compilations (-Xarch_device, -Xarch_host, -Xarch_sm_80). Clang applies them in
// its own plan, where the targets of the generic template have the template's name; so each of
// these targets is asked for with the options that name it.

// buildFor returns what a toolchain may ask about the compilation for a target: it sees the options
// of -Xarch_ that are for the target.
func (p *Plan) buildFor(t toolchains.Target) *toolchains.Build {
	flags := p.Args.For(t.Accepts)
	if flags == p.Args {
		return p.build
	}
	b := *p.build
	b.Flags = flags
	return &b
}

// xarch spells -Xarch_NAME OPTION for the query of a target of the generic template (nil: of
// clang's own families); ok: it is one that needs another spelling.
func (p *Plan) xarch(t *toolchains.Target, a *options.Arg) (words []string, ok bool) {
	name, is := a.Xarch()
	if !is || t == nil || name == "device" || name == "host" {
		return nil, false
	}
	if !slices.ContainsFunc(p.targets.generic, func(g toolchains.Target) bool { return g.Accepts(name) }) {
		return nil, false
	}
	if name == target.X86_64 || name == target.AArch64 {
		words = slices.Clone(a.Words) // it may be the host's architecture too
	}
	if t.Accepts(name) {
		words = append(words, "-Xarch_device", a.Value)
	}
	return words, true
}

// setsWarps reports whether an argument sets the number of lanes of the warps of processors, which clang's query for the
// generic template is not told: its target has no use for it.
func (p *Plan) setsWarps(t *toolchains.Target, a *options.Arg) bool {
	return t != nil && a.SetsWavefrontSize() && slices.ContainsFunc(p.targets.generic, toolchains.Target.HasWarpOption)
}

// variants returns the queries for targets of the generic template whose front ends have other
// options than that of the first.
func (p *Plan) variants() []templateQuery {
	spell := func(t *toolchains.Target) string {
		var words []string
		for i := range p.Args.List {
			if p.setsWarps(t, &p.Args.List[i]) {
				continue
			}
			w, _ := p.xarch(t, &p.Args.List[i])
			words = append(words, w...)
		}
		return strings.Join(words, "\x00")
	}
	var out []templateQuery
	for i := range p.targets.generic {
		if t := &p.targets.generic[i]; spell(t) != spell(&p.targets.generic[0]) {
			out = append(out, templateQuery{extra: []string{"--offload=" + p.targets.triple}, target: t})
		}
	}
	return out
}

// frontEnds returns the generic template's front ends among commands.
func frontEnds(commands [][]string) []*step.CC1 {
	var out []*step.CC1
	for _, argv := range commands {
		if c, ok := step.Parse(argv).(*step.CC1); ok && toolchains.IsGeneric(c.Triple()) {
			out = append(out, noDeviceAssembly(c))
		}
	}
	return out
}

// frontEndOf returns the front end of a target for the n-th one of the generic template, with the
// template's outputs.
func (p *Plan) frontEndOf(t toolchains.Target, n int, template *step.CC1) *step.CC1 {
	own := p.frontEnds[t]
	if n >= len(own) {
		return template.Clone()
	}
	c := own[n].Clone()
	for _, name := range []string{"-o", "-dependency-file"} {
		c.Args.Set(name, template.Args.Value(name))
	}
	return c
}
