// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gohipcc/fatbin"
)

// rdcSymbols are prefixes of the symbols that a host object with relocatable device code leaves
// undefined, for the link that makes the device image.
var rdcSymbols = [][]byte{[]byte("__hip_gpubin_handle_"), []byte("__hip_fatbin_")}

// deviceSections are in the names of the sections of an object that contain its device code, for
// clang's old driver and for its new one.
var deviceSections = [][]byte{[]byte(fatbin.BundleMagic), []byte(".llvm.offloading")}

// explainRDC replaces a linker's messages by one line if only symbols are undefined which the link
// of relocatable device code defines. Objects that --offload-host-only made refer to the same
// symbols, and contain no device code.
func explainRDC(s *jobState) bool {
	undefined := 0
	for line := range bytes.Lines(s.err.Bytes()) {
		if !bytes.Contains(line, []byte("undefined")) {
			continue
		}
		if !containsAny(line, rdcSymbols) {
			return false
		}
		undefined++
	}
	if undefined == 0 {
		return false
	}
	var names, hostOnly []string
	for _, f := range s.job.Step.Inputs() {
		if ext := filepath.Ext(f); ext != ".o" && ext != ".a" {
			continue
		}
		data, err := os.ReadFile(f)
		if err != nil || !containsAny(data, rdcSymbols) {
			continue
		}
		if names = append(names, f); filepath.Ext(f) == ".o" && !containsAny(data, deviceSections) {
			hostOnly = append(hostOnly, f)
		}
	}
	if len(hostOnly) > 0 {
		s.err.Reset()
		fmt.Fprintf(&s.err, "gohipcc: error: no device code for the kernels in %s: compile without --offload-host-only, or link with a file that defines its __hip_fatbin symbol\n", strings.Join(hostOnly, ", "))
		return true
	}
	what := strings.Join(names, ", ")
	if len(names) == 0 {
		what = "the objects"
	}
	s.err.Reset()
	fmt.Fprintf(&s.err, "gohipcc: error: relocatable device code in %s: link with -fgpu-rdc, as it was compiled\n", what)
	return true
}

func containsAny(data []byte, words [][]byte) bool {
	for _, w := range words {
		if bytes.Contains(data, w) {
			return true
		}
	}
	return false
}
