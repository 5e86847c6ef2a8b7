// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package bundler implements clang-offload-bundler: the same command line, the same bytes.
package bundler

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gohipcc/fatbin"
	"gohipcc/internal/printable"
	"gohipcc/target"
)

// clangMessage is an error in clang's own words, which scripts and tests look for.
type clangMessage string

// Error implements error.
func (m clangMessage) Error() string { return string(m) }

func clangError(format string, args ...any) error {
	return clangMessage(fmt.Sprintf(format, args...))
}

// bundlerOptions are the options of clang-offload-bundler.
type bundlerOptions struct {
	inputs, outputs, targets              []string
	kind                                  string
	unbundle, list, printOnly             bool
	allowMissing, checkArchive, hipOpenMP bool
	compress, verbose                     bool
	align                                 int64
	level                                 int
	version                               int // of the CCOB
	deprecatedInputs, deprecatedOutputs   []string
	help, showVersion                     bool
	given                                 map[string]bool
}

// bundlerFlags is the option table: where an option's value is stored. Options have one or two
// dashes and "=value" or the next word.
var bundlerFlags = map[string]func(o *bundlerOptions, v string) error{
	"input": func(o *bundlerOptions, v string) error { o.inputs = append(o.inputs, v); return nil },
	"inputs": func(o *bundlerOptions, v string) error {
		o.deprecatedInputs = append(o.deprecatedInputs, strings.Split(v, ",")...)
		return nil
	},
	"output": func(o *bundlerOptions, v string) error { o.outputs = append(o.outputs, v); return nil },
	"outputs": func(o *bundlerOptions, v string) error {
		o.deprecatedOutputs = append(o.deprecatedOutputs, strings.Split(v, ",")...)
		return nil
	},
	"targets": func(o *bundlerOptions, v string) error {
		o.targets = append(o.targets, strings.Split(v, ",")...)
		return nil
	},
	"type":                  func(o *bundlerOptions, v string) error { o.kind = v; return nil },
	"bundle-align":          func(o *bundlerOptions, v string) (err error) { o.align, err = strconv.ParseInt(v, 0, 33); return err },
	"compression-level":     func(o *bundlerOptions, v string) (err error) { o.level, err = strconv.Atoi(v); return err },
	"unbundle":              boolFlag(func(o *bundlerOptions) *bool { return &o.unbundle }),
	"list":                  boolFlag(func(o *bundlerOptions) *bool { return &o.list }),
	"###":                   boolFlag(func(o *bundlerOptions) *bool { return &o.printOnly }),
	"allow-missing-bundles": boolFlag(func(o *bundlerOptions) *bool { return &o.allowMissing }),
	"check-input-archive":   boolFlag(func(o *bundlerOptions) *bool { return &o.checkArchive }),
	"hip-openmp-compatible": boolFlag(func(o *bundlerOptions) *bool { return &o.hipOpenMP }),
	"compress":              boolFlag(func(o *bundlerOptions) *bool { return &o.compress }),
	"verbose":               boolFlag(func(o *bundlerOptions) *bool { return &o.verbose }),
	"help":                  boolFlag(func(o *bundlerOptions) *bool { return &o.help }),
	"help-hidden":           boolFlag(func(o *bundlerOptions) *bool { return &o.help }),
	"h":                     boolFlag(func(o *bundlerOptions) *bool { return &o.help }),
	"version":               boolFlag(func(o *bundlerOptions) *bool { return &o.showVersion }),
}

// bundlerBools are the options that take no value.
var bundlerBools = map[string]bool{"unbundle": true, "list": true, "###": true, "allow-missing-bundles": true, "check-input-archive": true,
	"hip-openmp-compatible": true, "compress": true, "verbose": true, "help": true, "help-hidden": true, "h": true, "version": true}

func boolFlag(field func(*bundlerOptions) *bool) func(*bundlerOptions, string) error {
	return func(o *bundlerOptions, v string) error {
		b, err := strconv.ParseBool(v)
		*field(o) = b
		return err
	}
}

