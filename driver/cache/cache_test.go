// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"gohipcc/driver/cache/cachetest"
)

func open(t *testing.T, opt Options) *Store {
	t.Helper()
	s, err := Open(t.TempDir(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func key(parts ...string) Key {
	var h Hasher
	for _, p := range parts {
		h.Add("part", p)
	}
	return h.Key()
}

func output(t *testing.T, data string, mode os.FileMode) Output {
	t.Helper()
	p := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(p, []byte(data), mode); err != nil {
		t.Fatal(err)
	}
	return Output{Name: "image", Path: p}
}

// want checks that the store returns data for k.
func want(t *testing.T, s *Store, k Key, data string) {
	t.Helper()
	dst := filepath.Join(t.TempDir(), "got")
	if _, hit := s.Get(k, []Output{{Name: "image", Path: dst}}); !hit {
		t.Fatalf("no hit; last error: %v", s.LastError())
	}
	got, err := os.ReadFile(dst)
	if err != nil || string(got) != data {
		t.Fatalf("got %q, %v; want %q", got, err, data)
	}
}

// miss checks that the store has nothing for k and leaves nothing behind.
func miss(t *testing.T, s *Store, k Key) {
	t.Helper()
	dir := t.TempDir()
	if _, hit := s.Get(k, []Output{{Name: "image", Path: filepath.Join(dir, "got")}}); hit {
		t.Fatal("a hit, want a miss")
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Fatalf("a miss left %v behind", left)
	}
}

func TestRoundTrip(t *testing.T) {
	s := open(t, Options{})
	k := key("a")
	miss(t, s, k)
	out := output(t, "device image", 0o755)
	s.Put(k, []Output{out}, []byte("warning: w\n"))
	dst := filepath.Join(t.TempDir(), "again")
	stderr, hit := s.Get(k, []Output{{Name: "image", Path: dst}})
	if !hit || string(stderr) != "warning: w\n" {
		t.Fatalf("hit %v, stderr %q", hit, stderr)
	}
	if st, err := os.Stat(dst); err != nil || st.Mode()&0o100 == 0 {
		t.Fatalf("mode %v, %v: want it executable", st.Mode(), err)
	}
	miss(t, s, key("b"))
	// A result without one of the requested outputs is a miss.
	if _, hit := s.Get(k, []Output{{Name: "image", Path: dst}, {Name: "depfile", Path: dst + ".d"}}); hit {
		t.Fatal("hit for an output that was never stored")
	}
}

func TestKeyParts(t *testing.T) {
	if key("ab", "c") == key("a", "bc") || key("a") == key("a", "") {
		t.Fatal("different parts give the same key")
	}
}

func TestDamagedObjectIsNotUsed(t *testing.T) {
	s := open(t, Options{})
	k := key("a")
	s.Put(k, []Output{output(t, "precious", 0o644)}, nil)
	objs, _ := filepath.Glob(filepath.Join(s.Dir(), "cas", "*", "*"))
	if len(objs) != 1 {
		t.Fatalf("objects: %v", objs)
	}
	for _, bad := range []string{"precioux", "prec", "precious and more"} {
		os.WriteFile(objs[0], []byte(bad), 0o644)
		miss(t, s, k)
		if _, err := os.Stat(objs[0]); err == nil {
			t.Fatalf("the damaged object (%q) is still there", bad)
		}
	}
	acs, _ := filepath.Glob(filepath.Join(s.Dir(), "ac", "*", "*"))
	os.WriteFile(acs[0], []byte("\xff\xff\xff"), 0o644)
	miss(t, s, k)
	s.Put(k, []Output{output(t, "precious", 0o644)}, nil)
	want(t, s, k, "precious")
}

func TestVerifyFindsDamage(t *testing.T) {
	s := open(t, Options{})
	for i := range 5 {
		s.Put(key(fmt.Sprint(i)), []Output{output(t, fmt.Sprintf("image %d", i), 0o644)}, nil)
	}
	objs, _ := filepath.Glob(filepath.Join(s.Dir(), "cas", "*", "*"))
	os.WriteFile(objs[2], []byte("x"), 0o644)
	n, bad, err := s.Verify()
	if err != nil || n != 10 || len(bad) != 1 || !strings.HasSuffix(objs[2], strings.TrimPrefix(bad[0], "cas/")) {
		t.Fatalf("checked %d, damaged %v, %v", n, bad, err)
	}
}

func TestTrimKeepsTheRecentlyUsed(t *testing.T) {
	s := open(t, Options{})
	big := strings.Repeat("x", 1000)
	for i := range 4 {
		s.Put(key(fmt.Sprint(i)), []Output{output(t, fmt.Sprint(i, big), 0o644)}, nil)
	}
	old := time.Now().Add(-time.Hour)
	all, _ := s.Walk()
	for _, e := range all {
		os.Chtimes(s.path(e.Kind, e.Name), old, old)
	}
	want(t, s, key("2"), fmt.Sprint(2, big)) // used now
	tmp := filepath.Join(s.Dir(), "tmp", "put-dead")
	os.WriteFile(tmp, nil, 0o644)
	os.Chtimes(tmp, old.Add(-time.Hour), old.Add(-time.Hour))
	if _, err := s.Trim(1500); err != nil {
		t.Fatal(err)
	}
	want(t, s, key("2"), fmt.Sprint(2, big))
	miss(t, s, key("0"))
	if _, err := os.Stat(tmp); err == nil {
		t.Error("the temporary file of a dead process is still there")
	}
	if _, err := s.Clear(); err != nil {
		t.Fatal(err)
	}
	if all, _ := s.Walk(); len(all) != 0 {
		t.Errorf("after Clear: %v", all)
	}
}

// TestManyAtOnce lets several stores on one directory put, get and trim the same few actions: every
// hit must be complete and correct.
func TestManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	body := func(i int) string { return strings.Repeat(fmt.Sprint("image ", i, " "), 500) }
	var wg sync.WaitGroup
	outDir := t.TempDir()
	for w := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, err := Open(dir, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			for n := range 40 {
				i := (n + w) % 5
				dst := filepath.Join(outDir, fmt.Sprintf("%d-%d", w, n))
				if _, hit := s.Get(key(fmt.Sprint(i)), []Output{{Name: "image", Path: dst}}); hit {
					if got, _ := os.ReadFile(dst); string(got) != body(i) {
						t.Errorf("worker %d: damaged hit for %d", w, i)
					}
					continue
				}
				os.WriteFile(dst, []byte(body(i)), 0o644)
				s.Put(key(fmt.Sprint(i)), []Output{{Name: "image", Path: dst}}, nil)
				if n%13 == 0 {
					s.Trim(5000)
				}
			}
		}()
	}
	wg.Wait()
}

func TestStoreThatCannotBeWritten(t *testing.T) {
	s := open(t, Options{})
	// A file instead of a directory: it fails like a full or broken disk, also for root.
	os.RemoveAll(filepath.Join(s.Dir(), "tmp"))
	os.WriteFile(filepath.Join(s.Dir(), "tmp"), nil, 0o644)
	s.Put(key("a"), []Output{output(t, "x", 0o644)}, nil)
	miss(t, s, key("a"))
	if s.Stats().Errors == 0 || s.LastError() == nil {
		t.Error("the lost write was not counted")
	}
	if _, err := Open(filepath.Join(s.Dir(), "tmp", "below"), Options{}); err == nil {
		t.Error("Open below a file succeeded")
	}
}

func TestBadRemoteURL(t *testing.T) {
	for _, u := range []string{"nonsense", "ftp://host/x", "http://", "://"} {
		if _, err := Open(t.TempDir(), Options{Remote: u}); err == nil {
			t.Errorf("Open took the remote %q", u)
		}
	}
}

// TestNginx shares a store between two machines, represented by two directories, through a real
// server.
func TestNginx(t *testing.T) {
	url := cachetest.Nginx(t)
	one, two := open(t, Options{Remote: url}), open(t, Options{Remote: url})
	k := key("shared")
	one.Put(k, []Output{output(t, "built once", 0o755)}, []byte("note\n"))
	one.Close()
	if st := one.Stats(); st.Errors != 0 {
		t.Fatalf("upload: %+v, %v", st, one.RemoteError())
	}
	want(t, two, k, "built once")
	if st := two.Stats(); st.RemoteHits != 1 {
		t.Fatalf("stats: %+v", st)
	}
	want(t, two, k, "built once")
	if st := two.Stats(); st.RemoteHits != 1 || st.Hits != 2 {
		t.Fatalf("the second hit went over the network again: %+v", st)
	}
	miss(t, two, key("other"))
	if st := two.Stats(); st.RemoteErrors != 0 {
		t.Fatalf("a plain miss counted as an error: %v", two.RemoteError())
	}
}

// TestSlowServer: replies that are each in time are too late together.
func TestSlowServer(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(200 * time.Millisecond)
		w.WriteHeader(404)
	}))
	defer srv.Close()
	s := open(t, Options{Remote: srv.URL, RemoteTimeout: 250 * time.Millisecond})
	for i := range 10 {
		miss(t, s, key(fmt.Sprint(i)))
	}
	if got := s.Stats().RemoteSuppressed; got < 5 {
		t.Errorf("%d of 10 requests were suppressed, want most", got)
	}
}

