// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/fatbin"
	"gohipcc/internal/printable"
)

// findTool finds an LLVM or SPIR-V tool: in dir if one is given, else on PATH by its name and by
// its name with a version (newest first), else among the LLVM installations of Debian's layout.
func findTool(dir, name string) (string, error) {
	if dir != "" {
		p := filepath.Join(dir, name)
		if _, err := os.Stat(p); err != nil {
			return "", fmt.Errorf("%s is not in %s: %w", name, dir, err)
		}
		return p, nil
	}
	tried := []string{name}
	for v := 25; v >= 17; v-- {
		tried = append(tried, fmt.Sprintf("%s-%d", name, v))
	}
	for _, t := range tried {
		if p, err := exec.LookPath(t); err == nil {
			return p, nil
		}
	}
	installed, _ := filepath.Glob("/usr/lib/llvm-*/bin/" + name)
	if len(installed) > 0 {
		slices.SortFunc(installed, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(b, a)) })
		return installed[0], nil
	}
	return "", fmt.Errorf("%s was not found: looked for %s on PATH and for /usr/lib/llvm-*/bin/%s; install it or give its directory with --llvm", name, strings.Join(tried, ", "), name)
}

func disassemble(w *bufio.Writer, f *fatbin.File, sel selector, o inspectOptions) error {
	dir, err := os.MkdirTemp("", "gohipcc-inspect")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var errs []error
	shown := 0
	for n := range f.Images() {
		d := imageTools[n.Kind]
		if !sel.image(n) || d.disassembler == "" && !n.Kind.IsText() {
			continue
		}
		args := d.args
		if sel.kernel != nil {
			syms, any := kernelSymbols(n, sel)
			if !any {
				continue
			}
			if d.disassembler == objdump {
				// Symbols are compared in the spelling in which they are printed.
				args = []string{"--disassemble", "--disassemble-symbols=" + strings.Join(syms, ",")}
			}
		}
		shown++
		fmt.Fprintf(w, "%s: %s\n", f.Name, printable.String(cmp.Or(n.Path, string(n.Kind))))
		if d.disassembler == "" {
			if _, err := io.Copy(w, n.Open()); err != nil {
				errs = append(errs, err)
			}
			continue
		}
		tool, err := findTool(o.llvm, d.disassembler)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		img := filepath.Join(dir, "image")
		if err := writeImage(img, n); err != nil {
			return errors.Join(append(errs, err)...)
		}
		var stderr strings.Builder
		c := exec.Command(tool, append(slices.Clone(args), img)...)
		c.Stdout, c.Stderr = w, &stderr
		if err := c.Run(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %s: %s: %w: %s", f.Name, n.Path, tool, err, strings.TrimSpace(stderr.String())))
		}
	}
	if shown == 0 && len(errs) == 0 {
		return fmt.Errorf("%s: no image to disassemble matches", f.Name)
	}
	return errors.Join(errs...)
}

func kernelSymbols(n *fatbin.Node, sel selector) (syms []string, any bool) {
	for _, k := range describe(n, false).Kernels {
		if sel.matches(&k) {
			syms = append(syms, strings.TrimSuffix(cmp.Or(k.Symbol, k.Name), ".kd"))
		}
	}
	return syms, len(syms) > 0
}

// writeImage writes the image to a file of its own.
func writeImage(name string, n *fatbin.Node) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, n.Open())
	return errors.Join(err, f.Close())
}
