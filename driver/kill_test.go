// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gohipcc/internal/testtree"
)

// An termination is a way to end a build of TestKilled.
type termination struct {
	name  string
	sig   syscall.Signal
	group bool // the signal goes to the process group, as Ctrl-C does
	guard bool // and to the guard, as the end of a container does
}

var terminations = []termination{
	{name: "undisturbed"},
	{name: "SIGKILL", sig: syscall.SIGKILL},
	{name: "SIGKILL of the group", sig: syscall.SIGKILL, group: true},
	{name: "SIGKILL of all", sig: syscall.SIGKILL, group: true, guard: true},
	{name: "SIGTERM", sig: syscall.SIGTERM},
	{name: "Ctrl-C", sig: syscall.SIGINT, group: true},
	{name: "SIGINT", sig: syscall.SIGINT},
	{name: "SIGHUP", sig: syscall.SIGHUP},
}

// cleanBuilds makes every kind of build in a cache of its own, without results of others. It returns the
// outputs, by kind and extension, and how long each build takes.
func cleanBuilds(t *testing.T, dir string, kinds int, command func(kind int, out string, more ...string) *exec.Cmd) (map[string][]byte, []time.Duration) {
	t.Helper()
	want, took := map[string][]byte{}, make([]time.Duration, kinds)
	for kind := range kinds {
		clean := filepath.Join(dir, fmt.Sprintf("clean%d", kind))
		cmd := command(kind, clean, "--no-cache")
		cmd.Env = append(slices.Clone(cmd.Env), "GOHIPCC_CACHE_DIR="+filepath.Join(dir, "clean")) // for precompiled headers
		begin := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		took[kind] = time.Since(begin)
		files, _ := filepath.Glob(clean + ".*")
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			want[fmt.Sprint(kind, filepath.Ext(f))] = data
		}
	}
	return want, took
}

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// TestKilled runs many builds at once on one cache and kills most of them at random moments. Their
// outputs are complete or absent, no temporary file is left, and the cache has no damaged entries.
// GOHIPCC_KILL_BUILDS=200 GOHIPCC_KILL_AT_ONCE=16 is the long form.
func TestKilled(t *testing.T) {
	builds, atOnce := 24, 8
	for name, n := range map[string]*int{"GOHIPCC_KILL_BUILDS": &builds, "GOHIPCC_KILL_AT_ONCE": &atOnce} {
		if v := os.Getenv(name); v != "" {
			var err error
			if *n, err = strconv.Atoi(v); err != nil {
				t.Fatal(err)
			}
		}
	}
	dir := t.TempDir()
	tmp, outs := filepath.Join(dir, "tmp"), filepath.Join(dir, "out")
	for _, d := range []string{tmp, outs} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := append(os.Environ(), "TMPDIR="+tmp, "GOHIPCC_CACHE_DIR="+filepath.Join(dir, "cache"), "MAKEFLAGS=")
	gohipcc := testtree.Compiler(t)
	const kinds = 5
	// command is one of several kinds of build; its outputs, all named out.something, are the same
	// bytes under any name. Two of them have a precompiled header.
	command := func(kind int, out string, more ...string) *exec.Cmd {
		args := append(more, "-O2", "-MD", "-MT", "x", "--offload=spirv64", "-j2", "-D__HIPCC_RTC__=1")
		switch kind {
		case 0, 1:
			args = append(args, "-nogpuinc", "--offload-arch=gfx90a", "-c", filepath.Join(dir, "a.hip"), "-o", out+".o", fmt.Sprintf("-DN=%d", kind))
		case 2:
			args = append(args, "-c", filepath.Join(dir, "b.hip"), "-o", out+".o")
		case 3:
			args = append(args, filepath.Join(dir, "b.hip"), "-o", out+".exe")
		default:
			args = append(args, "-nogpuinc", "-fgpu-rdc", "-c", filepath.Join(dir, "a.hip"), "-o", out+".o", "-DN=2")
		}
		cmd := exec.Command(gohipcc, args...)
		cmd.Env = env
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		return cmd
	}
	for name, text := range map[string]string{
		"a.hip": launch + "__global__ void k(int *p) { *p = N; }\n",
		"b.hip": "#include <hip/hip_runtime.h>\n#include \"c.h\"\n__global__ void k(float *p) { p[threadIdx.x] = sinf(p[threadIdx.x]) * C; }\nint main() { return 0; }\n",
		"c.h":   "#define C 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, took := cleanBuilds(t, dir, kinds, command)
	if len(want) != 2*kinds {
		t.Fatalf("the clean builds made %d files, want %d", len(want), 2*kinds)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	var wg sync.WaitGroup
	slots := make(chan bool, atOnce)
	var mu sync.Mutex
	ended := map[string]int{}
	for i := range builds {
		kind, end := random.IntN(kinds), terminations[random.IntN(len(terminations))]
		// Builds that run beside others take longer than one alone, and those that find everything
		// in the cache much less: early moments are more likely.
		r := random.Float64()
		wait := time.Duration(r * r * r * float64(took[kind]) * float64(atOnce) / 2)
		slots <- true
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() { <-slots }()
			out := filepath.Join(outs, fmt.Sprintf("%d-%d", kind, i))
			cmd := command(kind, out)
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Error(err)
				return
			}
			var timer *time.Timer
			if end.sig != 0 {
				timer = time.AfterFunc(wait, func() {
					if end.guard {
						for _, pid := range childrenOf(cmd.Process.Pid) {
							syscall.Kill(pid, end.sig)
						}
					}
					if end.group {
						syscall.Kill(-cmd.Process.Pid, end.sig)
					} else {
						cmd.Process.Signal(end.sig)
					}
				})
			}
			err := cmd.Wait()
			if timer != nil {
				timer.Stop()
			}
			st := cmd.ProcessState.Sys().(syscall.WaitStatus)
			mu.Lock()
			ended[end.name+": "+cmd.ProcessState.String()]++
			mu.Unlock()
			switch {
			case err != nil && !(st.Signaled() && st.Signal() == end.sig):
				t.Errorf("%s, after %v: %v\n%s", end.name, wait, err, said.Bytes())
			case err == nil && said.Len() > 0:
				t.Errorf("%s: %s", end.name, said.Bytes())
			}
			files, _ := filepath.Glob(out + ".*")
			if err == nil && len(files) != 2 {
				t.Errorf("%s: success, and these files: %v", end.name, files)
			}
		}()
	}
	wg.Wait()
	for what, n := range ended {
		t.Logf("%3d %s", n, what)
	}
	// The guard of a killed build runs asynchronously.
	for end := time.Now().Add(2 * time.Second); len(entries(t, tmp)) > 0 && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	// If the guard was killed as well, the next build cleans up.
	if out, err := command(2, filepath.Join(dir, "last")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	var left []string
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if left = entries(t, tmp); len(left) == 0 {
			break
		}
	}
	if len(left) > 0 {
		t.Errorf("left in the temporary folder: %s", strings.Join(left, " "))
	}
	whole := 0
	for _, name := range entries(t, outs) {
		if strings.HasPrefix(name, ".") {
			continue // of a build whose guard was killed as well
		}
		kind, _, _ := strings.Cut(name, "-")
		got, err := os.ReadFile(filepath.Join(outs, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want[kind+filepath.Ext(name)]) {
			t.Errorf("%s is not what a clean build makes", name)
		}
		whole++
	}
	t.Logf("%d files, all those of clean builds", whole)
	verify := exec.Command(gohipcc, "cache", "verify")
	verify.Env = env
	if out, err := verify.CombinedOutput(); err != nil || !strings.Contains(string(out), " 0 damaged") {
		t.Errorf("cache verify: %v\n%s", err, out)
	}
}

// childrenOf returns the living children of a process.
func childrenOf(pid int) []int {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	var out []int
	for _, task := range tasks {
		data, _ := os.ReadFile(task)
		for _, f := range strings.Fields(string(data)) {
			if n, err := strconv.Atoi(f); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}
