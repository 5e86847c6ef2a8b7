// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
)

// A compileCommand is an entry of a compilation database (clang's JSONCompilationDatabase
// document).
type compileCommand struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Output    string   `json:"output"`
	Arguments []string `json:"arguments"`
}

// CompileCommands returns the entries of the compilation database for -MJ: one line for each host
// source, as clang writes them. Each command is a clang command that tools can run: with the
// headers and the prelude that gohipcc adds, and for the first targets that clang is asked for.
func (p *Plan) CompileCommands() ([]byte, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var out []byte
	for _, j := range p.Jobs {
		c := j.CC1()
		if c == nil || j.IsDevice() || j.Source < 0 || c.Assembler {
			continue
		}
		e := compileCommand{Directory: dir, File: p.inputs[j.Source].Path, Output: c.Output()}
		if p.Files.IsTemp(e.Output) { // it has another name in the next build
			e.Output = strings.TrimSuffix(filepath.Base(e.File), filepath.Ext(e.File)) + ".o"
		}
		e.Arguments = append([]string{p.Config.LLVM.Clang, "-x" + c.Language(), e.File, "-o", e.Output}, p.clangArgs...)
		for _, a := range c.Args {
			if a.Name == "-include" && !slices.Contains(e.Arguments, a.Value) {
				e.Arguments = append(e.Arguments, a.Name, a.Value)
			}
		}
		e.Arguments = append(e.Arguments, "--target="+c.Triple())
		line, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.File, err)
		}
		out = append(append(out, line...), ",\n"...)
	}
	return out, nil
}

// keptOutOfCommands are options of a query that do not belong in a compilation database: link
// inputs, and output files besides the object.
var keptOutOfCommands = cmdline.Set("--hip-link -MD -MMD -MP -v")

// commandArgs returns the options of a query for the compilation database.
func commandArgs(query []string) []string {
	var out []string
	for i := 0; i < len(query); i++ {
		w := query[i]
		switch {
		case w == "-o" || w == "-x" || w == "-MF" || w == "-MT" || w == "-MQ":
			i++
		case keptOutOfCommands[w] || strings.HasPrefix(w, "\x02") || w == "-":
		default:
			out = append(out, w)
		}
	}
	return out
}