const bundlerHelp = `OVERVIEW: A tool to bundle several input files of the specified type <type>
referring to the same source file but different targets into a single
one. The resulting file can also be unbundled into different files by
this tool if -unbundle is provided.

USAGE: clang-offload-bundler [options]

OPTIONS:

clang-offload-bundler options:

  --###                     - Print any external commands that are to be executed instead of actually executing them - for testing purposes.
  --allow-missing-bundles   - Create empty files if bundles are missing when unbundling.
  --bundle-align=<uint>     - Alignment of bundle for binary files
  --check-input-archive     - Check if input heterogeneous archive is valid in terms of TargetID rules.
  --compress                - Compress output file when bundling.
  --compression-level=<int> - Specify the compression level (integer)
  --hip-openmp-compatible   - Treat hip and hipv4 offload kinds as compatible with openmp kind, and vice versa.
  --input=<string>  - Input file.  Can be specified multiple times for multiple input files.
  --inputs=<string>  - [<input file>,...] (deprecated)
  --list                    - List bundle IDs in the bundled file.
  --output=<string>  - Output file.  Can be specified multiple times for multiple output files.
  --outputs=<string> - [<output file>,...] (deprecated)
  --targets=<string> - [<offload kind>-<target triple>,...]
  --type=<string>    - Type of the files to be bundled/unbundled.
                              Current supported types are:
                                i    - cpp-output
                                ii   - c++-cpp-output
                                cui  - cuda-cpp-output
                                hipi - hip-cpp-output
                                d    - dependency
                                ll   - llvm
                                bc   - llvm-bc
                                s    - assembler
                                o    - object
                                a    - archive of objects
                                gch  - precompiled-header
                                ast  - clang AST file
  --unbundle                - Unbundle bundled file into several output files.
  --verbose                 - Print debug information.
`

// Main runs a command line of clang-offload-bundler, program name first, and returns the exit
// status.
func Main(argv []string, stdout, stderr io.Writer) int {
	o := bundlerOptions{align: 1, version: 3, given: map[string]bool{}}
	name := argv[0]
	fail := func(err error) int {
		fmt.Fprintf(stderr, "%s: error: %v\n", name, err)
		return 1
	}
	if err := o.environment(stderr); err != nil {
		return fail(err)
	}
	for i := 1; i < len(argv); i++ {
		a := argv[i]
		opt, v, has := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(a, "-"), "-"), "=")
		set := bundlerFlags[opt]
		if set == nil || !strings.HasPrefix(a, "-") {
			fmt.Fprintf(stderr, "%s: Unknown command line argument '%s'.  Try: '%s --help'\n", filepath.Base(name), a, name)
			return 1
		}
		if !has {
			if bundlerBools[opt] {
				v = "true"
			} else if i++; i == len(argv) {
				return fail(clangError("for the --%s option: requires a value!", opt))
			} else {
				v = argv[i]
			}
		}
		o.given[opt] = true
		if err := set(&o, v); err != nil {
			return fail(fmt.Errorf("for the --%s option: '%s' value invalid: %w", opt, v, err))
		}
	}
	if o.help {
		io.WriteString(stdout, bundlerHelp)
		return 0
	}
	if o.showVersion {
		fmt.Fprintln(stdout, "gohipcc clang-offload-bundler")
		return 0
	}
	if !o.given["type"] {
		fmt.Fprintf(stderr, "%s: for the --type option: must be specified at least once!\n", filepath.Base(name))
		return 1
	}
	if err := o.check(name, stderr); err != nil {
		return fail(err)
	}
	if err := o.run(stdout, stderr); err != nil {
		return fail(err)
	}
	return 0
}

// IsBundler reports whether a program was called by the bundler's name, with or
// without a version after it.
func IsBundler(argv0 string) bool {
	rest, ok := strings.CutPrefix(filepath.Base(argv0), "clang-offload-bundler")
	return ok && (rest == "" || rest[0] == '-')
}

// environment reads clang's variables.
func (o *bundlerOptions) environment(stderr io.Writer) error {
	if os.Getenv("OFFLOAD_BUNDLER_IGNORE_ENV_VAR") == "1" {
		return nil
	}
	o.verbose = os.Getenv("OFFLOAD_BUNDLER_VERBOSE") == "1"
	o.compress = os.Getenv("OFFLOAD_BUNDLER_COMPRESS") == "1"
	if v, ok := os.LookupEnv("OFFLOAD_BUNDLER_COMPRESSION_LEVEL"); ok {
		n, err := strconv.Atoi(v)
		if err != nil {
			fmt.Fprintf(stderr, "Warning: Invalid value for OFFLOAD_BUNDLER_COMPRESSION_LEVEL: %s. Ignoring it.\n", v)
		} else {
			o.level = n
		}
	}
	if v, ok := os.LookupEnv("COMPRESSED_BUNDLE_FORMAT_VERSION"); ok {
		switch n, err := strconv.Atoi(v); {
		case err != nil:
			fmt.Fprintf(stderr, "Warning: Invalid value for COMPRESSED_BUNDLE_FORMAT_VERSION: %s. Using default version %d.\n", v, o.version)
		case n < 2 || n > 3:
			fmt.Fprintf(stderr, "Warning: Invalid value for COMPRESSED_BUNDLE_FORMAT_VERSION: %s. Valid values are 2 or 3. Using default version %d.\n", v, o.version)
		default:
			o.version = n
		}
	}
	return nil
}

