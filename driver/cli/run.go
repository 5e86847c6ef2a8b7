// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/runtime/hip"
	"gohipcc/target"
)

// runOptions are the flags of `gohipcc run`.
type runOptions struct {
	kernel, grid, block, device string
	shared                      int
	warmup, repeat, show        int
	expect                      []string
	rtol, atol                  float64
	level                       string
	quiet                       bool
	pipeline                    string
}

// newRunCommand returns `gohipcc run`: a kernel from any file, on any device.
func newRunCommand() *cobra.Command {
	o := &runOptions{}
	cmd := &cobra.Command{
		Use:   "run FILE --kernel NAME --grid X[,Y,Z] --block X[,Y,Z] [ARGUMENT...]",
		Short: "Run a kernel of a file, or the main function of an MLIR file",
		Long: `Loads a kernel and launches it, once or repeatedly for timing. FILE is HIP source,
LLVM IR as text or bitcode, a device image of any kind, or a container of such
images: a fat binary, an object, a library, an executable. An .mlir file is
lowered and its main function runs, with the kernels of its gpu.module operations on
the device.

` + runArgHelp + elementNames() + ".",
		Example: `  gohipcc run saxpy.hip --kernel saxpy --grid 4 --block 256 \
      f32:2 range:f32:1024 random:f32:1024:7=y.npy
  gohipcc run a.out --kernel step --block 64 zeros:i32:64 --expect 0=want.npy
  gohipcc run k.ll --kernel k --grid 1024 --block 256 zeros:f32:262144 --repeat 20 --device all
  gohipcc run kernels.mlir`,
		Args: needs(1, true),
		RunE: func(cmd *cobra.Command, args []string) error {
			cmd.SilenceUsage = true
			if filepath.Ext(args[0]) == ".mlir" {
				return runMLIR(cmd.Context(), args[0], args[1:], o, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return runKernel(cmd.Context(), args[0], args[1:], o, cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.kernel, "kernel", "k", "", "kernel, by symbol or source name; optional if the file has only one")
	f.StringVarP(&o.grid, "grid", "g", "1", "grid dimensions, in blocks")
	f.StringVarP(&o.block, "block", "b", "1", "block dimensions, in work-items")
	f.IntVar(&o.shared, "shared", 0, "dynamic shared memory in bytes")
	f.StringVarP(&o.device, "device", "d", "0", `device number (see "gohipcc devices"), or "all": run on each device and compare the results`)
	f.IntVar(&o.repeat, "repeat", 0, "number of launches to time")
	f.IntVar(&o.warmup, "warmup", 2, "number of launches before the timed ones")
	f.StringArrayVar(&o.expect, "expect", nil, "I=FILE.npy: fail unless argument I (from 0) equals the array after the launch")
	f.Float64Var(&o.rtol, "rtol", 1e-5, "relative tolerance of --expect and --device all, for floating types")
	f.Float64Var(&o.atol, "atol", 1e-6, "absolute tolerance")
	f.IntVar(&o.show, "show", 8, "elements of each buffer to print; 0: none, -1: all")
	f.StringVarP(&o.level, "optimize", "O", "3", "optimisation level for source and IR")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "do not print buffers")
	f.StringVar(&o.pipeline, "mlir-pipeline", "", "mlir-opt pipeline to run first on an .mlir file")
	return cmd
}

// dims parses X[,Y[,Z]], also with x as separator.
func dims(name, s string) (hip.Dim, error) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == 'x' })
	if len(parts) < 1 || len(parts) > 3 {
		return hip.Dim{}, fmt.Errorf("--%s %s: give one to three numbers, as 16,16", name, s)
	}
	sizes := make([]int, len(parts))
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n <= 0 {
			return hip.Dim{}, fmt.Errorf("--%s %s: %q is not a size", name, s, p)
		}
		sizes[i] = n
	}
	return hip.Grid(sizes...), nil
}

// A kernelRun is a kernel of a file with its arguments, to be launched on one device or on several.
type kernelRun struct {
	*runOptions
	file        string
	code        []byte // of the file
	args        []*runArg
	grid, block hip.Dim
	stdout      io.Writer
}

