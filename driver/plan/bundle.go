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
)

// bundleHere lets this process do what the bundler's command line says: the bytes
// are the same.
func (p *Plan) bundleHere(j *job.Job) {
	if j.Write = bundler.Stream(j.Argv); j.Write != nil && len(j.Outputs) == 1 {
		j.Run = func(ctx context.Context, stdout, stderr io.Writer) error { return files.Write(j.Outputs[0], j.Write) }
		return
	}
	j.Run = func(ctx context.Context, stdout, stderr io.Writer) error {
		spell, finals := p.Files.Beside(j)
		if status := bundler.Main(spell(j.Argv), stdout, stderr); status != 0 {
			files.Discard(finals)
			return fmt.Errorf("%s command failed with exit code %d (use -v to see invocation)", filepath.Base(j.Argv[0]), status)
		}
		return p.Files.Publish(finals)
	}
}