// check rejects the command lines that clang's tool rejects, in its words.
func (o *bundlerOptions) check(name string, stderr io.Writer) error {
	for _, d := range []struct {
		option          string
		deprecated, now *[]string
	}{
		{"input", &o.deprecatedInputs, &o.inputs},
		{"output", &o.deprecatedOutputs, &o.outputs},
	} {
		if len(*d.deprecated) == 0 {
			continue
		}
		if o.given[d.option] {
			return fmt.Errorf("-%ss and -%[1]s cannot be used together, use only -%[1]s instead", d.option)
		}
		fmt.Fprintf(stderr, "%s: warning: -%ss is deprecated, use -%[2]s instead\n", name, d.option)
		*d.now = *d.deprecated
	}
	for _, r := range o.rules() {
		if r.bad {
			return errors.New(r.text)
		}
	}
	if o.list {
		return nil
	}
	return o.checkTargets()
}

// A rule is a condition that a command line must not meet.
type rule struct {
	bad  bool
	text string
}

// rules are checked in the order in which clang's tool does.
func (o *bundlerOptions) rules() []rule {
	if o.list {
		return []rule{
			{o.unbundle, "-unbundle and -list cannot be used together"},
			{len(o.inputs) != 1, "only one input file supported for -list"},
			{len(o.outputs) > 0, "-outputs option is invalid for -list"},
			{len(o.targets) > 0, "-targets option is invalid for -list"},
		}
	}
	rules := []rule{
		{o.checkArchive && !o.unbundle, "-check-input-archive cannot be used while bundling"},
		{o.checkArchive && o.kind != "a", "-check-input-archive can only be used for unbundling archives (-type=a)"},
		{len(o.outputs) == 0, "no output file specified!"},
		{len(o.targets) == 0, "for the --targets option: must be specified at least once!"},
	}
	if o.unbundle {
		return append(rules,
			rule{len(o.inputs) != 1, "only one input file supported in unbundling mode"},
			rule{len(o.outputs) != len(o.targets), "number of output files and targets should match in unbundling mode"})
	}
	return append(rules,
		rule{o.kind == "a", "Archive files are only supported for unbundling"},
		rule{len(o.outputs) != 1, "only one output file supported in bundling mode"},
		rule{len(o.inputs) != len(o.targets), "number of input files and targets should match in bundling mode"})
}

// bundleKinds are the offload kinds that an entry ID may start with.
var bundleKinds = map[string]bool{"host": true, "openmp": true, "hip": true, "hipv4": true}

// bundleArchs are the architectures of triples; any other name in a target is a typing error.
var bundleArchs = func() map[string]bool {
	m := make(map[string]bool)
	for _, a := range strings.Fields(`x86_64 x86_64h amd64 i386 i486 i586 i686 i786 i886 i986 aarch64 aarch64_be aarch64_32 arm64 arm64e arm64ec arm64_32
		arm armeb armv4t armv5 armv5te armv6 armv6m armv7 armv7a armv7l armv7m armv8 armv8a thumb thumbeb thumbv7
		powerpc powerpc64 powerpc64le powerpcle powerpcspe ppc ppc32 ppc64 ppc64le ppcle ppcspe ppu riscv32 riscv64 riscv32be riscv64be
		mips mipseb mipsel mips64 mips64el mipsisa32r6 mipsisa64r6 sparc sparcel sparc64 sparcv9 s390x systemz loongarch32 loongarch64
		hexagon bpf bpfel bpfeb ve wasm32 wasm64 amdgcn amdgpu r600 nvptx nvptx64 spir spir64 spirv spirv32 spirv64
		avr msp430 m68k lanai xcore csky xtensa arc amdil amdil64 hsail hsail64 tce tcele kalimba shave dxil`) {
		m[a] = true
	}
	return m
}()

