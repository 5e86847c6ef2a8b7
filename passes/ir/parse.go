// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"bytes"
	"fmt"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/passes/llvm"
)

// LinkText parses IR text and links it into the module.
func (u *Unit) LinkText(text string) error {
	m, err := u.Parse("helpers", []byte(text), false)
	if err != nil {
		return fmt.Errorf("internal error in the lowering text: %v", err)
	}
	llvm.SetTarget(m, llvm.GetTarget(u.Mod))
	llvm.SetDataLayout(m, llvm.GetDataLayoutStr(u.Mod))
	u.Diag = nil
	if llvm.LinkModules2(u.Mod, m) {
		return fmt.Errorf("internal error: the lowering text does not link: %s", u.DiagText(""))
	}
	return nil
}

// VerifyModule runs LLVM's verifier. The error names the inputs, of which one may be what is broken
// (Options.VerifyInput), and when, with a space before it, says where in the pipeline it was found.
func (u *Unit) VerifyModule(when string) error {
	msg := new(uintptr)
	if !llvm.VerifyModule(u.Mod, llvm.ReturnStatus, msg) {
		return nil
	}
	return fmt.Errorf("the module of %s does not verify%s:\n%s", strings.Join(u.Opts.Inputs, " "), when, strings.TrimSpace(llvm.TakeMessage(*msg)))
}

// Parse reads LLVM bitcode or text; path is its name in messages. With lazy, function bodies are
// not read before linking needs them. The error says what the file is if it is neither.
func (u *Unit) Parse(path string, data []byte, lazy bool) (llvm.Module, error) {
	u.Diag = nil
	mod := new(llvm.Module)
	isBitcode := fatbin.Sniff(data) == fatbin.KindBitcode
	if !isBitcode && (bytes.IndexByte(data, 0) >= 0 || len(data) == 0) {
		return 0, fmt.Errorf("%s: not LLVM bitcode or LLVM IR text (%s)", path, describe(data))
	}
	buf := llvm.CreateMemoryBufferWithMemoryRangeCopy(data, path)
	if !isBitcode {
		msg := new(uintptr)
		if llvm.ParseIRInContext(u.Ctx, buf, mod, msg) {
			return 0, fmt.Errorf("%s", strings.TrimSpace(llvm.TakeMessage(*msg)))
		}
		return *mod, nil
	}
	var failed bool
	if lazy {
		failed = llvm.GetBitcodeModuleInContext2(u.Ctx, buf, mod) // takes ownership of the buffer
	} else {
		failed = llvm.ParseBitcodeInContext2(u.Ctx, buf, mod)
		llvm.DisposeMemoryBuffer(buf)
	}
	if failed {
		return 0, fmt.Errorf("%s: bitcode that LLVM %d cannot read: %s", path, u.Lib.Major, u.DiagText("it is damaged, or a newer LLVM wrote it"))
	}
	return *mod, nil
}

// describe guesses the type of a file from its first bytes.
func describe(data []byte) string {
	switch k := fatbin.Sniff(data); {
	case k == fatbin.KindEmpty:
		return "it is empty"
	case k.IsELF():
		return "it is an ELF file; extract its device code with gohipcc unbundle"
	case k.IsBundle():
		return "it is an offload bundle; take it apart with gohipcc unbundle"
	case k == fatbin.KindSPIRV:
		return "it is SPIR-V"
	case k == fatbin.KindArchive:
		return "it is an archive"
	}
	return fmt.Sprintf("it starts with % x", data[:min(8, len(data))])
}
