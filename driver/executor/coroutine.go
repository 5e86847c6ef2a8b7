// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"gohipcc/driver/job"
	"gohipcc/internal/lazyregexp"
)

var (
	// generatedFunction is the line of clang's report of a crash that says which function it generated code for.
	generatedFunction = lazyregexp.New(`(?m)^\d+\.\t(.+):(\d+):\d+: LLVM IR generation of declaration '(.*)'$`)
	coroutineWord     = lazyregexp.New(`\bco_(await|return|yield)\b`)
)

// refusedCoroutine returns the error for a coroutine in device code, on which clang 22 crashes for SPIR-V and AMD's
// GPUs: their stack variables are in an address space of their own, and coroutines' are not. The report of the crash
// names the function.
func refusedCoroutine(j *job.Job, report []byte) string {
	c := j.CC1()
	if c == nil || !c.IsDevice() {
		return ""
	}
	m := generatedFunction.FindSubmatch(report)
	if m == nil {
		return ""
	}
	file, name := string(m[1]), string(m[3])
	line, err := strconv.Atoi(string(m[2]))
	if err != nil {
		return ""
	}
	text, err := os.ReadFile(file)
	if err != nil || !coroutineWord.Match(functionAt(text, line)) {
		return ""
	}
	return fmt.Sprintf("gohipcc: error: %s:%d: device function %s is a coroutine, which only host code may have; write its states as a class, or make it a host function\n", file, line, name)
}

// functionAt returns the text from a line to the end of the function that begins there.
func functionAt(text []byte, line int) []byte {
	rest := string(text)
	for range line - 1 {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	depth := 0
	for i := range len(rest) {
		switch rest[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth <= 0 {
				return []byte(rest[:i])
			}
		}
	}
	return nil
}
