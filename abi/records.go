// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package abi has the facts that compiler, containers and runtime share (docs/design/abi.md):
// records, value kinds of kernel arguments, features, and the names of hidden arguments, variables
// and environment variables. The C header with these facts for libgohip is generated from here.
package abi

//go:generate go run ../runtime/libgohip/abigen ../runtime/libgohip/abi.h

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// recordPrefix starts every record: "gohip.v1 KIND OBJECT".
const recordPrefix = "gohip.v1 "

// Kinds of records.
const (
	ModuleKind   = "module"   // ModuleRecord
	KernelKind   = "kernel"   // Kernel
	GlobalKind   = "global"   // Global
	DataKind     = "data"     // SegmentData
	RelocKind    = "reloc"    // SegmentReloc
	PrintfKind   = "printf"   // Printf
	ChecksumKind = "checksum" // Checksum
)

// Record returns the text of a record.
func Record(kind string, object any) string {
	switch o := object.(type) {
	case *Kernel: // without what only a gfx ELF has
		object = struct {
			*Kernel
			PrivateSize int `json:".private_segment_fixed_size,omitempty"`
		}{Kernel: o}
	case *Global: // with what gohipcc inspect leaves out
		object = struct {
			*Global
			Constant bool `json:"constant"`
			Managed  bool `json:"managed"`
		}{o, o.Constant, o.Managed}
	}
	b, err := json.Marshal(object)
	if err != nil {
		panic(fmt.Sprintf("abi: a %s record: %v", kind, err)) // the types of this package always marshal
	}
	return recordPrefix + kind + " " + string(b)
}

// IsRecord reports whether text is a record.
func IsRecord(text []byte) bool {
	return len(text) > len(recordPrefix) && string(text[:len(recordPrefix)]) == recordPrefix
}

// SplitRecord splits a record; object is JSON and a substring of text.
func SplitRecord(text []byte) (kind string, object []byte, ok bool) {
	if !IsRecord(text) {
		return "", nil, false
	}
	k, object, _ := bytes.Cut(text[len(recordPrefix):], []byte(" "))
	return string(k), object, true
}

// ModuleRecord is the `module` record of an image.
type ModuleRecord struct {
	Target       string   `json:"target"`
	SegmentSize  uint64   `json:"segment_size"`  // bytes of the variable segment
	SegmentAlign uint64   `json:"segment_align"` // bytes
	Features     []string `json:"features,omitempty"`
	// SharedSegment says that the module is a part of another one, whose segment it uses: its code
	// finds the address in [VarSegment].
	SharedSegment bool `json:"shared_segment,omitempty"`
	// Processor is the processor that the module's code was compiled for, if that is one of Intel's
	// GPUs.
	Processor string `json:"processor,omitempty"`
	// ProcessorFeatures are those that code for the host's processor was compiled for, in LLVM's
	// names.
	ProcessorFeatures []string `json:"processor_features,omitempty"`
	// WavefrontSize is the number of lanes of a warp in a module for the host's processor; 0: [WarpSize].
	WavefrontSize uint64 `json:"wavefront_size,omitempty"`
}

// Global is a device variable.
type Global struct {
	Name     string `json:".name"`
	Offset   uint64 `json:".offset"` // bytes from the start of the variable segment; the address in a gfx ELF
	Size     uint64 `json:".size"`   // bytes
	Align    uint64 `json:".align,omitempty"`
	Constant bool   `json:"constant,omitempty"`
	Managed  bool   `json:"managed,omitempty"`
}

// SegmentData is a part of the initial content of the variable segment.
type SegmentData struct {
	Offset uint64 `json:".offset"` // bytes from the start of the segment
	Data   []byte `json:"base64"`
}

// SegmentReloc says that the 8 bytes at Offset contain segment base + Target.
type SegmentReloc struct {
	Offset uint64 `json:".offset"`
	Target uint64 `json:"target"`
}

// Printf is a device printf format.
type Printf struct {
	ID     uint32 `json:"id"`
	Format string `json:"format"`
}

// Checksum is that of what a CPU image loads, and of its other records.
type Checksum struct {
	CRC32C string `json:"crc32c"` // eight hexadecimal digits
}