func (o *bundlerOptions) checkTargets() error {
	seen := map[string]bool{}
	hosts, hipOnly := 0, true
	byTriple := map[string][]target.ID{}
	var order []string
	for i, t := range o.targets {
		if seen[t] {
			return clangError("Duplicate targets are not allowed")
		}
		seen[t] = true
		if strings.Count(t, "-") < 4 {
			return clangError("Targets need to follow the format '<offload kind>-<target triple>', where '<target triple>' follows the format '<kind>-<arch>-<vendor>-<os>-<env>[-<target id>[:target features]]'.")
		}
		o.targets[i] = fatbin.NormalizeEntryID(t)
		id := fatbin.ParseEntryID(o.targets[i])
		triple := strings.Join([]string{id.Arch, id.Vendor, id.OS, id.Env}, "-")
		var bad string
		if !bundleKinds[id.Kind] {
			bad += fmt.Sprintf(", unknown offloading kind '%s'", id.Kind)
		}
		if !bundleArchs[id.Arch] {
			bad += fmt.Sprintf(", unknown target triple '%s'", triple)
		}
		if bad != "" {
			return fmt.Errorf("invalid target '%s'%s", t, bad)
		}
		if id.IsHost() {
			hosts++
		}
		hipOnly = hipOnly && (id.Kind == "hip" || id.Kind == "hipv4")
		key := id.Kind + "-" + triple
		if _, ok := byTriple[key]; !ok {
			order = append(order, key)
		}
		byTriple[key] = append(byTriple[key], id.Target)
	}
	for _, key := range order {
		if a, b, bad := target.Conflict(byTriple[key]); bad {
			return clangError("Cannot bundle inputs with conflicting targets: '%s-%s' and '%s-%s'", key, a, key, b)
		}
	}
	if o.unbundle && hosts > 1 || !o.unbundle && hosts != 1 && !hipOnly {
		return fmt.Errorf("expecting exactly one host target but got %d", hosts)
	}
	return nil
}

func (o *bundlerOptions) run(stdout, stderr io.Writer) error {
	switch {
	case o.list:
		return o.listIDs(stdout)
	case o.unbundle && o.kind == "a":
		return o.unbundleArchive()
	case o.unbundle:
		return o.unbundleFile(stderr)
	}
	return o.bundle(stderr)
}

func readInput(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(os.Stdin)
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("'%s': %w", name, unwrapPath(err))
	}
	return b, nil
}

// unwrapPath removes the operation and path from an error that names them already.
func unwrapPath(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		if errors.Is(pe.Err, os.ErrNotExist) {
			return clangError("No such file or directory")
		}
		return pe.Err
	}
	return err
}

func (o *bundlerOptions) bundle(stderr io.Writer) error {
	var inputs []fatbin.Input
	var host []byte
	hostID := ""
	for i, name := range o.inputs {
		b, err := readInput(name)
		if err != nil {
			return err
		}
		inputs = append(inputs, fatbin.InputBytes(o.targets[i], b))
		if fatbin.ParseEntryID(o.targets[i]).IsHost() {
			host, hostID = b, o.targets[i]
		}
	}
	var out bytes.Buffer
	switch comment, isText := fatbin.TextComments[o.kind]; {
	case isText:
		if err := fatbin.WriteTextBundle(&out, comment, inputs); err != nil {
			return err
		}
	case o.kind == "o" && hostID != "" && isObject(host):
		if o.printOnly {
			return o.printObjcopy(stderr, hostID)
		}
		if err := fatbin.WriteBundleObject(&out, fatbin.Bytes(host), int64(len(host)), hostID, inputs); err != nil {
			return err
		}
	case o.kind == "o" || o.kind == "bc" || o.kind == "gch" || o.kind == "ast":
		if err := fatbin.WriteBundle(&out, o.align, inputs); err != nil {
			return err
		}
	default:
		return fmt.Errorf("'%s': invalid file type specified", o.kind)
	}
	if o.compress {
		var z bytes.Buffer
		if err := fatbin.Compress(&z, out.Bytes(), fatbin.CompressOptions{Version: o.version, Method: fatbin.Zstd, Level: o.level}); err != nil {
			return err
		}
		if o.verbose {
			describeCompression(stderr, z.Bytes(), o.level)
		}
		out = z
	}
	return writeOutput(o.outputs[0], out.Bytes())
}

func describeCompression(w io.Writer, ccob []byte, level int) {
	_, c, err := fatbin.Decompress(fatbin.Bytes(ccob), int64(len(ccob)))
	if err != nil {
		return
	}
	body := int64(len(ccob)) - c.HeaderSize
	if level == 0 {
		level = 3
	}
	fmt.Fprintf(w, "Compressed bundle format version: %d\n", c.Version)
	fmt.Fprintf(w, "Total file size (including headers): %s bytes\n", commas(int64(len(ccob))))
	fmt.Fprintf(w, "Compression method used: %s\n", c.Method)
	fmt.Fprintf(w, "Compression level: %d\n", level)
	fmt.Fprintf(w, "Binary size before compression: %s bytes\n", commas(c.Uncompressed))
	fmt.Fprintf(w, "Binary size after compression: %s bytes\n", commas(body))
	fmt.Fprintf(w, "Compression rate: %.2f\n", float64(c.Uncompressed)/float64(max(body, 1)))
	fmt.Fprintf(w, "Compression ratio: %.2f%%\n", 100*float64(body)/float64(max(c.Uncompressed, 1)))
	fmt.Fprintf(w, "Truncated MD5 hash: %#x\n", c.Hash)
}

