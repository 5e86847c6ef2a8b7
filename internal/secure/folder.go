// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package secure

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

var (
	errElevated = errors.New("this program is setuid, setgid or has file capabilities, so the caller's folders are not used")
	errRelative = errors.New("the path is not absolute")
)

// othersWrite are the mode bits that let users other than the owner write.
const othersWrite = 0o022

// maxLinks is the maximum number of symbolic links in a path, as in the kernel (ELOOP).
const maxLinks = 40

// UntrustedError means that somebody else can write to a folder or file, or to one of its parents,
// and so control its contents.
type UntrustedError struct {
	Path  string      // the requested path
	At    string      // the folder or file that others can write to: Path, or a parent
	Owner uint32      // user ID of its owner
	Mode  fs.FileMode // its mode
	Link  bool        // it is a symbolic link
}

// Error returns the folder, its owner and mode, and the remedy.
func (e *UntrustedError) Error() string {
	return fmt.Sprintf("%s is not used: %s; %s", e.Path, e.Reason(), e.Advice())
}

// Reason returns who can write, and where.
func (e *UntrustedError) Reason() string {
	what := "it"
	if e.At != e.Path {
		what = e.At
	}
	return fmt.Sprintf("%s belongs to %s and has mode %04o, so that others decide what is in it", what, owner(e.Owner), unixMode(e.Mode))
}

// Advice returns the remedy.
func (e *UntrustedError) Advice() string {
	switch {
	case !trusted(e.Owner):
		return "name a folder of " + owner(uint32(os.Geteuid())) + " instead"
	case e.At == e.Path:
		return "remove it, or if you trust all that is in it: chmod -R go-w " + e.At
	}
	return "do chmod go-w " + e.At + ", or name another folder"
}

func owner(uid uint32) string {
	if uid == 0 {
		return "root"
	}
	return "user " + strconv.FormatUint(uint64(uid), 10)
}

// unixMode returns the numeric mode that chmod takes.
func unixMode(m fs.FileMode) uint32 {
	n := uint32(m.Perm())
	for bit, unix := range map[fs.FileMode]uint32{fs.ModeSticky: 0o1000, fs.ModeSetgid: 0o2000, fs.ModeSetuid: 0o4000} {
		if m&bit != 0 {
			n |= unix
		}
	}
	return n
}

// trusted reports whether a user may control what this process runs: only root and the user itself.
func trusted(uid uint32) bool { return uid == 0 || uid == uint32(os.Geteuid()) }

// ownerOf returns the user ID of a file's owner.
func ownerOf(st fs.FileInfo) uint32 {
	if s, ok := st.Sys().(*syscall.Stat_t); ok {
		return s.Uid
	}
	return ^uint32(0)
}

// CacheDir ensures that only this user and root control the contents of dir, and returns its
// absolute path without symbolic links. Missing folders are created with mode
// 0700. The error is an *UntrustedError if others can write to the folder, or
// could replace it because they can write to a parent; a sticky folder such as /tmp may be a
// parent.
//
// Each component is checked before the next one, so that an untrusted user cannot change what was
// checked.
func CacheDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	w := walk{asked: dir, rest: strings.Split(abs, "/")}
	if err := w.root(); err != nil {
		return "", err
	}
	for len(w.rest) > 0 {
		name := w.rest[0]
		w.rest = w.rest[1:]
		if err := w.step(name); err != nil {
			return "", err
		}
	}
	if w.mode.Perm()&othersWrite != 0 || !trusted(w.owner) {
		return "", &UntrustedError{Path: dir, At: w.spelled(), Owner: w.owner, Mode: w.mode}
	}
	return w.at, nil
}

// walk is the state of a walk from the root to a folder.
type walk struct {
	asked string // the path as given
	at    string // the current folder, without links
	owner uint32 // owner of the current folder
	mode  fs.FileMode
	top   uint32   // owner of the root folder, who is trusted
	rest  []string // remaining names
	links int
}

// spelled returns the current folder, spelled as the user did if it is the end of the path.
func (w *walk) spelled() string {
	if len(w.rest) == 0 {
		return w.asked
	}
	return w.at
}

func (w *walk) root() error {
	st, err := os.Lstat("/")
	if err != nil {
		return err
	}
	// In a user namespace the owner of the root folder may be unmapped.
	w.at, w.owner, w.mode, w.top = "/", ownerOf(st), st.Mode(), ownerOf(st)
	return nil
}

// step enters a folder, which may be a symbolic link or not exist yet.
func (w *walk) step(name string) error {
	switch name {
	case "", ".":
		return nil
	case "..":
		w.at = filepath.Dir(w.at)
		return w.look(w.at)
	}
	// Others must not be able to replace this name.
	if w.mode.Perm()&othersWrite != 0 && w.mode&fs.ModeSticky == 0 {
		return &UntrustedError{Path: w.asked, At: w.at, Owner: w.owner, Mode: w.mode}
	}
	path := filepath.Join(w.at, name)
	st, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		st, err = os.Lstat(path)
	}
	if err != nil {
		return err
	}
	if st.Mode()&fs.ModeSymlink == 0 {
		w.at = path
		return w.look(path)
	}
	if !w.mayOwn(ownerOf(st)) {
		return &UntrustedError{Path: w.asked, At: path, Owner: ownerOf(st), Mode: st.Mode(), Link: true}
	}
	return w.follow(path)
}

// follow follows a symbolic link.
func (w *walk) follow(link string) error {
	if w.links++; w.links > maxLinks {
		return &fs.PathError{Op: "open", Path: w.asked, Err: syscall.ELOOP}
	}
	to, err := os.Readlink(link)
	if err != nil {
		return err
	}
	w.rest = append(strings.Split(to, "/"), w.rest...)
	if filepath.IsAbs(to) {
		return w.root()
	}
	return nil
}

func (w *walk) mayOwn(uid uint32) bool { return trusted(uid) || uid == w.top }

// look makes path the current folder.
func (w *walk) look(path string) error {
	st, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if !st.IsDir() {
		return &fs.PathError{Op: "open", Path: path, Err: syscall.ENOTDIR}
	}
	w.owner, w.mode = ownerOf(st), st.Mode()
	if !w.mayOwn(w.owner) {
		return &UntrustedError{Path: w.asked, At: w.spelled(), Owner: w.owner, Mode: w.mode}
	}
	return nil
}

// Open opens a file of a folder that CacheDir returned for reading. Like CacheDir it rejects a file
// or folder that others can write to, which old caches contain that were created with another
// umask. It does not follow symbolic links.
func Open(path string) (*os.File, error) {
	if st, err := os.Lstat(filepath.Dir(path)); err != nil {
		return nil, err
	} else if err := check(filepath.Dir(path), st); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: errors.New("not a regular file")}
	}
	if err == nil {
		err = check(path, st)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func check(path string, st fs.FileInfo) error {
	if st.Mode().Perm()&othersWrite != 0 || !trusted(ownerOf(st)) {
		return &UntrustedError{Path: path, At: path, Owner: ownerOf(st), Mode: st.Mode()}
	}
	return nil
}

// ReadFile is os.ReadFile with the rules of Open.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
