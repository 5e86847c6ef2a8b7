// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command testsum reads `go test -json` on standard input and prints what `go test` would
// have printed: the line of each package, and the output of the tests that failed.
// It ends with the counts, and fails when a test failed, when one was skipped, or
// when none ran: a skipped test is a promise that nobody checked.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// event is one line of `go test -json` (`go doc test2json`).
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
}

// summary counts tests, not subtests: a subtest that is skipped still counts as
// skipped, because it has its own event.
type summary struct {
	passed, failed, skipped int
	badPackages             int
	skips                   []string
}

func main() {
	s, err := sum(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsum:", err)
		os.Exit(2)
	}
	for _, name := range s.skips {
		fmt.Println("skipped:", name)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
	if s.failed+s.skipped+s.badPackages > 0 || s.passed == 0 {
		os.Exit(1)
	}
}

// sum copies the lines worth reading from the events in r to w and counts.
func sum(r io.Reader, w io.Writer) (summary, error) {
	var s summary
	output := map[string][]string{} // package and test -> what it printed
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				fmt.Fprint(w, line) // go itself speaking, for example about a build that failed
			} else {
				s.add(e, output, w)
			}
		}
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return s, err
		}
	}
}

func (s *summary) add(e event, output map[string][]string, w io.Writer) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		if e.Test != "" {
			output[key] = append(output[key], e.Output)
			return
		}
		if quiet := e.Output == "PASS\n" || strings.HasPrefix(e.Output, "=== "); !quiet {
			fmt.Fprint(w, e.Output)
		}
	case "build-output":
		fmt.Fprint(w, e.Output)
	case "pass":
		if e.Test != "" {
			s.passed++
		}
		delete(output, key)
	case "skip":
		if e.Test != "" { // without a test it says that a package has no test files
			s.skipped++
			s.skips = append(s.skips, key+": "+strings.TrimSpace(last(output[key])))
		}
		delete(output, key)
	case "fail":
		if e.Test == "" {
			s.badPackages++
			// A package that crashed leaves tests without a verdict: their output says why.
			for k, lines := range output {
				if strings.HasPrefix(k, e.Package+" ") {
					fmt.Fprint(w, strings.Join(lines, ""))
					delete(output, k)
				}
			}
			return
		}
		s.failed++
		fmt.Fprint(w, strings.Join(output[key], ""))
		delete(output, key)
	}
}

// last is the last line that says more than the state of the test.
func last(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if l := strings.TrimSpace(lines[i]); l != "" && !strings.HasPrefix(l, "---") && !strings.HasPrefix(l, "===") {
			return l
		}
	}
	return ""
}
