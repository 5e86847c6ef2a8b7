// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"

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

// writeFile writes a file through a buffer; it appears whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	tmp, flags := path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC
	if st, err := os.Stat(path); err != nil || st.Mode().IsRegular() {
		tmp = path + ".part"
	} else {
		flags |= syscall.O_NONBLOCK // a FIFO whose reader has ended is an error, not a wait
	}
	f, err := os.OpenFile(tmp, flags, 0o666)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil && tmp != path {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		if tmp != path {
			os.Remove(tmp)
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}
