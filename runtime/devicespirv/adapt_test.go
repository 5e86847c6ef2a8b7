// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package devicespirv

import (
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"testing"
)

// assemble assembles a module.
func assemble(t *testing.T, text string) []byte {
	t.Helper()
	return tool(t, []byte(text), "spirv-as", "--target-env", "spv1.3", "-o", "-")
}

// disassemble validates and disassembles a module.
func disassemble(t *testing.T, il []byte) string {
	t.Helper()
	tool(t, il, "spirv-val")
	return string(tool(t, il, "spirv-dis", "--raw-id"))
}

const kernelHead = `
OpCapability Kernel
OpCapability Addresses
OpCapability Int64
OpCapability Float64
OpCapability Int64Atomics
OpCapability GenericPointer
OpCapability SubgroupDispatch
OpCapability GroupNonUniformBallot
OpCapability GroupNonUniformShuffle
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %lane
OpExecutionMode %k SubgroupSize 32
OpDecorate %lane BuiltIn SubgroupLocalInvocationId
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%v4 = OpTypeVector %u32 4
%global = OpTypePointer CrossWorkgroup %u32
%global64 = OpTypePointer CrossWorkgroup %u64
%generic = OpTypePointer Generic %u32
%private = OpTypePointer Function %u32
%in = OpTypePointer Input %u32
%fn = OpTypeFunction %void %global %global64
%0 = OpConstant %u32 0
%1 = OpConstant %u32 1
%3 = OpConstant %u32 3
%904 = OpConstant %u32 904
%one64 = OpConstant %u64 1
%yes = OpConstantTrue %bool
%null = OpConstantNull %generic
%nullnumber = OpSpecConstantOp %u64 ConvertPtrToU %null
%lane = OpVariable %in Input
%k = OpFunction %void None %fn
%p = OpFunctionParameter %global
%q = OpFunctionParameter %global64
%entry = OpLabel
%slot = OpVariable %private Function
`

const kernelTail = `
OpReturn
OpFunctionEnd
`

