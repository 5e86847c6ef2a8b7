// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"gohipcc/driver/bundler"
)

// signalGrace is how long a command may take to end after a signal: what it runs may not look at its
// context, as a kernel does not.
const signalGrace = 2 * time.Second

// untilSignal returns a context that a signal cancels which would end this process, so that commands
// remove their temporary files. finish, called after the command, ends the process by that signal if
// there was one: a shell that runs it in a loop stops then.
func untilSignal() (ctx context.Context, finish func()) {
	ctx, cancel := context.WithCancel(context.Background())
	sigs, done := make(chan os.Signal, 1), make(chan struct{})
	for _, sig := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // nohup, and a shell for background jobs, ignore it
			signal.Notify(sigs, sig)
		}
	}
	go func() {
		sig, ok := <-sigs
		if !ok {
			return
		}
		cancel()
		select {
		case <-done:
		case <-time.After(signalGrace):
		}
		bundler.RemoveUnfinished()
		signal.Reset(sig)
		n, _ := sig.(syscall.Signal)
		syscall.Kill(os.Getpid(), n)
		time.Sleep(time.Second) // the signal is delivered to another thread
		os.Exit(128 + int(n))
	}()
	return ctx, func() {
		signal.Stop(sigs)
		close(sigs)
		close(done)
		if ctx.Err() != nil {
			select {} // the process is about to end
		}
		cancel()
	}
}
