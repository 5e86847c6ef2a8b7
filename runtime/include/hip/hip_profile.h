// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Markers for a profiler; without one they are nothing.
#ifndef HIP_INCLUDE_HIP_HIP_PROFILE_H
#define HIP_INCLUDE_HIP_HIP_PROFILE_H

#define HIP_SCOPED_MARKER(markerName, group)
#define HIP_BEGIN_MARKER(markerName, group)
#define HIP_END_MARKER()

#endif
