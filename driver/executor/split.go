// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package executor

import (
	"context"
)

// compile runs the command of a job, or the two steps that do the same.
func (x *Executor) compile(ctx context.Context, s *jobState, argv []string, spell func([]string) []string) error {
	two := s.job.Split
	if two == nil {
		return x.command(ctx, s, spell(argv))
	}
	if err := x.command(ctx, s, spell(two.Front(argv))); err != nil {
		return err
	}
	if two.Step.Get(&s.err) {
		return nil
	}
	said := s.err.Len()
	err := x.command(ctx, s, two.Code)
	if err == nil && s.err.Len() == said {
		two.Step.Put(nil)
		return nil
	}
	if ctx.Err() != nil {
		return err
	}
	// What the code generator says has no place in the source in this way.
	s.out.Reset()
	s.err.Reset()
	return x.command(ctx, s, spell(argv))
}
