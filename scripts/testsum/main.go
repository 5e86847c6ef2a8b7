// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command testsum reads `go test -json` on standard input and prints what `go test` would have
// printed: one line per package, and the output of failed tests. At the end it prints the names of
// failed packages and the counts. It fails if a test failed or was skipped, if a package did not
// build, crashed or timed out, or if no test ran: a skipped test checks nothing.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
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

// summary counts tests and subtests, each by its own event. A package that dies without a failed
// test (it crashed, timed out, or did not build) counts as one failure.
type summary struct {
	passed, failed, skipped int
	failedPackages          []string // with reasons
	skips                   []string

	running map[string][]string // by package: tests without a result yet
	failing map[string]int      // by package: failed tests
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
	for _, name := range s.failedPackages {
		fmt.Println("failed:", name)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
	if s.failed+s.skipped > 0 || s.passed == 0 {
		os.Exit(1)
	}
}

// sum copies the relevant lines of the events in r to w, and counts the tests.
func sum(r io.Reader, w io.Writer) (summary, error) {
	s := summary{running: map[string][]string{}, failing: map[string]int{}}
	output := map[string][]string{} // package and test -> output
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			var e event
			if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
				fmt.Fprint(w, line) // output of the go command, for example about a failed build
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
	if e.Test == "" {
		s.addPackage(e, output, w)
		return
	}
	key := e.Package + " " + e.Test
	switch e.Action {
	case "run":
		s.running[e.Package] = append(s.running[e.Package], e.Test)
		return
	case "output":
		output[key] = append(output[key], e.Output)
		return
	case "pass":
		s.passed++
	case "skip":
		s.skipped++
		s.skips = append(s.skips, key+": "+strings.TrimSpace(last(output[key])))
	case "fail":
		s.failed++
		s.failing[e.Package]++
		fmt.Fprint(w, strings.Join(output[key], ""))
	default:
		return
	}
	delete(output, key)
	s.running[e.Package] = slices.DeleteFunc(s.running[e.Package], func(name string) bool { return name == e.Test })
}

// addPackage handles an event that belongs to no test.
func (s *summary) addPackage(e event, output map[string][]string, w io.Writer) {
	switch e.Action {
	case "output":
		if quiet := e.Output == "PASS\n" || strings.HasPrefix(e.Output, "=== "); !quiet {
			fmt.Fprint(w, e.Output)
		}
	case "build-output":
		fmt.Fprint(w, e.Output)
	case "fail":
		// A package that crashed leaves tests without a result: their output contains the reason.
		unfinished := s.running[e.Package]
		for _, name := range unfinished {
			fmt.Fprint(w, strings.Join(output[e.Package+" "+name], ""))
		}
		if n := s.failing[e.Package]; n > 0 && len(unfinished) == 0 {
			s.failedPackages = append(s.failedPackages, fmt.Sprintf("%s: %d failed", e.Package, n))
			return
		}
		s.failed++
		reason := "ended without the verdict of a test: it did not build, or ended outside of its tests"
		if len(unfinished) > 0 {
			reason = "died in " + strings.Join(unfinished, ", ")
		}
		s.failedPackages = append(s.failedPackages, e.Package+": "+reason)
	}
}

// last returns the last line of output that is more than a test's status.
func last(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if l := strings.TrimSpace(lines[i]); l != "" && !strings.HasPrefix(l, "---") && !strings.HasPrefix(l, "===") {
			return l
		}
	}
	return ""
}
