// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import "strings"

// An Entry is one code object of a bundle.
type Entry struct {
	ID   string // "hip-spirv64----generic"
	File string
	// Optional: the file may be empty, as another entry has the same code.
	Optional bool
}

// bundler is a command of clang-offload-bundler.
type bundler struct {
	Program string
	Type    string // "o", "s", "bc" …: see clang-offload-bundler's -type
	Entries []Entry
	// args keep the positions of -targets= and of the first file of an entry; the entries
	// themselves are in Entries.
	args      Args
	fileArg   string // the option that names a file of an entry
	singleArg string // the option that names the bundle
}

// Bundle makes a bundle of the files of its entries.
type Bundle struct{ bundler }

// Unbundle extracts the entries of a bundle into files.
type Unbundle struct{ bundler }

// bundlerOption returns the name of an option of the bundler, which has one dash or two.
func bundlerOption(a Arg) string { return strings.TrimRight(strings.TrimLeft(a.Name, "-"), "=") }

func parseBundler(argv []string) Step {
	b := bundler{Program: argv[0], fileArg: "input", singleArg: "output"}
	args := parseArgs(argv[1:], nil, nil)
	unbundle := false
	for _, a := range args {
		if bundlerOption(a) == "unbundle" {
			unbundle = true
			b.fileArg, b.singleArg = "output", "input"
		}
	}
	var ids, files []string
	for _, a := range args {
		switch bundlerOption(a) {
		case "targets":
			ids = strings.Split(a.Value, ",")
		case b.fileArg:
			if files = append(files, a.Value); len(files) > 1 {
				continue
			}
		case "type":
			b.Type = a.Value
		}
		b.args = append(b.args, a)
	}
	for i := range min(len(ids), len(files)) {
		b.Entries = append(b.Entries, Entry{ID: ids[i], File: files[i]})
	}
	if unbundle {
		return &Unbundle{b}
	}
	return &Bundle{b}
}

// Argv implements Step.
func (b *bundler) Argv() []string {
	argv := []string{b.Program}
	for _, a := range b.args {
		switch bundlerOption(a) {
		case "targets":
			var ids []string
			for _, e := range b.Entries {
				ids = append(ids, e.ID)
			}
			argv = append(argv, a.Name+strings.Join(ids, ","))
		case b.fileArg:
			for _, e := range b.Entries {
				argv = append(argv, a.Name+e.File)
			}
		default:
			argv = append(argv, a.Name+a.Value)
		}
	}
	return argv
}

// File returns the name of the bundle.
func (b *bundler) File() string {
	for _, a := range b.args {
		if bundlerOption(a) == b.singleArg {
			return a.Value
		}
	}
	return ""
}

// Options returns the arguments except for the type, the entries and the bundle; names have no
// dashes and no "=".
func (b *bundler) Options() Args {
	var out Args
	for _, a := range b.args {
		switch n := bundlerOption(a); n {
		case "type", "targets", b.fileArg, b.singleArg:
		default:
			out = append(out, Arg{n, a.Value, a.Form})
		}
	}
	return out
}

func (b *bundler) entryFiles() []string {
	var out []string
	for _, e := range b.Entries {
		out = append(out, e.File)
	}
	return out
}

func (b *bundler) renamed(entry, single func(string) string) bundler {
	c := *b
	c.args = append(Args{}, b.args...)
	for i, a := range c.args {
		if bundlerOption(a) == c.singleArg {
			c.args[i].Value = single(a.Value)
		}
	}
	c.Entries = append([]Entry{}, b.Entries...)
	for i, e := range c.Entries {
		c.Entries[i].File = entry(e.File)
	}
	return c
}

// Inputs implements Step.
func (b *Bundle) Inputs() []string { return b.entryFiles() }

// Outputs implements Step.
func (b *Bundle) Outputs() []string { return []string{b.File()} }

// Rename implements Step.
func (b *Bundle) Rename(in, out func(string) string) Step { return &Bundle{b.renamed(in, out)} }

// Verb implements Step.
func (b *Bundle) Verb() string { return "bundle" }

// Inputs implements Step.
func (b *Unbundle) Inputs() []string { return []string{b.File()} }

// Outputs implements Step.
func (b *Unbundle) Outputs() []string { return b.entryFiles() }

// Rename implements Step.
func (b *Unbundle) Rename(in, out func(string) string) Step { return &Unbundle{b.renamed(out, in)} }

// Verb implements Step.
func (b *Unbundle) Verb() string { return "unbundle" }

// Entries returns the entries of a step that makes or reads a bundle; nil for other steps.
func Entries(s Step) []Entry {
	switch b := s.(type) {
	case *Bundle:
		return b.Entries
	case *Unbundle:
		return b.Entries
	}
	return nil
}

// SetEntries sets the entries of a step that makes or reads a bundle.
func SetEntries(s Step, entries []Entry) {
	switch b := s.(type) {
	case *Bundle:
		b.Entries = entries
	case *Unbundle:
		b.Entries = entries
	}
}
