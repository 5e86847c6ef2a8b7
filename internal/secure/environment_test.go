// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package secure

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
)

// TestMain makes a copy of this program print the environment that it accepts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "say" {
		CleanEnvironment()
		cache, _ := UserCacheDir()
		_, given := lookupEnv("SOME_FILE")
		fmt.Printf("elevated %v, file %q %v, clean %q, cache %q, visible %s, children %v", Elevated(), Getenv("SOME_FILE"), given,
			os.Getenv("OCL_ICD_VENDORS"), cache, os.Getenv("HIP_VISIBLE_DEVICES"), slices.Contains(Environ(), "SOME_FILE=/x"))
		return
	}
	os.Exit(m.Run())
}

// TestForCompiler: a compiler's memory is in huge pages, unless the environment says otherwise.
func TestForCompiler(t *testing.T) {
	for _, c := range [][2][]string{
		{{"A=b"}, {"A=b", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1"}},
		{{"GLIBC_TUNABLES=", "A=b"}, {"GLIBC_TUNABLES=glibc.malloc.hugetlb=1", "A=b"}},
		{{"GLIBC_TUNABLES=glibc.malloc.check=3:"}, {"GLIBC_TUNABLES=glibc.malloc.check=3:glibc.malloc.hugetlb=1"}},
		{{"GLIBC_TUNABLES=glibc.malloc.hugetlb=0"}, {"GLIBC_TUNABLES=glibc.malloc.hugetlb=0"}},
	} {
		given := slices.Clone(c[0])
		if got := ForCompiler(given); !slices.Equal(got, c[1]) {
			t.Errorf("ForCompiler(%q) = %q, want %q", c[0], got, c[1])
		}
		if !slices.Equal(given, c[0]) {
			t.Errorf("it changed %q to %q", c[0], given)
		}
	}
}

// TestElevated runs a copy of this program as another user: unprivileged, set-user-ID and
// set-group-ID.
func TestElevated(t *testing.T) {
	if Elevated() {
		t.Fatal("this process is elevated")
	}
	if os.Geteuid() != 0 {
		t.Log("only root can make a setuid program for another user")
		return
	}
	dir, err := os.MkdirTemp("", "elevated-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	chmod(t, dir, 0o755)
	prog := filepath.Join(dir, "prog")
	copyProgram(t, prog)
	const plain = `elevated false, file "/x" true, clean "/v", cache "/h/.cache", visible 1, children true`
	const cleaned = `elevated true, file "" false, clean "", cache "", visible 1, children false`
	for mode, want := range map[os.FileMode]string{0o755: plain, 0o755 | os.ModeSetuid: cleaned, 0o755 | os.ModeSetgid: cleaned} {
		chmod(t, prog, mode)
		cmd := exec.Command(prog, "say")
		cmd.Dir = "/"
		cmd.Env = []string{"SOME_FILE=/x", "OCL_ICD_VENDORS=/v", "HOME=/h", "HIP_VISIBLE_DEVICES=1"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: stranger, Gid: stranger}}
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != want {
			t.Errorf("mode %v: %s (%v), want %s", mode, out, err, want)
		}
	}
}

func copyProgram(t *testing.T, to string) {
	t.Helper()
	self, err := os.Open("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	defer self.Close()
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	if err == nil {
		_, err = io.Copy(f, self)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}
