// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package files manages the files of a build: the folder of temporary files, which is removed
// however the build ends, outputs that appear completely or not at all, and messages if there is no
// space for them.
package files

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"gohipcc/driver/job"
	"gohipcc/toolchains/step"
)

// Build is the files of one build. Outputs appear completely, by a rename: a tool writes under
// another name beside the file that the user asked for (PartOf).
type Build struct {
	TempDir string   // where temporary files are
	made    sync.Map // by path, the os.FileInfo of each output that this build made
}

// IsTemp reports whether a file is one of the build's own.
func (b *Build) IsTemp(f string) bool { return strings.HasPrefix(f, b.TempDir+"/") }

// Remember records what was written under a name: another build may write the same file a moment
// later.
func (b *Build) Remember(path string, st os.FileInfo) { b.made.Store(path, st) }

// Written returns the file that this build made under a name, or nil.
func (b *Build) Written(path string) os.FileInfo {
	st, _ := b.made.Load(path)
	info, _ := st.(os.FileInfo)
	return info
}

// Beside returns how to change a step so that it writes beside its final outputs, and those
// outputs.
func (b *Build) Beside(s step.Step) (beside func(step.Step) step.Step, finals []string) {
	for _, o := range append(slices.Clone(s.Outputs()), step.DependencyFile(s)) {
		if o == "" || o == "-" || b.IsTemp(o) || slices.Contains(finals, o) || !Replaceable(o) {
			continue
		}
		finals = append(finals, o)
	}
	if len(finals) == 0 {
		return func(s step.Step) step.Step { return s }, nil
	}
	return func(s step.Step) step.Step {
		return step.WithOutputs(s, func(o string) string {
			if slices.Contains(finals, o) {
				return PartOf(o)
			}
			return o
		})
	}, finals
}

// Replaceable reports whether path can be replaced by a rename: it is no device or FIFO, and its
// folder is writable. If not, the tool writes there directly, or reports why it cannot.
func Replaceable(path string) bool {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return false
	}
	return unix.Access(filepath.Dir(path), unix.W_OK|unix.X_OK) == nil
}

// Folders returns the folders in which outputs of jobs are created.
func (b *Build) Folders(jobs []*job.Job) []string {
	var dirs []string
	for _, j := range jobs {
		_, finals := b.Beside(j.Step)
		for _, o := range finals {
			if d := filepath.Dir(o); !slices.Contains(dirs, d) {
				dirs = append(dirs, d)
			}
		}
	}
	return dirs
}

// Publish renames the outputs of a job to their final names, and records what was written under
// each.
func (b *Build) Publish(finals []string) error {
	for _, o := range finals {
		part := PartOf(o)
		st, err := os.Stat(part)
		if os.IsNotExist(err) {
			continue // the command had no reason to write it
		}
		if err == nil {
			err = os.Rename(part, o)
		}
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", o, err)
		}
		b.Remember(o, st)
	}
	return nil
}

// PublishMore gives their names to the files that a tool named after the parts of its outputs, with
// a dot and more words.
func PublishMore(finals []string) error {
	for _, o := range finals {
		part := PartOf(o)
		entries, err := os.ReadDir(filepath.Dir(part))
		if err != nil {
			return err
		}
		for _, e := range entries {
			more, ok := strings.CutPrefix(e.Name(), filepath.Base(part)+".")
			if !ok {
				continue
			}
			if err := os.Rename(filepath.Join(filepath.Dir(part), e.Name()), o+"."+more); err != nil {
				return fmt.Errorf("cannot write %s.%s: %w", o, more, errorOf(err))
			}
		}
	}
	return nil
}

// NameOutputs puts the names of outputs in the place of those of their parts in what a tool wrote
// about them.
func NameOutputs(file string, finals []string) error {
	if !IsRegular(file) {
		return nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	named := data
	for _, o := range finals {
		named = bytes.ReplaceAll(named, []byte(PartOf(o)), []byte(o))
		// A blank in it is escaped there.
		named = bytes.ReplaceAll(named, []byte(filepath.Base(partPrefix("."))), nil)
	}
	if bytes.Equal(named, data) {
		return nil
	}
	return Write(file, func(w io.Writer) error { _, err := w.Write(named); return err })
}

// Clear removes the unfinished outputs of a failed build: tools that are killed or run out of space
// leave files beside them.
func (b *Build) Clear(jobs []*job.Job) {
	for _, dir := range b.Folders(jobs) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), filepath.Base(partPrefix(dir))) {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// RemoveOutputs removes the files under the names of a failed job's outputs, as
// clang's driver does.
func (b *Build) RemoveOutputs(j *job.Job) {
	_, finals := b.Beside(j.Step)
	for _, o := range finals {
		if !j.Optional && slices.Contains(j.Outputs(), o) && unix.Access(o, unix.W_OK) == nil {
			os.Remove(o)
		}
	}
}

// Discard removes the unfinished outputs of a failed job.
func Discard(finals []string) {
	for _, o := range finals {
		os.Remove(PartOf(o))
	}
}

// Write writes a file through a buffer; it appears whole or not at all.
func Write(path string, write func(io.Writer) error) error {
	_, err := WriteNew(path, write)
	return err
}

// WriteNew is Write and returns the created file.
func WriteNew(path string, write func(io.Writer) error) (os.FileInfo, error) {
	name, flags := path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC
	if Replaceable(path) {
		name = PartOf(path)
	} else {
		flags |= syscall.O_NONBLOCK // a FIFO whose reader has ended is an error, not a wait
	}
	f, err := os.OpenFile(name, flags, 0o666)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, errorOf(err))
	}
	w := bufio.NewWriterSize(f, 1<<16)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	st, serr := f.Stat()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = serr
	}
	if err == nil && name != path {
		err = os.Rename(name, path)
	}
	if err != nil {
		if name != path {
			os.Remove(name)
		}
		return nil, fmt.Errorf("cannot write %s: %w", path, errorOf(err))
	}
	return st, nil
}

// errorOf removes the name of an unfinished file, which means nothing to the user, from an error.
func errorOf(err error) error {
	if !strings.Contains(err.Error(), "."+buildID()+".") {
		return err
	}
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
