// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/depfile"
	"gohipcc/driver/files"
	"gohipcc/toolchains/step"
)

// A headerList is the list of files that a front end has read. It is valid as long as no file of it
// has other preprocessor directives, and no new file precedes one of them in the search path.
type headerList struct {
	Files      []string // as the dependency file names them, the source first
	Directives []string // of each
	Absent     []string
}

// headers returns the files that a front end reads: those of the last time if the list is still
// valid, else those that clang's preprocessor reads now.
func (p *preparer) headers(ctx context.Context, c *step.CC1) ([]string, error) {
	tool, err := p.program(ctx, c.Program)
	if err != nil {
		return nil, err
	}
	memo := ""
	if p.dir != "" {
		memo = filepath.Join(p.dir, "headers-"+nameOf(headersKey(c, tool)))
		list := &headerList{}
		if kept(memo, list) && p.current(list) {
			return list.Files, nil
		}
	}
	begin := files.Now()
	found, err := p.findHeaders(ctx, c)
	if err != nil {
		return nil, err
	}
	list := &headerList{Files: found, Absent: absent(c, found)}
	for _, f := range found {
		k, err := p.contents.of(f)
		if err != nil {
			return nil, local("%v", err)
		}
		if files.ChangedSince(f, begin) {
			return nil, local("%s changed meanwhile", f)
		}
		list.Directives = append(list.Directives, k.directives)
	}
	if data, err := json.Marshal(list); err == nil && memo != "" {
		keep(memo, data)
	}
	return found, nil
}

// notOfHeaders are the front end's options that do not affect which headers are read.
var notOfHeaders = cmdline.Set("-o -dependency-file -MT -mlink-builtin-bitcode -cuid= " + step.GPUBinaryOption)

// headersKey hashes what determines which headers are read, besides files.
func headersKey(c *step.CC1, p *program) string {
	cwd, _ := os.Getwd()
	key := []string{cwd}
	for _, f := range slices.Sorted(maps.Keys(p.States)) {
		key = append(key, f, p.States[f])
	}
	for _, a := range c.Args {
		if !notOfHeaders[a.Name] || a.Form == step.File {
			key = append(key, a.Name, a.Value)
		}
	}
	for _, v := range []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"} {
		key = append(key, os.Getenv(v))
	}
	return strings.Join(key, "\x00")
}

// current reports whether a list is still valid.
func (p *preparer) current(l *headerList) bool {
	if len(l.Files) == 0 || len(l.Directives) != len(l.Files) {
		return false
	}
	for i, f := range l.Files {
		k, err := p.contents.of(f)
		if err != nil || k.directives != l.Directives[i] {
			return false
		}
	}
	return !slices.ContainsFunc(l.Absent, files.Exists)
}

// absent returns the absent files whose creation would change what an #include means: a header's
// name in the folders that are searched before the one in which it was found.
func absent(c *step.CC1, found []string) []string {
	h := c.HeaderPath()
	users := append([]string{filepath.Dir(c.Source())}, h.User...)
	var out []string
	seen := map[string]bool{}
	for _, f := range found {
		name := f
		for _, dir := range slices.Concat(users, h.System) {
			if v, ok := strings.CutPrefix(f, strings.TrimSuffix(dir, "/")+"/"); ok && len(v) < len(name) {
				name = v
			}
		}
		if filepath.IsAbs(name) {
			continue
		}
		for _, dir := range users {
			if p := filepath.Join(dir, name); !seen[p] && !files.Exists(p) {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	return out
}

// findHeaders runs clang's preprocessor.
func (p *preparer) findHeaders(ctx context.Context, c *step.CC1) ([]string, error) {
	release, err := p.scans.take(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer release()
	out, err := os.CreateTemp(p.tempDir, "reads-*.d")
	if err != nil {
		return nil, err
	}
	out.Close()
	defer os.Remove(out.Name())
	scan := c.Clone()
	scan.Drop(func(a step.Arg) bool {
		return a.Form != step.File && (step.IsAction(a.Name) || a.Name == "-dependency-file" || a.Name == "-MT" || a.Name == "-MP" || a.Name == "-sys-header-deps" ||
			a.Name == "-o" || a.Name == step.GPUBinaryOption)
	})
	scan.Append(step.Arg{Name: "-Eonly"}, step.Arg{Name: "-w"}, step.Sep("-dependency-file", out.Name()), step.Sep("-MT", "reads"), step.Arg{Name: "-sys-header-deps"})
	argv := scan.Argv()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, local("the preprocessor finds an error in it")
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		return nil, err
	}
	return prereqs(data), nil
}

// prereqs returns the files of a dependency file.
func prereqs(data []byte) []string {
	var out []string
	for _, f := range depfile.Parse(data).Prereqs {
		if f = depfile.Unescape(f); !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