// TestBadServers: whatever a server does, a build sees a miss.
func TestBadServers(t *testing.T) {
	good := open(t, Options{})
	k := key("k")
	good.Put(k, []Output{output(t, "right", 0o644)}, nil)
	ac, _ := os.ReadFile(good.path("ac", k.String()))
	other := key("other")
	good.Put(other, []Output{output(t, "wrong", 0o644)}, nil)
	otherAC, _ := os.ReadFile(good.path("ac", other.String()))

	cases := []struct {
		name    string
		handler func(w http.ResponseWriter, r *http.Request)
		down    bool // later requests are not even made
	}{
		{"500", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(500) }, true},
		{"403", func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(403) }, false},
		{"garbage result", func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("<html>hello</html>")) }, false},
		{"empty result", func(w http.ResponseWriter, r *http.Request) {}, false},
		{"another action's result", func(w http.ResponseWriter, r *http.Request) { w.Write(otherAC) }, false},
		{"other bytes", func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/ac/") {
				w.Write(ac)
			} else {
				w.Write([]byte("wrong"))
			}
		}, false},
		{"endless object", func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/ac/") {
				w.Write(ac)
				return
			}
			for range 1000 {
				w.Write(make([]byte, 4096))
			}
		}, false},
		{"broken off", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			w.Write([]byte("short"))
			panic(http.ErrAbortHandler)
		}, true},
		{"slow", func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(10 * time.Second):
			}
		}, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(c.handler))
			defer srv.Close()
			s := open(t, Options{Remote: srv.URL, RemoteTimeout: 300 * time.Millisecond})
			miss(t, s, k)
			if s.Stats().RemoteErrors == 0 || s.RemoteError() == nil {
				t.Error("the failure was not counted")
			}
			miss(t, s, k)
			if got := s.Stats().RemoteSuppressed > 0; got != c.down {
				t.Errorf("requests suppressed: %v, want %v", got, c.down)
			}
			// The local store works regardless.
			s.Put(k, []Output{output(t, "right", 0o644)}, nil)
			s.Close()
			want(t, s, k, "right")
			// Another process on this machine does not wait for it either.
			s2, err := Open(s.Dir(), Options{Remote: srv.URL})
			if err != nil {
				t.Fatal(err)
			}
			miss(t, s2, other)
			if got := s2.Stats().RemoteSuppressed > 0; got != c.down {
				t.Errorf("suppressed in the next process: %v, want %v", got, c.down)
			}
		})
	}
	t.Run("nobody there", func(t *testing.T) {
		l, _ := net.Listen("tcp", "127.0.0.1:0")
		addr := l.Addr().String()
		l.Close()
		s := open(t, Options{Remote: "http://" + addr})
		miss(t, s, k)
		if s.Stats().RemoteErrors != 1 {
			t.Errorf("stats: %+v", s.Stats())
		}
	})
}

