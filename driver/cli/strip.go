// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"gohipcc/driver/bundler"
	"gohipcc/fatbin"
)

// newStripCommand makes `gohipcc strip`.
func newStripCommand() *cobra.Command {
	var keep, drop []string
	var output string
	cmd := &cobra.Command{
		Use:   "strip (--keep TARGET,... | --drop TARGET,...) FILE... [-o OUTPUT]",
		Short: "Remove targets from executables, libraries, objects, archives and bundles",
		Long: `Removes the device images of the dropped targets, or of all targets that are not
kept, and shrinks the file. Files are replaced atomically in place, unless -o names
another file. The program's addresses do not change.`,
		Example: `  gohipcc strip --keep gfx90a,gfx942 librocblas.so
  gohipcc strip --drop gfx803 app -o app.small`,
		Args: needs(1, true),
		RunE: func(cmd *cobra.Command, args []string) error {
			if output != "" && len(args) > 1 {
				return errors.New("-o takes one input file")
			}
			if (len(keep) == 0) == (len(drop) == 0) {
				return errors.New("give the targets to --keep or those to --drop")
			}
			for _, a := range args {
				if err := strip(cmd, a, output, keep, drop); err != nil {
					return err
				}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&keep, "keep", nil, "targets to keep; all others are removed")
	f.StringSliceVar(&drop, "drop", nil, "targets to remove")
	f.StringVarP(&output, "output", "o", "", "file to write (default: in place)")
	return cmd
}

func strip(cmd *cobra.Command, name, output string, keep, drop []string) error {
	f, err := openClean(name)
	if err != nil {
		return err
	}
	defer f.Close()
	used := map[string]bool{}
	matches := func(n *fatbin.Node, list []string) bool {
		hit := false
		for _, t := range list {
			if matchTarget(n, t) {
				used[t], hit = true, true
			}
		}
		return hit
	}
	st, err := os.Stat(name)
	if err != nil {
		return err
	}
	// Look first: a slip in a target's name must not empty a library.
	for n := range f.Images() {
		matches(n, append(keep, drop...))
	}
	for _, t := range append(keep, drop...) {
		if !used[t] {
			return fmt.Errorf("%s: no image for %q", name, t)
		}
	}
	if output == "" {
		output = name
	}
	var res fatbin.StripResult
	var size writtenSize
	err = bundler.ReplaceFile(output, st.Mode().Perm(), func(w io.Writer) error {
		res, err = fatbin.Strip(io.MultiWriter(w, &size), f.Node, func(n *fatbin.Node) bool {
			if len(keep) > 0 {
				return matches(n, keep)
			}
			return !matches(n, drop)
		})
		return err
	})
	if err != nil {
		return err
	}
	after, err := os.Stat(output)
	if err != nil {
		return err
	}
	report := cmd.OutOrStdout()
	if !after.Mode().IsRegular() {
		report = cmd.ErrOrStderr() // the file may be standard output
	}
	fmt.Fprintf(report, "%s: %s of %s left out; %s, was %s\n", output, count(res.Dropped, "image"), formatSize(res.Bytes), formatSize(int64(size)), formatSize(st.Size()))
	return nil
}

// writtenSize counts the bytes that are written: a pipe or a device has no size.
type writtenSize int64

// Write implements [io.Writer].
func (n *writtenSize) Write(b []byte) (int, error) {
	*n += writtenSize(len(b))
	return len(b), nil
}
