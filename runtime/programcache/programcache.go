// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package programcache keeps on disk what device drivers built and what was compiled at run
// time.
package programcache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"gohipcc/abi"
	"gohipcc/atomicfile"
	"gohipcc/internal/secure"
)

// Cache keeps built programs on disk. A file is named by a hash of all that
// decides its contents and is written under another name first, so several
// processes may fill one cache: the worst they do is compile the same thing twice.
type Cache struct{ dir string }

// DirEnv is the environment variable that names the folder of the cache.
const DirEnv = "GOHIP_CACHE_DIR"

// Dir returns the folder of the cache, made if it is missing: programs in $GOHIP_CACHE_DIR, or
// in gohipcc below the user's cache folder; empty when GOHIP_CACHE=0 or there is no such
// folder. The error is a *secure.UntrustedError when others can write to it: what is in it
// runs as this user.
func Dir() (string, error) {
	if os.Getenv("GOHIP_CACHE") == "0" {
		return "", nil
	}
	dir := secure.Getenv(DirEnv)
	if dir == "" {
		base, err := secure.UserCacheDir()
		if err != nil {
			return "", nil
		}
		dir = filepath.Join(base, "gohipcc")
	}
	return secure.CacheDir(filepath.Join(dir, "programs"))
}

// Open returns the cache in the folder of Dir; nil (no caching) when there is none. The first
// time that a folder is refused because others can write to it, it says so on standard error,
// but for GOHIP_QUIET=1.
func Open() *Cache {
	dir, err := Dir()
	var untrusted *secure.UntrustedError
	if errors.As(err, &untrusted) {
		warn.Do(func() {
			if os.Getenv(abi.EnvQuiet) != "1" {
				fmt.Fprintf(os.Stderr, "libgohip: warning: no program cache: %v (%s)\n", err, DirEnv)
			}
		})
	}
	if dir == "" || err != nil {
		return nil
	}
	return &Cache{dir}
}

var warn sync.Once

// Key hashes the parts that a built program depends on, each with its length.
func (c *Cache) Key(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		var n [8]byte
		for i := range n {
			n[i] = byte(len(p) >> (8 * i))
		}
		h.Write(n[:])
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (c *Cache) path(key string) string { return filepath.Join(c.dir, key[:2], key) }

// Get returns a cached program. A file that does not carry its own hash at the end
// was damaged and counts as absent.
func (c *Cache) Get(key string) []byte {
	if c == nil {
		return nil
	}
	b, err := secure.ReadFile(c.path(key))
	if err != nil || len(b) <= sha256.Size {
		return nil
	}
	data, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if want := sha256.Sum256(data); string(want[:]) != string(sum) {
		return nil
	}
	return data
}

// Put stores a program. Failure only means that it is compiled again next time.
func (c *Cache) Put(key string, data []byte) {
	if c == nil || len(data) == 0 {
		return
	}
	path := c.path(key)
	if os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	sum := sha256.Sum256(data)
	_ = atomicfile.Write(path, append(append([]byte(nil), data...), sum[:]...), 0o600)
}

// Drop removes a cached program that the driver no longer takes.
func (c *Cache) Drop(key string) {
	if c != nil {
		os.Remove(c.path(key))
	}
}
