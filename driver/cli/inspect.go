// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/ianlancetaylor/demangle"
	"github.com/spf13/cobra"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/printable"
	"gohipcc/target"
)

type inspectOptions struct {
	json, names, all, tree, disassemble, mangled bool
	target                                       string
	kernel                                       string
	llvm                                         string
}

// newInspectCommand returns `gohipcc inspect`.
func newInspectCommand() *cobra.Command {
	var o inspectOptions
	cmd := &cobra.Command{
		Use:   "inspect [flags] FILE...",
		Short: "Show the device code in executables, libraries, objects, archives and bundles",
		Long: `Finds every device image in a file, in any container: bundles (binary, text,
compressed, in ELF sections), .hip_fatbin of executables and libraries,
OffloadBinary, ar archives, or a plain image. For each image it shows the
target and the kernels with their arguments, registers and memory.`,
		Example: `  gohipcc inspect a.out
  gohipcc inspect --tree librocblas.so
  gohipcc inspect --json a.out | jq '.images[].kernels[].".name"'
  gohipcc inspect --disassemble --target gfx90a --kernel 'vadd' a.out`,
		Args: needs(1, true),
		RunE: func(cmd *cobra.Command, args []string) error {
			return inspect(cmd.OutOrStdout(), cmd.ErrOrStderr(), o, args)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "print JSON: one object per file, with all details")
	f.BoolVar(&o.names, "names", false, "print only the kernels' names, one per line, without duplicates")
	f.BoolVar(&o.all, "all", false, "also show device functions, variables, arguments and descriptors")
	f.BoolVar(&o.tree, "tree", false, "print the sizes of containers and images as a tree, and their sums per target")
	f.BoolVar(&o.disassemble, "disassemble", false, "disassemble the code with llvm-objdump or spirv-dis")
	f.BoolVar(&o.mangled, "mangled", false, "print mangled kernel names, as in the image")
	f.StringVar(&o.target, "target", "", "only images for this target (gfx90a, spirv64, sm_90 or an entry ID)")
	f.StringVar(&o.kernel, "kernel", "", "only kernels whose name matches this regular expression")
	f.StringVar(&o.llvm, "llvm", "", "directory of llvm-objdump and spirv-dis (default: PATH)")
	return cmd
}

// imageInfo is one image as --json prints it.
type imageInfo struct {
	Path         string               `json:"path"`
	ID           string               `json:"id,omitempty"`
	Format       fatbin.Kind          `json:"format"`
	Target       string               `json:"target,omitempty"`
	Triple       string               `json:"triple,omitempty"`
	Offset       int64                `json:"offset"`
	Size         int64                `json:"size"`
	Version      string               `json:"version,omitempty"`
	Producer     string               `json:"producer,omitempty"`
	Capabilities []string             `json:"capabilities,omitempty"`
	Extensions   []string             `json:"extensions,omitempty"`
	Imports      []string             `json:"imports,omitempty"`
	Segment      *abi.ModuleRecord    `json:"module,omitempty"`
	Kernels      []abi.Kernel         `json:"kernels"`
	Descriptors  []fatbin.Descriptor  `json:"descriptors,omitempty"`
	Functions    []fatbin.Function    `json:"functions,omitempty"`
	Globals      []abi.Global         `json:"globals,omitempty"`
	Printf       []abi.Printf         `json:"printf,omitempty"`
	Variables    []fatbin.SPIRVGlobal `json:"variables,omitempty"`
	Errors       []string             `json:"errors,omitempty"`
}

// describe reads all of an image; names reads only the kernels' metadata.
func describe(n *fatbin.Node, symbols bool) imageInfo {
	id := n.Target()
	d := imageInfo{Path: n.Path, Format: n.Kind, Offset: n.Offset, Size: n.Size, Triple: id.Triple(), Target: id.Target.String(), Kernels: []abi.Kernel{}}
	if n.IsEntry {
		d.ID = n.Name
	}
	note := func(err error) {
		if err != nil {
			d.Errors = append(d.Errors, err.Error())
		}
	}
	if read := imageTools[n.Kind].describe; read != nil {
		read(n, &d, symbols, note)
	}
	return d
}

func describeRecords(m *fatbin.Metadata, d *imageInfo, note func(error)) {
	if m == nil {
		return
	}
	d.Segment = &m.Module
	gs, err := m.Globals()
	note(err)
	d.Globals = gs
	ps, err := m.Printfs()
	note(err)
	d.Printf = ps
}

// describeKernels lists the kernels that have a record.
func describeKernels(m *fatbin.Metadata, d *imageInfo, note func(error)) {
	for _, name := range m.KernelNames() {
		k, err := m.Kernel(name)
		note(err)
		if err == nil {
			d.Kernels = append(d.Kernels, *k)
		}
	}
}

// selector says which images and kernels a command is to show.
type selector struct {
	target string
	kernel *regexp.Regexp
}

func newSelector(target, kernel string) (s selector, err error) {
	s.target = target
	if kernel != "" {
		if s.kernel, err = regexp.Compile(kernel); err != nil {
			return s, fmt.Errorf("--kernel %q: %w", kernel, err)
		}
	}
	return s, nil
}

// image reports whether an image is for the requested target: a processor with or without features,
// an architecture or an entry ID.
func (s selector) image(n *fatbin.Node) bool {
	return s.target == "" || matchTarget(n, s.target)
}

func matchTarget(n *fatbin.Node, want string) bool {
	id := n.Target()
	if want == n.Name || want == id.Target.Processor || want == id.Target.String() || want == id.Arch || want == id.Triple() || want == string(n.Kind) {
		return true
	}
	t, err := target.ParseID(want)
	return err == nil && t.Features != nil && t.String() == id.Target.String()
}

func (s selector) matches(k *abi.Kernel) bool {
	return s.kernel == nil || s.kernel.MatchString(k.Name) || s.kernel.MatchString(readable(k.Name))
}

// readable returns a kernel's name in source spelling.
func readable(name string) string { return demangle.Filter(name, demangle.NoEnclosingParams) }

func inspect(out, errw io.Writer, o inspectOptions, files []string) error {
	sel, err := newSelector(o.target, o.kernel)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 64<<10)
	var errs []error
	for _, name := range files {
		f, err := fatbin.Open(name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		err = errors.Join(inspectFile(w, f, o, sel), f.Errors(), w.Flush())
		errs = append(errs, err, f.Close())
	}
	return errors.Join(errs...)
}

func inspectFile(w *bufio.Writer, f *fatbin.File, o inspectOptions, sel selector) error {
	switch {
	case o.tree:
		return printTree(w, f)
	case o.names:
		return printNames(w, f, sel, o.mangled)
	case o.disassemble:
		return disassemble(w, f, sel, o)
	case o.json:
		return printJSON(w, f, sel)
	}
	return printTable(w, f, sel, o)
}

// printNames prints every kernel name once, in order of appearance, without
// decoding the rest of the metadata.
func printNames(w *bufio.Writer, f *fatbin.File, sel selector, mangled bool) error {
	seen := map[string]bool{}
	var errs []error
	show := func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		if !sel.matches(&abi.Kernel{Name: name}) {
			return
		}
		if !mangled {
			name = readable(name)
		}
		w.WriteString(printable.String(name))
		w.WriteByte('\n')
	}
	for n := range f.Images() {
		if !sel.image(n) {
			continue
		}
		if n.Kind == fatbin.KindGFX {
			g, err := n.GFX()
			if g == nil {
				errs = append(errs, err)
				continue
			}
			for name, err := range g.KernelNames() {
				if err != nil {
					errs = append(errs, err)
					break
				}
				show(name)
			}
			continue
		}
		if names := recordNames(n); names != nil {
			for _, name := range names {
				show(name)
			}
			continue
		}
		d := describe(n, false)
		for i := range d.Kernels {
			show(d.Kernels[i].Name)
		}
		for _, e := range d.Errors {
			errs = append(errs, errors.New(e))
		}
	}
	return errors.Join(errs...)
}

