// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/driver/options"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/step"
)

// reproducer keeps what is needed to reproduce a crash, as clang's driver does: for the front end
// the preprocessed source, for other tools their input files, and a script with the command.
func (x *Executor) reproducer(ctx context.Context, j *job.Job) {
	if slices.ContainsFunc(x.Args.List, func(a options.Arg) bool {
		return a.Words[0] == "-fno-crash-diagnostics" || a.Words[0] == "-fcrash-diagnostics=off"
	}) {
		return
	}
	s := j.Step
	if j.PCH != nil {
		s = j.PCH.WithoutPCH
	}
	dir, name := os.TempDir(), "device-link"
	for _, a := range x.Args.List {
		if d, ok := strings.CutPrefix(a.Words[0], "-fcrash-diagnostics-dir="); ok {
			dir = cmdline.FileOperand(d)
			os.MkdirAll(d, 0o777)
		}
	}
	c, _ := s.(*step.CC1)
	if c != nil {
		name = strings.TrimSuffix(filepath.Base(c.Source()), filepath.Ext(c.Source()))
	}
	f, err := os.CreateTemp(dir, name+"-crash-*.sh")
	if err != nil {
		fmt.Fprintf(x.Stderr, "gohipcc: note: no reproducer is kept: %v\n", err)
		return
	}
	defer f.Close()
	stem := strings.TrimSuffix(f.Name(), ".sh")
	var again step.Step
	var kept []string
	if c != nil && options.AfterPreprocessor[c.Language()].Extension != "" && !c.Assembler {
		again, kept, err = x.preprocessed(ctx, c, stem)
	} else {
		again, kept, err = withInputs(s, x.build.TempDir, stem)
	}
	if err == nil {
		_, err = fmt.Fprintf(f, "#!/bin/sh\n%s\n", strings.TrimSpace(clang.Quote(again.Argv())))
	}
	if err == nil {
		err = f.Chmod(0o700)
	}
	if err != nil {
		fmt.Fprintf(x.Stderr, "gohipcc: note: no reproducer is kept: %v\n", err)
		for _, k := range append(kept, f.Name()) {
			os.Remove(k)
		}
		return
	}
	fmt.Fprintf(x.Stderr, "gohipcc: note: what crashed, and the command, are kept: %s\n", strings.Join(append(kept, f.Name()), ", "))
}

// inputOptions are the front end's options that only name further files to read or write.
var inputOptions = cmdline.Set("-dependency-file -MT -o -sys-header-deps -MP " + step.GPUBinaryOption)

// preprocessed keeps the preprocessed source of a front-end step, and returns the step that
// compiles that.
func (x *Executor) preprocessed(ctx context.Context, c *step.CC1, stem string) (again step.Step, kept []string, err error) {
	after := options.AfterPreprocessor[c.Language()]
	keep := stem + after.Extension
	var pre, post step.Args
	for _, a := range c.Options() {
		switch {
		case inputOptions[a.Name]:
		case step.IsAction(a.Name):
			post = append(post, a)
		case a.Name == "-include":
			pre = append(pre, a)
		default:
			pre, post = append(pre, a), append(post, a)
		}
	}
	front := func(options step.Args, action, out, lang, source string) *step.CC1 {
		args := slices.Clone(options)
		if action != "" {
			args = append(args, step.Arg{Name: action})
		}
		return &step.CC1{Program: c.Program, Args: append(args, step.Sep("-o", out), step.Sep("-x", lang), step.Arg{Value: source, Form: step.File})}
	}
	source := c.Source()
	argv := front(pre, "-E", keep, c.Language(), source).Argv()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	if source == "-" {
		in, err := x.standardInput(ctx)
		if err != nil {
			return nil, nil, err
		}
		defer in.Close()
		cmd.Stdin, source = in, in.Name()
	}
	if cmd.Run() == nil {
		return front(post, "", "/dev/null", after.Language, keep), []string{keep}, nil
	}
	// If the preprocessor itself crashes, the source is kept.
	os.Remove(keep)
	keep = stem + filepath.Ext(source)
	pre = append(pre, step.Sep("-iquote", filepath.Dir(source)))
	return front(pre, "-E", "/dev/null", c.Language(), keep), []string{keep}, copyFile(keep, source)
}

// withInputs keeps the temporary files that a step reads, and returns the step that reads the kept
// ones.
func withInputs(s step.Step, temp, stem string) (again step.Step, kept []string, err error) {
	names := map[string]string{}
	for _, f := range s.Inputs() {
		if !strings.HasPrefix(f, temp+"/") || !files.IsRegular(f) || names[f] != "" {
			continue
		}
		keep := fmt.Sprintf("%s-%d%s", stem, len(kept), filepath.Ext(f))
		if err := copyFile(keep, f); err != nil {
			return nil, kept, err
		}
		kept = append(kept, keep)
		names[f] = keep
	}
	again = s.Rename(func(f string) string { return cmp.Or(names[f], f) }, func(string) string { return "/dev/null" })
	return again, kept, nil
}

func copyFile(dst, src string) error {
	in, err := os.Open(src)
	if err != nil {
		return err
	}
	defer in.Close()
	return files.Write(dst, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
