// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cmdline reads command lines: sets of arguments, values, response files.
package cmdline

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// Set returns the set of the arguments in s, which blanks separate.
func Set(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// Mentions reports whether argument a names the file: it is the file, or ends
// in "=file" or a list that holds it.
func Mentions(a, file string) bool {
	i := strings.Index(a, file)
	if i < 0 {
		return false
	}
	before := i == 0 || strings.IndexByte("=,:", a[i-1]) >= 0
	end := i + len(file)
	after := end == len(a) || strings.IndexByte(",:", a[end]) >= 0
	return before && after
}

// FileOperand spells the name of a file so that no tool takes it for an option or for a response
// file, wherever it stands: "-x.hip" becomes "./-x.hip". The name "-", standard input or output,
// stays.
func FileOperand(name string) string {
	if len(name) > 1 && (name[0] == '-' || name[0] == '@') {
		return "./" + name
	}
	return name
}

// Operands returns words with those after "--", which are names of files, spelled as
// FileOperand does.
func Operands(words []string) []string {
	at := slices.Index(words, "--")
	if at < 0 {
		return words
	}
	out := slices.Clone(words)
	for i := at + 1; i < len(out); i++ {
		out[i] = FileOperand(out[i])
	}
	return out
}

// AddOptions appends options to a command line, before the file names that "--" introduces.
func AddOptions(words, options []string) []string {
	at := slices.Index(words, "--")
	if at < 0 {
		at = len(words)
	}
	return slices.Concat(words[:at], options, words[at:])
}

// ExpandResponseFiles replaces @FILE by the words in FILE, in GNU's quoting; if the file does not
// exist, the argument stays. What follows "--" is the name of a file.
func ExpandResponseFiles(words []string) ([]string, error) {
	var out []string
	for depth := 0; ; depth++ {
		out = out[:0:0]
		again, operands := false, false
		for _, w := range words {
			operands = operands || w == "--"
			if len(w) < 2 || w[0] != '@' || operands {
				out = append(out, w)
				continue
			}
			data, err := os.ReadFile(w[1:])
			if errors.Is(err, os.ErrNotExist) {
				out = append(out, w)
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("cannot read the response file: %w", err)
			}
			again = true
			out = append(out, splitWords(strings.TrimPrefix(string(data), byteOrderMark))...)
		}
		if !again {
			return out, nil
		}
		if depth == 50 {
			return nil, errors.New("response files include each other without end")
		}
		words = out
	}
}

// byteOrderMark starts a UTF-8 file of some editors.
const byteOrderMark = "\ufeff"

// splitWords splits text as GNU's response files are split: blanks separate,
// single and double quotes group, a backslash takes the next character.
func splitWords(s string) []string {
	var out []string
	var b strings.Builder
	in := false
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
			in = true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				b.WriteByte(c)
			}
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if in {
				out = append(out, b.String())
				b.Reset()
				in = false
			}
		default:
			b.WriteByte(c)
			in = true
		}
	}
	if in {
		out = append(out, b.String())
	}
	return out
}
