// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"gohipcc/driver/files"
	"gohipcc/driver/job"
	"gohipcc/toolchains"
	"gohipcc/toolchains/step"
)

// assemble adds the job that makes machine code of a target's image, and returns the code's bundle
// entry and the processor under which the image is bundled beside it. Without an assembler the image
// keeps the target's own.
func (g *graph) assemble(t toolchains.Target, id, image string) (code []step.Entry, imageArch string) {
	tc, ok := t.Toolchain.(toolchains.CodeAssembler)
	if !ok {
		return nil, t.Arch
	}
	out := strings.TrimSuffix(image, ".out") + ".cubin"
	s, imageArch, err := tc.Assemble(g.plan.buildFor(t), t.Arch, image, out)
	g.plan.must(err)
	if s == nil || err != nil {
		return nil, t.Arch
	}
	j := job.New(s)
	j.Device = t.Arch
	g.jobs = append(g.jobs, j)
	return []step.Entry{{ID: t.EntryID(t.Arch, id), File: out, Optional: true}}, imageArch
}

// assembleOrWarn makes the build go on without machine code if an assembler that the user did not name
// rejects the image, as a toolkit does that is older than the processor: the code is then empty, and the
// device's driver compiles the image.
func (p *Plan) assembleOrWarn(j *job.Job) {
	a := j.Step.(*step.AssembleCode)
	j.InProcess = &job.InProcess{Run: func(ctx context.Context, stdout, stderr io.Writer) error {
		beside, finals := p.Files.Beside(a)
		argv := beside(a).Argv()
		var said bytes.Buffer
		c := exec.CommandContext(ctx, argv[0], argv[1:]...)
		c.Stdout, c.Stderr = stdout, &said
		err := c.Run()
		if err == nil {
			_, _ = stderr.Write(said.Bytes())
			return p.Files.Publish(finals)
		}
		files.Discard(finals)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if a.Required {
			_, _ = stderr.Write(said.Bytes())
			return fmt.Errorf("%s (%w): %s", a.Refused(), err, a.Advice())
		}
		if !p.Args.Has("no-warnings") {
			why := strings.Join(strings.Fields(said.String()), " ")
			fmt.Fprintf(stderr, "%s: warning: %s, so %s (%v: %.300s): %s\n", p.Config.Name, a.Refused(), a.Otherwise(), err, why, a.Advice())
		}
		return os.WriteFile(a.Output, nil, 0o666)
	}}
}
