// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gohipcc/driver/reapi/reapitest"
)

// benchFiles is how many files BenchmarkRemote compiles, each for four targets.
var benchFiles = 20

// ranLine is the line of --explain about a command that ran on a worker.
var ranLine = regexp.MustCompile(`: (\d+) ms in all, (\d+) ms the command, (\d+) ms waiting for a worker; (\d+) bytes sent`)

// BenchmarkRemote measures builds whose commands run on workers: REMOTE_FILES of them, with
// REMOTE_SMALL=1 of files that include nothing. In a first build the workers run the commands; in
// the measured ones they reply with the same results after the commands' processor time, so that
// any number of workers fits on this machine.
func BenchmarkRemote(b *testing.B) {
	if n, err := strconv.Atoi(os.Getenv("REMOTE_FILES")); err == nil {
		benchFiles = n
	}
	text := "#include <hip/hip_runtime.h>\n#include <vector>\n__global__ void k%d(float *p, int n) { for (int i = 0; i < n; i++) p[i] = sinf(p[i]) * %d; }\n" +
		"void run%[1]d(std::vector<float> &v) { k%[1]d<<<1, 1>>>(v.data(), (int)v.size()); }\n"
	options := []string{"--offload-arch=gfx90a,gfx942,sm_80", "--offload=spirv64", "-O2"}
	if os.Getenv("REMOTE_SMALL") != "" {
		text = "__attribute__((device)) float f%d(float x) { return x * %d; }\n__attribute__((device)) float (*p)(float) = f%[1]d;\nint h%[1]d() { return %[2]d; }\n"
		options = append(options, "-nogpuinc")
	}
	sources := map[string]string{}
	for i := range benchFiles {
		sources[fmt.Sprintf("f%d.hip", i)] = fmt.Sprintf(text, i, i+1)
	}
	w := newSandbox(b, sources)
	dir := b.TempDir()
	serve := func(opt reapitest.Options) (*reapitest.Server, func()) {
		s, stop, err := reapitest.Serve("127.0.0.1:0", dir, opt)
		if err != nil {
			b.Fatal(err)
		}
		return s, stop
	}
	// build compiles every file, as many at once as make -j would, and returns the messages.
	build := func(cache, url string, parallel int) (took time.Duration, said string) {
		var mu sync.Mutex
		var all strings.Builder
		room := make(chan bool, parallel)
		var wait sync.WaitGroup
		begin := time.Now()
		for name := range sources {
			room <- true
			wait.Go(func() {
				args := append([]string{"--no-cache", "--explain", "--remote-local=0", "--remote-executor=" + url, "-c", name, "-o", name + ".o"}, options...)
				text, st := w.run([]string{"GOHIPCC_CACHE_DIR=" + w.path(cache)}, args...)
				mu.Lock()
				all.WriteString(text)
				mu.Unlock()
				if !st.Success() {
					b.Errorf("%v\n%s", st, text)
				}
				<-room
			})
		}
		wait.Wait()
		return time.Since(begin), all.String()
	}
	first, stop := serve(reapitest.Options{Workers: 2})
	took, said := build("first", first.URL, 4)
	actions, cpu := first.Recorded()
	if strings.Contains(said, "runs here") {
		b.Fatal(said)
	}
	defer stop()
	b.Logf("%d files, %d actions of %.0f ms processor time each: %.1f s of one processor; the first build took %v and sent %.1f MB",
		benchFiles, actions, cpu.Seconds()*1000/float64(actions), cpu.Seconds(), took.Round(100*time.Millisecond), float64(first.Uploaded.Load())/1e6)
	for _, workers := range []int{1, 4} {
		for _, latency := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond} {
			s, stop := serve(reapitest.Options{Workers: workers, Latency: latency, Replay: first})
			cold, said := build("first", s.URL, 4*workers+4)
			var n, overhead, sent float64
			for _, m := range ranLine.FindAllStringSubmatch(said, -1) {
				number := func(i int) float64 { v, _ := strconv.ParseFloat(m[i], 64); return v }
				n, overhead, sent = n+1, overhead+number(1)-number(2)-number(3), sent+number(4)
			}
			warm, _ := build("first", s.URL, 4*workers+4)
			b.Logf("%d workers, latency %v: cold %.1f s (%.2f of the workers' time), %.0f ms of overhead and %.0f bytes a command; warm %.1f s", workers, latency,
				cold.Seconds(), cpu.Seconds()/float64(workers)/cold.Seconds(), overhead/n, sent/n, warm.Seconds())
			stop()
		}
	}
}
