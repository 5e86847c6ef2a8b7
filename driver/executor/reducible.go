// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"

	"gohipcc/driver/bitcode"
	"gohipcc/driver/cmdline"
	"gohipcc/fatbin"
	"gohipcc/toolchains/step"
)

// AMD's code generator gives loops with several entries a single one by a pass of LLVM's that drops values
// (split-cycle-edges, docs/design/workarounds.md), and crashes on computed gotos in loops. What has either is compiled in three
// steps: to optimised bitcode, from that to bitcode without them, and to code.

// frontOptions are those of the front end that mean nothing to code generation, or that would do a
// second time what they have done.
var frontOptions = cmdline.Set(`-mlink-builtin-bitcode -include -include-pch -dependency-file -MT -MQ -MP -sys-header-deps
	-isystem -idirafter -iquote -internal-isystem -internal-externc-isystem -I -D -U -fpass-plugin= -load
	-header-include-file -serialize-diagnostic-file`)

// whole are options with which a compile says something about all of its parts: in files, or in comments
// with names that are not in bitcode.
var whole = []string{"-opt-record-file", "-ftime-trace=", "-stack-usage-file", "-S"}

// generate runs a step that makes code, without the loops that the code generator misinterprets.
func (x *Executor) generate(ctx context.Context, s *jobState, cmd step.Step, beside func(step.Step) step.Step) error {
	if s.job.Mend != nil {
		switch c := cmd.(type) {
		case *step.CC1:
			return x.generateCode(ctx, s, c, beside)
		case *step.ImageLink:
			if slices.ContainsFunc(c.Inputs(), severalEntries) {
				return x.generateImage(ctx, s, c, beside)
			}
		}
	}
	return x.command(ctx, s, beside(cmd))
}

// severalEntries reports whether a file is bitcode with a loop that has several entries or a computed goto, or may be.
func severalEntries(file string) bool {
	if !isBitcode(file) {
		return false
	}
	found, err := bitcode.Irreducible(file)
	return found || err != nil
}

// generateCode compiles by way of optimised bitcode. The object is the same as that of one
// step if there is no such loop.
func (x *Executor) generateCode(ctx context.Context, s *jobState, c *step.CC1, beside func(step.Step) step.Step) error {
	optimised, err := x.temporary("optimised-*.bc")
	if err != nil {
		return s.complain(err)
	}
	front := c.Clone()
	front.Emit(optimised, action(c), "-emit-llvm-bc", "-emit-llvm-uselists")
	if err := x.command(ctx, s, beside(front)); err != nil {
		return err
	}
	mend := severalEntries(optimised)
	if mend {
		if optimised, err = x.mend(ctx, s, optimised); err != nil {
			return err
		}
	}
	said := s.err.Len()
	if mend || !c.Args.Has(whole...) {
		err = x.command(ctx, s, beside(codeFrom(c, optimised)))
		if mend || err == nil && s.err.Len() == said || ctx.Err() != nil {
			return err
		}
	}
	// Messages of a separate code generator have no source locations.
	s.out.Reset()
	s.err.Reset()
	return x.command(ctx, s, beside(c))
}

// temporary makes a temporary file for what one command writes and another reads.
func (x *Executor) temporary(pattern string) (string, error) {
	f, err := os.CreateTemp(x.build.TempDir, pattern)
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// mend makes bitcode whose loops have one entry each.
func (x *Executor) mend(ctx context.Context, s *jobState, in string) (string, error) {
	out, err := x.temporary("mended-*.bc")
	if err != nil {
		return "", s.complain(err)
	}
	return out, x.commandHere(ctx, s.job.Mend(in, out), &s.out, &s.err)
}

// action returns the option of a compile that selects its output.
func action(c *step.CC1) string {
	for _, a := range c.Options() {
		if step.IsAction(a.Name) {
			return a.Name
		}
	}
	return ""
}

// codeFrom is the step of a compile that generates code from optimised bitcode.
func codeFrom(c *step.CC1, file string) *step.CC1 {
	d := &step.CC1{Program: c.Program}
	for _, a := range c.Options() {
		if !frontOptions[a.Name] && a.Name != "-x" {
			d.Args = append(d.Args, a)
		}
	}
	d.Args = append(d.Args, step.Arg{Name: "-disable-llvm-passes"}, step.Sep("-x", "ir"), step.Arg{Value: file, Form: step.File})
	return d
}

// generateImage links bitcode by way of optimised bitcode.
func (x *Executor) generateImage(ctx context.Context, s *jobState, l *step.ImageLink, beside func(step.Step) step.Step) error {
	optimised, err := x.temporary("optimised-*.bc")
	if err != nil {
		return s.complain(err)
	}
	front := l.Rename(func(f string) string { return f }, func(string) string { return optimised }).(*step.ImageLink)
	front.Args = append(front.Args, step.Arg{Name: "--lto-emit-llvm"})
	if err := x.command(ctx, s, front); err != nil {
		return err
	}
	if optimised, err = x.mend(ctx, s, optimised); err != nil {
		return err
	}
	return x.command(ctx, s, beside(imageFrom(l, optimised)))
}

// imageFrom is the link of an image from optimised bitcode, and from the objects among its inputs. The
// level of optimisation is 0, which leaves that of the code generator.
func imageFrom(l *step.ImageLink, file string) *step.ImageLink {
	out := &step.ImageLink{}
	out.Program = l.Program
	generator, placed := false, false
	for _, a := range l.Args {
		switch level, is := strings.CutPrefix(a.Value, "O"); {
		case a.Form == step.File && isBitcode(a.Value):
			if placed {
				continue
			}
			a.Value, placed = file, true
		case a.Name == "-plugin-opt=" && is && len(level) == 1:
			a.Value = "O0"
		}
		generator = generator || strings.HasPrefix(a.Name+a.Value, "--lto-CGO")
		out.Args = append(out.Args, a)
	}
	if !generator {
		out.Args = append(out.Args, step.Arg{Name: "--lto-CGO2"})
	}
	return out
}

func isBitcode(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	magic := make([]byte, 4)
	_, err = io.ReadFull(f, magic)
	return err == nil && fatbin.Sniff(magic) == fatbin.KindBitcode
}
