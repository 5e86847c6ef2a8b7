// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package secure

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stranger is a user ID other than root's and the test's.
const stranger = 54321

// give changes a file's owner to stranger, which only root can do; otherwise it makes the file
// world-writable, which is rejected for the same reason.
func give(t *testing.T, path string) {
	t.Helper()
	if os.Geteuid() == 0 {
		if err := os.Lchown(path, stranger, stranger); err != nil {
			t.Fatal(err)
		}
		return
	}
	chmod(t, path, 0o777)
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, path string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	chmod(t, path, mode)
	return path
}

// TestCacheDir creates and rejects folders. at is the rejected folder, empty if none is.
func TestCacheDir(t *testing.T) {
	cases := []struct {
		name  string
		setup func(t *testing.T, top string) (dir, at string)
	}{
		{"missing", func(t *testing.T, top string) (string, string) { return filepath.Join(top, "a/b/c"), "" }},
		{"own", func(t *testing.T, top string) (string, string) { return mkdir(t, top+"/c", 0o755), "" }},
		{"group writes", func(t *testing.T, top string) (string, string) {
			d := mkdir(t, top+"/c", 0o775)
			return d, d
		}},
		{"world writes, sticky", func(t *testing.T, top string) (string, string) {
			d := mkdir(t, top+"/c", 0o777|os.ModeSticky)
			return d, d
		}},
		{"of a stranger", func(t *testing.T, top string) (string, string) {
			d := mkdir(t, top+"/c", 0o755)
			give(t, d)
			return d, d
		}},
		{"below a stranger's", func(t *testing.T, top string) (string, string) {
			d := mkdir(t, top+"/s/c", 0o700)
			give(t, top+"/s")
			return d, top + "/s"
		}},
		{"below one that all write to", func(t *testing.T, top string) (string, string) {
			d := mkdir(t, top+"/w/c", 0o700)
			chmod(t, top+"/w", 0o777)
			return d, top + "/w"
		}},
		{"new below one that all write to", func(t *testing.T, top string) (string, string) {
			return mkdir(t, top+"/w", 0o777) + "/c", top + "/w"
		}},
		{"below a sticky one", func(t *testing.T, top string) (string, string) {
			d := mkdir(t, top+"/t/c", 0o700)
			chmod(t, top+"/t", 0o777|os.ModeSticky)
			return d, ""
		}},
		{"a link", func(t *testing.T, top string) (string, string) {
			symlink(t, mkdir(t, top+"/real", 0o700), top+"/link")
			return top + "/link/../link/c", ""
		}},
		{"a link to what all write to", func(t *testing.T, top string) (string, string) {
			real := mkdir(t, top+"/real", 0o777)
			symlink(t, "real", top+"/link")
			return top + "/link", real
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			top, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			dir, at := c.setup(t, top)
			got, err := CacheDir(dir)
			var u *UntrustedError
			if at == "" {
				if err != nil {
					t.Fatal(err)
				}
				st, err := os.Lstat(got)
				if err != nil || !st.IsDir() || st.Mode()&0o022 != 0 {
					t.Errorf("%s: %v, %v", got, st, err)
				}
				return
			}
			if !errors.As(err, &u) || u.Path != dir || u.At != at && !(u.At == dir && strings.HasPrefix(c.name, "a link")) {
				t.Fatalf("%q, %v; want a refusal because of %s", got, err, at)
			}
		})
	}
}

func symlink(t *testing.T, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Fatal(err)
	}
}

// TestStrangersLink rejects a symbolic link that a stranger put into a sticky folder.
func TestStrangersLink(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("only root can make a stranger's link")
		return
	}
	top := t.TempDir()
	real, shared := mkdir(t, top+"/real", 0o700), mkdir(t, top+"/shared", 0o777|os.ModeSticky)
	symlink(t, real, shared+"/cache")
	give(t, shared+"/cache")
	var u *UntrustedError
	if _, err := CacheDir(shared + "/cache"); !errors.As(err, &u) || u.Owner != stranger {
		t.Errorf("a stranger's link was followed: %v", err)
	}
}

// TestNewFolderIsPrivate checks that only the owner can access a new folder.
func TestNewFolderIsPrivate(t *testing.T) {
	got, err := CacheDir(filepath.Join(t.TempDir(), "x", "y"))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{got, filepath.Dir(got)} {
		if st, err := os.Stat(d); err != nil || st.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v; want mode 0700", d, st.Mode(), err)
		}
	}
}

// TestRefusalSaysWhatToDo checks that the message contains the folder, owner, mode and remedy.
func TestRefusalSaysWhatToDo(t *testing.T) {
	d := mkdir(t, filepath.Join(t.TempDir(), "c"), 0o775)
	_, err := CacheDir(d)
	if err == nil {
		t.Fatal("it was taken")
	}
	for _, want := range []string{d, owner(uint32(os.Geteuid())), "mode 0775", "chmod -R go-w " + d} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not say %q", err, want)
		}
	}
}

// TestReadFile rejects files that others can write to, or that are in such a folder.
func TestReadFile(t *testing.T) {
	dir := mkdir(t, filepath.Join(t.TempDir(), "c"), 0o700)
	file := filepath.Join(dir, "f")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := ReadFile(file); err != nil || string(b) != "text" {
		t.Fatalf("%q, %v", b, err)
	}
	symlink(t, file, dir+"/link")
	if _, err := ReadFile(dir + "/link"); err == nil {
		t.Error("a link was followed")
	}
	if _, err := ReadFile(dir); err == nil {
		t.Error("a folder was read")
	}
	chmod(t, file, 0o660)
	if _, err := ReadFile(file); err == nil {
		t.Error("a file that the group writes was read")
	}
	chmod(t, file, 0o600)
	chmod(t, dir, 0o777)
	if _, err := ReadFile(file); err == nil {
		t.Error("a file in a folder that all write to was read")
	}
	chmod(t, dir, 0o700)
	give(t, file)
	if _, err := ReadFile(file); err == nil {
		t.Error("a stranger's file was read")
	}
}
