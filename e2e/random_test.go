// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gohipcc/e2e/kernelgen"
	"gohipcc/internal/testtree"
)

var (
	randomSeed   = flag.Uint64("random.seed", 1, "seed of the first random kernel of -random.count")
	randomCount  = flag.Int("random.count", 0, "how many random kernels to try; 0: the fixed ones")
	randomLevels = flag.String("random.levels", "-O0;-O2;-O3", "flags to compile random kernels with, sets of them between semicolons")
	randomTarget = flag.String("random.target", "spirv64", "--offload= of random kernels: spirv64, cpu")
	randomKeep   = flag.String("random.keep", "", "folder for kernels that were wrong, made as small as they can be")
)

// randomSeeds are tried always: kernels that were wrong once, and some more.
var randomSeeds = []uint64{
	19, 100, 110, 116, 130, 2001, 5128, 1, 2, 3, 4, 5, 6,
	kernelgen.Wide + 148, kernelgen.Wide + 1234, kernelgen.Wide + 2129, kernelgen.Wide, kernelgen.Wide + 1, kernelgen.Wide + 2, kernelgen.Wide + 3,
}

// randomBatch kernels are one program.
const randomBatch = 20

// wrongKernels compiles and runs kernels with some flags and says what is wrong with which.
func wrongKernels(compiler, dir string, kernels []*kernelgen.Program, flags []string) (map[int]string, error) {
	src, exe, out := filepath.Join(dir, "k.hip"), filepath.Join(dir, "k"), filepath.Join(dir, "out")
	if err := os.WriteFile(src, []byte(kernelgen.Source(kernels)), 0o644); err != nil {
		return nil, err
	}
	hangs := runLimit
	if *randomCount > 0 {
		hangs = time.Minute // many may
	}
	command := func(limit time.Duration, name string, args ...string) error {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.WaitDelay = dir, time.Second
		if text, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s %s: %v\n%.2000s", filepath.Base(name), strings.Join(args, " "), err, text)
		}
		return nil
	}
	if err := command(runLimit, compiler, slices.Concat(flags, testtree.UnoptimisedHost, []string{"-std=c++17", "--offload=" + *randomTarget, src, "-o", exe})...); err != nil {
		return nil, err
	}
	wrong := map[int]string{}
	compare := func(i int, got []byte) []byte {
		want := kernels[i].Want
		if n := 4 * len(want); len(got) < n {
			wrong[i] = "no result"
			return nil
		}
		for w, x := range want {
			if y := binary.LittleEndian.Uint32(got[4*w:]); x != y && wrong[i] == "" {
				wrong[i] = fmt.Sprintf("word %d of %d is %#x, not %#x", w, len(want), y, x)
			}
		}
		return got[4*len(want):]
	}
	if command(4*hangs, exe, out) == nil {
		data, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		for i := range kernels {
			data = compare(i, data)
		}
		return wrong, nil
	}
	// One of them ends the program: each by itself.
	for i := range kernels {
		if err := command(hangs, exe, out, fmt.Sprint(i)); err != nil {
			wrong[i] = err.Error()
			continue
		}
		data, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		compare(i, data)
	}
	return wrong, nil
}

// TestRandomKernels: control flow around barriers and warp operations gives what a
// machine in Go computes, at every level.
func TestRandomKernels(t *testing.T) {
	compiler := testtree.Compiler(t)
	seeds := randomSeeds
	if *randomCount > 0 {
		seeds = nil
		for s := range uint64(*randomCount) {
			seeds = append(seeds, *randomSeed+s)
		}
	}
	for batch := range slices.Chunk(seeds, randomBatch) {
		var kernels []*kernelgen.Program
		for _, s := range batch {
			p, err := kernelgen.New(s, fmt.Sprintf("k%d", s)).Program()
			if err != nil {
				t.Fatal(err)
			}
			kernels = append(kernels, p)
		}
		for _, level := range strings.Split(*randomLevels, ";") {
			t.Run(fmt.Sprintf("%d%s", batch[0], level), func(t *testing.T) {
				wrong, err := wrongKernels(compiler, t.TempDir(), kernels, strings.Fields(level))
				if err != nil {
					t.Error(err)
				}
				for i, what := range wrong {
					t.Errorf("seed %d with %s: %s", kernels[i].Seed, level, what)
					if *randomKeep != "" {
						if err := reduce(t, compiler, kernels[i], level); err != nil {
							t.Error(err)
						}
					}
				}
			})
		}
	}
}

// reduce makes a wrong kernel small, and keeps it.
func reduce(t *testing.T, compiler string, wrong *kernelgen.Program, level string) error {
	k := kernelgen.New(wrong.Seed, wrong.Name)
	var failed error
	keep := func(p *kernelgen.Program) {
		name := filepath.Join(*randomKeep, fmt.Sprintf("%d%s.hip", p.Seed, strings.ReplaceAll(level, " ", "")))
		if err := os.WriteFile(name, []byte(kernelgen.Source([]*kernelgen.Program{p})), 0o644); err != nil {
			failed = err
		}
	}
	keep(wrong)
	k.Reduce(func(programs []*kernelgen.Program) []bool {
		out := make([]bool, len(programs))
		wrong, err := wrongKernels(compiler, t.TempDir(), programs, strings.Fields(level))
		if err != nil {
			failed = err
		}
		for i := range wrong {
			out[i] = true
		}
		return out
	}, keep)
	return failed
}
