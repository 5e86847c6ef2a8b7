// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package mlir

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
)

// prefix makes the test use the build's prefix.
func prefix(t testing.TB) (top, build string) {
	t.Helper()
	build = filepath.Dir(filepath.Dir(testtree.Built(t, "lib", "libgohip_mlir.so")))
	t.Setenv("GOHIP_PATH", build)
	return testtree.Root(t), build
}

func source(t testing.TB, top, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(top, "testdata/mlir", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

var base = regexp.MustCompile(`base@ = 0x[0-9a-f]+`)

func TestRun(t *testing.T) {
	top, build := prefix(t)
	for name, want := range map[string]string{
		"vecadd.mlir":     "Unranked Memref base@ = P rank = 1 offset = 0 sizes = [5] strides = [1] data = \n[1.25,  2.25,  3.25,  4.25,  5.25]\n",
		"allreduce.mlir":  "Unranked Memref base@ = P rank = 1 offset = 0 sizes = [3] strides = [1] data = \n[0,  2016,  4032]\n",
		"region.mlir":     "Unranked Memref base@ = P rank = 1 offset = 0 sizes = [35] strides = [1] data = \n[" + strings.Repeat("35,  ", 34) + "35]\n",
		"memcpy.mlir":     "Unranked Memref base@ = P rank = 1 offset = 0 sizes = [4] strides = [1] data = \n[6,  8,  10,  12]\n",
		"async.mlir":      "Unranked Memref base@ = P rank = 1 offset = 0 sizes = [4] strides = [1] data = \n[0,  1,  4,  9]\n",
		"fill.mlir":       "Unranked Memref base@ = P rank = 2 offset = 0 sizes = [3, 3] strides = [3, 1] data = \n[[11,   11,   11], \n [11,   11,   11], \n [11,   11,   11]]\n",
		"twomodules.mlir": "Unranked Memref base@ = P rank = 1 offset = 0 sizes = [13] strides = [1] data = \n[0,  1,  4,  9,  16,  25,  36,  49,  64,  81,  100,  121,  144]\n",
	} {
		t.Run(name, func(t *testing.T) {
			if got := base.ReplaceAllString(runProgram(t, top, build, name), "base@ = P"); got != want {
				t.Errorf("got %q\nwant %q", got, want)
			}
		})
	}
	// The order of the work-items' output is not defined.
	got := runProgram(t, top, build, "printf.mlir")
	for _, l := range []string{"block 0 thread 0 value 0.00\n", "block 0 thread 1 value 1.00\n", "block 1 thread 0 value 0.00\n", "block 1 thread 1 value 1.00\n"} {
		if strings.Count(got, l) != 1 {
			t.Errorf("%q is not once in %q", l, got)
		}
	}
}

func runProgram(t *testing.T, top, build, name string) string {
	t.Helper()
	ctx := context.Background()
	host, err := Lower(ctx, Program{Name: name, Targets: []string{"spirv64"}}, source(t, top, name))
	if err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	if err := (&Host{Name: name, Text: host, Prefix: build, Stdout: &out, Stderr: &log}).Run(ctx); err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	return out.String()
}

// A failed assertion ends its work-item with CUDA's message and the source location, and the
// program with an error.
func TestAssert(t *testing.T) {
	top, build := prefix(t)
	ctx := context.Background()
	host, err := Lower(ctx, Program{Name: "assert.mlir", Targets: []string{"spirv64", "gfx90a"}}, source(t, top, "assert.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	if err := (&Host{Name: "assert.mlir", Text: host, Prefix: build, Stdout: &out, Stderr: &log}).Run(ctx); err == nil || !strings.Contains(log.String(), "hipErrorLaunchFailure") {
		t.Errorf("%v\n%s", err, log.String())
	}
	const failed = "there.cc:12: where: block: [0,0,0], thread: [1,0,0] Assertion `first of two` failed.\n"
	got := out.String()
	for l, n := range map[string]int{"thread 0\n": 1, "thread 1\n": 1, "thread 0 goes on\n": 1, "thread 1 goes on\n": 0, failed: 1, "Assertion": 1} {
		if strings.Count(got, l) != n {
			t.Errorf("%q is not %d times in\n%s", l, n, got)
		}
	}
}

// Each module holds one fat binary with an image for every target.
func TestTargets(t *testing.T) {
	top, _ := prefix(t)
	host, err := Lower(context.Background(), Program{Name: "allreduce.mlir", Targets: []string{"spirv64", "gfx90a", "gfx1100"}}, source(t, top, "allreduce.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	b := objects(t, host)
	if len(b) != 1 {
		t.Fatalf("%d gpu.binary operations", len(b))
	}
	for _, id := range []string{"hip-spirv64-unknown-unknown-unknown-generic", "hipv4-amdgcn-amd-amdhsa--gfx90a", "hipv4-amdgcn-amd-amdhsa--gfx1100"} {
		if b[0].Find(id) == nil {
			t.Errorf("no entry %s", id)
		}
	}
}

// objects returns the fat binaries of a program's gpu.binary operations.
func objects(t *testing.T, text string) []*fatbin.Bundle {
	t.Helper()
	var out []*fatbin.Bundle
	for _, o := range findOps(text, "gpu.binary", '[', ']') {
		found := objectData.FindAllStringSubmatch(o.body, -1)
		if len(found) != 1 {
			t.Fatalf("gpu.binary @%s has %d objects", o.name, len(found))
		}
		data, err := unescape(found[0][2])
		if err != nil {
			t.Fatal(err)
		}
		b, err := fatbin.ReadBundle(fatbin.Bytes(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// The output of upstream's gpu-module-to-binary is accepted, and #gpu.select_object is honoured.
func TestBinaryObjects(t *testing.T) {
	top, build := prefix(t)
	kit := t.TempDir()
	for link, to := range map[string]string{"amdgcn/bitcode": filepath.Join(build, "lib/gohip/amdgcn/bitcode"), "llvm/bin": "/usr/lib/llvm-22/bin"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(kit, link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(kit, link)); err != nil {
			t.Fatal(err)
		}
	}
	passes := "builtin.module(gpu-kernel-outlining,rocdl-attach-target{chip=gfx90a},rocdl-attach-target{chip=gfx942},gpu.module(convert-scf-to-cf,convert-gpu-to-rocdl{chipset=gfx90a runtime=HIP},reconcile-unrealized-casts),gpu-module-to-binary{format=bin toolkit=" + kit + "})"
	cmd := exec.Command("mlir-opt-22", "--pass-pipeline="+passes, filepath.Join(top, "testdata/mlir/twomodules.mlir"))
	var log bytes.Buffer
	cmd.Stderr = &log
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, log.String())
	}
	p := Program{Name: "binary.mlir", text: string(text)}
	if err := p.chooseObjects(); err != nil {
		t.Fatal(err)
	}
	for _, b := range objects(t, p.text) {
		if b.Find("hipv4-amdgcn-amd-amdhsa--gfx90a") == nil || b.Find("hipv4-amdgcn-amd-amdhsa--gfx942") == nil {
			t.Errorf("entries %+v", b)
		}
	}
	chosen := regexp.MustCompile(`(gpu\.binary @[\w$.]+) +\[`).ReplaceAllString(string(text), "$1 <#gpu.select_object<1>> [")
	p = Program{Name: "binary.mlir", text: chosen}
	if err := p.chooseObjects(); err != nil {
		t.Fatal(err)
	}
	list := objects(t, p.text)
	if len(list) != 2 {
		t.Fatalf("%d binaries", len(list))
	}
	for _, b := range list {
		if b.Find("hipv4-amdgcn-amd-amdhsa--gfx90a") != nil || b.Find("hipv4-amdgcn-amd-amdhsa--gfx942") == nil {
			t.Errorf("entries %+v", b)
		}
	}
	p = Program{Name: "binary.mlir", text: strings.ReplaceAll(chosen, "select_object<1>", "select_object<7>")}
	if err := p.chooseObjects(); err == nil || !strings.Contains(err.Error(), "select_object<7> of 2 objects") {
		t.Errorf("error %v", err)
	}
}

func TestErrors(t *testing.T) {
	top, build := prefix(t)
	ctx := context.Background()
	good := source(t, top, "vecadd.mlir")
	one := []string{"spirv64"}
	if _, err := Lower(ctx, Program{Name: "bad.mlir", Targets: one}, strings.Replace(good, "arith.addf %x, %y", "arith.addf %x, %z", 1)); err == nil || !strings.Contains(err.Error(), "bad.mlir:") || !strings.Contains(err.Error(), "undeclared SSA value") {
		t.Errorf("error %v", err)
	}
	host, err := Lower(ctx, Program{Name: "host.mlir", Targets: one}, "func.func @other() { return }\n")
	if err != nil {
		t.Fatal(err)
	}
	if err := (&Host{Name: "host.mlir", Text: host, Prefix: build, Stdout: os.Stdout, Stderr: os.Stderr}).Run(ctx); err == nil || !strings.Contains(err.Error(), "no function main") {
		t.Errorf("error %v", err)
	}
	if _, err := Lower(ctx, Program{Name: "o.mlir", Targets: one}, "module attributes {gpu.container_module} {\n  gpu.binary @m [#gpu.object<#rocdl.target, bin = \"junk\">]\n}\n"); err == nil || !strings.Contains(err.Error(), "gpu.binary @m") || !strings.Contains(err.Error(), "it starts with 6a 75 6e 6b") {
		t.Errorf("error %v", err)
	}
	// An LLVM installation with clang but without mlir-opt.
	fake := filepath.Join(t.TempDir(), "llvm-22", "bin")
	if err := os.MkdirAll(fake, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(fake, "clang"), []byte("#!/bin/sh\nexec /usr/lib/llvm-22/bin/clang \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "/nowhere")
	t.Setenv("GOHIP_LLVM", filepath.Join(fake, "clang"))
	if _, err := findTools(); err == nil || !strings.Contains(err.Error(), "mlir-opt") || !strings.Contains(err.Error(), fake) {
		t.Errorf("error %v", err)
	}
}

func TestUnescape(t *testing.T) {
	got, err := unescape(`a\00\FF\n\\\"z`)
	if err != nil || string(got) != "a\x00\xff\n\\\"z" {
		t.Errorf("%q, %v", got, err)
	}
	for _, bad := range []string{`\`, `\0`, `\zz`} {
		if _, err := unescape(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}
