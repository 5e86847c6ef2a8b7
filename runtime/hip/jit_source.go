// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"strconv"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/internal/lazyregexp"
)

// SourceKind is a language that [Compile] accepts.
type SourceKind int

// Kinds of sources. SourceAuto detects the kind.
const (
	SourceAuto  SourceKind = iota
	SourceLLVM             // LLVM bitcode or IR as text
	SourceSPIRV            // SPIR-V
	SourceHIP              // HIP C++
	sourceKinds            // their number
)

var sourceNames = [sourceKinds]string{"source of unknown kind", "LLVM IR", "SPIR-V", "HIP source"}

// String returns the name of the kind.
func (k SourceKind) String() string {
	if k < 0 || k >= sourceKinds {
		return "SourceKind(" + strconv.Itoa(int(k)) + ")"
	}
	return sourceNames[k]
}

// irStart matches the first line of LLVM IR as text (LLVM Language Reference, "Module
// Structure"), after comments.
var irStart = lazyregexp.New(`^(target (datalayout|triple)|source_filename =|module asm |define |declare |[@%$]("|[-\w$.]+ = )|attributes #|![\w.]+ = |\^\d+ = )`)

// detectSource detects the kind by the first bytes only, since every module that is loaded goes
// through here. Anything else, a fat binary for example, counts as SourceHIP.
func detectSource(s []byte) SourceKind {
	switch fatbin.Sniff(s) {
	case fatbin.KindBitcode:
		return SourceLLVM
	case fatbin.KindSPIRV:
		return SourceSPIRV
	}
	comments := 0
	for line := range bytes.Lines(s) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
			continue
		case line[0] == ';':
			comments++
			continue
		case irStart.Match(line):
			return SourceLLVM
		}
		return SourceHIP
	}
	if comments > 0 {
		return SourceLLVM // a module with nothing but comments is an empty one
	}
	return SourceHIP
}

var otherInclude = lazyregexp.New(`(?m)^[ \t]*#[ \t]*(include|import|embed)(_next)?[ \t]*[^<h\s]|__has_include|^[ \t]*#[ \t]*include[ \t]*<[^h]|^[ \t]*#[ \t]*include[ \t]*<h[^i]`)

// selfContained reports whether the result depends on nothing but the source and gohipcc's own
// headers. Other headers are known only after the compilation; gohipcc's own cache, which hashes
// them, is used for such sources.
func (j *job) selfContained() bool {
	if j.kind != SourceHIP {
		return true
	}
	for _, f := range j.Flags {
		if strings.HasPrefix(f, "-I") || strings.HasPrefix(f, "-i") || strings.HasPrefix(f, "@") {
			return false
		}
	}
	return j.Dir == "" && !otherInclude.Match(j.source)
}

var declared = lazyregexp.New(`(?m)^declare [^@\n]*@"?([-\w$.]+)`)

// callsOut reports whether the source, LLVM IR, may need a library: reading the libraries takes
// longer than compiling many kernels.
func (j *job) callsOut() bool {
	if len(j.Link) > 0 || len(j.Libraries) > 0 || j.kind == SourceSPIRV {
		return true
	}
	if bytes.HasPrefix(j.source, []byte("BC")) || bytes.HasPrefix(j.source, []byte{0xde, 0xc0}) {
		b, err := fatbin.ReadBitcode(fatbin.Bytes(j.source), int64(len(j.source)))
		if err != nil {
			return true
		}
		for _, f := range b.Functions {
			if f.Linkage == "import" && !strings.HasPrefix(f.Name, "llvm.") {
				return true
			}
		}
		return false
	}
	for _, m := range declared.FindAllSubmatch(j.source, -1) {
		if !bytes.HasPrefix(m[1], []byte("llvm.")) {
			return true
		}
	}
	return false
}
