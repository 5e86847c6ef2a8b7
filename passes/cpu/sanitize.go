// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import (
	"gohipcc/passes/ir"
	"gohipcc/passes/llvm"
)

// Sanitize has LLVM's sanitizers instrument the functions that the front end has marked for them
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
		// The host looks variables up by name, with the size that they have. Blocks may be fibres, which do not
		// end where their thread's functions do.
		llvm.ParseOptions([]string{"-asan-globals=0", "-asan-use-after-return=never"})
		return u.LLVMPasses("asan")
	}
	if u.Sanitized(ir.ThreadSanitizer) {
		return u.LLVMPasses("function(tsan),tsan-module")
	}
	return nil
}
