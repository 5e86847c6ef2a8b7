// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestReadings(t *testing.T) {
	for _, c := range []struct {
		out  string
		want []float64
	}{
		{"Average kernel execution time: 12.5 (us)\nPASS\n", []float64{12.5e-6}},
		{"Kernel time (ms): 3.5\n", []float64{3.5e-3}},
		{"Total time: 2 s\nAverage kernel time 0.5 ms\n", []float64{0.5e-3}}, // kernels only, if one is named
		{"CPU time: 4 s\nDevice execution time: 1e-3 seconds\n", []float64{1e-3}},
		{"Average bandwidth: 300 GB/s\n", nil},
		{"kernel took 700 microseconds\nkernel took 2.5 milliseconds\n", []float64{700e-6, 2.5e-3}},
	} {
		got := readings(c.out)
		if !slices.EqualFunc(got, c.want, func(r Reading, w float64) bool { return math.Abs(r.Time/w-1) < 1e-9 }) {
			t.Errorf("%q: %v, want %v", c.out, got, c.want)
		}
	}
}

func TestFewer(t *testing.T) {
	text := "int rows = atoi(argv[1]);\nconst int repeat = std::stoi( argv[2] );\n"
	p := &Pair{Command: runCommand("echo x\n./main 4096 1000\n")}
	if p.Counts = counts(p.Command, text); !slices.Equal(p.Counts, []int{2}) {
		t.Fatal(p.Counts)
	}
	if !fewest(p) || fewest(p) {
		t.Error("the number of repetitions is lowered once as far as it goes")
	}
	if got := strings.Join(p.Command, " "); got != "./main 4096 10" {
		t.Error(got)
	}
}

func TestTable(t *testing.T) {
	run := func(times ...float64) Run {
		r := Run{Wall: 1}
		for _, s := range times {
			r.Times = append(r.Times, Reading{Time: s})
		}
		return r
	}
	pairs := []*Pair{
		{Name: "even", Runs: [2][]Run{{run(1, 2), run(1, 2)}, {run(1, 2), run(1, 2)}}},
		{Name: "slow", Runs: [2][]Run{{run(4), run(9), run(4)}, {run(1), run(1), run(1)}}},
		{Name: "silent", Runs: [2][]Run{{run()}, {run()}}},
		{Name: "broken", Refused: "CUDA: no nvcc"},
	}
	var text strings.Builder
	table(&text, pairs)
	for _, want := range []string{"# broken: CUDA: no nvcc", "slow                         4.000  1 times, 3 runs",
		"2 pairs that print times: geometric mean 2.000, 50.0 % at most 1.10; 1 by wall time; 1 refused"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
