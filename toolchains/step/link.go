// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

// DeviceLink is gohipcc's device link: bitcode, passes, one optimisation pipeline, image.
type DeviceLink struct {
	Program       string // gohipcc
	Triple        string
	CPU, Features string // empty: none
	AllowEmpty    bool   // objects without device code are accepted as empty ones
	WarpSize      string // "64"; empty: the target's
	NoWarpSize    bool   // no warnings of constants for other warp sizes
	NoLayout      bool   // no warnings of memory with another layout than the host's
	OptLevel      string // "-O1"
	Emit          string // "spirv", "asm", "obj"
	SPIRVVersion  string
	Producer      string
	Libraries     []string
	Passes        []UserPass
	Only          []string // the only passes to run
	Verify        bool
	Check         string // "race"; the program has no sanitizer of its own
	SaveTemps     string // prefix of the intermediate files to keep
	LLVM          string // prefix of the LLVM to use
	Disabled      string // workarounds that are switched off, by ID
	Output        string
	Files         []string
}

// A UserPass is a pass of a plugin.
type UserPass struct{ Plugin, Name string }

// Argv implements Step.
func (d *DeviceLink) Argv() []string {
	argv := []string{d.Program, "-device-link", "--target=" + d.Triple}
	opt := func(name, value string) {
		if value != "" {
			argv = append(argv, name+value)
		}
	}
	flag := func(name string, on bool) {
		if on {
			argv = append(argv, name)
		}
	}
	opt("--cpu=", d.CPU)
	opt("--features=", d.Features)
	flag("--allow-empty", d.AllowEmpty)
	opt("--warp-size=", d.WarpSize)
	flag("--no-warn-warp-size", d.NoWarpSize)
	flag("--no-warn-host-layout", d.NoLayout)
	opt("", d.OptLevel)
	opt("--emit=", d.Emit)
	opt("--spirv-version=", d.SPIRVVersion)
	opt("--producer=", d.Producer)
	for _, l := range d.Libraries {
		opt("--library=", l)
	}
	for _, p := range d.Passes {
		argv = append(argv, "--pass-plugin="+p.Plugin, "--user-pass="+p.Name)
	}
	for _, p := range d.Only {
		opt("--only=", p)
	}
	flag("--verify", d.Verify)
	opt("--check=", d.Check)
	opt("--save-temps=", d.SaveTemps)
	opt("--llvm=", d.LLVM)
	opt("--disable-workarounds=", d.Disabled)
	return append(append(argv, "-o", d.Output), d.Files...)
}

// Inputs implements Step.
func (d *DeviceLink) Inputs() []string { return d.Files }

// Outputs implements Step.
func (d *DeviceLink) Outputs() []string { return []string{d.Output} }

// Rename implements Step.
func (d *DeviceLink) Rename(in, out func(string) string) Step {
	e := *d
	e.Output, e.Files = out(d.Output), renameAll(d.Files, in)
	return &e
}

// Verb implements Step.
func (d *DeviceLink) Verb() string { return "link and optimise" }

// linkerSeparate are linkers' options whose value is the next word.
var linkerSeparate = set(`-o -m -dynamic-linker -rpath -rpath-link -soname -h -z -T -e -u -plugin --plugin -flavor -L -l -y -Map -init -fini
	--dynamic-linker --entry --version-script --dynamic-list --script --defsym --wrap -a -b -A -F -f -G`)

// link is common to the commands of linkers.
type link struct {
	Program string
	Args    Args
}

func parseLink(argv []string) link {
	return link{argv[0], parseArgs(argv[1:], linkerSeparate, []string{"-L", "-l"})}
}

// Argv implements Step.
func (l *link) Argv() []string { return append([]string{l.Program}, l.Args.Words()...) }

// Inputs implements Step.
func (l *link) Inputs() []string { return l.Args.Files() }

// Outputs implements Step.
func (l *link) Outputs() []string { return l.Args.Values("-o") }

// Verb implements Step.
func (l *link) Verb() string { return "link" }

func (l *link) renamed(in, out func(string) string) link {
	return link{l.Program, renameOptions(l.Args.withFiles(in), out, []string{"-o"})}
}

// ImageLink is lld linking an AMD code object.
type ImageLink struct{ link }

// Rename implements Step.
func (l *ImageLink) Rename(in, out func(string) string) Step { return &ImageLink{l.renamed(in, out)} }

// Emulation returns the linker's name of the target.
func (l *ImageLink) Emulation() string { return l.Args.Value("-m") }

// CPU returns the processor that code is generated for.
func (l *ImageLink) CPU() string {
	for _, o := range l.Args.Values("-plugin-opt=") {
		if len(o) > 5 && o[:5] == "mcpu=" {
			return o[5:]
		}
	}
	return "amdgcn"
}

// HostLink is the host's linker.
type HostLink struct{ link }

// Rename implements Step.
func (l *HostLink) Rename(in, out func(string) string) Step { return &HostLink{l.renamed(in, out)} }

// WrappedLink is clang-linker-wrapper, which links device code and runs the host's linker.
type WrappedLink struct{ HostLink }

// Rename implements Step.
func (l *WrappedLink) Rename(in, out func(string) string) Step {
	return &WrappedLink{HostLink{l.renamed(in, out)}}
}

// Verb implements Step.
func (l *WrappedLink) Verb() string { return "device link and link" }

// Archive runs ar, which adds to an archive that exists: its output is a new file.
type Archive struct {
	Program    string
	Operations string
	Output     string
	Members    []string
}

// Argv implements Step.
func (a *Archive) Argv() []string {
	return append([]string{a.Program, a.Operations, a.Output}, a.Members...)
}

// Inputs implements Step.
func (a *Archive) Inputs() []string { return a.Members }

// Outputs implements Step.
func (a *Archive) Outputs() []string { return []string{a.Output} }

// Rename implements Step.
func (a *Archive) Rename(in, out func(string) string) Step {
	return &Archive{a.Program, a.Operations, out(a.Output), renameAll(a.Members, in)}
}

// Verb implements Step.
func (a *Archive) Verb() string { return "archive" }
