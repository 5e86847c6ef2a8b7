// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package cache is a content-addressed store of what jobs produced.
//
// It has the two parts of Bazel's remote cache: an action cache, which maps the key of an action to
// a small result (the digests of the files it wrote), and a content-addressable store, which maps a
// SHA-256 digest to bytes. Both exist on disk and, optionally, behind an HTTP server, so several
// machines can share one store.
//
// The cache cannot make a build wrong or make it fail: a file is verified against its digest
// whenever it is used, a result names the action it belongs to, writes are to a temporary file that
// is renamed, and an error of the store is a miss that Stats counts.
package cache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gohipcc/internal/printable"
	"gohipcc/internal/secure"
)

// defaultMaxBytes is the default limit of the local store.
const defaultMaxBytes = 5 << 30

// staleTemp is the age from which on a temporary file belongs to a process that was killed.
const staleTemp = time.Hour

// Key identifies an action: the SHA-256 of everything that determines its output.
type Key [sha256.Size]byte

// String returns the key in lower-case hexadecimal, its name in the store.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Output is a file that an action writes: its name in the result, and the path at which this build
// has or wants it.
type Output struct {
	Name string
	Path string
	// Part is the name of the file until it is complete, in the folder of Path. Empty: a name is
	// chosen.
	Part string
	// Made, if set, is the file that the action wrote: if another one has its path by now, that is
	// not stored.
	Made fs.FileInfo
}

// Stats counts the operations of a Store since it was opened.
type Stats struct {
	Hits, Misses     int64 // results found or not, local and remote together
	RemoteHits       int64 // of the hits, those that came over the network
	Stored           int64 // results written
	BytesRead        int64 // bytes of outputs copied out of the store
	BytesWritten     int64 // bytes of outputs copied into the store
	Errors           int64 // failures that were turned into a miss or a lost write
	RemoteErrors     int64 // of those, failures of the remote server
	RemoteSuppressed int64 // remote requests not made because the server had failed
}

// Store is a local store, with an optional remote one behind it. Its methods may be called
// concurrently, and any number of processes may use the same directory.
type Store struct {
	dir      string
	maxBytes int64
	remote   *remote
	digests  *Digests

	uploads sync.WaitGroup
	written atomic.Int64 // bytes since the last trim check
	stats   struct {
		hits, misses, remoteHits, stored, read, wrote, errs atomic.Int64
	}
	lastErr atomic.Pointer[error]
}

// Options configures Open.
type Options struct {
	// MaxBytes limits the local store; 0 means the limit set by SetBound, or defaultMaxBytes.
	MaxBytes int64
	// Remote is the base URL of an HTTP cache, the URL of a server of the remote execution API
	// (grpc, grpcs), or empty. Over HTTP, results are read from
	// and written to <Remote>/ac/<key> and <Remote>/cas/<digest>.
	Remote string
	// RemoteTimeout limits each request; 0 means 5 seconds. A server that exceeds it is not used
	// again by this process.
	RemoteTimeout time.Duration
	// Security says how the server and its results are authenticated; zero: https by the system's
	// certificates, and results of anyone who can write to the server.
	Security Security
	// Warn is called, once, if the server or one of its results cannot be trusted; nil: warnings
	// are dropped.
	Warn func(message string)
	// Context cancels requests in progress when it ends; nil: nothing does.
	Context context.Context
}

// Open returns the store in dir, which is created if it is missing. It fails only if dir cannot be
// created or the remote URL is invalid.
func Open(dir string, opt Options) (*Store, error) {
	if opt.MaxBytes <= 0 {
		opt.MaxBytes = boundOf(dir)
	}
	for _, sub := range []string{"ac", "cas", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, fmt.Errorf("cache directory %s: %w", dir, err)
		}
	}
	s := &Store{dir: dir, maxBytes: opt.MaxBytes, digests: openDigests(dir)}
	if opt.Remote != "" {
		r, err := newRemote(&opt, dir)
		if err != nil {
			return nil, err
		}
		s.remote = r
	}
	return s, nil
}

// boundFile is the file of a store with its limit, in bytes.
const boundFile = "bound"

