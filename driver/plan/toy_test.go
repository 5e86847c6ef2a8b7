// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// toy is a target family of its own: what CONTRIBUTING.md's "Add a target" asks of a file in
// toolchains/.
type toy struct{}

func (toy) Name() string                      { return "TOY" }
func (toy) Triple() string                    { return "toy64" }
func (toy) Owns(triple string) bool           { return triple == "toy64" }
func (toy) Archs() []string                   { return []string{"toy1", "toy2"} }
func (toy) Local() []string                   { return nil }
func (toy) Template() toolchains.TemplateKind { return toolchains.GenericTemplate }
func (toy) Device(c *step.CC1) string         { return c.CPU() }
func (toy) Emulation() string                 { return "" }
func (toy) EntryID(arch, _ string) string     { return "hip-toy64-unknown-unknown--" + arch }

func (toy) ParseArch(value string) (toolchains.Target, bool, error) {
	return toolchains.Target{Toolchain: toy{}, Arch: value}, strings.HasPrefix(value, "toy"), nil
}

func (toy) ParseTriple(triple string) (toolchains.Target, bool, error) {
	return toolchains.Target{Toolchain: toy{}, Arch: "toy1"}, triple == "toy64", nil
}

func (toy) Arrange(archs []string, _ bool) ([]string, error) { return archs, nil }

func (toy) Compile(_ *toolchains.Build, arch string, c *step.CC1) error {
	c.Args.Set("-triple", "toy64")
	c.Append(step.Sep("-target-cpu", arch))
	return nil
}

func (toy) Link(b *toolchains.Build, arch string, l *step.DeviceLink) error {
	l.Triple, l.CPU, l.Emit = "toy64", arch, "obj"
	l.Libraries = []string{b.Prefix.DeviceLib("toy.bc")}
	return nil
}

// TestAddTarget: a toolchain in the registry is all that a plan needs for a new target, beside the
// others of a build.
func TestAddTarget(t *testing.T) {
	a, err := txtar.ParseFile("testdata/plans/mixed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	defer toolchains.Register(toy{})()
	prefix := planDir(t)
	for _, targets := range []string{"--offload-arch=gfx90a,spirv64,sm_70,toy2", "--offload-arch=gfx90a,spirv64,sm_70 --offload=toy64"} {
		arch := "toy2"
		if strings.Contains(targets, "toy64") {
			arch = "toy1"
		}
		plan, _ := planOf(t, readRecorded(t, a), prefix, "-c a.hip "+targets)
		for _, want := range []string{
			`"-cc1" "-triple" "toy64"`,
			`"-target-cpu" "` + arch + `"`,
			`"-device-link" "--target=toy64" "--cpu=` + arch + `" "-O1" "--emit=obj" "--library=/gohip/lib/gohip/toy.bc"`,
			`"-o" "/temp/a-` + arch + `-RANDOM.out" "/temp/a-` + arch + `-RANDOM.bc"`,
			`hipv4-amdgcn-amd-amdhsa--gfx90a,hip-toy64-unknown-unknown--` + arch + `,hip-nvptx64-nvidia-cuda--sm_70,hip-spirv64----generic"`,
			`"-input=/temp/a-` + arch + `-RANDOM.out"`,
		} {
			if !strings.Contains(plan, want) {
				t.Errorf("%s: the plan has no %s:\n%s", targets, want, plan)
			}
		}
	}
	t.Setenv("PATH", "")
	if f := filepath.Base(targetFile(toolchains.Target{Toolchain: toy{}, Arch: "toy1"}, "x/a-hip-spirv64-generic.bc")); f != "a-hip-toy64-toy1.bc" {
		t.Errorf("the file of a target is called %s", f)
	}
}
