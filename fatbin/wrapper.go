// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

// Wrapper is the 24-byte structure that clang emits in .hipFatBinSegment and
// hands to __hipRegisterFatBinary: u32 magic "HIPF" (0x48495046), u32 version,
// pointer to the fat binary, unused pointer.
type Wrapper struct {
	Version uint32
	Fatbin  uint64 // address of the fat binary
}

// WrapperMagic is the first word of a [Wrapper] in memory.
const WrapperMagic = 0x48495046

// WrapperSize is the size of a wrapper in bytes on 64-bit hosts.
const WrapperSize = 24

// ParseWrapper decodes a wrapper from (at least) its 24 bytes, little-endian.
func ParseWrapper(b []byte) (Wrapper, error) {
	s := newSource(Bytes(b), int64(len(b)), "HIPF wrapper")
	if _, err := s.bytes(0, WrapperSize, "wrapper"); err != nil {
		return Wrapper{}, err
	}
	if m := le.Uint32(b); m != WrapperMagic {
		return Wrapper{}, s.errAt(0, m, "magic %#x", WrapperMagic)
	}
	w := Wrapper{Version: le.Uint32(b[4:]), Fatbin: le.Uint64(b[8:])}
	if w.Version != 1 {
		return w, s.errAt(4, w.Version, "version 1")
	}
	return w, nil
}
