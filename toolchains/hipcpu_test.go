// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import "testing"

// TestCPUNames: a processor is named by itself, or as in a device's gcnArchName.
func TestCPUNames(t *testing.T) {
	host := HostCPU()
	baseline := cpuBaseline[host.Architecture]
	for _, name := range append(host.levels(), baseline) {
		got, err := ForArch("cpu:" + name)
		if err != nil || got.Arch != name || got.Toolchain != Toolchain(host) {
			t.Errorf("cpu:%s: got %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"cpu:", "cpu:gfx90a", "cpu:spirv64", "cpu:nonsense", "cpu"} {
		if got, ok, err := host.ParseArch(name); ok || err != nil {
			t.Errorf("%s: got %v, %v", name, got, err)
		}
	}
}
