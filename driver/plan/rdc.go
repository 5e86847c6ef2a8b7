// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/fatbinasm"
	"gohipcc/driver/job"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// embedRDC makes the jobs of relocatable device code that write the assembly which embeds the fat
// binary, and assemble it. The symbols in it come from the host objects of the link, which
// completeLinks finds.
func (p *Plan) embedRDC(a *step.Assemble, before []*job.Job) []*job.Job {
	a.ExecArgv = p.assembler(a)
	e := &step.EmbedFatbin{Program: p.Config.Prefix.Self, Output: a.Source}
	for _, b := range before {
		if s, ok := b.Step.(*step.Bundle); ok && strings.HasSuffix(s.File(), ".hipfb") {
			e.Bundle = s.File()
		}
	}
	j := job.New(e)
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		if p.Args.Has("v") {
			fatbinasm.TellSymbols(stderr, e.Objects)
		}
		return fatbinasm.Write(e.Output, e.Bundle, e.Objects)
	}}
	return []*job.Job{j, job.New(a)}
}

// assembler returns the command of clang's integrated assembler that clang's driver would run for
// a; nil if there is none.
func (p *Plan) assembler(a *step.Assemble) []string {
	out := a.Args.Value("-o")
	q := &clang.Query{Exts: []string{filepath.Ext(a.Source)}, OutExt: filepath.Ext(out)}
	for _, w := range a.Args.Words() {
		switch w {
		case a.Source:
			w = clang.InToken(0)
		case out:
			w = clang.OutToken
		}
		q.Args = append(q.Args, w)
	}
	t, err := p.Config.Clang.Template(context.Background(), q)
	if err != nil || t.Failed || len(t.Commands) != 1 {
		return nil
	}
	argv := p.realise(t, clang.Names{Inputs: []string{a.Source}, Output: out})[0]
	if c, ok := step.Parse(argv).(*step.CC1); !ok || !c.Assembler {
		return nil
	}
	return argv
}

// hostObjects returns the objects and archives that the next host link or archive job reads, except
// for the one that embeds the fat binary. before are the jobs that make some of them.
func (p *Plan) hostObjects(before, after []*job.Job) []string {
	made, embeds := map[string]bool{}, map[string]bool{}
	for _, b := range before {
		for _, o := range b.Outputs() {
			made[o] = true
		}
	}
	var out []string
	for _, j := range after {
		switch s := j.Step.(type) {
		case *step.Assemble:
			for _, o := range s.Outputs() {
				embeds[o] = true
			}
		case *step.HostLink, *step.Archive:
			for _, o := range linkedObjects(s, made) {
				if !embeds[o] && !slices.Contains(out, o) {
					out = append(out, o)
				}
			}
			return out
		}
	}
	return out
}
