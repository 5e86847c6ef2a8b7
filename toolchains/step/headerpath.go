// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package step

import (
	"slices"
	"strings"
)

// HeaderPath is a front end's header search path, as its command spells it. Headers in the folders
// of System are system headers, which -MMD leaves out.
type HeaderPath struct{ User, System []string }

// userDirs and systemDirs are the front end's options for header folders.
var (
	userDirs   = set("-I -iquote")
	systemDirs = set("-isystem -internal-isystem -internal-externc-isystem -idirafter -cxx-isystem -c-isystem")
)

// HeaderPath returns the front end's header search path.
func (c *CC1) HeaderPath() HeaderPath {
	var h HeaderPath
	for _, a := range c.Args {
		switch {
		case userDirs[a.Name]:
			h.User = addOnce(h.User, a.Value)
		case systemDirs[a.Name]:
			h.System = addOnce(h.System, a.Value)
		}
	}
	return h
}

// Join adds the folders of another front end.
func (h *HeaderPath) Join(o HeaderPath) {
	h.User, h.System = addOnce(h.User, o.User...), addOnce(h.System, o.System...)
}

// IsSystem reports whether a header is a system header: whether the innermost folder that contains
// it is one of System. Dependency files and clang name a header by the folder in which it was
// found.
func (h *HeaderPath) IsSystem(header string) bool {
	return longestPrefix(h.System, header) > longestPrefix(h.User, header)
}

func longestPrefix(dirs []string, header string) int {
	n := 0
	for _, d := range dirs {
		d = strings.TrimSuffix(d, "/") + "/"
		if len(d) > n && strings.HasPrefix(header, d) {
			n = len(d)
		}
	}
	return n
}

func addOnce(to []string, more ...string) []string {
	for _, m := range more {
		if !slices.Contains(to, m) {
			to = append(to, m)
		}
	}
	return to
}
