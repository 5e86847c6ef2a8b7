// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package driver turns a command line into a graph of jobs and runs it.
//
// The stages are packages and each can be printed: options reads the command line
// against the option table, plan makes the job graph without touching an output,
// results takes from the cache what is there, and executor runs the rest in
// parallel. What a job's command line looks like comes from the installed clang
// (clang.Driver).
package driver
