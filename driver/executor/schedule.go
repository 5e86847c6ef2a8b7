// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"context"
	"errors"
	"io"
	"slices"
	"syscall"
	"time"

	"gohipcc/driver/files"
	"gohipcc/driver/job"
)

// A schedule is the state of one run of a plan.
type schedule struct {
	x        *Executor
	states   []*jobState
	finished chan *jobState
	running  int // jobs that have started and not ended
	held     int // those that hold a slot
	fifos    int // those that read their device image from a FIFO
	failed   int // index of the first job of the plan that failed; len(states): none
	printed  int // jobs whose output was printed
}

// Run executes the jobs of a plan. They start as soon as their inputs are ready and a slot is free;
// their order depends on the plan alone. After a failure, jobs that come before the failed one in
// the plan still finish, so that the printed messages do not depend on the schedule.
func (x *Executor) Run(ctx context.Context, jobs []*job.Job, build *files.Build) error {
	x.build, x.failed = build, make(chan struct{})
	library := x.Prefork
	if x.Remote != nil {
		library = "" // few commands run here
	}
	x.tools = newTools(library, x.environment(), jobs)
	defer x.tools.close()
	s := &schedule{x: x, finished: make(chan *jobState), failed: len(jobs)}
	for _, j := range jobs {
		t := &jobState{job: j, ended: make(chan struct{})}
		if j.InProcess != nil {
			t.inProcess = j.InProcess.Run
		}
		s.states = append(s.states, t)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s.startReady(ctx)
	for s.running > 0 {
		s.end(<-s.finished)
		s.print()
		s.startReady(ctx)
	}
	return s.result(ctx, jobs)
}

// start runs a job.
func (s *schedule) start(ctx context.Context, t *jobState) {
	t.started = true
	s.running++
	if t.fifo == "" {
		s.held++
	}
	ctx, cancel := context.WithCancel(ctx)
	t.cancel = cancel
	go func() {
		defer cancel()
		t.failure = s.x.runObserved(ctx, t)
		s.finished <- t
	}()
}

// runObserved runs a job once it is permitted, and calls the observer.
func (x *Executor) runObserved(ctx context.Context, t *jobState) error {
	if x.Acquire != nil {
		release, err := x.Acquire(ctx)
		if err != nil {
			return err
		}
		defer release()
	}
	begin := time.Now()
	if x.Observe != nil {
		x.Observe(t.job, Event{Started: true, At: begin})
	}
	err := x.runJob(ctx, t)
	t.took = time.Since(begin)
	if x.Observe != nil {
		x.Observe(t.job, Event{At: time.Now(), Err: err, Where: t.where})
	}
	return err
}

// startReady starts the jobs that can start now.
func (s *schedule) startReady(ctx context.Context) {
	for s.held < s.x.Slots && ctx.Err() == nil {
		next := slices.IndexFunc(s.states, func(t *jobState) bool { return s.wanted(t) && s.isReady(t) })
		if next < 0 {
			break
		}
		s.start(ctx, s.states[next])
	}
	// A host compile that can take its device image late uses a slot that would stay empty. It does
	// not count as held: most of the time it waits for the output of other jobs.
	if s.x.Slots < 2 || s.x.Acquire != nil || s.x.Remote != nil {
		return
	}
	for _, t := range s.states {
		if s.held >= s.x.Slots || s.held == 0 || s.fifos > 0 || ctx.Err() != nil {
			return
		}
		fifo := s.streamable(t)
		if fifo == "" || !s.wanted(t) || !s.isReadyBut(t, fifo) {
			continue
		}
		if err := s.openStream(t, fifo); err != nil {
			continue // then it waits for the file, like any other job
		}
		s.fifos++
		s.start(ctx, t)
	}
}

// wanted reports whether a job is still to be started.
func (s *schedule) wanted(t *jobState) bool { return !t.started && t.job.Index < s.failed }

func (s *schedule) succeeded(j *job.Job) bool {
	t := s.states[j.Index]
	return t.done && t.failure == nil
}

// isReady reports whether everything that a job depends on is done.
func (s *schedule) isReady(t *jobState) bool {
	return !slices.ContainsFunc(t.job.Deps, func(d *job.Job) bool { return !s.succeeded(d) })
}

// streamable returns the file of another job that a host compile opens late and reads once,
// sequentially, so that it may be a FIFO; or "".
func (s *schedule) streamable(t *jobState) string {
	c := t.job.CC1()
	if c == nil || t.job.IsDevice() || !s.x.build.IsTemp(c.GPUBinary()) {
		return ""
	}
	return c.GPUBinary()
}

// isReadyBut reports whether a job waits for nothing but the file that it can read from a FIFO.
func (s *schedule) isReadyBut(t *jobState, fifo string) bool {
	waits := false
	for _, d := range t.job.Deps {
		if s.succeeded(d) {
			continue
		}
		w := s.states[d.Index]
		if w.done || w.started || d.InProcess == nil || d.InProcess.Write == nil || !slices.Equal(d.Outputs(), []string{fifo}) {
			return false
		}
		waits = true
	}
	return waits
}

// openStream makes the FIFO between t and the job that writes t's device image.
func (s *schedule) openStream(t *jobState, fifo string) error {
	at := slices.IndexFunc(t.job.Deps, func(d *job.Job) bool { return slices.Equal(d.Outputs(), []string{fifo}) })
	if at < 0 {
		return errors.New("no writer")
	}
	d := t.job.Deps[at]
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		return err
	}
	t.fifo, t.image, t.again, t.wrote = fifo, d.InProcess.Write, make(chan struct{}), make(chan struct{})
	s.states[d.Index].inProcess = func(ctx context.Context, stdout, stderr io.Writer) error {
		defer close(t.wrote)
		f, err := openFIFO(ctx, fifo, t)
		if err != nil || f == nil {
			return err
		}
		stop := context.AfterFunc(ctx, func() { f.Close() })
		err = t.image(f)
		if stop() {
			err = errors.Join(err, f.Close())
		}
		if errors.Is(err, syscall.EPIPE) {
			return nil // the reader ended early and reports why itself
		}
		return err
	}
	return nil
}