func describeDecompression(w io.Writer, c *fatbin.Compression, size int64) {
	fmt.Fprintf(w, "Compressed bundle format version: %d\n", c.Version)
	if c.Version >= 2 {
		fmt.Fprintf(w, "Total file size (from header): %s bytes\n", commas(c.Stored))
	}
	match := map[bool]string{true: "Yes", false: "No"}[c.HashMatchesBytes]
	fmt.Fprintf(w, "Decompression method: %s\n", c.Method)
	fmt.Fprintf(w, "Size before decompression: %s bytes\n", commas(size-c.HeaderSize))
	fmt.Fprintf(w, "Size after decompression: %s bytes\n", commas(c.Uncompressed))
	fmt.Fprintf(w, "Compression rate: %.2f\n", float64(c.Uncompressed)/float64(max(size-c.HeaderSize, 1)))
	fmt.Fprintf(w, "Compression ratio: %.2f%%\n", 100*float64(size-c.HeaderSize)/float64(max(c.Uncompressed, 1)))
	fmt.Fprintf(w, "Stored hash: %#x\nHashes match: %s\n", c.Hash, match)
}

// commas formats a number in groups of three digits.
func commas(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// isObject reports whether the data is an ELF object that sections can be added to.
func isObject(b []byte) bool { return fatbin.Sniff(b).IsELF() }

// printObjcopy prints the command of llvm-objcopy that makes the same object.
func (o *bundlerOptions) printObjcopy(w io.Writer, hostID string) error {
	host := ""
	fmt.Fprint(w, `"llvm-objcopy"`)
	for i, t := range o.targets {
		in := o.inputs[i]
		if t == hostID {
			host, in = in, "/dev/zero"
		}
		fmt.Fprintf(w, " \"--add-section=%s%s=%s\" \"--set-section-flags=%s%s=readonly,exclude\"", fatbin.BundleMagic, t, in, fatbin.BundleMagic, t)
	}
	fmt.Fprintf(w, " \"--\" \"%s\" \"%s\"\n", host, o.outputs[0])
	return nil
}

// writeOutput writes a file through a temporary one in its folder; "-" is the
// standard output.
func writeOutput(name string, data []byte) error {
	if name == "-" {
		_, err := os.Stdout.Write(data)
		return err
	}
	return ReplaceFile(name, 0o666, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// ReplaceFile writes a new file in place of name, completely or not at all. An existing file's mode
// is kept; else mode applies, less the umask. A device or a pipe is written to and stays.
func ReplaceFile(name string, mode os.FileMode, write func(io.Writer) error) (err error) {
	if st, err := os.Stat(name); err == nil && !st.Mode().IsRegular() {
		return writeDevice(name, write)
	}
	var f *os.File
	for i := 0; ; i++ {
		tmp := fmt.Sprintf("%s.tmp%d-%d", name, os.Getpid(), i)
		if f, err = os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode); err == nil {
			break
		}
		if !errors.Is(err, os.ErrExist) || i > 100 {
			return fmt.Errorf("'%s': %w", name, unwrapPath(err))
		}
	}
	unfinished.Store(f.Name(), nil)
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			err = cannotWrite(name, f.Name(), err)
		}
		unfinished.Delete(f.Name())
	}()
	if st, serr := os.Stat(name); serr == nil {
		if err = f.Chmod(st.Mode().Perm()); err != nil {
			return err
		}
	}
	if err = write(f); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func writeDevice(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err == nil {
		err = errors.Join(write(f), f.Close())
	}
	return cannotWrite(name, name, err)
}

// cannotWrite names the output in an error of the operating system about the file that is written in
// its place; other errors stay.
func cannotWrite(name, written string, err error) error {
	var pe *os.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe) && pe.Path == written:
		err = pe.Err
	case errors.As(err, &le) && le.Old == written:
		err = le.Err
	default:
		return err
	}
	return fmt.Errorf("cannot write '%s': %w", name, err)
}

// unfinished has the names of the temporary files of ReplaceFile.
var unfinished sync.Map

