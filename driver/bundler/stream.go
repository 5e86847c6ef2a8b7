// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bundler

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"gohipcc/fatbin"
)

// Stream returns what writes the plain or compressed bundle of a bundler's
// line to a stream, entry after entry; nil when the line is for another kind of
// bundle.
func Stream(argv []string) func(io.Writer) error {
	var ids, files []string
	align, level := int64(1), 0
	kind, compress := "", false
	for _, a := range argv[1:] {
		name, v, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch name {
		case "type":
			kind = v
		case "targets":
			ids = strings.Split(v, ",")
		case "input":
			files = append(files, v)
		case "bundle-align":
			n, err := strconv.ParseInt(v, 10, 64)
			if err != nil {
				return nil
			}
			align = n
		case "compress":
			compress = true
		case "compression-level":
			level, _ = strconv.Atoi(v)
		case "output", "verbose":
		default:
			return nil
		}
	}
	// Objects of relocatable device code are ELF files with sections, and text has
	// its own form.
	if kind != "o" || len(ids) != len(files) || align < 4096 || os.Getenv("OFFLOAD_BUNDLER_COMPRESS") != "" {
		return nil
	}
	return func(w io.Writer) error { return writeBundle(w, align, ids, files, compress, level) }
}

func writeBundle(w io.Writer, align int64, ids, files []string, compress bool, level int) error {
	inputs := make([]fatbin.Input, len(ids))
	for i, id := range ids {
		inputs[i] = fatbin.Input{ID: fatbin.NormalizeEntryID(id)}
		if files[i] == "/dev/null" {
			continue
		}
		f, err := os.Open(files[i])
		if err != nil {
			return err
		}
		defer f.Close()
		st, err := f.Stat()
		if err != nil {
			return err
		}
		if st.Size() == 0 {
			// A program would link, and say at its first launch that it has no kernels.
			return fmt.Errorf("the device compile for %s gave no code: %s is empty; compile again with --no-cache, and with -v to see what each step ran", id, files[i])
		}
		inputs[i].Size, inputs[i].Data = st.Size(), f
	}
	if !compress {
		return fatbin.WriteBundle(w, align, inputs)
	}
	var b bytes.Buffer
	if err := fatbin.WriteBundle(&b, align, inputs); err != nil {
		return err
	}
	return fatbin.Compress(w, b.Bytes(), fatbin.CompressOptions{Level: level, Method: fatbin.Zstd})
}
