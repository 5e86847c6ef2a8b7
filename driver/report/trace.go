// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package report reports on a build: its progress, the times of its jobs, and the resource usage of
// its kernels.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"gohipcc/driver/executor"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
)

// traceEvent is one event of Chrome's trace format ("Trace Event Format",
// complete events).
type traceEvent struct {
	Name  string         `json:"name"`
	Phase string         `json:"ph"`
	Start float64        `json:"ts"`  // microseconds
	Took  float64        `json:"dur"` // microseconds
	PID   int            `json:"pid"`
	TID   int            `json:"tid"`
	Args  map[string]any `json:"args,omitempty"`
}

// Trace collects every job for --time-trace.
type Trace struct {
	file  string
	begin time.Time

	mu     sync.Mutex
	events []traceEvent
	lanes  []*job.Job // the job in each row of the trace
	starts map[*job.Job]time.Time
}

// NewTrace starts a trace that Write will write to file.
func NewTrace(file string) *Trace {
	return &Trace{file: file, begin: time.Now(), starts: map[*job.Job]time.Time{}}
}

func (t *Trace) observe(j *job.Job, e executor.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.Started {
		t.starts[j] = e.At
		for i := range t.lanes {
			if t.lanes[i] == nil {
				t.lanes[i] = j
				return
			}
		}
		t.lanes = append(t.lanes, j)
		return
	}
	lane := 0
	for i := range t.lanes {
		if t.lanes[i] == j {
			t.lanes[i] = nil
			lane = i
		}
	}
	args := map[string]any{"command": j.Step.Argv()}
	if e.Err != nil {
		args["error"] = e.Err.Error()
	}
	if e.Where != "" {
		args["worker"] = e.Where
	}
	start := t.starts[j]
	t.events = append(t.events, traceEvent{Name: j.Name(), Phase: "X", PID: 1, TID: lane,
		Start: float64(start.Sub(t.begin).Microseconds()), Took: float64(e.At.Sub(start).Microseconds()), Args: args})
}

// Write writes the trace to its file.
func (t *Trace) Write() error {
	return files.Write(t.file, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(map[string]any{"traceEvents": t.events, "displayTimeUnit": "ms"})
	})
}

// progress shows "[3/9] gfx942 compile" on a terminal, once a build has run for a while.
type progress struct {
	w     io.Writer
	total int
	begin time.Time

	mu   sync.Mutex
	done int
	line bool // there is a line on the terminal
}

// progressAfter is how long a build runs before progress is shown.
const progressAfter = time.Second

// NewProgress returns a display of the progress of total jobs on w; nil if w is no terminal or
// there are few jobs.
func NewProgress(w io.Writer, total int) *progress {
	f, ok := w.(*os.File)
	if !ok || total < 3 || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{w: w, total: total, begin: time.Now()}
}

func (p *progress) observe(j *job.Job, e executor.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !e.Started {
		p.done++
		return
	}
	if time.Since(p.begin) < progressAfter {
		return
	}
	p.line = true
	fmt.Fprintf(p.w, "\r\x1b[K[%d/%d] %s", p.done+1, p.total, j.Name())
}

// Clear erases the line on the terminal; p may be nil.
func (p *progress) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clearLocked()
}

func (p *progress) clearLocked() {
	if p.line {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.line = false
	}
}

// Over returns a writer to w that erases the line before it writes; p may be nil.
func (p *progress) Over(w io.Writer) io.Writer {
	if p == nil {
		return w
	}
	return &overProgress{p, w}
}

type overProgress struct {
	p *progress
	w io.Writer
}

// Write implements io.Writer.
func (o *overProgress) Write(b []byte) (int, error) {
	o.p.mu.Lock()
	defer o.p.mu.Unlock()
	if len(b) > 0 {
		o.p.clearLocked()
	}
	return o.w.Write(b)
}

// Observers combines the observers that are not nil.
func Observers(t *Trace, p *progress) func(*job.Job, executor.Event) {
	if t == nil && p == nil {
		return nil
	}
	return func(j *job.Job, e executor.Event) {
		if t != nil {
			t.observe(j, e)
		}
		if p != nil {
			p.observe(j, e)
		}
	}
}
