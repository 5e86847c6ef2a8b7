// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"regexp"
	"strconv"
	"strings"
)

// A Reading is a time that a program printed, in seconds, and the line without its numbers.
type Reading struct {
	Line string
	Time float64
}

var (
	// A number and its unit: "0.51 (us)", "12.5ms", "= 3.2e-2 s".
	timed = regexp.MustCompile(`([0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)\s*[(\[]?\s*(microseconds?|milliseconds?|nanoseconds?|seconds?|secs?|msecs?|usecs?|ns|us|µs|ms|s)\b`)
	// The unit before the number: "Time (ms): 12.5".
	unitFirst = regexp.MustCompile(`[(\[](microseconds?|milliseconds?|nanoseconds?|seconds?|secs?|ns|us|ms|s)[)\]][^0-9]{0,12}([0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)`)
	numbers   = regexp.MustCompile(`[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?`)
	aTime     = regexp.MustCompile(`(?i)time|took|elapsed|duration|latency|average|kernel|cost`)
	// What the host does is not what is compared.
	hosts = regexp.MustCompile(`(?i)\bhost\b|cpu|serial|reference|verif|memcpy|transfer|alloc|read|load|init|compile|copy|omp|golden|h2d|d2h|generat`)
)

var units = map[byte]float64{'n': 1e-9, 'u': 1e-6, 'm': 1e-3, 's': 1}

// seconds returns the length of a unit.
func seconds(unit string) float64 {
	if strings.HasPrefix(unit, "mic") || strings.HasPrefix(unit, "µ") {
		return 1e-6
	}
	return units[unit[0]]
}

// readings returns the times of kernels in an output: of the lines that name a kernel, if there are
// any.
func readings(out string) []Reading {
	var all, kernels []Reading
	for line := range strings.Lines(out) {
		if !aTime.MatchString(line) || hosts.MatchString(line) {
			continue
		}
		var value, unit string
		if m := timed.FindStringSubmatch(line); m != nil {
			value, unit = m[1], m[2]
		} else if m := unitFirst.FindStringSubmatch(line); m != nil {
			value, unit = m[2], m[1]
		} else {
			continue
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || n <= 0 {
			continue
		}
		r := Reading{Line: strings.TrimSpace(numbers.ReplaceAllString(line, "#")), Time: n * seconds(unit)}
		all = append(all, r)
		if strings.Contains(strings.ToLower(line), "kernel") {
			kernels = append(kernels, r)
		}
	}
	if len(kernels) > 0 {
		return kernels
	}
	return all
}
