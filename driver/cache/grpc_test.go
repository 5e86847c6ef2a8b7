// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gohipcc/driver/reapi/reapitest"
)

// TestGRPC shares a store between two machines, represented by two directories, through a server of
// the remote execution API.
func TestGRPC(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(secret, []byte("hmac-sha256 "+strings.Repeat("5a", 32)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := reapitest.Start(t, reapitest.Options{Instance: "main", Token: "secret"})
	opt := Options{Remote: s.URL, Security: Security{SigningKey: secret, Token: "@" + token}}
	one, two := open(t, opt), open(t, opt)
	for _, data := range []string{"built once", strings.Repeat("a large image ", 1<<19), ""} {
		k := key("shared", data)
		one.Put(k, []Output{output(t, data, 0o755)}, []byte("note\n"))
		one.uploads.Wait()
		want(t, two, k, data)
	}
	if st := one.Stats(); st.Errors != 0 {
		t.Fatalf("upload: %+v, %v", st, one.RemoteError())
	}
	if st := two.Stats(); st.RemoteHits != 3 || st.Errors != 0 {
		t.Fatalf("stats: %+v, %v", st, two.RemoteError())
	}
	miss(t, two, key("other"))
	if st := two.Stats(); st.RemoteErrors != 0 {
		t.Fatalf("a plain miss counted as an error: %v", two.RemoteError())
	}
	unsigned := open(t, Options{Remote: s.URL, Security: Security{Token: "secret"}})
	unsigned.Put(key("unsigned"), []Output{output(t, "x", 0o644)}, nil)
	unsigned.Close()
	miss(t, two, key("unsigned"))
	one.Close()
	two.Close()
}

// TestBadGRPCServers: whatever a server does, a build sees a miss.
func TestBadGRPCServers(t *testing.T) {
	for name, c := range map[string]struct {
		opt  reapitest.Options
		down bool // later requests are not even made
	}{
		"unavailable":   {reapitest.Options{Faults: reapitest.Faults{Call: func(string) error { return status.Error(codes.Unavailable, "gone") }}}, true},
		"internal":      {reapitest.Options{Faults: reapitest.Faults{Call: func(string) error { return status.Error(codes.Internal, "broken") }}}, false},
		"other bytes":   {reapitest.Options{Faults: reapitest.Faults{Blob: func(b []byte) []byte { return []byte("wrong") }}}, false},
		"half streams":  {reapitest.Options{Faults: reapitest.Faults{HalfStream: true}}, false},
		"token":         {reapitest.Options{Token: "another"}, true},
		"read-only":     {reapitest.Options{NoUpdate: true}, false},
		"other nothing": {reapitest.Options{Instance: "main"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := reapitest.Start(t, c.opt)
			url := "grpc://" + strings.Split(strings.TrimPrefix(s.URL, "grpc://"), "/")[0]
			one, two := open(t, Options{Remote: url}), open(t, Options{Remote: url})
			one.Put(key("k"), []Output{output(t, strings.Repeat("right", 1<<20), 0o644)}, nil)
			one.Close()
			miss(t, two, key("k"))
			miss(t, two, key("k"))
			if st := two.Stats(); (st.RemoteSuppressed > 0) != c.down || name != "read-only" && st.RemoteErrors == 0 {
				t.Errorf("%+v, %v", st, two.RemoteError())
			}
		})
	}
	if _, err := Open(t.TempDir(), Options{Remote: "grpc://127.0.0.1:1", Security: Security{Token: "@/nowhere/at/all"}}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a token that is not there: %v", err)
	}
}