// end records the end of a job. After the first failure, the jobs that come later in the plan
// are cancelled.
func (s *schedule) end(t *jobState) {
	s.running--
	if t.fifo != "" {
		s.fifos--
	} else {
		s.held--
	}
	if t.failure != nil && t.job.Optional {
		t.failure = nil
	}
	t.done = true
	close(t.ended)
	if t.failure == nil || t.job.Index >= s.failed {
		return
	}
	if s.failed == len(s.states) {
		close(s.x.failed)
	}
	s.failed = t.job.Index
	for _, o := range s.states[s.failed+1:] {
		if o.started && !o.done {
			o.cancel()
		}
	}
}

// print prints the output of jobs, as far as the plan's order allows.
func (s *schedule) print() {
	for s.printed < len(s.states) && s.printed <= s.failed && s.states[s.printed].done {
		s.x.print(s.states[s.printed])
		s.printed++
	}
}

// result returns the outcome of the run; if it failed, outputs are removed.
func (s *schedule) result(ctx context.Context, jobs []*job.Job) error {
	if err := context.Cause(ctx); err != nil {
		s.x.build.Clear(jobs)
		return err
	}
	if s.failed == len(s.states) {
		if s.x.Printed != nil {
			s.x.Printed(func(j *job.Job) []byte { return s.states[j.Index].err.Bytes() })
		}
		return s.x.lost
	}
	first := s.states[s.failed]
	if first.crashed {
		s.x.reproducer(ctx, first.job)
	}
	s.x.build.Clear(jobs)
	// An output that an earlier build left does not belong to this source.
	for _, t := range s.states {
		if t.failure != nil || !t.done && t.job.CC1() != nil {
			s.x.build.RemoveOutputs(t.job)
		}
	}
	return &JobError{first.job, first.failure}
}