// RemoveUnfinished removes the temporary files of ReplaceFile, when a signal ends this process.
func RemoveUnfinished() {
	unfinished.Range(func(name, _ any) bool { os.Remove(name.(string)); return true })
}

// A bundleEntry is an entry to unbundle.
type bundleEntry struct {
	id    string
	bytes func() ([]byte, error)
}

// readEntries lists the entries of data, a file of the type.
func (o *bundlerOptions) readEntries(data []byte, name string) ([]bundleEntry, error) {
	var out []bundleEntry
	add := func(b *fatbin.Bundle) {
		for i := range b.Entries {
			out = append(out, bundleEntry{b.Entries[i].ID, b.Entries[i].Bytes})
		}
	}
	comment, isText := fatbin.TextComments[o.kind]
	switch {
	case isText:
		b, err := fatbin.ReadTextBundle(fatbin.Bytes(data), int64(len(data)), comment)
		if err != nil {
			return nil, fmt.Errorf("'%s': %w", name, err)
		}
		add(b)
	case (o.kind == "o" || o.kind == "a") && isObject(data):
		root := fatbin.Scan(fatbin.Bytes(data), int64(len(data)), name)
		for _, n := range root.Children {
			if !n.IsEntry {
				continue
			}
			read := n.Bytes
			if n.Kind == fatbin.KindEmpty && n.Size == 1 { // the object is the host's code
				read = func() ([]byte, error) {
					var b bytes.Buffer
					err := fatbin.HostObject(&b, fatbin.Bytes(data), int64(len(data)))
					return b.Bytes(), err
				}
			}
			out = append(out, bundleEntry{n.Name, read})
		}
		if len(out) == 0 && root.Err != nil {
			return nil, root.Err
		}
	case o.kind == "o" || o.kind == "a" || o.kind == "bc" || o.kind == "gch" || o.kind == "ast":
		if !bytes.HasPrefix(data, []byte(fatbin.BundleMagic)) {
			return nil, nil
		}
		b, err := fatbin.ReadBundle(fatbin.Bytes(data), int64(len(data)))
		if err != nil {
			return nil, fmt.Errorf("'%s': %w", name, err)
		}
		add(b)
	default:
		return nil, fmt.Errorf("'%s': invalid file type specified", o.kind)
	}
	return out, nil
}

// inflate decompresses a CCOB; other data is returned unchanged.
func (o *bundlerOptions) inflate(data []byte, stderr io.Writer) ([]byte, error) {
	if fatbin.Sniff(data) != fatbin.KindCompressed {
		return data, nil
	}
	b, c, err := fatbin.Decompress(fatbin.Bytes(data), int64(len(data)))
	if err != nil {
		return nil, clangError("Failed to decompress input: %v", err)
	}
	if o.verbose && stderr != nil {
		describeDecompression(stderr, c, int64(len(data)))
	}
	return b, nil
}

func (o *bundlerOptions) listIDs(stdout io.Writer) error {
	name := o.inputs[0]
	data, err := readInput(name)
	if err != nil {
		return err
	}
	// A file may hold many bundles, one after the other.
	for len(data) > 0 {
		part, rest := data, []byte(nil)
		if magic, ok := leadingMagic(data); ok && !isText(o.kind) {
			if n, err := fatbin.MeasureBundle(fatbin.Bytes(data)); err == nil && n <= int64(len(data)) {
				part, rest = data[:n], data[n:]
			}
			if k := bytes.Index(rest, []byte(magic)); k >= 0 {
				rest = rest[k:]
			} else {
				rest = nil
			}
		}
		data = rest
		if part, err = o.inflate(part, nil); err != nil {
			return err
		}
		es, err := o.readEntries(part, name)
		if err != nil {
			return err
		}
		for _, e := range es {
			fmt.Fprintln(stdout, printable.String(e.id))
		}
	}
	return nil
}

func isText(kind string) bool { _, ok := fatbin.TextComments[kind]; return ok }

func leadingMagic(b []byte) (string, bool) {
	for _, m := range []string{fatbin.BundleMagic, fatbin.CompressedMagic} {
		if bytes.HasPrefix(b, []byte(m)) {
			return m, true
		}
	}
	return "", false
}

// checkWarps returns an error if a file has code for the processor of one of the targets, and only with warps of the other
// size: without it the link would be one without the file's code.
func (o *bundlerOptions) checkWarps(entries []bundleEntry, targets []string, name string) error {
	for _, t := range targets {
		if err := o.checkWarpsFor(entries, t, name); err != nil {
			return err
		}
	}
	return nil
}

