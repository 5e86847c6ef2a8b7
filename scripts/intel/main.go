// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Command intel compiles every program of testdata with the machine's ocloc, or with several, and
// compares the kernels of the benchmark with their OpenCL C versions: instruction bytes, scratch
// memory and SIMD width. It needs no GPU.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gohipcc/e2e/intel"
)

func main() {
	var c intel.Compiler
	var oclocs, devices string
	var limit time.Duration
	var kernels bool
	flag.StringVar(&c.Build, "build", "build", "where gohipcc is built")
	flag.StringVar(&oclocs, "ocloc", cmp.Or(os.Getenv("GOHIPCC_OCLOC"), "ocloc"), "compilers, with commas")
	flag.StringVar(&devices, "devices", "pvc", "GPUs, with commas")
	flag.DurationVar(&limit, "limit", 100*time.Second, "how long one program may take")
	flag.BoolVar(&kernels, "kernels", false, "compare the kernels only")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := func() error {
		dir, err := os.MkdirTemp("", "gohipcc-intel-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		c.Dir = dir
		for _, ocloc := range strings.Split(oclocs, ",") {
			if c.Ocloc, err = exec.LookPath(ocloc); err != nil {
				return fmt.Errorf("%w; scripts/setup.sh installs it on Debian 12", err)
			}
			for _, c.Device = range strings.Split(devices, ",") {
				fmt.Printf("-- %s for %s\n", c.Ocloc, c.Device)
				if err := compare(ctx, &c); err != nil {
					return err
				}
				if !kernels {
					if err := programs(ctx, os.Stdout, &c, limit); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, "intel:", err)
		os.Exit(1)
	}
}

func compare(ctx context.Context, c *intel.Compiler) error {
	fmt.Printf("%-14s %25s %25s\n%-14s %7s %5s %5s %5s %7s %5s %5s %5s  ratio\n", "", "HIP", "OpenCL C",
		"kernel", "bytes", "SIMD", "scrat", "spill", "bytes", "SIMD", "scrat", "spill")
	for _, source := range []string{"kernels.hip", "warps.hip"} {
		rows, err := c.Compare(ctx, filepath.Join("testdata", "bench", source))
		if err != nil {
			return err
		}
		for _, r := range rows {
			fmt.Printf("%-14s", r.Name)
			for _, u := range []struct{ a, b, c, d uint64 }{{r.HIP.Code, r.HIP.SIMD, r.HIP.Scratch, r.HIP.Spill}, {r.OCL.Code, r.OCL.SIMD, r.OCL.Scratch, r.OCL.Spill}} {
				fmt.Printf(" %7d %5d %5d %5d", u.a, u.b, u.c, u.d)
			}
			fmt.Printf("  %.3f\n", r.Ratio())
		}
	}
	return nil
}

// programs compiles every program of testdata, and lists those that the compiler rejects.
func programs(ctx context.Context, out io.Writer, c *intel.Compiler, limit time.Duration) error {
	var files []string
	for _, dir := range []string{"programs", "language", "demo", "bench"} {
		found, err := filepath.Glob(filepath.Join("testdata", dir, "*.hip"))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	taken, start := 0, time.Now()
	for _, f := range files {
		within, cancel := context.WithTimeout(ctx, limit)
		begin := time.Now()
		_, err := c.Compile(within, f)
		expired := within.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case expired:
			fmt.Fprintf(out, "%s: not within %s\n", f, limit)
		case err != nil:
			fmt.Fprintf(out, "%s: %s\n", f, strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "\n  "))
		default:
			taken++
			if d := time.Since(begin); d > limit/10 {
				fmt.Fprintf(out, "%s: %.0f s\n", f, d.Seconds())
			}
		}
	}
	fmt.Fprintf(out, "%d of %d programs compile (%.0f s)\n", taken, len(files), time.Since(start).Seconds())
	return nil
}
