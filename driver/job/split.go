// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package job

import (
	"io"
	"slices"
)

// Split is a device compile in two steps.
type Split struct {
	Bitcode string // file between the steps
	Code    []string
	Step    CachedStep // of code
}

// Front is the first step of a compile.
func (s *Split) Front(argv []string) []string {
	argv = slices.Clone(argv)
	i := slices.Index(argv, "-emit-obj")
	argv[slices.Index(argv, "-o")+1] = s.Bitcode
	return slices.Replace(argv, i, i+1, "-emit-llvm-bc", "-emit-llvm-uselists", "-disable-llvm-passes")
}

// A CachedStep is a command whose output is decided by the command and the
// content of the files it names.
type CachedStep struct {
	Get func(stderr io.Writer) bool // takes the output from the cache
	Put func(stderr []byte)         // puts it there
}
