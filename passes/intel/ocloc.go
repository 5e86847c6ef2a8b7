// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package intel has what only Intel's GPUs need: their compiler, which makes an image of SPIR-V.
package intel

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gohipcc/abi"
	"gohipcc/internal/secure"
	"gohipcc/passes/ir"
)

// ErrMissing is wrapped by the error of a machine without ocloc.
var ErrMissing = errors.New("not found")

// Install says which packages have the compiler.
const Install = "install intel-ocloc with libigc2 (Debian 12: intel-opencl-icd), or name it in " + abi.EnvOcloc

// Find looks for ocloc.
func Find() (string, error) {
	name := secure.Getenv(abi.EnvOcloc)
	if name == "" {
		name = "ocloc"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("code of Intel's GPUs needs %s: %w; %s", name, ErrMissing, Install)
	}
	return path, nil
}

// Files returns those that the compiler is made of, as far as they are in their usual places.
func Files() []string {
	path, err := Find()
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	out := []string{path}
	for _, lib := range []string{"libocloc*.so*", "intel-opencl/libocloc*.so*", "libigc.so.*"} {
		found, _ := filepath.Glob("/usr/lib/*-linux-gnu/" + lib)
		out = append(out, found...)
	}
	return out
}

// Compile has ocloc make an image of a SPIR-V module: an ELF file of Intel's ("zebin"), with the
// module in a section of its own.
func Compile(u *ir.Unit, module []byte) ([]byte, error) {
	ocloc, err := Find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "gohip-ocloc-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "module.spv"), module, 0o600); err != nil {
		return nil, err
	}
	// How buffers are addressed is left to ocloc, which knows what is best on each GPU: with
	// -cl-intel-greater-than-4GB-buffer-required code for DG2 is half as large again.
	// Relative names: releases of before 2023 put the folder's name before what is absolute.
	cmd := exec.Command(ocloc, "compile", "-spirv_input", "-64", "-file", "module.spv", "-device", u.Opts.CPU,
		"-output", "image", "-output_no_suffix")
	cmd.Dir = dir
	message, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s for %s: %w%s", ocloc, u.Opts.CPU, err, said(message))
	}
	// Later releases add the suffix all the same.
	for _, name := range []string{"image", "image.bin"} {
		if image, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			return image, nil
		}
	}
	return nil, fmt.Errorf("%s for %s ended with success and wrote no image%s", ocloc, u.Opts.CPU, said(message))
}

// said is what ocloc printed, as the rest of an error, with what to do where the fault is in its
// installation.
func said(message []byte) string {
	s := strings.TrimSpace(string(message))
	if bytes.Contains(message, []byte("Loading of IGC library has failed")) {
		s += "\nocloc lacks its compiler; " + Install
	}
	if strings.Contains(s, "Double type is not supported") {
		s += "\nthe GPU has no double precision; without this target OpenCL's driver compiles each kernel that can run there"
	}
	if s != "" {
		s = "\n" + s
	}
	return s
}
