// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package opencl

import (
	"strings"

	"gohipcc/runtime/backend/opencl/cl"
)

// poclPlatform is the name of PoCL's platform.
const poclPlatform = "Portable Computing Language"

// residentBlocks is how many blocks of a launch run at once for certain. OpenCL promises
// nothing beyond one, nor does anything tell what an implementation does. PoCL's driver for
// processors deals the blocks of one launch after those of the other to as many threads as it
// has compute units, and one block at a time when there are no more than threads left to take
// them: so a launch of no more blocks than threads gets a thread for each. Its drivers on
// oneTBB and on OpenMP leave that to those libraries.
func residentBlocks(d *cl.Device) int {
	if d.Platform.Name == poclPlatform && d.Type&cl.DeviceCPU != 0 &&
		!strings.HasPrefix(d.Name, "cpu-tbb") && !strings.Contains(d.Platform.Version, "OpenMP") {
		return int(d.ComputeUnits)
	}
	return 1
}
