// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

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
func Sanitize(u *ir.Unit) error {
	if u.Sanitized(ir.AddressSanitizer) {
		// The host looks variables up by name and expects their own size, without red zones. Blocks
		// may run on fibres, whose frames do not follow those of their thread.
		llvm.ParseOptions([]string{"-asan-globals=0", "-asan-use-after-return=never"})
		return u.LLVMPasses("asan")
	}
	if u.Sanitized(ir.ThreadSanitizer) {
		return u.LLVMPasses("function(tsan),tsan-module")
	}
	return nil
}
