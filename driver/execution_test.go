// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"gohipcc/driver/cache"
	"gohipcc/driver/reapi/reapitest"
)

// remoteSource is a source with file names in its objects, and with a warning. With LIGHT it is without
// HIP's headers.
var remoteSource = map[string]string{
	"a.hip": `#ifdef LIGHT
#include "launch.h"
extern "C" __device__ int printf(const char *, ...);
#else
#include <hip/hip_runtime.h>
#include <vector>
#include <cstdio>
#endif
#include "n.h"
__global__ void k(float *p) { *p += N; if (*p > 7) printf("%s\n", __FILE__); }
#ifdef LIGHT
int main() { k<<<1, N>>>(nullptr); return *where(); }
#else
int main() { std::vector<float> v(N); printf("%s %s %zu\n", __FILE__, where(), v.size()); k<<<1, N>>>(v.data()); return 0; }
#endif
`,
	"launch.h": launch,
	"n.h":      "#include <assert.h>\n#define N 4\n#warning a warning\ninline const char *where() { assert(N); return __FILE__; }\n",
}

// build compiles a.hip and returns the object, the dependency file and the messages.
func (w *sandbox) object(env []string, args ...string) (object, deps []byte, said string) {
	w.t.Helper()
	os.Remove(w.path("a.o"))
	os.Remove(w.path("a.d"))
	said, st := w.run(env, args...)
	if !st.Success() {
		w.t.Fatalf("%v: %v\n%s", args, st, said)
	}
	object, err := os.ReadFile(w.path("a.o"))
	if err != nil {
		w.t.Fatal(err)
	}
	deps, _ = os.ReadFile(w.path("a.d"))
	return object, deps, said
}

// withoutExplanations removes the lines of --explain from messages.
func withoutExplanations(said string) string {
	var out []string
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "gohipcc: ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// tools has what the driver sent to the first server of these tests, so that the other servers need
// not be sent it again. TestMain removes its folder.
var tools = sync.OnceValues(func() (*reapitest.Tools, error) {
	dir, err := os.MkdirTemp("", "gohipcc-tools-")
	toolsDir = dir
	return reapitest.NewTools(dir), err
})

var toolsDir string

func TestMain(m *testing.M) {
	code := m.Run()
	if toolsDir != "" {
		os.RemoveAll(toolsDir)
	}
	os.Exit(code)
}

// startServer starts a server of remote execution whose storage has the tools.
func startServer(t *testing.T, opt reapitest.Options) *reapitest.Server {
	t.Helper()
	var err error
	if opt.Tools, err = tools(); err != nil {
		t.Fatal(err)
	}
	return reapitest.Start(t, opt)
}

// TestRemoteExecution: front ends, device links and images made by workers are byte for byte those
// made locally, with the same dependency files and messages.
func TestRemoteExecution(t *testing.T) {
	s := startServer(t, reapitest.Options{Workers: 2, Instance: "main"})
	for name, args := range map[string][]string{
		"relative": {"-D__HIPCC_RTC__=1", "--offload-arch=gfx90a,sm_80", "--offload=spirv64", "-O2", "-MD", "-c", "a.hip", "-o", "a.o"},
		"absolute": {"-DLIGHT", "-nogpuinc", "--offload-arch=gfx90a", "-O2", "-g", "-MD", "-c", "ABS/a.hip", "-o", "ABS/a.o"},
		"bitcode":  {"-DLIGHT", "-nogpuinc", "--offload=spirv64", "-fgpu-rdc", "-MD", "-MMD", "-c", "ABS/./a.hip", "-o", "a.o"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newSandbox(t, remoteSource)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "ABS", w.dir)
			}
			args = append(args, "-cuid=1")
			want, deps, warned := w.object(nil, append(args, "--no-cache")...)
			before := s.Executed()
			far := append(args, "--no-cache", "--explain", "--remote-executor="+s.URL, "--remote-local=0")
			got, gotDeps, said := w.object(nil, far...)
			if s.Executed() == before || !strings.Contains(said, "ran at worker") || strings.Contains(said, "runs here") {
				t.Errorf("%d commands ran at workers\n%s", s.Executed()-before, said)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the object is another one")
			}
			if !bytes.Equal(gotDeps, deps) {
				t.Errorf("dependencies:\n%s\nwant\n%s", gotDeps, deps)
			}
			if text := withoutExplanations(said); text != warned {
				t.Errorf("it says\n%s\nwant\n%s", text, warned)
			}
			// The action cache has it now.
			before = s.Executed()
			got, _, said = w.object(nil, far...)
			if s.Executed() != before || !strings.Contains(said, "taken from the action cache of "+"grpc://") || !bytes.Equal(got, want) {
				t.Errorf("%d commands ran at workers again; the same object: %v\n%s", s.Executed()-before, bytes.Equal(got, want), said)
			}
			w.clean(name)
		})
	}
}

