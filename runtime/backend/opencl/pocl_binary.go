// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The header of PoCL's binaries (lib/CL/pocl_binary.c, versions 11 and 12 of the format,
// little-endian): magic, device, version, number of kernels, flags, number of root entries, the
// hash that names the program's folder in PoCL's cache, the size of program-scope variables. The
// root entries, each preceded by its size, are the program's LLVM IR and the initialiser of its
// variables; the kernels follow.
const (
	poclMagic         = "poclbin\x00"
	poclVersionAt     = 16
	poclFlagsAt       = 24
	poclRootEntriesAt = 32
	poclHashAt        = 36
	poclHashSize      = 41
	poclVariablesAt   = poclHashAt + poclHashSize
	poclHeadSize      = poclVariablesAt + 8

	poclHasVariablesSize = 2 // flag: the size of program-scope variables is present
)

// withoutIRMark ends the hash of a program without IR. PoCL's own end with a letter from A to P, or,
// with POCL_KERNEL_CACHE=0, any letter or digit that mkdtemp chose.
const withoutIRMark = '-'

// withoutIR removes the LLVM IR from one of PoCL's binaries. PoCL cannot specialise such a program
// for a work-group size: it runs all sizes by the generic variant, which every binary has. The
// program gets a hash of its own, since PoCL would otherwise find the IR in its cache.
func withoutIR(bin []byte) ([]byte, error) {
	if len(bin) < poclHeadSize || !bytes.HasPrefix(bin, []byte(poclMagic)) {
		return nil, fmt.Errorf("the program's %d bytes are not a binary of PoCL's", len(bin))
	}
	le := binary.LittleEndian
	if v := le.Uint32(bin[poclVersionAt:]); v != 11 && v != 12 {
		return nil, fmt.Errorf("a binary of PoCL's of version %d; 11 and 12 are known", v)
	}
	if le.Uint64(bin[poclFlagsAt:])&poclHasVariablesSize == 0 || le.Uint64(bin[poclVariablesAt:]) != 0 {
		return nil, fmt.Errorf("the program has variables of its own, which PoCL sets by its IR")
	}
	out := bytes.Clone(bin[:poclHeadSize])
	rest := bin[poclHeadSize:]
	for range le.Uint32(bin[poclRootEntriesAt:]) {
		if len(rest) < 8 || le.Uint64(rest) > uint64(len(rest)-8) {
			return nil, fmt.Errorf("a root entry goes beyond the end of PoCL's binary of %d bytes", len(bin))
		}
		rest = rest[8+le.Uint64(rest):]
	}
	le.PutUint32(out[poclRootEntriesAt:], 0)
	hash := out[poclHashAt:poclVariablesAt]
	end := bytes.IndexByte(hash, 0)
	if end < 1 {
		return nil, fmt.Errorf("PoCL's binary has the hash %q", hash)
	}
	hash[end-1] = withoutIRMark
	return append(out, rest...), nil
}
