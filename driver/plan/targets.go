// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"gohipcc/driver/options"
	"gohipcc/target"
	"gohipcc/toolchains"
)

// targetNames splits the value of a target option. Build files that put several options
// into one string leave blanks at its end.
func targetNames(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' })
}

// chooseTargets reads the target options. Given none, a program is for SPIR-V
// and for the AMD GPUs of this machine.
func (p *Plan) chooseTargets() error {
	a := p.Args
	p.ownRoot = true
	p.spirvTriple = "spirv64"
	var archs []string
	explicit := false
	for i := range a.List {
		arg := &a.List[i]
		if arg.Option == nil || arg.Option.Use != options.Target {
			continue
		}
		explicit = true
		switch arg.Option.ID {
		case "offload":
			for _, t := range targetNames(arg.Value) {
				switch {
				case strings.HasPrefix(t, "spirv64-amd-amdhsa"):
					p.amdGPU = true
				case strings.HasPrefix(t, "spirv64"):
					p.spirv, p.spirvTriple = true, t
				case strings.HasPrefix(t, "spirv"):
					return fmt.Errorf("invalid or unsupported offload target: '%s'; HIP's pointers have 64 bits, as those of spirv64", t)
				case strings.HasPrefix(t, "nvptx64"):
					p.nv = append(p.nv, target.PortableSM)
				default:
					p.amdGPU = true
				}
			}
		case "offload-arch":
			for _, s := range targetNames(arg.Value) {
				switch {
				case s == "spirv64" || s == "spirv64-unknown-unknown":
					p.spirv = true
				case s == "native" && !a.Has("offload-arch-tool"):
					p.spirv = true
					archs = append(archs, toolchains.LocalAMD()...)
					p.nv = append(p.nv, toolchains.LocalNVIDIA()...)
				case target.IsSM(s):
					if err := target.CheckSM(s); err != nil {
						return err
					}
					p.nv = append(p.nv, s)
				default:
					archs = append(archs, s)
				}
			}
		case "no-offload-arch":
			if arg.Value == "all" {
				archs, p.nv, p.spirv = nil, nil, false
				continue
			}
			if arg.Value == "spirv64" {
				p.spirv = false
			}
			archs = slices.DeleteFunc(archs, func(s string) bool { return s == arg.Value })
			p.nv = slices.DeleteFunc(p.nv, func(s string) bool { return s == arg.Value })
		}
	}
	if len(archs) > 0 {
		p.amdGPU = true
	}
	other := OtherRoot(a, p.Config.Prefix)
	rocm := other || a.Has("hip-version", "hipstdpar", "offload-arch-tool")
	// A directory of device libraries says nothing about headers; where none are wanted,
	// clang links the libraries.
	if a.Has("device-lib-path") || os.Getenv("HIP_DEVICE_LIB_PATH") != "" {
		rocm = rocm || a.Has("nogpuinc")
	}
	if !explicit && !(other && a.Has("rocm-path")) && !a.Has("hip-version", "hipstdpar", "new-driver") {
		p.spirv = true
		archs = toolchains.LocalAMD()
		p.nv = toolchains.LocalNVIDIA()
		p.amdGPU = len(archs) > 0
	} else if !explicit {
		p.amdGPU = true
	}
	p.amd = archs
	slices.SortFunc(p.nv, target.CompareSM)
	p.nv = slices.Compact(p.nv)
	if len(p.nv) > 0 && !p.spirv {
		p.spirv, p.patternOnly = true, true
	}
	if !p.spirv {
		// clang may know processors that are newer than ours, but not say what others take.
		for _, s := range archs {
			processor, _, _ := strings.Cut(s, ":")
			if _, err := target.ParseAMD(processor); err != nil {
				continue
			}
			if _, err := target.ParseAMD(s); err != nil {
				return err
			}
		}
	} else {
		// Target IDs are read here, because clang plans only a part of this.
		var ids []string
		for _, s := range archs {
			if s == target.AMDGCNSPIRV {
				ids = append(ids, s)
				continue
			}
			id, err := target.ParseAMD(s)
			if err != nil {
				return err
			}
			ids = append(ids, id.String())
		}
		slices.Sort(ids)
		p.amd = slices.Compact(ids)
		if err := target.CheckConflicts(p.amd); err != nil {
			return err
		}
	}
	p.ownRoot = p.spirv || !rocm
	return nil
}

// OtherRoot reports whether the command line or the environment names an installation
// of HIP that is not gohipcc's own.
func OtherRoot(a *options.Args, own *toolchains.Prefix) bool {
	if a.Has("rocm-path", "hip-path") {
		return true // dropOwnPaths took the own one away
	}
	return slices.ContainsFunc([]string{"ROCM_PATH", "HIP_PATH"}, func(e string) bool {
		r := os.Getenv(e)
		return r != "" && !SameFolder(r, own.Root)
	})
}

// SameFolder reports whether two names are those of one folder.
func SameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
