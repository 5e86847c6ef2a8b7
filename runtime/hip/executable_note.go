// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"

	"github.com/vmihailenco/msgpack/v5"
)

// Every AMD object has a metadata note (AMDGPUUsage, "Code Object V3 and Above Metadata"). A linker
// keeps them all, but a loader reads only one, so the notes are merged into one, in the first
// object, before linking.

// mergeNotes merges the notes of object files in dir.
func (x *Executable) mergeNotes(ctx context.Context, j *job, dir string, files []string) error {
	if len(files) < 2 {
		return nil
	}
	objcopy, err := j.tools.llvm.Tool("llvm-objcopy")
	if err != nil {
		return err
	}
	run := func(args ...string) error {
		_, err := j.child(ctx, dir, "llvm-objcopy", "executable", objcopy, args)
		return err
	}
	merged := map[string]any{}
	for _, f := range files {
		if err := run("--dump-section=.note="+f+".note", f, f+".copy"); err != nil {
			return err
		}
		note, err := os.ReadFile(filepath.Join(dir, f+".note"))
		if err != nil {
			return err
		}
		m, err := readNote(note)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		for key, v := range m {
			list, isList := v.([]any)
			if isList && key != "amdhsa.version" {
				old, _ := merged[key].([]any)
				merged[key] = append(append([]any{}, old...), list...) // an empty list stays one
			} else if merged[key] == nil {
				merged[key] = v
			}
		}
	}
	note, err := writeNote(merged)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "merged.note"), note, 0o644); err != nil {
		return err
	}
	for i, f := range files {
		arg := "--remove-section=.note"
		if i == 0 {
			arg = "--update-section=.note=merged.note"
		}
		if err := run(arg, f); err != nil {
			return err
		}
	}
	return nil
}

// A note is three words (size of the name, size of the data, type), the name and the
// data, each padded to 4 bytes.
const (
	noteName = "AMDGPU\x00"
	noteType = 32 // NT_AMDGPU_METADATA
)

func pad4(n int) int { return (n + 3) &^ 3 }

// readNote decodes the metadata note of a section.
func readNote(b []byte) (map[string]any, error) {
	for len(b) >= 12 {
		names, size, kind := int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:])), binary.LittleEndian.Uint32(b[8:])
		if names > len(b) || size > len(b) || 12+pad4(names)+size > len(b) {
			return nil, fmt.Errorf("its metadata note is cut off")
		}
		name, data := b[12:12+names], b[12+pad4(names):12+pad4(names)+size]
		if string(name) == noteName && kind == noteType {
			m := map[string]any{}
			if err := msgpack.Unmarshal(data, &m); err != nil {
				return nil, fmt.Errorf("its metadata: %w", err)
			}
			return m, nil
		}
		b = b[min(len(b), 12+pad4(names)+pad4(size)):]
	}
	return nil, fmt.Errorf("it has no AMDGPU metadata note")
}

// writeNote encodes metadata as LLVM does: keys in order, small numbers small.
func writeNote(m map[string]any) ([]byte, error) {
	var data bytes.Buffer
	e := msgpack.NewEncoder(&data)
	e.SetSortMapKeys(true)
	e.UseCompactInts(true)
	if err := e.Encode(m); err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(noteName)))
	out = binary.LittleEndian.AppendUint32(out, uint32(data.Len()))
	out = binary.LittleEndian.AppendUint32(out, noteType)
	out = append(out, noteName...)
	out = append(out, make([]byte, pad4(len(noteName))-len(noteName))...)
	out = append(out, data.Bytes()...)
	return append(out, make([]byte, pad4(data.Len())-data.Len())...), nil
}
