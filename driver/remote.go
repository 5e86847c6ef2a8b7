// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"gohipcc/driver/cache"
	"gohipcc/driver/options"
	"gohipcc/driver/plan"
	"gohipcc/driver/reapi"
	"gohipcc/driver/remote"
	"gohipcc/internal/secure"
)

// The environment variables of remote execution, for builds whose command lines are hard to change.
const (
	remoteExecutorEnv   = "GOHIPCC_REMOTE_EXECUTOR"
	remotePropertiesEnv = "GOHIPCC_REMOTE_PROPERTIES"
	remoteLocalEnv      = "GOHIPCC_REMOTE_LOCAL"
)

// defaultRemoteJobs is how many jobs of a build run at once when they run remotely.
const defaultRemoteJobs = 64

// remoteServer returns the server that runs jobs, or "".
func remoteServer(args *options.Args) string {
	if v, ok := args.Value("remote-executor"); ok {
		if v == "off" {
			return ""
		}
		return v
	}
	return secure.Getenv(remoteExecutorEnv)
}

// intValue returns the number that an option has; checkValues has validated it.
func intValue(args *options.Args, id string, otherwise int) int {
	if v, ok := args.Value(id); ok {
		if n, err := strconv.Atoi(v); err == nil {
			return n
		}
	}
	return otherwise
}

// openRemote connects to the server that runs jobs.
func (c *compilation) openRemote(ctx context.Context, p *plan.Plan, server string, explain func(string, ...any), warn func(string)) (*remote.Executor, error) {
	if !reapi.IsURL(server) {
		return nil, fmt.Errorf("--remote-executor=%s: want the URL of a server of the Bazel Remote Execution API, such as grpcs://host:443/instance", server)
	}
	client, err := cache.SecurityFromEnv().Client(server)
	if err != nil {
		return nil, err
	}
	client.Version = Version
	properties, err := remoteProperties(c.args)
	if err != nil {
		return nil, err
	}
	here := runtime.NumCPU()
	if v := secure.Getenv(remoteLocalEnv); v != "" {
		if here, err = strconv.Atoi(v); err != nil || here < 0 {
			return nil, fmt.Errorf("%s=%s: want a number of jobs", remoteLocalEnv, v)
		}
	}
	opt := remote.Options{Client: client, TempDir: c.cfg.TempDir, Local: intValue(c.args, "remote-local", here), Verify: c.args.Has("remote-verify"),
		Properties: properties, Explain: explain, Warn: warn}
	if c.cfg.CacheDir != "" {
		opt.Dir = filepath.Join(c.cfg.CacheDir, "remote")
	}
	if reapi.OpenToAll(server) {
		warn(fmt.Sprintf("the server %s is plain grpc: whoever is on the way to it decides what is in your programs; use grpcs://", server))
	}
	r, err := remote.New(ctx, opt)
	if err != nil {
		return nil, fmt.Errorf("--remote-executor: %w", err)
	}
	return r, nil
}

// remoteProperties are the properties that workers must have: those of the environment, overridden
// by name by those of the command line.
func remoteProperties(args *options.Args) ([]reapi.Property, error) {
	var out []reapi.Property
	given := map[string]bool{}
	add := func(text, from string, old bool) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return fmt.Errorf("%s: want name=value, not %q", from, text)
		}
		if !old || !given[name] {
			out = append(out, reapi.Property{Name: name, Value: value})
		}
		given[name] = given[name] || !old
		return nil
	}
	for _, v := range args.Values("remote-property") {
		if err := add(v, "--remote-property=", false); err != nil {
			return nil, err
		}
	}
	for v := range strings.SplitSeq(secure.Getenv(remotePropertiesEnv), ",") {
		if v = strings.TrimSpace(v); v != "" {
			if err := add(v, remotePropertiesEnv, true); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