// recordNames returns the kernels of a SPIR-V image that has metadata records.
func recordNames(n *fatbin.Node) []string {
	if n.Kind != fatbin.KindSPIRV {
		return nil
	}
	m, err := n.SPIRV()
	if err != nil || m.Metadata() == nil {
		return nil
	}
	return m.Metadata().KernelNames()
}

// printJSON streams the images so that a library of any size takes the memory of
// one.
func printJSON(w *bufio.Writer, f *fatbin.File, sel selector) error {
	name, err := json.Marshal(f.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, `{"file":%s,"format":%q,"size":%d,"images":[`, name, f.Kind, f.Size)
	first := true
	for n := range f.Images() {
		if !sel.image(n) {
			continue
		}
		d := describe(n, true)
		if sel.kernel != nil {
			d.Kernels = slices.DeleteFunc(d.Kernels, func(k abi.Kernel) bool { return !sel.matches(&k) })
		}
		b, err := json.Marshal(d)
		if err != nil {
			return err
		}
		if !first {
			w.WriteByte(',')
		}
		first = false
		w.WriteByte('\n')
		w.Write(b)
	}
	w.WriteString("\n]")
	if err := f.Errors(); err != nil {
		b, _ := json.Marshal(strings.Split(err.Error(), "\n"))
		fmt.Fprintf(w, ",\"errors\":%s", b)
	}
	w.WriteString("}\n")
	return nil
}

