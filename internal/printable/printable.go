// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package printable escapes text from files for display: a name in an image or a bundle must not
// move the cursor, colour a terminal, or reorder text.
//
// C0 control characters and invalid UTF-8 become \xNN; U+007F, the C1 controls and characters that
// set the text direction become \uNNNN, which is also valid in JSON, where they can occur only in
// strings.
package printable

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"
)

// unsafeRune reports whether a terminal interprets r, or an editor reorders text because of it: C0,
// DEL, C1, the line and paragraph separators, the bidirectional controls of UAX #9, section 2, and
// the invisible byte order mark and tag characters.
func unsafeRune(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f
}

// escape appends text to dst. Newlines and tabs are kept if lines is set. It returns how many bytes
// of text it consumed: all, or all but an incomplete character if more is set.
func escape(dst *bytes.Buffer, text []byte, lines, more bool) int {
	for i := 0; i < len(text); {
		if more && !utf8.FullRune(text[i:]) {
			return i
		}
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(dst, `\x%02x`, text[i])
		case lines && (r == '\n' || r == '\t') || !unsafeRune(r):
			dst.Write(text[i : i+n])
		case r < ' ':
			fmt.Fprintf(dst, `\x%02x`, r)
		case r > 0xffff:
			// A surrogate pair, as in JSON.
			fmt.Fprintf(dst, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			fmt.Fprintf(dst, `\u%04x`, r)
		}
		i += n
	}
	return len(text)
}

// String escapes s for use within a line; newlines and tabs are escaped, too.
func String(s string) string { return convert(s, false) }

// Text escapes s, which may have several lines.
func Text(s string) string { return convert(s, true) }

func convert(s string, lines bool) string {
	var b bytes.Buffer
	escape(&b, []byte(s), lines, false)
	return b.String()
}

// Messages escapes what a compiler printed on another machine. Colours (ECMA-48, SGR) stay, and so do bytes that are not
// UTF-8, which names in messages have.
func Messages(text []byte) []byte {
	var b bytes.Buffer
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if c := colour(text); c > 0 {
			n = c
		} else if unsafeRune(r) {
			n = escape(&b, text[:n], true, false)
			text = text[n:]
			continue
		}
		b.Write(text[:n])
		text = text[n:]
	}
	return b.Bytes()
}

// colour returns the length of the sequence for a colour that text begins with, or 0.
func colour(text []byte) int {
	rest, ok := bytes.CutPrefix(text, []byte("\x1b["))
	if !ok {
		return 0
	}
	rest = bytes.TrimLeft(rest, "0123456789;")
	if len(rest) == 0 || rest[0] != 'm' {
		return 0
	}
	return len(text) - len(rest) + 1
}

// All replaces every string in *v by its String, in structures, slices and values of maps.
func All(v any) { all(reflect.ValueOf(v).Elem()) }

func all(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			v.SetString(String(v.String()))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			all(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				all(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			all(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(v.MapIndex(k))
			all(e)
			v.SetMapIndex(k, e)
		}
	case reflect.Interface:
		if s, ok := v.Interface().(string); ok && v.CanSet() {
			v.Set(reflect.ValueOf(String(s)))
		}
	}
}

// Writer is an io.Writer that escapes like Text.
type Writer struct {
	to   io.Writer
	rest []byte // an incomplete character
	err  error  // the first
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write implements io.Writer. An incomplete character is kept until the rest of it is written. After
// an error, nothing more is written.
func (w *Writer) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	text := append(w.rest, p...)
	var b bytes.Buffer
	n := escape(&b, text, true, true)
	w.rest = append([]byte(nil), text[n:]...)
	if _, w.err = w.to.Write(b.Bytes()); w.err != nil {
		return 0, w.err
	}
	return len(p), nil
}

// Flush writes an incomplete character that is left at the end. It returns the first error of all
// writes, so that callers of fmt.Fprint need not check theirs.
func (w *Writer) Flush() error {
	if w.err == nil && len(w.rest) > 0 {
		var b bytes.Buffer
		escape(&b, w.rest, true, false)
		_, w.err = w.to.Write(b.Bytes())
	}
	w.rest = nil
	return w.err
}

// Raw returns the destination of a Writer, or w itself if it is not one, for file contents that the
// user asked for.
func Raw(w io.Writer) io.Writer {
	if p, ok := w.(*Writer); ok {
		return p.to
	}
	return w
}
