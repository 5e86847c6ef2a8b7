// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"gohipcc/internal/secure"
)

// Digests are the SHA-256 digests of files that builds read again and again: headers, libraries, tools. A file that
// has the device, inode, size and times of one that was read before has its content, too: whatever changes a file sets its
// time of change (ctime), which programs cannot set. Two changes within a tick of the clock have the same time, so a
// file is remembered only if it had not changed for a while when it was read, as Git's index does.
//
// They are kept in a file of the store, digests: a sequence of records of the same size, to which each process adds.
// A nil *Digests remembers nothing.
type Digests struct {
	file    string
	settled time.Duration

	mu    sync.Mutex
	known map[fileState]fileFacts // nil: the file has not been read yet
	added []byte                  // records that are not in the file yet
}

// fileState identifies a file and its state.
type fileState struct{ Device, Inode, Size, Modified, Changed int64 }

// fileFacts is what is known of a file's content.
type fileFacts struct {
	Sum   [sha256.Size]byte
	Marks uint32 // what Of's caller has found in it; see the constants
}

const (
	looked uint32 = 1 << iota // the content was looked at
	marked                    // and had what was looked for
)

// Sizes of a record, which ends with its CRC-32, and of the file: a larger one is started anew.
const (
	recordSize    = 5*8 + sha256.Size + 4 + 4
	maxDigestFile = 1 << 20
)

// settled is how long a file must have been unchanged. File systems of other machines and of memory cards have clocks
// of their own, and times of up to two seconds.
const settled = 3 * time.Second

func openDigests(dir string) *Digests {
	return &Digests{file: filepath.Join(dir, "digests"), settled: settled}
}

// stateOf returns the state of an open file, and whether it may be remembered.
func (d *Digests) stateOf(f *os.File) (s fileState, ok bool) {
	if d == nil {
		return s, false
	}
	st, err := f.Stat()
	if err != nil || !st.Mode().IsRegular() {
		return s, false
	}
	sys := st.Sys().(*syscall.Stat_t)
	s = fileState{Device: int64(sys.Dev), Inode: int64(sys.Ino), Size: st.Size(), Modified: sys.Mtim.Nano(), Changed: sys.Ctim.Nano()}
	oldest := time.Now().Add(-d.settled).UnixNano()
	return s, s.Changed < oldest && s.Modified < oldest
}

// Of returns the digest of a file. If look is not nil, it also returns what look says of the content; all callers have
// the same look.
func (d *Digests) Of(path string, look func([]byte) bool) (sum [sha256.Size]byte, found bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return sum, false, err
	}
	defer f.Close()
	before, ok := d.stateOf(f)
	if facts, known := d.recall(before, ok); known && (look == nil || facts.Marks&looked != 0) {
		return facts.Sum, facts.Marks&marked != 0, nil
	}
	facts, err := readFacts(f, look)
	if err != nil {
		return sum, false, err
	}
	if after, still := d.stateOf(f); ok && still && before == after {
		d.remember(before, facts)
	}
	return facts.Sum, facts.Marks&marked != 0, nil
}

// readFacts reads a file.
func readFacts(f *os.File, look func([]byte) bool) (fileFacts, error) {
	var facts fileFacts
	if look == nil {
		h := sha256.New()
		if _, err := io.Copy(h, f); err != nil {
			return facts, err
		}
		h.Sum(facts.Sum[:0])
		return facts, nil
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return facts, err
	}
	facts.Sum, facts.Marks = sha256.Sum256(data), looked
	if look(data) {
		facts.Marks |= marked
	}
	return facts, nil
}

// recall returns what is known of a file in a state.
func (d *Digests) recall(s fileState, ok bool) (fileFacts, bool) {
	if !ok {
		return fileFacts{}, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil {
		d.load()
	}
	facts, known := d.known[s]
	return facts, known
}

// remember is called after recall.
func (d *Digests) remember(s fileState, facts fileFacts) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known[s] = facts
	d.added = appendRecord(d.added, s, facts)
}

func appendRecord(b []byte, s fileState, facts fileFacts) []byte {
	start := len(b)
	for _, v := range []int64{s.Device, s.Inode, s.Size, s.Modified, s.Changed} {
		b = binary.LittleEndian.AppendUint64(b, uint64(v))
	}
	b = append(b, facts.Sum[:]...)
	b = binary.LittleEndian.AppendUint32(b, facts.Marks)
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:]))
}

// load reads the file. Records that are damaged are left out, as is everything of a file with a part of one.
func (d *Digests) load() {
	d.known = map[fileState]fileFacts{}
	data, err := readBounded(d.file, maxDigestFile, secure.Open)
	if err != nil || len(data)%recordSize != 0 {
		return
	}
	for ; len(data) > 0; data = data[recordSize:] {
		if s, facts, ok := parseRecord(data[:recordSize]); ok {
			d.known[s] = facts
		}
	}
}

func parseRecord(b []byte) (s fileState, facts fileFacts, ok bool) {
	end := recordSize - 4
	if crc32.ChecksumIEEE(b[:end]) != binary.LittleEndian.Uint32(b[end:]) {
		return s, facts, false
	}
	for _, v := range []*int64{&s.Device, &s.Inode, &s.Size, &s.Modified, &s.Changed} {
		*v, b = int64(binary.LittleEndian.Uint64(b)), b[8:]
	}
	copy(facts.Sum[:], b)
	facts.Marks = binary.LittleEndian.Uint32(b[sha256.Size:])
	return s, facts, true
}

// save adds to the file what this process has read. A file that is too large, or ends with a part of a record, is
// replaced.
func (d *Digests) save() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.added) == 0 {
		return nil
	}
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if st, err := os.Stat(d.file); err == nil && (st.Size()%recordSize != 0 || st.Size()+int64(len(d.added)) > maxDigestFile) {
		flags |= os.O_TRUNC
	}
	f, err := os.OpenFile(d.file, flags, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(d.added)
	d.added = nil
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// clear forgets everything.
func (d *Digests) clear() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.added = nil, nil
	if err := os.Remove(d.file); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}
