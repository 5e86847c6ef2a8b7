// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"sync"

	"gohipcc/target"
	"gohipcc/toolchains"
	"gohipcc/toolchains/clang"
	"gohipcc/toolchains/rocm"
)

// jitTools are the programs that a compilation runs.
type jitTools struct {
	prefix *toolchains.Prefix
	binary string // gohipcc
	llvm   *clang.LLVM
}

// jitSetup finds the tools once; their identity is part of every cache key.
var jitSetup = sync.OnceValues(func() (*jitTools, error) {
	prefix, err := toolchains.FindInstalled()
	if err != nil {
		return nil, err
	}
	llvm, err := clang.FindLLVM("")
	if err != nil {
		return nil, err
	}
	return &jitTools{prefix: prefix, binary: prefix.Self, llvm: llvm}, nil
})

// headersIdentity changes whenever a header of the installation does.
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
	s := rocm.Search{Clang: t.llvm.Clang}
	found, err := s.DeviceLibs(rocm.DeviceLibOptions{
		Processor: processor, CodeObject: version, Wavefront64: target.WavefrontSize(processor) == 64,
	}, t.prefix.DeviceLib(filepath.Join("amdgcn", "bitcode")))
	if err != nil {
		return nil, err
	}
	amdLibs[key] = found.Files
	return found.Files, nil
}
