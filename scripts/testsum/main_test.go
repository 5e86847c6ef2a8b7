// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sample is the output of `go test -json` for one package with a passing, a failing and a skipped
// test, one that does not build and one without test files.
const sample = `{"Action":"start","Package":"m/a"}
{"Action":"run","Package":"m/a","Test":"TestGood"}
{"Action":"output","Package":"m/a","Test":"TestGood","Output":"=== RUN   TestGood\n"}
{"Action":"output","Package":"m/a","Test":"TestGood","Output":"--- PASS: TestGood (0.00s)\n"}
{"Action":"pass","Package":"m/a","Test":"TestGood","Elapsed":0}
{"Action":"run","Package":"m/a","Test":"TestBad"}
{"Action":"output","Package":"m/a","Test":"TestBad","Output":"    a_test.go:5: got 1, want 2\n"}
{"Action":"output","Package":"m/a","Test":"TestBad","Output":"--- FAIL: TestBad (0.00s)\n"}
{"Action":"fail","Package":"m/a","Test":"TestBad","Elapsed":0}
{"Action":"run","Package":"m/a","Test":"TestSkip"}
{"Action":"output","Package":"m/a","Test":"TestSkip","Output":"    a_test.go:9: no device\n"}
{"Action":"output","Package":"m/a","Test":"TestSkip","Output":"--- SKIP: TestSkip (0.00s)\n"}
{"Action":"skip","Package":"m/a","Test":"TestSkip","Elapsed":0}
{"Action":"output","Package":"m/a","Output":"FAIL\n"}
{"Action":"output","Package":"m/a","Output":"FAIL\tm/a\t0.002s\n"}
{"Action":"fail","Package":"m/a","Elapsed":0.002}
{"ImportPath":"m/b [m/b.test]","Action":"build-output","Output":"b/b.go:3:1: syntax error\n"}
{"Action":"output","Package":"m/b","Output":"FAIL\tm/b [build failed]\n"}
{"Action":"fail","Package":"m/b","Elapsed":0}
{"Action":"output","Package":"m/c","Output":"?   \tm/c\t[no test files]\n"}
{"Action":"skip","Package":"m/c","Elapsed":0}
`

func TestSum(t *testing.T) {
	var out strings.Builder
	s, err := sum(strings.NewReader(sample), &out)
	if err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, summary{passed: 1, failed: 2, skipped: 1,
		skips: []string{"m/a TestSkip: a_test.go:9: no device"},
		failedPackages: []string{"m/a: 1 failed",
			"m/b: ended without the verdict of a test: it did not build, or ended outside of its tests"}})
	const lines = "    a_test.go:5: got 1, want 2\n--- FAIL: TestBad (0.00s)\nFAIL\nFAIL\tm/a\t0.002s\n" +
		"b/b.go:3:1: syntax error\nFAIL\tm/b [build failed]\n?   \tm/c\t[no test files]\n"
	if diff := cmp.Diff(lines, out.String()); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
}

// A package that dies in a test, by a crash or a timeout, is one failure with the package's name,
// and the output of its tests is shown.
func TestSumCrash(t *testing.T) {
	const crash = `{"Action":"run","Package":"m/a","Test":"TestFine"}
{"Action":"pass","Package":"m/a","Test":"TestFine","Elapsed":0.1}
{"Action":"run","Package":"m/a","Test":"TestX"}
{"Action":"output","Package":"m/a","Test":"TestX","Output":"panic: boom\n"}
{"Action":"fail","Package":"m/a","Elapsed":0.1}
`
	var out strings.Builder
	s, err := sum(strings.NewReader(crash), &out)
	if err != nil {
		t.Fatal(err)
	}
	checkCounts(t, s, summary{passed: 1, failed: 1, failedPackages: []string{"m/a: died in TestX"}})
	if !strings.Contains(out.String(), "panic: boom") {
		t.Errorf("output %q; want the panic", out.String())
	}
}

func checkCounts(t *testing.T, got, want summary) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(summary{}), cmpopts.IgnoreFields(summary{}, "running", "failing")); diff != "" {
		t.Errorf("counts (-want +got):\n%s", diff)
	}
}
