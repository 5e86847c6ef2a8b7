// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package remote runs commands of a plan on servers of the Bazel Remote Execution API, beside those
// that run locally.
//
// A worker's result is used only if it is complete: every output exists and has the promised
// digest, and the front end has read no file but those that it was given. Remote failures only cost
// time: the command then runs locally.
package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"

	"gohipcc/driver/depfile"
	"gohipcc/driver/job"
	"gohipcc/driver/reapi"
	"gohipcc/toolchains/step"
)

// Options configure remote execution.
type Options struct {
	Client  reapi.Options
	Dir     string // folder for facts from earlier builds; "": there is none
	TempDir string // of this build
	// Local is how many commands run locally while others run remotely; 0: none, unless a worker
	// fails.
	Local int
	// Verify: each command that a worker ran also runs locally, and its outputs are compared.
	Verify bool
	// Properties are what a worker must have.
	Properties []reapi.Property
	Explain    func(format string, args ...any)
	Warn       func(message string)
}

// Executor runs commands on a server. Its methods may be called concurrently.
type Executor struct {
	opt      Options
	dir      string
	client   *reapi.Client
	contents *contents
	here     *slots // commands that run locally
	scans    *slots // preprocessors that look for headers
	sends    *slots // uploads of large blobs

	toolsMu sync.Mutex
	tools   map[string]*program

	presentMu sync.Mutex
	present   map[reapi.Digest]bool // blobs that are known to be on the server

	down   atomic.Bool
	stamp  string
	warned atomic.Bool
	failed atomic.Int64 // actions
	told   atomic.Int64 // bytes sent, as reported by --explain
}

// patience is how many actions of a build may fail before the server is no longer used.
const patience = 5

// rest is how long no build on this machine uses a server after a failure to use it.
const rest = 30 * time.Second

// New connects to a server.
func New(ctx context.Context, opt Options) (*Executor, error) {
	client, err := reapi.Dial(ctx, opt.Client)
	if err != nil {
		return nil, err
	}
	e := &Executor{opt: opt, dir: opt.Dir, client: client, tools: map[string]*program{}, present: map[reapi.Digest]bool{}}
	e.contents = &contents{dir: e.dir, known: map[string]*content{}}
	places := ""
	if e.dir != "" {
		places = filepath.Join(e.dir, "slots")
		e.stamp = filepath.Join(e.dir, "down-"+nameOf(opt.Client.URL))
		if st, err := os.Stat(e.stamp); err == nil && time.Since(st.ModTime()) < rest {
			e.down.Store(true)
		}
	}
	n := opt.Local
	if n <= 0 {
		n = runtime.NumCPU()
	}
	e.here, e.scans = newSlots(places, "here", n), newSlots(places, "scan", runtime.NumCPU())
	e.sends = newSlots(places, "send", 1)
	return e, nil
}

// Close closes the connections.
func (e *Executor) Close() { e.client.Close() }

// An outcome is the result of a command in one place.
type outcome struct {
	where       string // "" for this machine
	err         error
	out, errs   bytes.Buffer
	outputs     map[string][]byte // of a worker, by local file
	exitNonZero bool
}

// quiet is how long a slot must have been free before a command that a worker runs is started
// locally as well: nothing else needs it then.
const quiet = 300 * time.Millisecond

// Run runs a command of a job, called name, locally or remotely, and returns where it ran: "" for
// this machine. local runs a step locally.
func (e *Executor) Run(ctx context.Context, name string, s step.Step, local job.Local, stdout, stderr io.Writer) (where string, err error) {
	begin := time.Now()
	a, err := e.ready(ctx, name, s)
	if err != nil {
		return "", err
	}
	if a == nil {
		return "", e.runHere(ctx, s, local, stdout, stderr)
	}
	a.begin = begin
	if o := e.cached(ctx, name, a); o != nil && e.deliver(name, a, o, stdout, stderr) {
		e.opt.Explain("%s: taken from the action cache of %s in %d ms", name, e.client.Name(), time.Since(begin).Milliseconds())
		return o.where, nil
	}
	if e.opt.Local > 0 {
		if release := e.here.try(0); release != nil {
			defer release()
			return "", local(ctx, s, stdout, stderr)
		}
	}
	if e.opt.Verify {
		return e.both(ctx, name, a, s, local, stdout, stderr)
	}
	return e.race(ctx, name, a, s, local, stdout, stderr)
}

// ready makes the action of a step; nil if it is to run locally.
func (e *Executor) ready(ctx context.Context, name string, s step.Step) (*action, error) {
	if e.down.Load() {
		return nil, nil
	}
	a, err := e.action(ctx, s)
	var here *localOnlyError
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &here):
		e.opt.Explain("%s: runs here, because %s", name, here.why)
	default:
		e.opt.Explain("%s: runs here: %v", name, err)
	}
	return nil, nil
}