func runKernel(ctx context.Context, file string, words []string, o *runOptions, stdout io.Writer) error {
	grid, err := dims("grid", o.grid)
	if err != nil {
		return err
	}
	block, err := dims("block", o.block)
	if err != nil {
		return err
	}
	var args []*runArg
	for _, w := range words {
		a, err := parseRunArg(w)
		if err != nil {
			return err
		}
		args = append(args, a)
	}
	expected, err := o.expectations(args)
	if err != nil {
		return err
	}
	devices, err := o.devices()
	if err != nil {
		return err
	}
	code, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	k := &kernelRun{runOptions: o, file: file, code: code, args: args, grid: grid, block: block, stdout: stdout}
	var first []*array
	for _, d := range devices {
		if len(devices) > 1 {
			fmt.Fprintf(stdout, "device %d: %s\n", d.Ordinal(), d.Name())
		}
		results, err := k.on(ctx, d)
		if err != nil {
			return err
		}
		for i, want := range expected {
			if err := o.compare(results[i], want); err != nil {
				return fmt.Errorf("argument %d is not what --expect says: %w", i, err)
			}
		}
		if first == nil {
			first = results
			if err := saveResults(args, results); err != nil {
				return err
			}
		} else if i, err := o.differ(results, first); err != nil {
			return fmt.Errorf("argument %d differs between device %d (%s) and device %d (%s): %w", i,
				devices[0].Ordinal(), devices[0].Name(), d.Ordinal(), d.Name(), err)
		}
	}
	if len(expected) > 0 && !o.quiet {
		fmt.Fprintf(stdout, "as expected\n")
	}
	return nil
}

