// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"gohipcc/driver/reapi/reapitest"
)

// elsewhere is a source whose objects have names of files in them, and a warning.
var elsewhere = map[string]string{
	"a.hip": `#include <hip/hip_runtime.h>
#include <vector>
#include <cstdio>
#include "n.h"
__global__ void k(float *p) { p[threadIdx.x] += N; if (p[0] > 7) printf("%s\n", __FILE__); }
int main() { std::vector<float> v(N); printf("%s %s %zu\n", __FILE__, where(), v.size()); k<<<1, N>>>(v.data()); return 0; }
`,
	"n.h": "#include <assert.h>\n#define N 4\n#warning a warning\ninline const char *where() { assert(N); return __FILE__; }\n",
}

// build compiles a.hip and returns the object, the dependency file and what was said.
func (w *workplace) object(env []string, args ...string) (object, deps []byte, said string) {
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

// withoutExplanations is what was said without the lines of --explain.
func withoutExplanations(said string) string {
	var out []string
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, "gohipcc: ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// TestRemoteExecution: front ends, device links and images that workers make have the bytes that
// they have here, with dependency files and messages.
func TestRemoteExecution(t *testing.T) {
	s := reapitest.Start(t, reapitest.Options{Workers: 2, Instance: "main"})
	for name, args := range map[string][]string{
		"relative": {"--offload-arch=gfx90a,sm_80", "--offload=spirv64", "-O2", "-MD", "-c", "a.hip", "-o", "a.o"},
		"absolute": {"--offload-arch=gfx90a", "-O2", "-g", "-MD", "-c", "ABS/a.hip", "-o", "ABS/a.o"},
		"bitcode":  {"--offload=spirv64", "-fgpu-rdc", "-MD", "-MMD", "-c", "ABS/./a.hip", "-o", "a.o"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkplace(t, elsewhere)
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
