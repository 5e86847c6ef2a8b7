// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package runtime

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"gohipcc/toolchains"
)

// jitTools are the programs that a compilation runs.
type jitTools struct {
	prefix *toolchains.Prefix
	binary string // gohipcc
	llvm   *toolchains.LLVM
}

// jitSetup finds the tools once; their identity is part of every cache key.
var jitSetup = sync.OnceValues(func() (*jitTools, error) {
	prefix, err := findPrefix()
	if err != nil {
		return nil, err
	}
	llvm, err := toolchains.FindLLVM("")
	if err != nil {
		return nil, err
	}
	return &jitTools{prefix: prefix, binary: filepath.Join(prefix.Root, "bin", "gohipcc"), llvm: llvm}, nil
})

// findPrefix looks for an installation: GOHIP_PATH, the program's own (gohipcc
// itself), then the gohipcc on PATH.
func findPrefix() (*toolchains.Prefix, error) {
	var tried []string
	try := func(root string) *toolchains.Prefix {
		bin := filepath.Join(root, "bin", "gohipcc")
		if st, err := os.Stat(bin); err == nil && st.Mode().IsRegular() {
			return &toolchains.Prefix{Root: root, Self: bin}
		}
		tried = append(tried, bin)
		return nil
	}
	if root := os.Getenv("GOHIP_PATH"); root != "" {
		if p := try(root); p != nil {
			return p, nil
		}
	} else {
		if p, err := toolchains.FindPrefix(); err == nil {
			if p := try(p.Root); p != nil {
				return p, nil
			}
		}
		if lib := loadedLibrary(); lib != "" {
			if p := try(filepath.Dir(filepath.Dir(lib))); p != nil {
				return p, nil
			}
		}
		if path, err := exec.LookPath("gohipcc"); err == nil {
			if real, err := filepath.EvalSymlinks(path); err == nil {
				path = real
			}
			if p := try(filepath.Dir(filepath.Dir(path))); p != nil {
				return p, nil
			}
		}
	}
	return nil, fmt.Errorf("compiling at run time needs an installed gohipcc; looked for %s and on PATH; set GOHIP_PATH to its prefix", strings.Join(tried, ", "))
}

// loadedLibrary is the file of libgohip when this code runs in it: a program that uses
// HIP's C interface lies anywhere, the library in its installation.
func loadedLibrary() string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return ""
	}
	m := regexp.MustCompile(`(?m)^\S+ \S+ \S+ \S+ \S+\s+(/.*/libgohip_core\.so)$`).FindSubmatch(maps)
	if m == nil {
		return ""
	}
	return string(m[1])
}

// headersIdentity changes when a header of the installation does.
var headersIdentity = func() func(p *toolchains.Prefix) string {
	var once sync.Once
	var id string
	return func(p *toolchains.Prefix) string {
		once.Do(func() {
			h := sha256.New()
			filepath.WalkDir(p.Include(), func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				if st, err := d.Info(); err == nil {
					fmt.Fprintf(h, "%s %d %d\n", path, st.Size(), st.ModTime().UnixNano())
				}
				return nil
			})
			id = fmt.Sprintf("%x", h.Sum(nil))
		})
		return id
	}
}()

var (
	amdLibsMu sync.Mutex
	amdLibs   = map[string][]string{}
)

// amdLibraries finds AMD's device libraries for a processor once.
func amdLibraries(t *jitTools, processor string, version int) ([]string, error) {
	amdLibsMu.Lock()
	defer amdLibsMu.Unlock()
	key := processor + " " + strconv.Itoa(version)
	if l, ok := amdLibs[key]; ok {
		return l, nil
	}
	s := toolchains.ROCmSearch{Clang: t.llvm.Clang}
	found, err := s.DeviceLibs(toolchains.DeviceLibOptions{
		Processor: processor, CodeObject: version, Wavefront64: toolchains.Wavefront64Default(processor),
	}, t.prefix.DeviceLib(filepath.Join("amdgcn", "bitcode")))
	if err != nil {
		return nil, err
	}
	amdLibs[key] = found.Files
	return found.Files, nil
}
