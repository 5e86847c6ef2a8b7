// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package reapi

import "google.golang.org/protobuf/encoding/protowire"

// A message in protocol buffers' wire format, field by field. The generated types of the API
// would bring gRPC's own library into every start of the program, which costs it a third of
// its time and half of its size.
type message []byte

func (m *message) bytes(num protowire.Number, v []byte) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, num, protowire.BytesType), v)
}

// text adds a string, unless it is empty, which is how an absent one reads.
func (m *message) text(num protowire.Number, v string) {
	if v != "" {
		m.bytes(num, []byte(v))
	}
}

func (m *message) number(num protowire.Number, v uint64) {
	if v != 0 {
		*m = protowire.AppendVarint(protowire.AppendTag(*m, num, protowire.VarintType), v)
	}
}

func (m *message) flag(num protowire.Number, v bool) {
	if v {
		m.number(num, 1)
	}
}

// fields calls f for every field of a message. A varint arrives in n, bytes in v; other wire
// types are skipped.
func fields(b []byte, f func(num protowire.Number, v []byte, n uint64) error) error {
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		var v []byte
		var u uint64
		switch typ {
		case protowire.BytesType:
			v, n = protowire.ConsumeBytes(b)
		case protowire.VarintType:
			u, n = protowire.ConsumeVarint(b)
		default:
			n = protowire.ConsumeFieldValue(num, typ, b)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		if err := f(num, v, u); err != nil {
			return err
		}
	}
	return nil
}

// numbers reads a repeated number, packed or not.
func numbers(to []uint64, v []byte, n uint64) []uint64 {
	if v == nil {
		return append(to, n)
	}
	for len(v) > 0 {
		u, k := protowire.ConsumeVarint(v)
		if k < 0 {
			return to
		}
		to, v = append(to, u), v[k:]
	}
	return to
}
