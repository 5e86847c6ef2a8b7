// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gohipcc/driver/cache"
)

func TestParseSize(t *testing.T) {
	for in, want := range map[string]int64{
		"0": 0, "1048576": 1 << 20, "500M": 500 << 20, "2g": 2 << 30, "3GiB": 3 << 30, "7kb": 7 << 10, "12B": 12,
	} {
		if got, err := parseSize(in); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v; want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "M", "-1", "1.5G", "10X", "99999999999T"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", in, got)
		}
	}
}

func TestCacheCommand(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOHIPCC_CACHE_DIR", dir)
	s, err := cache.Open(dir, cache.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "image")
	os.WriteFile(file, bytes.Repeat([]byte("x"), 5000), 0o644)
	var h cache.Hasher
	h.Add("test", "1")
	s.Put(h.Key(), []cache.Output{{Name: "image", Path: file}}, nil)

	run := func(args ...string) string {
		t.Helper()
		cmd := newCacheCommand()
		var out bytes.Buffer
		cmd.SetOut(&out)
		cmd.SetArgs(args)
		if err := cmd.Execute(); err != nil {
			t.Fatalf("cache %v: %v", args, err)
		}
		return out.String()
	}
	if got := run(); !strings.Contains(got, "results    1\n") || !strings.Contains(got, "KiB") {
		t.Errorf("cache: %s", got)
	}
	if got := run("info", "--json"); !strings.Contains(got, `"actions": 1`) {
		t.Errorf("cache info --json: %s", got)
	}
	if got := run("verify"); got != "2 objects read, 0 damaged\n" {
		t.Errorf("cache verify: %s", got)
	}
	run("trim", "1M")
	if got := run("info", "--json"); !strings.Contains(got, `"actions": 1`) {
		t.Errorf("a trim above the size removed something: %s", got)
	}
	run("bound", "2M")
	if got := run("info", "--json"); !strings.Contains(got, `"limit": 2097152`) || !strings.Contains(got, `"actions": 1`) {
		t.Errorf("after bound 2M: %s", got)
	}
	run("bound", "1K") // less than it holds
	if got := run("info", "--json"); !strings.Contains(got, `"limit": 1024`) || strings.Contains(got, `"bytes": 5`) {
		t.Errorf("after bound 1K: %s", got)
	}
	run("bound", "2M")
	os.MkdirAll(filepath.Join(dir, "pch"), 0o755)
	run("clear")
	if _, err := os.Stat(filepath.Join(dir, "pch")); !os.IsNotExist(err) {
		t.Errorf("clear left the precompiled headers: %v", err)
	}
	if got := run("info", "--json"); !strings.Contains(got, `"bytes": 0`) {
		t.Errorf("after clear: %s", got)
	}
}
