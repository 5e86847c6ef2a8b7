// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cformat

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

func TestRecords(t *testing.T) {
	type arg = any
	tests := []struct {
		format string
		args   []arg
		want   string
	}{
		{"plain 100%%\n", nil, "plain 100%\n"},
		{"%d %i %u", []arg{int64(-5), int64(7), int64(9)}, "-5 7 9"},
		{"%5d|%-5d|%05d|%+d|% d", []arg{int64(42), int64(42), int64(42), int64(42), int64(42)}, "   42|42   |00042|+42| 42"},
		{"%.3d|%.0d", []arg{int64(7), int64(0)}, "007|"},
		{"%x %X %#x %o %#o", []arg{int64(255), int64(255), int64(255), int64(8), int64(8)}, "ff FF 0xff 10 010"},
		{"%hhd %hd %d %ld", []arg{int64(257), int64(65537), int64(1) << 32, int64(1) << 32}, "1 1 0 4294967296"},
		{"%lu", []arg{int64(-1)}, "18446744073709551615"},
		{"%f %.2f %8.3f|%-8.1f|", []arg{1.5, 2.345, 3.14159, 2.0}, "1.500000 2.35    3.142|2.0     |"},
		{"%e %E %g %g %G", []arg{12345.678, 0.5, 0.0001, 1e20, 1e-10}, "1.234568e+04 5.000000E-01 0.0001 1e+20 1E-10"},
		{"%a", []arg{1.0}, "0x1p+0"},
		{"%f %F %5.1f", []arg{math.Inf(1), math.Inf(-1), math.NaN()}, "inf -INF   nan"},
		{"%f %+f %05g", []arg{math.Copysign(math.NaN(), -1), math.NaN(), math.Copysign(math.NaN(), -1)}, "-nan +nan  -nan"},
		{"%c%c", []arg{int64('o'), int64('k')}, "ok"},
		{"[%s] [%6s] [%-6s] [%.2s]", []arg{"abc", "abc", "abc", "abc"}, "[abc] [   abc] [abc   ] [ab]"},
		{"[%s] [%3s]", []arg{nil, nil}, "[] [   ]"},
		{"%*d|%-*d|%.*f", []arg{int64(4), int64(1), int64(4), int64(1), int64(1), 2.55}, "   1|1   |2.5"},
		{"%p", []arg{int64(0x1234)}, "0x1234"},
		{"odd %", nil, "odd %"},
	}
	for _, tt := range tests {
		var body []byte
		for _, a := range tt.args {
			switch v := a.(type) {
			case int64:
				body = binary.LittleEndian.AppendUint64(body, uint64(v))
			case float64:
				body = binary.LittleEndian.AppendUint64(body, math.Float64bits(v))
			case string:
				body = binary.LittleEndian.AppendUint64(body, uint64(len(v)))
				body = append(body, v...)
				body = append(body, make([]byte, (8-len(v)%8)%8)...)
			case nil:
				body = binary.LittleEndian.AppendUint64(body, math.MaxUint64)
			}
		}
		rec := binary.LittleEndian.AppendUint32(nil, uint32(8+len(body)))
		rec = binary.LittleEndian.AppendUint32(rec, 3)
		var out bytes.Buffer
		Records(&out, append(rec, body...), map[uint32]string{3: tt.format})
		if out.String() != tt.want {
			t.Errorf("%q %v: %q, want %q", tt.format, tt.args, out.String(), tt.want)
		}
	}
}

func FuzzRecords(f *testing.F) {
	f.Add([]byte{16, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8}, "%d %f %c")
	f.Add([]byte{8, 0, 0, 0, 1, 0, 0, 0}, "%.*f %-*d %x")
	f.Fuzz(func(t *testing.T, data []byte, format string) {
		// Large widths produce as much output; keep the fuzzer fast.
		if len(data) >= 8 && binary.LittleEndian.Uint32(data[4:]) == 0 || strings.ContainsAny(format, "*0123456789") {
			return
		}
		Records(&bytes.Buffer{}, data, map[uint32]string{1: format})
	})
}
