// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package clang

import (
	"cmp"
	"errors"
	"os"
	"strings"
	"syscall"
)

// QuoteSparsely spells argv as clang's -v does: the program in quotes, and an
// argument only when a shell needs it.
func QuoteSparsely(argv []string) string {
	var b strings.Builder
	for i, a := range argv {
		if i == 0 || a == "" || strings.ContainsAny(a, " \t\n\"\\$`'&|;<>()*?[]#~!{}") {
			b.WriteString(Quote([]string{a}))
			continue
		}
		b.WriteString(" " + a)
	}
	return b.String()
}

// Quote spells argv as clang's -### does: every argument in double quotes, with
// a leading blank, so that a POSIX shell runs the line as it stands.
func Quote(argv []string) string {
	var b strings.Builder
	for _, a := range argv {
		b.WriteString(` "`)
		for i := 0; i < len(a); i++ {
			if c := a[i]; c == '"' || c == '\\' || c == '$' || c == '`' {
				b.WriteByte('\\')
			}
			b.WriteByte(a[i])
		}
		b.WriteByte('"')
	}
	return b.String()
}

// Unquote splits a line that clang's -### printed. It returns nil for a line
// that is no command: a command starts with a blank and a quote.
func Unquote(line string) []string {
	if !strings.HasPrefix(line, ` "`) && !strings.HasPrefix(line, ` cd `) {
		return nil
	}
	var argv []string
	for i := 0; i < len(line); {
		switch line[i] {
		case ' ':
			i++
		case '"':
			var b strings.Builder
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' && i+1 < len(line) {
					i++
				}
				b.WriteByte(line[i])
			}
			i++
			argv = append(argv, b.String())
		default:
			j := i
			for j < len(line) && line[j] != ' ' {
				j++
			}
			argv = append(argv, line[i:j])
			i = j
		}
	}
	return argv
}

// Shortened runs a command. If the system does not take a command line of that length, it is run again with
// the words after the first keep in a response file in dir; LLVM's tools and GNU's read these, in the same
// quoting.
func Shortened(argv []string, keep int, dir string, run func(argv []string) error) error {
	err := run(argv)
	if !errors.Is(err, syscall.E2BIG) || len(argv) <= keep {
		return err
	}
	f, cause := os.CreateTemp(dir, "arguments-")
	if cause != nil {
		return errors.Join(err, cause)
	}
	defer os.Remove(f.Name())
	_, cause = f.WriteString(Quote(argv[keep:]))
	if cause = cmp.Or(cause, f.Close()); cause != nil {
		return errors.Join(err, cause)
	}
	return run(append(argv[:keep:keep], "@"+f.Name()))
}
