// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"crypto/md5"
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/driver/pch"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// completeCC1 completes a front-end step that clang planned for the host or for a family of its
// own.
func (p *Plan) completeCC1(j *job.Job, c *step.CC1) {
	p.completeSource(j, c)
	tc := toolchains.Of(c.Triple())
	if tc == nil {
		if c.IsDevice() {
			j.Device = cmp.Or(c.CPU(), c.Triple())
		} else if !p.hasWord("-mwavefrontsize64") || slices.ContainsFunc(p.targets.generic, toolchains.Target.HasWideWarps) {
			toolchains.CompleteHost(c, slices.Concat(p.targets.own, p.targets.generic))
		}
		return
	}
	j.Device = tc.Device(c)
	if tc.Template() == toolchains.OwnTemplate && j.IsDevice() {
		p.must(tc.Compile(p.buildFor(toolchains.Target{Toolchain: tc, Arch: c.CPU()}), c.CPU(), c))
	}
}

// hasWord reports whether a word is on the command line, alone or after an -Xarch_ option.
func (p *Plan) hasWord(w string) bool {
	return slices.ContainsFunc(p.Args.List, func(a options.Arg) bool { return slices.Contains(a.Words, w) })
}

// inputOf returns the index of the source of a front-end step, or -1.
func (p *Plan) inputOf(c *step.CC1) int {
	source, out := c.Source(), -1
	for i, in := range p.inputs {
		if in.Path == source {
			out = i
		}
	}
	return out
}

// completeSource completes a front-end step for any target: its input, the compilation unit ID for
// the input's real name, and the prelude.
func (p *Plan) completeSource(j *job.Job, c *step.CC1) {
	j.Source = p.inputOf(c)
	if j.Source >= 0 && !p.Args.Has("cuid") {
		c.Args.Set("-cuid=", p.cuid(j.Source))
	}
	if !p.build.OwnRoot || p.Args.Has("nogpuinc", "nohipwrapperinc") || c.Language() != "hip" {
		return
	}
	prelude := filepath.Join(p.Config.Prefix.Include(), pch.Prelude)
	if !files.Exists(prelude) {
		return
	}
	include := step.Sep("-include", prelude)
	if i := c.Args.Index("-include"); i >= 0 {
		c.InsertAt(i, include) // before the user's includes, as with clang
	} else {
		c.Append(include)
	}
}

// cuid returns the compilation unit ID of a source: a hash of its real path and of every argument
// that is not an input, as clang computes it, or a random number if that is requested. Options that
// only print or schedule do not count, so that -### shows what a build does.
func (p *Plan) cuid(input int) string {
	if how, _ := p.Args.Value("use-cuid"); how == "random" {
		if p.cuids[input] == "" {
			if p.cuids == nil {
				p.cuids = map[int]string{}
			}
			p.cuids[input] = strconv.FormatUint(rand.Uint64(), 16)
		}
		return p.cuids[input]
	}
	path := p.inputs[input].Path
	h := md5.New()
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		real = path
	}
	h.Write([]byte(real))
	for _, a := range p.Args.List {
		if a.Input || a.Option != nil && (a.Option.Use == options.Ours || a.Option.ID == "v" || a.Option.ID == "o") {
			continue
		}
		for _, w := range a.Words {
			h.Write([]byte(w))
			h.Write([]byte{0})
		}
	}
	sum := h.Sum(nil)
	return strconv.FormatUint(binary.LittleEndian.Uint64(sum[:8]), 16)
}
