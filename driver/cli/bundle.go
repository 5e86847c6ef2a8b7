// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gohipcc/driver/bundler"
	"gohipcc/fatbin"
	"gohipcc/target"
	"gohipcc/toolchains"
)

type bundleOptions struct {
	output, format, compress string
	align                    int64
	level, ccob, version     int
	noHost                   bool
}

// newBundleCommand returns `gohipcc bundle`.
func newBundleCommand() *cobra.Command {
	var o bundleOptions
	cmd := &cobra.Command{
		Use:   "bundle -o OUTPUT [flags] [TARGET=]IMAGE...",
		Short: "Combine device images in one container",
		Long: `Writes a container with the images in the order given. TARGET is a bundle entry ID
(hipv4-amdgcn-amd-amdhsa--gfx90a), a processor (gfx90a:xnack+, sm_90) or an
architecture (spirv64); without it, it is read from the image. The binary bundle is
the one that clang's HIP driver embeds: an empty host entry first, images aligned to 4096.`,
		Example: `  gohipcc bundle -o app.hipfb gfx90a=a.co gfx1100=b.co spirv64=c.spv
  gohipcc bundle -o app.hipfb --compress=zstd *.co
  gohipcc bundle -o app.out --format=offload-binary --version=2 a.co b.spv`,
		Args: needs(1, true),
		RunE: func(cmd *cobra.Command, args []string) error { return bundle(o, args) },
	}
	f := cmd.Flags()
	f.StringVarP(&o.output, "output", "o", "", "file to write")
	f.StringVar(&o.format, "format", "bundle", "bundle, text:EXT (EXT is i, ii, cui, hipi, d, ll or s) or offload-binary")
	f.StringVar(&o.compress, "compress", "", "zstd or zlib: compress the bundle")
	f.Lookup("compress").NoOptDefVal = "zstd"
	f.IntVar(&o.level, "compression-level", 0, "compression level (default: 3 for zstd, 6 for zlib)")
	f.IntVar(&o.ccob, "ccob-version", 3, "version of the compressed bundle's header, 1 to 3")
	f.IntVar(&o.version, "version", 2, "OffloadBinary version: 1 (one image per binary, concatenated), 2 or 3")
	f.Int64Var(&o.align, "align", fatbin.HIPAlign, "alignment of images in bytes")
	f.BoolVar(&o.noHost, "no-host", false, "omit the empty host entry")
	cobra.CheckErr(cmd.MarkFlagRequired("output"))
	return cmd
}

// shortTargets expands an architecture to an entry ID.
var shortTargets = map[string]string{
	"spirv64":     "hip-spirv64-unknown-unknown-unknown-generic",
	"spirv":       "hip-spirv64-unknown-unknown-unknown-generic",
	"amdgcnspirv": "hip-spirv64-amd-amdhsa--amdgcnspirv",
}

// expandTarget returns the entry ID for a user's spelling of a target.
func expandTarget(t string) (string, error) {
	if id, ok := shortTargets[t]; ok {
		return id, nil
	}
	if strings.Count(t, "-") >= 4 {
		return fatbin.NormalizeEntryID(t), nil
	}
	id, err := target.ParseID(t)
	if err != nil {
		return "", err
	}
	if target.IsAMD(id.Processor) || target.IsSM(id.Processor) {
		entry, err := toolchains.EntryID(id.String())
		return fatbin.NormalizeEntryID(entry), err
	}
	return "", fmt.Errorf("target %q: want an entry ID, a processor such as gfx90a or sm_90, or spirv64", t)
}

// namedImage is an image with its position in the container.
type namedImage struct {
	id   string
	kind fatbin.Kind
	data []byte
}

