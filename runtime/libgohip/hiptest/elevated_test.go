// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hiptest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is an unprivileged user.
const nobody = 65534

// intruder is a library that prints the user that it runs as when it is loaded.
const intruder = `#include <stdio.h>
#include <unistd.h>
__attribute__((constructor)) static void in(void) { fprintf(stderr, "intruder: euid %d\n", geteuid()); }
`

// TestElevated runs a set-user-ID root program as nobody, with an environment that names a library
// of nobody's everywhere that libgohip or a driver could load one. None is loaded, nothing is read
// from or written to the caller's home, and the program's results are correct.
func TestElevated(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("only root can make a setuid program for another user")
		return
	}
	// Test folders are accessible only to their owner; this one must be accessible to nobody, too.
	dir, err := os.MkdirTemp("", "elevated-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	home, lib, prog := filepath.Join(dir, "home"), filepath.Join(dir, "intruder.so"), filepath.Join(dir, "prog")
	vendors := filepath.Join(dir, "vendors")
	run(t, nil, "sh", "-c", `chmod 755 "$0" && mkdir "$1" "$2" && chown 65534 "$1"`, dir, home, vendors)
	for name, text := range map[string]string{lib + ".c": intruder, filepath.Join(vendors, "x.icd"): lib + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, nil, "cc", "-shared", "-fPIC", lib+".c", "-o", lib)
	compiled(t, "--offload=spirv64", "../testdata/elevated.hip", "-o", prog)
	start := func(vars ...string) string {
		t.Helper()
		cmd := exec.Command(prog)
		cmd.Dir = home
		cmd.Env = append([]string{"HOME=" + home, "XDG_CACHE_HOME=" + home, "PATH=" + home, "HIP_VISIBLE_DEVICES=0"}, vars...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	var hostile []string
	for _, name := range []string{"GOHIP_LIBAMDHIP64", "GOHIP_LIBHSA", "GOHIP_CUDA", "GOHIP_OPENCL"} {
		hostile = append(hostile, name+"="+lib)
	}
	hostile = append(hostile, "OCL_ICD_VENDORS="+vendors, "OCL_ICD_FILENAMES="+lib, "POCL_DEVICES=none", "POCL_CACHE_DIR="+home,
		"GOHIP_CACHE_DIR="+home, "GOHIP_PATH="+home, "NCCL_NET_PLUGIN="+lib, "NEO_CACHE_PERSISTENT=1", "GOHIP_WITHOUT_VALUE")
	if out := start(hostile...); !strings.Contains(out, "intruder: euid 65534") {
		t.Fatalf("the library is not loaded by a program of nobody's: the test shows nothing: %s", out)
	}
	run(t, nil, "sh", "-c", `rm -rf "$1"/* "$1"/.[a-z]*; chown 0 "$0" && chmod 4755 "$0"`, prog, home)
	want := "euid 0, uid 65534\nhipSuccess, 81\nGOHIP_OPENCL=\nOCL_ICD_VENDORS=\nPOCL_DEVICES=\nNCCL_NET_PLUGIN=\nNEO_CACHE_PERSISTENT=0\nHIP_VISIBLE_DEVICES=0\n"
	if out := start(hostile...); out != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if left, _ := os.ReadDir(home); len(left) > 0 {
		t.Errorf("left in the caller's home: %v", left)
	}
	if left, _ := filepath.Glob("/tmp/gohip-??????"); len(left) > 0 {
		t.Errorf("left in /tmp: %v", left)
	}
}