// TestAdapt checks the adaptation of kernels to devices that lack features.
func TestAdapt(t *testing.T) {
	complete := Device{Name: "D", Platform: "P", Warps: true, FP64: true, FP16: true, Int64Atomics: true, GenericAddresses: true}
	for _, c := range []struct {
		name, body    string
		lack          func(*Device)
		refused       string
		has, hasnt    []string
		shared        uint64
		barriers      int // in one barrier, lanes publish their values
		theirs, whole bool
	}{
		{name: "complete", body: "%g = OpPtrCastToGeneric %generic %p\nOpStore %g %1", lack: func(*Device) {}, whole: true},
		{name: "generic", body: "%g = OpPtrCastToGeneric %generic %p\nOpStore %g %1\n%n = OpIAdd %u64 %nullnumber %one64", lack: func(d *Device) { d.GenericAddresses = false },
			has: []string{"OpBitcast", "Capability SubgroupDispatch"}, hasnt: []string{"Generic", "OpSpecConstantOp", "Float64", "Int64Atomics"}},
		{name: "mixed", body: "%g = OpPtrCastToGeneric %generic %slot\nOpStore %g %1", lack: func(d *Device) { d.GenericAddresses = false },
			refused: "kernel k needs pointers that may point to global, shared or private memory (generic pointers), which D does not have; -O2"},
		{name: "double", body: "%f64 = OpTypeFloat 64", lack: func(d *Device) { d.FP64, d.Platform = false, "rusticl" },
			refused: "kernel k needs double precision, which D does not have; RUSTICL_FEATURES=fp64"},
		{name: "no double", body: "OpStore %p %1", lack: func(d *Device) { d.FP64 = false }, hasnt: []string{"Float64"}},
		{name: "wide atomic", body: "%a = OpAtomicIAdd %u64 %q %1 %0 %one64", lack: func(d *Device) { d.Int64Atomics = false },
			refused: "kernel k needs 64-bit atomic operations, which D"},
		{name: "wide atomic store", body: "OpAtomicStore %q %1 %0 %one64", lack: func(d *Device) { d.Int64Atomics = false },
			refused: "64-bit atomic"},
		{name: "narrow atomic", body: "%a = OpAtomicIAdd %u32 %p %1 %0 %1", lack: func(d *Device) { d.Int64Atomics = false }, hasnt: []string{"Int64Atomics"}},
		{name: "warp", body: "%l = OpLoad %u32 %lane\n%s = OpGroupNonUniformShuffle %u32 %3 %l %1\nOpControlBarrier %3 %3 %904\n" +
			"%b = OpGroupNonUniformBallot %v4 %3 %yes\nOpControlBarrier %3 %3 %904",
			lack: func(d *Device) { d.Warps = false }, shared: 4096, barriers: 4,
			has: []string{"Version: 1.2", "LocalInvocationIndex", "Workgroup"}, hasnt: []string{"NonUniform", "Subgroup"}},
		{name: "wide warp", body: "%s = OpGroupNonUniformShuffle %u64 %3 %one64 %1\nOpControlBarrier %3 %3 %904\n%n = OpGroupNonUniformShuffle %u32 %3 %1 %1",
			lack: func(d *Device) { d.Warps = false }, shared: 8192, barriers: 4, has: []string{"OpUConvert"}, hasnt: []string{"NonUniform"}},
		{name: "warp without barriers", body: "%s = OpGroupNonUniformShuffle %u32 %3 %1 %1\n%b = OpGroupNonUniformBallot %v4 %3 %yes\nOpBranch %next\n%next = OpLabel\nOpControlBarrier %3 %3 %904",
			lack: func(d *Device) { d.Warps = false }, shared: 4096, barriers: 5},
		{name: "other warp", body: "%s = OpGroupNonUniformElect %bool %3", lack: func(d *Device) { d.Warps = false },
			refused: "kernel k uses sub-group operations other than HIP's"},
		{name: "foreign warp", body: "%s = OpGroupNonUniformShuffle %u32 %3 %1 %1", lack: func(d *Device) { d.Warps = false }, theirs: true,
			refused: "kernel k uses sub-groups; D has none of 32"},
	} {
		t.Run(c.name, func(t *testing.T) {
			head, body := kernelHead, c.body
			if strings.Contains(body, "OpType") {
				head, body = strings.Replace(head, "%u32 =", body+"\n%u32 =", 1), ""
			}
			il := assemble(t, head+body+kernelTail)
			d := complete
			c.lack(&d)
			x, err := NewIndex(il)
			if err != nil {
				t.Fatal(err)
			}
			// Remove unused code first, as loading a module does, but keep the double-precision code.
			if c.name != "double" {
				var ok bool
				if il, ok = x.Prune("k"); !ok {
					t.Fatal("no kernel k")
				}
			}
			out, shared, err := Adapt(il, "k", !c.theirs, &d)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) || !errors.Is(err, ErrUnsupported) {
					t.Errorf("got %v, want %q", err, c.refused)
				}
				return
			}
			if err != nil || shared != c.shared {
				t.Fatalf("%d bytes of shared memory, want %d; %v", shared, c.shared, err)
			}
			if c.whole && string(out) != string(il) {
				t.Error("a device that lacks nothing gets another module")
			}
			text := disassemble(t, out)
			if n := strings.Count(text, "OpControlBarrier"); c.barriers > 0 && n != c.barriers {
				t.Errorf("%d barriers, want %d in\n%s", n, c.barriers, text)
			}
			if deepBarrier(text) {
				t.Errorf("a barrier two calls down in\n%s", text)
			}
			for _, w := range c.has {
				if !strings.Contains(text, w) {
					t.Errorf("no %s in\n%s", w, text)
				}
			}
			for _, w := range c.hasnt {
				if strings.Contains(text, w) {
					t.Errorf("%s in\n%s", w, text)
				}
			}
		})
	}
}

// deepBarrier reports whether a function that is not the kernel calls one with a barrier.
func deepBarrier(text string) bool {
	entry := regexp.MustCompile(`OpEntryPoint Kernel (%\S+)`).FindStringSubmatch(text)[1]
	functions := strings.Split(text, " = OpFunction ")
	names := make([]string, len(functions)) // the text before a function ends with its name
	meets := map[string]bool{}
	for i := 1; i < len(functions); i++ {
		before := strings.Fields(functions[i-1])
		names[i] = before[len(before)-1]
		meets[names[i]] = strings.Contains(functions[i], "OpControlBarrier")
	}
	for i := 1; i < len(functions); i++ {
		for _, call := range regexp.MustCompile(`OpFunctionCall \S+ (%\S+)`).FindAllStringSubmatch(functions[i], -1) {
			if names[i] != entry && meets[call[1]] {
				return true
			}
		}
	}
	return false
}

// A truncated module, or one with wrong lengths, is an error.
func TestAdaptDamage(t *testing.T) {
	il := assemble(t, kernelHead+kernelTail)
	d := &Device{Name: "D"}
	for n := 0; n < len(il); n += 4 {
		Adapt(il[:n], "k", true, d)
		b := append([]byte(nil), il...)
		binary.LittleEndian.PutUint32(b[n:], 0xffffffff)
		Adapt(b, "k", true, d)
	}
}
