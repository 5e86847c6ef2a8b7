// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gohipcc/driver/executor"
	"gohipcc/driver/job"
	"gohipcc/toolchains/step"
)

func newJob(command string) *job.Job { return job.New(step.Parse(strings.Fields(command))) }

// TestTrace: jobs that run concurrently are in different rows, and a row is reused once its job has
// ended.
func TestTrace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace.json")
	trace := NewTrace(file)
	at := func(ms int) time.Time { return trace.begin.Add(time.Duration(ms) * time.Millisecond) }
	a, b, c := newJob("clang -cc1 -o a.o -x hip a.hip"), newJob("clang -cc1 -o b.o -x hip b.hip"), newJob("ld -o app a.o b.o")
	observe := Observers(trace, nil)
	for _, e := range []struct {
		j *job.Job
		executor.Event
	}{
		{a, executor.Event{Started: true, At: at(1)}}, {b, executor.Event{Started: true, At: at(2)}},
		{b, executor.Event{At: at(5)}}, {c, executor.Event{Started: true, At: at(6)}},
		{a, executor.Event{At: at(9)}}, {c, executor.Event{At: at(10), Err: errors.New("undefined symbol")}},
	} {
		observe(e.j, e.Event)
	}
	if err := trace.Write(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ TraceEvents []traceEvent }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	event := func(j *job.Job, lane int, start, took float64) traceEvent {
		var command []any
		for _, w := range j.Step.Argv() {
			command = append(command, w)
		}
		return traceEvent{Name: j.Name(), Phase: "X", PID: 1, TID: lane, Start: start, Took: took, Args: map[string]any{"command": command}}
	}
	want := []traceEvent{event(b, 1, 2000, 3000), event(a, 0, 1000, 8000), event(c, 1, 6000, 4000)}
	want[2].Args["error"] = "undefined symbol"
	if diff := cmp.Diff(want, got.TraceEvents); diff != "" {
		t.Error(diff)
	}
	if Observers(nil, nil) != nil {
		t.Error("there is an observer though nothing is reported")
	}
}

// TestProgress: the line counts the finished jobs, appears when a build takes long, and is erased
// before other output.
func TestProgress(t *testing.T) {
	var terminal bytes.Buffer
	p := &progress{w: &terminal, total: 3, begin: time.Now()}
	a, b := newJob("clang -cc1 -o a.o -x hip a.hip"), newJob("ld -o app a.o")
	p.observe(a, executor.Event{Started: true})
	if terminal.Len() > 0 {
		t.Errorf("a short build shows %q", terminal.String())
	}
	p.begin = p.begin.Add(-2 * progressAfter)
	p.observe(a, executor.Event{})
	p.observe(b, executor.Event{Started: true})
	const clear = "\r\x1b[K"
	if got, want := terminal.String(), clear+"[2/3] "+b.Name(); got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	terminal.Reset()
	over := p.Over(&terminal)
	over.Write(nil)
	over.Write([]byte("warning"))
	over.Write([]byte("!"))
	if got, want := terminal.String(), clear+"warning!"; got != want {
		t.Errorf("the terminal has %q, want %q", got, want)
	}
	p.Clear()
	if terminal.String() != clear+"warning!" {
		t.Error("a line that is not there was taken off")
	}
	var none *progress
	none.Clear()
	if none.Over(&terminal) != &terminal || NewProgress(&terminal, 100) != nil {
		t.Error("there is progress where there is no terminal")
	}
}

// TestResources: a line for each kernel, with what its image records and no more.
func TestResources(t *testing.T) {
	const data = "../../fatbin/testdata/"
	var out bytes.Buffer
	if err := Resources(&out, []string{data + "kernels.spv", data + "gfx90a-xnack.co", data + "kernels.ptx", data + "kernels.bc", "no-such-file"}, true); err != nil {
		t.Fatal(err)
	}
	var usage []kernelUsage
	if err := json.Unmarshal(out.Bytes(), &usage); err != nil {
		t.Fatal(err)
	}
	kernels := map[string]int{}
	for _, u := range usage {
		kernels[u.Target]++
		isAMD := strings.HasPrefix(u.Target, "gfx")
		if (u.VGPRs != nil) != isAMD || (u.Scratch != nil) != isAMD {
			t.Errorf("%s for %s: registers %v, scratch %v", u.Kernel, u.Target, u.VGPRs, u.Scratch)
		}
		if isAMD && *u.VGPRs == 0 || u.Kernel == "" || u.Kernarg == 0 {
			t.Errorf("%s for %s: %+v", u.Kernel, u.Target, u)
		}
	}
	if len(kernels) != 3 || kernels["spirv64"] == 0 || kernels["gfx90a:xnack+"] == 0 {
		t.Errorf("kernels by target: %v", kernels)
	}
	out.Reset()
	if err := Resources(&out, []string{data + "kernels.spv"}, false); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2+kernels["spirv64"] || lines[0] != data+"kernels.spv" || !strings.HasPrefix(lines[1], "TARGET ") {
		t.Fatalf("the table is\n%s", out.String())
	}
	if f := strings.Fields(lines[2]); f[0] != "spirv64" || f[1] != "-" || f[4] != "-" || f[5] != "-" {
		t.Errorf("SPIR-V has registers: %s", lines[2])
	}
	out.Reset()
	if err := Resources(&out, []string{data + "kernels.bc"}, false); err != nil || out.String() != "no kernels\n" {
		t.Errorf("bitcode has %q, %v", out.String(), err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.co")
	image, err := os.ReadFile(data + "gfx90a-xnack.co")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, image[:len(image)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Resources(&out, []string{damaged}, false); err == nil || !strings.HasPrefix(err.Error(), "--resource-usage: ") {
		t.Errorf("half a code object: %v", err)
	}
}
