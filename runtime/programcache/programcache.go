// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package programcache caches on disk what device drivers built and what was compiled at run time.
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
	"gohipcc/internal/printable"
	"gohipcc/internal/secure"
)

// Cache is a cache of built programs on disk. The name of a file is a hash of everything that
// determines its contents, and files appear by renaming, so several processes can fill one cache:
// at worst they compile the same program twice.
type Cache struct{ dir string }

// DirEnv is the environment variable that names the folder of the cache.
const DirEnv = "GOHIP_CACHE_DIR"

// Dir returns the folder of the cache, and creates it if necessary: programs in $GOHIP_CACHE_DIR,
// or in gohipcc below the user's cache folder. It is empty if GOHIP_CACHE=0 or if there is no such
// folder. The error is a *secure.UntrustedError if others can write to the folder, because its
// contents are executed as this user.
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

// Open returns the cache in the folder of Dir, or nil (no caching) if there is none. The first time
// a folder is rejected because others can write to it, Open prints a message to standard error,
// unless GOHIP_QUIET=1.
func Open() *Cache {
	dir, err := Dir()
	var untrusted *secure.UntrustedError
	if errors.As(err, &untrusted) {
		warn.Do(func() {
			if os.Getenv(abi.EnvQuiet) != "1" {
				fmt.Fprintf(os.Stderr, "libgohip: warning: no program cache: %s (%s)\n", printable.String(err.Error()), DirEnv)
			}
		})
	}
	if dir == "" || err != nil {
		return nil
	}
	return &Cache{dir}
}

var warn sync.Once

// Key hashes everything that a built program depends on; each part is hashed with its length.
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

// Get returns a cached program. A file that does not end with its own hash is damaged and treated
// as absent.
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

// Put stores a program. Errors are ignored: the program is then compiled again next time.
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

// Drop removes a cached program that the driver no longer accepts.
func (c *Cache) Drop(key string) {
	if c != nil {
		os.Remove(c.path(key))
	}
}