func boundOf(dir string) int64 {
	data, err := os.ReadFile(filepath.Join(dir, boundFile))
	if err != nil {
		return defaultMaxBytes
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	if err != nil || n <= 0 {
		return defaultMaxBytes
	}
	return n
}

// Bound returns the limit of the local store, in bytes.
func (s *Store) Bound() int64 { return s.maxBytes }

// SetBound limits the local store, now and for every process that opens it later.
func (s *Store) SetBound(n int64) error {
	if n <= 0 {
		return errors.New("the bound of the cache is a positive number of bytes")
	}
	tmp, err := os.CreateTemp(filepath.Join(s.dir, "tmp"), "put-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = fmt.Fprintln(tmp, n)
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if err := os.Rename(tmp.Name(), filepath.Join(s.dir, boundFile)); err != nil {
		return err
	}
	s.maxBytes = n
	_, err = s.Trim(n)
	return err
}

// Digests returns the digests that the store remembers of files outside of it.
func (s *Store) Digests() *Digests { return s.digests }

// Dir returns the directory of the local store.
func (s *Store) Dir() string { return s.dir }

// Stats returns the counts so far.
func (s *Store) Stats() Stats {
	st := Stats{
		Hits: s.stats.hits.Load(), Misses: s.stats.misses.Load(), RemoteHits: s.stats.remoteHits.Load(),
		Stored: s.stats.stored.Load(), BytesRead: s.stats.read.Load(), BytesWritten: s.stats.wrote.Load(),
		Errors: s.stats.errs.Load(),
	}
	if s.remote != nil {
		st.RemoteErrors = s.remote.errs.Load()
		st.RemoteSuppressed = s.remote.suppressed.Load()
		st.Errors += st.RemoteErrors
	}
	return st
}

// LastError returns the most recent failure that was turned into a miss or a lost write, or nil.
func (s *Store) LastError() error {
	if e := s.lastErr.Load(); e != nil {
		return *e
	}
	return nil
}

func (s *Store) note(err error) {
	s.stats.errs.Add(1)
	s.lastErr.Store(&err)
}

func (s *Store) path(kind, name string) string {
	return filepath.Join(s.dir, kind, name[:2], name)
}

// Get looks the action up and, if its result exists and names every one of outs, writes those
// files. It returns the standard error text that the action printed when it ran (warnings are part
// of a result). A file is written next to its destination and renamed, so a destination is complete
// or untouched.
func (s *Store) Get(key Key, outs []Output) (stderr []byte, hit bool) {
	res, from, err := s.lookup(key)
	if err != nil || res == nil {
		if err != nil {
			s.note(err)
		}
		s.stats.misses.Add(1)
		return nil, false
	}
	byName := make(map[string]file, len(res.files))
	for _, f := range res.files {
		byName[f.name] = f
	}
	var temps []string
	ok := false
	defer func() {
		if !ok {
			for _, t := range temps {
				os.Remove(t)
			}
		}
	}()
	for _, o := range outs {
		f, found := byName[o.Name]
		if !found {
			s.note(fmt.Errorf("cache: the result of action %s has no output %q", key, o.Name))
			s.stats.misses.Add(1)
			return nil, false
		}
		tmp, err := s.materialise(f, o)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				s.note(err)
			}
			s.stats.misses.Add(1)
			return nil, false
		}
		temps = append(temps, tmp)
	}
	for i, o := range outs {
		if err := os.Rename(temps[i], o.Path); err != nil {
			s.note(err)
			s.stats.misses.Add(1)
			return nil, false
		}
	}
	ok = true
	if from == fromRemote {
		s.stats.remoteHits.Add(1)
		// Keep what came over the network.
		if err := s.writeFile("ac", key.String(), res.marshal(key)); err != nil {
			s.note(err)
		}
	} else {
		now := time.Now()
		os.Chtimes(s.path("ac", key.String()), now, now)
	}
	s.stats.hits.Add(1)
	return res.stderr, true
}

type origin int

const (
	fromLocal origin = iota
	fromRemote
)

