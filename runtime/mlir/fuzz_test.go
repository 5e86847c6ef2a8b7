// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gohipcc/fatbin"
	"gohipcc/runtime/hip"
)

// programs are the MLIR programs of testdata.
func programs(f *testing.F) (build string, texts []string) {
	f.Helper()
	top, build := prefix(f)
	names, err := filepath.Glob(filepath.Join(top, "testdata/mlir/*.mlir"))
	if err != nil || len(names) == 0 {
		f.Fatalf("no programs: %v", err)
	}
	for _, n := range names {
		texts = append(texts, source(f, top, filepath.Base(n)))
	}
	return build, texts
}

// damage changes lines of a text, which leaves more of a program whole than a change of its bytes.
func damage(text string, how uint8, from, to uint16) string {
	lines := strings.Split(text, "\n")
	a, b := int(from)%len(lines), int(to)%len(lines)
	switch how % 6 {
	case 1: // a line is missing
		lines[a] = ""
	case 2: // one stands twice
		lines[b] += "\n" + lines[a]
	case 3: // two are exchanged
		lines[a], lines[b] = lines[b], lines[a]
	case 4: // the rest is missing
		lines = lines[:a]
	case 5: // one has another's end
		x, y := lines[a], lines[b]
		lines[a] = x[:len(x)/2] + y[len(y)/2:]
	}
	return strings.Join(lines, "\n")
}

// FuzzLower lowers damaged programs. The error names the program, the tools take no more memory
// and time than there is, and no file is left but what made LLVM crash.
func FuzzLower(f *testing.F) {
	_, texts := programs(f)
	f.Setenv("GOHIP_CACHE", "0")
	for i, s := range texts {
		f.Add(s, uint8(i), uint16(7*i+5), uint16(3*i+2))
	}
	// The tools, which are processes of their own, have the limit of this one.
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil {
		f.Fatal(err)
	}
	limit.Cur = min(limit.Max, 8<<30)
	if err := unix.Setrlimit(unix.RLIMIT_AS, &limit); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		limit.Cur = limit.Max
		unix.Setrlimit(unix.RLIMIT_AS, &limit)
	})
	f.Fuzz(func(t *testing.T, text string, how uint8, from, to uint16) {
		tmp := t.TempDir()
		t.Setenv("TMPDIR", tmp)
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		const name = "damaged.mlir"
		_, err := Lower(ctx, Program{Name: name, Targets: []string{"spirv64"}, Level: "1"}, damage(text, how, from, to))
		var crash *hip.CompileError
		switch {
		case ctx.Err() != nil:
			t.Error("it took too long")
		case err != nil && !strings.Contains(err.Error(), name):
			t.Errorf("an error that does not name %s: %v", name, err)
		case err != nil && strings.Contains(err.Error(), "goroutine "):
			t.Error(err)
		}
		left, _ := filepath.Glob(filepath.Join(tmp, "*"))
		for _, n := range left {
			if !errors.As(err, &crash) || crash.Kept != n {
				t.Errorf("%s is left behind after %v", n, err)
			}
		}
	})
}

// FuzzText reads damaged text as what mlir-opt prints, without mlir-opt.
func FuzzText(f *testing.F) {
	_, texts := programs(f)
	tools, err := FindTools()
	if err != nil {
		f.Fatal(err)
	}
	for i, s := range texts {
		cmd := exec.Command(tools.Opt, "--pass-pipeline=builtin.module(gpu-kernel-outlining)", "-")
		cmd.Stdin = strings.NewReader(s)
		out, err := cmd.Output()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(out), uint8(0), uint16(0), uint16(0))
		f.Add(string(out), uint8(i), uint16(7*i+5), uint16(3*i+2))
	}
	image, err := os.ReadFile("../../fatbin/testdata/kernels.spv")
	if err != nil {
		f.Fatal(err)
	}
	f.Add("module {\n"+binary("k", image[:200])+binary("\"quoted\\\"", nil)+"}\n", uint8(0), uint16(0), uint16(0))
	f.Fuzz(func(t *testing.T, text string, how uint8, from, to uint16) {
		text = damage(text, how, from, to)
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
		replaceAsserts(text, []place{{"a.cc", "1", "f"}})
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
