// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"bytes"
	"fmt"
	"strings"

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

// bitcode magics: raw, and in Darwin's wrapper.
var bitcodeMagic = [][]byte{[]byte("BC\xc0\xde"), {0xde, 0xc0, 0x17, 0x0b}}

// Parse reads LLVM bitcode or text, of which path is the name in messages. Lazy leaves
// function bodies unread until linking asks for them. The error says what the file is when
// it is neither.
func (u *Unit) Parse(path string, data []byte, lazy bool) (llvm.Module, error) {
	u.Diag = nil
	mod := new(llvm.Module)
	isBitcode := bytes.HasPrefix(data, bitcodeMagic[0]) || bytes.HasPrefix(data, bitcodeMagic[1])
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
		failed = llvm.GetBitcodeModuleInContext2(u.Ctx, buf, mod) // takes the buffer
	} else {
		failed = llvm.ParseBitcodeInContext2(u.Ctx, buf, mod)
		llvm.DisposeMemoryBuffer(buf)
	}
	if failed {
		return 0, fmt.Errorf("%s: bitcode that LLVM %d cannot read: %s", path, u.Lib.Major, u.DiagText("it is damaged, or a newer LLVM wrote it"))
	}
	return *mod, nil
}

// describe says what a file's first bytes look like.
func describe(data []byte) string {
	switch {
	case len(data) == 0:
		return "it is empty"
	case bytes.HasPrefix(data, []byte("\x7fELF")):
		return "it is an ELF file; extract its device code with gohipcc unbundle"
	case bytes.HasPrefix(data, []byte("__CLANG_OFFLOAD_BUNDLE__")), bytes.HasPrefix(data, []byte("CCOB")):
		return "it is an offload bundle; take it apart with gohipcc unbundle"
	case bytes.HasPrefix(data, []byte{0x03, 0x02, 0x23, 0x07}):
		return "it is SPIR-V"
	case bytes.HasPrefix(data, []byte("!<arch>\n")):
		return "it is an archive"
	}
	return fmt.Sprintf("it starts with % x", data[:min(8, len(data))])
}