// TestRemoteMutualTLS: if the server asks for a certificate, workers run a build with the right
// one; with another one, or if the server's own is wrong, it runs locally, and a warning says why.
func TestRemoteMutualTLS(t *testing.T) {
	a := reapitest.NewAuthority(t)
	s := startServer(t, reapitest.Options{Workers: 2, Instance: "main", TLS: &tls.Config{
		Certificates: []tls.Certificate{a.Issue(t, "server")}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: a.Pool()}})
	ca, cert, key := a.Files(t)
	otherCA, otherCert, otherKey := reapitest.NewAuthority(t).Files(t)
	w := newSandbox(t, map[string]string{"a.hip": hello, "n.h": "#define N 7\n"})
	compile := []string{"--offload-arch=gfx90a,gfx1100", "-nogpuinc", "-O2", "-MD", "-cuid=1", "-c", "a.hip", "-o", "a.o"}
	want, deps, _ := w.object(nil, append(compile, "--no-cache")...)
	far := append(compile, "--explain", "--remote-executor="+s.URL)
	server := strings.TrimSuffix(s.URL, "/main")
	for _, c := range []struct {
		name          string
		ca, cert, key string
		says          string // "": workers do it
	}{
		{"right", ca, cert, key, ""},
		{"no certificate", ca, "", "", "the server may want a client's certificate"},
		{"another's certificate", ca, otherCert, otherKey, "the server may not take this client's certificate"},
		{"another authority", otherCA, cert, key, "certificate signed by unknown authority"},
		{"the system's authorities", "", cert, key, "certificate signed by unknown authority"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := s.Executed()
			env := []string{"GOHIPCC_CACHE_DIR=" + t.TempDir(), cache.CAEnv + "=" + c.ca, cache.CertEnv + "=" + c.cert, cache.KeyEnv + "=" + c.key}
			args := far
			if c.says == "" {
				args = append(args, "--remote-local=0") // else this machine may be faster
			}
			got, gotDeps, said := w.object(env, args...)
			if !bytes.Equal(got, want) || !bytes.Equal(gotDeps, deps) {
				t.Errorf("other bytes\n%s", said)
			}
			switch ran := s.Executed() - before; {
			case c.says == "" && (ran == 0 || strings.Contains(said, "warning") || strings.Contains(said, "runs here")):
				t.Errorf("%d commands ran at workers\n%s", ran, said)
			case c.says != "" && (ran != 0 || !strings.Contains(said, "warning") || !strings.Contains(said, c.says) || !strings.Contains(said, server)):
				t.Errorf("%d commands ran at workers; no warning %q that names %s\n%s", ran, c.says, server, said)
			}
		})
	}
	// A file that cannot be read is an error before anything runs.
	said, st := w.run([]string{cache.CAEnv + "=" + ca, cache.CertEnv + "=" + cert, cache.KeyEnv + "=" + otherKey}, far...)
	if st.Success() || !strings.Contains(said, "error: "+cache.CertEnv+" and "+cache.KeyEnv+": tls: private key does not match") {
		t.Errorf("a key of another certificate: %v\n%s", st, said)
	}
}

// hello is a source that compiles quickly.
const hello = "#include \"n.h\"\n__attribute__((device)) int v = N;\n"

