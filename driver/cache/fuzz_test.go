// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzRemoteAnswer makes a server send the fuzzer's result and object: the store accepts nothing
// but the object that the result names, and with a signing key only a signed result.
func FuzzRemoteAnswer(f *testing.F) {
	k, body := key("k"), []byte("object")
	res := &result{files: []file{{name: "image", digest: Key(sha256.Sum256(body)), size: int64(len(body))}}}
	secret := hmacSigner(bytes.Repeat([]byte{1}, minSecret))
	f.Add(res.marshal(k), body, false)
	f.Add(appendSignature(res.marshal(k), secret.sign(res.marshal(k))), body, true)
	f.Add(res.marshal(k)[:20], []byte{}, true)
	f.Add(appendSignature(res.marshal(k), "hmac-sha256:00"), body, true)
	keyFile := filepath.Join(f.TempDir(), "key")
	if err := os.WriteFile(keyFile, []byte(kindHMAC+" "+hex.EncodeToString(secret)), 0o600); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, ac, cas []byte, signed bool) {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/ac/") {
				w.Write(ac)
			} else {
				w.Write(cas)
			}
		}))
		defer srv.Close()
		opt := Options{Remote: srv.URL}
		if signed {
			opt.Security.SigningKey = keyFile
		}
		dir := t.TempDir()
		s, err := Open(filepath.Join(dir, "cache"), opt)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		dst := filepath.Join(dir, "out")
		if _, hit := s.Get(k, []Output{{Name: "image", Path: dst}}); hit {
			got, err := os.ReadFile(dst)
			if err != nil || !bytes.Equal(got, cas) || signed && !bytes.Equal(got, body) {
				t.Errorf("signed %v: took %q, %v", signed, got, err)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".out*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}
