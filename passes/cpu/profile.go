// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"fmt"
	"path/filepath"
	"strings"

	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// profileIntrinsic is the prefix of the intrinsics by which front ends count
// (-fprofile-instr-generate).
const profileIntrinsic = "llvm.instrprof."

// The sections of the coverage mapping ("LLVM Code Coverage Mapping Format").
const (
	mappingSection  = "__llvm_covmap"
	functionSection = "__llvm_covfun"
)

// KeepCoverage takes the coverage mapping out of the module, so that no pass sees it as variables of
// the device; ProfileCounters puts it back.
//
//	@__covrec_1 = linkonce_odr hidden addrspace(1) constant <{ i64, … }> …, section "__llvm_covfun"
//
// becomes nothing.
func KeepCoverage(u *ir.Unit) error {
	for _, g := range u.Globals() {
		s := llvm.GetSection(g)
		if (s == mappingSection || s == functionSection) && llvm.GetInitializer(g) != 0 {
			u.Coverage = append(u.Coverage, ir.CoverageRecord{Name: g.Name(), Section: s, Value: llvm.GetInitializer(g)})
		}
	}
	return nil
}

// ProfileCounters lowers the counters of the front end to those of LLVM's profile runtime, which
// work-items of blocks on different threads increment.
//
//	call void @llvm.instrprof.increment(ptr @__profn_k, i64 24, i32 1, i32 0)
//
// becomes
//
//	%n = atomicrmw add ptr @__profc_k, i64 1 monotonic
func ProfileCounters(u *ir.Unit) error {
	if !profiled(u) {
		return nil
	}
	u.Profiled = true
	// The C library's atexit is in an archive, and wants the object's handle. The file is not the
	// host's, and another one for each image.
	if err := u.LinkText(profileText); err != nil {
		return err
	}
	llvm.ParseOptions([]string{"-instrprof-atomic-counter-update-all"})
	return u.LLVMPasses("instrprof")
}

const profileText = `
@__llvm_profile_filename = weak hidden constant [27 x i8] c"default.kernels_%m.profraw\00"
declare i32 @__cxa_atexit(ptr, ptr, ptr)
define hidden i32 @atexit(ptr %f) {
  %r = call i32 @__cxa_atexit(ptr %f, ptr null, ptr null)
  ret i32 %r
}
`

// profiled reports whether the program counts.
func profiled(u *ir.Unit) bool {
	for _, f := range u.Functions() {
		if strings.HasPrefix(f.Name(), profileIntrinsic) && llvm.GetFirstUse(f) != 0 {
			return true
		}
	}
	return false
}

// coverageMapping adds the coverage mapping to the image.
func coverageMapping(u *ir.Unit) {
	if !u.Profiled {
		return
	}
	for _, r := range u.Coverage {
		g := llvm.AddGlobalInAddressSpace(u.Mod, llvm.TypeOf(r.Value), r.Name+".mapping", 0)
		llvm.SetInitializer(g, r.Value)
		llvm.SetGlobalConstant(g, true)
		llvm.SetSection(g, r.Section)
		llvm.SetAlignment(g, 8)
		const hidden = 1
		llvm.SetVisibility(g, hidden)
	}
}

// profileRuntime returns the linker arguments for LLVM's profile runtime, whose constructor has the
// counters written when the program ends: the image stays loaded until then, and keeps sections
// that nothing refers to. lld is the linker of the same LLVM.
func profileRuntime(u *ir.Unit, arch, lld string) ([]string, error) {
	if !u.Profiled {
		return []string{"--gc-sections"}, nil
	}
	if p, err := filepath.EvalSymlinks(lld); err == nil {
		lld = p
	}
	lib := filepath.Join(filepath.Dir(filepath.Dir(lld)), "lib", "clang", fmt.Sprint(u.Lib.Major), "lib")
	var tried []string
	for _, pattern := range []string{"linux/libclang_rt.profile-" + arch + ".a", arch + "-*linux-gnu/libclang_rt.profile.a"} {
		at := filepath.Join(lib, pattern)
		if found, _ := filepath.Glob(at); len(found) > 0 {
			return []string{"-z", "nodelete", "-u", "__llvm_profile_runtime", found[0]}, nil
		}
		tried = append(tried, at)
	}
	return nil, fmt.Errorf("profiles of kernels need LLVM's profile runtime; looked for %s; install libclang-rt-%d-dev", strings.Join(tried, ", "), u.Lib.Major)
}
