// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// mergeDepsMode is the hidden mode of the binary that merges dependency files.
const mergeDepsMode = "-merge-deps"

// depFile is a dependency file of make: one rule, and the empty rules of -MP.
type depFile struct {
	target  string
	prereqs []string
}

// parseDeps reads what clang writes for -M and -MD.
func parseDeps(data []byte) depFile {
	var d depFile
	text := strings.ReplaceAll(string(data), "\\\n", " ")
	for _, line := range strings.Split(text, "\n") {
		// The colon that ends the targets is followed by a blank or the end; a
		// colon inside a name is not.
		at := strings.Index(line, ": ")
		if at < 0 {
			continue
		}
		if d.target == "" {
			d.target = line[:at]
		}
		if line[:at] != d.target {
			continue
		}
		d.prereqs = append(d.prereqs, splitPrereqs(line[at+2:])...)
	}
	return d
}

// splitPrereqs splits at blanks that no backslash escapes.
func splitPrereqs(s string) []string {
	var out []string
	start := -1
	for i := 0; i <= len(s); i++ {
		blank := i == len(s) || (s[i] == ' ' || s[i] == '\t') && (i == 0 || s[i-1] != '\\')
		switch {
		case blank && start >= 0:
			out = append(out, s[start:i])
			start = -1
		case !blank && start < 0:
			start = i
		}
	}
	return out
}

// mergeDeps writes the union of dependency files in the form of clang's: the
// first file's order, then what the others add. phony adds the empty rules of
// -MP.
func mergeDeps(w io.Writer, files [][]byte) error {
	var all depFile
	seen := map[string]bool{}
	phony := false
	for _, data := range files {
		d := parseDeps(data)
		if all.target == "" {
			all.target = d.target
		}
		for _, p := range d.prereqs {
			if !seen[p] {
				seen[p] = true
				all.prereqs = append(all.prereqs, p)
			}
		}
		for _, line := range bytes.Split(data, []byte("\n")) {
			phony = phony || len(line) > 1 && line[len(line)-1] == ':'
		}
	}
	b := bufio.NewWriter(w)
	column := len(all.target) + 1
	fmt.Fprintf(b, "%s:", all.target)
	for _, p := range all.prereqs {
		// Clang breaks lines at 75 columns.
		if column+len(p)+3 > 75 {
			b.WriteString(" \\\n ")
			column = 2
		}
		b.WriteString(" " + p)
		column += len(p) + 1
	}
	b.WriteString("\n")
	if phony && len(all.prereqs) > 1 {
		for _, p := range all.prereqs[1:] {
			fmt.Fprintf(b, "%s:\n", p)
		}
	}
	return b.Flush()
}

// mergeDepFiles returns the file that it made; nil for standard output.
func mergeDepFiles(out string, stdout io.Writer, files []string) (os.FileInfo, error) {
	var data [][]byte
	for _, f := range files {
		d, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		data = append(data, d)
	}
	if out == "-" {
		return nil, mergeDeps(stdout, data)
	}
	return writeNew(out, func(w io.Writer) error { return mergeDeps(w, data) })
}

// mergeDepsMain is the hidden mode: -merge-deps -o OUT FILE...
func mergeDepsMain(args []string, stdout io.Writer) error {
	if len(args) < 3 || args[0] != "-o" {
		return fmt.Errorf("usage: gohipcc %s -o OUT FILE.d ...", mergeDepsMode)
	}
	_, err := mergeDepFiles(args[1], stdout, args[2:])
	return err
}

// mergeDepsJob replaces the bundle that clang makes of -M's outputs, which no
// build system can read, by one dependency file.
func (p *Plan) mergeDepsJob(bundler []string, sides []*Job) *Job {
	var files []string
	out := "-"
	for _, a := range bundler {
		if v, ok := strings.CutPrefix(a, "-input="); ok {
			files = append(files, v)
		}
		if v, ok := strings.CutPrefix(a, "-output="); ok {
			out = v
		}
	}
	if v, ok := p.Args.Value("MF"); ok {
		out = v
	}
	n := 0
	for _, j := range sides {
		if j.Kind == cc1Job && j.Device != "" && valueAfter(j.Argv, "-dependency-file") == "" && n < len(files)-1 {
			deviceM(j, files[n])
			n++
		}
	}
	slices.Reverse(files) // the host comes first
	return p.newMerge(out, files)
}

// deviceM completes a device's -M line: clang leaves out where the dependencies
// go and what depends on them.
func deviceM(j *Job, out string) {
	in := j.Argv[len(j.Argv)-1]
	target := strings.TrimSuffix(filepath.Base(in), filepath.Ext(in)) + ".o"
	j.Argv = slices.Insert(slices.Clone(j.Argv), len(j.Argv)-3, "-dependency-file", out, "-MT", target)
	j.Outputs = []string{out}
}

func (p *Plan) newMerge(out string, files []string) *Job {
	argv := append([]string{p.cfg.Prefix.Self, mergeDepsMode, "-o", out}, files...)
	return &Job{Kind: localJob, verb: "dependencies", Argv: argv, Input: -1, Outputs: []string{out},
		Run: func(ctx context.Context, stdout, stderr io.Writer) error {
			st, err := mergeDepFiles(out, stdout, files)
			if st != nil {
				p.written.Store(out, st)
			}
			return err
		}}
}

// depFlags are the front end's options about dependency files that take no
// value.
var depFlags = words("-sys-header-deps -MP -MG -MV -module-file-deps")

// deviceDeps makes each device front-end job write a dependency file too, and
// adds the job that merges them into the host's: a header that only the device
// side includes is a dependency as well.
func (p *Plan) deviceDeps(jobs []*Job) []*Job {
	if !p.Args.Has("MD") {
		return jobs
	}
	out := slices.Clone(jobs)
	for _, h := range jobs {
		dep := valueAfter(h.Argv, "-dependency-file")
		if h.Kind != cc1Job || h.Device != "" || dep == "" || h.Input < 0 {
			continue
		}
		var flags []string
		for i, a := range h.Argv {
			if depFlags[a] {
				flags = append(flags, a)
			}
			if a == "-MT" && i+1 < len(h.Argv) {
				flags = append(flags, a, h.Argv[i+1])
			}
		}
		files := []string{dep}
		for _, d := range out {
			if d.Kind != cc1Job || d.Device == "" || d.Input != h.Input || valueAfter(d.Argv, "-dependency-file") != "" || d.verb == "assemble" {
				continue
			}
			f := filepath.Join(p.cfg.TempDir, fmt.Sprintf("%s-%d-%d.d", strings.ReplaceAll(d.Device, ":", "-"), h.Input, len(files)))
			d.Argv = slices.DeleteFunc(d.Argv, func(a string) bool { return depFlags[a] })
			at := len(d.Argv) - 1
			for i, a := range d.Argv {
				if a == "-o" {
					at = i
				}
			}
			d.Argv = slices.Insert(d.Argv, at, append([]string{"-dependency-file", f}, flags...)...)
			d.Outputs = append(d.Outputs, f)
			files = append(files, f)
		}
		if len(files) == 1 {
			continue
		}
		// The host writes the file as ever; the others' headers are added.
		merge := p.newMerge(dep, files)
		merge.needs = append(merge.needs, h)
		if h.merged = !p.link && replaceable(dep); h.merged {
			merge.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
				st, err := mergeDepFiles(dep, stdout, append([]string{partOf(dep)}, files[1:]...))
				if err == nil {
					p.written.Store(dep, st)
					_, finals := p.beside(h)
					err = p.publish(finals)
				}
				return err
			}
		}
		out = append(out, merge)
	}
	return out
}
