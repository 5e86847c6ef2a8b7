// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package spirvin

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gohipcc/passes/ir"
	"gohipcc/spirv"
)

func TestIsSPIRV(t *testing.T) {
	header := "\x00\x05\x01\x00" + "\x00\x00\x00\x00" + "\x01\x00\x00\x00" + "\x00\x00\x00\x00"
	for data, want := range map[string]bool{
		"\x03\x02\x23\x07" + header: true,
		"BC\xc0\xde" + header:       false,
		"\x03\x02\x23":              false,
		"":                          false,
	} {
		if got := IsSPIRV([]byte(data)); got != want {
			t.Errorf("%q: %v", data, got)
		}
	}
}

func TestSplitTop(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                  nil,
		"i32 %a, ptr addrspace(1) %p":       {"i32 %a", "ptr addrspace(1) %p"},
		"<4 x i32> <i32 1, i32 2>, {i1,i8}": {"<4 x i32> <i32 1, i32 2>", "{i1,i8}"},
		"i32 3, ":                           {"i32 3"},
	} {
		if got := splitTop(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestTypes(t *testing.T) {
	for param, want := range map[string]string{
		"i32":                        "i32",
		"noundef signext i8 %x":      "i8",
		"<4 x float> noundef %v":     "<4 x float>",
		"{ i32, [2 x i8] } %s":       "{ i32, [2 x i8] }",
		"ptr addrspace(4) nonnull %": "ptr addrspace(4)",
	} {
		if got := bareType(param); got != want {
			t.Errorf("type of %q: %q, want %q", param, got, want)
		}
	}
	if n, e := vector("<3 x double>"); n != 3 || e != "double" {
		t.Errorf("vector: %d of %s", n, e)
	}
	if n, e := vector("i16"); n != 1 || e != "i16" {
		t.Errorf("scalar: %d of %s", n, e)
	}
}

// TestMemoryModel: SPIR-V's scopes and memory semantics (specification, 3.27 and 3.25) in LLVM's terms.
func TestMemoryModel(t *testing.T) {
	for arg, want := range map[string]string{
		"i32 0": "monotonic", "i32 2": "acquire", "i32 4": "release", "i32 8": "acq_rel", "i32 16": "seq_cst",
		"i32 264": "acq_rel", // with workgroup memory
		"i32 6":   "acq_rel",
		"i32 %m":  "seq_cst", // known at run time only
	} {
		if got := ordering(arg); got != want {
			t.Errorf("semantics %s: %s, want %s", arg, got, want)
		}
	}
	for _, c := range []struct {
		arch, arg, want string
	}{
		{"AMDGPU", "i32 1", `syncscope("agent") `}, {"AMDGPU", "i32 3", `syncscope("wavefront") `},
		{"NVPTX", "i32 2", `syncscope("block") `}, {"NVPTX", "i32 0", ""}, {"NVPTX", "i32 %s", ""}, {"AMDGPU", "i32 99", ""},
		{"X86", "i32 1", `syncscope("device") `},
	} {
		if got := (&module{to: dialectOf(&ir.Target{Arch: c.arch})}).scope(c.arg); got != c.want {
			t.Errorf("%s, scope %s: %q, want %q", c.arch, c.arg, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		bits             int
		signed, greatest bool
		want             string
	}{{8, true, true, "127"}, {8, true, false, "-128"}, {32, false, true, "-1"}, {64, true, true, "9223372036854775807"}, {16, false, false, "0"}} {
		if got := limit(c.bits, c.signed, c.greatest); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	if floatBits(0.1, "float") != 0x3fb99999a0000000 || floatBits(0.1, "double") != 0x3fb999999999999a {
		t.Error("bits of 0.1")
	}
}

// TestCheckTypes: types that LLVM would take hours for are refused.
func TestCheckTypes(t *testing.T) {
	header := make([]uint32, 5)
	for _, c := range []struct {
		words []uint32
		want  string
	}{
		{spirv.Instruction(spirv.OpTypeVector, 2, 1, 16), ""},
		{spirv.Instruction(spirv.OpTypeVector, 2, 1, 393219), "SPIR-V at byte 20: a vector of 393219 elements; the limit is 16"},
		{spirv.Instruction(spirv.OpTypeInt, 1, 4096, 0), ""},
		{spirv.Instruction(spirv.OpTypeInt, 1, 1<<20, 0), "SPIR-V at byte 20: an integer of 1048576 bits; the limit is 4096"},
		{[]uint32{9<<16 | spirv.OpTypeInt}, "end of data"},
		{slices.Concat(spirv.Instruction(spirv.OpFunction, 1, 2, 0, 3), spirv.Instruction(spirv.OpTypeVector, 2, 1, 99)), ""},
	} {
		err := checkTypes(spirv.Encode(slices.Concat(header, c.words)))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.words, err, c.want)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	for _, c := range []struct {
		set  time.Duration
		size int
		want time.Duration
	}{
		{0, 100, time.Minute}, {0, 1 << 20, 5*time.Minute + 16*time.Second}, {7 * time.Second, 1 << 20, 7 * time.Second}, {-1, 1 << 20, 0},
	} {
		if got := timeLimit(&ir.Options{SPIRVTime: c.set}, c.size); got != c.want {
			t.Errorf("%v, %d bytes: %v, want %v", c.set, c.size, got, c.want)
		}
	}
}
