// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package depfile reads, merges and writes make's dependency files.
package depfile

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"gohipcc/driver/files"
	"gohipcc/toolchains/step"
)

// File is a dependency file of make: one rule, and the empty rules of -MP.
type File struct {
	Target  string
	Prereqs []string
}

// Parse parses the output of clang's -M and -MD.
func Parse(data []byte) File {
	var d File
	text := strings.ReplaceAll(string(data), "\\\n", " ")
	for _, line := range strings.Split(text, "\n") {
		// The colon that ends the targets is followed by a blank or the end; a
		// colon inside a name is not.
		at := strings.Index(line, ": ")
		if target, ok := strings.CutSuffix(line, ":"); at < 0 && ok && d.Target == "" {
			d.Target = target // of standard input without headers
		}
		if at < 0 {
			continue
		}
		if d.Target == "" {
			d.Target = line[:at]
		}
		if line[:at] != d.Target {
			continue
		}
		d.Prereqs = append(d.Prereqs, splitPrereqs(line[at+2:])...)
	}
	return d
}

// splitPrereqs splits at unescaped blanks outside of quotes, which nmake's form (-MV) has.
func splitPrereqs(s string) []string {
	var out []string
	start, quoted := -1, false
	for i := 0; i <= len(s); i++ {
		blank := i == len(s) || (s[i] == ' ' || s[i] == '\t') && (i == 0 || s[i-1] != '\\')
		switch {
		case quoted && i < len(s):
			quoted = s[i] != '"'
		case blank && start >= 0:
			out = append(out, s[start:i])
			start = -1
		case !blank && start < 0:
			start, quoted = i, s[i] == '"' && strings.IndexByte(s[i+1:], '"') >= 0
		}
	}
	return out
}

// Merge writes the union of dependency files in clang's format: in the first file's order, followed
// by what the others add, without the system headers of path if that is given. Empty rules, as of
// -MP, are written if a file has them.
func Merge(w io.Writer, files [][]byte, without *step.HeaderPath) error {
	var all File
	seen := map[string]bool{}
	phony := false
	for _, data := range files {
		d := Parse(data)
		if all.Target == "" {
			all.Target = d.Target
		}
		for _, p := range d.Prereqs {
			if !seen[p] && (without == nil || !without.IsSystem(Unescape(p))) {
				seen[p] = true
				all.Prereqs = append(all.Prereqs, p)
			}
		}
		for _, line := range bytes.Split(data, []byte("\n")) {
			phony = phony || len(line) > 1 && line[len(line)-1] == ':'
		}
	}
	b := bufio.NewWriter(w)
	column := len(all.Target) + 1
	fmt.Fprintf(b, "%s:", all.Target)
	for _, p := range all.Prereqs {
		// Clang breaks lines at 75 columns.
		if column+len(p)+3 > 75 {
			b.WriteString(" \\\n ")
			column = 2
		}
		b.WriteString(" " + p)
		column += len(p) + 1
	}
	b.WriteString("\n")
	if phony && len(all.Prereqs) > 1 {
		for _, p := range all.Prereqs[1:] {
			fmt.Fprintf(b, "%s:\n", p)
		}
	}
	return b.Flush()
}

// MergeFiles writes the Merge of the files names to the file out, or to stdout if that is "-". It
// returns the created file; nil for standard output.
func MergeFiles(out string, stdout io.Writer, names []string, without *step.HeaderPath) (os.FileInfo, error) {
	var data [][]byte
	for _, f := range names {
		d, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		data = append(data, d)
	}
	if out == "-" {
		return nil, Merge(stdout, data, without)
	}
	return files.WriteNew(out, func(w io.Writer) error { return Merge(w, data, without) })
}

// Main is the hidden mode: -merge-deps -o OUT [--user-dirs=DIRS --system-dirs=DIRS] FILE...
func Main(args []string, stdout io.Writer) error {
	if len(args) < 3 || args[0] != "-o" {
		return fmt.Errorf("usage: gohipcc %s -o OUT FILE.d ...", step.MergeDepsMode)
	}
	out, names := args[1], args[2:]
	var without *step.HeaderPath
	if len(names) > 2 && strings.HasPrefix(names[0], step.UserDirsOption) && strings.HasPrefix(names[1], step.SystemDirsOption) {
		dirs := func(word, option string) []string { return strings.Split(strings.TrimPrefix(word, option), ":") }
		without = &step.HeaderPath{User: dirs(names[0], step.UserDirsOption), System: dirs(names[1], step.SystemDirsOption)}
		names = names[2:]
	}
	_, err := MergeFiles(out, stdout, names, without)
	return err
}

var unescape = strings.NewReplacer(`\ `, " ", `\#`, "#", "$$", "$")

// Unescape reads a name as make does, and nmake one in quotes.
func Unescape(s string) string {
	if v, ok := strings.CutPrefix(s, `"`); ok && len(v) > 1 && strings.HasSuffix(v, `"`) {
		return v[:len(v)-1]
	}
	if !strings.ContainsAny(s, `\$`) {
		return s
	}
	return unescape.Replace(s)
}

// Escape writes a name as clang writes targets for make.
func Escape(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t':
			// A backslash before a blank is one only when it is doubled.
			for j := i; j > 0 && s[j-1] == '\\'; j-- {
				b.WriteByte('\\')
			}
			b.WriteByte('\\')
		case '$':
			b.WriteByte('$')
		case '#':
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
