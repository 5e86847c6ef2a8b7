// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package files

import (
	"os"
)

// Exists reports whether a name exists, of any kind of file.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// IsRegular reports whether a name is that of a regular file.
func IsRegular(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}
