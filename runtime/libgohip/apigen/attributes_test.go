// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gohipcc/internal/testtree"
)

// noAttribute are enumerators without a value: bounds of the enumeration, names that HIP does not use, and one that
// is no number.
var noAttribute = map[string]bool{
	"CudaCompatibleBegin": true, "CudaCompatibleEnd": true, "AmdSpecificBegin": true, "AmdSpecificEnd": true, "VendorSpecificBegin": true,
	"Unused1": true, "Unused2": true, "Unused3": true, "Unused4": true, "Unused5": true, "Luid": true,
}

// fieldOf are the attributes whose property has another name. The others' differs in capitals at most.
var fieldOf = map[string]string{
	"KernelExecTimeout": "kernelExecTimeoutEnabled", "ComputeCapabilityMajor": "major", "ComputeCapabilityMinor": "minor",
	"MaxBlockDimX": "maxThreadsDim[0]", "MaxBlockDimY": "maxThreadsDim[1]", "MaxBlockDimZ": "maxThreadsDim[2]", "MaxThreadsDim": "maxThreadsDim[0]",
	"MaxGridDimX": "maxGridSize[0]", "MaxGridDimY": "maxGridSize[1]", "MaxGridDimZ": "maxGridSize[2]",
	"MaxTexture1DWidth": "maxTexture1D", "MaxTexture2DWidth": "maxTexture2D[0]", "MaxTexture2DHeight": "maxTexture2D[1]",
	"MaxTexture3DWidth": "maxTexture3D[0]", "MaxTexture3DHeight": "maxTexture3D[1]", "MaxTexture3DDepth": "maxTexture3D[2]",
	"MaxPitch": "memPitch", "MaxRegistersPerBlock": "regsPerBlock", "MaxRegistersPerMultiprocessor": "regsPerMultiprocessor",
	"MaxSharedMemoryPerBlock": "sharedMemPerBlock", "TotalConstantMemory": "totalConstMem",
	"PhysicalMultiProcessorCount": "multiProcessorCount", "FineGrainSupport": "pageableMemoryAccess", "WallClockRate": "clockInstructionRate",
	// Not of a property.
	"HdpMemFlushCntl": "", "HdpRegFlushCntl": "", "CanUseStreamWaitValue": "", "ImageSupport": "", "VirtualMemoryManagementSupported": "",
}

// TestAttributes: every attribute of the header is in the table of the runtime, and reads the property that is
// named like it.
func TestAttributes(t *testing.T) {
	root := testtree.Root(t)
	read := func(name ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{root, "runtime"}, name...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, header, _ := strings.Cut(read("include", "hip", "hip_runtime_api.h"), "typedef enum hipDeviceAttribute_t {")
	header, _, _ = strings.Cut(header, "}")
	field := map[string]string{}
	for _, m := range regexp.MustCompile(`C\.hipDeviceAttribute(\w+):\s+func\(.*return (.*) },`).FindAllStringSubmatch(read("libgohip", "core", "device_properties.go"), -1) {
		f := regexp.MustCompile(`\bp\.(\w+(?:\[\d\])?)`).FindStringSubmatch(m[2])
		field[m[1]] = ""
		if f != nil {
			field[m[1]] = f[1]
		}
	}
	declared := regexp.MustCompile(`(?m)^\s*hipDeviceAttribute(\w+)`).FindAllStringSubmatch(header, -1)
	if len(declared) < 90 || len(field) < 90 {
		t.Fatalf("%d attributes are declared, and %d are in the table", len(declared), len(field))
	}
	for _, m := range declared {
		name := m[1]
		got, ok := field[name]
		delete(field, name)
		if ok == noAttribute[name] {
			t.Errorf("hipDeviceAttribute%s is in the table: %v", name, ok)
			continue
		}
		want, other := fieldOf[name]
		if other && got != want || !other && ok && !strings.EqualFold(strings.TrimSuffix(got, "[0]"), name) {
			t.Errorf("hipDeviceAttribute%s reads %q, want %q", name, got, want)
		}
	}
	for name := range field {
		t.Errorf("the header has no hipDeviceAttribute%s", name)
	}
}
