// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

//lint:file-ignore SA1019 servers of version 2.0 know output_files and the command's platform only

package reapi_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"math"
	mathrand "math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"gohipcc/driver/reapi"
	"gohipcc/driver/reapi/reapitest"
)

func dial(t *testing.T, opt reapi.Options) *reapi.Client {
	t.Helper()
	c, err := reapi.Dial(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// noise returns data that does not compress, text some that does.
func noise(n int) []byte {
	r := mathrand.NewChaCha8([32]byte{1})
	b := make([]byte, n)
	r.Read(b)
	return b
}

func text(n int) []byte { return bytes.Repeat([]byte("all work and no play "), n/21+1)[:n] }

// TestBlobs: blobs of every size are read as they were written, in batches and streams, compressed
// or not, with an instance name and without.
func TestBlobs(t *testing.T) {
	for name, opt := range map[string]reapitest.Options{
		"plain":    {NoZstd: true},
		"zstd":     {},
		"instance": {Instance: "main/hip"},
		"batches":  {MaxBatch: 10000},
	} {
		t.Run(name, func(t *testing.T) {
			s := reapitest.Start(t, opt)
			c := dial(t, reapi.Options{URL: s.URL})
			file := filepath.Join(t.TempDir(), "file")
			big := append(text(3<<20), noise(3<<20)...)
			if err := os.WriteFile(file, big, 0o600); err != nil {
				t.Fatal(err)
			}
			var blobs []reapi.Blob
			for _, data := range [][]byte{text(1), text(300), noise(300), text(5000), noise(20000), text(3 << 20), noise(5 << 20)} {
				blobs = append(blobs, reapi.Blob{Digest: reapi.DigestOf(data), Data: data})
			}
			for i := range 100 {
				data := noise(i + 1)
				blobs = append(blobs, reapi.Blob{Digest: reapi.DigestOf(data), Data: data})
			}
			blobs = append(blobs, reapi.Blob{Digest: reapi.DigestOf(big), Path: file})
			var digests []reapi.Digest
			for _, b := range blobs {
				digests = append(digests, b.Digest)
			}
			if missing, err := c.FindMissing(t.Context(), digests); err != nil || len(missing) != len(digests) {
				t.Fatalf("%d of %d are missing, %v", len(missing), len(digests), err)
			}
			if err := c.Upload(t.Context(), blobs); err != nil {
				t.Fatal(err)
			}
			if missing, err := c.FindMissing(t.Context(), digests); err != nil || len(missing) != 0 {
				t.Fatalf("%d are missing after they were sent, %v", len(missing), err)
			}
			// Sent again, the server replies before their end.
			if err := c.Upload(t.Context(), blobs); err != nil {
				t.Fatal(err)
			}
			got, err := c.Fetch(t.Context(), append(digests, reapi.DigestOf(nil)))
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range blobs {
				want := b.Data
				if want == nil {
					want = big
				}
				if !bytes.Equal(got[b.Digest], want) {
					t.Errorf("blob of %d bytes came back with %d", len(want), len(got[b.Digest]))
				}
			}
			if sent, _ := c.Traffic(); name == "zstd" && sent > 31<<20 {
				t.Errorf("%d bytes were sent of 2 x 17 MiB, a third of which is text", sent)
			}
		})
	}
}

// TestMessages: lists without an order of their own are sorted, as the canonical form requires.
func TestMessages(t *testing.T) {
	d := reapi.DigestOf([]byte("x"))
	pd := &re.Digest{Hash: d.Hash, SizeBytes: 1}
	platform := []reapi.Property{{Name: "b", Value: "2"}, {Name: "a", Value: "1"}}
	pplatform := &re.Platform{Properties: []*re.Platform_Property{{Name: "a", Value: "1"}, {Name: "b", Value: "2"}}}
	check := func(m interface{ Marshal() ([]byte, error) }, want proto.Message) {
		t.Helper()
		got, err := m.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		have := want.ProtoReflect().New().Interface()
		if err := proto.Unmarshal(got, have); err != nil || !proto.Equal(have, want) {
			t.Errorf("%v\n%v\n%v", err, have, want)
		}
		if canonical, _ := (proto.MarshalOptions{Deterministic: true}).Marshal(want); !bytes.Equal(got, canonical) {
			t.Errorf("%T is not in its canonical form:\n%x\n%x", want, got, canonical)
		}
	}
	check((&reapi.Command{Arguments: []string{"cc", "", "-c"}, Environment: []reapi.Property{{Name: "B", Value: "2"}, {Name: "A", Value: "1"}},
		Outputs: []string{"z.o", "a.d"}, Platform: platform, WorkingDirectory: "tree/src"}),
		&re.Command{Arguments: []string{"cc", "", "-c"}, EnvironmentVariables: []*re.Command_EnvironmentVariable{{Name: "A", Value: "1"}, {Name: "B", Value: "2"}},
			OutputFiles: []string{"a.d", "z.o"}, OutputPaths: []string{"a.d", "z.o"}, Platform: pplatform, WorkingDirectory: "tree/src"})
	check((&reapi.Directory{Files: []reapi.FileNode{{Name: "b", Digest: d}, {Name: "a", Digest: d, Executable: true}},
		Directories: []reapi.DirectoryNode{{Name: "d", Digest: d}, {Name: "c", Digest: d}}}),
		&re.Directory{Files: []*re.FileNode{{Name: "a", Digest: pd, IsExecutable: true}, {Name: "b", Digest: pd}},
			Directories: []*re.DirectoryNode{{Name: "c", Digest: pd}, {Name: "d", Digest: pd}}})
	got, err := (&reapi.Action{Command: d, InputRoot: d, Timeout: time.Minute, Platform: platform}).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&reapi.Command{Arguments: []string{"\xff"}}).Marshal(); err == nil {
		t.Error("text that is not UTF-8 is taken")
	}
	have := &re.Action{}
	if err := proto.Unmarshal(got, have); err != nil || have.Timeout.GetSeconds() != 60 || !proto.Equal(have.Platform, pplatform) || !proto.Equal(have.CommandDigest, pd) {
		t.Errorf("%v %v", err, have)
	}
}

// TestAuthentication: servers that require a certificate and a token get them, and only over TLS.
func TestAuthentication(t *testing.T) {
	a := reapitest.NewAuthority(t)
	s := reapitest.Start(t, reapitest.Options{Token: "secret", TLS: &tls.Config{Certificates: []tls.Certificate{a.Issue(t, "server")}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: a.Pool()}})
	client := []tls.Certificate{a.Issue(t, "client")}
	good := reapi.Options{URL: s.URL, TLS: &tls.Config{RootCAs: a.Pool(), Certificates: client}, Token: "secret"}
	if _, err := dial(t, good).Capabilities(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*reapi.Options){
		"no certificate": func(o *reapi.Options) { o.TLS = &tls.Config{RootCAs: a.Pool()} },
		"no authority":   func(o *reapi.Options) { o.TLS = &tls.Config{Certificates: client} },
		"wrong token":    func(o *reapi.Options) { o.Token = "guess" },
		"no token":       func(o *reapi.Options) { o.Token = "" },
	} {
		o := good
		change(&o)
		if _, err := dial(t, o).Capabilities(); err == nil || !reapi.IsUnusable(err) || !strings.Contains(err.Error(), s.URL) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, url := range []string{"grpc://example.org:80", "grpcs://", "http://example.org", "grpc:example"} {
		if _, err := reapi.Dial(t.Context(), reapi.Options{URL: url, Token: "secret"}); err == nil {
			t.Errorf("%s is taken for a server's URL, with a token", url)
		}
	}
}

// TestLies: a server that sends other data than requested is detected, whichever way it does.
func TestLies(t *testing.T) {
	small, large := text(1000), noise(6<<20)
	for name, opt := range map[string]reapitest.Options{
		"changed":            {Faults: reapitest.Faults{Blob: func(b []byte) []byte { b[len(b)/2] ^= 1; return b }}},
		"changed, plain":     {NoZstd: true, Faults: reapitest.Faults{Blob: func(b []byte) []byte { b[len(b)/2] ^= 1; return b }}},
		"longer":             {Faults: reapitest.Faults{Blob: func(b []byte) []byte { return append(b, 0) }}},
		"half streams":       {Faults: reapitest.Faults{HalfStream: true}},
		"half plain streams": {NoZstd: true, Faults: reapitest.Faults{HalfStream: true}},
	} {
		s := reapitest.Start(t, opt)
		c := dial(t, reapi.Options{URL: s.URL})
		blobs := []reapi.Blob{{Digest: reapi.DigestOf(small), Data: small}, {Digest: reapi.DigestOf(large), Data: large}}
		if err := c.Upload(t.Context(), blobs); err != nil {
			t.Fatal(err)
		}
		for _, b := range blobs {
			_, err := c.Fetch(t.Context(), []reapi.Digest{b.Digest})
			if !errors.Is(err, reapi.ErrWrongBlob) {
				t.Errorf("%s: a blob of %d bytes: %v", name, b.Digest.Size, err)
			}
		}
	}
}

// TestClaims: sizes that a server claims are refused before anything of that size is read, one blob's
// and the sum of several.
func TestClaims(t *testing.T) {
	s := reapitest.Start(t, reapitest.Options{})
	c := dial(t, reapi.Options{URL: s.URL})
	claim := func(name string, size int64) reapi.Digest {
		return reapi.Digest{Hash: reapi.DigestOf([]byte(name)).Hash, Size: size}
	}
	const limit = 1 << 30
	for name, test := range map[string]struct {
		claims []reapi.Digest
		says   string // "": the server is asked, and has no such blob
	}{
		"the limit":      {claims: []reapi.Digest{claim("a", limit)}},
		"twice the same": {claims: []reapi.Digest{claim("a", limit), claim("a", limit)}},
		"one byte more":  {[]reapi.Digest{claim("a", limit+1)}, "1073741825 bytes"},
		"the largest":    {[]reapi.Digest{claim("a", math.MaxInt64)}, "9223372036854775807 bytes"},
		"a sum":          {[]reapi.Digest{claim("a", limit-10), claim("b", 11)}, "11 bytes"},
		"a large sum":    {[]reapi.Digest{claim("a", 10), claim("b", math.MaxInt64)}, "9223372036854775807 bytes"},
	} {
		before := s.Calls("Read")
		_, err := c.Fetch(t.Context(), test.claims)
		if test.says == "" {
			if reapi.CodeOf(err) != codes.NotFound {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if reapi.CodeOf(err) != codes.ResourceExhausted || s.Calls("Read") != before ||
			!strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), "1073741824") || !strings.Contains(err.Error(), s.URL) {
			t.Errorf("%s: %d reads, %v", name, s.Calls("Read")-before, err)
		}
	}
}

// TestRefusals: errors say who rejected what, and a busy server is asked again.
func TestRefusals(t *testing.T) {
	busy := 2
	s := reapitest.Start(t, reapitest.Options{Faults: reapitest.Faults{Call: func(method string) error {
		switch {
		case strings.HasSuffix(method, "FindMissingBlobs"):
			if busy--; busy >= 0 {
				return status.Error(codes.Unavailable, "busy")
			}
		case strings.HasSuffix(method, "GetActionResult"):
			return status.Error(codes.PermissionDenied, "not for you: 50% is enough")
		}
		return nil
	}}})
	c := dial(t, reapi.Options{URL: s.URL})
	d := reapi.DigestOf([]byte("x"))
	if missing, err := c.FindMissing(t.Context(), []reapi.Digest{d}); err != nil || !slices.Equal(missing, []reapi.Digest{d}) {
		t.Errorf("%v %v", missing, err)
	}
	_, err := c.GetActionResult(t.Context(), d, nil)
	if err == nil || reapi.CodeOf(err) != codes.PermissionDenied || !strings.Contains(err.Error(), "not for you: 50% is enough") || !strings.Contains(err.Error(), s.URL) {
		t.Errorf("%v", err)
	}
	if _, err := c.Fetch(t.Context(), []reapi.Digest{d}); reapi.CodeOf(err) != codes.NotFound {
		t.Errorf("%v", err)
	}
	// A port without a listener, and a listener that sends nothing.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	silent := dial(t, reapi.Options{URL: "grpc://" + l.Addr().String()})
	if _, err := silent.GetActionResult(ctx, d, nil); reapi.CodeOf(err) != codes.DeadlineExceeded {
		t.Errorf("%v", err)
	}
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone.Close()
	if _, err := dial(t, reapi.Options{URL: "grpc://" + gone.Addr().String()}).Capabilities(); !reapi.IsUnusable(err) {
		t.Errorf("%v", err)
	}
}
