// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Package driver turns a command line into a graph of jobs and runs it.
//
// The stages are separate and each can be printed: Parse reads the command line
// against the option table, NewPlan makes the job graph without touching the
// disk's outputs, and Plan.Run executes it in parallel. What a job's command
// line looks like comes from the installed clang (toolchains.Learner); which
// jobs there are for SPIR-V, what is bundled, embedded and linked, and how jobs
// overlap is decided here.
package driver
