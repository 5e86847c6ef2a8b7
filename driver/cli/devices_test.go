// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"gohipcc/runtime/hip"
	"gohipcc/target"
)

// TestDevices runs the command on the devices of this machine: make setup installs
// a CPU driver, so there is at least one.
func TestDevices(t *testing.T) {
	run := func(args ...string) []byte {
		t.Helper()
		cmd := newDevicesCommand()
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetArgs(args)
		if err := cmd.Execute(); err != nil {
			t.Fatalf("devices %v: %v", args, err)
		}
		return out.Bytes()
	}
	var rows []deviceRow
	if err := json.Unmarshal(run("--json"), &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("no device")
	}
	text := string(run())
	for i, r := range rows {
		if r.Number != i || r.Name == "" || r.ComputeUnits < 1 || r.GlobalMemory == 0 || r.MaxThreads < 1 {
			t.Errorf("device %d: %+v", i, r)
		}
		if !strings.Contains(text, r.Name) {
			t.Errorf("the text does not name %q:\n%s", r.Name, text)
		}
	}
}

func TestDeviceRow(t *testing.T) {
	id, err := target.ParseID("gfx90a:xnack+")
	if err != nil {
		t.Fatal(err)
	}
	row := newDeviceRow(3, &hip.Info{Backend: "rocm", Name: "AMD Instinct", Arch: "amdgcn", Target: id, ClockKHz: 1700000, FP64: true})
	if row.Number != 3 || row.Target != "gfx90a:xnack+" || row.ClockMHz != 1700 || strings.Join(row.Features, " ") != "fp64" {
		t.Errorf("%+v", row)
	}
	if row := newDeviceRow(0, &hip.Info{Backend: "opencl", Arch: "spirv64"}); row.Target != "spirv64" {
		t.Errorf("a portable device runs %q", row.Target)
	}
}
