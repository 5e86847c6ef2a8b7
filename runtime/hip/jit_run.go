// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
	"gohipcc/runtime/amdlink"
	"gohipcc/target"
	"gohipcc/toolchains/clang"
)

// run compiles in a scratch directory, which is kept after a crash.
func (j *job) run(ctx context.Context) (*Image, error) {
	dir, err := os.MkdirTemp("", "gohip-jit-")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot make a folder for its compilation (TMPDIR): %w", j.name, err)
	}
	keep := false
	defer func() {
		if !keep {
			os.RemoveAll(dir)
		}
	}()
	// LLVM's messages name the file, so it gets the source's name.
	in := scratchName(j.name, j.kind)
	if err := os.WriteFile(filepath.Join(dir, in), j.source, 0o644); err != nil {
		return nil, err
	}
	for i, m := range j.Link {
		if err := os.WriteFile(filepath.Join(dir, linkName(i)), m, 0o644); err != nil {
			return nil, err
		}
	}
	amdObject := j.kind != SourceHIP && target.IsAMD(j.target)
	out := "image"
	if amdObject {
		out = "image.o"
	}
	argv, err := j.argv(in, out)
	if err != nil {
		return nil, err
	}
	step := "device link"
	if j.kind == SourceHIP {
		step = "gohipcc"
	}
	log, err := j.child(ctx, dir, step, in, j.tools.binary, argv)
	if err == nil && amdObject && !j.Relocatable {
		if obj, e := os.ReadFile(filepath.Join(dir, out)); e == nil {
			if image, ok := amdlink.Link(obj); ok {
				return &Image{Target: j.target, Bytes: image, Log: log, name: j.name}, nil
			}
		}
		var lld, more string
		if lld, err = j.tools.llvm.Tool("lld"); err != nil {
			return nil, fmt.Errorf("%s: %w", j.name, err)
		}
		more, err = j.child(ctx, dir, "lld", in, lld, []string{"-flavor", "gnu", "-m", "elf64_amdgpu", "--no-undefined", "-shared", "-o", "image", "image.o"})
		log += more
		out = "image"
	}
	if err != nil {
		var ce *CompileError
		keep = errors.As(err, &ce) && ce.Signal != ""
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(dir, out))
	if err != nil {
		return nil, fmt.Errorf("%s: %s left no image: %w\n%s", j.name, step, err, log)
	}
	return &Image{Target: j.target, Bytes: b, Log: log, name: j.name}, nil
}

var unsafeName = lazyregexp.New(`[^-+.\w]+`)

// scratchName returns a file name for a source of any name.
func scratchName(name string, kind SourceKind) string {
	base := strings.TrimLeft(unsafeName.ReplaceAllString(filepath.Base(name), "_"), "-")
	switch base {
	case "", ".", "..", "image", "image.o":
		base = "input"
	}
	if kind == SourceHIP && filepath.Ext(base) != ".hip" {
		base += ".hip"
	}
	return base
}

// place finds "name:line:column: error: text" in messages about a source.
func place(name, log string) []string {
	return regexp.MustCompile(regexp.QuoteMeta(name) + `:(\d+)(?::(\d+))?: (?:fatal )?(?:error: )?(.*)`).FindStringSubmatch(log)
}

// child runs one step. Its error has the position in the source.
func (j *job) child(ctx context.Context, dir, step, in, name string, argv []string) (log string, err error) {
	cmd := exec.CommandContext(ctx, name, argv...)
	cmd.Dir = dir
	cmd.Env = append(secure.Environ(), "GOHIP_PATH="+j.tools.prefix.Root)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	log = strings.ReplaceAll(out.String(), in+":", j.name+":")
	if err == nil {
		return log, nil
	}
	if ctx.Err() != nil {
		return log, fmt.Errorf("%s: %s for %s: %w", j.name, step, j.target, ctx.Err())
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return log, fmt.Errorf("%s: %s: %w", j.name, step, err)
	}
	e := &CompileError{Name: j.name, Target: j.target, Step: step, Log: log}
	if m := place(j.name, log); m != nil {
		e.Line, _ = strconv.Atoi(m[1])
		e.Column, _ = strconv.Atoi(m[2])
		e.Text = m[3]
	}
	if e.Text == "" {
		e.Text = strings.TrimPrefix(strings.TrimSpace(log), "gohipcc: error: ")
		e.Text = strings.TrimPrefix(e.Text, j.name+": ")
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	switch {
	case ok && status.Signaled():
		e.Signal = status.Signal().String()
	case exit.ExitCode() > 128: // the status of the device link if LLVM crashes
		e.Signal = syscall.Signal(exit.ExitCode() - 128).String()
	case strings.Contains(log, "LLVM stopped in step"):
		e.Signal = "fatal error of LLVM"
	}
	if e.Signal != "" {
		e.Kept, e.Repro = dir, clang.Quote(append([]string{name}, argv...))
	}
	return log, e
}
