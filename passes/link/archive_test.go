// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package link

import (
	"fmt"
	"strings"
	"testing"
)

// member returns a member of an ar archive, padded to an even offset.
func member(name, data string) string {
	s := fmt.Sprintf("%-16s%-12d%-6d%-6d%-8o%-10d`\n%s", name, 0, 0, 0, 0o644, len(data), data)
	return s + strings.Repeat("\n", len(s)%2)
}

func TestArchiveMembers(t *testing.T) {
	archive := "!<arch>\n" + member("/", "symbols") + member("//", "names") + member("a.o/", "odd") + member("empty.o/", "") + member("b.o/", "even")
	members, err := archiveMembers("lib.a", []byte(archive))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range members {
		got = append(got, m.name+"="+string(m.data))
	}
	if want := "lib.a(a.o)=odd lib.a(b.o)=even"; strings.Join(got, " ") != want {
		t.Errorf("members %q, want %q", got, want)
	}
	for name, bad := range map[string]string{
		"too long":  "!<arch>\n" + strings.Replace(member("a.o/", "odd"), "3         ", "300       ", 1),
		"negative":  "!<arch>\n" + strings.Replace(member("a.o/", "odd"), "3         ", "-3        ", 1),
		"no number": "!<arch>\n" + strings.Replace(member("a.o/", "odd"), "3         ", "three     ", 1),
	} {
		if _, err := archiveMembers("lib.a", []byte(bad)); err == nil || !strings.Contains(err.Error(), "malformed archive") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
