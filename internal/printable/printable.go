// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package printable makes text that came from files safe to show: a name in an image or a
// bundle must not move the cursor, colour a terminal, or turn the order of what is read.
//
// Control characters below a blank and bytes that are no UTF-8 become \xNN; U+007F, the C1
// controls and the characters that set the direction of text become \uNNNN, which JSON takes as
// well, where they can only stand in strings.
package printable

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"
)

// unsafeRune reports whether a terminal acts on r, or an editor shows text around it in another
// order: C0, DEL, C1, the line and paragraph separators and the bidirectional controls of
// UAX #9, section 2, with the byte order mark and the tags, which nothing shows.
func unsafeRune(r rune) bool {
	switch {
	case r < ' ', r >= 0x7f && r <= 0x9f:
		return true
	case r == 0x061c, r == 0x200e, r == 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff:
		return true
	}
	return r >= 0xe0000 && r <= 0xe007f
}

// escape appends text to dst. Newlines and tabs stay where lines is set. It returns how many
// bytes of text it took: all, or all but the start of a character when more is to come.
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
			// As JSON has it: a surrogate pair.
			fmt.Fprintf(dst, `\u%04x\u%04x`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		default:
			fmt.Fprintf(dst, `\u%04x`, r)
		}
		i += n
	}
	return len(text)
}

// String returns s for a place within a line: without a newline or a tab, too.
func String(s string) string { return convert(s, false) }

// Text returns s, which may have lines, for a terminal.
func Text(s string) string { return convert(s, true) }

func convert(s string, lines bool) string {
	var b bytes.Buffer
	escape(&b, []byte(s), lines, false)
	return b.String()
}

// All replaces every string within *v by its String, in structures, slices and maps' values.
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

// Writer writes Text of what it gets.
type Writer struct {
	to   io.Writer
	rest []byte // the start of a character
}

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

// Write implements io.Writer. The start of a character waits for the rest of it.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	var b bytes.Buffer
	n := escape(&b, text, true, true)
	w.rest = append([]byte(nil), text[n:]...)
	if _, err := w.to.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes the start of a character that nothing followed.
func (w *Writer) Flush() error {
	var b bytes.Buffer
	escape(&b, w.rest, true, false)
	w.rest = nil
	_, err := w.to.Write(b.Bytes())
	return err
}

// Raw returns what a Writer writes to, or w itself when it is none: for contents of files that
// the user asked for.
func Raw(w io.Writer) io.Writer {
	if p, ok := w.(*Writer); ok {
		return p.to
	}
	return w
}
