// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cache

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"gohipcc/internal/secure"
)

// A signer signs results that go to a server and verifies those that come from one. A result
// contains the digests of its files, so the signature covers these.
type signer interface {
	// sign returns the signature of a result, or "" if this machine only reads.
	sign(result []byte) string
	verify(result []byte, signature string) bool
}

// The kinds of key, by the first word of a key file; the second word is the key in hexadecimal.
const (
	kindHMAC    = "hmac-sha256"     // a secret of 32 bytes or more that all machines share
	kindPrivate = "ed25519-private" // a seed of 32 bytes, for machines that write
	kindPublic  = "ed25519-public"  // 32 bytes, for machines that only read
)

// minSecret is the minimum length of a secret, in bytes.
const minSecret = 32

// signedText precedes what is signed, so that signatures cannot be confused with those of other
// uses of the key.
const signedText = "gohipcc cached result v1\n"

// readSigner reads a key file: one line with a kind above and the key. A file with a secret must
// belong to this user or root, and be readable by no one else.
func readSigner(file string) (signer, error) {
	data, err := secure.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("key of the remote cache: %w", err)
	}
	bad := func(why string) error {
		return fmt.Errorf("key of the remote cache: %s: %s; want one line: %s, %s or %s, and the key in hexadecimal", file, why, kindHMAC, kindPrivate, kindPublic)
	}
	words := strings.Fields(string(data))
	if len(words) != 2 {
		return nil, bad(fmt.Sprintf("it has %d words", len(words)))
	}
	key, err := hex.DecodeString(words[1])
	if err != nil {
		return nil, bad("the key is not hexadecimal")
	}
	if words[0] != kindPublic {
		if st, err := os.Stat(file); err != nil || st.Mode()&0o077 != 0 {
			return nil, fmt.Errorf("key of the remote cache: others can read %s (mode %04o); do chmod 600", file, modeOf(st))
		}
	}
	switch {
	case words[0] == kindHMAC && len(key) >= minSecret:
		return hmacSigner(key), nil
	case words[0] == kindPrivate && len(key) == ed25519.SeedSize:
		private := ed25519.NewKeyFromSeed(key)
		return &edSigner{private, private.Public().(ed25519.PublicKey)}, nil
	case words[0] == kindPublic && len(key) == ed25519.PublicKeySize:
		return &edSigner{nil, key}, nil
	case words[0] == kindHMAC || words[0] == kindPrivate || words[0] == kindPublic:
		return nil, bad(fmt.Sprintf("a key of %d bytes is too short or too long", len(key)))
	}
	return nil, bad(fmt.Sprintf("%.40q is no kind of key", words[0]))
}

func modeOf(st fs.FileInfo) fs.FileMode {
	if st == nil {
		return 0
	}
	return st.Mode().Perm()
}

type hmacSigner []byte

func (s hmacSigner) sum(result []byte) []byte {
	h := hmac.New(sha256.New, s)
	h.Write([]byte(signedText))
	h.Write(result)
	return h.Sum(nil)
}

func (s hmacSigner) sign(result []byte) string {
	return kindHMAC + ":" + hex.EncodeToString(s.sum(result))
}

func (s hmacSigner) verify(result []byte, signature string) bool {
	got, ok := decode(signature, kindHMAC)
	return ok && hmac.Equal(got, s.sum(result))
}

type edSigner struct {
	private ed25519.PrivateKey
	public  ed25519.PublicKey
}

const kindEd25519 = "ed25519"

func (s *edSigner) sign(result []byte) string {
	if s.private == nil {
		return ""
	}
	return kindEd25519 + ":" + hex.EncodeToString(ed25519.Sign(s.private, append([]byte(signedText), result...)))
}

func (s *edSigner) verify(result []byte, signature string) bool {
	got, ok := decode(signature, kindEd25519)
	return ok && ed25519.Verify(s.public, append([]byte(signedText), result...), got)
}

func decode(signature, kind string) ([]byte, bool) {
	text, ok := strings.CutPrefix(signature, kind+":")
	if !ok {
		return nil, false
	}
	raw, err := hex.DecodeString(text)
	return raw, err == nil
}
