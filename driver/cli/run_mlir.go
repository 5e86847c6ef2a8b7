// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"gohipcc/runtime/hip"
	"gohipcc/runtime/mlir"
	"gohipcc/toolchains"
)

// runMLIR is a replacement for mlir-rocm-runner: it lowers a program for the chosen device and runs
// its entry function.
func runMLIR(ctx context.Context, file string, args []string, o *runOptions, stdout, stderr io.Writer) error {
	if len(args) > 0 {
		return fmt.Errorf("%s: the entry function of an MLIR program takes no arguments; %d are given", file, len(args))
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	devices, err := o.devices()
	if err != nil {
		return err
	}
	prefix, err := toolchains.FindPrefix()
	if err != nil {
		return err
	}
	for _, d := range devices {
		if len(devices) > 1 {
			fmt.Fprintf(stdout, "device %d: %s\n", d.Ordinal(), d.Name())
		}
		host, err := mlir.Lower(ctx, mlir.Program{Name: file, Targets: []string{mlirTarget(d)}, Pipeline: o.pipeline, Level: o.level}, string(source))
		if err != nil {
			return err
		}
		os.Setenv("HIP_VISIBLE_DEVICES", fmt.Sprint(d.Ordinal()))
		h := &mlir.Host{Name: file, Text: host, Entry: o.kernel, Prefix: prefix.Root, Stdout: stdout, Stderr: stderr}
		if err := h.Run(ctx); err != nil {
			return err
		}
	}
	return nil
}

func mlirTarget(d *hip.Device) string {
	if in := d.Info(); in.Arch == "amdgcn" {
		return in.Target.String()
	}
	return "spirv64"
}
