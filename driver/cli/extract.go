// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gohipcc/driver/bundler"
	"gohipcc/fatbin"
	"gohipcc/internal/printable"
)

// newExtractCommand returns `gohipcc extract`: one image from any file.
func newExtractCommand() *cobra.Command {
	var o extraction
	cmd := &cobra.Command{
		Use:   "extract FILE --target TARGET [-o OUTPUT]",
		Short: "Extract one device image from a file",
		Long: `Finds the images for TARGET (gfx90a, gfx90a:xnack+, spirv64, sm_90, an entry ID or
a path as "inspect" prints it) in an executable, library, object, archive or bundle
and writes one of them. If there are several for the target, --index selects one.`,
		Example: `  gohipcc extract a.out --target gfx90a -o a.co
  gohipcc extract librocblas.so --target gfx90a --index 3 -o - | llvm-objdump -d -`,
		Args: needs(1, false),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.name = args[0]; !cmd.Flags().Changed("index") {
				o.index = onlyImage
			}
			return o.extract(cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.target, "target", "", "target of the image; optional if the file holds one image")
	f.StringVarP(&o.output, "output", "o", "", `file to write, "-" for the standard output (default: the entry's name, in the current folder)`)
	f.IntVar(&o.index, "index", 0, "index among several images for the target, from 0")
	return cmd
}

// An extraction says which image of a file to write where.
type extraction struct {
	name   string
	target string // empty: any
	output string // empty: the entry's name, "-": standard output
	index  int    // among the images for the target, or onlyImage
}

// onlyImage is the index of an image that must be the only one for its target.
const onlyImage = math.MinInt

func (o *extraction) extract(stdout io.Writer) error {
	f, err := fatbin.Open(o.name)
	if err != nil {
		return err
	}
	defer f.Close()
	var all, match []*fatbin.Node
	for n := range f.Images() {
		all = append(all, n)
		if o.target == "" || n.Path == o.target || matchTarget(n, o.target) {
			match = append(match, n)
		}
	}
	var have []string
	for _, n := range all {
		if p := n.Path; !slices.Contains(have, p) && len(have) < 20 {
			have = append(have, p)
		}
	}
	which := ""
	if o.target != "" {
		which = fmt.Sprintf(" for %q", o.target)
	}
	index := o.index
	if index == onlyImage && len(match) == 1 {
		index = 0
	}
	switch {
	case len(all) == 0:
		return errors.Join(fmt.Errorf("%s: no device image", o.name), f.Errors())
	case len(match) == 0:
		return errors.Join(fmt.Errorf("%s: no image%s among %d: %s", o.name, which, len(all), strings.Join(have, ", ")), f.Errors())
	case index == onlyImage:
		return fmt.Errorf("%s: it has %d images%s; choose one with --index 0 to %d, or with its path as the target: --target '%s'", o.name, len(match), which, len(match)-1, match[0].Path)
	case index < 0 || index >= len(match):
		return fmt.Errorf("%s: --index %d: the file has %s%s, counted from 0", o.name, index, count(len(match), "image"), which)
	}
	n, output := match[index], o.output
	if output == "-" {
		_, err := io.Copy(printable.Raw(stdout), n.Open())
		return err
	}
	if output == "" {
		output = fatbin.EntryName(n)
	}
	return bundler.ReplaceFile(output, 0o666, func(w io.Writer) error {
		_, err := io.Copy(w, n.Open())
		return err
	})
}

// newUnbundleCommand returns `gohipcc unbundle`: all images of a file.
func newUnbundleCommand() *cobra.Command {
	var dir, target string
	cmd := &cobra.Command{
		Use:   "unbundle FILE [-d DIR]",
		Short: "Extract every device image of a file to a folder",
		Long: `Writes each image of an executable, library, object, archive or bundle to a separate
file, named after the input and the entry, and prints the names.`,
		Args: needs(1, false),
		RunE: func(cmd *cobra.Command, args []string) error {
			return unbundle(cmd.OutOrStdout(), args[0], dir, target)
		},
	}
	cmd.Flags().StringVarP(&dir, "directory", "d", ".", "folder to write to")
	cmd.Flags().StringVar(&target, "target", "", "only images for this target")
	return cmd
}

func unbundle(stdout io.Writer, name, dir, target string) error {
	f, err := fatbin.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	used := map[string]int{}
	errs := []error{f.Errors()}
	count := 0
	for n := range f.Images() {
		if target != "" && !matchTarget(n, target) {
			continue
		}
		count++
		file := base + "-" + fatbin.EntryName(n)
		if used[file]++; used[file] > 1 {
			ext := filepath.Ext(file)
			file = fmt.Sprintf("%s.%d%s", strings.TrimSuffix(file, ext), used[file]-1, ext)
		}
		path := filepath.Join(dir, file)
		if err := bundler.ReplaceFile(path, 0o666, func(w io.Writer) error { _, err := io.Copy(w, n.Open()); return err }); err != nil {
			errs = append(errs, err)
			break
		}
		fmt.Fprintln(stdout, path)
	}
	if count == 0 {
		errs = append(errs, fmt.Errorf("%s: no device image%s", name, map[bool]string{true: " for " + target}[target != ""]))
	}
	return errors.Join(errs...)
}
