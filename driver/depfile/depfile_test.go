// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package depfile

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gohipcc/toolchains/step"
)

func TestMergeDeps(t *testing.T) {
	host := "a.o: a.hip /usr/include/x.h \\\n  /usr/in\\ clude/y.h\n/usr/include/x.h:\n/usr/in\\ clude/y.h:\n"
	device := "a.o: a.hip /dev/only.h /usr/include/x.h\n"
	var b bytes.Buffer
	if err := Merge(&b, [][]byte{[]byte(host), []byte(device)}, nil); err != nil {
		t.Fatal(err)
	}
	want := "a.o: a.hip /usr/include/x.h /usr/in\\ clude/y.h /dev/only.h\n/usr/include/x.h:\n/usr/in\\ clude/y.h:\n/dev/only.h:\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestMergeWithoutSystemHeaders(t *testing.T) {
	full := "a.o: a.hip /usr/include/x.h lib/my.h /usr/include/mine/y.h\n"
	var b bytes.Buffer
	if err := Merge(&b, [][]byte{[]byte(full)}, &step.HeaderPath{User: []string{"lib", "/usr/include/mine"}, System: []string{"/usr/include"}}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("a.o: a.hip lib/my.h /usr/include/mine/y.h\n", b.String()); diff != "" {
		t.Error(diff)
	}
}
