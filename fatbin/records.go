// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"iter"
)

// recordPrefix starts every metadata record of gohipcc's own images (docs/design/abi.md).
const recordPrefix = "gohip.v1 "

// GridSync is the feature of kernels whose blocks wait for each other (docs/design/abi.md,
// "Blocks that wait").
const GridSync = "grid_sync"

// ModuleRecord is the `module` record of an image.
type ModuleRecord struct {
	Target       string   `json:"target"`
	SegmentSize  uint64   `json:"segment_size"`  // bytes of the variable segment
	SegmentAlign uint64   `json:"segment_align"` // bytes
	Features     []string `json:"features,omitempty"`
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

// SegmentData is a piece of the initial contents of the variable segment.
type SegmentData struct {
	Offset uint64 // bytes from the start of the segment
	Data   []byte
}

// SegmentReloc says that the 8 bytes at Offset hold segment base + Target.
type SegmentReloc struct {
	Offset uint64 `json:".offset"`
	Target uint64 `json:"target"`
}

// Printf is a device printf format.
type Printf struct {
	ID     uint32 `json:"id"`
	Format string `json:"format"`
}

// Metadata holds the gohip.v1 records of an image. Records are split by kind and
// name when the image is read and decoded when they are asked for, so that a
// module of ten thousand kernels costs only the kernels that are used.
// It may be used by several goroutines at once.
type Metadata struct {
	Module  ModuleRecord
	kernels map[string]record
	order   []string
	rest    map[string][]record
	src     source
	expect  int // kernels, as far as is known when the first record comes
}

type record struct {
	off  int64
	json []byte
}

// isRecord reports whether text is a metadata record.
func isRecord(text []byte) bool {
	return len(text) > len(recordPrefix) && string(text[:len(recordPrefix)]) == recordPrefix
}

// add files one record; text stays referenced.
func (m *Metadata) add(text []byte, off int64) error {
	kind, body, _ := bytes.Cut(text[len(recordPrefix):], []byte(" "))
	rec := record{off, body}
	switch string(kind) {
	case "module":
		return m.decode(rec, "module", &m.Module)
	case "kernel":
		name, ok := quickName(body)
		if !ok {
			var k struct {
				Name string `json:".name"`
			}
			if err := m.decode(rec, "kernel", &k); err != nil {
				return err
			}
			name = k.Name
		}
		if m.kernels == nil {
			m.kernels = make(map[string]record, m.expect)
			m.order = make([]string, 0, m.expect)
		}
		if _, dup := m.kernels[name]; dup {
			return m.src.errAt(off, fmt.Sprintf("a second record of %q", name), "one kernel record per kernel")
		}
		m.kernels[name] = rec
		m.order = append(m.order, name)
	default:
		if m.rest == nil {
			m.rest = make(map[string][]record)
		}
		m.rest[string(kind)] = append(m.rest[string(kind)], rec)
	}
	return nil
}

// quickName takes the name out of a record that starts with it, as the writer's do.
func quickName(body []byte) (string, bool) {
	const start = `{".name":"`
	if !bytes.HasPrefix(body, []byte(start)) {
		return "", false
	}
	body = body[len(start):]
	end := bytes.IndexByte(body, '"')
	if end < 0 || bytes.IndexByte(body[:end], '\\') >= 0 {
		return "", false
	}
	return string(body[:end]), true
}

func (m *Metadata) decode(r record, kind string, v any) error {
	if err := json.Unmarshal(r.json, v); err != nil {
		return m.src.errAt(r.off, err.Error(), "a JSON object in the %s record", kind)
	}
	return nil
}

// KernelNames returns the kernels' names in the order of the image. The slice
// must not be changed.
func (m *Metadata) KernelNames() []string { return m.order }

// Kernel decodes the record of one kernel; a name that has none gives an error
// that wraps [ErrNotFound].
func (m *Metadata) Kernel(name string) (*Kernel, error) {
	r, ok := m.kernels[name]
	if !ok {
		return nil, fmt.Errorf("kernel %q: %w", name, ErrNotFound)
	}
	k := new(Kernel)
	if err := m.decode(r, "kernel", k); err != nil {
		return nil, err
	}
	return k, nil
}

// Globals returns the device variables that the host may address.
func (m *Metadata) Globals() ([]Global, error) { return decodeAll[Global](m, "global") }

// Relocs returns the relocations of the variable segment.
func (m *Metadata) Relocs() ([]SegmentReloc, error) { return decodeAll[SegmentReloc](m, "reloc") }

// Printfs returns the formats of device printf.
func (m *Metadata) Printfs() ([]Printf, error) { return decodeAll[Printf](m, "printf") }

func decodeAll[T any](m *Metadata, kind string) ([]T, error) {
	out := make([]T, len(m.rest[kind]))
	for i, r := range m.rest[kind] {
		if err := m.decode(r, kind, &out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Data yields the initial contents of the variable segment piece by piece; what
// no piece covers is zero. A piece outside the segment is an error, which ends the
// sequence.
func (m *Metadata) Data() iter.Seq2[SegmentData, error] {
	return func(yield func(SegmentData, error) bool) {
		for _, r := range m.rest["data"] {
			var d struct {
				Offset uint64 `json:".offset"`
				Base64 string `json:"base64"`
			}
			err := m.decode(r, "data", &d)
			var b []byte
			if err == nil {
				if b, err = base64.StdEncoding.DecodeString(d.Base64); err != nil {
					err = m.src.errAt(r.off, err.Error(), "base64 in the data record")
				}
			}
			if size := m.Module.SegmentSize; err == nil && (d.Offset > size || uint64(len(b)) > size-d.Offset) {
				err = m.src.errAt(r.off, fmt.Sprintf("%d bytes at %d", len(b), d.Offset), "data inside the segment of %d bytes", size)
			}
			if err != nil {
				yield(SegmentData{}, err)
				return
			}
			if !yield(SegmentData{d.Offset, b}, nil) {
				return
			}
		}
	}
}
