// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// rdcSymbols are prefixes of the symbols that a host object with relocatable device code leaves
// undefined, for the link that makes the device image.
var rdcSymbols = [][]byte{[]byte("__hip_gpubin_handle_"), []byte("__hip_fatbin_")}

// explainRDC replaces a linker's messages by one line if only symbols are undefined which the link
// of relocatable device code defines.
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
	var names []string
	for _, f := range s.job.Step.Inputs() {
		if ext := filepath.Ext(f); ext != ".o" && ext != ".a" {
			continue
		}
		if data, err := os.ReadFile(f); err == nil && containsAny(data, rdcSymbols) {
			names = append(names, f)
		}
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
