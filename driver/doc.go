// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package driver turns a command line into a graph of jobs and runs it.
//
// The stages are packages, and the result of each can be printed: options parses the command line
// against the option table, plan makes the job graph without touching an output, results takes
// cached outputs from the content cache, and executor runs the rest in parallel. The installed
// clang decides what a job's command line looks like (clang.Driver).
package driver
