// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/fatbin"
	"gohipcc/internal/testtree"
)

// cpuDevice builds the test program for the CPU device, and its image.
func cpuDevice(t *testing.T) (bin, image string) {
	t.Helper()
	p := testtree.Prefix(t)
	bin, image = filepath.Join(t.TempDir(), "cpudevice"), filepath.Join(t.TempDir(), "kernels.so")
	run(t, nil, "clang-22", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-nostdlib", "-fuse-ld=lld", "-Wl,-Bsymbolic,-z,now",
		"../../backend/cpu/testdata/kernels.c", "-o", image)
	seal(t, image)
	run(t, nil, "cc", "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-D__HIP_PLATFORM_AMD__", "-I"+p+"/include", "../testdata/cpudevice.c", "-o", bin,
		"-L"+p+"/lib", "-lgohip", "-lpthread", "-Wl,-rpath,"+p+"/lib")
	return bin, image
}

// seal writes the checksum of an image that was not linked by our device link.
func seal(t *testing.T, image string) {
	t.Helper()
	b, err := os.ReadFile(image)
	if err == nil {
		err = fatbin.SealCPU(b)
	}
	if err == nil {
		err = os.WriteFile(image, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestCPUDevice(t *testing.T) {
	bin, image := cpuDevice(t)
	for _, tt := range []struct {
		test, threads string
		says          []string
	}{
		{"blocks", "", nil}, {"blocks", "7", nil}, {"arguments", "", nil}, {"variables", "", nil}, {"bad", "", []string{"bytes each, ", " in all, which the system does not give; ", " is what the "}},
		{"grid", "", nil}, {"grid", "1", nil}, {"grid", "5", nil}, {"streams", "", nil}, {"streams", "1", nil}, {"graph", "", nil},
		{"threads", "", nil}, {"threads", "9", nil}, {"fork", "", nil}, {"say", "", []string{"before\nsay 100\nafter\n"}},
		{"count", "6", []string{"6\n"}}, {"count", "1", []string{"2\n"}}, {"handler", "", []string{"the program's own handler\n"}},
		{"faults", "", []string{
			"kernel store: write to address 0 (a null pointer) in block (3,0,0), thread (1,0,2)",
			"kernel load: read of address 0x7000000000, which is no memory of the program, in block (",
			"kernel misaligned: a general protection fault (a vector whose address is not aligned for it, or an address that is not canonical) in block (",
			"kernel divide: a division by zero", "kernel trap: an illegal instruction, or a trap,", "kernel recurse: stack overflow, past 65536 KiB, in block (",
			"kernel fault_in_barrier: write to address 0x10 (a null pointer) in block (3,0,0)",
		}},
		{"faults", "1", nil},
	} {
		env := []string{"GOHIP_CPU=1", "GOHIP_CPU_THREADS=" + tt.threads}
		out := run(t, env, bin, image, tt.test)
		if !strings.HasSuffix(out, "ok\n") {
			t.Errorf("%s: %s", tt.test, out)
		}
		for _, s := range tt.says {
			if !strings.Contains(out, s) {
				t.Errorf("%s: no %q in\n%s", tt.test, s, out)
			}
		}
	}
}

// The engine has no data races, and ThreadSanitizer sees the order that it establishes.
func TestCPUEngineRaces(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "engine")
	args := []string{"-O1", "-g", "-std=gnu11", "-fsanitize=thread", "-I../../include", "../testdata/cpuengine.c", "-o", bin, "-lpthread"}
	for _, name := range []string{"pool", "queue", "block", "fault", "race"} {
		args = append(args, "../cpu_"+name+".c")
	}
	run(t, nil, "clang-22", append(args, "../host_thread.c")...)
	if out := run(t, nil, bin); out != "0 values are wrong\n" {
		t.Error(out)
	}
}

// Ctrl-C ends a program whose kernel does not terminate.
func TestCPUInterrupt(t *testing.T) {
	bin, image := cpuDevice(t)
	cmd := exec.Command(bin, image, "forever")
	cmd.Env = append(os.Environ(), "GOHIP_CPU=1")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "started\n" {
		t.Fatalf("%q, %v", line, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err == nil || err.Error() != "signal: interrupt" {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Error("it goes on")
		cmd.Process.Kill()
		<-ended
	}
}