func printTable(w *bufio.Writer, f *fatbin.File, sel selector, o inspectOptions) error {
	images := slices.Collect(f.Images())
	total := int64(0)
	for _, n := range images {
		total += n.Size
	}
	fmt.Fprintf(w, "%s: %s, %s; %s of device code in %s\n", f.Name, f.Kind, formatSize(f.Size), formatSize(total), count(len(images), "image"))
	var errs []error
	for _, n := range images {
		if !sel.image(n) {
			continue
		}
		d := describe(n, o.all)
		for _, e := range d.Errors {
			errs = append(errs, errors.New(e))
		}
		if sel.kernel != nil {
			d.Kernels = slices.DeleteFunc(d.Kernels, func(k abi.Kernel) bool { return !sel.matches(&k) })
		}
		printable.All(&d)
		printImage(w, &d, o)
	}
	return errors.Join(errs...)
}

func printImage(w *bufio.Writer, d *imageInfo, o inspectOptions) {
	fmt.Fprintf(w, "\n%s", d.Path)
	if d.Path == "" {
		fmt.Fprint(w, d.Triple)
	}
	fmt.Fprintf(w, "\n  %s", d.Format)
	for _, s := range []string{d.Target, d.Version, d.Producer, formatSize(d.Size), count(len(d.Kernels), "kernel")} {
		if s != "" {
			fmt.Fprintf(w, ", %s", s)
		}
	}
	fmt.Fprintln(w)
	if len(d.Capabilities) > 0 {
		fmt.Fprintf(w, "  capabilities: %s\n", strings.Join(d.Capabilities, " "))
	}
	if len(d.Extensions) > 0 {
		fmt.Fprintf(w, "  extensions: %s\n", strings.Join(d.Extensions, " "))
	}
	if len(d.Kernels) > 0 {
		printKernels(w, d.Format, d.Kernels, o)
	}
	if !o.all {
		return
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	if len(d.Descriptors) > 0 {
		fmt.Fprintln(tw, "  DESCRIPTOR\tADDRESS\tENTRY\tLDS\tSCRATCH\tKERNARG\tVGPR\tAGPR FROM\tUSER SGPR\tWORKGROUP IDS\tUSER DATA")
		for _, k := range d.Descriptors {
			fmt.Fprintf(tw, "  %s\t%#x\t%#x\t%d\t%d\t%d\t%d\t%s\t%d\t%s\t%s\n", o.name(k.Kernel), k.Address, k.Entry, k.GroupSize, k.PrivateSize,
				k.KernargSize, k.VGPRs, dash(k.AccumOffset), k.UserSGPRs, k.WorkgroupIDs, strings.Join(k.UserData, " "))
		}
	}
	if len(d.Functions) > 0 {
		fmt.Fprintln(tw, "  FUNCTION\tADDRESS\tSIZE\tLINKAGE\tREACHED BY")
		for _, fn := range d.Functions {
			l := cmp.Or(fn.Linkage, "local")
			if fn.Kernel {
				l = "kernel"
			}
			var by []string
			for _, k := range fn.Kernels {
				by = append(by, o.name(k))
			}
			fmt.Fprintf(tw, "  %s\t%#x\t%d\t%s\t%s\n", o.name(fn.Name), fn.Address, fn.Size, l, strings.Join(by, "; "))
		}
	}
	if len(d.Globals) > 0 {
		fmt.Fprintln(tw, "  VARIABLE\tOFFSET\tSIZE\tKIND")
		for _, g := range d.Globals {
			kind := "device"
			if g.Constant {
				kind = "constant"
			}
			if g.Managed {
				kind = "managed"
			}
			fmt.Fprintf(tw, "  %s\t%#x\t%d\t%s\n", g.Name, g.Offset, g.Size, kind)
		}
	}
	for _, p := range d.Printf {
		fmt.Fprintf(tw, "  printf %d: %q\n", p.ID, p.Format)
	}
	tw.Flush()
}

func printKernels(w io.Writer, kind fatbin.Kind, ks []abi.Kernel, o inspectOptions) {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	gfx := kind == fatbin.KindGFX
	if gfx {
		fmt.Fprintln(tw, "  KERNEL\tARGS\tKERNARG\tVGPR\tAGPR\tSGPR\tSPILLS\tLDS\tSCRATCH\tWAVE\tMAX WG")
	} else {
		fmt.Fprintln(tw, "  KERNEL\tARGS\tKERNARG\tLDS\tWAVE\tMAX WG\tNEEDS")
	}
	for i := range ks {
		k := &ks[i]
		explicit := 0
		for j := range k.Args {
			if !k.Args[j].Hidden() {
				explicit++
			}
		}
		args := fmt.Sprint(explicit)
		if h := len(k.Args) - explicit; h > 0 {
			args += fmt.Sprintf("+%d", h)
		}
		if gfx {
			scratch := fmt.Sprint(k.PrivateSize)
			if k.UsesDynamicStack {
				scratch += "+"
			}
			fmt.Fprintf(tw, "  %s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%d\t%d\n", o.name(k.Name), args, k.KernargSize, k.VGPRs, k.AGPRs, k.SGPRs,
				k.SGPRSpills+k.VGPRSpills, k.GroupSize, scratch, k.WavefrontSize, k.MaxFlatWorkgroup)
		} else {
			fmt.Fprintf(tw, "  %s\t%s\t%d\t%d\t%s\t%s\t%s\n", o.name(k.Name), args, k.KernargSize, k.GroupSize, dash(int(k.WavefrontSize)),
				dash(int(k.MaxFlatWorkgroup)), strings.Join(k.Features, " "))
		}
	}
	tw.Flush()
	if !o.all {
		return
	}
	for i := range ks {
		if len(ks[i].Args) == 0 {
			continue
		}
		fmt.Fprintf(tw, "  arguments of %s:\n", o.name(ks[i].Name))
		for _, a := range ks[i].Args {
			fmt.Fprintf(tw, "    +%d\t%d B\t%s\t%s\t%s\n", a.Offset, a.Size, a.ValueKind, a.AddressSpace, strings.TrimSpace(a.TypeName+" "+a.Name))
		}
		tw.Flush()
	}
}

func (o inspectOptions) name(s string) string {
	if o.mangled {
		return s
	}
	return readable(s)
}

func dash(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// printTree prints the sizes of containers, and sums per target.
func printTree(w *bufio.Writer, f *fatbin.File) error {
	var walk func(n *fatbin.Node, indent string)
	walk = func(n *fatbin.Node, indent string) {
		note := ""
		if c := n.Compression; c != nil {
			note = fmt.Sprintf(" (%s, version %d, %s uncompressed)", c.Method, c.Version, formatSize(c.Uncompressed))
		}
		if n.Wrappers > 0 {
			note += fmt.Sprintf(" (%s)", count(n.Wrappers, "HIPF wrapper"))
		}
		fmt.Fprintf(w, "%10s %5.1f%%  %s%s  %s%s\n", formatSize(n.Size), percent(n.Size, f.Size), indent, printable.String(n.Name), n.Kind, note)
		for _, c := range n.Children {
			walk(c, indent+"  ")
		}
	}
	walk(f.Node, "")
	type sum struct {
		target string
		size   int64
		images int
	}
	sums := map[string]*sum{}
	for n := range f.Images() {
		id := n.Target()
		key := id.Target.String()
		if key == "" || key == "generic" {
			key = cmp.Or(id.Triple(), string(n.Kind))
		}
		if sums[key] == nil {
			sums[key] = &sum{target: key}
		}
		sums[key].size += n.Size
		sums[key].images++
	}
	if len(sums) == 0 {
		return nil
	}
	var all []*sum
	for _, s := range sums {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *sum) int { return cmp.Or(cmp.Compare(b.size, a.size), cmp.Compare(a.target, b.target)) })
	fmt.Fprintln(w, "\nby target:")
	for _, s := range all {
		fmt.Fprintf(w, "%10s %5.1f%%  %s  %s\n", formatSize(s.size), percent(s.size, f.Size), printable.String(s.target), count(s.images, "image"))
	}
	return nil
}

func percent(n, of int64) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}