func (o *bundlerOptions) checkWarpsFor(entries []bundleEntry, target, name string) error {
	want := fatbin.ParseEntryID(target)
	other := func(e bundleEntry) bool {
		has := fatbin.ParseEntryID(fatbin.NormalizeEntryID(e.id))
		return has.Triple() == want.Triple() && has.Target.Processor == want.Target.Processor && has.HasWideWarps() != want.HasWideWarps()
	}
	if !want.IsNative() || !slices.ContainsFunc(entries, other) || slices.ContainsFunc(entries, func(e bundleEntry) bool { return o.compatible(e.id, target) }) {
		return nil
	}
	lanes := [2]int{32, 64}
	if want.HasWideWarps() {
		lanes = [2]int{64, 32}
	}
	return fmt.Errorf("'%s': its code for %s has warps of %d lanes, and the link is for %d: compile and link all with -mwavefrontsize64, or none", name, want.Target.Processor, lanes[1], lanes[0])
}

// compatible reports whether the code object may serve the target.
func (o *bundlerOptions) compatible(object, target string) bool {
	a, b := fatbin.ParseEntryID(fatbin.NormalizeEntryID(object)), fatbin.ParseEntryID(target)
	if a.Kind != b.Kind {
		hip := func(k string) bool { return k == "hip" || k == "hipv4" }
		switch {
		case hip(a.Kind) && hip(b.Kind):
		case o.hipOpenMP && (hip(a.Kind) && b.Kind == "openmp" || a.Kind == "openmp" && hip(b.Kind)):
		default:
			return false
		}
	}
	if a.Triple() != b.Triple() {
		return false
	}
	if a.Target.Processor != b.Target.Processor || a.HasWideWarps() != b.HasWideWarps() {
		return false
	}
	for _, f := range a.Target.Features {
		if on, set := b.Target.Feature(f.Name); !set || on != f.On {
			return false
		}
	}
	return true
}

func (o *bundlerOptions) unbundleFile(stderr io.Writer) error {
	name := o.inputs[0]
	data, err := readInput(name)
	if err != nil {
		return err
	}
	if data, err = o.inflate(data, stderr); err != nil {
		return err
	}
	entries, err := o.readEntries(data, name)
	if err != nil {
		return err
	}
	found, open, err := o.match(entries)
	if err != nil {
		return err
	}
	if o.printOnly {
		if isObject(data) {
			o.printCopies(stderr, name, found)
		}
		return nil
	}
	if err := o.checkWarps(entries, open, name); err != nil {
		return err
	}
	results := make(map[string][]byte)
	foundHost := false
	for _, m := range found {
		if results[m.target], err = m.bytes(); err != nil {
			return err
		}
		foundHost = foundHost || isHostID(m.id)
	}
	if len(open) > 0 && !o.allowMissing {
		return clangError("Can't find bundles for%s", enumerate(open))
	}
	if len(open) == len(o.targets) {
		// No bundle at all: the file is the host's.
		for _, t := range slices.DeleteFunc(open, func(t string) bool { return !isHostID(t) }) {
			results[t] = data
		}
	} else if !foundHost && slices.ContainsFunc(o.targets, isHostID) && !o.allowMissing {
		return clangError("Can't find bundle for the host target")
	}
	for i, t := range o.targets {
		if err := writeOutput(o.outputs[i], results[t]); err != nil {
			return err
		}
	}
	return nil
}

// printCopies prints the command that extracts the host's object from a bundle.
func (o *bundlerOptions) printCopies(stderr io.Writer, name string, found []matchedEntry) {
	for _, m := range found {
		if isHostID(m.id) {
			fmt.Fprintf(stderr, "\"llvm-objcopy\" \"--regex\" \"--remove-section=%s.*\" \"--\" \"%s\" \"%s\"\n", fatbin.BundleMagic, name, o.outputs[slices.Index(o.targets, m.target)])
		}
	}
}

// match returns the first entry for each requested target, and the targets without one.
func (o *bundlerOptions) match(entries []bundleEntry) (found []matchedEntry, open []string, err error) {
	open = slices.Clone(o.targets)
	for _, e := range entries {
		if n := strings.Count(e.id, "-"); n < 4 {
			return nil, nil, fmt.Errorf("invalid bundle id read from the bundle: '%s'", e.id)
		}
		i := slices.IndexFunc(open, func(t string) bool { return o.compatible(e.id, t) })
		if i < 0 {
			continue
		}
		found = append(found, matchedEntry{e, open[i]})
		open = slices.Delete(open, i, i+1)
	}
	return found, open, nil
}

// matchedEntry is an entry and the target that it is used for.
type matchedEntry struct {
	bundleEntry
	target string
}

