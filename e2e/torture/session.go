// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package torture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Target is a kind of device to try programs on.
type Target struct {
	Name   string   // for messages and file names
	Flags  []string // for the compiler
	Env    []string // of the programs
	Device int      // as hipSetDevice counts
}

// Session compiles and runs programs and compares their results with the host's.
type Session struct {
	Compiler string        // gohipcc
	Host     string        // clang++
	Include  string        // the folder of torture.h
	Limit    time.Duration // for one program on a device; of a batch each eight have as much more, and to compile it each three
}

// Finding is a program that gave something else than on the host, or nothing.
type Finding struct {
	Program *Program
	Target  Target
	Level   string
	Symptom string
}

// limited runs a command with a time limit and kills it with its children. The error has the end
// of what it printed.
func limited(limit time.Duration, env []string, name string, args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := cmd.Run()
	if err == nil {
		return nil
	}
	said := strings.TrimSpace(text.String())
	said = said[max(0, len(said)-1500):]
	if ctx.Err() != nil {
		return fmt.Errorf("it hung: more than %v\n%s", limit, said)
	}
	return fmt.Errorf("%w\n%s", err, said)
}

// write puts programs into a file, with lines before them, and torture.h beside it.
func (s *Session) write(dir, first string, programs []*Program) (string, error) {
	const name = "torture.h"
	header, err := filepath.Abs(filepath.Join(s.Include, name))
	if err != nil {
		return "", err
	}
	if err := os.Symlink(header, filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	file := filepath.Join(dir, "b.hip")
	return file, os.WriteFile(file, []byte(first+Source(programs)), 0o644)
}

// deviceHeader are the first lines of a source for gohipcc, which has a precompiled header for sources that start
// so. It depends on -I and -w: without either it is that of other programs.
const deviceHeader = "#include <hip/hip_runtime.h>\n#pragma clang diagnostic ignored \"-Weverything\"\n"

// Expected runs programs on the host, and gives what each writes.
func (s *Session) Expected(dir string, programs []*Program) ([][]byte, error) {
	src, err := s.write(dir, "", programs)
	if err != nil {
		return nil, err
	}
	exe := filepath.Join(dir, "host")
	// Without optimisation: that is a third of the time, and one optimiser less that may be wrong.
	if err := limited(max(5*time.Minute, 5*s.Limit), nil, s.Host, "-std=c++17", "-O0", "-w", "-x", "c++", src, "-o", exe); err != nil {
		return nil, fmt.Errorf("%s for the host: %w", s.Host, err)
	}
	got, failed := s.results(dir, exe, nil, 0, len(programs))
	for i, err := range failed {
		if err != nil {
			return nil, fmt.Errorf("program %d on the host: %w", programs[i].Seed, err)
		}
	}
	return got, nil
}

// Undefined runs programs on the host with checks for what C++ leaves undefined, with other values
// in what is not initialised and with the work-items in another order, and gives what that finds: a
// program that does not give what it should is no test of a compiler.
func (s *Session) Undefined(dir string, programs []*Program, want [][]byte) (error, error) {
	src, err := s.write(dir, "", programs)
	if err != nil {
		return nil, err
	}
	exe := filepath.Join(dir, "checked")
	args := []string{"-std=c++17", "-O1", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-ftrivial-auto-var-init=pattern",
		"-x", "c++", src, "-o", exe}
	if err := limited(max(5*time.Minute, 5*s.Limit), nil, s.Host, args...); err != nil {
		return nil, fmt.Errorf("%s for the host: %w", s.Host, err)
	}
	got, failed := s.results(dir, exe, []string{"TORTURE_REVERSE=1"}, 0, len(programs))
	for i, err := range failed {
		if err == nil && !bytes.Equal(got[i], want[i]) {
			err = errors.New("work-items in another order, or other values in what is not initialised: " + difference(got[i], want[i]))
		}
		if err != nil {
			failed[i] = fmt.Errorf("program %d: %w", programs[i].Seed, err)
		}
	}
	return errors.Join(failed...), nil
}

// results runs the programs of an executable. One that ends the process, or does not end, is left
// out, and the others go on in a new one.
func (s *Session) results(dir, exe string, env []string, device, n int) (got [][]byte, failed []error) {
	got, failed = make([][]byte, n), make([]error, n)
	out := exe + ".out"
	for first := 0; first < n; {
		os.Remove(out)
		// Most of the time is the driver's compiler's, on a machine that may be busy.
		limit := s.Limit * time.Duration(1+(n-first)/8)
		err := limited(limit, env, exe, out, strconv.Itoa(first), strconv.Itoa(n), strconv.Itoa(device))
		data, _ := os.ReadFile(out)
		for len(data) >= 8 {
			i, size := int(binary.LittleEndian.Uint32(data)), int(binary.LittleEndian.Uint32(data[4:]))
			if i != first || len(data) < 8+size {
				break
			}
			got[i], data = data[8:8+size], data[8+size:]
			first++
		}
		if first < n {
			if err == nil {
				err = errors.New("it ended without a result")
			}
			failed[first] = err
			first++
		}
	}
	return got, failed
}

// Wrong compiles and runs programs for a target, and says by index what is wrong with which.
func (s *Session) Wrong(dir string, programs []*Program, want [][]byte, target Target, level string) (map[int]string, error) {
	src, err := s.write(dir, deviceHeader, programs)
	if err != nil {
		return nil, err
	}
	wrong := map[int]string{}
	exe := filepath.Join(dir, "device")
	if err := s.compile(src, exe, target, level, max(20*time.Second, s.Limit/3)*time.Duration(1+len(programs))); err != nil {
		if len(programs) == 1 {
			wrong[0] = "compile: " + err.Error()
			return wrong, nil
		}
		half := len(programs) / 2
		for _, part := range [][2]int{{0, half}, {half, len(programs)}} {
			w, err := s.Wrong(dir, programs[part[0]:part[1]], want[part[0]:part[1]], target, level)
			if err != nil {
				return nil, err
			}
			for i, what := range w {
				wrong[part[0]+i] = what
			}
		}
		return wrong, nil
	}
	got, failed := s.results(dir, exe, target.Env, target.Device, len(programs))
	for i := range programs {
		switch {
		case failed[i] != nil:
			wrong[i] = "run: " + failed[i].Error()
		case !bytes.Equal(got[i], want[i]):
			wrong[i] = "values: " + difference(got[i], want[i])
		}
	}
	return wrong, nil
}

func (s *Session) compile(src, exe string, target Target, level string, limit time.Duration) error {
	// The host's code only launches: it compiles faster so, and with one precompiled header at all levels.
	const host = "-Xarch_host -O0 -Xarch_host -g0 -std=c++17 -fuse-ld=lld"
	args := slices.Concat(strings.Fields(level), target.Flags, strings.Fields(host), []string{src, "-o", exe})
	return limited(limit, nil, s.Compiler, args...)
}

func difference(got, want []byte) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d bytes, not %d", len(got), len(want))
	}
	n, first := 0, -1
	for i := 0; i+8 <= len(want); i += 8 {
		if !bytes.Equal(got[i:i+8], want[i:i+8]) {
			if n++; first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return "the last bytes differ"
	}
	return fmt.Sprintf("%d of %d words differ, first %d: %#x, not %#x", n, len(want)/8, first/8,
		binary.LittleEndian.Uint64(got[first:]), binary.LittleEndian.Uint64(want[first:]))
}

