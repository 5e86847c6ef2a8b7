// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// PortablePTX is the virtual NVIDIA processor that --offload=nvptx64 compiles for: the lowest
// supported one, whose PTX the driver compiles for every newer one.
const PortablePTX = "compute_70"

// sms are NVIDIA's processors, lowest first, with the PTX version that is emitted for each, times
// ten: the first that has the processor (PTX ISA, "Release Notes"), and at least 8.0, which every
// supported driver accepts (CUDA 12.0).
var sms = []struct {
	name string
	ptx  int
}{
	{"sm_70", 80}, {"sm_72", 80}, {"sm_75", 80}, {"sm_80", 80}, {"sm_86", 80}, {"sm_87", 80}, {"sm_88", 90}, {"sm_89", 80},
	{"sm_90", 80}, {"sm_90a", 80},
	{"sm_100", 86}, {"sm_100a", 86}, {"sm_100f", 88}, {"sm_101", 86}, {"sm_101a", 86}, {"sm_101f", 88},
	{"sm_103", 88}, {"sm_103a", 88}, {"sm_103f", 88}, {"sm_110", 90}, {"sm_110a", 90}, {"sm_110f", 90},
	{"sm_120", 87}, {"sm_120a", 87}, {"sm_120f", 88}, {"sm_121", 88}, {"sm_121a", 88}, {"sm_121f", 88},
}

// Prefixes of NVIDIA's processors, as nvcc's -arch= has them: a real one, whose image may be machine
// code, and a virtual one, whose image is PTX.
const (
	realSM    = "sm_"
	virtualSM = "compute_"
)

// IsSM reports whether the name of a processor is NVIDIA's, known or not, by its prefix.
func IsSM(processor string) bool {
	return strings.HasPrefix(processor, realSM) || IsVirtualSM(processor)
}

// IsVirtualSM reports whether the name is that of a virtual NVIDIA processor: compute_90.
func IsVirtualSM(processor string) bool { return strings.HasPrefix(processor, virtualSM) }

// RealSM returns the processor of a virtual one, sm_90 of compute_90, and others unchanged.
func RealSM(processor string) string {
	if number, ok := strings.CutPrefix(processor, virtualSM); ok {
		return realSM + number
	}
	return processor
}

// VirtualSM returns the virtual processor of a real one, compute_90 of sm_90, and others unchanged.
func VirtualSM(processor string) string {
	if number, ok := strings.CutPrefix(processor, realSM); ok {
		return virtualSM + number
	}
	return processor
}

// SMs lists the NVIDIA processors that are supported, lowest first.
func SMs() []string {
	var out []string
	for _, s := range sms {
		out = append(out, s.name)
	}
	return out
}

// CheckSM returns an [UnsupportedArchError] for an unsupported processor.
func CheckSM(processor string) error {
	if ptxVersion(processor) != 0 {
		return nil
	}
	return &UnsupportedArchError{processor}
}

// ptxVersion returns the PTX version that is emitted for a processor, real or virtual, times ten; 0
// for an unsupported one.
func ptxVersion(processor string) int {
	for _, s := range sms {
		if s.name == RealSM(processor) {
			return s.ptx
		}
	}
	return 0
}

// PTXFeature returns the target feature that selects the PTX version for a processor, "+ptx80".
func PTXFeature(processor string) string { return "+ptx" + strconv.Itoa(ptxVersion(processor)) }

// SMName returns the NVIDIA processor of a compute capability, sm_90 for 9, 0.
func SMName(major, minor int) string { return fmt.Sprintf("sm_%d%d", major, minor) }

// CompareSM orders NVIDIA's processors by number, then by suffix, then a real one before its virtual
// one.
func CompareSM(a, b string) int {
	an, as := splitSM(a)
	bn, bs := splitSM(b)
	return cmp.Or(an-bn, strings.Compare(as, bs), strings.Compare(b, a))
}

// NearestSM returns the processor itself, or the newest supported one below it that has no suffix;
// "" if there is none.
func NearestSM(processor string) string {
	best := ""
	for _, s := range sms {
		if _, suffix := splitSM(s.name); suffix == "" && CompareSM(s.name, processor) <= 0 {
			best = s.name
		}
	}
	return best
}

// rankSM says how well PTX for image fits a device: it runs on the same processor and on newer
// ones, with a suffix (sm_90a) only on the same. A device is named without a suffix. A virtual
// processor fits better than its real one: if there are both, the real one's image is machine code,
// which [RunsCode] is for.
func rankSM(image, device string) Rank {
	in, isuf := splitSM(image)
	dn, dsuf := splitSM(device)
	if in == 0 || dn == 0 || in > dn {
		return 0
	}
	if isuf != "" && (isuf != dsuf && dsuf != "" || in != dn) {
		return 0
	}
	if IsVirtualSM(image) {
		return RankExact + Rank(2*in+1)
	}
	return RankExact + Rank(2*in)
}

// RunsCode reports whether machine code for a processor runs on a device: it runs on processors of the
// same major number that are not older, with a suffix only on the same (CUDA C++ Programming Guide,
// "Binary Compatibility").
func RunsCode(code, device string) bool {
	in, suffix := splitSM(code)
	dn, _ := splitSM(device)
	return in/10 == dn/10 && rankSM(code, device) > 0 && (suffix == "" || in == dn)
}

// splitSM returns number and suffix of a processor, 0 for other names.
func splitSM(s string) (int, string) {
	s, ok := strings.CutPrefix(RealSM(s), realSM)
	if !ok {
		return 0, ""
	}
	num := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	n, err := strconv.Atoi(num)
	if err != nil || n < 0 {
		return 0, ""
	}
	return n, s[len(num):]
}

var nvidiaFamily = family{IsSM, SMs, func() string { return "the NVIDIA processors supported are " + strings.Join(SMs(), " ") }}
