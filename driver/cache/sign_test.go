// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// memory is a server that stores what it is sent and that a test can tamper with.
type memory struct {
	mu    sync.Mutex
	files map[string][]byte
}

func (m *memory) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r.Method == http.MethodPut {
		m.files[r.URL.Path], _ = io.ReadAll(r.Body)
		return
	}
	data, ok := m.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Write(data)
}

func keyFile(t *testing.T, text string, mode os.FileMode) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
	return name
}

// machine opens a store of its own on a server and returns it with its warnings.
func machine(t *testing.T, url, key string) (*Store, *[]string) {
	t.Helper()
	var said []string
	s, err := Open(t.TempDir(), Options{Remote: url, Security: Security{SigningKey: key}, Warn: func(m string) { said = append(said, m) }})
	if err != nil {
		t.Fatal(err)
	}
	return s, &said
}

// put stores a result and waits until the server has it.
func put(t *testing.T, url, key, action, body string) {
	t.Helper()
	s, _ := machine(t, url, key)
	s.Put(keyOf(action), []Output{output(t, body, 0o644)}, []byte("warning"))
	s.Close()
}

func keyOf(name string) Key { return key(name) }

// TestSignedResults: with a key, only results that were signed with it are accepted; others are a
// miss, with one warning per process.
func TestSignedResults(t *testing.T) {
	seed := bytes.Repeat([]byte{7}, ed25519.SeedSize)
	public := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	secret := keyFile(t, kindHMAC+" "+strings.Repeat("ab", 32)+"\n", 0o600)
	other := keyFile(t, kindHMAC+" "+strings.Repeat("cd", 40), 0o600)
	writer := keyFile(t, kindPrivate+" "+hex.EncodeToString(seed), 0o600)
	reader := keyFile(t, kindPublic+" "+hex.EncodeToString(public), 0o644)
	for _, c := range []struct {
		name, writes, reads string
		hit                 bool
		why                 string
	}{
		{"unsigned, no key", "", "", true, ""},
		{"shared secret", secret, secret, true, ""},
		{"unsigned", "", secret, false, "is not signed"},
		{"another secret", other, secret, false, "wrong signature"},
		{"signed, no key", secret, "", true, ""},
		{"private and public", writer, reader, true, ""},
		{"private and private", writer, writer, true, ""},
		{"a reader does not write", reader, reader, false, ""},
		{"another kind of key", secret, reader, false, "wrong signature"},
		{"unsigned, public", "", reader, false, "is not signed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := httptest.NewServer(&memory{files: map[string][]byte{}})
			defer srv.Close()
			put(t, srv.URL, c.writes, "k", "object")
			put(t, srv.URL, c.writes, "l", "object")
			s, said := machine(t, srv.URL, c.reads)
			if !c.hit {
				miss(t, s, keyOf("k"))
				miss(t, s, keyOf("l"))
			} else {
				want(t, s, keyOf("k"), "object")
			}
			if text := strings.Join(*said, "\n"); len(*said) > 1 || (c.why == "") != (text == "") || !strings.Contains(text, c.why) {
				t.Errorf("warned %q, want %q once", *said, c.why)
			}
		})
	}
}

// TestTamperedResult: a server that changes a signed result, or replies with that of another
// action, is detected.
func TestTamperedResult(t *testing.T) {
	secret := keyFile(t, kindHMAC+" "+strings.Repeat("ab", 32), 0o600)
	store := &memory{files: map[string][]byte{}}
	srv := httptest.NewServer(store)
	defer srv.Close()
	put(t, srv.URL, secret, "right", "object")
	put(t, srv.URL, secret, "other", "another object")
	path := func(name string) string { return "/ac/" + keyOf(name).String() }
	right, other := store.files[path("right")], store.files[path("other")]
	for i := range right {
		bad := bytes.Clone(right)
		bad[i] ^= 1
		store.files[path("right")] = bad
		s, _ := machine(t, srv.URL, secret)
		dst := filepath.Join(t.TempDir(), "out")
		if _, hit := s.Get(keyOf("right"), []Output{{Name: "image", Path: dst}}); hit {
			if got, _ := os.ReadFile(dst); string(got) != "object" {
				t.Fatalf("byte %d changed: took %q", i, got)
			}
		}
	}
	store.files[path("right")] = other
	s, _ := machine(t, srv.URL, secret)
	miss(t, s, keyOf("right"))
	// The signature is unchanged, the digest is of something else.
	k := keyOf("right")
	res, err := parseResult(right, k)
	if err != nil {
		t.Fatal(err)
	}
	signature := res.signature
	res.files[0].digest = Key{1}
	store.files[path("right")] = appendSignature(res.marshal(k), signature)
	s, _ = machine(t, srv.URL, secret)
	miss(t, s, k)
}

