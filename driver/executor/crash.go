// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
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
)

// preprocessedLang is the language of a source after the preprocessor.
var preprocessedLang = map[string]string{"hip": "hip-cpp-output", "c++": "c++-cpp-output", "c": "cpp-output"}

// reproducer keeps what is needed to see a crash again, as clang's driver does:
// for the front end the preprocessed source, for other tools the files that they
// read, and a script with the command.
func (x *Executor) reproducer(ctx context.Context, j *job.Job) {
	if slices.ContainsFunc(x.Args.List, func(a options.Arg) bool {
		return a.Words[0] == "-fno-crash-diagnostics" || a.Words[0] == "-fcrash-diagnostics=off"
	}) {
		return
	}
	argv := j.Plain
	if argv == nil {
		argv = j.Argv
	}
	dir, name := os.TempDir(), "device-link"
	for _, a := range x.Args.List {
		if d, ok := strings.CutPrefix(a.Words[0], "-fcrash-diagnostics-dir="); ok {
			dir = cmdline.FileOperand(d)
			os.MkdirAll(d, 0o777)
		}
	}
	if j.Kind == job.CC1 {
		source := argv[len(argv)-1]
		name = strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))
	}
	f, err := os.CreateTemp(dir, name+"-crash-*.sh")
	if err != nil {
		fmt.Fprintf(x.Stderr, "gohipcc: note: no reproducer is kept: %v\n", err)
		return
	}
	defer f.Close()
	stem := strings.TrimSuffix(f.Name(), ".sh")
	var kept []string
	if lang, ok := preprocessedLang[argv[len(argv)-2]]; ok && j.Kind == job.CC1 && argv[1] == "-cc1" {
		argv, kept, err = x.preprocessed(ctx, argv, lang, stem)
	} else {
		argv, kept, err = withInputs(argv, x.build.TempDir, stem)
	}
	if err == nil {
		_, err = fmt.Fprintf(f, "#!/bin/sh\n%s\n", strings.TrimSpace(clang.Quote(argv)))
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

// preprocessed keeps the preprocessed source of a front-end command, and returns
// the command that compiles that.
func (x *Executor) preprocessed(ctx context.Context, argv []string, lang, stem string) (again, kept []string, err error) {
	keep := stem + map[string]string{"hip-cpp-output": ".hipi", "c++-cpp-output": ".ii", "cpp-output": ".i"}[lang]
	var pre []string
	// The last three arguments are the language and the source.
	for i := 0; i < len(argv)-3; i++ {
		switch a := argv[i]; {
		case job.Cc1Verbs[a] != "":
			again = append(again, a)
		case a == "-dependency-file" || a == "-MT" || a == "-fcuda-include-gpubinary" || a == "-o":
			i++
		case a == "-include":
			pre = append(pre, a, argv[i+1])
			i++
		case a == "-sys-header-deps" || a == "-MP":
		default:
			pre, again = append(pre, a), append(again, a)
		}
	}
	pre = append(pre, "-E", "-o", keep)
	pre = append(pre, argv[len(argv)-3:]...)
	again = append(again, "-o", "/dev/null", "-x", lang, keep)
	source := argv[len(argv)-1]
	cmd := exec.CommandContext(ctx, pre[0], pre[1:]...)
	if source == "-" {
		in, err := x.standardInput(ctx)
		if err != nil {
			return nil, nil, err
		}
		defer in.Close()
		cmd.Stdin, source = in, in.Name()
	}
	if cmd.Run() == nil {
		return again, []string{keep}, nil
	}
	// It is the preprocessor that crashes: then the source itself is kept.
	os.Remove(keep)
	keep = stem + filepath.Ext(source)
	again = append(pre[:len(pre)-6:len(pre)-6], "-iquote", filepath.Dir(source), "-E", "-o", "/dev/null")
	again = append(again, argv[len(argv)-3], argv[len(argv)-2], keep)
	return again, []string{keep}, copyFile(keep, source)
}

// withInputs keeps the temporary files that a command reads, and returns the
// command that reads them where they are kept.
func withInputs(argv []string, temp, stem string) (again, kept []string, err error) {
	for i, a := range argv {
		at := strings.Index(a, temp+"/")
		switch {
		case i > 0 && argv[i-1] == "-o":
			a = "/dev/null"
		case at >= 0 && files.IsRegular(a[at:]):
			keep := fmt.Sprintf("%s-%d%s", stem, len(kept), filepath.Ext(a))
			if err := copyFile(keep, a[at:]); err != nil {
				return nil, kept, err
			}
			kept = append(kept, keep)
			a = a[:at] + keep
		}
		again = append(again, a)
	}
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
