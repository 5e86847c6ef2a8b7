// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package intel

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gohipcc/abi"
	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
)

// compiler returns the machine's ocloc, or the one that the environment names; real is false where
// there is none (Debian 13), and a double stands for it.
func compiler(t *testing.T) (c *Compiler, real bool) {
	t.Helper()
	c = &Compiler{Device: "pvc", Build: testtree.Prefix(t), Dir: t.TempDir()}
	path, err := exec.LookPath(cmp.Or(os.Getenv(abi.EnvOcloc), "ocloc"))
	if err == nil {
		c.Ocloc = path
		return c, true
	}
	c.Ocloc = filepath.Join(t.TempDir(), "ocloc")
	if out, err := exec.Command("go", "build", "-trimpath", "-o", c.Ocloc, "./ocloc").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return c, false
}

// TestKernels: the kernels of the benchmark take no scratch memory, are as wide as OpenCL C's, and about as
// large. A sum by __shfl_down has nothing more to do, though lanes beyond the last keep their value in HIP: nobody
// uses what they get.
func TestKernels(t *testing.T) {
	c, real := compiler(t)
	most := map[string]float64{"kernels": 1.05, "warps": 1.05}
	if real && driverYear(t, c) < 24 {
		most["kernels"] = 1.1 // of 64 bytes each, one more makes 1.07 of a small one
	}
	for source, most := range most {
		source = filepath.Join(testtree.Root(t), "testdata", "bench", source+".hip")
		if !real {
			image, err := c.Compile(t.Context(), source)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := fatbin.ReadIntel(fatbin.Bytes(image), int64(len(image))); err != nil {
				t.Error(err)
			}
			continue
		}
		rows, err := c.Compare(t.Context(), source)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if r.HIP.Scratch != 0 || r.HIP.Spill != 0 || r.HIP.SIMD != r.OCL.SIMD || r.HIP.Code == 0 || r.Ratio() > most {
				t.Errorf("%s: HIP %+v, OpenCL C %+v", r.Name, r.HIP, r.OCL)
			}
		}
	}
}

// TestPrograms: programs of which a compiler may make little sense: printf's value, warps, recursion.
func TestPrograms(t *testing.T) {
	c, _ := compiler(t)
	for _, name := range []string{"printfcount", "warpflow", "recursion", "symbols", "int128"} {
		t.Run(name, func(t *testing.T) {
			if _, err := c.Compile(t.Context(), filepath.Join(testtree.Root(t), "testdata", "programs", name+".hip")); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWorkarounds: the machine's compiler needs the workarounds of the ledger that are for its version.
func TestWorkarounds(t *testing.T) {
	c, real := compiler(t)
	old := real && driverYear(t, c) < 24
	for id, needed := range map[string]bool{"igc-lower-switches": old, "igc-split-sums": real && !old} {
		link := func(without string) ([]byte, error) {
			cmd := exec.Command(filepath.Join(c.Build, "bin", "gohipcc"), "-device-link", "--target=spir64_gen-unknown-unknown", "--cpu=pvc", "--emit=obj", "-O1",
				"--disable-workarounds="+without, filepath.Join(testtree.Root(t), "testdata", "workarounds", id+".ll"), "-o", filepath.Join(c.Dir, "out"))
			cmd.Env = append(os.Environ(), abi.EnvOcloc+"="+c.Ocloc)
			return cmd.CombinedOutput()
		}
		if out, err := link(""); err != nil {
			t.Errorf("%s: %v\n%s", id, err, out)
		}
		if out, err := link(id); needed && err == nil {
			t.Errorf("IGC is right without %s: delete the entry, or say in which version it is mended\n%s", id, out)
		}
	}
}

// driverYear returns the first part of the version of the driver that an ocloc belongs to,
// "26.27.039122": the year.
func driverYear(t *testing.T, c *Compiler) int {
	t.Helper()
	const query = "OCL_DRIVER_VERSION"
	cmd := exec.Command(c.Ocloc, "query", query)
	cmd.Dir = c.Dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	version, err := os.ReadFile(filepath.Join(c.Dir, query))
	if err != nil {
		t.Fatal(err)
	}
	year, _, _ := strings.Cut(string(version), ".")
	n, err := strconv.Atoi(year)
	if err != nil {
		t.Fatalf("%s: %q", query, version)
	}
	return n
}
