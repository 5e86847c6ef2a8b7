// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gohipcc/driver/cmdline"
	"gohipcc/driver/options"
	"gohipcc/target"
	"gohipcc/toolchains/clang"
)

// side is one question to clang and what it is for.
type side struct {
	extra  []string // arguments added to the user's
	device bool     // only the device's cc1 lines of the answer are wanted
}

// ask asks clang for the command lines of this build and makes jobs of them.
func (p *Plan) ask(ctx context.Context, offload, hipcc bool) error {
	var common []string
	common = append(common, "--driver-mode=g++")
	if mode, ok := p.Args.Value("driver-mode"); ok {
		common[0] = "--driver-mode=" + mode
	} else if !hipcc && !p.hip {
		base := filepath.Base(p.Config.Name)
		if !strings.Contains(base, "++") {
			common = nil
		}
	}
	if offload {
		if !p.Args.Has("new-driver", "old-driver") {
			common = append(common, "--no-offload-new-driver")
		}
		if hipcc && p.link && p.ownRoot && !p.Args.Has("hip-link", "device-only") {
			common = append(common, "--hip-link")
		}
		if p.ownRoot {
			if !p.Args.Has("nogpuinc") {
				common = append(common, "-nogpuinc")
				common = append(common, p.Config.Prefix.IncludeArgs()...)
			}
			if !p.Args.Has("nogpulib") {
				common = append(common, "-nogpulib")
			}
		} else if p.Args.Has("nohipwrapperinc") {
			common = append(common, "-nohipwrapperinc")
		}
	}
	if len(common) > 1 {
		// What gohipcc adds is not to be complained about, -Werror or not.
		common = append(append(common[:1:1], "--start-no-unused-arguments"), append(common[1:], "--end-no-unused-arguments")...)
	}
	var sides []side
	switch {
	case !offload || !p.spirv && !p.amdGPU:
		sides = []side{{}}
	case !p.spirv:
		var t []string
		if p.ownRoot && !p.Args.Has("offload-arch") {
			for _, id := range p.amd {
				t = append(t, "--offload-arch="+id)
			}
		}
		sides = []side{{extra: t}}
	case len(p.amd) == 0:
		sides = []side{{extra: []string{"--offload=" + p.spirvTriple}}}
	default:
		var t []string
		for _, id := range p.amd {
			t = append(t, "--offload-arch="+id)
		}
		sides = []side{{extra: t}, {extra: []string{"--offload=" + p.spirvTriple}, device: true}}
	}
	q := p.question(common, offload, hipcc)
	var commands [2][][]string
	var notes [2][]string
	for i, s := range sides {
		qi := *q
		qi.Args = append(append([]string{}, s.extra...), q.Args...)
		ans, err := p.Config.Clang.Template(ctx, &qi)
		if err != nil {
			return err
		}
		notes[i] = ans.Notes
		p.Failed = p.Failed || ans.Failed
		commands[i] = p.realise(ans, p.names())
	}
	for i := range sides {
		p.addNotes(slices.DeleteFunc(notes[i], func(n string) bool {
			// What one side has no use for, the other may.
			return len(sides) == 2 && isUnused(n) && !slices.Contains(notes[1-i], n)
		}), common)
	}
	if slices.ContainsFunc(p.Notes, func(n string) bool { return strings.Contains(n, "error: unsupported HIP gpu architecture") }) {
		// clang does not say which there are.
		p.Notes = append(p.Notes, "gohipcc: note: the AMD processors supported are "+strings.Join(target.Processors(), " "))
	}
	p.Jobs = p.jobsOf(commands[0])
	if len(sides) == 2 {
		p.mergeSPIRV(p.jobsOf(commands[1]))
	}
	p.missingROCm()
	p.Jobs = p.deviceDeps(p.Jobs)
	return p.addNVIDIA()
}

// isUnused reports whether a message of clang's is about an argument it has no use for.
func isUnused(note string) bool { return strings.Contains(note, "unused during compilation") }

// addNotes keeps each of clang's messages once, and none about arguments that
// the user did not write.
func (p *Plan) addNotes(notes, added []string) {
	for _, n := range notes {
		if isUnused(n) {
			if slices.ContainsFunc(added, func(a string) bool { return strings.Contains(n, "'"+a+"'") || strings.Contains(n, "'"+a+" ") }) {
				continue
			}
		}
		if !slices.Contains(p.Notes, n) {
			p.Notes = append(p.Notes, n)
		}
	}
}