// lookup finds the result of an action, locally first. A nil result without an error is a miss.
func (s *Store) lookup(key Key) (*result, origin, error) {
	name := key.String()
	data, err := readBounded(s.path("ac", name), maxResultBytes, secure.Open)
	if err == nil {
		res, perr := parseResult(data, key)
		if perr == nil {
			return res, fromLocal, nil
		}
		os.Remove(s.path("ac", name))
		s.note(fmt.Errorf("cache: %s: %w (removed)", s.path("ac", name), perr))
	} else if !errors.Is(err, fs.ErrNotExist) {
		s.note(err)
	}
	if s.remote == nil {
		return nil, fromLocal, nil
	}
	data, found := s.remote.get("ac", name, maxResultBytes)
	if !found {
		return nil, fromRemote, nil
	}
	res, err := parseResult(data, key)
	if err != nil {
		s.remote.fail(fmt.Errorf("remote cache: action %s: %w", name, err), false)
		return nil, fromRemote, nil
	}
	if !s.remote.trusts(key, res) {
		return nil, fromRemote, nil
	}
	res.stderr = printable.Messages(res.stderr)
	return res, fromRemote, nil
}

// materialise copies a stored file to a temporary name next to dst and returns that name. The bytes
// are hashed as they are copied: a damaged file is removed from the store and never returned.
func (s *Store) materialise(f file, dst Output) (string, error) {
	tmp, err := s.copyOut(f, dst)
	if err == nil || s.remote == nil {
		return tmp, err
	}
	if err := s.download(f); err != nil {
		return "", err
	}
	return s.copyOut(f, dst)
}

// download copies an object of the server into the store. It is not held in memory, because the server says how large it
// is. The error is fs.ErrNotExist if the server has none or another one.
func (s *Store) download(f file) error {
	name := f.digest.String()
	return s.write("cas", name, func(w io.Writer) (int64, error) {
		h := sha256.New()
		found, err := s.remote.copy(io.MultiWriter(w, h), name, f.size)
		switch {
		case err != nil:
			return 0, err
		case !found:
			return 0, fs.ErrNotExist
		case Key(h.Sum(nil)) != f.digest:
			s.remote.fail(fmt.Errorf("remote cache: object %s does not have that digest", f.digest), false)
			return 0, fs.ErrNotExist
		}
		return f.size, nil
	})
}

func (s *Store) copyOut(f file, dst Output) (_ string, err error) {
	name := s.path("cas", f.digest.String())
	in, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := dst.create()
	if err != nil {
		return "", err
	}
	defer func() {
		if cerr := out.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, h), io.LimitReader(in, f.size+1))
	if err != nil {
		return "", err
	}
	if n != f.size || Key(h.Sum(nil)) != f.digest {
		os.Remove(name)
		return "", fmt.Errorf("cache: %s is damaged (removed)", name)
	}
	if err := out.Chmod(f.mode()); err != nil {
		return "", err
	}
	s.stats.read.Add(n)
	now := time.Now()
	os.Chtimes(name, now, now)
	return out.Name(), nil
}

// Put records that the action wrote outs, and printed stderr. An error is only counted: the outputs
// exist either way. With a remote store the upload continues in the background until Close.
func (s *Store) Put(key Key, outs []Output, stderr []byte) {
	res := &result{stderr: stderr}
	for _, o := range outs {
		f, err := s.store(o)
		if err != nil {
			s.note(err)
			return
		}
		res.files = append(res.files, f)
	}
	data := res.marshal(key)
	if len(data) > maxResultBytes {
		return
	}
	if err := s.writeFile("ac", key.String(), data); err != nil {
		s.note(err)
		return
	}
	s.stats.stored.Add(1)
	if s.remote != nil {
		s.uploads.Add(1)
		go func() {
			defer s.uploads.Done()
			s.upload(key, res)
		}()
	}
	if s.written.Load() > s.maxBytes/16 {
		s.written.Store(0)
		s.Trim(s.maxBytes)
	}
}

// upload sends the files before the result that names them, so that a reader
// never sees a result without its files.
func (s *Store) upload(key Key, res *result) {
	data := s.remote.sealed(key, res)
	if data == nil {
		return
	}
	for _, f := range res.files {
		body, err := readBounded(s.path("cas", f.digest.String()), f.size, os.Open)
		if err != nil || !s.remote.put("cas", f.digest.String(), body) {
			return
		}
	}
	s.remote.put("ac", key.String(), data)
}

