// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package secure decides what a process may take from others: which environment variables
// it reads when it has more rights than its caller, and which folders it takes code from.
package secure

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"gohipcc/abi"
)

// atSecure is the entry AT_SECURE of the auxiliary vector (getauxval(3)): the kernel sets it
// for setuid and setgid programs and for those with file capabilities.
const atSecure = 23

var elevated atomic.Bool

func init() { elevated.Store(detectElevated()) }

func detectElevated() bool {
	if auxv, err := unix.Auxv(); err == nil {
		for _, entry := range auxv {
			if entry[0] == atSecure {
				return entry[1] != 0
			}
		}
	}
	// A library does not always see the vector; who the process runs as says most of it.
	return unix.Getuid() != unix.Geteuid() || unix.Getgid() != unix.Getegid()
}

// Elevated reports whether this process has rights that its caller lacks, so that its
// environment is the caller's word and no more.
func Elevated() bool { return elevated.Load() }

// SetElevated says that the process is elevated, for a library whose C side knows it from
// getauxval(AT_SECURE).
func SetElevated() {
	elevated.Store(true)
	inLibrary.Store(true)
}

// LookupEnv returns os.LookupEnv for variables that name files, folders, libraries or programs:
// none is set in an elevated process, as with secure_getenv(3).
func LookupEnv(name string) (string, bool) {
	if Elevated() {
		return "", false
	}
	return os.LookupEnv(name)
}

// Getenv returns os.Getenv with the rule of LookupEnv.
func Getenv(name string) string {
	v, _ := LookupEnv(name)
	return v
}

// Environ returns os.Environ for programs that this one starts; those of an elevated process get a
// PATH of the system and no more.
func Environ() []string {
	if Elevated() {
		return []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	}
	return os.Environ()
}

// ownCaches are the variables that the C library sets before Go starts in it.
var ownCaches = []string{"POCL_CACHE_DIR", "CUDA_CACHE_DISABLE", "AMD_COMGR_CACHE"}

var inLibrary atomic.Bool

// CleanEnvironment removes from the environment of an elevated process what drivers, which do
// not know of secure_getenv(3), would take libraries and code from. It is called before the
// first driver is opened; a driver that keeps compiled kernels in the caller's home is given no
// folder unless the program has set POCL_CACHE_DIR through libgohip.
func CleanEnvironment() {
	if !Elevated() {
		return
	}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		unsafe := slices.ContainsFunc(abi.UnsafeFamilies, func(f string) bool { return strings.HasPrefix(name, f) })
		if unsafe && !slices.Contains(abi.HarmlessVariables, name) && !(inLibrary.Load() && slices.Contains(ownCaches, name)) {
			os.Unsetenv(name)
		}
	}
	if !inLibrary.Load() {
		os.Setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin") // drivers start the linker from there
		os.Setenv("CUDA_CACHE_DISABLE", "1")
		os.Setenv("AMD_COMGR_CACHE", "0")
		os.Setenv("POCL_CACHE_DIR", "/dev/null/gohip")
	}
}

// UserCacheDir returns os.UserCacheDir; in an elevated process, where HOME and XDG_CACHE_HOME are
// the caller's, an error.
func UserCacheDir() (string, error) {
	if Elevated() {
		return "", errElevated
	}
	dir, err := os.UserCacheDir()
	if err == nil && !filepath.IsAbs(dir) {
		return "", &os.PathError{Op: "use as cache", Path: dir, Err: errRelative}
	}
	return dir, err
}