// runHere runs a step locally when there is a free slot.
func (e *Executor) runHere(ctx context.Context, s step.Step, local job.Local, stdout, stderr io.Writer) error {
	release, err := e.here.take(ctx, 0)
	if err != nil {
		return err
	}
	defer release()
	return local(ctx, s, stdout, stderr)
}

// race makes a worker run the action, and starts it locally as well once this machine is idle. The
// first that succeeds wins.
func (e *Executor) race(ctx context.Context, name string, a *action, s step.Step, local job.Local, stdout, stderr io.Writer) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	far := make(chan *outcome, 1)
	go func() { far <- e.execute(ctx, name, a) }()
	near := make(chan *outcome, 1)
	gone := make(chan struct{}) // the worker has failed: the command runs locally even if no slot has been free for long
	beside := step.WithOutputs(s, besideName)
	go func() {
		o := &outcome{}
		defer func() { near <- o }()
		release, err := e.besideSlot(ctx, gone)
		if err != nil {
			o.err = err
			return
		}
		defer release()
		o.err = local(ctx, beside, &o.out, &o.errs)
	}()
	remoteFailed := false
	for {
		select {
		case o := <-far:
			if o.err == nil && e.deliver(name, a, o, stdout, stderr) {
				cancel()
				<-near // its files are removed after it has ended
				removeBeside(s)
				return o.where, nil
			}
			far, remoteFailed = nil, true
			close(gone)
		case o := <-near:
			if ctx.Err() != nil && o.err != nil {
				removeBeside(s)
				return "", o.err
			}
			if !remoteFailed {
				e.opt.Explain("%s: was faster here than at %s", name, e.client.Name())
			}
			cancel()
			stdout.Write(o.out.Bytes())
			stderr.Write(unbeside(s, o.errs.Bytes()))
			if err := publishBeside(s, o.err); err != nil {
				return "", err
			}
			return "", o.err
		}
	}
}

