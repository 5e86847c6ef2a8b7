// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"gohipcc/fatbin"
)

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// noteLine is one key of a kernel or argument in llvm-readelf's YAML.
var (
	noteLine      = regexp.MustCompile(`(?m)^ +(?:- )?(\.offset|\.size|\.value_kind|\.name|\.symbol|\.kernarg_segment_size|\.group_segment_fixed_size|\.private_segment_fixed_size|\.wavefront_size|\.sgpr_count|\.vgpr_count|\.max_flat_workgroup_size): +(\S+)$`)
	directiveLine = regexp.MustCompile(`(?m)^\s*\.(amdhsa_kernel|amdhsa_group_segment_fixed_size|amdhsa_private_segment_fixed_size|amdhsa_kernarg_size|amdhsa_next_free_vgpr|amdhsa_accum_offset|amdhsa_wavefront_size32) (\S+)$`)
)

// agree holds llvm-readelf, llvm-objdump and package fatbin against each other: a
// kernel's metadata and its descriptor.
func agree(t *testing.T, path string, image []byte, target string, wave uint64) {
	t.Helper()
	g, err := fatbin.ReadGFX(fatbin.Bytes(image), int64(len(image)))
	if err != nil {
		t.Fatalf("%s: %v", target, err)
	}
	if g.TargetID().String() != target {
		t.Errorf("target %s, want %s", g.TargetID(), target)
	}
	kernels, err := g.Kernels()
	if err != nil || len(kernels) != 1 {
		t.Fatalf("%s: %d kernels, %v", target, len(kernels), err)
	}
	k := kernels[0]
	if k.WavefrontSize != wave {
		t.Errorf("%s: wavefronts of %d", target, k.WavefrontSize)
	}

	// The note: each value that llvm-readelf prints, in its order.
	var theirs, ours []string
	for _, m := range noteLine.FindAllStringSubmatch(output(t, "llvm-readelf-22", "--notes", path), -1) {
		theirs = append(theirs, m[1]+" "+strings.Trim(m[2], `'"`))
	}
	for _, a := range k.Args {
		if a.Name != "" {
			ours = append(ours, ".name "+a.Name)
		}
		ours = append(ours, fmt.Sprint(".offset ", a.Offset), fmt.Sprint(".size ", a.Size), ".value_kind "+a.ValueKind)
	}
	ours = append(ours, fmt.Sprint(".group_segment_fixed_size ", k.GroupSize), fmt.Sprint(".kernarg_segment_size ", k.KernargSize),
		fmt.Sprint(".max_flat_workgroup_size ", k.MaxFlatWorkgroup), ".name "+k.Name, fmt.Sprint(".private_segment_fixed_size ", k.PrivateSize),
		fmt.Sprint(".sgpr_count ", k.SGPRs), ".symbol "+k.Symbol, fmt.Sprint(".vgpr_count ", k.VGPRs), fmt.Sprint(".wavefront_size ", k.WavefrontSize))
	if a, b := strings.Join(theirs, "\n"), strings.Join(ours, "\n"); a != b {
		t.Errorf("%s: llvm-readelf:\n%s\nfatbin:\n%s", target, a, b)
	}

	// The descriptor, as llvm-objdump decodes it.
	syms, err := g.Symbols()
	if err != nil || len(syms.Descriptors) != 1 {
		t.Fatalf("%s: %+v, %v", target, syms, err)
	}
	d := syms.Descriptors[0]
	if uint64(d.GroupSize) != k.GroupSize || uint64(d.KernargSize) != k.KernargSize || d.Wave32 != (wave == 32) {
		t.Errorf("%s: descriptor %+v of %+v", target, d, k)
	}
	value := map[string]string{}
	for _, m := range directiveLine.FindAllStringSubmatch(output(t, "llvm-objdump-22", "-D", "-j", ".rodata", path), -1) {
		value[m[1]] = m[2]
	}
	want := map[string]string{
		"amdhsa_kernel":                     k.Name,
		"amdhsa_group_segment_fixed_size":   fmt.Sprint(d.GroupSize),
		"amdhsa_private_segment_fixed_size": fmt.Sprint(d.PrivateSize),
		"amdhsa_kernarg_size":               fmt.Sprint(d.KernargSize),
		"amdhsa_next_free_vgpr":             fmt.Sprint(d.VGPRs),
	}
	if target == "gfx90a" || target == "gfx942" {
		want["amdhsa_accum_offset"] = fmt.Sprint(d.AccumOffset)
	}
	if _, ok := value["amdhsa_wavefront_size32"]; ok || wave == 32 {
		want["amdhsa_wavefront_size32"] = fmt.Sprint(64/wave - 1)
	}
	for name, v := range want {
		if value[name] != v {
			t.Errorf("%s: llvm-objdump says .%s %s, fatbin %s", target, name, value[name], v)
		}
	}
}
