// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// SanitizeLibrary marks the functions of the device library for the sanitizers that the program's own
// are marked for: LLVM inlines a function only into those with the same mark, and what lanes do in
// lockstep is seen in code whose callees are inlined.
//
//	define i32 @lib() {
//	define void @k() sanitize_thread {
//
// becomes
//
//	define i32 @lib() sanitize_thread {
//	define void @k() sanitize_thread {
func SanitizeLibrary(u *ir.Unit) error {
	for _, attr := range []string{ir.AddressSanitizer, ir.ThreadSanitizer} {
		if !u.Sanitized(attr) {
			continue
		}
		for _, f := range u.Definitions() {
			if u.Library[f.Name()] {
				u.AddAttr(f, llvm.FunctionIndex, attr)
			}
		}
	}
	return nil
}

// Sanitize runs LLVM's sanitizers on the functions that the front end has marked for them
// (-fsanitize=address, -fsanitize=thread).
//
//	define void @k(ptr %launch, ptr %block) sanitize_address {
//	  store i32 1, ptr %p
//
// becomes
//
//	define void @k(ptr %launch, ptr %block) sanitize_address {
//	  … ; the shadow of %p
//	  br i1 %bad, label %report, label %ok
//	report:
//	  call void @__asan_report_store4(i64 %p)
//	ok:
//	  store i32 1, ptr %p
//
// The accesses of work-items of the same block are workgroup.CheckRaces's.
func Sanitize(u *ir.Unit) error {
	if u.Sanitized(ir.AddressSanitizer) {
		// The host looks variables up by name and expects their own size, without red zones. Blocks
		// may run on fibres, whose frames do not follow those of their thread.
		llvm.ParseOptions([]string{"-asan-globals=0", "-asan-use-after-return=never"})
		return u.LLVMPasses("asan")
	}
	if u.Sanitized(ir.ThreadSanitizer) && u.Opts.Check == "" {
		return u.LLVMPasses("function(tsan),tsan-module")
	}
	return nil
}