// besideSlot waits until a command that a worker runs may run locally as well.
func (e *Executor) besideSlot(ctx context.Context, gone chan struct{}) (func(), error) {
	if e.opt.Local > 0 {
		idle, stop := context.WithCancel(ctx)
		defer stop()
		go func() {
			select {
			case <-gone:
			case <-idle.Done():
			}
			stop()
		}()
		if release, err := e.here.take(idle, quiet); err == nil {
			return release, nil
		}
	} else {
		select {
		case <-gone:
		case <-ctx.Done():
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return e.here.take(ctx, 0)
}

// both runs a command in both places and compares the outputs. The local ones are used.
func (e *Executor) both(ctx context.Context, name string, a *action, s step.Step, local job.Local, stdout, stderr io.Writer) (string, error) {
	far := make(chan *outcome, 1)
	go func() { far <- e.execute(ctx, name, a) }()
	if err := e.runHere(ctx, s, local, stdout, stderr); err != nil {
		return "", err
	}
	o := <-far
	if o.err != nil || !e.whole(name, a, o) {
		return "", nil
	}
	for _, f := range slices.Sorted(maps.Keys(o.outputs)) {
		if f == depsOf {
			continue
		}
		if data, err := os.ReadFile(f); err != nil || !bytes.Equal(data, o.outputs[f]) {
			e.warn(fmt.Sprintf("%s at %s made other bytes of %s than this machine (action %s); the server is not used any more", o.where, e.client.Name(), name, a.digest))
			e.down.Store(true)
			return "", nil
		}
	}
	e.opt.Explain("%s: %s made the same bytes", name, o.where)
	return "", nil
}

// besideName returns the name of a local output while a worker may make the same.
func besideName(f string) string {
	if f == "" || f == "-" || f == os.DevNull {
		return f
	}
	return f + ".here"
}

func written(s step.Step) []string {
	var out []string
	for _, f := range append(slices.Clone(s.Outputs()), step.DependencyFile(s)) {
		if besideName(f) != f {
			out = append(out, f)
		}
	}
	return out
}

func removeBeside(s step.Step) {
	for _, f := range written(s) {
		os.Remove(besideName(f))
	}
}

// publishBeside renames local outputs to their names.
func publishBeside(s step.Step, failed error) error {
	for _, f := range written(s) {
		if failed != nil {
			os.Remove(besideName(f))
			continue
		}
		if err := os.Rename(besideName(f), f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// unbeside removes the names of unfinished files from messages.
func unbeside(s step.Step, said []byte) []byte {
	for _, f := range written(s) {
		said = bytes.ReplaceAll(said, []byte(besideName(f)), []byte(f))
	}
	return said
}

// fail records a failure of the server or a worker.
func (e *Executor) fail(ctx context.Context, name string, a *action, err error) {
	if ctx.Err() != nil {
		return
	}
	if isUnusable(err) || e.failed.Add(1) > patience {
		if !e.down.Swap(true) && e.stamp != "" {
			keep(e.stamp, []byte(err.Error()+"\n"))
		}
		e.warn(fmt.Sprintf("remote execution: %v; everything runs here, and the server is asked again in %d seconds", err, int(rest.Seconds())))
		return
	}
	e.opt.Explain("%s: action %s failed, so it runs here: %v", name, a.digest, err)
	e.warn(fmt.Sprintf("remote execution: %s, action %s: %v; it runs here (--explain says so of each command)", name, a.digest, err))
}

// isUnusable reports whether an error is about the server and not about one action.
func isUnusable(err error) bool {
	switch reapi.CodeOf(err) {
	case codes.Unimplemented, codes.Unauthenticated, codes.PermissionDenied:
		return true
	case codes.Unavailable:
		return errors.Is(err, reapi.ErrUnreachable)
	}
	return false
}

// warn prints one warning about the server per process.
func (e *Executor) warn(message string) {
	if !e.warned.Swap(true) {
		e.opt.Warn(message)
	}
}

// result reads the outputs of a result from the server.
func (e *Executor) result(ctx context.Context, a *action, r *reapi.ActionResult) (*outcome, error) {
	o := &outcome{where: r.Worker, outputs: map[string][]byte{}, exitNonZero: r.ExitCode != 0}
	if o.where == "" {
		o.where = "a worker"
	}
	if o.exitNonZero {
		return o, nil
	}
	var digests []reapi.Digest
	for _, f := range r.Files {
		if f.Contents == nil || reapi.DigestOf(f.Contents) != f.Digest {
			digests = append(digests, f.Digest)
		}
	}
	for _, s := range []reapi.Output{r.Stdout, r.Stderr} {
		if len(s.Raw) == 0 && s.Digest != nil {
			digests = append(digests, *s.Digest)
		}
	}
	blobs, err := e.client.Fetch(ctx, digests)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Files {
		here, ok := a.outputs[f.Path]
		if !ok {
			continue
		}
		data, fetched := blobs[f.Digest]
		if !fetched {
			data = f.Contents
		}
		if f.Path == a.deps {
			here = depsOf
		}
		o.outputs[here] = data
	}
	said := func(s reapi.Output) []byte {
		if len(s.Raw) == 0 && s.Digest != nil {
			return blobs[*s.Digest]
		}
		return s.Raw
	}
	o.out.Write(said(r.Stdout))
	o.errs.Write(said(r.Stderr))
	return o, nil
}

// depsOf represents the dependency file among outputs: it is checked before it is written.
const depsOf = "\x00deps"

// whole reports whether an outcome has all outputs of the action and depends on nothing but its
// inputs.
func (e *Executor) whole(name string, a *action, o *outcome) bool {
	bad := func(format string, args ...any) bool {
		e.fail(context.Background(), name, a, fmt.Errorf("%s at %s: "+format, append([]any{o.where, e.client.Name()}, args...)...))
		return false
	}
	if o.exitNonZero {
		// The local compiler reports errors in the source.
		e.opt.Explain("%s: failed at %s (action %s), so it runs here", name, o.where, a.digest)
		return false
	}
	for path, here := range a.outputs {
		key := here
		if path == a.deps {
			key = depsOf
		}
		if _, ok := o.outputs[key]; !ok {
			return bad("the result has no %s", path)
		}
	}
	if a.deps == "" {
		return true
	}
	cwd, _ := os.Getwd()
	list := prereqs(o.outputs[depsOf])
	for _, f := range list {
		full := f
		if !filepath.IsAbs(f) {
			full = filepath.Join(cwd, f)
		}
		if !a.reads[filepath.Clean(full)] && f != a.overlay {
			return bad("it read %s, which it was not given", f)
		}
	}
	if len(list) == 0 {
		return bad("its dependency file is empty")
	}
	return true
}

// deliver writes the files of a worker's outcome, if it is complete.
func (e *Executor) deliver(name string, a *action, o *outcome, stdout, stderr io.Writer) bool {
	if !e.whole(name, a, o) {
		return false
	}
	for f, data := range o.outputs {
		if f == depsOf {
			if a.depsHere == "" {
				continue
			}
			var err error
			if data, err = without(a.overlay, data); err != nil {
				return false
			}
			f = a.depsHere
		}
		if err := os.WriteFile(f, data, 0o666); err != nil {
			e.opt.Explain("%s: %v", name, err)
			return false
		}
	}
	stdout.Write(o.out.Bytes())
	stderr.Write(o.errs.Bytes())
	return true
}

// without returns a dependency file without a file.
func without(file string, data []byte) ([]byte, error) {
	d := depfile.Parse(data)
	if !slices.Contains(d.Prereqs, file) {
		return data, nil
	}
	d.Prereqs = slices.DeleteFunc(d.Prereqs, func(f string) bool { return f == file })
	text := d.Target + ": " + strings.Join(d.Prereqs, " ") + "\n"
	if bytes.Contains(data, []byte(":\n")) {
		text += "phony:\n"
	}
	var out bytes.Buffer
	err := depfile.Merge(&out, [][]byte{[]byte(text)}, nil)
	return out.Bytes(), err
}
