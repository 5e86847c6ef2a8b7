// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"io"
)

func runMLIR(ctx context.Context, file string, args []string, o *runOptions, stdout, stderr io.Writer) error {
	return fmt.Errorf("%s", file)
}
