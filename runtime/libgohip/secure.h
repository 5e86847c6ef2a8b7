// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What a program with more privileges than its caller must not accept from it (secure.c).

#ifndef GOHIP_SECURE_H
#define GOHIP_SECURE_H

#include <stdbool.h>

// Whether this process has privileges that its caller lacks: it is set-user-ID or set-group-ID, or
// has file capabilities.
bool gh_elevated(void);

// Sets the cache folders of drivers in an elevated process to folders that its caller cannot write
// to. Must be called before the first driver is opened.
void gh_secure_caches(void);

#endif