// TestHugeObject: an object is not held in memory: what a server says of its size would take as much and more.
func TestHugeObject(t *testing.T) {
	const size = 64 << 20
	k := key("k")
	res := &result{files: []file{{name: "image", digest: k, size: size}}}
	block := make([]byte, 1<<20)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/ac/") {
			w.Write(res.marshal(k))
			return
		}
		for range size >> 20 {
			w.Write(block)
		}
	}))
	defer srv.Close()
	s := open(t, Options{Remote: srv.URL})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, hit := s.Get(k, []Output{{Name: "image", Path: filepath.Join(t.TempDir(), "image")}})
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; hit || s.Stats().RemoteErrors != 1 || took > size/4 {
		t.Errorf("hit: %v, errors: %d, %d bytes of memory", hit, s.Stats().RemoteErrors, took)
	}
	if left, _ := os.ReadDir(filepath.Join(s.Dir(), "tmp")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestRemoteMessages: what a server says that a compiler printed does not reach the terminal as it is.
func TestRemoteMessages(t *testing.T) {
	k, object := key("k"), []byte("object")
	res := &result{files: []file{{name: "image", digest: Key(sha256.Sum256(object)), size: int64(len(object))}},
		stderr: []byte("\x1b[1mwarning\x1b[0m \x1b]0;title\a\n")}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/ac/") {
			w.Write(res.marshal(k))
			return
		}
		w.Write(object)
	}))
	defer srv.Close()
	s := open(t, Options{Remote: srv.URL})
	for range 2 { // from the server, then from here
		said, hit := s.Get(k, []Output{{Name: "image", Path: filepath.Join(t.TempDir(), "image")}})
		if want := "\x1b[1mwarning\x1b[0m \\x1b]0;title\\x07\n"; !hit || string(said) != want {
			t.Errorf("hit: %v, %q, want %q", hit, said, want)
		}
	}
}

