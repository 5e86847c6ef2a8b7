// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import (
	"slices"
	"strings"
)

// Form is how an argument is spelled.
type Form uint8

const (
	Flag     Form = iota // -emit-obj
	Joined               // -cuid=VALUE
	Separate             // -o VALUE
	File                 // a positional argument
)

// An Arg is one argument of a tool with its value.
type Arg struct {
	Name  string // with its dashes, and with the "=" of a joined value; empty for a file
	Value string
	Form  Form
}

// Sep returns an option whose value is the next word.
func Sep(name, value string) Arg { return Arg{name, value, Separate} }

// Args are the arguments of a tool in their order.
type Args []Arg

// parseArgs parses arguments; separate are the options whose value is the next word, and prefixes
// those whose value is joined without a "=".
func parseArgs(words []string, separate map[string]bool, prefixes []string) Args {
	var out Args
	for i := 0; i < len(words); i++ {
		w := words[i]
		at := strings.IndexByte(w, '=')
		joined := slices.IndexFunc(prefixes, func(p string) bool { return len(w) > len(p) && strings.HasPrefix(w, p) })
		switch {
		case separate[w] && i+1 < len(words):
			i++
			out = append(out, Arg{w, words[i], Separate})
		case len(w) < 2 || w[0] != '-':
			out = append(out, Arg{"", w, File})
		case joined >= 0:
			p := prefixes[joined]
			out = append(out, Arg{p, w[len(p):], Joined})
		case at > 0:
			out = append(out, Arg{w[:at+1], w[at+1:], Joined})
		default:
			out = append(out, Arg{w, "", Flag})
		}
	}
	return out
}

// Words renders the arguments.
func (a Args) Words() []string {
	out := make([]string, 0, len(a)+len(a)/2)
	for _, o := range a {
		switch o.Form {
		case Separate:
			out = append(out, o.Name, o.Value)
		default:
			out = append(out, o.Name+o.Value)
		}
	}
	return out
}

// Index returns the index of the first option with one of the names, or -1.
func (a Args) Index(names ...string) int {
	return slices.IndexFunc(a, func(o Arg) bool { return o.Form != File && slices.Contains(names, o.Name) })
}

// Has reports whether there is an option with one of the names.
func (a Args) Has(names ...string) bool { return a.Index(names...) >= 0 }

// Value returns the value of the first option of the name, or "".
func (a Args) Value(name string) string {
	if i := a.Index(name); i >= 0 {
		return a[i].Value
	}
	return ""
}

// Values returns the values of every option of the name.
func (a Args) Values(name string) []string {
	var out []string
	for _, o := range a {
		if o.Form != File && o.Name == name {
			out = append(out, o.Value)
		}
	}
	return out
}

// Set changes the value of the first option of the name.
func (a Args) Set(name, value string) {
	if i := a.Index(name); i >= 0 {
		a[i].Value = value
	}
}

// Files returns the positional arguments.
func (a Args) Files() []string {
	var out []string
	for _, o := range a {
		if o.Form == File {
			out = append(out, o.Value)
		}
	}
	return out
}

// withFiles returns the arguments with the positional ones renamed.
func (a Args) withFiles(name func(string) string) Args {
	out := slices.Clone(a)
	for i, o := range out {
		if o.Form == File {
			out[i].Value = name(o.Value)
		}
	}
	return out
}

// flags makes options without values from words.
func flags(words ...string) Args {
	var out Args
	for _, w := range words {
		out = append(out, Arg{Name: w})
	}
	return out
}
