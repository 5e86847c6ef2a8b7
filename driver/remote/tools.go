// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A program is an executable with everything that it needs to run: on a worker it runs under the
// same loader and with the same libraries as locally, whatever the worker has.
type program struct {
	Path      string
	Loader    string            // "": it is linked statically
	Libraries map[string]string // files, by the names that the loader searches
	States    map[string]string // of all files, when they were found
}

// program finds what an executable needs. more are libraries that it loads itself.
func (p *preparer) program(ctx context.Context, name string, more ...string) (*program, error) {
	key := name + "\n" + strings.Join(more, "\n") + "\n" + os.Getenv("LD_LIBRARY_PATH")
	p.toolsMu.Lock()
	defer p.toolsMu.Unlock()
	if tool := p.tools[key]; tool != nil {
		return tool, nil
	}
	memo := ""
	tool := &program{}
	if p.dir != "" {
		memo = filepath.Join(p.dir, "program-"+nameOf(key))
		if kept(memo, tool) && tool.current() {
			p.tools[key] = tool
			return tool, nil
		}
	}
	tool = &program{Path: name, Libraries: map[string]string{}, States: map[string]string{}}
	if err := tool.find(ctx, append([]string{name}, more...)); err != nil {
		return nil, err
	}
	p.tools[key] = tool
	if data, err := json.Marshal(tool); err == nil && memo != "" {
		keep(memo, data)
	}
	return tool, nil
}

// current reports whether no file of a program has changed.
func (p *program) current() bool {
	for f, state := range p.States {
		st, err := os.Stat(f)
		if err != nil || stateOf(st) != state {
			return false
		}
	}
	return p.Path != ""
}

// find returns the libraries of an executable and of those that it loads itself.
func (p *program) find(ctx context.Context, binaries []string) error {
	for i, b := range binaries {
		interp, err := interpreter(b)
		if err != nil {
			return fmt.Errorf("%s: %w", b, err)
		}
		if i == 0 {
			p.Loader = interp
		} else {
			p.Libraries[filepath.Base(b)] = b
		}
		if err := p.note(b); err != nil {
			return err
		}
		if p.Loader == "" {
			continue
		}
		if err := p.list(ctx, b); err != nil {
			return err
		}
	}
	for _, l := range p.Libraries {
		if err := p.note(l); err != nil {
			return err
		}
	}
	if p.Loader != "" {
		return p.note(p.Loader)
	}
	return nil
}

func (p *program) note(file string) error {
	st, err := os.Stat(file)
	if err == nil {
		p.States[file] = stateOf(st)
	}
	return err
}

// list asks the loader which libraries it would load:
//
//	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f0c5d000000)
func (p *program) list(ctx context.Context, binary string) error {
	out, err := exec.CommandContext(ctx, p.Loader, "--list", binary).Output()
	if err != nil {
		return fmt.Errorf("%s --list %s: %w", p.Loader, binary, err)
	}
	for line := range strings.Lines(string(out)) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), " => ")
		if !ok {
			continue
		}
		file, _, _ := strings.Cut(rest, " (")
		if !filepath.IsAbs(file) {
			return fmt.Errorf("%s: library %s: %s", binary, name, file)
		}
		p.Libraries[name] = file
	}
	return nil
}

// interpreter returns the loader that an executable requests, or "".
func interpreter(name string) (string, error) {
	f, err := elf.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP && p.Filesz < 4096 {
			data, err := io.ReadAll(p.Open())
			return strings.TrimRight(string(data), "\x00"), err
		}
	}
	return "", nil
}

// place adds the program to an input root and returns the first words of its command line, for a
// working directory from which up leads to the root.
func (p *preparer) place(t *tree, tool *program, up string) ([]string, error) {
	files := map[string]string{"bin/" + filepath.Base(tool.Path): tool.Path}
	for name, file := range tool.Libraries {
		files["lib/"+name] = file
	}
	argv := []string{up + "bin/" + filepath.Base(tool.Path)}
	if tool.Loader != "" {
		loader := "lib/" + filepath.Base(tool.Loader)
		files[loader] = tool.Loader
		argv = append([]string{up + loader, "--inhibit-cache", "--library-path", up + "lib"}, argv...)
	}
	for name, file := range files {
		if err := p.file(t, name, file, true); err != nil {
			return nil, err
		}
	}
	return argv, nil
}
