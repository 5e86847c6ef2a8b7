// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gohipcc/driver/bundler"
	"gohipcc/fatbin"
)

// bundleHere lets this process do what the bundler's command line says: the bytes
// are the same.
func (p *Plan) bundleHere(j *Job) {
	if j.Write = bundleWriter(j.Argv); j.Write != nil && len(j.Outputs) == 1 {
		j.Run = func(ctx context.Context, stdout, stderr io.Writer) error { return writeFile(j.Outputs[0], j.Write) }
		return
	}
	j.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
		spell, finals := p.beside(j)
		if status := bundler.Main(spell(j.Argv), stdout, stderr); status != 0 {
			discard(finals)
			return fmt.Errorf("%s command failed with exit code %d (use -v to see invocation)", filepath.Base(j.Argv[0]), status)
		}
		return p.publish(finals)
	}
}

// bundleWriter returns what writes the plain or compressed bundle of a bundler's
// line to a stream, entry after entry; nil when the line is for another kind of
// bundle.
func bundleWriter(argv []string) func(io.Writer) error {
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