// TestBadKeys: an invalid key, or one that others can read, is an error that names it.
func TestBadKeys(t *testing.T) {
	for text, why := range map[string]string{
		"":                               "0 words",
		kindHMAC + " 00":                 "key of 1 bytes",
		kindHMAC + " zz":                 "not hexadecimal",
		"rsa " + strings.Repeat("0", 64): "no kind of key",
		kindPublic + " 0011":             "key of 2 bytes",
	} {
		_, err := Open(t.TempDir(), Options{Remote: "https://h", Security: Security{SigningKey: keyFile(t, text, 0o600)}})
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v, want %q", text, err, why)
		}
	}
	for _, mode := range []os.FileMode{0o640, 0o602} {
		file := keyFile(t, kindHMAC+" "+strings.Repeat("ab", 32), mode)
		if _, err := Open(t.TempDir(), Options{Remote: "https://h", Security: Security{SigningKey: file}}); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("mode %o: %v", mode, err)
		}
	}
}

// TestPlainHTTP: there is a warning if anyone on the network can change results.
func TestPlainHTTP(t *testing.T) {
	secret := keyFile(t, kindHMAC+" "+strings.Repeat("ab", 32), 0o600)
	for _, c := range []struct {
		url, key string
		warns    bool
	}{
		{"http://cache.example:80", "", true}, {"http://10.0.0.1", "", true}, {"https://cache.example", "", false},
		{"http://localhost:1", "", false}, {"http://127.0.0.2:1", "", false}, {"http://[::1]:1", "", false},
		{"http://cache.example", secret, false},
	} {
		if _, said := machine(t, c.url, c.key); (len(*said) > 0) != c.warns {
			t.Errorf("%s: %q", c.url, *said)
		}
	}
	from, _ := url.Parse("https://a/x")
	to, _ := url.Parse("http://a/x")
	if checkRedirect(&http.Request{URL: to}, []*http.Request{{URL: from}}) == nil {
		t.Error("a redirection from https to http is followed")
	}
}

// certificate makes a certificate for 127.0.0.1, signed by itself or by parent, and writes it and
// its key in PEM.
func certificate(t *testing.T, name string, parent *tls.Certificate) (pair tls.Certificate, cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: nil, DNSNames: []string{"localhost"}, IsCA: parent == nil, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
	issuer, signer := tmpl, any(private)
	if parent != nil {
		if issuer, err = x509.ParseCertificate(parent.Certificate[0]); err != nil {
			t.Fatal(err)
		}
		signer = parent.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, issuer, &private.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	pk, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert = keyFile(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), 0o600)
	key = keyFile(t, string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: pk})), 0o600)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: private}, cert, key
}

// TestClientCertificates: client and server authenticate each other by certificates.
func TestClientCertificates(t *testing.T) {
	ca, caFile, _ := certificate(t, "ca", nil)
	server, _, _ := certificate(t, "server", &ca)
	_, cert, key := certificate(t, "client", &ca)
	_, strangerCert, strangerKey := certificate(t, "stranger", nil)
	pool := x509.NewCertPool()
	root, err := x509.ParseCertificate(ca.Certificate[0])
	if err != nil {
		t.Fatal(err)
	}
	pool.AddCert(root)
	srv := httptest.NewUnstartedServer(&memory{files: map[string][]byte{}})
	srv.TLS = &tls.Config{Certificates: []tls.Certificate{server}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool}
	srv.Config.ErrorLog = nil
	srv.StartTLS()
	defer srv.Close()
	at := strings.Replace(srv.URL, "127.0.0.1", "localhost", 1)
	open := func(sec Security) *Store {
		t.Helper()
		s, err := Open(t.TempDir(), Options{Remote: at, Security: sec})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open(Security{CA: caFile, Cert: cert, Key: key})
	s.Put(keyOf("k"), []Output{output(t, "object", 0o644)}, nil)
	s.Close()
	want(t, open(Security{CA: caFile, Cert: cert, Key: key}), keyOf("k"), "object")
	for name, sec := range map[string]Security{
		"no client certificate": {CA: caFile}, "a stranger's": {CA: caFile, Cert: strangerCert, Key: strangerKey}, "no CA": {Cert: cert, Key: key},
	} {
		s := open(sec)
		miss(t, s, keyOf("k"))
		if s.RemoteError() == nil {
			t.Errorf("%s: no error of the server", name)
		}
	}
	for _, sec := range []Security{{CA: key}, {CA: "none"}, {Cert: cert}, {Cert: cert, Key: cert}} {
		if _, err := Open(t.TempDir(), Options{Remote: at, Security: sec}); err == nil {
			t.Errorf("%+v is accepted", sec)
		}
	}
	if _, err := Open(t.TempDir(), Options{Remote: "http://localhost", Security: Security{CA: caFile}}); err == nil {
		t.Error("certificates for plain http are accepted")
	}
}
