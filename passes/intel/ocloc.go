// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package intel has the passes that only Intel's GPUs need, and their compiler ocloc, which makes
// an image from SPIR-V.
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

// errMissing is wrapped by the error of a machine without ocloc.
var errMissing = errors.New("not found")

// Install names the packages that contain the compiler.
const Install = "install intel-ocloc with libigc2 (Debian 12: intel-opencl-icd), or name it in " + abi.EnvOcloc

// Find looks for ocloc.
func Find() (string, error) {
	name := secure.Getenv(abi.EnvOcloc)
	if name == "" {
		name = "ocloc"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("code of Intel's GPUs needs %s: %w; %s", name, errMissing, Install)
	}
	return path, nil
}

// Files returns the files of the compiler that exist in their usual places.
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

// Compile makes ocloc compile a SPIR-V module to an image: an ELF file in Intel's format ("zebin"),
// with the module in a section of its own.
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
	// Buffer addressing is left to ocloc's defaults, which suit each GPU: with
	// -cl-intel-greater-than-4GB-buffer-required code for DG2 is half as large again. Names are
	// relative: releases before 2023 prepend the folder's name to absolute ones.
	cmd := exec.Command(ocloc, "compile", "-spirv_input", "-64", "-file", "module.spv", "-device", u.Opts.CPU,
		"-output", "image", "-output_no_suffix")
	cmd.Dir = dir
	message, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s for %s: %w%s", ocloc, u.Opts.CPU, err, said(message))
	}
	// Later releases add the suffix even so.
	for _, name := range []string{"image", "image.bin"} {
		if image, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			return image, nil
		}
	}
	return nil, fmt.Errorf("%s for %s ended with success and wrote no image%s", ocloc, u.Opts.CPU, said(message))
}

// said returns the output of ocloc as the rest of an error message, with advice where its
// installation is at fault.
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
