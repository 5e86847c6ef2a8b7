// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"syscall"
	"time"
)

// A Run is one run of a program: its wall time in seconds, and the times that it printed.
type Run struct {
	Wall  float64
	Times []Reading
}

// compile builds the CUDA program of a pair.
func compile(o *options, p *Pair) {
	if p.Refused != "" || p.Built {
		return
	}
	if err := makeProgram(filepath.Join(o.dir, p.Name+"-cuda"), "CC=nvcc", "ARCH=sm_90"); err != nil {
		p.Refused = "CUDA: " + err.Error()
		return
	}
	p.Built = true
}

var (
	wrongWords = regexp.MustCompile(`(?i)\bfail|mismatch|\berror: |incorrect|not correct`)
	rightWords = regexp.MustCompile(`(?i)pass|success|correct|verified|\bok\b`)
)

// verdict says what an output says of its numbers.
func verdict(out string) string {
	switch {
	case wrongWords.MatchString(out):
		return "wrong"
	case rightWords.MatchString(out):
		return "right"
	}
	return "none"
}

// start runs one side of a pair.
func start(o *options, p *Pair, side int) (out string, wall float64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	dir := filepath.Join(o.dir, p.Name+"-"+sides[side])
	c := exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GOHIP_CPU=0")
	var log bytes.Buffer
	c.Stdout, c.Stderr = &log, &log
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	began := time.Now()
	err = c.Run()
	wall = time.Since(began).Seconds()
	if ctx.Err() != nil {
		err = errTooLong
	}
	return log.String(), wall, err
}

var errTooLong = errors.New("too long")

// try runs both programs of a pair once. One that takes too long is run again with fewer
// repetitions.
func try(o *options, p *Pair) {
	if p.Refused != "" || p.Tried || !p.Built {
		return
	}
	for {
		side, out, err := tryBoth(o, p)
		if err == nil {
			p.Tried = true
			return
		}
		if errors.Is(err, errTooLong) && fewer(p) {
			continue
		}
		p.Refused = fmt.Sprintf("%s run: %v: %.120s", sides[side], err, strings.Join(strings.Fields(tail(out, 120)), " "))
		return
	}
}

// tryBoth runs both programs of a pair, and returns which one failed.
func tryBoth(o *options, p *Pair) (side int, out string, err error) {
	for _, side := range []int{cuda, hip} {
		out, wall, err := start(o, p, side)
		if err != nil {
			return side, out, err
		}
		p.Verdict[side], p.Wall[side] = verdict(out), wall
	}
	return 0, "", nil
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

// measure runs the pairs in turn, those with the shortest runs first, until the time is up.
func measure(o *options, pairs []*Pair, names []string) {
	end := time.Now().Add(o.length)
	work := slices.Clone(pairs)
	wall := func(p *Pair) float64 { return p.Wall[hip] + p.Wall[cuda] }
	sort.SliceStable(work, func(i, j int) bool { return wall(work[i]) < wall(work[j]) })
	for _, p := range work {
		if p.Refused != "" || !p.Tried || len(names) > 0 && !slices.Contains(names, p.Name) {
			continue
		}
		for len(p.Runs[hip]) < o.rounds {
			if time.Now().Add(time.Duration(wall(p) * float64(time.Second))).After(end) {
				return
			}
			if !measureOnce(o, p) {
				break
			}
		}
	}
}

// measureOnce runs the two programs of a pair one after the other.
func measureOnce(o *options, p *Pair) bool {
	var runs [2]Run
	for side := range sides {
		out, wall, err := start(o, p, side)
		if err != nil {
			p.Refused = fmt.Sprintf("%s run: %v", sides[side], err)
			return false
		}
		runs[side] = Run{Wall: wall, Times: readings(out)}
	}
	for side := range sides {
		p.Runs[side] = append(p.Runs[side], runs[side])
	}
	return true
}
