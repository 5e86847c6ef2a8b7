// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"slices"
	"strings"

	"gohipcc/driver/options"
	"gohipcc/toolchains"
)

// targetNames splits the value of a target option. Build files that put several options into one
// string leave trailing blanks.
func targetNames(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
}

// targets are the device targets of a plan, by the template that they use.
type targets struct {
	generic []toolchains.Target // linked by gohipcc, in the order of bundle entries
	own     []toolchains.Target // planned by clang, under the names that it gets
	clangs  bool                // clang plans a family, and may choose the processors
	triple  string              // for which clang is asked for the generic template
	chip    bool                // clang plans SPIR-V, for an installation that --hip-path= names
}

// holdsTargets reports whether the output can hold the code of several targets: a program, an object, or the bundle
// that --genco writes, but not one target's assembly, LLVM IR or bare image.
func (p *Plan) holdsTargets() bool {
	if p.Args.Has("device-only") && (!p.link || p.Args.Has("emit-llvm", "no-bundle-output")) {
		return false
	}
	return !p.Args.Has("offload-arch-tool")
}

// chooseTargets reads the target options. Without any, a program is compiled for the devices of
// this machine.
func (p *Plan) chooseTargets() error {
	picked, explicit, err := p.requested()
	if err != nil {
		return err
	}
	other := OtherRoot(p.Args, p.Config.Prefix)
	if !explicit {
		if other && (p.Args.Has("rocm-path") || p.linksForAMD()) || p.Args.Has("hip-version", "hipstdpar") {
			picked = []toolchains.Target{toolchains.Default()}
		} else {
			picked = toolchains.Local()
		}
	}
	if explicit && !other && p.holdsTargets() && toolchains.StandsIn(picked, toolchains.LocalAMD()) {
		picked = append(picked, toolchains.Local()...)
	}
	for i, t := range picked {
		if o := p.Args.For(t.Accepts).LastOf(options.Wavefront64, options.NoWavefront64); o != "" {
			picked[i] = toolchains.WithWarps(t, o == options.Wavefront64)
		}
	}
	if p.targets, err = arrange(picked); err != nil {
		return err
	}
	if p.clangPlansSPIRV() {
		p.targets.generic, p.targets.clangs, p.targets.chip = nil, true, true
	}
	rocm := other || p.Args.Has("hip-version", "hipstdpar", "offload-arch-tool")
	// A directory of device libraries says nothing about headers; with -nogpuinc clang links the
	// libraries.
	if p.Args.Has("device-lib-path") || os.Getenv("HIP_DEVICE_LIB_PATH") != "" {
		rocm = rocm || p.Args.Has("nogpuinc")
	}
	p.build.OwnRoot = len(p.targets.generic) > 0 || !rocm
	return nil
}

// requested returns the targets of the command line, or for hipcc without any those of its environment.
func (p *Plan) requested() (picked []toolchains.Target, explicit bool, err error) {
	picked, explicit, err = requestedTargets(p.Args)
	archs := os.Getenv("HCC_AMDGPU_TARGET")
	if explicit || archs == "" || !IsHIPCCName(p.Config.Name) {
		return picked, explicit, err
	}
	picked, err = appendArchs(nil, archs, p.Args)
	return picked, true, err
}

// requestedTargets reads the target options in order. explicit: there are some.
func requestedTargets(args *options.Args) (picked []toolchains.Target, explicit bool, err error) {
	for i := range args.List {
		arg := &args.List[i]
		if arg.Option == nil || arg.Option.Use != options.Target {
			continue
		}
		explicit = true
		if arg.Option.ID == "no-offload-arch" {
			picked = slices.DeleteFunc(picked, func(t toolchains.Target) bool {
				return t.Arch == arg.Value || arg.Value == "all" && t.Arch != ""
			})
			continue
		}
		if arg.Option.ID == "offload-arch" {
			if picked, err = appendArchs(picked, arg.Value, args); err != nil {
				return nil, true, err
			}
			continue
		}
		for _, name := range targetNames(arg.Value) {
			t, err := toolchains.ForTriple(name)
			if err != nil {
				return nil, true, err
			}
			picked = append(picked, t)
		}
	}
	return picked, explicit, nil
}

// appendArchs appends the targets that a value of --offload-arch= names.
func appendArchs(picked []toolchains.Target, value string, args *options.Args) ([]toolchains.Target, error) {
	for _, name := range targetNames(value) {
		if name == "native" && !args.Has("offload-arch-tool") {
			picked = append(picked, toolchains.Native()...)
			continue
		}
		t, err := toolchains.ForArch(name)
		if err != nil {
			return nil, err
		}
		picked = append(picked, t)
	}
	return picked, nil
}

// arrange sorts targets by toolchain and template.
func arrange(picked []toolchains.Target) (targets, error) {
	out := targets{triple: toolchains.GenericTriple}
	alone := true
	for _, t := range picked {
		if t.TemplateTriple != "" {
			out.triple = t.TemplateTriple
		}
		alone = alone && t.Template() == toolchains.OwnTemplate
	}
	for _, tc := range toolchains.All() {
		var archs []string
		for _, t := range picked {
			if t.Toolchain != tc {
				continue
			}
			out.clangs = out.clangs || tc.Template() == toolchains.OwnTemplate
			if t.Arch != "" {
				archs = append(archs, t.Arch)
			}
		}
		archs, err := tc.Arrange(archs, alone)
		if err != nil {
			return out, err
		}
		for _, arch := range archs {
			t := toolchains.Target{Toolchain: tc, Arch: arch}
			if tc.Template() == toolchains.OwnTemplate {
				out.own = append(out.own, t)
			} else {
				out.generic = append(out.generic, t)
			}
		}
	}
	return out, nil
}
