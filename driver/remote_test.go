// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"gohipcc/driver/cache/cachetest"
)

// TestSharedCache: two machines, represented by two caches, share a store through nginx; the second
// compiles nothing. A server that is slow, down or lying costs a bounded amount of time, and the
// object is correct.
func TestSharedCache(t *testing.T) {
	// Without HIP's headers a compile takes little time.
	w := newSandbox(t, map[string]string{
		"a.hip": "#include \"n.h\"\n__attribute__((device)) int v = N;\n",
		"n.h":   "#define N 7\n",
	})
	store := cachetest.Nginx(t)
	// Code generation from bitcode is not a front end, and a precompiled header is made once.
	const countFrontEnds = `case " $* " in *" -x ir "*|*" -emit-pch "*) ;; *) echo cc1 >> $PWD/log ;; esac`
	llvm := w.double(countFrontEnds)
	// compiled builds on a machine and returns how many front ends ran.
	compiled := func(machine, url string, more ...string) (n int, said string) {
		t.Helper()
		os.Remove(w.path("log"))
		os.Remove(w.path("a.o"))
		args := append(more, "--explain", "--llvm-path="+llvm, "--remote-cache="+url, "--offload-arch=gfx90a", "-nogpuinc", "-O2", "-MD", "-c", "a.hip", "-o", "a.o")
		said, st := w.run([]string{"GOHIPCC_CACHE_DIR=" + w.path(machine)}, args...)
		if !st.Success() {
			t.Fatalf("%v\n%s", st, said)
		}
		log, _ := os.ReadFile(w.path("log"))
		return strings.Count(string(log), "cc1"), said
	}
	object := func() []byte {
		t.Helper()
		data, err := os.ReadFile(w.path("a.o"))
		if err != nil {
			t.Fatal(err)
		}
		deps, err := os.ReadFile(w.path("a.d"))
		if err != nil || !strings.Contains(string(deps), "n.h") {
			t.Errorf("dependencies: %v %s", err, deps)
		}
		return data
	}
	if n, said := compiled("one", store); n != 2 {
		t.Fatalf("%d front ends ran, want 2\n%s", n, said)
	}
	want := object()
	if n, said := compiled("two", store); n != 0 || !strings.Contains(said, "taken from the cache") || !bytes.Equal(object(), want) {
		t.Errorf("on the second machine %d front ends ran, want none, and the object is the same: %v\n%s", n, bytes.Equal(object(), want), said)
	}
	// A new header that is found before another one is a change.
	if err := os.Mkdir(w.path("first"), 0o755); err != nil {
		t.Fatal(err)
	}
	if n, _ := compiled("two", store, "-I", "first", "-I", "second"); n != 2 {
		t.Errorf("%d front ends ran with other options, want 2", n)
	}
	if n, _ := compiled("two", store, "-I", "first", "-I", "second"); n != 0 {
		t.Errorf("%d front ends ran, want none", n)
	}
	// Another clang has other results.
	llvm = w.double(countFrontEnds + " # changed")
	if n, _ := compiled("two", store); n != 2 {
		t.Errorf("%d front ends of a changed clang ran, want 2", n)
	}
	llvm = w.double(countFrontEnds)

	proxy := func(change func(w http.ResponseWriter, path string, status int, body []byte)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				return
			}
			resp, err := http.Get(store + r.URL.Path)
			if err != nil {
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			if err != nil {
				t.Error(err)
				return
			}
			change(w, r.URL.Path, resp.StatusCode, body)
		}
	}
	bad := map[string]http.HandlerFunc{
		"500": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) },
		"read-only": func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPut {
				w.WriteHeader(http.StatusMethodNotAllowed)
				return
			}
			w.WriteHeader(http.StatusNotFound)
		},
		"redirects": func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, http.StatusFound) },
		"slow": func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(time.Minute):
			}
		},
		"a byte at a time": func(w http.ResponseWriter, r *http.Request) {
			for range 60 {
				if _, err := w.Write([]byte("x")); err != nil || r.Context().Err() != nil {
					return
				}
				w.(http.Flusher).Flush()
				time.Sleep(time.Second)
			}
		},
		"changed bytes": proxy(func(w http.ResponseWriter, path string, status int, body []byte) {
			if len(body) > 0 && strings.HasPrefix(path, "/cas/") {
				body[len(body)/2] ^= 1
			}
			w.WriteHeader(status)
			w.Write(body)
		}),
		"changed results": proxy(func(w http.ResponseWriter, path string, status int, body []byte) {
			if len(body) > 40 && strings.HasPrefix(path, "/ac/") {
				body[len(body)/2] ^= 1
			}
			w.WriteHeader(status)
			w.Write(body)
		}),
		"cut off": proxy(func(w http.ResponseWriter, path string, status int, body []byte) {
			w.WriteHeader(status)
			w.Write(body[:len(body)/2])
		}),
		"broken off": proxy(func(w http.ResponseWriter, path string, status int, body []byte) {
			w.Header().Set("Content-Length", "1000000")
			w.WriteHeader(status)
			w.Write(body)
		}),
		"without end": proxy(func(w http.ResponseWriter, path string, status int, body []byte) {
			w.WriteHeader(http.StatusOK)
			w.Write(body)
			for range 20000 {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		}),
	}
	check := func(t *testing.T, url string) {
		begin := time.Now()
		n, said := compiled(strings.ReplaceAll(t.Name(), "/", "-"), url)
		if n != 2 || !bytes.Equal(object(), want) {
			t.Errorf("%d front ends ran, want 2; the object is right: %v\n%s", n, bytes.Equal(object(), want), said)
		}
		// Far more than the budget of ten seconds, less than two requests without an answer take.
		if took := time.Since(begin); took > 100*time.Second {
			t.Errorf("it took %v", took)
		}
	}
	for name, handler := range bad {
		t.Run(name, func(t *testing.T) {
			srv := httptest.NewServer(handler)
			defer srv.Close()
			defer srv.CloseClientConnections()
			check(t, srv.URL)
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		url := "http://" + l.Addr().String()
		l.Close()
		check(t, url)
	})
	t.Run("black hole", func(t *testing.T) {
		l, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and sends nothing
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		check(t, "http://"+l.Addr().String())
	})
}
