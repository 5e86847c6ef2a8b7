// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

const (
	textStart = " " + BundleMagic + "__START__ "
	textEnd   = " " + BundleMagic + "__END__ "
)

// textComments has what starts a line comment in each kind of text bundle.
var textComments = [...]string{"//", ";", "#"}

// TextComments maps the file types of clang-offload-bundler that are text to what
// starts a comment line there.
var TextComments = map[string]string{
	"i": "//", "ii": "//", "cui": "//", "hipi": "//", "d": "#", "ll": ";", "s": "#",
}

// textComment returns the comment of the text bundle that head starts.
func textComment(head []byte) (string, bool) {
	for _, c := range textComments {
		if bytes.HasPrefix(head, []byte("\n"+c+textStart)) {
			return c, true
		}
	}
	return "", false
}

// ReadTextBundle reads a text bundle: "\n<comment> __CLANG_OFFLOAD_BUNDLE____START__ <id>\n",
// the text, "\n<comment> __CLANG_OFFLOAD_BUNDLE____END__ <id>\n", repeated. Text
// before the first start line is ignored.
func ReadTextBundle(r io.ReaderAt, size int64, comment string) (*Bundle, error) {
	return readTextBundle(newSource(r, size, "text bundle"), comment)
}

func readTextBundle(s source, comment string) (*Bundle, error) {
	s.format = "text bundle"
	data, err := s.all()
	if err != nil {
		return nil, err
	}
	b := &Bundle{}
	start, end := []byte("\n"+comment+textStart), []byte("\n"+comment+textEnd)
	var errs []error
	for pos := 0; ; {
		k := bytes.Index(data[pos:], start)
		if k < 0 {
			break
		}
		pos += k + len(start)
		nl := bytes.IndexByte(data[pos:], '\n')
		if nl < 0 || nl > maxEntryID {
			errs = append(errs, s.errAt(int64(pos), nil, "a line end after the entry ID"))
			break
		}
		id := string(data[pos : pos+nl])
		body := pos + nl + 1
		// An empty text leaves the line end of the start line as that of the end line.
		n := bytes.Index(data[body-1:], end)
		if n < 0 {
			errs = append(errs, s.errAt(int64(body), nil, "the end line of entry %q", id))
			break
		}
		n = max(n-1, 0)
		e := Entry{ID: id, Offset: int64(body), Size: int64(n), src: s.sub(int64(body), int64(n))}
		e.src.entry = joinEntry(s.entry, id)
		b.Entries = append(b.Entries, e)
		pos = body + n
	}
	return b, errors.Join(errs...)
}

// WriteTextBundle writes a text bundle; see [TextComments] for the comment.
func WriteTextBundle(w io.Writer, comment string, inputs []Input) error {
	for _, in := range inputs {
		if _, err := fmt.Fprintf(w, "\n%s%s%s\n", comment, textStart, in.ID); err != nil {
			return err
		}
		if err := copyExactly(w, in); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "\n%s%s%s\n", comment, textEnd, in.ID); err != nil {
			return err
		}
	}
	return nil
}