func isHostID(id string) bool { return fatbin.ParseEntryID(id).IsHost() }

// enumerate joins names as clang's message does.
func enumerate(names []string) string {
	names = slices.Clone(names)
	slices.Sort(names)
	var b strings.Builder
	for i, n := range names {
		if i > 0 && len(names) > 2 {
			b.WriteByte(',')
		}
		b.WriteByte(' ')
		if i > 0 && i == len(names)-1 {
			b.WriteString("and ")
		}
		b.WriteString(n)
	}
	return b.String()
}

// unbundleArchive makes one archive per target from an archive of bundles.
func (o *bundlerOptions) unbundleArchive() error {
	name := o.inputs[0]
	data, err := readInput(name)
	if err != nil {
		return err
	}
	members, err := fatbin.ReadArchive(fatbin.Bytes(data), int64(len(data)))
	if err != nil && members == nil {
		return fmt.Errorf("file too small to be an archive: '%s': %w", name, err)
	}
	if err != nil {
		return fmt.Errorf("'%s': %w", name, err)
	}
	out := map[string][]fatbin.MemberInput{}
	for i := range members {
		entries, err := o.memberEntries(name, data, &members[i])
		if err != nil {
			return err
		}
		if err := o.checkWarps(entries, o.targets, name+"("+members[i].Name+")"); err != nil {
			return err
		}
		if err := o.sortEntries(out, filepath.Base(members[i].Name), entries); err != nil {
			return err
		}
	}
	for _, t := range o.targets {
		if out[t] == nil && !o.allowMissing {
			return fmt.Errorf("no compatible code object found for the target '%s' in heterogeneous archive library: %s", t, name)
		}
	}
	for i, t := range o.targets {
		var b bytes.Buffer
		if err := fatbin.WriteArchive(&b, out[t]); err != nil {
			return err
		}
		if err := writeOutput(o.outputs[i], b.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// memberEntries reads the bundle that a member of the archive in data is, which may lie in a
// file of its own.
func (o *bundlerOptions) memberEntries(archive string, data []byte, m *fatbin.Member) (entries []bundleEntry, err error) {
	var b []byte
	if m.Thin {
		if b, err = readInput(filepath.Join(filepath.Dir(archive), m.Name)); err != nil {
			return nil, err
		}
	} else {
		b = data[m.Offset:][:m.Size]
	}
	if b, err = o.inflate(b, nil); err != nil {
		return nil, fmt.Errorf("%s(%s): %w", archive, m.Name, err)
	}
	if entries, err = o.readEntries(b, archive+"("+m.Name+")"); err != nil || !o.checkArchive {
		return entries, err
	}
	if a, b := conflictingIDs(entries); a != "" {
		return nil, fmt.Errorf("conflicting TargetIDs [%s, %s] found in %s of %s", a, b, m.Name, archive)
	}
	return entries, nil
}

// sortEntries appends a member for each entry to the targets that it fits.
func (o *bundlerOptions) sortEntries(out map[string][]fatbin.MemberInput, member string, entries []bundleEntry) error {
	for _, e := range entries {
		if strings.Count(e.id, "-") < 4 {
			return clangError("Invalid bundle id read from code object: '%s'", e.id)
		}
		for _, t := range o.targets {
			if !o.compatible(e.id, t) {
				continue
			}
			d, err := e.bytes()
			if err != nil {
				return err
			}
			out[t] = append(out[t], fatbin.MemberInput{Name: unbundledName(member, e.id), Data: d})
		}
	}
	return nil
}

// conflictingIDs returns the first pair of entry IDs whose targets conflict.
func conflictingIDs(entries []bundleEntry) (string, string) {
	for i := range entries {
		for j := range entries[i+1:] {
			a, b := entries[i].id, entries[i+1+j].id
			if _, _, bad := target.Conflict([]target.ID{fatbin.ParseEntryID(a).Target, fatbin.ParseEntryID(b).Target}); bad {
				return min(a, b), max(a, b)
			}
		}
	}
	return "", ""
}

// unbundledName returns clang's name for an archive member's code object: <stem>-<entry
// ID><stem><extension>, colons replaced.
func unbundledName(member, id string) string {
	stem := strings.TrimSuffix(member, filepath.Ext(member))
	ext := filepath.Ext(member)
	switch t := fatbin.ParseEntryID(id).Target.String(); {
	case target.IsAMD(t):
		ext = ".bc"
	case target.IsSM(t):
		ext = ".cubin"
	}
	return strings.ReplaceAll(stem+"-"+id+stem+ext, ":", "_")
}
