// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Outputs appear whole, by a rename: a tool is given another name beside the
// file that the user asked for (partOf).

// beside returns how a job's command is spelled when it writes beside its final
// outputs, and those outputs.
func (p *Plan) beside(j *Job) (spell func(argv []string) []string, finals []string) {
	for _, o := range slices.Concat(j.Outputs, []string{valueAfter(j.Argv, "-dependency-file")}) {
		if o == "" || o == "-" || strings.HasPrefix(o, p.cfg.TempDir+"/") || slices.Contains(finals, o) || !replaceable(o) {
			continue
		}
		finals = append(finals, o)
	}
	if len(finals) == 0 {
		return func(argv []string) []string { return argv }, nil
	}
	part := func(o string) string {
		if slices.Contains(finals, o) {
			return partOf(o)
		}
		return o
	}
	return func(argv []string) []string {
		argv = slices.Clone(argv)
		for i, a := range argv {
			switch name, v, ok := strings.Cut(a, "="); {
			case i > 0 && (argv[i-1] == "-o" || argv[i-1] == "-dependency-file"), j.Kind == archiveJob && i == 2:
				argv[i] = part(a)
			case ok && (strings.HasSuffix(name, "-output") || strings.HasSuffix(name, "-outputs")):
				outs := strings.Split(v, ",")
				for k := range outs {
					outs[k] = part(outs[k])
				}
				argv[i] = name + "=" + strings.Join(outs, ",")
			}
		}
		return argv
	}, finals
}

// replaceable reports whether a file can take path's place: path is no device or
// FIFO, and its folder takes new files. If not, the tool writes there itself, or
// says why it cannot.
func replaceable(path string) bool {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return false
	}
	return unix.Access(filepath.Dir(path), unix.W_OK|unix.X_OK) == nil
}

// outputFolders are the folders in which the plan's outputs come into being.
func (p *Plan) outputFolders() []string {
	var dirs []string
	for _, j := range p.Jobs {
		_, finals := p.beside(j)
		for _, o := range finals {
			if d := filepath.Dir(o); !slices.Contains(dirs, d) {
				dirs = append(dirs, d)
			}
		}
	}
	return dirs
}

// startPart prepares the place beside an output. An archive is changed, not
// replaced, by the archiver.
func startPart(j *Job, out string) error {
	if j.Kind != archiveJob {
		return nil
	}
	in, err := os.Open(out)
	if err != nil {
		return nil // a new one
	}
	defer in.Close()
	f, err := os.OpenFile(partOf(out), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, in)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// publish gives the parts of a job their names. What was written under a name is
// remembered: another build may write the same file a moment later.
func (p *Plan) publish(finals []string) error {
	for _, o := range finals {
		part := partOf(o)
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
		p.written.Store(o, st)
	}
	return nil
}

// clear removes what a build that failed has left of its outputs: tools leave
// files of their own beside them when they are killed or have no room.
func (p *Plan) clear() {
	for _, dir := range p.outputFolders() {
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

// removeOutputs removes the files under the names of a failed job's outputs, as
// clang's driver does.
func (p *Plan) removeOutputs(j *Job) {
	_, finals := p.beside(j)
	for _, o := range finals {
		if !j.soft && slices.Contains(j.Outputs, o) && unix.Access(o, unix.W_OK) == nil {
			os.Remove(o)
		}
	}
}

func discard(finals []string) {
	for _, o := range finals {
		os.Remove(partOf(o))
	}
}

// writeFile writes a file through a buffer; it appears whole or not at all.
func writeFile(path string, write func(io.Writer) error) error {
	_, err := writeNew(path, write)
	return err
}

// writeNew is writeFile that also tells which file it made.
func writeNew(path string, write func(io.Writer) error) (os.FileInfo, error) {
	name, flags := path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC
	if replaceable(path) {
		name = partOf(path)
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

// errorOf takes the name of an unfinished file, which means nothing to the user,
// out of an error.
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
