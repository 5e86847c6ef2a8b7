// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// A Launch is one launch of a kernel, as kernels.c writes it.
type Launch struct {
	Kernel      string // without parameters
	Nanoseconds float64
	Registers   int
	Shape       string // number of blocks and work-items of a block
}

// readLaunches reads the lines of kernels.c; one that was not written to its end is left out.
func readLaunches(data []byte) (list []Launch) {
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 5 || !strings.HasSuffix(line, "\n") {
			continue
		}
		ns, err := strconv.ParseFloat(f[1], 64)
		registers, err2 := strconv.Atoi(f[2])
		if err != nil || err2 != nil || ns <= 0 {
			continue
		}
		list = append(list, Launch{kernelName(f[0]), ns, registers, f[3] + "x" + f[4]})
	}
	return list
}

// kernelName returns a kernel's name without parameters and without what makes a name of one file
// unique, which differs between compilers.
func kernelName(symbol string) string {
	name := demangle.Filter(symbol, demangle.NoParams, demangle.NoClones)
	if k := strings.LastIndex(name, "::"); k >= 0 && strings.Contains(name[:k], "anonymous") {
		name = name[k+2:]
	}
	return name
}

// kernels runs the two programs of each pair in turn with kernels.c in them, and writes the launches
// of each run into the folder.
func kernels(o *options, pairs []*Pair, names []string, library string) error {
	library, err := filepath.Abs(library)
	if err != nil {
		return err
	}
	for round := range o.rounds {
		each(o.jobs, pairs, func(p *Pair) {
			if p.Refused != "" || !p.Built || len(names) > 0 && !slices.Contains(names, p.Name) {
				return
			}
			for side := cuda; side >= hip; side-- {
				file, err := filepath.Abs(launchFile(o.dir, p, side, round))
				if err != nil {
					return
				}
				if _, err := os.Stat(file); err == nil {
					continue // the run before was interrupted
				}
				// Programs are ended before they have printed anything.
				_, _, _ = start(o, p, side, "CUDA_INJECTION64_PATH="+library, "HECBENCH_KERNELS="+file)
			}
		})
	}
	return nil
}

// launchFile names the file of one run's launches.
func launchFile(dir string, p *Pair, side, round int) string {
	return filepath.Join(dir, fmt.Sprintf("%s-%s.%d.launches", p.Name, sides[side], round))
}

// A kernelRow compares one kernel's launches of one shape.
type kernelRow struct {
	program, kernel, shape string
	launches               int        // that both sides have in all runs
	us                     [2]float64 // the mean of their medians
	registers              [2]int
}

func (r kernelRow) ratio() float64 { return r.us[hip] / r.us[cuda] }

// compareLaunches compares the kernels that both sides of a pair launched in the same shape: of those
// launches that all runs have, each run's median, and of the runs the mean.
func compareLaunches(program string, runs [2][][]Launch) (rows []kernelRow) {
	type key struct{ kernel, shape string }
	var order []key
	least := map[key]int{}
	times := [2]map[key][][]float64{{}, {}}
	registers := [2]map[key]int{{}, {}}
	for side := range sides {
		for _, run := range runs[side] {
			of := map[key][]float64{}
			for _, l := range run {
				k := key{l.Kernel, l.Shape}
				of[k] = append(of[k], l.Nanoseconds)
				registers[side][k] = l.Registers
			}
			for k, list := range of {
				times[side][k] = append(times[side][k], list)
				if n, ok := least[k]; !ok {
					order, least[k] = append(order, k), len(list)
				} else {
					least[k] = min(n, len(list))
				}
			}
		}
	}
	slices.SortFunc(order, func(a, b key) int {
		return cmp.Or(cmp.Compare(a.kernel, b.kernel), cmp.Compare(a.shape, b.shape))
	})
	for _, k := range order {
		if len(times[hip][k]) == 0 || len(times[hip][k]) != len(runs[hip]) || len(times[cuda][k]) != len(runs[cuda]) {
			continue
		}
		r := kernelRow{program: program, kernel: k.kernel, shape: k.shape, launches: least[k]}
		for side := range sides {
			r.registers[side] = registers[side][k]
			for _, list := range times[side][k] {
				r.us[side] += middle(list[:least[k]]) / 1000 / float64(len(times[side][k]))
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// kernelTable prints the kernels of all pairs by their ratios, and the means: of kernels, and of
// programs, in which a kernel counts by its time.
func kernelTable(w io.Writer, dir string, pairs []*Pair) error {
	var rows []kernelRow
	sum, programs, good := 0.0, 0, 0
	for _, p := range pairs {
		var runs [2][][]Launch
		for side := range sides {
			for round := 0; ; round++ {
				data, err := os.ReadFile(launchFile(dir, p, side, round))
				if os.IsNotExist(err) {
					break
				} else if err != nil {
					return err
				}
				if len(bytes.TrimSpace(data)) > 0 {
					runs[side] = append(runs[side], readLaunches(data))
				}
			}
		}
		list := compareLaunches(p.Name, runs)
		if len(list) == 0 {
			continue
		}
		var total [2]float64
		for _, r := range list {
			for side := range sides {
				total[side] += r.us[side] * float64(r.launches)
			}
		}
		ratio := total[hip] / total[cuda]
		sum += math.Log(ratio)
		programs++
		if ratio <= bound {
			good++
		}
		fmt.Fprintf(w, "program %-28s %.3f\n", p.Name, ratio)
		rows = append(rows, list...)
	}
	slices.SortFunc(rows, func(a, b kernelRow) int { return cmp.Compare(b.ratio(), a.ratio()) })
	logs, below := 0.0, 0
	for _, r := range rows {
		logs += math.Log(r.ratio())
		if r.ratio() <= bound {
			below++
		}
		fmt.Fprintf(w, "%.3f  %s %s %s: %.2f / %.2f us, %d launches, %d / %d registers\n",
			r.ratio(), r.program, r.kernel, r.shape, r.us[hip], r.us[cuda], r.launches, r.registers[hip], r.registers[cuda])
	}
	if programs > 0 {
		fmt.Fprintf(w, "%d programs: geometric mean %.3f, %d at most %.2f; %d kernels: %.3f, %d\n",
			programs, math.Exp(sum/float64(programs)), good, bound, len(rows), math.Exp(logs/float64(len(rows))), below)
	}
	return nil
}
