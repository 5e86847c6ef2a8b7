// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/gcnasm"
	"gohipcc/driver/options"
	"gohipcc/toolchains/step"
)

// preprocessorOptions are those of the front end that its run on a preprocessed source does not have: the
// preprocessor writes the file of dependencies.
var preprocessorOptions = cmdline.Set("-dependency-file -MT -MP -sys-header-deps -include")

// withoutAssembly compiles a device's source again whose compile failed with err because it has inline assembly for
// AMD's processors: preprocessed, and with C++ in its place. If that cannot be, the messages stay.
func (x *Executor) withoutAssembly(ctx context.Context, s *jobState, err error, beside func(step.Step) step.Step) error {
	cmd := s.job.Step
	if s.job.PCH != nil {
		cmd = s.job.PCH.WithoutPCH
	}
	c, ok := cmd.(*step.CC1)
	if !ok || !c.IsDevice() || gcnasm.Native(c.Triple()) || options.AfterPreprocessor[c.Language()].Extension == "" || !gcnasm.Refused(s.err.Bytes()) {
		return err
	}
	// The name is in the object file, so it is always the same.
	dir, failed := os.MkdirTemp(x.build.TempDir, "assembly-")
	if failed != nil {
		return err
	}
	file := filepath.Join(dir, filepath.Base(c.Source()))
	preprocess, compile := preprocessedFirst(c, file)
	var ignored bytes.Buffer
	if x.commandHere(ctx, beside(preprocess), &ignored, &ignored) != nil {
		return err
	}
	source, failed := os.ReadFile(file)
	if failed != nil {
		return err
	}
	translated, unknown := gcnasm.Translate(source)
	for _, u := range unknown {
		fmt.Fprintf(&s.err, "gohipcc: note: the assembly %q has no counterpart on this target; guard it with #if defined(__AMDGCN__) and give other devices C++ code\n", u)
	}
	if len(unknown) > 0 || translated == nil || os.WriteFile(file, translated, 0o600) != nil {
		return err
	}
	s.out.Reset()
	s.err.Reset()
	return x.commandHere(ctx, beside(compile), &s.out, &s.err)
}

// preprocessedFirst divides a front-end step into one that preprocesses into a file and one that compiles that.
func preprocessedFirst(c *step.CC1, file string) (preprocess, compile *step.CC1) {
	preprocess, compile = c.Clone(), c.Clone()
	preprocess.Args, compile.Args = nil, nil
	for _, a := range c.Options() {
		switch {
		case a.Name == "-o" || step.IsAction(a.Name):
			compile.Args = append(compile.Args, a)
		case preprocessorOptions[a.Name]:
			preprocess.Args = append(preprocess.Args, a)
		default:
			preprocess.Args, compile.Args = append(preprocess.Args, a), append(compile.Args, a)
		}
	}
	read := step.Arg{Value: c.Source(), Form: step.File}
	preprocess.Args = append(preprocess.Args, step.Arg{Name: "-E"}, step.Sep("-o", file), step.Sep("-x", c.Language()), read)
	read.Value = file
	compile.Args = append(compile.Args, step.Sep("-x", options.AfterPreprocessor[c.Language()].Language), read)
	return preprocess, compile
}
