// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bundler

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"

	"gohipcc/fatbin"
	"gohipcc/toolchains/step"
)

// Stream returns a function that writes the plain or compressed bundle of a step to a stream, entry
// after entry; nil if the step makes another kind of bundle.
func Stream(b *step.Bundle) func(io.Writer) error {
	align, level, compress := int64(1), 0, false
	for _, o := range b.Options() {
		switch o.Name {
		case "bundle-align":
			n, err := strconv.ParseInt(o.Value, 10, 64)
			if err != nil {
				return nil
			}
			align = n
		case "compress":
			compress = true
		case "compression-level":
			level, _ = strconv.Atoi(o.Value)
		case "verbose":
		default:
			return nil
		}
	}
	// Objects of relocatable device code are ELF files with sections, and text has a format of its
	// own.
	if b.Type != "o" || align < 4096 || os.Getenv("OFFLOAD_BUNDLER_COMPRESS") != "" {
		return nil
	}
	return func(w io.Writer) error { return writeBundle(w, align, b.Entries, compress, level) }
}

func writeBundle(w io.Writer, align int64, entries []step.Entry, compress bool, level int) error {
	inputs := make([]fatbin.Input, len(entries))
	for i, e := range entries {
		inputs[i] = fatbin.Input{ID: fatbin.NormalizeEntryID(e.ID)}
		if e.File == "/dev/null" {
			continue
		}
		f, err := os.Open(e.File)
		if err != nil {
			return err
		}
		defer f.Close()
		st, err := f.Stat()
		if err != nil {
			return err
		}
		if st.Size() == 0 && !e.Optional {
			// The program would link, and fail at its first launch because it has no kernels.
			return fmt.Errorf("the device compile for %s gave no code: %s is empty; compile again with --no-cache, and with -v to see what each step ran", e.ID, e.File)
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
