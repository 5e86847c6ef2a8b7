// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEnds checks that failures which would end a program silently are errors, or that the last
// line of output names the failure and the kernel.
func TestEnds(t *testing.T) {
	dir := t.TempDir()
	bin, spv := filepath.Join(dir, "ends"), filepath.Join(dir, "fixpoint.spv")
	compiled(t, "--offload=spirv64", "../testdata/ends.hip", "-o", bin)
	run(t, nil, "llc-22", "-mtriple=spirv64v1.2-unknown-unknown", "-filetype=obj", "-o", spv, "../testdata/fixpoint.ll")
	for _, c := range []struct {
		name    string
		command string // for sh
		env     []string
		out     string // the program's whole output
		said    string // part of the library's messages
	}{
		{"null pointer", "$0 null", nil, "", "libgohip: kernel _Z6storesPi: an access to memory that is not there in device code, at address (nil) (a null pointer)\n"},
		{"256 KiB a thread", "$0 fits", nil, "hipSuccess\n", ""},
		{"4 MiB a thread", "$0 large", nil, "hipSuccess\n", "has 4194304 bytes of private variables; with 1024 threads a block they do not fit"},
		{"little address space", "ulimit -v 500000; $0 ignores", nil, "hipErrorOutOfMemory\n", "MB of address space (ulimit -v)"},
		{"no device", "$0 ignores", []string{"OCL_ICD_VENDORS=/nonexistent", "GOHIP_CPU=0"}, "hipErrorNoDevice\n", "libgohip: kernel _Z6storesPi is not launched, nor is any other: there is no device"},
		{"no device for memory", "$0 allocates", []string{"OCL_ICD_VENDORS=/nonexistent", "GOHIP_CPU=0"}, "hipErrorNoDevice\n", "libgohip: no memory is allocated and no kernel launched: there is no device"},
		{"compiler repaired", "$0 module " + spv, []string{"POCL_CACHE_DIR=" + dir}, "hipSuccess\n", ""},
		{"compiler at its lowest level", "$0 module " + spv, []string{"POCL_KERNEL_CACHE=0"}, "hipSuccess\n", ""},
		{"compiler died", "$0 module " + spv, []string{"POCL_KERNEL_CACHE=0", "GOHIP_DISABLE_WORKAROUNDS=pocl-lowest-level"}, "hipErrorNoBinaryForGpu\n", "libgohip: kernel fixpoint, blocks of 64×1×1 threads: the device's compiler failed: the driver's compiler ended its process (signal: aborted): LLVM ERROR: Instruction Combining did not reach a fixpoint"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command("sh", "-c", c.command, bin)
			cmd.Env = append(append(os.Environ(), "GOHIP_CACHE_DIR="+t.TempDir()), c.env...)
			var said strings.Builder
			cmd.Stderr = &said
			out, err := cmd.Output()
			if (err == nil) != (c.out != "") || string(out) != c.out || !strings.Contains(said.String(), c.said) {
				t.Errorf("%v\n%s%s", err, out, said.String())
			}
			if c.said != "" && strings.Count(said.String(), "libgohip: ") != 1 {
				t.Errorf("said more than once:\n%s", said.String())
			}
		})
	}
}
