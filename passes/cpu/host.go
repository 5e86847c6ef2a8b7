// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package cpu

import "runtime"

// hostArch returns LLVM's name of the architecture that this process runs on.
func hostArch() string {
	if runtime.GOARCH == "arm64" {
		return "aarch64"
	}
	return "x86_64"
}
