// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package hip

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gohipcc/runtime/backend"
)

// TestExamples: every function and method of the package is called in an example.
func TestExamples(t *testing.T) {
	// For callers that use a driver themselves, and for fmt and errors.
	exempt := map[string]bool{"Backend": true, "String": true, "Error": true, "Unwrap": true}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	called := map[string]bool{}
	exported := map[string]token.Position{}
	set := token.NewFileSet()
	for _, name := range names {
		f, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		test := strings.HasSuffix(name, "_test.go")
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok:
			case test && strings.HasPrefix(fn.Name.Name, "Example"), test && fn.Name.Name == "compiled":
				ast.Inspect(fn.Body, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						called[s.Sel.Name] = true
					}
					return true
				})
			case !test && fn.Name.IsExported() && (fn.Recv == nil || ast.IsExported(receiver(fn))):
				exported[fn.Name.Name] = set.Position(fn.Pos())
			}
		}
	}
	if len(exported) < 40 {
		t.Fatalf("%d exported functions found", len(exported))
	}
	for name, at := range exported {
		if !called[name] && !exempt[name] {
			t.Errorf("%s: no example calls %s", at, name)
		}
	}
}

// receiver returns the name of the type that a method is of.
func receiver(fn *ast.FuncDecl) string {
	e := fn.Recv.List[0].Type
	if p, ok := e.(*ast.StarExpr); ok {
		e = p.X
	}
	if g, ok := e.(*ast.IndexExpr); ok {
		e = g.X
	}
	return e.(*ast.Ident).Name
}

// TestErrorKinds: errors are of the same kinds on every device.
func TestErrorKinds(t *testing.T) {
	usePrefix(t)
	for name, d := range map[string]*Device{"opencl": spirvDevice(t), "rocm": amdDevice(t), "emulator": emulated(t, "gfx90a"), "cpu": cpuDevice(t)} {
		t.Run(name, func(t *testing.T) { checkErrorKinds(t, d) })
	}
}

// TestErrorKindsOnCUDA is TestErrorKinds on the double of NVIDIA's driver.
func TestErrorKindsOnCUDA(t *testing.T) {
	onCUDADouble(t, func(d *Device) { checkErrorKinds(t, d) })
}

func checkErrorKinds(t *testing.T, d *Device) {
	t.Helper()
	ctx := t.Context()
	is := func(what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%s: %v; want %v", what, err, want)
		}
	}
	_, err := NewBuffer[byte](d, 1<<42)
	is("more memory than there is", err, ErrOutOfMemory)
	other := mustCompile(t, sineIR, &CompileOptions{Target: "gfx1201"})
	_, err = d.Load(ctx, other.Bytes, nil)
	is("code for another device", err, ErrUnsupportedImage)
	_, err = d.Load(ctx, []byte("no device code at all, but long enough"), nil)
	is("no image", err, ErrNoImage)
	_, err = d.LoadFile(ctx, filepath.Join(t.TempDir(), "missing"), nil)
	is("no file", err, os.ErrNotExist)
	m, err := mustCompile(t, hipSource, &CompileOptions{Kind: SourceHIP, Device: d}).Load(ctx, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Kernel(ctx, "nothing")
	is("a kernel that is not there", err, ErrNotFound)
	_, _, err = m.Global("nothing")
	is("a variable that is not there", err, ErrNotFound)
	k, err := m.Kernel(ctx, "indices")
	if err != nil {
		t.Fatal(err)
	}
	s := stream(t, d)
	elsewhere := *d
	is("a kernel of another device", s.Launch(ctx, &Kernel{&Module{dev: &elsewhere}, k.impl}, Grid(1), Block(1), 0, nil), ErrInvalidArgument)
	b, err := NewBuffer[byte](d, 16)
	if err != nil {
		t.Fatal(err)
	}
	atAnother := bufferAt[byte](&elsewhere, b.Address(), 16, true)
	is("a buffer of another device", s.Launch(ctx, k, Grid(1), Block(1), 0, atAnother), ErrInvalidArgument)
	is("more elements than there are", b.Read(ctx, s, make([]byte, 17)), ErrInvalidArgument)
	_, err = NewBuffer[byte](d, -1)
	is("a buffer of a negative size", err, ErrInvalidArgument)
	is("a buffer freed once", b.Free(), nil)
	is("a launch with a freed buffer", s.Launch(ctx, k, Grid(1), Block(1), 0, b), ErrClosed)
	is("a buffer freed twice", b.Free(), ErrClosed)
	is("a freed buffer", b.Read(ctx, s, make([]byte, 4)), ErrClosed)
	is("a module unloaded once", m.Unload(), nil)
	is("a module unloaded twice", m.Unload(), ErrClosed)
	_, err = m.Kernel(ctx, "indices")
	is("an unloaded module", err, ErrClosed)
	_, _, err = m.Global("nothing")
	is("a variable of an unloaded module", err, ErrClosed)
	is("a kernel of an unloaded module", s.Launch(ctx, k, Grid(1), Block(1), 0, nil), ErrClosed)
	e, err := s.Record(ctx)
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
	is("a closed event", e.Wait(ctx), ErrClosed)
	is("a stream that waits for a closed event", s.WaitFor(ctx, e), ErrClosed)
	_, err = e.Since(e)
	is("the time of a closed event", err, ErrClosed)
	if !e.Done() {
		t.Error("a closed event is not done")
	}
	is("a stream closed once", s.Close(), nil)
	is("a closed stream", s.Synchronize(ctx), ErrClosed)
}

