// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package toolchains

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gohipcc/target"
)

// LocalAMD returns the target IDs of the AMD GPUs of this machine, without
// duplicates, in order: what the kernel driver says of each (sysfs, KFD
// topology). Without such a GPU it returns none.
func LocalAMD() []string {
	files, _ := filepath.Glob("/sys/class/kfd/kfd/topology/nodes/*/properties")
	var out []string
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		for _, line := range strings.Split(string(data), "\n") {
			v, ok := strings.CutPrefix(line, "gfx_target_version ")
			if !ok {
				continue
			}
			// Decimal: major * 10000 + minor * 100 + stepping.
			n, err := strconv.Atoi(strings.TrimSpace(v))
			if err != nil || n == 0 {
				continue
			}
			out = append(out, target.AMDName(n/10000, n/100%100, n%100))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
