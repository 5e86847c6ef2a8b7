// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"fmt"
	"os"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// userPasses runs the user's passes (--hip-link-pass-path) on the linked module, before the
// project's own. LLVM-C cannot load pass plugins, so opt of the same LLVM release runs them. If no
// passes are named, the plugins' extension points run in the pipeline of the level.
func userPasses(u *ir.Unit) error {
	o := u.Opts
	if len(o.Plugins) == 0 {
		if len(o.UserPasses) == 0 {
			return nil
		}
		return u.LLVMPasses(strings.Join(o.UserPasses, ","))
	}
	opt, tried := u.LLVMTool("opt")
	if opt == "" {
		return fmt.Errorf("pass plugins need opt of LLVM %d; looked for %s; install llvm-%[1]d", u.Lib.Major, strings.Join(tried, ", "))
	}
	args := []string{"-", "-o", "-"}
	for _, p := range o.Plugins {
		if _, err := os.Stat(p); err != nil {
			return fmt.Errorf("pass plugin %w", err)
		}
		args = append(args, "-load-pass-plugin="+p)
	}
	names := strings.Join(o.UserPasses, ",")
	if names == "" {
		names = "default<O" + o.Level + ">"
	}
	args = append(args, "-passes="+names)
	b := llvm.WriteBitcodeToMemoryBuffer(u.Mod)
	in := b.Bytes()
	llvm.DisposeMemoryBuffer(b)
	out, err := ir.Pipe(opt, in, args...)
	if err != nil {
		return fmt.Errorf("user passes: %v", err)
	}
	m, err := u.Parse("the output of the user passes", out, false)
	if err != nil {
		return err
	}
	llvm.DisposeModule(u.Mod)
	u.Mod = m
	return nil
}
