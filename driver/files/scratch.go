// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// buildID names this process's build: the folder of its temporary files, and the
// files that become outputs, have it in their names, so that whoever clears up
// after a killed build knows them.
var buildID = sync.OnceValue(func() string {
	var b [4]byte
	rand.Read(b[:])
	return "gohipcc-" + strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(b[:])
})

// buildFolder matches the names that buildID makes, and those of folders that are
// not locked yet.
var buildFolder = regexp.MustCompile(`^\.?gohipcc-[0-9]+-[0-9a-f]{8}$`)

// partPrefix starts the name of every file that is on its way to becoming a file
// in dir.
func partPrefix(dir string) string { return filepath.Join(dir, "."+buildID()+".") }

// PartOf names the file that becomes path when it is whole, by a rename. It has
// path's extension, which tools look at.
func PartOf(path string) string {
	base := filepath.Base(path)
	// Tools put a temporary name of their own around it; names end at 255 bytes.
	if len(base) > 180 {
		h := fnv.New64a()
		io.WriteString(h, base)
		base = fmt.Sprintf("%x%.20s", h.Sum64(), filepath.Ext(base))
	}
	return partPrefix(filepath.Dir(path)) + base
}

// Scratch is the folder of one build's temporary files. It goes away with the
// build. When the process is killed, a guard removes it, and the unfinished
// outputs; when the guard is killed too, the next build does.
type Scratch struct {
	Dir string

	mu   sync.Mutex
	made bool
	err  error
	lock *os.File // held as long as the process lives
	pipe *os.File // to the guard
}

// NewScratch names a folder that does not exist yet; Make makes it.
func NewScratch() *Scratch {
	return &Scratch{Dir: filepath.Join(os.TempDir(), buildID())}
}

// guardScript reads what the build says of itself until the build ends, however
// that comes. Lines: "done"; "o" and the start of the names of unfinished
// outputs; "+" and "-" when a token of make's jobserver is taken and given back.
// Children of a killed build die with it, but not before it: the folder is
// removed until it stays away.
const guardScript = `d=$1 f=$2 t=0
set --
while IFS= read -r line; do
	case $line in
	done) exit ;;
	o*) set -- "$@" "${line#o}" ;;
	+) t=$((t+1)) ;;
	-) t=$((t-1)) ;;
	esac
done
while [ $t -gt 0 ]; do printf + >&3; t=$((t-1)); done
clear() { rm -rf -- "$f" "$d"; for p; do rm -f -- "$p"*; done; }
clear "$@"
for n in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; clear "$@"; [ $n -lt 3 ] || [ -e "$d" ] || exit; done`

// Make makes the folder, starts its guard and removes the folders of builds that
// were killed together with theirs. It does so once. tokens, which may be nil, is
// where the guard gives tokens of make's jobserver back.
func (s *Scratch) Make(tokens *os.File) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made {
		return s.err
	}
	s.made = true
	// The guard is there before the folder: a build may be killed at any moment.
	s.guard(tokens)
	if s.err = s.makeLocked(); s.err != nil {
		s.dismiss()
		return s.err
	}
	sweep(filepath.Dir(s.Dir))
	return nil
}

// fresh returns the name of the folder while it has no lock.
func (s *Scratch) fresh() string {
	return filepath.Join(filepath.Dir(s.Dir), "."+filepath.Base(s.Dir))
}

// freshAge is how old a folder without a lock must be for a sweep to take it, if it
// has its first name still: its build may be about to lock it.
const freshAge = time.Second

// makeLocked makes the folder under its first name, locks it, and gives it its own
// name: a folder without a lock is one whose build is gone. When this process was
// stopped for so long that a sweep took the folder, it makes another.
func (s *Scratch) makeLocked() error {
	fresh := s.fresh()
	var err error
	for range 5 {
		if err = os.Mkdir(fresh, 0o700); err != nil {
			break
		}
		if s.lock, err = os.Open(fresh); err == nil {
			// It waits for a sweep that looks at the folder. A file system without
			// locks has no sweep either.
			_ = syscall.Flock(int(s.lock.Fd()), syscall.LOCK_EX)
			if err = os.Rename(fresh, s.Dir); err == nil {
				return nil
			}
			s.lock.Close()
			s.lock = nil
		}
		os.Remove(fresh)
		if !os.IsNotExist(err) {
			break
		}
	}
	return fmt.Errorf("cannot make a folder for temporary files: %w; set TMPDIR to a folder that can be written, with room in it", err)
}

func (s *Scratch) guard(tokens *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		return
	}
	defer r.Close()
	cmd := exec.Command("/bin/sh", "-c", guardScript, "gohipcc-guard", s.Dir, s.fresh())
	cmd.Stdin = r
	cmd.Dir = "/" // no folder is kept busy
	if tokens != nil {
		cmd.ExtraFiles = []*os.File{tokens}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if cmd.Start() != nil {
		w.Close()
		return
	}
	s.pipe = w
	go cmd.Wait()
}

// Tell sends the guard a line.
func (s *Scratch) Tell(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pipe != nil {
		io.WriteString(s.pipe, line+"\n")
	}
}

// Unfinished tells the guard about a folder in which outputs come into being.
func (s *Scratch) Unfinished(dir string) {
	if abs, err := filepath.Abs(dir); err == nil {
		s.Tell("o" + partPrefix(abs))
	}
}

// Remove removes the folder.
func (s *Scratch) Remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.made || s.err != nil {
		return
	}
	os.RemoveAll(s.Dir)
	if s.lock != nil {
		s.lock.Close()
		s.lock = nil
	}
	s.dismiss()
}

// dismiss ends the guard: there is nothing to guard any more.
func (s *Scratch) dismiss() {
	if s.pipe != nil {
		io.WriteString(s.pipe, "done\n")
		s.pipe.Close()
		s.pipe = nil
	}
}

// sweep removes the folders of dead builds of this user.
func sweep(tmp string) {
	d, err := os.Open(tmp)
	if err != nil {
		return
	}
	defer d.Close()
	names, _ := d.Readdirnames(-1)
	for _, name := range names {
		if !buildFolder.MatchString(name) || name == buildID() {
			continue
		}
		path := filepath.Join(tmp, name)
		st, err := os.Lstat(path)
		if err != nil || !st.IsDir() || st.Sys().(*syscall.Stat_t).Uid != uint32(os.Getuid()) {
			continue
		}
		if name[0] == '.' && time.Since(st.ModTime()) < freshAge {
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(path)
		}
		f.Close()
	}
}