// saveResults writes the arguments that are to be saved.
func saveResults(args []*runArg, results []*array) error {
	for i, a := range args {
		if a.save != "" {
			if err := writeNPY(a.save, results[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// differ finds the first buffer in which the results of two devices differ.
func (o *runOptions) differ(results, first []*array) (int, error) {
	for i := range results {
		if results[i] == nil {
			continue
		}
		if err := o.compare(results[i], first[i]); err != nil {
			return i, err
		}
	}
	return 0, nil
}

// devices returns the ones that --device names.
func (o *runOptions) devices() ([]*hip.Device, error) {
	all, err := hip.Devices()
	if err != nil || o.device == "all" {
		return all, err
	}
	n, err := strconv.Atoi(o.device)
	if err != nil || n < 0 || n >= len(all) {
		var list []string
		for _, d := range all {
			list = append(list, fmt.Sprintf("%d (%s)", d.Ordinal(), d.Name()))
		}
		return nil, fmt.Errorf("no device %s; there are %s, and all", o.device, strings.Join(list, ", "))
	}
	return all[n : n+1], nil
}

// expectations reads the arrays of --expect.
func (o *runOptions) expectations(args []*runArg) (map[int]*array, error) {
	out := map[int]*array{}
	for _, e := range o.expect {
		index, path, ok := strings.Cut(e, "=")
		i, err := strconv.Atoi(index)
		if !ok || err != nil || i < 0 || i >= len(args) || args[i].buffer == nil {
			return nil, fmt.Errorf("--expect %s: give the number of a buffer argument and a file, as 0=want.npy", e)
		}
		want, err := readNPY(path)
		if err != nil {
			return nil, err
		}
		if want.elem != args[i].buffer.elem || want.len() != args[i].buffer.len() {
			return nil, fmt.Errorf("--expect %s: it is %s, the argument %s", e, want, args[i].buffer)
		}
		out[i] = want
	}
	return out, nil
}

// compare returns the first difference and the number of differences.
func (o *runOptions) compare(got, want *array) error {
	bad, first, worst := 0, -1, 0.0
	exact := got.elem.name[0] != 'f'
	for i := range got.len() {
		g, w := got.at(i), want.at(i)
		same := g == w || math.IsNaN(g) && math.IsNaN(w)
		if exact {
			n := got.elem.size
			same = bytes.Equal(got.data[i*n:(i+1)*n], want.data[i*n:(i+1)*n])
		} else if !same {
			d := math.Abs(g - w)
			same = d <= o.atol+o.rtol*math.Abs(w)
			worst = math.Max(worst, d)
		}
		if !same {
			if first < 0 {
				first = i
			}
			bad++
		}
	}
	if bad == 0 {
		return nil
	}
	s := fmt.Sprintf("%d of %d elements differ, first [%d]: %s, want %s", bad, got.len(), first, got.text(first), want.text(first))
	if !exact {
		s += fmt.Sprintf("; largest difference %g", worst)
	}
	return errors.New(s)
}

// modules loads device code of the file on a device, compiling it if it is source.
func (k *kernelRun) modules(ctx context.Context, d *hip.Device) ([]*hip.Module, error) {
	c := &hip.CompileOptions{Name: k.file, Device: d, Level: k.level}
	switch filepath.Ext(k.file) {
	case ".hip", ".cu", ".cpp", ".cc", ".cxx", ".ll", ".bc":
		dir, err := filepath.Abs(filepath.Dir(k.file))
		if err != nil {
			return nil, err
		}
		if ext := filepath.Ext(k.file); ext != ".ll" && ext != ".bc" {
			c.Kind, c.Dir = hip.SourceHIP, dir
		}
		return k.compile(ctx, c)
	}
	if d.NeedsCompile(k.code) {
		return k.compile(ctx, c)
	}
	fits, err := candidates(d, k.file, k.code)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(fits, func(a, b candidate) int { return int(a.rank - b.rank) })
	var out []*hip.Module
	for _, c := range fits {
		m, err := d.Load(ctx, c.image, &hip.LoadOptions{Name: k.file})
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// compile compiles the file and loads the module on the device of the options.
func (k *kernelRun) compile(ctx context.Context, c *hip.CompileOptions) ([]*hip.Module, error) {
	im, err := hip.Compile(ctx, k.code, c)
	if err != nil {
		return nil, err
	}
	m, err := im.Load(ctx, c.Device, nil)
	return []*hip.Module{m}, err
}

// candidate is an image that a device can run.
type candidate struct {
	rank  target.Rank
	image []byte
}

// candidates returns the images of a file that the device runs, or SPIR-V if there is none.
func candidates(d *hip.Device, file string, code []byte) ([]candidate, error) {
	in := d.Info()
	var fits, translated []candidate // to be loaded unchanged; SPIR-V, to be translated for a device without it
	var seen []string
	root := fatbin.Scan(fatbin.Bytes(code), int64(len(code)), file)
	for n := range root.Images() {
		id := n.Target()
		rank := target.Rank(0)
		if n.IsEntry {
			seen = append(seen, n.Name)
			if rank = id.RunsOn(in.Arch, in.Target); rank == 0 && id.RunsOn(target.SPIRV64, target.ID{}) == 0 {
				continue
			}
		}
		b, err := n.Bytes()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if n.IsEntry && rank == 0 {
			translated = append(translated, candidate{rank, b})
			continue
		}
		fits = append(fits, candidate{rank, b})
	}
	if len(fits) == 0 {
		fits = translated
	}
	if len(fits) == 0 {
		if err := root.Errors(); err != nil {
			return nil, err
		}
		if len(seen) > 0 {
			slices.Sort(seen)
			return nil, fmt.Errorf("%s: no image for device %d (%s, %s); it has %s", file, d.Ordinal(), in.Name, in.Arch, strings.Join(slices.Compact(seen), ", "))
		}
		return nil, fmt.Errorf("%s: no device code in it", file)
	}
	return fits, nil
}

// find finds the kernel by symbol, or by its name in the source.
func (o *runOptions) find(ctx context.Context, mods []*hip.Module, file string) (*hip.Kernel, error) {
	type found struct {
		m *hip.Module
		n string
	}
	var all []string
	var exact, named []found
	for _, m := range mods {
		for _, n := range m.KernelNames() {
			all = append(all, n)
			if n == o.kernel {
				exact = append(exact, found{m, n})
			}
			if o.kernel == "" || strings.HasPrefix(n, fmt.Sprintf("_Z%d%s", len(o.kernel), o.kernel)) {
				named = append(named, found{m, n})
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	pick := exact
	if len(pick) == 0 {
		pick = named
		if len(all) > 1 && o.kernel == "" {
			return nil, fmt.Errorf("%s has several kernels; choose one with --kernel: %s", file, strings.Join(all, ", "))
		}
	}
	names := map[string]bool{}
	for _, f := range pick {
		names[f.n] = true
	}
	switch {
	case len(names) == 0:
		return nil, fmt.Errorf("%s has no kernel %s; it has %s", file, o.kernel, strings.Join(all, ", "))
	case len(names) > 1:
		return nil, fmt.Errorf("%s has several kernels %s; give the symbol: %s", file, o.kernel, strings.Join(all, ", "))
	}
	return pick[0].m.Kernel(ctx, pick[0].n)
}

// on launches on one device and returns the buffers' contents afterwards.
func (k *kernelRun) on(ctx context.Context, d *hip.Device) (results []*array, err error) {
	mods, err := k.modules(ctx, d)
	defer func() {
		for _, m := range mods {
			if m != nil {
				m.Unload()
			}
		}
	}()
	if err != nil {
		return nil, err
	}
	f, err := k.find(ctx, mods, k.file)
	if err != nil {
		return nil, err
	}
	meta := f.Meta()
	var explicit []*abi.Arg
	for i := range meta.Args {
		if a := meta.Args[i]; a.Explicit() {
			explicit = append(explicit, &a)
		}
	}
	nameValueTypes(meta.Name, explicit)
	if len(k.args) != len(explicit) {
		return nil, fmt.Errorf("%d arguments are given; the kernel is %s", len(k.args), signature(meta, explicit))
	}
	s, err := d.NewStream()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	b := newBound(k.args)
	defer b.free()
	// A launch that is not waited for, because ctx has ended, still uses the buffers and the module.
	defer s.Synchronize(context.WithoutCancel(ctx))
	if i, err := b.bind(d, explicit); i >= 0 {
		return nil, fmt.Errorf("argument %d: %w; the kernel is %s", i, err, signature(meta, explicit))
	} else if err != nil {
		return nil, err
	}
	launch := func() error { return s.Launch(ctx, f, k.grid, k.block, k.shared, b.values...) }
	if k.repeat > 0 {
		if err := b.upload(ctx, s); err != nil {
			return nil, err
		}
		if err := k.time(ctx, s, launch, meta.Name); err != nil {
			return nil, err
		}
	}
	// The results are those of one launch on the given contents.
	if err := b.upload(ctx, s); err != nil {
		return nil, err
	}
	if err := launch(); err != nil {
		return nil, err
	}
	if err := s.Synchronize(ctx); err != nil {
		return nil, err
	}
	if results, err = b.results(ctx, s); err != nil {
		return nil, err
	}
	for i, r := range results {
		if r != nil {
			k.print(i, explicit[i].Name, r)
		}
	}
	return results, nil
}

// boundArgs is the arguments of a command line on a device.
type boundArgs struct {
	args    []*runArg
	buffers []*hip.Buffer[byte] // nil for values
	values  []any
}

func newBound(args []*runArg) *boundArgs {
	return &boundArgs{args, make([]*hip.Buffer[byte], len(args)), make([]any, len(args))}
}

// bind makes the values of a launch. If an argument does not fit its parameter, its number is
// returned with the error, else -1.
func (b *boundArgs) bind(d *hip.Device, params []*abi.Arg) (unfit int, err error) {
	for i, a := range b.args {
		if params[i].ValueKind != abi.ByValue && a.buffer != nil {
			if b.buffers[i], err = hip.NewBuffer[byte](d, max(len(a.buffer.data), 1)); err != nil {
				return -1, err
			}
			b.values[i] = b.buffers[i]
			continue
		}
		if b.values[i], err = a.bytes(params[i]); err != nil {
			return i, err
		}
	}
	return -1, nil
}

// upload writes the contents of the buffers.
func (b *boundArgs) upload(ctx context.Context, s *hip.Stream) error {
	for i, a := range b.args {
		if b.buffers[i] != nil {
			if err := b.buffers[i].Write(ctx, s, a.buffer.data); err != nil {
				return err
			}
		}
	}
	return nil
}

// results reads the buffers.
func (b *boundArgs) results(ctx context.Context, s *hip.Stream) ([]*array, error) {
	out := make([]*array, len(b.args))
	for i, a := range b.args {
		if b.buffers[i] == nil {
			continue
		}
		out[i] = &array{elem: a.buffer.elem, shape: a.buffer.shape, data: make([]byte, len(a.buffer.data))}
		if err := b.buffers[i].Read(ctx, s, out[i].data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *boundArgs) free() {
	for _, x := range b.buffers {
		if x != nil {
			x.Free()
		}
	}
}

// time measures launches of a kernel by the device's clock.
func (k *kernelRun) time(ctx context.Context, s *hip.Stream, launch func() error, name string) error {
	for range k.warmup {
		if err := launch(); err != nil {
			return err
		}
	}
	if err := s.Synchronize(ctx); err != nil {
		return err
	}
	times := make([]float64, 0, k.repeat)
	for range k.repeat {
		took, err := timeOnce(ctx, s, launch)
		if err != nil {
			return err
		}
		times = append(times, float64(took.Nanoseconds())/1000)
	}
	slices.Sort(times)
	sum := 0.0
	for _, t := range times {
		sum += t
	}
	fmt.Fprintf(k.stdout, "%s: min %.1f us, median %.1f us, mean %.1f us, max %.1f us over %d launches\n", name,
		times[0], times[len(times)/2], sum/float64(len(times)), times[len(times)-1], len(times))
	return s.Synchronize(ctx)
}

// timeOnce measures one launch, by the host's clock if the device has none.
func timeOnce(ctx context.Context, s *hip.Stream, launch func() error) (time.Duration, error) {
	start, err := s.Record(ctx)
	if err != nil {
		return 0, err
	}
	defer start.Close()
	wall := time.Now()
	if err := launch(); err != nil {
		return 0, err
	}
	end, err := s.Record(ctx)
	if err != nil {
		return 0, err
	}
	defer end.Close()
	if err := end.Wait(ctx); err != nil {
		return 0, err
	}
	took, err := end.Since(start)
	if took <= 0 {
		took = time.Since(wall)
	}
	return took, err
}

func (k *kernelRun) print(i int, name string, a *array) {
	if k.quiet || k.show == 0 {
		return
	}
	n := a.len()
	if k.show > 0 {
		n = min(n, k.show)
	}
	var b strings.Builder
	for j := range n {
		b.WriteString(" " + a.text(j))
	}
	if n < a.len() {
		b.WriteString(" …")
	}
	if name != "" {
		name = " " + name
	}
	fmt.Fprintf(k.stdout, "%d%s %s:%s\n", i, name, a, b.String())
}
