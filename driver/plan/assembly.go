// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"os"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// noDeviceAssembly makes a front end of the assembler's step that clang plans for the generic device and an
// assembly source beside HIP's: the source may be a bundle. LLVM has no assembler for SPIR-V. The entry that the
// unbundler takes from a source that is none is empty, and that is a valid text of LLVM IR, too.
func noDeviceAssembly(c *step.CC1) *step.CC1 {
	if !c.Assembler {
		return c
	}
	args := step.Args{step.Sep("-triple", c.Triple()), {Name: "-emit-llvm-bc"}, {Name: "-w"}, step.Sep("-main-file-name", c.Args.Value("-main-file-name")),
		step.Sep("-o", c.Output()), step.Sep("-x", "ir"), {Value: c.Source(), Form: step.File}}
	return &step.CC1{Program: c.Program, Args: args}
}

// checkAssembly refuses an assembly source with device code of targets whose images are not assembled.
func checkAssembly(u *step.Unbundle) error {
	if u.Type != "s" {
		return nil
	}
	f, err := os.Open(u.File())
	if err != nil {
		return nil // whoever reads it says so
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	b, err := fatbin.ReadTextBundle(f, info.Size(), "#")
	if err != nil {
		return nil
	}
	for _, e := range b.Entries {
		if id, ok := strings.CutPrefix(e.ID, "hip-"); ok && !strings.HasPrefix(id, toolchains.HIPAMD{}.Triple()) {
			return fmt.Errorf("%s: device code of %s, which cannot be assembled: compile the source, or link its object", u.File(), id)
		}
	}
	return nil
}
