// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package target

import (
	"bufio"
	"os"
	"slices"
	"strings"
)

// cpuLevels are the microarchitecture levels of x86-64 (System V ABI, AMD64 supplement, "Micro-
// Architecture Levels"), each with the features that it adds to the one before, in LLVM's names.
var cpuLevels = []struct {
	name     string
	features []string
}{
	{"x86-64", nil},
	{"x86-64-v2", []string{"cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"}},
	{"x86-64-v3", []string{"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}},
	{"x86-64-v4", []string{"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}},
}

// CPULevels returns the microarchitecture levels of x86-64, the lowest first.
func CPULevels() []string {
	var names []string
	for _, l := range cpuLevels {
		names = append(names, l.name)
	}
	return names
}

// cpuFlags has LLVM's names of features that /proc/cpuinfo names differently. The others differ in
// dots, dashes and underscores at most.
var cpuFlags = map[string]string{
	"sse3": "pni", "sahf": "lahf_lm", "bmi": "bmi1", "lzcnt": "abm", "64bit": "lm", "x87": "fpu", "pclmul": "pclmulqdq",
	"rdrnd": "rdrand", "sha": "sha_ni", "prfchw": "3dnowprefetch", "crc32": "sse4_2", "fxsr": "fxsr", "cmov": "cmov", "cx8": "cx8",
	"sgx": "sgx", "invpcid": "invpcid", "shstk": "user_shstk", "neon": "asimd", "fp-armv8": "fp", "lse": "atomics", "crc": "crc32",
	"rdm": "asimdrdm", "dotprod": "asimddp", "fullfp16": "fphp", "rcpc": "lrcpc",
}

// plainFeature returns a feature's name without dots, dashes and underscores.
func plainFeature(name string) string {
	return strings.NewReplacer("_", "", ".", "", "-", "").Replace(name)
}

// CPUPrefix precedes a processor's name where programs expect that of an AMD GPU (gcnArchName):
// programs that parse a number from the fourth letter up to a colon find none. Without it they
// would take "x86-64-v3" for an architecture.
const CPUPrefix = "cpu:"

// CPU is a processor as /proc/cpuinfo describes it.
type CPU struct {
	flags map[string]bool // by the names of plainFeature
}

// NewCPU returns the processor with the flags.
func NewCPU(flags []string) *CPU {
	c := &CPU{make(map[string]bool, len(flags))}
	for _, f := range flags {
		c.flags[plainFeature(f)] = true
	}
	return c
}

// WideWarps is the feature of the target IDs of code for processors whose warps have 64 lanes:
// "x86-64-v3:wavefrontsize64+".
const WideWarps = "wavefrontsize64"

const wideSuffix = ":" + WideWarps + "+"

// WideCPU returns the target ID of code for a processor whose warps have 64 lanes.
func WideCPU(processor string) string {
	name, _ := CutWideCPU(processor)
	return name + wideSuffix
}

// CutWideCPU returns the processor of a target ID, and whether the code's warps have 64 lanes.
func CutWideCPU(id string) (processor string, wide bool) { return strings.CutSuffix(id, wideSuffix) }

// HostCPU returns the processor of this machine; it has no features if the system does not report
// any.
func HostCPU() *CPU {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return NewCPU(nil)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if key = strings.TrimSpace(key); key == "flags" || key == "Features" {
			return NewCPU(strings.Fields(value))
		}
	}
	return NewCPU(nil)
}

// Has reports whether the processor has a feature, by LLVM's name of it.
func (c *CPU) Has(feature string) bool {
	if c.flags[plainFeature(feature)] {
		return true
	}
	other, ok := cpuFlags[feature]
	return ok && c.flags[plainFeature(other)]
}

// knownFeature reports whether every kernel lists a feature in /proc/cpuinfo if the processor has it:
// those of the levels, of AVX and of AMX.
func knownFeature(name string) bool {
	return slices.ContainsFunc(cpuLevels, func(l struct {
		name     string
		features []string
	}) bool {
		return slices.Contains(l.features, name)
	}) || strings.HasPrefix(name, "avx") || strings.HasPrefix(name, "amx-")
}

// Lacks returns the wanted features that the processor lacks. Features that only some kernels list
// in /proc/cpuinfo are assumed to be present.
func (c *CPU) Lacks(features []string) []string {
	var lacks []string
	for _, f := range features {
		if knownFeature(f) && !c.Has(f) {
			lacks = append(lacks, f)
		}
	}
	return lacks
}

// Level returns the highest microarchitecture level that the processor has: "x86-64-v3".
func (c *CPU) Level() string { return c.LevelUpTo("") }

// LevelUpTo returns the highest level of the processor, at most the given one if that is a level.
func (c *CPU) LevelUpTo(most string) string {
	level := cpuLevels[0].name
	for _, l := range cpuLevels {
		if len(c.Lacks(l.features)) > 0 {
			break
		}
		if level = l.name; level == most {
			break
		}
	}
	return level
}

// CPUFeatures returns the features of a level and of those below it; false if it is not a level.
func CPUFeatures(level string) ([]string, bool) {
	var features []string
	for _, l := range cpuLevels {
		features = append(features, l.features...)
		if l.name == level {
			return features, true
		}
	}
	return nil, false
}

// FeatureOfMacro returns the feature of x86-64 for which clang defines a macro, such as
// "__AVX512F__", if [CPU.Lacks] knows it.
func FeatureOfMacro(macro string) (feature string, ok bool) {
	name := strings.ToLower(strings.Trim(macro, "_"))
	switch {
	case name == "lahf_sahf":
		return "sahf", true
	case strings.HasPrefix(name, "avx10"): // its parts have macros of their own
		return "", false
	case strings.HasPrefix(name, "avx"):
		return name, true
	case strings.HasPrefix(name, "amx_"):
		return strings.ReplaceAll(name, "_", "-"), true
	}
	for _, l := range cpuLevels {
		for _, f := range l.features {
			if plainFeature(f) == plainFeature(name) {
				return f, true
			}
		}
	}
	return "", false
}

// rankCPU says how well code for a processor of the host's architecture fits one of a level. Code
// for a named processor is the best if it can run, which only the image's records tell.
func rankCPU(image, device string) Rank {
	image = strings.TrimPrefix(image, "-")
	index := func(name string) int {
		for i, l := range cpuLevels {
			if l.name == name {
				return i
			}
		}
		return -1
	}
	of, at := index(image), index(device)
	switch {
	case image == "" || image == Generic:
		return RankGeneric
	case of < 0:
		return RankExact + Rank(len(cpuLevels))
	case of > at:
		return 0
	}
	return RankExact + Rank(of)
}

var cpuFamily = family{func(s string) bool { return strings.HasPrefix(s, "x86") }, CPULevels, func() string {
	return "the CPU levels are " + strings.Join(CPULevels(), " ") + ", and the names of clang's -march= are accepted"
}}
