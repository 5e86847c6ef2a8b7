// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package printable

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

var cases = []struct{ in, line, text string }{
	{"plain, Größe 日本 🙂", "plain, Größe 日本 🙂", "plain, Größe 日本 🙂"},
	{"a\x1b[2Jb", `a\x1b[2Jb`, `a\x1b[2Jb`},
	{"a\nb\tc\rd", `a\x0ab\x09c\x0dd`, "a\nb\tc\\x0dd"},
	{"\x00\x07\x7f", `\x00\x07\u007f`, `\x00\x07\u007f`},
	{"\u009b31m\u0085", `\u009b31m\u0085`, `\u009b31m\u0085`},
	{"\u202egnp.\u2066x\u2069\u200f\u061c\ufeff\u2028", `\u202egnp.\u2066x\u2069\u200f\u061c\ufeff\u2028`, `\u202egnp.\u2066x\u2069\u200f\u061c\ufeff\u2028`},
	{"a\xff\xc3(\xe2\x82", `a\xff\xc3(\xe2\x82`, `a\xff\xc3(\xe2\x82`},
	{"tag\U000e0041", `tag\udb40\udc41`, `tag\udb40\udc41`},
	{"�", "�", "�"}, // the replacement character itself
	{"", "", ""},
}

func TestString(t *testing.T) {
	for _, c := range cases {
		if got := String(c.in); got != c.line {
			t.Errorf("String(%q) = %q, want %q", c.in, got, c.line)
		}
		if got := Text(c.in); got != c.text {
			t.Errorf("Text(%q) = %q, want %q", c.in, got, c.text)
		}
	}
}

func TestMessages(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[0;1;31mgröße.hip:1:\x1b[0m\tx\n\xe4":      "\x1b[0;1;31mgröße.hip:1:\x1b[0m\tx\n\xe4",
		"\x1b]0;owned\x07\x1b[2J\x1b[1;\x1b[m\r\u009bA": "\\x1b]0;owned\\x07\\x1b[2J\\x1b[1;\x1b[m\\x0d\\u009bA",
		"": "",
	} {
		if got := string(Messages([]byte(in))); got != want {
			t.Errorf("Messages(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestWriter splits text at every position.
func TestWriter(t *testing.T) {
	for _, c := range cases {
		for size := 1; size <= 5; size++ {
			var b bytes.Buffer
			w := NewWriter(&b)
			for i := 0; i < len(c.in); i += size {
				part := c.in[i:min(i+size, len(c.in))]
				if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
					t.Fatal(n, err)
				}
			}
			if err := w.Flush(); err != nil || b.String() != c.text {
				t.Errorf("%q in parts of %d: %q, want %q (%v)", c.in, size, b.String(), c.text, err)
			}
		}
	}
	if Raw(NewWriter(&bytes.Buffer{})) == nil || Raw(&bytes.Buffer{}) == nil {
		t.Error("no writer behind it")
	}
}

// TestJSON checks that escaped JSON is valid and has the same value.
func TestJSON(t *testing.T) {
	for _, c := range cases {
		if !utf8.ValidString(c.in) {
			continue
		}
		data, err := json.Marshal(c.in)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal([]byte(Text(string(data))), &got); err != nil || got != c.in {
			t.Errorf("%q came back as %q, %v", c.in, got, err)
		}
	}
}

func TestAll(t *testing.T) {
	type inner struct{ Name string }
	v := struct {
		List []inner
		Map  map[string]any
		Ptr  *inner
		N    int
	}{[]inner{{"a\x1b"}}, map[string]any{"k": "b\n"}, &inner{"c\x7f"}, 3}
	All(&v)
	if v.List[0].Name != `a\x1b` || v.Map["k"] != `b\x0a` || v.Ptr.Name != `c\u007f` || v.N != 3 {
		t.Errorf("%+v, %+v", v, v.Ptr)
	}
}
