// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"context"

	"gohipcc/toolchains/step"
)

// compile runs the command of a step, or the two steps that do the same.
func (x *Executor) compile(ctx context.Context, s *jobState, cmd step.Step, beside func(step.Step) step.Step) error {
	two := s.job.Split
	c, ok := cmd.(*step.CC1)
	// Splitting would mean two round trips to another machine.
	if two == nil || !ok || x.Remote != nil {
		return x.generate(ctx, s, cmd, beside)
	}
	if err := x.command(ctx, s, beside(two.Front(c))); err != nil {
		return err
	}
	if two.Cached.Get(&s.err) {
		return nil
	}
	said := s.err.Len()
	// LLVM's optimiser makes no loop that has several entries, no division and no conversion to half.
	mend := s.job.Mend != nil && suspect(two.Bitcode)
	var err error
	if code, ok := two.Code.(*step.CC1); ok && mend {
		err = x.generateCode(ctx, s, code, func(s step.Step) step.Step { return s })
	} else {
		err = x.command(ctx, s, two.Code)
	}
	if err == nil && s.err.Len() == said {
		two.Cached.Put(nil)
		return nil
	}
	if mend || ctx.Err() != nil {
		return err
	}
	// Messages of a separate code generator have no source locations.
	s.out.Reset()
	s.err.Reset()
	return x.command(ctx, s, beside(cmd))
}
