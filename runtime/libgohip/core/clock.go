// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

package main

// #include <stdint.h>
// #include <time.h>
//
// #if defined(__x86_64__)
// static inline uint64_t cycles(void) { return __builtin_ia32_rdtsc(); }
// #else
// static inline uint64_t cycles(void) { return 0; }
// #endif
//
// static inline uint64_t nanoseconds(void) {
//   struct timespec t;
//   clock_gettime(CLOCK_MONOTONIC, &t);
//   return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
// }
//
// // Both clocks at one time: of a few readings the one that took least.
// static void both_clocks(uint64_t *c, uint64_t *ns) {
//   uint64_t least = UINT64_MAX;
//   for (int i = 0; i < 8; i++) {
//     uint64_t before = cycles(), t = nanoseconds(), after = cycles();
//     if (after - before >= least) continue;
//     least = after - before;
//     *c = before + (after - before) / 2;
//     *ns = t;
//   }
// }
import "C"

import (
	"sync"
	"time"
)

// cycleRate is the rate in kHz of the counter that kernels on this processor read for clock64 and
// wall_clock64. It is measured on first use.
var cycleRate = sync.OnceValue(func() C.int {
	var c0, c1, t0, t1 C.uint64_t
	C.both_clocks(&c0, &t0)
	time.Sleep(2 * time.Millisecond)
	C.both_clocks(&c1, &t1)
	return C.int(uint64(c1-c0) * 1000000 / uint64(t1-t0))
})
