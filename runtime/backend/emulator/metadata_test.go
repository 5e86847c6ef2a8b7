// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package emulator

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gohipcc/abi"
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

// noteLine matches a key of a kernel or argument in llvm-readelf's YAML.
var (
	noteLine      = regexp.MustCompile(`(?m)^ +(?:- )?(\.offset|\.size|\.value_kind|\.name|\.symbol|\.kernarg_segment_size|\.group_segment_fixed_size|\.private_segment_fixed_size|\.wavefront_size|\.sgpr_count|\.vgpr_count|\.max_flat_workgroup_size): +(\S+)$`)
	directiveLine = regexp.MustCompile(`(?m)^\s*\.(amdhsa_kernel|amdhsa_group_segment_fixed_size|amdhsa_private_segment_fixed_size|amdhsa_kernarg_size|amdhsa_next_free_vgpr|amdhsa_accum_offset|amdhsa_wavefront_size32) (\S+)$`)
)

// agree compares llvm-readelf, llvm-objdump and package fatbin: kernels' metadata and their
// descriptors.
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
	if err != nil || len(kernels) != len(checks) {
		t.Fatalf("%s: %d kernels, %v", target, len(kernels), err)
	}
	agreeOnNotes(t, path, target, kernels)

	syms, err := g.Symbols()
	if err != nil || len(syms.Descriptors) != len(kernels) {
		t.Fatalf("%s: %+v, %v", target, syms, err)
	}
	theirs := objdumpDescriptors(t, path)
	for _, k := range kernels {
		if k.WavefrontSize != wave {
			t.Errorf("%s: wavefronts of %d in %s", target, k.WavefrontSize, k.Name)
		}
		i := slices.IndexFunc(syms.Descriptors, func(d fatbin.Descriptor) bool { return d.Kernel == k.Name })
		if i < 0 {
			t.Errorf("%s: no descriptor of %s", target, k.Name)
			continue
		}
		d := syms.Descriptors[i]
		if uint64(d.GroupSize) != k.GroupSize || uint64(d.KernargSize) != k.KernargSize || d.Wave32 != (wave == 32) {
			t.Errorf("%s: descriptor %+v of %+v", target, d, k)
		}
		agreeOnDescriptor(t, theirs[k.Name], d, target, wave)
	}
}

// agreeOnNotes compares each value of the note that llvm-readelf prints, in order.
func agreeOnNotes(t *testing.T, path, target string, kernels []abi.Kernel) {
	t.Helper()
	var theirs, ours []string
	for _, m := range noteLine.FindAllStringSubmatch(output(t, "llvm-readelf-22", "--notes", path), -1) {
		theirs = append(theirs, m[1]+" "+strings.Trim(m[2], `'"`))
	}
	for _, k := range kernels {
		for _, a := range k.Args {
			if a.Name != "" {
				ours = append(ours, ".name "+a.Name)
			}
			ours = append(ours, fmt.Sprint(".offset ", a.Offset), fmt.Sprint(".size ", a.Size), ".value_kind "+a.ValueKind)
		}
		ours = append(ours, fmt.Sprint(".group_segment_fixed_size ", k.GroupSize), fmt.Sprint(".kernarg_segment_size ", k.KernargSize),
			fmt.Sprint(".max_flat_workgroup_size ", k.MaxFlatWorkgroup), ".name "+k.Name, fmt.Sprint(".private_segment_fixed_size ", k.PrivateSize),
			fmt.Sprint(".sgpr_count ", k.SGPRs), ".symbol "+k.Symbol, fmt.Sprint(".vgpr_count ", k.VGPRs), fmt.Sprint(".wavefront_size ", k.WavefrontSize))
	}
	if a, b := strings.Join(theirs, "\n"), strings.Join(ours, "\n"); a != b {
		t.Errorf("%s: llvm-readelf:\n%s\nfatbin:\n%s", target, a, b)
	}
}

// objdumpDescriptors returns the directives of llvm-objdump's descriptors by kernel.
func objdumpDescriptors(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	descriptors := map[string]map[string]string{}
	var current map[string]string
	for _, m := range directiveLine.FindAllStringSubmatch(output(t, "llvm-objdump-22", "-D", "-j", ".rodata", path), -1) {
		if m[1] == "amdhsa_kernel" {
			current = map[string]string{}
			descriptors[m[2]] = current
		} else if current != nil {
			current[m[1]] = m[2]
		}
	}
	return descriptors
}

// agreeOnDescriptor compares a descriptor with llvm-objdump's directives.
func agreeOnDescriptor(t *testing.T, theirs map[string]string, d fatbin.Descriptor, target string, wave uint64) {
	t.Helper()
	want := map[string]string{
		"amdhsa_group_segment_fixed_size":   fmt.Sprint(d.GroupSize),
		"amdhsa_private_segment_fixed_size": fmt.Sprint(d.PrivateSize),
		"amdhsa_kernarg_size":               fmt.Sprint(d.KernargSize),
		"amdhsa_next_free_vgpr":             fmt.Sprint(d.VGPRs),
	}
	if target == "gfx90a" || target == "gfx942" {
		want["amdhsa_accum_offset"] = fmt.Sprint(d.AccumOffset)
	}
	if _, ok := theirs["amdhsa_wavefront_size32"]; ok || wave == 32 {
		want["amdhsa_wavefront_size32"] = fmt.Sprint(64/wave - 1)
	}
	for name, v := range want {
		if theirs[name] != v {
			t.Errorf("%s: llvm-objdump says .%s %s of %s, fatbin %s", target, name, theirs[name], d.Kernel, v)
		}
	}
}
