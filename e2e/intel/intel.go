// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package intel tries programs with Intel's compiler, ocloc: whether it takes them, and what it makes of
// kernels beside the same in OpenCL C.
package intel

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gohipcc/abi"
	"gohipcc/fatbin"
)

// A Compiler is an ocloc with a gohipcc that uses it.
type Compiler struct {
	Ocloc  string
	Device string // "pvc"
	Build  string // folder of gohipcc
	Dir    string // for what is made
}

// Row is a kernel by both sides.
type Row struct {
	Name     string
	HIP, OCL fatbin.IntelUsage
}

// Ratio is how many bytes of instructions HIP's kernel has for one of OpenCL C's.
func (r *Row) Ratio() float64 { return float64(r.HIP.Code) / float64(r.OCL.Code) }

// Compile compiles the device side of a program to an image.
func (c *Compiler) Compile(ctx context.Context, source string, flags ...string) ([]byte, error) {
	out := filepath.Join(c.Dir, strings.TrimSuffix(filepath.Base(source), ".hip")+".bin")
	args := append([]string{"-std=c++17", "--offload-arch=" + c.Device, "--offload-device-only", "--no-gpu-bundle-output", "--no-cache", source, "-o", out}, flags...)
	cmd := exec.CommandContext(ctx, filepath.Join(c.Build, "bin", "gohipcc"), args...)
	cmd.Env = append(os.Environ(), abi.EnvOcloc+"="+c.Ocloc)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, said)
	}
	return os.ReadFile(out)
}

// Compare compiles kernels in HIP, and the same in OpenCL C, whose source is beside theirs.
func (c *Compiler) Compare(ctx context.Context, source string) ([]Row, error) {
	image, err := c.Compile(ctx, source, "-O3")
	if err != nil {
		return nil, err
	}
	x, err := fatbin.ReadIntel(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		return nil, err
	}
	module, err := x.Module()
	if err != nil {
		return nil, err
	}
	hip, err := c.usage(ctx, "module.spv", module, "-spirv_input")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(strings.TrimSuffix(source, ".hip") + ".cl")
	if err != nil {
		return nil, err
	}
	ocl, err := c.usage(ctx, "kernels.cl", text)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, k := range ocl {
		for _, h := range hip {
			if strings.HasPrefix(h.Name, fmt.Sprintf("_Z%d%s", len(k.Name), k.Name)) {
				rows = append(rows, Row{k.Name, h, k})
			}
		}
	}
	if len(rows) != len(ocl) {
		return nil, fmt.Errorf("%s: %d of %d kernels have the same name in both languages", source, len(rows), len(ocl))
	}
	return rows, nil
}

// usage has ocloc compile a file and reads what its kernels take.
func (c *Compiler) usage(ctx context.Context, name string, text []byte, args ...string) ([]fatbin.IntelUsage, error) {
	if err := os.WriteFile(filepath.Join(c.Dir, name), text, 0o644); err != nil {
		return nil, err
	}
	// Releases of 2022 write patch tokens by default, which say less.
	args = append([]string{"compile", "-q", "-file", name, "-device", c.Device, "-output", "usage", "-output_no_suffix", "-internal_options", "-cl-intel-allow-zebin"}, args...)
	cmd := exec.CommandContext(ctx, c.Ocloc, args...)
	cmd.Dir = c.Dir
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, said)
	}
	for _, out := range []string{"usage.bin", "usage"} {
		path := filepath.Join(c.Dir, out)
		image, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		defer os.Remove(path)
		x, err := fatbin.ReadIntel(bytes.NewReader(image), int64(len(image)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return x.Usage()
	}
	return nil, fmt.Errorf("%s: no output", name)
}
