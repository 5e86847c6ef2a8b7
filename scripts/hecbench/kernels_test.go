// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"strings"
	"testing"
)

func TestKernelTable(t *testing.T) {
	dir := t.TempDir()
	p := &Pair{Name: "heat", Built: true}
	write := func(side, round int, lines ...string) {
		text := strings.Join(lines, "\n") + "\n_Z4cutoPf 12" // the last line of a program that was killed
		if err := os.WriteFile(launchFile(dir, p, side, round), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The second kernel has another unique name on each side, and the third is launched on one only.
	write(hip, 0, "_Z4stepPfi 3000 32 10 256", "_Z4stepPfi 1000 32 10 256", "_Z4stepPfi 2000 32 10 256", "_ZN12_GLOBAL__N_14fillEPf 500 8 1 64", "_Z4lastIfEvT_ 1 8 1 1")
	write(hip, 1, "_Z4stepPfi 4000 32 10 256", "_Z4stepPfi 4000 32 10 256", "_Z4stepPfi 9000 32 10 256", "_ZN12_GLOBAL__N_14fillEPf 500 8 1 64")
	write(cuda, 0, "_Z4stepPfi 2000 30 10 256", "_Z4stepPfi 2000 30 10 256", "_ZN39_GLOBAL__N__0f1e2d3c_4_main_cu_5a6b7c8d4fillEPf 1000 8 1 64", "_Z4stepPfi 2000 30 20 256")
	write(cuda, 1, "_Z4stepPfi 2000 30 10 256", "_Z4stepPfi 2000 30 10 256", "_ZN39_GLOBAL__N__0f1e2d3c_4_main_cu_5a6b7c8d4fillEPf 1000 8 1 64")
	var out strings.Builder
	if err := kernelTable(&out, dir, []*Pair{p, {Name: "none"}}); err != nil {
		t.Fatal(err)
	}
	want := `program heat                         1.300
1.500  heat step 10x256: 3.00 / 2.00 us, 2 launches, 32 / 30 registers
0.500  heat fill 1x64: 0.50 / 1.00 us, 1 launches, 8 / 8 registers
1 programs: geometric mean 1.300, 0 at most 1.10; 2 kernels: 0.866, 1
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
