// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fatbin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"

	"gohipcc/abi"
)

// Metadata holds the gohip.v1 records of an image. Records are split by kind and
// name when the image is read and decoded when they are asked for, so that a
// module of ten thousand kernels costs only the kernels that are used.
// It may be used by several goroutines at once.
type Metadata struct {
	Module  abi.ModuleRecord
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

// add files one record; text stays referenced.
func (m *Metadata) add(text []byte, off int64) error {
	kind, body, _ := abi.SplitRecord(text)
	rec := record{off, body}
	switch kind {
	case abi.ModuleKind:
		return m.decode(rec, kind, &m.Module)
	case abi.KernelKind:
		name, ok := quickName(body)
		if !ok {
			var k struct {
				Name string `json:".name"`
			}
			if err := m.decode(rec, kind, &k); err != nil {
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
		m.rest[kind] = append(m.rest[kind], rec)
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
func (m *Metadata) Kernel(name string) (*abi.Kernel, error) {
	r, ok := m.kernels[name]
	if !ok {
		return nil, fmt.Errorf("kernel %q: %w", name, ErrNotFound)
	}
	k := new(abi.Kernel)
	if err := m.decode(r, abi.KernelKind, k); err != nil {
		return nil, err
	}
	return k, nil
}

// Globals returns the device variables that the host may address.
func (m *Metadata) Globals() ([]abi.Global, error) { return decodeAll[abi.Global](m, abi.GlobalKind) }

// Relocs returns the relocations of the variable segment.
func (m *Metadata) Relocs() ([]abi.SegmentReloc, error) {
	return decodeAll[abi.SegmentReloc](m, abi.RelocKind)
}

// Printfs returns the formats of device printf.
func (m *Metadata) Printfs() ([]abi.Printf, error) { return decodeAll[abi.Printf](m, abi.PrintfKind) }

// PrintfFormats returns the formats of printf by their numbers.
func (m *Metadata) PrintfFormats() (map[uint32]string, error) {
	list, err := m.Printfs()
	if err != nil {
		return nil, err
	}
	formats := make(map[uint32]string, len(list))
	for _, f := range list {
		formats[f.ID] = f.Format
	}
	return formats, nil
}

// GlobalsByName returns the records of variables by name, and the size of all constants together.
func (m *Metadata) GlobalsByName() (globals map[string]abi.Global, constants uint64, err error) {
	list, err := m.Globals()
	if err != nil {
		return nil, 0, err
	}
	globals = make(map[string]abi.Global, len(list))
	for _, g := range list {
		globals[g.Name] = g
		if g.Constant {
			constants += g.Size
		}
	}
	return globals, constants, nil
}

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
func (m *Metadata) Data() iter.Seq2[abi.SegmentData, error] {
	return func(yield func(abi.SegmentData, error) bool) {
		for _, r := range m.rest[abi.DataKind] {
			var d abi.SegmentData
			err := m.decode(r, abi.DataKind, &d)
			if size := m.Module.SegmentSize; err == nil && (d.Offset > size || uint64(len(d.Data)) > size-d.Offset) {
				err = m.src.errAt(r.off, fmt.Sprintf("%d bytes at %d", len(d.Data), d.Offset), "data inside the segment of %d bytes", size)
			}
			if err != nil {
				yield(abi.SegmentData{}, err)
				return
			}
			if !yield(d, nil) {
				return
			}
		}
	}
}

// Kernels reads the kernels' records.
func (m *Metadata) Kernels() ([]abi.Kernel, error) {
	var ks []abi.Kernel
	for _, name := range m.KernelNames() {
		k, err := m.Kernel(name)
		if err != nil {
			return nil, err
		}
		ks = append(ks, *k)
	}
	return ks, nil
}
