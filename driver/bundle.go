// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bytes"
	"context"
	"io"
	"os"
	"strconv"
	"strings"

	"gohipcc/fatbin"
)

// bundleHere lets this process write a binary bundle: the bytes are those that
// the bundler's command line would write.
func (p *Plan) bundleHere(j *Job) {
	var ids, files []string
	align, level := int64(1), 0
	kind, compress := "", false
	for _, a := range j.Argv[1:] {
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
				return
			}
			align = n
		case "compress":
			compress = true
		case "compression-level":
			level, _ = strconv.Atoi(v)
		case "output", "verbose":
		default:
			return // an option this process does not know: let the tool do it
		}
	}
	// Objects of relocatable device code are ELF files with sections, and text
	// has its own form; both stay with the tool.
	if kind != "o" || len(ids) != len(files) || align < 4096 || len(j.Outputs) != 1 || os.Getenv("OFFLOAD_BUNDLER_COMPRESS") != "" {
		return
	}
	out := j.Outputs[0]
	j.Write = func(w io.Writer) error { return writeBundle(w, align, ids, files, compress, level) }
	j.Run = func(ctx context.Context, stdout, stderr io.Writer) error { return writeFile(out, j.Write) }
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