func FuzzParseResult(f *testing.F) {
	k := key("k")
	r := &result{files: []file{{name: "image", digest: k, size: 12, executable: true}}, stderr: []byte("w")}
	f.Add(r.marshal(k))
	f.Add([]byte{})
	f.Add([]byte{0x12, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := parseResult(data, k)
		if err == nil {
			if _, err := parseResult(r.marshal(k), k); err != nil {
				t.Fatalf("what was parsed does not parse again: %v", err)
			}
		}
	})
}

// A store stays near its limit however small the builds are that fill it: each opens it, writes a
// little and closes it.
func TestBoundOverManyBuilds(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const bound = 4 << 20
	if err := s.SetBound(bound); err != nil {
		t.Fatal(err)
	}
	if err := s.SetBound(0); err == nil {
		t.Error("a bound of nothing is accepted")
	}
	file := filepath.Join(t.TempDir(), "out")
	for i := range 60 {
		if err := os.WriteFile(file, bytes.Repeat([]byte{byte(i)}, 200<<10), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Bound() != bound {
			t.Fatalf("the bound is %d, want %d", s.Bound(), bound)
		}
		var h Hasher
		h.Add("n", fmt.Sprint(i))
		s.Put(h.Key(), []Output{{Name: "out", Path: file}}, nil)
		s.Close()
	}
	entries, err := s.Walk()
	if err != nil {
		t.Fatal(err)
	}
	var total int64
	for _, e := range entries {
		total += e.Size
	}
	if total > bound+bound/8 || total < bound/2 {
		t.Errorf("the store holds %d bytes, want about %d", total, bound)
	}
}