// store copies one output into the content-addressable store.
func (s *Store) store(o Output) (file, error) {
	in, err := os.Open(o.Path)
	if err != nil {
		return file{}, err
	}
	defer in.Close()
	st, err := in.Stat()
	if err != nil {
		return file{}, err
	}
	if !st.Mode().IsRegular() {
		return file{}, fmt.Errorf("cache: %s is not a regular file", o.Path)
	}
	if o.Made != nil && (!os.SameFile(st, o.Made) || st.Size() != o.Made.Size() || !st.ModTime().Equal(o.Made.ModTime())) {
		return file{}, fmt.Errorf("cache: another build wrote %s", o.Path)
	}
	tmp, err := os.CreateTemp(filepath.Join(s.dir, "tmp"), "put-*")
	if err != nil {
		return file{}, err
	}
	defer os.Remove(tmp.Name())
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(tmp, h), in)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return file{}, err
	}
	f := file{name: o.Name, digest: Key(h.Sum(nil)), size: n, executable: st.Mode()&0o111 != 0}
	dst := s.path("cas", f.digest.String())
	if have, err := os.Stat(dst); err == nil && have.Size() == n {
		return f, nil
	}
	if err := os.MkdirAll(filepath.Dir(dst), 0o700); err != nil {
		return file{}, err
	}
	if err := os.Rename(tmp.Name(), dst); err != nil {
		return file{}, err
	}
	s.stats.wrote.Add(n)
	s.written.Add(n)
	return f, nil
}

// writeFile stores data under its name in one part of the store, atomically.
func (s *Store) writeFile(kind, name string, data []byte) error {
	return s.write(kind, name, func(w io.Writer) (int64, error) {
		n, err := w.Write(data)
		return int64(n), err
	})
}