// TestRemoteFaults: whatever workers and servers do, the object is correct, and the message names
// the server, the action and the consequence.
func TestRemoteFaults(t *testing.T) {
	lost := func(int64, *re.ActionResult) (*re.ExecuteResponse, bool) { return nil, true }
	changed := func(change func(*re.ActionResult)) func(int64, *re.ActionResult) (*re.ExecuteResponse, bool) {
		return func(_ int64, r *re.ActionResult) (*re.ExecuteResponse, bool) {
			r = proto.Clone(r).(*re.ActionResult)
			change(r)
			return &re.ExecuteResponse{Result: r}, true
		}
	}
	refuse := func(method string, code codes.Code) func(string) error {
		return func(m string) error {
			if strings.HasSuffix(m, method) {
				return status.Error(code, "not today")
			}
			return nil
		}
	}
	firstLost := func(n int64, _ *re.ActionResult) (*re.ExecuteResponse, bool) { return nil, n == 1 }
	wrong := &re.Digest{Hash: strings.Repeat("5a", 32), SizeBytes: 5}
	w := newSandbox(t, map[string]string{"a.hip": hello, "n.h": "#define N 7\n"})
	compile := []string{"--offload-arch=gfx90a", "-nogpuinc", "-O2", "-MD", "-cuid=1", "--no-cache", "-c", "a.hip", "-o", "a.o"}
	want, deps, _ := w.object(nil, compile...)
	for _, c := range []struct {
		name   string
		opt    reapitest.Options
		more   []string
		says   []string // the server's URL is URL
		silent bool     // no warning
	}{
		{name: "lost worker", opt: reapitest.Options{Faults: reapitest.Faults{Execute: lost}}, says: []string{"remote execution: ", "action ", "URL", "the worker is lost", "it runs here"}},
		{name: "worker lost once", opt: reapitest.Options{Faults: reapitest.Faults{Execute: firstLost}}, says: []string{"is given to a worker again", "ran at worker0"}, silent: true},
		{name: "wrong digest", opt: reapitest.Options{Faults: reapitest.Faults{Execute: changed(func(r *re.ActionResult) { r.OutputFiles[0].Digest = wrong })}}, says: []string{"URL", "it runs here"}},
		{name: "missing output", opt: reapitest.Options{Faults: reapitest.Faults{Execute: changed(func(r *re.ActionResult) { r.OutputFiles = nil })}}, says: []string{"the result has no ", "it runs here"}},
		{name: "exit status", opt: reapitest.Options{Faults: reapitest.Faults{Execute: changed(func(r *re.ActionResult) { r.ExitCode = 1 })}}, says: []string{"failed at worker0"}, silent: true},
		{name: "other bytes", opt: reapitest.Options{Faults: reapitest.Faults{Blob: func(b []byte) []byte { b[len(b)/2] ^= 1; return b }}}, says: []string{"are not blob", "it runs here"}},
		{name: "half streams", opt: reapitest.Options{MaxBatch: 1000, Faults: reapitest.Faults{HalfStream: true}}, says: []string{"are not blob", "it runs here"}},
		{name: "a lie", opt: reapitest.Options{Faults: reapitest.Faults{Execute: changed(func(r *re.ActionResult) {
			for _, f := range r.OutputFiles {
				if !strings.HasSuffix(f.Path, ".d") {
					f.Digest = &re.Digest{Hash: emptyHash}
				}
			}
		})}}, more: []string{"--remote-verify"}, says: []string{"made other bytes of", "worker0"}},
		{name: "slow", opt: reapitest.Options{Faults: reapitest.Faults{Slow: time.Minute}}, more: []string{"--remote-local=2"}, says: []string{"was faster here than at URL"}, silent: true},
		{name: "refuses to run", opt: reapitest.Options{NoExec: true}, says: []string{"remote execution: URL", "everything runs here", "30 seconds"}},
		{name: "token", opt: reapitest.Options{Token: "secret"}, says: []string{"remote execution: URL", "unauthenticated", "everything runs here"}},
		{name: "full", opt: reapitest.Options{Faults: reapitest.Faults{Call: refuse("BatchUpdateBlobs", codes.ResourceExhausted)}}, says: []string{"not today (resource exhausted)", "it runs here"}},
		{name: "instance", opt: reapitest.Options{Instance: "other"}, more: []string{"--remote-executor=HOST/main"}, says: []string{"no instance"}},
		{name: "nobody", more: []string{"--remote-executor=grpc://127.0.0.1:1"}, says: []string{"everything runs here"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := startServer(t, c.opt)
			host := strings.TrimSuffix(s.URL, "/other")
			if c.name == "slow" {
				// At first this machine is busy, as it would be in a large build.
				holdSlots(t, w.path("cache"), 2*time.Second)
			}
			args := append([]string{"--explain", "--remote-executor=" + s.URL, "--remote-local=0"}, compile...)
			for _, m := range c.more {
				args = append(args, strings.ReplaceAll(m, "HOST", host))
			}
			got, gotDeps, said := w.object(nil, args...)
			if !bytes.Equal(got, want) || !bytes.Equal(gotDeps, deps) {
				t.Errorf("the object is the same: %v, the dependencies are: %v", bytes.Equal(got, want), bytes.Equal(gotDeps, deps))
			}
			for _, text := range c.says {
				if text = strings.ReplaceAll(text, "URL", host); !strings.Contains(said, text) {
					t.Errorf("it does not say %q", text)
				}
			}
			if warned := strings.Contains(said, "warning: "); warned == c.silent {
				t.Errorf("a warning: %v", warned)
			}
			if t.Failed() {
				t.Log(said)
			}
			w.clean(c.name)
		})
	}
}

