// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gohipcc/internal/testtree"
	"gohipcc/runtime/backend"
	"gohipcc/runtime/backend/opencl/cl"
	"gohipcc/runtime/programcache"
	"gohipcc/spirv"
)

// helperDouble is a variable that turns the test's own executable into a double of clcompile.
const helperDouble = "GOHIP_TEST_CLCOMPILE"

func TestMain(m *testing.M) {
	if os.Getenv(helperDouble) != "" {
		playHelper()
	}
	os.Exit(m.Run())
}

// playHelper reports that it is ready and replies to requests with a binary, except for SPIR-V that
// begins with "slow", which it compiles for ever, and SPIR-V that begins with "faulty", at which its
// optimiser fails: only the lowest level has an end.
func playHelper() {
	socket := os.NewFile(3, "socket")
	ready := make([]byte, 8)
	socket.Write(ready)
	for {
		head := make([]byte, 16+48)
		if _, err := io.ReadFull(socket, head); err != nil {
			os.Exit(0)
		}
		il := make([]byte, int(head[4])) // short ones
		if _, err := io.ReadFull(socket, il); err != nil {
			os.Exit(0)
		}
		if strings.HasPrefix(string(il), "slow") {
			unix.Pause()
		}
		if head[0] == requestLower {
			socket.Write([]byte{0, 0, 0, 0, 3, 0, 0, 0, 'l', 'o', 'w'})
			continue
		}
		if strings.HasPrefix(string(il), "faulty") {
			os.Exit(1)
		}
		socket.Write([]byte{0, 0, 0, 0, 3, 0, 0, 0, 'b', 'i', 'n'})
	}
}

// TestBinaryWithin: the wait for a binary that only the program cache needs is limited, and killing
// the process for that is not reported as an error of the next kernel.
func TestBinaryWithin(t *testing.T) {
	t.Setenv(helperDouble, "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := &compilerHelper{path: func() string { return self }, library: filepath.Base(self)}
	if bin, err := c.binaryWithin([]byte("quick"), time.Hour); err != nil || string(bin) != "bin" {
		t.Errorf("%q, %v", bin, err)
	}
	if _, err := c.binaryWithin([]byte("slow"), 10*time.Millisecond); !errors.Is(err, errTooLong) {
		t.Errorf("a compile without end: %v", err)
	}
	if bin, err := c.binary([]byte("quick")); err != nil || string(bin) != "bin" {
		t.Errorf("after it: %q, %v", bin, err)
	}
}

// TestLowerBinary: a program at which a driver's optimiser fails is compiled without it; the result
// is cached.
func TestLowerBinary(t *testing.T) {
	t.Setenv(helperDouble, "1")
	t.Setenv("GOHIP_CACHE_DIR", t.TempDir())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	newDevice := func() *Device {
		return &Device{
			dev: &cl.Device{Platform: &cl.Platform{Name: "some"}}, cache: programcache.Open(),
			compiler: &compilerHelper{path: func() string { started++; return self }},
		}
	}
	d := newDevice()
	if _, _, err := d.buildElsewhere([]byte("faulty")); !errors.Is(err, backend.ErrCompiler) {
		t.Errorf("at the usual level: %v", err)
	}
	if bin, err := d.lowerBinary([]byte("faulty")); err != nil || string(bin) != "low" || started != 2 {
		t.Errorf("at the lowest level: %q, %v, %d processes; want 2", bin, err, started)
	}
	if bin, err := newDevice().lowerBinary([]byte("faulty")); err != nil || string(bin) != "low" || started != 2 {
		t.Errorf("in the next program: %q, %v, %d processes; want no more", bin, err, started)
	}
}

// TestKeepDear: a program is compiled for the cache the second time it is built; if that takes too
// long, it is neither waited for nor tried again.
func TestKeepDear(t *testing.T) {
	t.Setenv(helperDouble, "1")
	t.Setenv("GOHIP_CACHE_DIR", t.TempDir())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	d := &Device{
		dev: &cl.Device{Platform: &cl.Platform{Name: "Portable Computing Language"}}, cache: programcache.Open(),
		compiler: &compilerHelper{path: func() string { started++; return self }},
	}
	if d.cache == nil || !d.compilesAtLaunch() {
		t.Fatal("no cache, or no driver that compiles at launches")
	}
	for _, c := range []struct {
		il      string
		runs    int
		binary  bool
		started int
	}{{"quick", 1, false, 0}, {"quick", 2, true, 1}, {"slow", 1, false, 1}, {"slow", 2, false, 1}, {"slow", 3, false, 1}} {
		il := []byte(c.il)
		key, mark := d.cacheKey("program", il), d.cacheKey("built once", il)
		d.keep(key, mark, d.cache.Get(mark), built{nil, il})
		if bin := d.cache.Get(key); (bin != nil) != c.binary || started != c.started {
			t.Errorf("%s, run %d: binary %q, %d processes; want %v, %d", c.il, c.runs, bin, started, c.binary, c.started)
		}
	}
}

// TestSpecialisationConstants: a driver's question for the specialisation constants of a program is answered
// without running its tool if there are none.
func TestSpecialisationConstants(t *testing.T) {
	dir := t.TempDir()
	library, tool, file := filepath.Join(dir, "libasks.so"), filepath.Join(dir, "llvm-spirv-18"), filepath.Join(dir, "asked")
	if err := os.Symlink("/bin/echo", tool); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ASKS_TOOL", tool)
	t.Setenv("ASKS_FILE", file)
	asked := "--spec-const-info " + file + "\n"
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", library, "testdata/asks.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	path := testtree.Built(t, "lib", "gohip", "clcompile")
	c := &compilerHelper{path: func() string { return path }, library: library, platform: "asks", name: "asks"}
	none := []uint32{spirv.Magic, 0x10000, 0, 8, 0}
	for _, tt := range []struct {
		name string
		il   []byte
		want string
	}{
		{"none", spirv.Encode(spirv.Append(none, spirv.OpName, append([]uint32{7}, spirv.StringWords("k")...)...)), "Number of scalar specialization constants in the module = 0\n"},
		{"one", spirv.Encode(spirv.Append(none, 50, 1, 2, 3)), asked}, // OpSpecConstant
		{"damaged", spirv.Encode(append(none, 0)), asked},
		{"no SPIR-V", []byte("BC"), asked},
	} {
		if got, err := c.binary(tt.il); err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}