// slowQueue is a queue whose work ends when the test allows it.
type slowQueue struct {
	backend.Queue
	release chan error
}

func (q *slowQueue) Finish() error { return <-q.release }
func (q *slowQueue) Copy(dst, src uintptr, size uint64, wait bool) error {
	panic("a copy after its context has ended")
}
func (q *slowQueue) Close() {}

// TestWaitingEndsWithItsContext: a call whose context ends returns and leaves the program's memory
// alone, and the next call returns the error that it did not report.
func TestWaitingEndsWithItsContext(t *testing.T) {
	release := make(chan error)
	d := &Device{impl: &fake{info: backend.Info{Name: "slow"}}}
	s := &Stream{dev: d, q: &slowQueue{release: release}, turn: make(chan struct{}, 1), used: map[*Module]bool{}, open: true}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := s.Synchronize(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("synchronising: %v", err)
	}
	// The abandoned call still waits for the stream.
	b := bufferAt[byte](d, 1, 8, false)
	if err := b.Read(ctx, s, make([]byte, 8)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("reading: %v", err)
	}
	again, cancelAgain := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancelAgain()
	if err := b.Read(again, s, make([]byte, 8)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("reading while another call waits: %v", err)
	}
	if _, err := s.Record(again); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("recording while another call waits: %v", err)
	}
	if err := s.WaitFor(again, &Event{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("ordering while another call waits: %v", err)
	}
	release <- ErrLaunchFailed
	go func() { release <- nil }()
	if err := s.Synchronize(t.Context()); !errors.Is(err, ErrLaunchFailed) {
		t.Errorf("the error of the call that was given up: %v", err)
	}
	go func() { release <- nil }()
	if err := s.Synchronize(t.Context()); err != nil {
		t.Errorf("the error is told twice: %v", err)
	}
}

// TestEndedContexts: loading and compiling with a context that has ended does nothing.
func TestEndedContexts(t *testing.T) {
	usePrefix(t)
	d, m := loadKernels(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := stream(t, d)
	k := function(t, m, "axpy")
	x, err := NewBuffer[float32](d, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Free()
	_, load := d.Load(ctx, []byte("\x03\x02\x23\x07"), nil)
	_, kernel := m.Kernel(ctx, "axpy")
	_, compile := Compile(ctx, []byte(hipSource), nil)
	x2 := d.NewExecutable(nil)
	for what, err := range map[string]error{
		"Load": load, "Kernel": kernel, "Compile": compile, "Synchronize": s.Synchronize(ctx),
		"Launch": s.Launch(ctx, k, Grid(1), Block(1), 0, float32(1), x, x, int32(1)),
		"Write":  x.Write(ctx, s, []float32{1}), "Freeze": x2.Freeze(ctx),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
