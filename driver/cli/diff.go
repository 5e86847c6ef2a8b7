// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gohipcc/abi"
	"gohipcc/internal/printable"
)

// errDiffers is the result of a diff that found differences: exit status 1, without a message.
var errDiffers = errors.New("the files differ")

// newDiffCommand returns `gohipcc diff`.
func newDiffCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare the device code of two files",
		Long: `Lists the targets and kernels that only one file has, and the kernels whose registers,
memory or arguments differ. The exit status is 1 when the files differ.`,
		Args: needs(2, false),
		RunE: func(cmd *cobra.Command, args []string) error {
			return diff(cmd.OutOrStdout(), args[0], args[1], asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// kernelChange is one kernel that differs.
type kernelChange struct {
	Kernel  string                 `json:"kernel"`
	Changes map[string]valueChange `json:"changes"`
	order   []string
}

// valueChange is the value of one metadata key in both files.
type valueChange struct {
	Old any `json:"old"`
	New any `json:"new"`
}

// targetDiff has the differences for one target.
type targetDiff struct {
	Target  string         `json:"target"`
	OnlyIn  string         `json:"only_in,omitempty"` // "old" or "new": the target is in one file
	OldSize int64          `json:"old_size"`
	NewSize int64          `json:"new_size"`
	Removed []string       `json:"removed,omitempty"` // kernels
	Added   []string       `json:"added,omitempty"`
	Changed []kernelChange `json:"changed,omitempty"`
}

// targetCode is the code of a file for one target, all its images together.
type targetCode struct {
	size    int64
	kernels map[string]abi.Kernel
}

func readTargets(name string) (map[string]*targetCode, error) {
	f, err := openClean(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]*targetCode{}
	for n := range f.Images() {
		d := describe(n, false)
		if d.Errors != nil {
			return nil, errors.New(strings.Join(d.Errors, "\n"))
		}
		key := d.Target
		if key == "" || key == "generic" {
			key = d.Triple
		}
		key = string(d.Format) + " " + key
		c := out[key]
		if c == nil {
			c = &targetCode{kernels: map[string]abi.Kernel{}}
			out[key] = c
		}
		c.size += n.Size
		for _, k := range d.Kernels {
			c.kernels[k.Name] = k
		}
	}
	return out, nil
}

func diff(out io.Writer, oldName, newName string, asJSON bool) error {
	old, err := readTargets(oldName)
	if err != nil {
		return err
	}
	new, err := readTargets(newName)
	if err != nil {
		return err
	}
	targets := map[string]bool{}
	for t := range old {
		targets[t] = true
	}
	for t := range new {
		targets[t] = true
	}
	diffs := []targetDiff{}
	for _, t := range sortedKeys(targets) {
		if d, differs := diffTarget(t, old[t], new[t]); differs {
			diffs = append(diffs, d)
		}
	}
	w := bufio.NewWriter(out)
	if asJSON {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		err = e.Encode(map[string]any{"old": oldName, "new": newName, "targets": diffs})
	} else {
		for _, d := range diffs {
			printDiff(w, d)
		}
	}
	if err := errors.Join(err, w.Flush()); err != nil {
		return err
	}
	if len(diffs) > 0 {
		return errDiffers
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	slices.Sort(ks)
	return ks
}

func diffTarget(name string, old, new *targetCode) (targetDiff, bool) {
	d := targetDiff{Target: name}
	switch {
	case old == nil:
		d.OnlyIn, d.NewSize = "new", new.size
		return d, true
	case new == nil:
		d.OnlyIn, d.OldSize = "old", old.size
		return d, true
	}
	d.OldSize, d.NewSize = old.size, new.size
	for _, k := range sortedKeys(old.kernels) {
		b, ok := new.kernels[k]
		if !ok {
			d.Removed = append(d.Removed, k)
			continue
		}
		a := old.kernels[k]
		if c := diffKernel(&a, &b); len(c.Changes) > 0 {
			d.Changed = append(d.Changed, c)
		}
	}
	for _, k := range sortedKeys(new.kernels) {
		if _, ok := old.kernels[k]; !ok {
			d.Added = append(d.Added, k)
		}
	}
	return d, d.Removed != nil || d.Added != nil || d.Changed != nil || d.OldSize != d.NewSize
}

// diffKernel compares all metadata, named by AMD's keys.
func diffKernel(a, b *abi.Kernel) kernelChange {
	c := kernelChange{Kernel: a.Name, Changes: map[string]valueChange{}}
	va, vb := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range va.NumField() {
		x, y := va.Field(i).Interface(), vb.Field(i).Interface()
		if reflect.DeepEqual(x, y) {
			continue
		}
		key, _, _ := strings.Cut(va.Type().Field(i).Tag.Get("json"), ",")
		c.Changes[key] = valueChange{x, y}
		c.order = append(c.order, key)
	}
	return c
}

func printDiff(w io.Writer, d targetDiff) {
	printable.All(&d)
	switch d.OnlyIn {
	case "old":
		fmt.Fprintf(w, "- %s (%s)\n", d.Target, formatSize(d.OldSize))
		return
	case "new":
		fmt.Fprintf(w, "+ %s (%s)\n", d.Target, formatSize(d.NewSize))
		return
	}
	fmt.Fprintf(w, "  %s: %s -> %s\n", d.Target, formatSize(d.OldSize), formatSize(d.NewSize))
	for _, k := range d.Removed {
		fmt.Fprintf(w, "    - %s\n", readable(k))
	}
	for _, k := range d.Added {
		fmt.Fprintf(w, "    + %s\n", readable(k))
	}
	for _, c := range d.Changed {
		fmt.Fprintf(w, "    ~ %s\n", readable(c.Kernel))
		for _, key := range c.order {
			v := c.Changes[key]
			if args, ok := v.Old.([]abi.Arg); ok {
				printArgDiff(w, args, v.New.([]abi.Arg))
				continue
			}
			delta := ""
			if x, ok := v.Old.(uint64); ok {
				delta = fmt.Sprintf(" (%+d)", int64(v.New.(uint64)-x))
			}
			fmt.Fprintf(w, "        %s: %v -> %v%s\n", key, v.Old, v.New, delta)
		}
	}
}

func printArgDiff(w io.Writer, a, b []abi.Arg) {
	ea, ha := splitArgs(a)
	eb, hb := splitArgs(b)
	show := func(args []abi.Arg, i int) string {
		if i >= len(args) {
			return "none"
		}
		return fmt.Sprintf("%d bytes at %d, %s", args[i].Size, args[i].Offset, strings.TrimSpace(args[i].ValueKind+" "+args[i].AddressSpace))
	}
	for i := range max(len(ea), len(eb)) {
		if x, y := show(ea, i), show(eb, i); x != y {
			fmt.Fprintf(w, "        argument %d: %s -> %s\n", i, x, y)
		}
	}
	var changes []string
	for _, k := range ha {
		if !slices.Contains(hb, k) {
			changes = append(changes, "-"+k)
		}
	}
	for _, k := range hb {
		if !slices.Contains(ha, k) {
			changes = append(changes, "+"+k)
		}
	}
	if changes != nil {
		fmt.Fprintf(w, "        hidden arguments: %s\n", strings.Join(changes, " "))
	}
}

// splitArgs separates the arguments that the program passes from those of the runtime; of the
// latter only the kinds matter.
func splitArgs(args []abi.Arg) (explicit []abi.Arg, hidden []string) {
	for _, a := range args {
		if a.Hidden() {
			hidden = append(hidden, strings.TrimPrefix(a.ValueKind, "hidden_"))
		} else {
			explicit = append(explicit, a)
		}
	}
	return explicit, hidden
}
