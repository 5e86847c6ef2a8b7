// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
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

// traceLog collects every job for --time-trace.
type traceLog struct {
	file  string
	begin time.Time

	mu     sync.Mutex
	events []traceEvent
	lanes  []*Job // which job runs in each lane of the picture
	starts map[*Job]time.Time
}

func newTraceLog(file string) *traceLog {
	return &traceLog{file: file, begin: time.Now(), starts: map[*Job]time.Time{}}
}

func (t *traceLog) observe(j *Job, e Event) {
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
	args := map[string]any{"command": j.Argv}
	if e.Err != nil {
		args["error"] = e.Err.Error()
	}
	start := t.starts[j]
	t.events = append(t.events, traceEvent{Name: j.Name(), Phase: "X", PID: 1, TID: lane,
		Start: float64(start.Sub(t.begin).Microseconds()), Took: float64(e.At.Sub(start).Microseconds()), Args: args})
}

func (t *traceLog) write() error {
	return writeFile(t.file, func(w io.Writer) error {
		return json.NewEncoder(w).Encode(map[string]any{"traceEvents": t.events, "displayTimeUnit": "ms"})
	})
}

// progress shows "[3/9] gfx942 compile" on a terminal, once a build has taken
// long enough to be worth it.
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

func newProgress(w io.Writer, total int) *progress {
	f, ok := w.(*os.File)
	if !ok || total < 3 || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{w: w, total: total, begin: time.Now()}
}

func (p *progress) observe(j *Job, e Event) {
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

// clear takes the line off the terminal; p may be nil.
func (p *progress) clear() {
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

// over returns a writer to w that writes where the line of the terminal was; p may
// be nil.
func (p *progress) over(w io.Writer) io.Writer {
	if p == nil {
		return w
	}
	return &overProgress{p, w}
}

type overProgress struct {
	p *progress
	w io.Writer
}

func (o *overProgress) Write(b []byte) (int, error) {
	o.p.mu.Lock()
	defer o.p.mu.Unlock()
	if len(b) > 0 {
		o.p.clearLocked()
	}
	return o.w.Write(b)
}

// observers joins those that are there.
func observers(t *traceLog, p *progress) func(*Job, Event) {
	if t == nil && p == nil {
		return nil
	}
	return func(j *Job, e Event) {
		if t != nil {
			t.observe(j, e)
		}
		if p != nil {
			p.observe(j, e)
		}
	}
}
