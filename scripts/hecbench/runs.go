// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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

// start runs one side of a pair, with more variables of the environment.
func start(o *options, p *Pair, side int, variables ...string) (out string, wall float64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	dir := filepath.Join(o.dir, p.Name+"-"+sides[side])
	c := exec.CommandContext(ctx, p.Command[0], p.Command[1:]...)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "GOHIP_CPU=0"), variables...)
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

// measure runs the pairs, one round after the other, until the time is up: after the first round
// those come first whose ratios are largest.
func measure(o *options, pairs []*Pair, names []string) {
	end := time.Now().Add(o.length)
	for round := range o.rounds {
		work := slices.Clone(pairs)
		if round > 0 {
			slices.SortStableFunc(work, func(a, b *Pair) int { return cmp.Compare(ratio(b), ratio(a)) })
		}
		for _, p := range work {
			if p.Refused != "" || !p.Built || len(p.Runs[hip]) > round || len(names) > 0 && !slices.Contains(names, p.Name) {
				continue
			}
			if time.Now().After(end) {
				return
			}
			measureOnce(o, p)
		}
	}
}

// ratio returns a pair's ratio so far, 0 if there is none.
func ratio(p *Pair) float64 {
	if len(p.Runs[hip]) == 0 {
		return 0
	}
	return compare(p).ratio
}

// measureOnce runs the two programs of a pair one after the other. If one takes too long, both are
// run with fewer repetitions.
func measureOnce(o *options, p *Pair) {
	var runs [2]Run
	for side := cuda; side >= hip; side-- {
		out, wall, err := start(o, p, side)
		if errors.Is(err, errTooLong) && len(p.Runs[hip]) == 0 && fewest(p) {
			side = cuda + 1
			continue
		}
		if err != nil {
			last := strings.Join(strings.Fields(out[max(0, len(out)-120):]), " ")
			p.Refused = fmt.Sprintf("%s run: %v: %s", sides[side], err, last)
			return
		}
		p.Verdict[side] = verdict(out)
		runs[side] = Run{Wall: wall, Times: readings(out)}
	}
	for side := range sides {
		p.Runs[side] = append(p.Runs[side], runs[side])
	}
}
