// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"gohipcc/driver/job"
	"gohipcc/driver/prefork"
	"gohipcc/internal/secure"
	"gohipcc/toolchains/step"
)

// worthLoading is the number of a tool's remaining commands from which on it is loaded once for all
// of them.
const worthLoading = 2

// preloadedTools has the tools of a plan that are loaded once for all their commands.
type preloadedTools struct {
	library string   // what is preloaded into them; "": none is loaded
	env     []string // the environment of their commands
	mu      sync.Mutex
	left    map[string]int // by program: commands that have not started
	loaded  map[string]*loadedTool
}

type loadedTool struct {
	once sync.Once
	tool *prefork.Tool // nil: it does not work with the library
}

func newTools(library string, env []string, jobs []*job.Job) *preloadedTools {
	t := &preloadedTools{env: env, left: map[string]int{}, loaded: map[string]*loadedTool{}}
	if library == "" || !prefork.Possible(library) {
		return t
	}
	t.library = library
	for _, j := range jobs {
		if program := forkable(j.Step); program != "" && j.InProcess == nil {
			t.left[program]++
		}
	}
	return t
}

// forkable returns the program of a step if it may be loaded once for many commands, or "": LLVM's
// tools that read no standard input and start no programs.
func forkable(s step.Step) string {
	switch s := s.(type) {
	case *step.CC1:
		if readsStandardInput(s) {
			return ""
		}
	case *step.ImageLink:
	default:
		return ""
	}
	if program := s.Argv()[0]; filepath.IsAbs(program) {
		return program
	}
	return ""
}

// find returns the tool that runs the command of a step, or nil if it is started as usual.
func (t *preloadedTools) find(s step.Step) *prefork.Tool {
	program := forkable(s)
	if t.library == "" || program == "" {
		return nil
	}
	t.mu.Lock()
	l := t.loaded[program]
	if l == nil && t.left[program] >= worthLoading {
		l = &loadedTool{}
		t.loaded[program] = l
	}
	t.left[program]--
	t.mu.Unlock()
	if l == nil {
		return nil
	}
	l.once.Do(func() { l.tool, _ = prefork.Start(t.library, program, t.env) })
	return l.tool
}

// close ends the tools.
func (t *preloadedTools) close() {
	for _, l := range t.loaded {
		if l.tool != nil {
			l.tool.Close()
		}
	}
}

// environment returns the environment of a build's commands: temporary files that a killed tool
// leaves are in the build's own folder.
func (x *Executor) environment() []string {
	env := secure.ForCompiler(os.Environ())
	for i, v := range env {
		if strings.HasPrefix(v, "TMPDIR=") {
			env = append(env[:i], env[i+1:]...)
			break
		}
	}
	return append(env, "TMPDIR="+x.build.TempDir)
}
