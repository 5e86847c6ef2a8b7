// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"errors"
	"os"
	"slices"

	"gohipcc/toolchains/step"
)

// A command that a worker runs may run locally at the same time: its local outputs then have names of their own
// until it is clear whose are used.

// besideName returns the name of a local output while a worker may make the same.
func besideName(f string) string {
	if f == "" || f == "-" || f == os.DevNull {
		return f
	}
	return f + ".here"
}

func written(s step.Step) []string {
	var out []string
	for _, f := range append(slices.Clone(s.Outputs()), step.DependencyFile(s)) {
		if besideName(f) != f {
			out = append(out, f)
		}
	}
	return out
}

func removeBeside(s step.Step) {
	for _, f := range written(s) {
		os.Remove(besideName(f))
	}
}

// publishBeside renames local outputs to their names.
func publishBeside(s step.Step, failed error) error {
	for _, f := range written(s) {
		if failed != nil {
			os.Remove(besideName(f))
			continue
		}
		if err := os.Rename(besideName(f), f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// unbeside removes the names of unfinished files from messages.
func unbeside(s step.Step, said []byte) []byte {
	for _, f := range written(s) {
		said = bytes.ReplaceAll(said, []byte(besideName(f)), []byte(f))
	}
	return said
}
