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
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

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

// Executor decides where the commands of a plan run: a server that has their results or runs them, or this machine. Its
// methods may be called concurrently.
type Executor struct {
	opt      Options
	preparer *preparer
	server   *server
	here     *slots // commands that run locally
}

// New connects to a server.
func New(ctx context.Context, opt Options) (*Executor, error) {
	client, err := reapi.Dial(ctx, opt.Client)
	if err != nil {
		return nil, err
	}
	places := ""
	if opt.Dir != "" {
		places = filepath.Join(opt.Dir, "slots")
	}
	n := opt.Local
	if n <= 0 {
		n = runtime.NumCPU()
	}
	return &Executor{
		opt:      opt,
		preparer: newPreparer(&opt, newSlots(places, "scan", runtime.NumCPU())),
		server: &server{client: client, uploads: newUploads(client, newSlots(places, "send", 1)),
			health: newHealth(opt.Dir, opt.Client.URL, &opt), explain: opt.Explain},
		here: newSlots(places, "here", n),
	}, nil
}

// Close closes the connections.
func (e *Executor) Close() { e.server.client.Close() }

// quiet is how long a slot must have been free before a command that a worker runs is started
// locally as well: nothing else needs it then.
const quiet = 300 * time.Millisecond

// Run runs a command locally or remotely, and returns where it ran: "" for this machine.
func (e *Executor) Run(ctx context.Context, c *job.Command) (where string, err error) {
	begin := time.Now()
	a, err := e.ready(ctx, c)
	if err != nil {
		return "", err
	}
	if a == nil {
		return "", e.runHere(ctx, c)
	}
	a.begin = begin
	if o := e.server.cached(ctx, c.Name, a); o != nil && e.server.deliver(c, a, o) {
		e.opt.Explain("%s: taken from the action cache of %s in %d ms", c.Name, e.server.client.Name(), time.Since(begin).Milliseconds())
		return o.where, nil
	}
	if e.opt.Local > 0 {
		if release := e.here.try(0); release != nil {
			defer release()
			return "", c.Here(ctx)
		}
	}
	if e.opt.Verify {
		return e.both(ctx, c, a)
	}
	return e.race(ctx, c, a)
}

// ready makes the action of a command; nil if it is to run locally.
func (e *Executor) ready(ctx context.Context, c *job.Command) (*action, error) {
	if e.server.health.isDown() {
		return nil, nil
	}
	a, err := e.preparer.action(ctx, c.Step)
	var here *localOnlyError
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &here):
		e.opt.Explain("%s: runs here, because %s", c.Name, here.why)
	default:
		e.opt.Explain("%s: runs here: %v", c.Name, err)
	}
	return nil, nil
}

// runHere runs a command locally when there is a free slot.
func (e *Executor) runHere(ctx context.Context, c *job.Command) error {
	release, err := e.here.take(ctx, 0)
	if err != nil {
		return err
	}
	defer release()
	return c.Here(ctx)
}

// race makes a worker run the action, and starts it locally as well once this machine is idle. The
// first that succeeds wins.
func (e *Executor) race(ctx context.Context, c *job.Command, a *action) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	far := make(chan *outcome, 1)
	go func() { far <- e.server.execute(ctx, c.Name, a) }()
	near := make(chan *outcome, 1)
	gone := make(chan struct{}) // the worker has failed: the command runs locally even if no slot has been free for long
	beside := step.WithOutputs(c.Step, besideName)
	go func() {
		o := &outcome{}
		defer func() { near <- o }()
		release, err := e.besideSlot(ctx, gone)
		if err != nil {
			o.err = err
			return
		}
		defer release()
		o.err = c.Local(ctx, beside, &o.out, &o.errs)
	}()
	remoteFailed := false
	for {
		select {
		case o := <-far:
			if o.err == nil && e.server.deliver(c, a, o) {
				cancel()
				<-near // its files are removed after it has ended
				removeBeside(c.Step)
				return o.where, nil
			}
			far, remoteFailed = nil, true
			close(gone)
		case o := <-near:
			if ctx.Err() != nil && o.err != nil {
				removeBeside(c.Step)
				return "", o.err
			}
			if !remoteFailed {
				e.opt.Explain("%s: was faster here than at %s", c.Name, e.server.client.Name())
			}
			cancel()
			c.Stdout.Write(o.out.Bytes())
			c.Stderr.Write(unbeside(c.Step, o.errs.Bytes()))
			if err := publishBeside(c.Step, o.err); err != nil {
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
func (e *Executor) both(ctx context.Context, c *job.Command, a *action) (string, error) {
	far := make(chan *outcome, 1)
	go func() { far <- e.server.execute(ctx, c.Name, a) }()
	if err := e.runHere(ctx, c); err != nil {
		return "", err
	}
	o := <-far
	if o.err != nil || !e.server.whole(c.Name, a, o) {
		return "", nil
	}
	for _, f := range slices.Sorted(maps.Keys(o.outputs)) {
		if f == depsOf {
			continue
		}
		if data, err := os.ReadFile(f); err != nil || !bytes.Equal(data, o.outputs[f]) {
			e.server.health.distrust(fmt.Sprintf("%s at %s made other bytes of %s than this machine (action %s); the server is not used any more", o.where, e.server.client.Name(), c.Name, a.digest))
			return "", nil
		}
	}
	e.opt.Explain("%s: %s made the same bytes", c.Name, o.where)
	return "", nil
}