// class is what must stay of a symptom while a program is made smaller.
func class(symptom string) string {
	kind, rest, _ := strings.Cut(symptom, ": ")
	switch {
	case strings.Contains(rest, "it hung"):
		return kind + " hang"
	case kind == "compile" && strings.Contains(rest, "error: "):
		// The words of the message, without the names in it.
		_, rest, _ = strings.Cut(rest, "error: ")
		rest, _, _ = strings.Cut(rest, "\n")
		words := strings.Fields(rest)
		return kind + " " + strings.Join(words[max(0, len(words)-4):], " ")
	}
	return kind
}

// Reduce makes the program of a finding small, for at most some time.
func (s *Session) Reduce(f *Finding, limit time.Duration) error {
	dir, err := os.MkdirTemp("", "gohipcc-torture-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	end := time.Now().Add(limit)
	one := []*Program{f.Program}
	f.Program.Reduce(func() bool {
		want, err := s.Expected(dir, one)
		if err != nil {
			return false
		}
		// Without a barrier or a value that it had, the program may be another's test.
		if undefined, err := s.Undefined(dir, one, want); err != nil || undefined != nil {
			return false
		}
		w, err := s.Wrong(dir, one, want, f.Target, f.Level)
		if err != nil || w[0] == "" || class(w[0]) != class(f.Symptom) {
			return false
		}
		f.Symptom = w[0]
		return true
	}, func() bool { return time.Now().After(end) })
	return nil
}

// File keeps the program of a finding in a folder, and returns the file's name.
func (f *Finding) File(dir string) (string, error) {
	name := filepath.Join(dir, fmt.Sprintf("%d-%s%s.hip", f.Program.Seed, f.Target.Name, strings.ReplaceAll(f.Level, " ", "")))
	text := Source([]*Program{f.Program})
	head := fmt.Sprintf("\n// torture: seed %d, %s %s\n", f.Program.Seed, f.Level, strings.Join(f.Target.Flags, " "))
	for l := range strings.Lines(f.Symptom) {
		head += "// " + strings.TrimRight(l, "\n") + "\n"
	}
	return name, os.WriteFile(name, []byte(strings.Replace(text, "\n\n", "\n"+head+"\n", 1)), 0o644)
}

// Emit writes an executable for a target, BASE.exe, and beside it how many programs it has, the
// first one's seed, the level, and the file that each must write.
func (s *Session) Emit(programs []*Program, target Target, level, base string) error {
	dir, err := os.MkdirTemp("", "gohipcc-torture-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	want, err := s.Expected(dir, programs)
	if err != nil {
		return err
	}
	src, err := s.write(dir, deviceHeader, programs)
	if err != nil {
		return err
	}
	if err := s.compile(src, base+".exe", target, level, 20*time.Minute); err != nil {
		return err
	}
	for i, w := range want {
		file := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(i)), uint32(len(w)))
		if err := os.WriteFile(fmt.Sprintf("%s.%d.want", base, i), append(file, w...), 0o644); err != nil {
			return err
		}
	}
	for name, text := range map[string]string{"count": strconv.Itoa(len(programs)), "seed": strconv.FormatUint(programs[0].Seed, 10), "level": level} {
		if err := os.WriteFile(base+"."+name, []byte(text+"\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}