// readImage reads one [TARGET=]FILE argument.
func readImage(arg string) (namedImage, error) {
	target, file, ok := strings.Cut(arg, "=")
	if !ok {
		target, file = "", arg
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return namedImage{}, err
	}
	n := fatbin.Scan(fatbin.Bytes(b), int64(len(b)), file)
	img := namedImage{kind: n.Kind, data: b}
	if target != "" {
		img.id, err = expandTarget(target)
		return img, err
	}
	id := n.Target()
	if id.Arch == "" {
		return img, fmt.Errorf("%s: its target cannot be read from its contents (%s): give it as TARGET=%s", file, n.Kind, file)
	}
	img.id, err = expandTarget(map[bool]string{true: id.String(), false: id.Target.String()}[id.Arch == "spirv64"])
	return img, err
}

func bundle(o bundleOptions, args []string) error {
	var images []namedImage
	seen := map[string]bool{}
	for _, a := range args {
		img, err := readImage(a)
		if err != nil {
			return err
		}
		if seen[img.id] {
			return fmt.Errorf("%s: a second image for %s", a, img.id)
		}
		seen[img.id] = true
		images = append(images, img)
	}
	write := map[string]func(io.Writer, bundleOptions, []namedImage) error{"bundle": writeBinaryBundle, "offload-binary": writeOffload}[o.format]
	if kind, isText := strings.CutPrefix(o.format, "text:"); isText {
		comment, ok := fatbin.TextComments[kind]
		if !ok {
			return fmt.Errorf("--format=text:%s: want i, ii, cui, hipi, d, ll or s", kind)
		}
		write = func(w io.Writer, _ bundleOptions, images []namedImage) error {
			return fatbin.WriteTextBundle(w, comment, inputsOf(images))
		}
	}
	if write == nil {
		return fmt.Errorf("--format=%s: want bundle, text:EXT or offload-binary", o.format)
	}
	if o.output == "-" {
		return write(os.Stdout, o, images)
	}
	return bundler.ReplaceFile(o.output, 0o666, func(w io.Writer) error { return write(w, o, images) })
}

func inputsOf(images []namedImage) []fatbin.Input {
	var in []fatbin.Input
	for _, i := range images {
		in = append(in, fatbin.InputBytes(i.id, i.data))
	}
	return in
}

func writeBinaryBundle(w io.Writer, o bundleOptions, images []namedImage) error {
	in := inputsOf(images)
	if !o.noHost && !slices.ContainsFunc(in, func(i fatbin.Input) bool { return fatbin.ParseEntryID(i.ID).IsHost() }) {
		in = slices.Insert(in, 0, fatbin.Input{ID: fatbin.HostID})
	}
	if o.compress == "" {
		return fatbin.WriteBundle(w, o.align, in)
	}
	method, ok := map[string]fatbin.Method{"zstd": fatbin.Zstd, "zlib": fatbin.Zlib}[o.compress]
	if !ok {
		return fmt.Errorf("--compress=%s: want zstd or zlib", o.compress)
	}
	var b bytes.Buffer
	if err := fatbin.WriteBundle(&b, o.align, in); err != nil {
		return err
	}
	return fatbin.Compress(w, b.Bytes(), fatbin.CompressOptions{Version: o.ccob, Method: method, Level: o.level})
}

func writeOffload(w io.Writer, o bundleOptions, images []namedImage) error {
	const hip = 4
	var in []fatbin.OffloadInput
	for _, i := range images {
		id := fatbin.ParseEntryID(i.id)
		in = append(in, fatbin.OffloadInput{ImageKind: i.kind.OffloadImageKind(), OffloadKind: hip, Data: i.data,
			Strings: [][2]string{{"arch", id.Target.String()}, {"triple", id.Triple()}}})
	}
	if o.version != 1 {
		return fatbin.WriteOffloadBinary(w, o.version, in)
	}
	for i := range in {
		if err := fatbin.WriteOffloadBinary(w, 1, in[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// openClean scans a file and rejects a malformed one.
func openClean(name string) (*fatbin.File, error) {
	f, err := fatbin.Open(name)
	if err != nil {
		return nil, err
	}
	if err := f.Errors(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