// question spells the command line with tokens for the names in it.
func (p *Plan) question(common []string, offload, hipcc bool) *clang.Query {
	q := &clang.Query{Args: slices.Clone(common), OutExt: filepath.Ext(p.output)}
	n, lang := 0, ""
	// A C file that hipcc compiles has no use for targets.
	plain := hipcc && !offload && !p.Args.Has("x")
	for i := range p.Args.List {
		a := &p.Args.List[i]
		switch {
		case a.Input:
			in := &p.inputs[n]
			tok := clang.InToken(n)
			ext := in.Ext
			if in.Path == "-" {
				tok, ext = "-", ""
			}
			q.Exts = append(q.Exts, ext)
			q.Files = append(q.Files, in.Path)
			want := ""
			switch {
			case a.Lang != "" || HIPExts[in.Ext]:
			case in.HIP:
				want = "hip"
			case hipcc && in.Ext == ".c":
				want = "c" // which clang++ takes for C++
			}
			if want != lang {
				q.Args = append(q.Args, "-x", cmp.Or(want, "none"))
				lang = want
			}
			q.Args = append(q.Args, tok)
			n++
		case a.Option != nil && a.Option.ID == "offload-jobs" && p.Args.Has("new-driver"):
			q.Args = append(q.Args, a.Words...)
		case a.Option != nil && a.Option.Use == options.Ours:
		case a.Option != nil && a.Option.Use == options.Target && (p.spirv || plain):
		case a.Option != nil && a.Option.ID == "o":
			v := clang.OutToken
			if a.Value == "-" {
				v = "-"
			}
			q.Args = append(q.Args, "-o", v)
		case a.Option != nil && a.Option.ID == "driver-mode":
		case p.spirv && strings.HasPrefix(a.Words[0], "-fopenmp"):
			// clang takes --offload= for OpenMP's own offloading; here OpenMP is the
			// host's affair, as it is with --offload-arch=.
			q.Args = append(append(q.Args, "-Xarch_host"), a.Words...)
		case a.Option != nil && a.Option.ID == "x":
			lang = ""
			q.Args = append(q.Args, a.Words...)
		default:
			q.Args = append(q.Args, a.Words...)
		}
	}
	if slices.Contains(p.amd, target.AMDGCNSPIRV) && !p.Args.Has("use-spirv-backend", "new-driver") && !p.spirvTranslator() {
		q.Args = append(q.Args, "-use-spirv-backend")
	}
	q.Fingerprint.Options(q.Args)
	if !p.ownRoot {
		q.Fingerprint.Environment()
	}
	if p.Args.Has("rdc") {
		q.ShowFiles = true
		q.Fingerprint.Libraries(q.Args, q.Files)
	}
	q.Uncacheable = slices.ContainsFunc(q.Args, func(a string) bool {
		return strings.HasPrefix(a, "@") || strings.HasPrefix(a, "--offload-arch=native") || strings.Contains(a, "-arch-tool=")
	})
	return q
}

// names are those of this build that stand for an answer's tokens.
func (p *Plan) names() clang.Names {
	n := clang.Names{Output: p.output}
	for _, in := range p.inputs {
		n.Inputs = append(n.Inputs, in.Path)
	}
	return n
}

// realise puts names into an answer's commands.
func (p *Plan) realise(ans *clang.Template, names clang.Names) [][]string {
	names.Cwd, _ = os.Getwd()
	names.Spell = cmdline.FileOperand
	rep := names.Replacer()
	out := make([][]string, len(ans.Commands))
	for i, c := range ans.Commands {
		argv := make([]string, len(c))
		for k, a := range c {
			if strings.IndexByte(a, '\x02') >= 0 {
				a = rep.Replace(a)
				for {
					at := strings.Index(a, clang.TempPrefix)
					if at < 0 {
						break
					}
					a = a[:at] + p.Config.TempDir + "/" + a[at+len(clang.TempPrefix):]
				}
			}
			argv[k] = a
		}
		if argv[0] != "" && strings.HasPrefix(argv[0], p.Config.LLVM.Bin) {
			argv[0] = filepath.Clean(argv[0])
		}
		out[i] = argv
	}
	return out
}
