// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package bitcode

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gohipcc/internal/testtree"
)

// modules have in their last function each instruction that ends a block.
var modules = map[string]struct {
	text string
	want bool
}{
	"straight": {"define void @f() {\n ret void\n}", false},
	"one entry": {`define i32 @g(i32 %n) {
  ret i32 %n
}
define void @f(i32 %n) {
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %j, %latch ]
  %j = call i32 @g(i32 %i)
  switch i32 %j, label %latch [ i32 0, label %one
    i32 -5, label %one
    i32 100000, label %end ]
one:
  br label %latch
latch:
  %c = icmp slt i32 %j, %n
  br i1 %c, label %head, label %end
end:
  ret void
unreached:
  br label %latch
}`, false},
	"conditional branch": {`define void @f(i1 %c, i1 %d) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br i1 %d, label %a, label %end
end:
  ret void
}`, true},
	"switch into a loop in a loop": {`declare i32 @n()
define void @f(i1 %c, i1 %d, i32 %v) {
  br label %outer
outer:
  %x = call i32 @n()
  switch i32 %v, label %end [ i32 1, label %a
    i32 2, label %b ]
a:
  br label %b
b:
  br i1 %d, label %a, label %latch
latch:
  br i1 %c, label %outer, label %end
end:
  unreachable
}`, true},
	"computed goto": {`define void @f(ptr %to) {
  indirectbr ptr %to, [ label %a, label %b ]
a:
  br label %b
b:
  indirectbr ptr %to, [ label %a, label %end ]
end:
  ret void
}`, true},
	"divisions by constants": {`define i32 @f(i32 %a) {
  %b = add i32 %a, 1
  %d = mul i32 %b, %a
  %c = sdiv i32 %d, 7
  %e = urem i32 %c, 9
  ret i32 %e
}`, false},
	"a division": {`define i32 @f(i32 %a, i16 %b) {
  %c = sext i16 %b to i32
  %d = sdiv i32 %a, %c
  ret i32 %d
}`, true},
	"a remainder of what follows": {`define i32 @f(i32 %a) {
entry:
  br label %x
y:
  %r = urem i32 %a, %v
  ret i32 %r
x:
  %v = add i32 %a, 1
  br label %y
}`, true},
	"conversions that keep bits": {`define <2 x half> @f(<2 x i16> %a, half %b, double %c, float %d) {
  %v = bitcast <2 x i16> %a to <2 x half>
  %e = fpext half %b to float
  %t = fptrunc double %c to float
  %i = fptosi float %e to i16
  ret <2 x half> %v
}`, false},
	"a conversion to half": {`define half @f(float %a) {
  %h = fptrunc float %a to half
  ret half %h
}`, true},
	"conversions to halves": {`define <2 x half> @f(<2 x float> %a) {
  %h = fptrunc <2 x float> %a to <2 x half>
  ret <2 x half> %h
}`, true},
	"exceptions": {`declare void @g()
declare i32 @p(...)
define void @f(i1 %c) personality ptr @p {
  br i1 %c, label %a, label %b
a:
  invoke void @g() to label %b unwind label %bad
b:
  invoke void @g() to label %a unwind label %bad
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}`, true},
	"assembly with labels": {`define void @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  callbr void asm "", "!i,!i"() to label %end [ label %end, label %a ]
end:
  ret void
}`, true},
}

// assemble makes bitcode of IR.
func assemble(t *testing.T, text string) string {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "in.ll"), filepath.Join(t.TempDir(), "out.bc")
	if err := os.WriteFile(in, []byte("target triple = \"amdgcn-amd-amdhsa\"\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(testtree.Compiler(t), "-device-link", "--target=amdgcn-amd-amdhsa", "--only=amdgcn-symbols", "--emit=bc", "-o", out, in)
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	return out
}

// TestSuspect finds loops with several entries and divisions, and none in what the pass made of them. Bitcode that is cut
// short or damaged is rejected, or has some result.
func TestSuspect(t *testing.T) {
	for name, m := range modules {
		t.Run(name, func(t *testing.T) {
			file := assemble(t, m.text)
			got, err := Suspect(file)
			if err != nil || got != m.want {
				t.Fatalf("Suspect: %v, %v; want %v", got, err, m.want)
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for n := range len(data) {
				if _, err := suspect(data[:n]); err == nil && n < 8 {
					t.Errorf("%d bytes are accepted", n)
				}
				damaged := append([]byte(nil), data...)
				damaged[n] ^= 1 << (n % 8)
				suspect(damaged)
			}
		})
	}
}

// FuzzSuspect: no input crashes it.
func FuzzSuspect(f *testing.F) {
	f.Add([]byte("BC\xc0\xde\x35\x14\x00\x00\x05\x00\x00\x00"))
	f.Fuzz(func(_ *testing.T, data []byte) { suspect(data) })
}
