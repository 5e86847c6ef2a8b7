// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command words searches comments and documents for words that LLVM, OpenCL and HIP have a term
// for, and prints the term. Its arguments are files; it prints FILE:LINE: WORD: TERM for each
// finding and fails if there is one.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A term is the replacement for the words that a pattern matches.
type term struct {
	words *regexp.Regexp
	write string
}

func rule(words, write string) term {
	return term{regexp.MustCompile(`(?i)\b(?:` + words + `)\b`), write}
}

var terms = []term{
	rule(`roads? to|(?:the|this|that|which|a) road`, "backend"),
	rule(`(?:the|this) house`, "code base"),
	rule(`behind (?:(?:a|an|the|each|every|such a|one|another|its) )?(?:barrier|loop|branch|join|vote|shuffle)s?`, "after, dominated by"),
	rule(`several ways|go their own ways?|keep their own ways?`, "diverge"),
	rule(`functions? of (?:a|the) warp`, "warp operation, sub-group operation"),
	rule(`(?:take|takes|took|taking) turns|(?:in|by) turns`, "continuation-based synchronisation, interleave"),
	rule(`all alike|alike for|(?:is|are|takes?) alike`, "uniform"),
	rule(`ghosts?`, "exited, inactive"),
	rule(`(?:each|every) turn|(?:each|every|a|one) (?:turn|round) of (?:a|the|its) loop|time round|turns of (?:a|the) loop|go(?:es)? round`, "iteration"),
	rule(`(?:work-items|lanes|threads|others) (?:come|comes|came) by|come by (?:these|those|them|it)`, "skip, execute predicated"),
	rule(`(?:lanes|work-items|threads) (?:that )?(?:meet|met|parted|part)|meets? (?:again|at every|after the loop)|made meet|come together again`, "reconverge, diverge"),
	rule(`(?:sides|arms|paths) (?:meet|met)`, "join"),
	rule(`in a circle|circles of`, "cycle, strongly connected component"),
}

// finding is a match of a rule.
type finding struct {
	line        int
	words, term string
}

// check returns the findings in a file's text. In a document every line is checked, in source code
// only comments.
func check(name string, text []byte) []finding {
	var out []finding
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, 1<<20)
	c := commentOf(name)
	for line := 1; in.Scan(); line++ {
		comment := c(in.Text())
		for _, t := range terms {
			if words := t.words.FindString(comment); words != "" {
				out = append(out, finding{line, words, t.write})
			}
		}
	}
	return out
}

// commentOf returns a function that extracts the comment from each line of a file.
func commentOf(name string) func(string) string {
	after := func(marks ...string) func(string) string {
		return func(line string) string {
			for _, m := range marks {
				if _, comment, ok := strings.Cut(line, m); ok {
					return comment
				}
			}
			return ""
		}
	}
	switch filepath.Ext(name) {
	case ".md", ".txt", ".1":
		return func(line string) string { return line }
	case ".go", ".c", ".h", ".hip", ".cpp", ".cl", ".inc":
		return after("//", "/*", " * ")
	case ".ll":
		return after(";")
	}
	return after("#")
}

func main() {
	bad := false
	for _, name := range os.Args[1:] {
		text, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "words:", err)
			os.Exit(2)
		}
		for _, f := range check(name, text) {
			fmt.Printf("%s:%d: %q: write %s\n", name, f.line, f.words, f.term)
			bad = true
		}
	}
	if bad {
		os.Exit(1)
	}
}