// write stores what a function writes, and counts, under its name in one part of the store, atomically.
func (s *Store) write(kind, name string, content func(io.Writer) (int64, error)) error {
	dst := s.path(kind, name)
	if err := os.MkdirAll(filepath.Dir(dst), 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Join(s.dir, "tmp"), "put-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	n, err := content(tmp)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	s.written.Add(n)
	return os.Rename(tmp.Name(), dst)
}

// Close waits for uploads in progress, saves the digests and trims the store if this process wrote to it.
func (s *Store) Close() {
	s.uploads.Wait()
	if s.remote != nil {
		s.remote.close()
	}
	if err := s.digests.save(); err != nil {
		s.note(err)
	}
	if n := s.written.Swap(0); n > 0 && s.trimDue(n) {
		s.Trim(s.maxBytes)
	}
}

// growthUnit is the number of bytes that one byte of the file "trimmed" represents.
const growthUnit = 64 << 10

// trimDue reports whether it is time to check the store's size: when all processes together have
// written a sixteenth of its limit, and once an hour. Walking a large store on each build would
// cost more than the build. The file "trimmed" has a byte for every 64 KiB that were written since
// the last check.
func (s *Store) trimDue(written int64) bool {
	f, err := os.OpenFile(filepath.Join(s.dir, "trimmed"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return false
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return false
	}
	units := written/growthUnit + 1
	if st.Size() > 0 && time.Since(st.ModTime()) < time.Hour && (st.Size()+units)*growthUnit <= s.maxBytes/16 {
		f.Write(make([]byte, units))
		return false
	}
	if f.Truncate(0) != nil {
		return false
	}
	_, err = f.Write([]byte{0})
	return err == nil
}

// Entry is one stored object as Walk reports it.
type Entry struct {
	Kind string // "ac" or "cas"
	Name string // key or digest in hexadecimal
	Size int64  // bytes
	Used time.Time
}

// Walk returns every object in the local store, least recently used first.
func (s *Store) Walk() ([]Entry, error) {
	var all []Entry
	for _, kind := range []string{"ac", "cas"} {
		err := filepath.WalkDir(filepath.Join(s.dir, kind), func(p string, d fs.DirEntry, err error) error {
			if err != nil {
				if errors.Is(err, fs.ErrNotExist) {
					return nil // another process trimmed it
				}
				return err
			}
			if d.IsDir() {
				return nil
			}
			st, err := d.Info()
			if err != nil {
				return nil
			}
			all = append(all, Entry{kind, d.Name(), st.Size(), st.ModTime()})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Used.Before(all[j].Used) })
	return all, nil
}

// Trim removes the least recently used objects until at most limit bytes are
// left, and temporary files of processes that died. It returns the bytes
// removed.
func (s *Store) Trim(limit int64) (removed int64, err error) {
	if temps, err := os.ReadDir(filepath.Join(s.dir, "tmp")); err == nil {
		for _, t := range temps {
			if st, err := t.Info(); err == nil && time.Since(st.ModTime()) > staleTemp {
				os.Remove(filepath.Join(s.dir, "tmp", t.Name()))
			}
		}
	}
	all, err := s.Walk()
	if err != nil {
		return 0, err
	}
	var total int64
	for _, e := range all {
		total += e.Size
	}
	for _, e := range all {
		if total <= limit {
			break
		}
		if err := os.Remove(s.path(e.Kind, e.Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, err
		}
		total -= e.Size
		removed += e.Size
	}
	return removed, nil
}

// Clear removes every object and forgets the digests.
func (s *Store) Clear() (removed int64, err error) {
	removed, err = s.Trim(0)
	return removed, errors.Join(err, s.digests.clear())
}

// Verify reads every object and removes those whose content does not match their name. It returns
// how many it read and the names of the damaged ones.
func (s *Store) Verify() (checked int, damaged []string, err error) {
	all, err := s.Walk()
	if err != nil {
		return 0, nil, err
	}
	for _, e := range all {
		name := s.path(e.Kind, e.Name)
		bad := false
		switch e.Kind {
		case "cas":
			sum, err := hashFile(name)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			bad = err != nil || hex.EncodeToString(sum) != e.Name
		case "ac":
			data, err := readBounded(name, maxResultBytes, secure.Open)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			raw, herr := hex.DecodeString(e.Name)
			if err == nil && herr == nil && len(raw) == len(Key{}) {
				_, err = parseResult(data, Key(raw))
			}
			bad = err != nil || herr != nil
		}
		checked++
		if bad {
			damaged = append(damaged, e.Kind+"/"+e.Name)
			os.Remove(name)
		}
	}
	return checked, damaged, nil
}

func hashFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}

// readBounded reads a whole file of at most limit bytes.
func readBounded(name string, limit int64, open func(string) (*os.File, error)) ([]byte, error) {
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("cache: %s is larger than %d bytes", name, limit)
	}
	return data, nil
}

// create creates the file that becomes the output.
func (o *Output) create() (*os.File, error) {
	if o.Part != "" {
		return os.OpenFile(o.Part, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	}
	return os.CreateTemp(filepath.Dir(o.Path), "."+filepath.Base(o.Path)+".*")
}

// DirEnv is the environment variable that names the directory of gohipcc's caches.
const DirEnv = "GOHIPCC_CACHE_DIR"

// DefaultDir returns the name of the directory that holds gohipcc's caches:
// $GOHIPCC_CACHE_DIR, else gohipcc below the user's cache directory.
func DefaultDir() (string, error) {
	if d := secure.Getenv(DirEnv); d != "" {
		return d, nil
	}
	d, err := secure.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no directory for the cache: %w; set %s, or GOHIPCC_CACHE=off to do without", err, DirEnv)
	}
	return filepath.Join(d, "gohipcc"), nil
}

// OpenDir returns the directory of DefaultDir, which is created if it is missing. The error is a
// *secure.UntrustedError if another user can write to it: its content decides which commands run
// and becomes part of programs.
func OpenDir() (string, error) {
	d, err := DefaultDir()
	if err != nil {
		return "", err
	}
	return secure.CacheDir(d)
}

// Hasher hashes what determines an action's output into the key.
type Hasher struct {
	parts []string
	// Digests, if set, knows files that have been read before.
	Digests *Digests
}

// Add appends a labelled value. Label and value are length-prefixed, so no two
// sequences of calls collide.
func (h *Hasher) Add(label, value string) {
	h.parts = append(h.parts, fmt.Sprintf("%d:%s=%d:%s", len(label), label, len(value), value))
}

// AddFile appends the digest of a file's content.
func (h *Hasher) AddFile(label, path string) error {
	sum, _, err := h.Digests.Of(path, nil)
	if err != nil {
		return err
	}
	h.Add(label, hex.EncodeToString(sum[:]))
	return nil
}

// Key returns the key of what was added.
func (h *Hasher) Key() Key {
	return sha256.Sum256([]byte("gohipcc action v1\n" + strings.Join(h.parts, "\n")))
}
