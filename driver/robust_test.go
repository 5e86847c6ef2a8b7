// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gohipcc/internal/fuzztest"
	"gohipcc/internal/testtree"
)

// A sandbox is a folder with sources, its own folder for temporary files and
// its own cache.
type sandbox struct {
	t       testing.TB
	dir     string
	gohipcc string
	env     []string
}

func newSandbox(t testing.TB, files map[string]string) *sandbox {
	w := &sandbox{t: t, dir: t.TempDir(), gohipcc: testtree.Compiler(t)}
	if err := os.Mkdir(w.path("tmp"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(w.path(name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.env = append(os.Environ(), "TMPDIR="+w.path("tmp"), "GOHIPCC_CACHE_DIR="+w.path("cache"), "MAKEFLAGS=")
	return w
}

func (w *sandbox) path(name string) string { return filepath.Join(w.dir, name) }

// run runs gohipcc in the sandbox and returns its standard error and how it ended.
func (w *sandbox) run(env []string, args ...string) (string, *os.ProcessState) {
	w.t.Helper()
	return w.runTool(env, w.gohipcc, args...)
}

func (w *sandbox) runTool(env []string, tool string, args ...string) (string, *os.ProcessState) {
	w.t.Helper()
	cmd := exec.Command(tool, args...)
	cmd.Dir = w.dir
	cmd.Env = append(w.env, env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	timer := time.AfterFunc(20*time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		w.t.Fatal(err)
	}
	return said.String(), cmd.ProcessState
}

// clean reports whether the folder for temporary files is empty.
func (w *sandbox) clean(what string) {
	w.t.Helper()
	entries, err := os.ReadDir(w.path("tmp"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		w.t.Errorf("%s: %s is left in the temporary folder", what, e.Name())
	}
}

const program = "#include <hip/hip_runtime.h>\n" + body

const body = `__global__ void k(int *p) { *p = 1; }
int big[30000] = {1};
int main() { k<<<1, 1>>>(nullptr); return 0; }
`

// launch is what kernels and their launches need of HIP's headers, and light is program with it, for
// tests in which headers are no matter (-nogpuinc).
//
//go:embed testdata/launch.h
var launch string

var light = launch + body

// TestNoRoom: if there is no space for a file, there is one error that names it and says what to
// do, and nothing of it is left; a full cache is no error.
func TestNoRoom(t *testing.T) {
	w := newSandbox(t, map[string]string{"a.hip": light, "headers.hip": program})
	if said, st := w.run(nil, "-O2", "--offload=spirv64", "-D__HIPCC_RTC__=1", "-c", "headers.hip", "-o", "whole.o"); !st.Success() {
		t.Fatal(said)
	}
	whole, err := os.ReadFile(w.path("whole.o"))
	if err != nil {
		t.Fatal(err)
	}
	type trial struct {
		name  string
		env   []string
		args  []string
		names string // the file that the error names; empty: there is no error
		limit int    // of the size of files, in KiB
	}
	trials := []trial{
		{name: "a limit for the object", args: []string{"-c", "a.hip", "-o", "out/a.o"}, limit: 40, names: "out/a.o"},
		{name: "a limit for temporary files", args: []string{"--no-cache", "-c", "a.hip", "-o", "out/a.o"}, limit: 2, names: "/tmp/gohipcc-"},
		{name: "/dev/full", args: []string{"-c", "a.hip", "-o", "/dev/full"}, names: "/dev/full"},
	}
	disk := w.path("disk")
	for _, d := range []string{disk, w.path("out")} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=48k,mode=0700"); err != nil {
		t.Logf("no small disk here (%v): limits on the size of files stand for it", err)
	} else {
		t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
		trials = append(trials,
			trial{name: "a disk for the object", args: []string{"-c", "a.hip", "-o", "disk/a.o"}, names: "disk/a.o"},
			trial{name: "a disk for the program", args: []string{"a.hip", "-o", "disk/a"}, names: "disk/a"},
			trial{name: "a disk for the dependencies", args: []string{"-c", "-MD", "-MF", "disk/full/a.d", "a.hip", "-o", "out/a.o"}, names: "disk/full/a.d"},
			trial{name: "a disk for temporary files", env: []string{"TMPDIR=" + disk}, args: []string{"--no-cache", "a.hip", "-o", "out/a"}, names: disk + "/gohipcc-"},
			trial{name: "a disk for the cache", env: []string{"GOHIPCC_CACHE_DIR=" + disk}, args: []string{"-c", "headers.hip", "-o", "out/a.o"}},
			trial{name: "a full disk for the cache", env: []string{"GOHIPCC_CACHE_DIR=" + disk + "/full"}, args: []string{"-c", "headers.hip", "-o", "out/a.o"}},
		)
	}
	for _, c := range trials {
		t.Run(c.name, func(t *testing.T) {
			for _, d := range []string{"disk", "out"} {
				files, _ := filepath.Glob(w.path(d + "/*"))
				for _, f := range files {
					os.RemoveAll(f)
				}
			}
			os.Mkdir(w.path("disk/full"), 0o755)
			if strings.Contains(strings.Join(append(c.env, c.args...), " "), "/full") {
				f, err := os.Create(w.path("disk/fill"))
				if err != nil {
					t.Fatal(err)
				}
				f.Write(make([]byte, 64<<10))
				f.Close()
			}
			args := append([]string{"-O2", "--offload=spirv64", "-D__HIPCC_RTC__=1"}, c.args...)
			if !slices.Contains(args, "headers.hip") {
				args = append(args, "-nogpuinc")
			}
			limit := "unlimited"
			if c.limit > 0 {
				limit = fmt.Sprint(2 * c.limit) // sh counts blocks of 512 bytes
			}
			said, st := w.runTool(c.env, "sh", append([]string{"-c", `ulimit -f "$0"; exec "$@"`, limit, w.gohipcc}, args...)...)
			if c.names == "" {
				if got, err := os.ReadFile(w.path("out/a.o")); !st.Success() || said != "" || err != nil || !bytes.Equal(got, whole) {
					t.Errorf("%v, the object is right: %v\n%s", st, bytes.Equal(got, whole), said)
				}
				return
			}
			if st.ExitCode() != 1 || strings.Count(said, "\n") != 1 || !strings.Contains(said, "cannot write ") || !strings.Contains(said, c.names) {
				t.Errorf("%v, want exit status 1 and one error that names %s:\n%s", st, c.names, said)
			}
			nothingLeft(t, w, "disk", "disk/full", "out")
			w.clean(c.name)
		})
	}
}

// nothingLeft fails the test if folders contain anything but its own files.
func nothingLeft(t *testing.T, w *sandbox, folders ...string) {
	t.Helper()
	for _, d := range folders {
		entries, _ := os.ReadDir(w.path(d))
		for _, e := range entries {
			if e.Name() != "fill" && e.Name() != "full" {
				t.Errorf("%s/%s is left", d, e.Name())
			}
		}
	}
}

// TestStandardOutputLost: a failure to write standard output is an error.
func TestStandardOutputLost(t *testing.T) {
	w := newSandbox(t, map[string]string{"a.hip": light})
	said, st := w.runTool(nil, "sh", "-c", w.gohipcc+" -nogpuinc -E a.hip > /dev/full")
	if st.Success() || !strings.Contains(said, "no space left on device") {
		t.Errorf("%v\n%s", st, said)
	}
}

// TestLongCommandLines compiles and links with arguments that a response file can hold and the system's
// command line cannot: tools get them in response files.
func TestLongCommandLines(t *testing.T) {
	long := "-DLONG=" + strings.Repeat("x", 150_000) + " -L" + strings.Repeat("x", 150_000)
	w := newSandbox(t, map[string]string{"a.hip": light, "long": long, "help": "'--help'"})
	if said, st := w.run(nil, "-nogpuinc", "--offload-arch=x86-64-v3", "a.hip", "@long", "-o", "a.out"); !st.Success() {
		t.Errorf("%v\n%.1000s", st, said)
	}
	if said, st := w.run(nil, "-device-link", "@help"); !st.Success() {
		t.Errorf("%v\n%s", st, said)
	}
	w.clean("long command lines")
}

// double makes an LLVM prefix whose front end first runs hook, shell code.
func (w *sandbox) double(hook string) (prefix string) {
	w.t.Helper()
	const llvm = "/usr/lib/llvm-22"
	prefix = w.path("llvm-22")
	if err := os.MkdirAll(filepath.Join(prefix, "bin"), 0o755); err != nil {
		w.t.Fatal(err)
	}
	for link, to := range map[string]string{"lib": llvm + "/lib", "bin/lld": llvm + "/bin/lld"} {
		if err := os.Symlink(to, filepath.Join(prefix, link)); err != nil && !os.IsExist(err) {
			w.t.Fatal(err)
		}
	}
	script := "#!/bin/bash\nif [ \"$1\" = -cc1 ]; then\n" + hook + "\nexec -a \"$0\" " + llvm + "/bin/clang \"$@\"\nfi\n" +
		"exec -a \"$0\" " + llvm + "/bin/clang -no-canonical-prefixes \"$@\"\n"
	if err := os.WriteFile(filepath.Join(prefix, "bin", "clang"), []byte(script), 0o755); err != nil {
		w.t.Fatal(err)
	}
	return prefix
}

// TestDeviceLinkCrash: if LLVM crashes in the device link, the error names the step and the
// function, and the bitcode is kept with a script that reproduces the crash.
func TestDeviceLinkCrash(t *testing.T) {
	w := newSandbox(t, map[string]string{"a.hip": light})
	prefix := w.double("")
	lib := filepath.Join(prefix, "lib")
	clang, err := filepath.EvalSymlinks(filepath.Join(lib, "clang"))
	if err == nil {
		err = errors.Join(os.Remove(lib), os.Mkdir(lib, 0o755), os.Symlink(clang, filepath.Join(lib, "clang")))
	}
	if err != nil {
		t.Fatal(err)
	}
	fuzztest.CrashingLLVM(t, filepath.Join(lib, "libLLVM.so.22.1"), "*(volatile int *)0 = 0")
	said, st := w.run(nil, "--llvm-path="+prefix, "--no-cache", "-nogpuinc", "--offload=spirv64", "-c", "a.hip", "-o", "a.o")
	if st.Success() || !strings.Contains(said, "LLVM crashed in LLVM") || strings.Contains(said, "goroutine ") {
		t.Errorf("%v\n%s", st, said)
	}
	kept, _ := filepath.Glob(w.path("tmp/*.sh"))
	if len(kept) != 1 || !strings.Contains(said, kept[0]) {
		t.Fatalf("kept %v:\n%s", kept, said)
	}
	if again, st := w.runTool(nil, "sh", kept[0]); st.ExitCode() != 128+int(syscall.SIGSEGV) {
		t.Errorf("the script ended with %v:\n%s", st, again)
	}
}

// TestSignals: a build that gets a signal ends by that signal, with all processes that it started,
// and leaves nothing behind. A signal that was ignored stays ignored.
func TestSignals(t *testing.T) {
	// Under nohup SIGHUP is ignored, and programs inherit that; handlers are not inherited.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
	for _, c := range []struct {
		name  string
		sig   syscall.Signal
		group bool
		trap  string
	}{
		{name: "Ctrl-C", sig: syscall.SIGINT, group: true},
		{name: "SIGINT", sig: syscall.SIGINT},
		{name: "SIGTERM", sig: syscall.SIGTERM},
		{name: "SIGHUP", sig: syscall.SIGHUP, group: true},
		{name: "nohup", sig: syscall.SIGHUP, group: true, trap: "trap '' HUP;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newSandbox(t, map[string]string{"a.hip": light, "slow": ""})
			// A front end that waits.
			llvm := w.double("echo $$ > $PWD/pid-$$; while [ -e slow ]; do sleep 0.05; done")
			cmd := exec.Command("bash", "-c", c.trap+` exec "$@"`, "bash", w.gohipcc, "--llvm-path="+llvm, "-nogpuinc", "--offload=spirv64", "--offload-arch=gfx90a", "-MD", "-c", "a.hip", "-o", "a.o")
			cmd.Dir, cmd.Env = w.dir, w.env
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var pids []string
			for deadline := time.Now().Add(5 * time.Minute); len(pids) == 0 && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
				pids, _ = filepath.Glob(w.path("pid-*"))
			}
			pid := cmd.Process.Pid
			if c.group {
				pid = -pid
			}
			syscall.Kill(pid, c.sig)
			if c.trap != "" {
				os.Remove(w.path("slow"))
			}
			// A build that the signal does not end must not hang the test.
			late := time.AfterFunc(5*time.Minute, func() { os.Remove(w.path("slow")) })
			defer late.Stop()
			err := cmd.Wait()
			if c.trap != "" {
				if _, serr := os.Stat(w.path("a.o")); err != nil || serr != nil {
					t.Errorf("%v, %v\n%s", err, serr, said.Bytes())
				}
				w.clean(c.name)
				return
			}
			if st := cmd.ProcessState.Sys().(syscall.WaitStatus); !st.Signaled() || st.Signal() != c.sig {
				t.Errorf("ended with %v, want %v", cmd.ProcessState, c.sig)
			}
			if said.Len() > 0 {
				t.Errorf("it said:\n%s", said.Bytes())
			}
			pids, _ = filepath.Glob(w.path("pid-*"))
			if len(pids) == 0 {
				t.Error("no front end ran")
			}
			for _, p := range pids {
				p = p[strings.LastIndexByte(p, '-')+1:]
				// The number may have been reused for another process, which is in another folder.
				if dir, err := os.Readlink("/proc/" + p + "/cwd"); err == nil && dir == w.dir {
					t.Errorf("front end %s still runs", p)
				}
			}
			files, _ := filepath.Glob(w.path("a.[^h]*"))
			hidden, _ := filepath.Glob(w.path(".*"))
			if left := append(files, hidden...); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
			w.clean(c.name)
		})
	}
}

// coroutine is device code on which clang crashes: it is refused.
const coroutine = `namespace std {
template <class R, class...> struct coroutine_traits { using promise_type = typename R::promise_type; };
template <class = void> struct coroutine_handle { static __attribute__((device)) coroutine_handle from_address(void *) { return {}; } };
}
struct Never {
  __attribute__((device)) bool await_ready() noexcept { return true; }
  __attribute__((device)) void await_suspend(auto) noexcept {}
  __attribute__((device)) void await_resume() noexcept {}
};
struct Task {
  struct promise_type {
    __attribute__((device)) Task get_return_object() { return {}; }
    __attribute__((device)) Never initial_suspend() { return {}; }
    __attribute__((device)) Never final_suspend() noexcept { return {}; }
    __attribute__((device)) void return_void() {}
    __attribute__((device)) void unhandled_exception() {}
  };
};
__attribute__((device)) Task co(int *o) { *o = 1; co_return; }
__attribute__((global)) void starts(int *o) { co(o); }
`

// TestCrash: the input of a front end that crashes is kept, named, and reproduces the crash; if the
// system killed the front end, there is nothing to reproduce.
func TestCrash(t *testing.T) {
	for _, c := range []struct {
		name, source, hook, says string
		status, kept             int
	}{
		// The precompiled header's front end crashes as well.
		{"segmentation fault", program, `case "$*" in *gfx90a*) kill -SEGV $$;; esac`, "gfx90a compile crashed (signal: segmentation fault", 1, 2},
		{"internal error", light, `case "$*" in *gfx90a*) echo fatal error >&2; exit 70;; esac`, "gfx90a compile crashed (exit status 70)", 70, 2},
		{"out of memory", light, `case "$*" in *gfx90a*) kill -KILL $$;; esac`, "was killed (signal: killed); the system does that when memory is short", 1, 0},
		{"pragma", light + "#pragma clang __debug crash\n", "", "compile crashed (signal: ", 1, 2},
		{"coroutine", light + coroutine, "", "a.hip:" + strconv.Itoa(strings.Count(light+coroutine, "\n")-1) + ": device function co is a coroutine", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newSandbox(t, map[string]string{"a.hip": c.source})
			hook := c.hook
			if hook != "" {
				// Preprocessing, for the reproducer, works.
				hook = "case \" $* \" in *' -E '*) ;; *) " + hook + ";; esac"
			}
			args := []string{"--llvm-path=" + w.double(hook), "--no-cache", "--offload-arch=gfx90a", "-c", "a.hip", "-o", "a.o"}
			if c.source != program {
				args = append(args, "-nogpuinc", "-std=c++20")
			}
			said, st := w.run(nil, args...)
			if st.ExitCode() != c.status || !strings.Contains(said, c.says) {
				t.Errorf("%v, want exit status %d and %q:\n%s", st, c.status, c.says, said)
			}
			if _, err := os.Stat(w.path("a.o")); err == nil {
				t.Error("there is an object")
			}
			kept, _ := filepath.Glob(w.path("tmp/*"))
			if len(kept) != c.kept {
				t.Fatalf("kept: %v, want %d files", kept, c.kept)
			}
			for _, k := range kept {
				if !strings.Contains(said, k) {
					t.Errorf("%s is not named:\n%s", k, said)
				}
				if strings.HasSuffix(k, ".sh") {
					if again, st := w.runTool(nil, "sh", k); st.Success() || st.ExitCode() == 1 || st.ExitCode() == 2 {
						t.Errorf("the script ended with %v:\n%s", st, again)
					}
				}
			}
		})
	}
}
