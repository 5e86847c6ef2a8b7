// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package fuzztest

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"
)

var (
	mutateFor  = flag.Duration("mutate", 0, "how much processor time tests of damaged inputs take, the processes they start included; 0 is a few inputs")
	mutateSeed = flag.Uint64("mutate.seed", 1, "where the damage of inputs starts")
)

// Mutations passes damaged inputs to check: a small, fixed set, or as many as the time of -mutate
// allows. It replaces Go's fuzzer where another process reads the input: there the fuzzer has no
// coverage, and it treats a call of ten seconds as a hang, which a compiler on a busy machine may
// need. An input that fails becomes a seed of the fuzz target, which has two arguments: the input,
// and a byte that selects how it is used.
func Mutations(t *testing.T, target string, whole [][]byte, few int, check func(t *testing.T, in []byte, way byte)) {
	start, tried := cpu(), 0
	for ; tried < few || cpu()-start < *mutateFor; tried++ {
		r := rand.New(rand.NewPCG(*mutateSeed, uint64(tried)))
		in, way := Mutate(r, whole), byte(r.Uint32())
		ok := t.Run(fmt.Sprint(tried), func(t *testing.T) { check(t, in, way) })
		if !ok {
			seed := fmt.Sprintf("go test fuzz v1\n[]byte(%q)\nbyte(%q)\n", in, rune(way))
			name := filepath.Join("testdata", "fuzz", target, fmt.Sprintf("%.8x", sha256.Sum256([]byte(seed))))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(seed), 0o644); err != nil {
				t.Fatal(err)
			}
			t.Errorf("input %d is kept: %s", tried, name)
		}
	}
	t.Logf("%d inputs in %v of processor time", tried, (cpu() - start).Round(time.Second))
}

// cpu returns the CPU time of this process and of its reaped children.
func cpu() time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return total
}

// Mutate damages one of the inputs in one to four places.
func Mutate(r *rand.Rand, whole [][]byte) []byte {
	b := bytes.Clone(whole[r.IntN(len(whole))])
	for n := 1 + r.IntN(2)*r.IntN(4); n > 0 && len(b) > 0; n-- {
		other := whole[r.IntN(len(whole))]
		if len(other) == 0 {
			other = b
		}
		if utf8.Valid(b) && utf8.Valid(other) && r.IntN(4) > 0 {
			b = mutateLines(r, string(b), string(other))
			continue
		}
		at := r.IntN(len(b))
		word := at &^ 3
		switch r.IntN(8) {
		case 0: // truncated
			b = b[:at]
		case 1, 2: // a bit flipped
			b[at] ^= 1 << r.IntN(8)
		case 3: // a byte replaced
			b[at] = byte(r.Uint32())
		case 4: // a field increased or decreased
			if word+4 <= len(b) {
				v := binary.LittleEndian.Uint32(b[word:])
				v = []uint32{v + 1, v - 1, v * 2, v + 0x1000, 0xffffffff, 0x7fffffff, 0x80000000, 0, v ^ 0x10000}[r.IntN(9)]
				binary.LittleEndian.PutUint32(b[word:], v)
			}
		case 5: // spliced with another input, at its own or the same position
			from := min(word, len(other)) &^ 3
			if r.IntN(2) == 0 {
				from = r.IntN(len(other)) &^ 3
			}
			b = slices.Concat(b[:word], other[from:])
		case 6: // a piece of another input inserted
			from := r.IntN(len(other)) &^ 3
			to := min(from+4*(1+r.IntN(64)), len(other))
			end := word
			if r.IntN(2) == 0 {
				end = min(word+to-from, len(b))
			}
			b = slices.Concat(b[:word], other[from:to], b[end:])
		case 7: // a piece removed
			b = slices.Concat(b[:word], b[min(word+4*(1+r.IntN(16)), len(b)):])
		}
	}
	const most = 1 << 20
	return b[:min(len(b), most)]
}

// mutateLines damages a text by lines and words, which keeps more of it valid.
func mutateLines(r *rand.Rand, text, other string) []byte {
	lines, more := strings.Split(text, "\n"), strings.Split(other, "\n")
	a, b := r.IntN(len(lines)), r.IntN(len(lines))
	word := func(s string) (head, word, tail string) {
		f := strings.Fields(s)
		if len(f) == 0 {
			return s, "", ""
		}
		w := f[r.IntN(len(f))]
		head, tail, _ = strings.Cut(s, w)
		return head, w, tail
	}
	switch r.IntN(7) {
	case 0: // a line removed
		lines = slices.Delete(lines, a, a+1)
	case 1: // a line duplicated
		lines = slices.Insert(lines, b, lines[a])
	case 2: // two lines swapped
		lines[a], lines[b] = lines[b], lines[a]
	case 3: // a line of another text inserted
		lines = slices.Insert(lines, a, more[r.IntN(len(more))])
	case 4: // a word replaced by one of another line
		head, _, tail := word(lines[a])
		_, w, _ := word(lines[b])
		lines[a] = head + w + tail
	case 5: // a number changed
		if i := strings.IndexAny(lines[a], "0123456789"); i >= 0 {
			n := []string{"0", "-1", "4294967296", "18446744073709551615", "1024", "3"}[r.IntN(6)]
			lines[a] = lines[a][:i] + n + lines[a][i+1:]
		}
	case 6: // a word removed
		head, _, tail := word(lines[a])
		lines[a] = head + tail
	}
	return []byte(strings.Join(lines, "\n"))
}