const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// holdSlots occupies the job slots of a machine for a while, as other builds do.
func holdSlots(t *testing.T, cache string, long time.Duration) {
	t.Helper()
	dir := filepath.Join(cache, "remote", "slots")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range runtime.NumCPU() {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("here-%d", i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(long, func() { f.Close() })
	}
}

// TestRemoteInterrupted: a signal ends a build whose commands run remotely at once, and nothing is
// left behind.
func TestRemoteInterrupted(t *testing.T) {
	s := startServer(t, reapitest.Options{Faults: reapitest.Faults{Slow: time.Hour}})
	w := newSandbox(t, map[string]string{"a.hip": hello, "n.h": "#define N 7\n"})
	cmd := exec.Command(w.gohipcc, "--offload-arch=gfx90a", "-nogpuinc", "--no-cache", "--remote-local=0", "--remote-executor="+s.URL, "-c", "a.hip", "-o", "a.o")
	cmd.Dir, cmd.Env = w.dir, w.env
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for range 6000 {
		if s.Calls("Execute") > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	begin := time.Now()
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); !ws.Signaled() || ws.Signal() != syscall.SIGINT || time.Since(begin) > 2*time.Minute {
		t.Errorf("%v after %v", cmd.ProcessState, time.Since(begin))
	}
	if _, err := os.Stat(w.path("a.o")); err == nil {
		t.Error("there is an object")
	}
	w.clean("interrupted")
}

// TestRemoteHeaders: a front end runs again if what it reads has changed, and only then.
func TestRemoteHeaders(t *testing.T) {
	s := startServer(t, reapitest.Options{})
	w := newSandbox(t, map[string]string{"a.hip": hello, "n.h": "#define N 7\nstatic int body() { return 1; }\n"})
	compile := []string{"--offload-arch=gfx90a", "-nogpuinc", "-I", "first", "-I", ".", "-O2", "-cuid=1", "--no-cache", "--explain", "-c", "a.hip", "-o", "a.o"}
	far := append([]string{"--remote-executor=" + s.URL, "--remote-local=0"}, compile...)
	step := func(what string, runs int64) {
		t.Helper()
		before := s.Executed()
		got, _, said := w.object(nil, far...)
		if n := s.Executed() - before; n != runs {
			t.Errorf("%s: %d commands ran at workers, want %d\n%s", what, n, runs, said)
		}
		if want, _, _ := w.object(nil, compile...); !bytes.Equal(got, want) {
			t.Errorf("%s: the object is another one", what)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	step("new", 4) // the device's compile is two commands: its bitcode is looked at (executor.generateCode)
	step("again", 0)
	write("n.h", "#define N 7\nstatic int body() { return 2; }\n")
	step("another body that nobody calls", 2) // the device's bitcode is the same, so what is made of it is
	write("n.h", "#include \"more.h\"\n#define N M\n")
	write("more.h", "#define M 9\n")
	step("one header more", 4)
	write("first/n.h", "#define N 11\n")
	os.Rename(w.path("n.h"), w.path("other.h"))
	step("a header that comes before", 4)
}

// TestRemoteResults: the results cache is in the server's storage, and a second machine fetches an
// object without its parts.
func TestRemoteResults(t *testing.T) {
	s := startServer(t, reapitest.Options{})
	w := newSandbox(t, map[string]string{"a.hip": hello, "n.h": "#define N 7\n"})
	compile := []string{"--remote-executor=" + s.URL, "--remote-local=0", "--offload-arch=gfx90a", "-nogpuinc", "-O2", "--explain", "-c", "a.hip", "-o", "a.o"}
	want, _, _ := w.object([]string{"GOHIPCC_CACHE_DIR=" + w.path("one")}, compile...)
	executed, asked := s.Executed(), s.Calls("FindMissingBlobs")
	got, _, said := w.object([]string{"GOHIPCC_CACHE_DIR=" + w.path("two")}, compile...)
	if !bytes.Equal(got, want) || executed == 0 || s.Executed() != executed || s.Calls("FindMissingBlobs") != asked || !strings.Contains(said, "its object is taken from the cache") {
		t.Errorf("the same object: %v; %d commands, then %d\n%s", bytes.Equal(got, want), executed, s.Executed()-executed, said)
	}
	trace, st := w.run([]string{"GOHIPCC_CACHE_DIR=" + w.path("three")}, "--no-cache", "--time-trace=trace.json", "-v", "--remote-executor="+s.URL, "--remote-local=0",
		"--offload-arch=gfx90a", "-nogpuinc", "-O1", "-c", "a.hip", "-o", "a.o")
	data, err := os.ReadFile(w.path("trace.json"))
	if err != nil || !st.Success() || !strings.Contains(string(data), `"worker":"worker0"`) || !strings.Contains(trace, " ms at worker0") {
		t.Errorf("%v: the trace has no worker: %.300s\n%s", err, data, trace)
	}
}
