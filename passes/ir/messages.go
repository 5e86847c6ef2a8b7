// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package ir

import (
	"fmt"
	"path/filepath"
	"strings"

	"gohipcc/passes/llvm"
)

// DiagText is what LLVM reported since the last reset, or a default.
func (u *Unit) DiagText(or string) string {
	if len(u.Diag) == 0 {
		return or
	}
	return strings.Join(u.Diag, "\n")
}

// Where describes a position in the program for a message: the function in its source spelling, and
// file and line if debug information has them.
func (u *Unit) Where(inst llvm.Value) string {
	return where(inst, llvm.InstructionGetDebugLoc(inst))
}

// WhereUsed describes the position of code that only gohipcc's headers contain: where the program
// calls them, if that call was inlined.
func (u *Unit) WhereUsed(inst llvm.Value) string {
	loc := llvm.InstructionGetDebugLoc(inst)
	headers := headersOf(fileOf(loc))
	for loc != 0 && strings.HasPrefix(fileOf(loc), headers) {
		outer := llvm.DILocationGetInlinedAt(loc)
		if outer == 0 {
			break
		}
		loc = outer
	}
	return where(inst, loc)
}

// headersOf returns the folder of gohipcc's headers (include/hip/) that one of them is in. A program may
// have a folder of that name, too.
func headersOf(header string) string {
	dir := strings.TrimSuffix(filepath.Dir(header), "/gohip_detail")
	return dir + "/"
}

func where(inst llvm.Value, loc llvm.Metadata) string {
	s := Demangle(FunctionOf(inst).Name())
	if name := fileOf(loc); name != "" {
		s += fmt.Sprintf(" (%s:%d)", name, llvm.DILocationGetLine(loc))
	}
	return s
}

// fileOf returns the file of a debug location, or "".
func fileOf(loc llvm.Metadata) string {
	if loc == 0 {
		return ""
	}
	file := llvm.DIScopeGetFile(llvm.DILocationGetScope(loc))
	if file == 0 {
		return ""
	}
	n := new(uint32)
	return llvm.CopyString(llvm.DIFileGetFilename(file, n), uint64(*n))
}

// Warning reports a problem that does not stop the link.
func (u *Unit) Warning(format string, args ...any) {
	if u.Opts.Warn != nil {
		u.Opts.Warn(fmt.Sprintf(format, args...))
	}
}

// ForeignAssembly says what inline assembly is, and what to write instead.
const ForeignAssembly = "is for one processor only: guard it with the macro of that target, such as __AMDGCN__, and give other devices C++ code"

// Problems collects the errors of a pass so that a program sees all of one kind
// at once.
type Problems []string

// Addf adds a problem.
func (p *Problems) Addf(format string, args ...any) { *p = append(*p, fmt.Sprintf(format, args...)) }

// Err is nil or one error with a line for each problem, at most ten.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	const most = 10
	lines := p
	if len(lines) > most {
		lines = append(append(Problems(nil), p[:most]...), fmt.Sprintf("and %d more", len(p)-most))
	}
	return fmt.Errorf("%s", strings.Join(lines, "\n"))
}
