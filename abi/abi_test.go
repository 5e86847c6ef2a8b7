// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package abi

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRecords: the texts are those of docs/design/abi.md, and reading them returns what was
// written.
func TestRecords(t *testing.T) {
	kernel := &Kernel{
		Name: "k", Symbol: "k", KernargSize: 12, GroupSize: 4, MaxFlatWorkgroup: 256, WavefrontSize: WarpSize,
		Args:     []Arg{{Size: 8, ValueKind: GlobalBuffer, AddressSpace: SpaceGlobal}, {Offset: 8, Size: 4, ValueKind: ByValue, ValueType: "i32"}},
		Features: []string{FeaturePrintf},
	}
	kernel.AddHidden(HiddenSegment, HiddenDynamicLDS)
	for _, c := range []struct {
		kind         string
		object, read any
		want         string
	}{
		{ModuleKind, &ModuleRecord{Target: "spirv64", SegmentSize: 8, SegmentAlign: 16}, new(ModuleRecord),
			`gohip.v1 module {"target":"spirv64","segment_size":8,"segment_align":16}`},
		{KernelKind, kernel, new(Kernel), `gohip.v1 kernel {".name":"k",".symbol":"k",".args":[` +
			`{".offset":0,".size":8,".value_kind":"global_buffer",".address_space":"global"},` +
			`{".offset":8,".size":4,".value_kind":"by_value",".value_type":"i32"},` +
			`{".offset":16,".size":8,".value_kind":"hidden_gohip_segment",".address_space":"global"},` +
			`{".offset":24,".size":8,".value_kind":"hidden_dynamic_lds",".address_space":"local"}],` +
			`".kernarg_segment_size":32,".group_segment_fixed_size":4,".max_flat_workgroup_size":256,".wavefront_size":32,"features":["printf"]}`},
		{GlobalKind, &Global{Name: "g", Offset: 4, Size: 4, Align: 4, Managed: true}, new(Global),
			`gohip.v1 global {".name":"g",".offset":4,".size":4,".align":4,"constant":false,"managed":true}`},
		{DataKind, &SegmentData{Offset: 3, Data: []byte{0, 0, 0}}, new(SegmentData), `gohip.v1 data {".offset":3,"base64":"AAAA"}`},
		{RelocKind, &SegmentReloc{Offset: 8, Target: 16}, new(SegmentReloc), `gohip.v1 reloc {".offset":8,"target":16}`},
		{PrintfKind, &Printf{ID: 1, Format: "%d\n"}, new(Printf), `gohip.v1 printf {"id":1,"format":"%d\n"}`},
	} {
		text := Record(c.kind, c.object)
		if text != c.want {
			t.Errorf("%s\nwant %s", text, c.want)
		}
		kind, object, ok := SplitRecord([]byte(text))
		if !ok || kind != c.kind {
			t.Errorf("%s is of kind %q, %v", text, kind, ok)
			continue
		}
		if err := json.Unmarshal(object, c.read); err != nil {
			t.Error(err)
		} else if diff := cmp.Diff(c.object, c.read); diff != "" {
			t.Error(diff)
		}
	}
	for _, other := range []string{"", "gohip.v1 ", "gohip.v2 module {}", "LLVM 22"} {
		if _, _, ok := SplitRecord([]byte(other)); ok {
			t.Errorf("%q was taken for a record", other)
		}
	}
}

func TestClasses(t *testing.T) {
	for kind, want := range map[string]struct {
		class    Class
		explicit bool
	}{
		ByValue: {ClassValue, true}, GlobalBuffer: {ClassPointer, true}, Unknown: {ClassValue, true},
		DynamicSharedPointer: {ClassLocal, false}, HiddenDynamicLDS: {ClassLocal, false},
		HiddenSegment: {ClassSegment, false}, HiddenBlockCountX: {ClassHidden, false},
	} {
		a := &Arg{ValueKind: kind}
		if a.Class() != want.class || a.Explicit() != want.explicit {
			t.Errorf("%s: class %d, explicit %v; want %v", kind, a.Class(), a.Explicit(), want)
		}
	}
}

// TestDocumented: the page names every kind, feature and variable that is gohipcc's own.
func TestDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/design/abi.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{
		ModuleKind, KernelKind, GlobalKind, DataKind, RelocKind, PrintfKind,
		ByValue, GlobalBuffer, HiddenDynamicLDS, HiddenSegment,
		FeaturePrintf, FeatureAbort, FeatureHeap, FeatureSubgroup, FeatureFP64, FeatureInt64Atomics, FeatureGridSync, FeatureMultiGrid,
		VarPrintfBuffer, VarAbort, VarHeap, VarHeapSize,
	} {
		if !strings.Contains(string(page), "`"+word+"`") {
			t.Errorf("docs/design/abi.md does not have `%s`", word)
		}
	}
}
