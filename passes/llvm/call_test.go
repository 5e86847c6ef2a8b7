// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package llvm

import (
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

// TestCall: a C function gets all of its arguments and its result comes back, also if it has more than fit
// into registers, and if it calls back into Go, where the stack grows and another call is made.
func TestCall(t *testing.T) {
	six := purego.NewCallback(func(a, b, c, d, e, f uintptr) uintptr { return a + 10*b + 100*c + 1000*d + 10000*e + 100000*f })
	if got := call(six, 1, 2, 3, 4, 5, 6); got != 654321 {
		t.Errorf("six arguments: %d", got)
	}
	eight := purego.NewCallback(func(a, b, c, d, e, f, g, h uintptr) uintptr { return a + b + c + d + e + f + 10*g + 100*h })
	if got := call(eight, 1, 1, 1, 1, 1, 1, 2, 3); got != 326 {
		t.Errorf("eight arguments: %d", got)
	}
	three := purego.NewCallback(func(a, b, c uintptr) uintptr { return a + 10*b + 100*c })
	if got := callFew(three, 1, 2, 1<<40); got != 21+100*(1<<40) {
		t.Errorf("three arguments: %d", got)
	}
	abs, err := purego.Dlsym(purego.RTLD_DEFAULT, "abs") // C, unlike the others, which allocate
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(100, func() { callFew(abs, 1, 2, 3) }); n != 0 {
		t.Errorf("a call of three arguments allocates %v times", n)
	}
	none := purego.NewCallback(func() uintptr { return 1<<40 + 7 })
	var deep func(n int) uintptr
	deep = func(n int) uintptr {
		var room [512]byte
		room[n%len(room)] = 1
		if n == 0 {
			return call(none)
		}
		return deep(n-1) + uintptr(room[(n+1)%len(room)])
	}
	back := purego.NewCallback(func(depth uintptr) uintptr { return deep(int(depth)) + 1 })
	done := make(chan uintptr)
	go func() { done <- call(back, 2000) }()
	if got := <-done; got != 1<<40+8 {
		t.Errorf("a call within a call: %d", got)
	}
}

// TestCallQuick: a C function gets its arguments on a stack of a new goroutine, which is small, and as deep in one that
// has grown; its result comes back.
func TestCallQuick(t *testing.T) {
	magnitude, err := purego.Dlsym(purego.RTLD_DEFAULT, "labs")
	if err != nil {
		t.Fatal(err)
	}
	compare, err := purego.Dlsym(purego.RTLD_DEFAULT, "memcmp")
	if err != nil {
		t.Fatal(err)
	}
	word := []byte("gohipcc")
	const many = 1000
	done := make(chan uintptr)
	for n := range many {
		go func() {
			r := callQuick(magnitude, -uintptr(n)-1<<40, 0, 0)
			p := uintptr(unsafe.Pointer(&word[0]))
			done <- r + callQuick(compare, p, p, uintptr(len(word)))
		}()
	}
	var all uintptr
	for range many {
		all += <-done
	}
	if want := uintptr(many*(many-1)/2 + many<<40); all != want {
		t.Errorf("the sum of the results is %d, want %d", all, want)
	}
	if n := testing.AllocsPerRun(100, func() { callQuick(magnitude, 1, 2, 3) }); n != 0 {
		t.Errorf("a call allocates %v times", n)
	}
}
