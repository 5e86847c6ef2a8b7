// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"fmt"
	"strconv"
	"strings"
)

type archiveMember struct {
	name string // "lib.a(member)"
	data []byte
}

// archiveMembers returns the members of an ar archive: after 8 bytes of magic come 60-byte headers
// with the size in decimal at offset 48, and members at even offsets. The symbol and name tables,
// whose names start with a slash, are not members.
func archiveMembers(path string, data []byte) ([]archiveMember, error) {
	var out []archiveMember
	for at := 8; at+60 <= len(data); {
		head := data[at : at+60]
		size, err := strconv.ParseInt(strings.TrimSpace(string(head[48:58])), 10, 64)
		if err != nil || size < 0 || size > int64(len(data)-at-60) {
			return nil, fmt.Errorf("%s: malformed archive: the member at offset %d has the size %q", path, at, head[48:58])
		}
		name := strings.TrimSpace(string(head[:16]))
		body := data[at+60 : at+60+int(size)]
		if name != "/" && name != "//" && name != "/SYM64/" && size > 0 {
			out = append(out, archiveMember{path + "(" + strings.TrimSuffix(name, "/") + ")", body})
		}
		at += 60 + int(size+1)&^1
	}
	return out, nil
}
