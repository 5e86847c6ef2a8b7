// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"

	"gohipcc/spirv"
)

// sniffLength is the largest number of bytes that [Sniff] needs.
const sniffLength = 4096

// Sniff returns the kind of data by its first bytes: 20 if the kind has a magic number, 4,096 for
// text. Images that are text are recognised by their first line that is not a comment. Unknown data is
// [KindData].
func Sniff(data []byte) Kind {
	if len(data) == 0 {
		return KindEmpty
	}
	for _, m := range magics {
		if !bytes.HasPrefix(data, []byte(m.magic)) {
			continue
		}
		if m.kind == KindHostELF && len(data) >= 20 {
			machine := le.Uint16(data[18:])
			if data[5] == 2 { // ELFDATA2MSB
				machine = machine>>8 | machine<<8
			}
			if k, ok := elfKinds[machine]; ok {
				return k
			}
			if machine == 0 && le.Uint16(data[16:]) == etIntelExecutable {
				return KindIntel
			}
		}
		return m.kind
	}
	if spirv.ByteOrder(data) != nil {
		return KindSPIRV
	}
	if _, ok := textComment(data); ok {
		return KindText
	}
	return sniffText(data[:min(len(data), sniffLength)])
}

// IsBundle reports whether the kind is a binary bundle, compressed or not.
func (k Kind) IsBundle() bool { return k == KindBundle || k == KindCompressed }

// IsThinArchive reports whether an archive has the names of its members instead of their
// content.
func IsThinArchive(data []byte) bool { return bytes.HasPrefix(data, []byte(arThinMagic)) }

// sniffText recognises images that are text by their first line that is not a comment.
func sniffText(b []byte) Kind {
	for len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		b = rest
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || bytes.HasPrefix(line, []byte("//")):
			continue
		}
		for _, t := range firstLines {
			if bytes.HasPrefix(line, []byte(t.prefix)) {
				return t.kind
			}
		}
		return KindData
	}
	return KindData
}
