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
	"strconv"
	"sync"
	"syscall"
	"time"

	"gohipcc/internal/lazyregexp"
	"gohipcc/internal/secure"
)

// buildID identifies this process's build: the names of its temporary folder and of its unfinished
// outputs contain it, so that they can be attributed when a killed build is cleaned up.
var buildID = sync.OnceValue(func() string {
	var b [4]byte
	rand.Read(b[:])
	return "gohipcc-" + strconv.Itoa(os.Getpid()) + "-" + hex.EncodeToString(b[:])
})

// buildFolder matches the names that buildID makes, and those of folders that are
// not locked yet.
var buildFolder = lazyregexp.New(`^\.?gohipcc-[0-9]+-[0-9a-f]{8}$`)

// partPrefix is the prefix of unfinished files that are to become files in dir.
func partPrefix(dir string) string { return filepath.Join(dir, "."+buildID()+".") }

// PartOf returns the name of the unfinished file that is renamed to path when it is complete. It
// has path's extension, which tools depend on.
func PartOf(path string) string {
	base := filepath.Base(path)
	// Tools derive temporary names of their own from it; names are limited to 255 bytes.
	if len(base) > 180 {
		h := fnv.New64a()
		io.WriteString(h, base)
		base = fmt.Sprintf("%x%.20s", h.Sum64(), filepath.Ext(base))
	}
	return partPrefix(filepath.Dir(path)) + base
}

// Scratch is the folder of a build's temporary files. It is removed at the end of the build. If the
// process is killed, a guard process removes it, and the unfinished outputs; if the guard is killed
// too, the next build does.
type Scratch struct {
	Dir string

	mu   sync.Mutex
	made bool
	err  error
	lock *os.File // held as long as the process lives
	pipe *os.File // to the guard
}

// NewScratch chooses the name of a folder that does not exist yet; Make creates it.
func NewScratch() *Scratch {
	return &Scratch{Dir: filepath.Join(os.TempDir(), buildID())}
}

// guardScript reads messages of the build until the build ends, however that happens. Lines:
// "done"; "o" and the prefix of the names of unfinished outputs; "+" and "-" when a token of make's
// jobserver is taken and returned. Children of a killed build are killed as well, but not before
// it: the folder is removed repeatedly until it stays away.
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

// Make creates the folder, starts its guard and removes the folders of builds that were killed
// together with theirs. It does so once. tokens, which may be nil, is where the guard returns
// tokens of make's jobserver.
func (s *Scratch) Make(tokens *os.File) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made {
		return s.err
	}
	s.made = true
	// The guard starts before the folder is created: a build may be killed at any moment.
	s.guard(tokens)
	if s.err = s.makeLocked(); s.err != nil {
		s.dismiss()
		return s.err
	}
	sweep(filepath.Dir(s.Dir))
	return nil
}

// fresh returns the folder's first name, which it has until it is locked.
func (s *Scratch) fresh() string {
	return filepath.Join(filepath.Dir(s.Dir), "."+filepath.Base(s.Dir))
}

// freshAge is the age at which a sweep removes an unlocked folder under its first name: a younger
// one's build may be about to lock it.
const freshAge = time.Second

// makeLocked creates the folder under its first name, locks it, and renames it: a folder without a
// lock is one whose build has ended. If this process was stopped for so long that a sweep removed
// the folder, it creates another.
func (s *Scratch) makeLocked() error {
	fresh := s.fresh()
	var err error
	for range 5 {
		if err = os.Mkdir(fresh, 0o700); err != nil {
			break
		}
		if s.lock, err = os.Open(fresh); err == nil {
			// This waits for a sweep that examines the folder. A file system without locks has no
			// sweep either.
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

// Tell sends a line to the guard.
func (s *Scratch) Tell(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pipe != nil {
		io.WriteString(s.pipe, line+"\n")
	}
}

// Unfinished tells the guard about a folder in which outputs are created.
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
	err := os.RemoveAll(s.Dir)
	if s.lock != nil {
		s.lock.Close()
		s.lock = nil
	}
	if err != nil {
		removeNarrow(s.Dir)
	}
	s.dismiss()
}

// removeNarrow is os.RemoveAll with one file open at a time, where that one has too many (ulimit -n). Names could be
// replaced meanwhile: it is for folders that nobody else can write to.
func removeNarrow(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); e.IsDir() {
			removeNarrow(path)
		} else {
			os.Remove(path)
		}
	}
	os.Remove(dir)
}

// dismiss ends the guard.
func (s *Scratch) dismiss() {
	if s.pipe != nil {
		io.WriteString(s.pipe, "done\n")
		s.pipe.Close()
		s.pipe = nil
	}
}

// sweep removes the folders of dead builds of this user.
func sweep(tmp string) {
	secure.RemoveAbandoned(tmp, func(name string) (ours bool, age time.Duration) {
		if name[0] == '.' {
			age = freshAge
		}
		return buildFolder.MatchString(name) && name != buildID(), age
	})
}
