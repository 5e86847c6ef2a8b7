// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gohipcc/fatbin"
	"gohipcc/internal/fuzztest"
	"gohipcc/runtime/hip"
)

// programs returns the MLIR programs of testdata.
func programs(t testing.TB) (texts [][]byte) {
	t.Helper()
	top, _ := prefix(t)
	names, err := filepath.Glob(filepath.Join(top, "testdata/mlir/*.mlir"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, n := range names {
		texts = append(texts, []byte(source(t, top, filepath.Base(n))))
	}
	return texts
}

// FuzzLower lowers damaged programs. The error must name the program, the tools must respect memory
// and time limits, and no file may be left except inputs that crashed LLVM.
func FuzzLower(f *testing.F) {
	texts := programs(f)
	for _, b := range fuzztest.Seeds(texts...)[:8] {
		f.Add(b, byte(0))
	}
	limitTools(f)
	f.Fuzz(lowerDamaged)
}

func TestMutations(t *testing.T) {
	texts := programs(t)
	limitTools(t)
	fuzztest.Mutations(t, "FuzzLower", texts, 10, lowerDamaged)
}

// limitTools limits the address space of the tools, which inherit the limit of this process.
// Results do not come from a cache.
func limitTools(t testing.TB) {
	t.Helper()
	t.Setenv("GOHIP_CACHE", "0")
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		t.Fatal(err)
	}
	before := limit.Cur
	limit.Cur = min(limit.Max, 8<<30)
	if err := unix.Setrlimit(unix.RLIMIT_AS, &limit); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		limit.Cur = before
		unix.Setrlimit(unix.RLIMIT_AS, &limit)
	})
}

// lowerDamaged lowers a program for SPIR-V or for an AMD GPU.
func lowerDamaged(t *testing.T, text []byte, way byte) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	const name = "damaged.mlir"
	target := []string{"spirv64", "gfx90a"}[way%2]
	_, err := Lower(ctx, Program{Name: name, Targets: []string{target}, Level: "1"}, string(text))
	switch {
	case ctx.Err() != nil:
		t.Error("it took too long")
	case err != nil && !strings.Contains(err.Error(), name):
		t.Errorf("an error that does not name %s: %v", name, err)
	case err != nil && strings.Contains(err.Error(), "goroutine "):
		t.Error(err)
	}
	var crash *hip.CompileError
	left, _ := filepath.Glob(filepath.Join(tmp, "*"))
	for _, n := range left {
		if !errors.As(err, &crash) || crash.Kept != n {
			t.Errorf("%s is left behind after %v", n, err)
		}
	}
}

// FuzzText parses damaged text as mlir-opt's output, without running mlir-opt.
func FuzzText(f *testing.F) {
	texts := programs(f)
	tools, err := findTools()
	if err != nil {
		f.Fatal(err)
	}
	var whole [][]byte
	for _, s := range texts {
		cmd := exec.Command(tools.Opt, "--pass-pipeline=builtin.module(gpu-kernel-outlining)", "-")
		cmd.Stdin = bytes.NewReader(s)
		out, err := cmd.Output()
		if err != nil {
			f.Fatal(err)
		}
		whole = append(whole, out)
	}
	image, err := os.ReadFile("../../fatbin/testdata/kernels.spv")
	if err != nil {
		f.Fatal(err)
	}
	whole = append(whole, []byte("module {\n"+binary("k", image[:200])+binary("\"quoted\\\"", nil)+"}\n"))
	for _, b := range fuzztest.Seeds(whole...) {
		f.Add(string(b))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		f.Add(string(fuzztest.Mutate(r, whole)))
	}
	f.Fuzz(func(t *testing.T, text string) {
		start := time.Now()
		for _, o := range append(findOps(text, "gpu.module", '{', '}'), findOps(text, "gpu.binary", '[', ']')...) {
			if o.start < 0 || o.end > len(text) || o.start >= o.end || !strings.Contains(text[o.start:o.end], o.body) {
				t.Errorf("an operation from %d to %d of %d bytes", o.start, o.end, len(text))
			}
		}
		p := &Program{Name: "damaged.mlir", text: text}
		if err := p.chooseObjects(); err != nil && !strings.Contains(err.Error(), p.Name) {
			t.Errorf("an error that does not name the program: %v", err)
		}
		replaceAsserts(text, []sourceLocation{{"a.cc", "1", "f"}})
		workgroupGlobals(addressSpaces.Replace(text))
		if reduced, _, err := replaceAllReduces(text); err == nil {
			replaceShuffles(reduced)
		}
		if b, err := unescape(text); err == nil {
			if _, err := imageTarget(b); err != nil && fatbin.Sniff(b).IsBundle() {
				t.Error(err)
			}
		}
		if took := time.Since(start); took > time.Minute {
			t.Errorf("%d bytes took %v", len(text), took)
		}
	})
}
