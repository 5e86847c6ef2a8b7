// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"gohipcc/driver/files"
	"gohipcc/driver/reapi"
	"gohipcc/internal/secure"
)

// contents caches facts about the content of files, which are valid as long as these do not change.
type contents struct {
	dir string // for facts that are kept across builds; "": none are

	mu    sync.Mutex
	known map[string]*content
}

// content is what is known about a file.
type content struct {
	once   sync.Once
	err    error
	state  string // by which a change is detected
	digest reapi.Digest
	// directives is the hash of the lines that determine which headers are read: preprocessor
	// directives, and lines where comments and raw strings begin or end; for a large file, of all
	// of it.
	directives string
	clock      bool // it depends on the time of the compilation
	executable bool
}

// large is the size from which on digests are kept across builds.
const large = 1 << 20

// stateOf returns the state of a file, which changes when its content does.
func stateOf(st os.FileInfo) string {
	sys := st.Sys().(*syscall.Stat_t)
	return fmt.Sprintf("%d %d %d %d", st.Size(), st.ModTime().UnixNano(), sys.Ctim.Nano(), sys.Ino)
}

// of returns what is known about a file.
func (c *contents) of(name string) (*content, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	st, err := os.Stat(abs)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	state := stateOf(st)
	c.mu.Lock()
	k := c.known[abs]
	if k == nil || k.state != state {
		k = &content{state: state, executable: st.Mode()&0o111 != 0}
		c.known[abs] = k
	}
	c.mu.Unlock()
	k.once.Do(func() { k.err = c.read(k, abs, st.Size()) })
	return k, k.err
}

func (c *contents) read(k *content, name string, size int64) error {
	memo := ""
	if size >= large && c.dir != "" {
		memo = filepath.Join(c.dir, "digest-"+nameOf(name+"\n"+k.state))
		if data, err := secure.ReadFile(memo); err == nil {
			hash, clock := strings.CutSuffix(string(data), asksForTime)
			if raw, err := hex.DecodeString(hash); err == nil && len(raw) == sha256.Size {
				k.digest, k.directives, k.clock = reapi.Digest{Hash: hash, Size: size}, hash, clock
				return nil
			}
		}
	}
	begin := files.Now()
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	k.digest, k.clock = reapi.DigestOf(data), asksTime(data)
	if size < large {
		k.directives = directives(data)
		return nil
	}
	k.directives = k.digest.Hash // the lines of a tool's 140 MB take longer than its digest
	// A file that was just changed may change again without a change of its state.
	if memo != "" && !files.ChangedSince(name, begin) {
		text := k.digest.Hash
		if k.clock {
			text += asksForTime
		}
		keep(memo, []byte(text))
	}
	return nil
}

// asksForTime follows the digest of a file that does.
const asksForTime = " clock"

// nameOf derives a file name from what the file is about.
func nameOf(what string) string { return reapi.DigestOf([]byte(what)).Hash }

// keep writes a file of the cache; failures are ignored.
func keep(name string, data []byte) {
	if os.MkdirAll(filepath.Dir(name), 0o700) != nil {
		return
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".keep-*")
	if err != nil {
		return
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err != nil || os.Rename(tmp.Name(), name) != nil {
		os.Remove(tmp.Name())
	}
}

// kept reads a file of the cache.
func kept(name string, to any) bool {
	data, err := secure.ReadFile(name)
	return err == nil && json.Unmarshal(data, to) == nil
}

// clockMacros make the time of the compilation part of its result.
var clockMacros = [][]byte{[]byte("__TIME__"), []byte("__DATE__"), []byte("__TIMESTAMP__")}

// directives computes the hash of the lines that determine which headers a text reads.
func directives(data []byte) string {
	h := sha256.New()
	more := false // the line continues
	for line := range bytes.Lines(data) {
		text := bytes.TrimSpace(line)
		if more || bytes.HasPrefix(text, []byte("#")) || bytes.HasPrefix(text, []byte("%:")) || bytes.HasPrefix(text, []byte("??=")) ||
			bytes.Contains(text, []byte("/*")) || bytes.Contains(text, []byte("*/")) || bytes.Contains(text, []byte(`R"`)) || bytes.Contains(text, []byte(`)`+`"`)) {
			h.Write(line)
		}
		more = bytes.HasSuffix(text, []byte(`\`)) || bytes.HasSuffix(text, []byte("??/"))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// asksTime reports whether a text depends on the time of the compilation. A tool does not: the preprocessor's own has
// the names of its macros.
func asksTime(data []byte) bool {
	if bytes.HasPrefix(data, []byte(elf.ELFMAG)) {
		return false
	}
	return slices.ContainsFunc(clockMacros, func(m []byte) bool { return bytes.Contains(data, m) })
}
