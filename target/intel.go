// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"fmt"
	"slices"
	"strings"
)

// intels are Intel's GPUs by ocloc's names, the usual one first, with the version of the graphics
// IP (cl_intel_device_attribute_query, CL_DEVICE_IP_VERSION_INTEL).
var intels = []struct {
	names   []string
	version IPVersion
}{
	{[]string{"bdw"}, IPVersion{8, 0, 0}},
	{[]string{"skl"}, IPVersion{9, 0, 9}},
	{[]string{"kbl"}, IPVersion{9, 1, 9}},
	{[]string{"cfl"}, IPVersion{9, 2, 9}},
	{[]string{"apl", "bxt"}, IPVersion{9, 3, 0}},
	{[]string{"glk"}, IPVersion{9, 4, 0}},
	{[]string{"whl"}, IPVersion{9, 5, 0}},
	{[]string{"aml"}, IPVersion{9, 6, 0}},
	{[]string{"cml"}, IPVersion{9, 7, 0}},
	{[]string{"icllp", "icl"}, IPVersion{11, 0, 0}},
	{[]string{"lkf"}, IPVersion{11, 1, 0}},
	{[]string{"ehl", "jsl"}, IPVersion{11, 2, 0}},
	{[]string{"tgllp", "tgl"}, IPVersion{12, 0, 0}},
	{[]string{"rkl"}, IPVersion{12, 1, 0}},
	{[]string{"adl-s", "rpl-s"}, IPVersion{12, 2, 0}},
	{[]string{"adl-p", "rpl-p"}, IPVersion{12, 3, 0}},
	{[]string{"adl-n"}, IPVersion{12, 4, 0}},
	{[]string{"dg1"}, IPVersion{12, 10, 0}},
	{[]string{"acm-g10", "dg2-g10", "dg2", "ats-m150"}, IPVersion{12, 55, 8}},
	{[]string{"acm-g11", "dg2-g11", "ats-m75"}, IPVersion{12, 56, 5}},
	{[]string{"acm-g12", "dg2-g12"}, IPVersion{12, 57, 0}},
	{[]string{"pvc-sdv"}, IPVersion{12, 60, 1}},
	{[]string{"pvc"}, IPVersion{12, 60, 7}},
	{[]string{"pvc-vg"}, IPVersion{12, 61, 7}},
	{[]string{"mtl-u", "mtl", "mtl-m", "mtl-s", "arl-u", "arl-s"}, IPVersion{12, 70, 4}},
	{[]string{"mtl-h", "mtl-p"}, IPVersion{12, 71, 4}},
	{[]string{"arl-h"}, IPVersion{12, 74, 4}},
	{[]string{"bmg-g21", "bmg"}, IPVersion{20, 1, 0}},
	{[]string{"bmg-g31"}, IPVersion{20, 2, 0}},
	{[]string{"lnl-m", "lnl"}, IPVersion{20, 4, 4}},
	{[]string{"ptl-h", "ptl"}, IPVersion{30, 0, 4}},
	{[]string{"ptl-u"}, IPVersion{30, 1, 0}},
	{[]string{"wcl"}, IPVersion{30, 3, 1}},
	{[]string{"nvl-s", "nvl-hx", "nvl-ul"}, IPVersion{30, 4, 4}},
	{[]string{"nvl-u", "nvl-h"}, IPVersion{30, 5, 4}},
	{[]string{"nvl-p"}, IPVersion{35, 10, 4}},
	{[]string{"cri"}, IPVersion{35, 11, 0}},
}

// IntelPrefix precedes the name of an Intel GPU for oneAPI's compilers ("intel_gpu_pvc"), with '_'
// for '-'.
const IntelPrefix = "intel_gpu_"

// An IPVersion is the version of the graphics IP of an Intel GPU: architecture, release and
// revision.
type IPVersion [3]int

// String formats the version for ocloc, "12.60.7".
func (v IPVersion) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

// DecodeIPVersion decodes the number that drivers return for CL_DEVICE_IP_VERSION_INTEL: revision
// in 6 bits, 8 reserved bits, release in 8, architecture in 10. Drivers before 2023 have the three
// in 8 bits each. ok: it is a version.
func DecodeIPVersion(n uint32) (v IPVersion, ok bool) {
	v = IPVersion{int(n >> 22), int(n >> 14 & 0xff), int(n & 0x3f)}
	if v[0] == 0 {
		v = IPVersion{int(n >> 16), int(n >> 8 & 0xff), int(n & 0xff)}
	}
	return v, v[0] > 0
}

// IntelName returns the name of the GPU with a version, the version itself if it is unknown.
func IntelName(v IPVersion) string {
	for _, p := range intels {
		if p.version == v {
			return p.names[0]
		}
	}
	return v.String()
}

// IntelVersion returns the version for the name of a GPU, in ocloc's or oneAPI's spelling
// ("intel_gpu_pvc"), or for a version. ok: there is such a GPU.
func IntelVersion(name string) (v IPVersion, ok bool) {
	short, oneAPI := strings.CutPrefix(name, IntelPrefix)
	if oneAPI && short != "" && short[0] >= '0' && short[0] <= '9' {
		name = strings.ReplaceAll(short, "_", ".") // intel_gpu_12_60_7
	} else {
		name = strings.ReplaceAll(short, "_", "-") // clang has bmg_g21
	}
	for _, p := range intels {
		if slices.Contains(p.names, name) {
			return p.version, true
		}
	}
	if n, err := fmt.Sscanf(name, "%d.%d.%d", &v[0], &v[1], &v[2]); err != nil || n != 3 || v.String() != name || v[0] < 8 || v[1] < 0 || v[2] < 0 {
		return IPVersion{}, false
	}
	return v, true
}

// IntelWideRegisters reports whether the registers of an Intel GPU have 64 bytes, half of a warp's
// 32-bit values, as from Xe2 on and in Ponte Vecchio. Those of others have 32 bytes.
func IntelWideRegisters(name string) bool {
	v, _ := IntelVersion(name)
	return v[0] >= 20 || v[0] == 12 && (v[1] == 60 || v[1] == 61)
}

// Intels returns Intel's GPUs by their usual names, oldest first.
func Intels() []string {
	var out []string
	for _, p := range intels {
		out = append(out, p.names[0])
	}
	return out
}

// intelNames returns all names of Intel's GPUs.
func intelNames() []string {
	var out []string
	for _, p := range intels {
		out = append(out, p.names...)
	}
	return out
}

// RankIntel says how well an image made by ocloc fits an Intel GPU: code runs on its own release,
// if the driver accepts it, and otherwise the driver compiles the SPIR-V in the image.
func RankIntel(image, device string) Rank {
	i, known := IntelVersion(image)
	d, intel := IntelVersion(device)
	switch {
	case !known || !intel:
		return 0
	case i == d:
		return RankExact + 1
	case i[0] == d[0] && i[1] == d[1]:
		return RankExact
	}
	return RankIR
}

var intelFamily = family{func(s string) bool { return strings.HasPrefix(s, IntelPrefix) }, intelNames, func() string { return "the Intel GPUs known are " + strings.Join(Intels(), " ") }}
