// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"gohipcc/driver/bundler"
	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/toolchains/step"
)

// bundleInProcess makes this process do what the bundler's command does: the bytes are the same.
func (p *Plan) bundleInProcess(j *job.Job) {
	switch s := j.Step.(type) {
	case *step.Bundle:
		if write := bundler.Stream(s); write != nil {
			j.InProcess = &job.InProcess{Write: write, Run: func(ctx context.Context, stdout, stderr io.Writer) error {
				if s.File() == "-" {
					return write(stdout)
				}
				return files.Write(s.File(), write)
			}}
			return
		}
	case *step.Unbundle:
	case *step.AssembleCode:
		p.assembleOrWarn(j)
		return
	default:
		return
	}
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		beside, finals := p.Files.Beside(j.Step)
		argv := beside(j.Step).Argv()
		if status := bundler.Main(argv, stdout, stderr); status != 0 {
			files.Discard(finals)
			return fmt.Errorf("%s command failed with exit code %d (use -v to see invocation)", filepath.Base(argv[0]), status)
		}
		return p.Files.Publish(finals)
	}}
}
