// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/depfile"
	"gohipcc/driver/job"
	"gohipcc/driver/reapi"
	"gohipcc/internal/printable"
)

// An outcome is the result of a command in one place.
type outcome struct {
	where       string // "" for this machine
	err         error
	out, errs   bytes.Buffer
	outputs     map[string][]byte // of a worker, by local file
	exitNonZero bool
}

// result reads the outputs of a result from the server.
func (s *server) result(ctx context.Context, a *action, r *reapi.ActionResult) (*outcome, error) {
	o := &outcome{where: r.Worker, outputs: map[string][]byte{}, exitNonZero: r.ExitCode != 0}
	if o.where == "" {
		o.where = "a worker"
	}
	if o.exitNonZero {
		return o, nil
	}
	var digests []reapi.Digest
	for _, f := range r.Files {
		if f.Contents == nil || reapi.DigestOf(f.Contents) != f.Digest {
			digests = append(digests, f.Digest)
		}
	}
	for _, out := range []reapi.Output{r.Stdout, r.Stderr} {
		if len(out.Raw) == 0 && out.Digest != nil {
			digests = append(digests, *out.Digest)
		}
	}
	blobs, err := s.client.Fetch(ctx, digests)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Files {
		here, ok := a.outputs[f.Path]
		if !ok {
			continue
		}
		data, fetched := blobs[f.Digest]
		if !fetched {
			data = f.Contents
		}
		if f.Path == a.deps {
			here = depsOf
		}
		o.outputs[here] = data
	}
	said := func(out reapi.Output) []byte {
		if len(out.Raw) == 0 && out.Digest != nil {
			return blobs[*out.Digest]
		}
		return out.Raw
	}
	o.out.Write(said(r.Stdout))
	o.errs.Write(printable.Messages(said(r.Stderr)))
	return o, nil
}

// depsOf represents the dependency file among outputs: it is checked before it is written.
const depsOf = "\x00deps"

// whole reports whether an outcome has all outputs of the action and depends on nothing but its
// inputs.
func (s *server) whole(name string, a *action, o *outcome) bool {
	bad := func(format string, args ...any) bool {
		s.health.fail(context.Background(), name, a, fmt.Errorf("%s at %s: "+format, append([]any{o.where, s.client.Name()}, args...)...))
		return false
	}
	if o.exitNonZero {
		// The local compiler reports errors in the source.
		s.explain("%s: failed at %s (action %s), so it runs here", name, o.where, a.digest)
		return false
	}
	for path, here := range a.outputs {
		key := here
		if path == a.deps {
			key = depsOf
		}
		if _, ok := o.outputs[key]; !ok {
			return bad("the result has no %s", path)
		}
	}
	if a.deps == "" {
		return true
	}
	cwd, _ := os.Getwd()
	list := prereqs(o.outputs[depsOf])
	for _, f := range list {
		full := f
		if !filepath.IsAbs(f) {
			full = filepath.Join(cwd, f)
		}
		if !a.reads[filepath.Clean(full)] && f != a.overlay {
			return bad("it read %s, which it was not given", f)
		}
	}
	if len(list) == 0 {
		return bad("its dependency file is empty")
	}
	return true
}

// deliver writes the files and messages of a worker's outcome of a command, if it is complete.
func (s *server) deliver(c *job.Command, a *action, o *outcome) bool {
	if !s.whole(c.Name, a, o) {
		return false
	}
	for f, data := range o.outputs {
		if f == depsOf {
			if a.depsHere == "" {
				continue
			}
			var err error
			if data, err = without(a.overlay, data); err != nil {
				return false
			}
			f = a.depsHere
		}
		if err := os.WriteFile(f, data, 0o666); err != nil {
			s.explain("%s: %v", c.Name, err)
			return false
		}
	}
	c.Stdout.Write(o.out.Bytes())
	c.Stderr.Write(o.errs.Bytes())
	return true
}

// without returns a dependency file without a file.
func without(file string, data []byte) ([]byte, error) {
	d := depfile.Parse(data)
	if !slices.Contains(d.Prereqs, file) {
		return data, nil
	}
	d.Prereqs = slices.DeleteFunc(d.Prereqs, func(f string) bool { return f == file })
	text := d.Target + ": " + strings.Join(d.Prereqs, " ") + "\n"
	if bytes.Contains(data, []byte(":\n")) {
		text += "phony:\n"
	}
	var out bytes.Buffer
	err := depfile.Merge(&out, [][]byte{[]byte(text)}, nil)
	return out.Bytes(), err
}
