// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMeasure(t *testing.T) {
	const source = `package p

type T[E any] struct{}

func plain() {}

func (t *T[E]) branches(x int, c chan int) int {
	for x > 0 && x < 9 || x == 20 {
		switch x {
		case 1, 2:
			return 1
		default:
		}
	}
	select {
	case <-c:
	default:
	}
	if x == 3 {
		func() {
			for range 3 {
			}
		}()
	}
	return 0
}
`
	for name, complexity := range map[string]int{"p.go": 8, "p_test.go": 0} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := measure(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := (size{20, complexity}); len(got) != 2 || got["(*T).branches"] != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		if got["plain"].lines != 1 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
