// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package secure decides which inputs of a process are trusted: the environment variables of a
// process with more privileges than its caller, and the folders that code is loaded from.
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

// atSecure is the entry AT_SECURE of the auxiliary vector (getauxval(3)), which the kernel sets for
// set-user-ID and set-group-ID programs and for those with file capabilities.
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
	// A library cannot always read the vector; user and group IDs cover most cases.
	return unix.Getuid() != unix.Geteuid() || unix.Getgid() != unix.Getegid()
}

// Elevated reports whether this process has privileges that its caller lacks, so that its
// environment is not trusted.
func Elevated() bool { return elevated.Load() }

// SetElevated marks the process as elevated, for a library whose C part knows it from
// getauxval(AT_SECURE).
func SetElevated() {
	elevated.Store(true)
	inLibrary.Store(true)
}

// lookupEnv is os.LookupEnv for variables that name files, folders, libraries or programs. In an
// elevated process none is set, as with secure_getenv(3).
func lookupEnv(name string) (string, bool) {
	if Elevated() {
		return "", false
	}
	return os.LookupEnv(name)
}

// Getenv is os.Getenv with the rule of lookupEnv.
func Getenv(name string) string {
	v, _ := lookupEnv(name)
	return v
}

// Environ is os.Environ for child processes. In an elevated process it contains only the system's
// default PATH.
func Environ() []string {
	if Elevated() {
		return []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	}
	return os.Environ()
}

// tunables is the variable of glibc's loader (ld.so(8)), and hugePages what it sets here: malloc asks for huge pages,
// where the kernel gives them to those who ask (transparent_hugepage/enabled: madvise). Other C libraries ignore it.
const (
	tunables  = "GLIBC_TUNABLES"
	hugePages = "glibc.malloc.hugetlb"
)

// ForCompiler returns the environment for a child process with LLVM in it: its memory is in huge pages, unless the
// environment says otherwise. A front end that parses the C++ library's headers takes a tenth to a fifth less CPU
// time with them, because it has 6,000 page faults instead of 15,000.
func ForCompiler(env []string) []string {
	env = slices.Clone(env)
	for i, entry := range env {
		if others, ok := strings.CutPrefix(entry, tunables+"="); ok {
			if !strings.Contains(others, hugePages+"=") {
				env[i] = tunables + "=" + strings.TrimPrefix(strings.TrimSuffix(others, ":")+":"+hugePages+"=1", ":")
			}
			return env
		}
	}
	return append(env, tunables+"="+hugePages+"=1")
}

var inLibrary atomic.Bool

// CleanEnvironment removes variables from which drivers, which do not use secure_getenv(3), would
// load libraries and code in an elevated process. It must be called before the first driver is
// opened. A driver that caches compiled kernels in the caller's home gets no folder, unless the
// program has set one through libgohip.
func CleanEnvironment() {
	if !Elevated() {
		return
	}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		unsafe := slices.ContainsFunc(abi.UnsafeFamilies, func(f string) bool { return strings.HasPrefix(name, f) })
		if unsafe && !slices.Contains(abi.HarmlessVariables, name) && !(inLibrary.Load() && driverCache(name)) {
			os.Unsetenv(name)
		}
	}
	if !inLibrary.Load() {
		os.Setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin") // drivers run the linker from PATH
		for _, c := range abi.DriverCaches {
			os.Setenv(c.Name, c.Off)
		}
	}
}

// driverCache reports whether a variable is one that the C library sets before it loads the Go core.
func driverCache(name string) bool {
	return slices.ContainsFunc(abi.DriverCaches, func(c struct{ Name, Off string }) bool { return c.Name == name })
}

// UserCacheDir is os.UserCacheDir; in an elevated process, in which HOME and XDG_CACHE_HOME are the
// caller's, it returns an error.
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
