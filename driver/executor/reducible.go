// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"gohipcc/driver/bitcode"
	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/fatbin"
	"gohipcc/toolchains/step"
)

// AMD's code generator gives loops with several entries a single one by a pass of LLVM's that drops values
// (split-cycle-edges, docs/design/workarounds.md), crashes on computed gotos in loops, divides numbers of few bits wrongly
// (amdgcn-narrow-quotients) and loses the sign of a product that becomes a half (amdgcn-half-products). What has any of these is compiled in three steps: to optimised bitcode, from that to bitcode
// without them, and to code.

// frontOptions are those of the front end that mean nothing to code generation, or that would do a
// second time what they have done.
var frontOptions = cmdline.Set(`-mlink-builtin-bitcode -include -include-pch -dependency-file -MT -MQ -MP -sys-header-deps
	-isystem -idirafter -iquote -internal-isystem -internal-externc-isystem -I -D -U -fpass-plugin= -load
	-header-include-file -serialize-diagnostic-file`)

// whole are options with which a compile says something about all of its parts: in files, or in comments
// with names that are not in bitcode.
var whole = []string{"-opt-record-file", "-ftime-trace=", "-stack-usage-file", "-S"}

// generate runs a step that makes code, without what the code generator misinterprets.
func (x *Executor) generate(ctx context.Context, s *jobState, cmd step.Step, beside func(step.Step) step.Step) error {
	if s.job.Mend != nil {
		switch c := cmd.(type) {
		case *step.CC1:
			return x.generateCode(ctx, s, c, beside)
		case *step.ImageLink:
			parts := x.members(c.Inputs())
			if slices.ContainsFunc(parts, suspect) {
				return x.generateImage(ctx, s, c, beside, parts)
			}
		}
	}
	return x.command(ctx, s, beside(cmd))
}

// suspect reports whether a file is bitcode with a loop that has several entries, a computed goto, a division or a
// conversion to half, or may be.
func suspect(file string) bool {
	if !isBitcode(file) {
		return false
	}
	found, err := bitcode.Suspect(file)
	return found || err != nil
}

var errThin = errors.New("the members of a thin archive are elsewhere")

// members returns the inputs of a link, with the members of archives as files in their place. Those of an archive that
// cannot be read are left to the linker.
func (x *Executor) members(inputs []string) (out []string) {
	for _, in := range inputs {
		data, err := os.ReadFile(in)
		if err != nil || fatbin.Sniff(data) != fatbin.KindArchive {
			out = append(out, in)
			continue
		}
		list, err := fatbin.ReadArchive(bytes.NewReader(data), int64(len(data)))
		var made []string
		for _, m := range list {
			if err != nil || m.Thin {
				err = errors.Join(err, errThin)
				break
			}
			var file string
			if file, err = x.temporary("member-*.o"); err == nil {
				err = files.Write(file, func(w io.Writer) error { _, err := io.Copy(w, m.Open()); return err })
			}
			made = append(made, file)
		}
		if err != nil {
			made = []string{in}
		}
		out = append(out, made...)
	}
	return out
}

// generateCode compiles by way of optimised bitcode. The object is the same as that of one
// step if there is nothing to mend.
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
	mend := suspect(optimised)
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

// mend makes bitcode that the code generator gets right.
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

// generateImage links bitcode by way of optimised bitcode. parts are the inputs, without archives.
func (x *Executor) generateImage(ctx context.Context, s *jobState, l *step.ImageLink, beside func(step.Step) step.Step, parts []string) error {
	optimised, err := x.temporary("optimised-*.bc")
	if err != nil {
		return s.complain(err)
	}
	front := l.Rename(func(f string) string { return f }, func(string) string { return optimised }).(*step.ImageLink)
	// Each part of the code that is generated apart would replace the file.
	front.Args = append(front.Args, step.Arg{Name: "--lto-emit-llvm"}, step.Arg{Name: "--lto-partitions=1"})
	if err := x.command(ctx, s, front); err != nil {
		return err
	}
	if optimised, err = x.mend(ctx, s, optimised); err != nil {
		return err
	}
	return x.command(ctx, s, beside(imageFrom(l, optimised, parts)))
}

// imageFrom is the link of an image from optimised bitcode, and from the objects among the parts of its input. The
// level of optimisation is 0, which leaves that of the code generator.
func imageFrom(l *step.ImageLink, file string, parts []string) *step.ImageLink {
	files := step.Args{{Value: file, Form: step.File}}
	for _, p := range parts {
		if !isBitcode(p) {
			files = append(files, step.Arg{Value: p, Form: step.File})
		}
	}
	out := &step.ImageLink{}
	out.Program = l.Program
	generator := false
	for _, a := range l.Args {
		level, is := strings.CutPrefix(a.Value, "O")
		switch {
		case a.Form == step.File:
			out.Args, files = append(out.Args, files...), nil
			continue
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
