// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What a program with more rights than its caller must not take from it (secure.c).

#ifndef GOHIP_SECURE_H
#define GOHIP_SECURE_H

#include <stdbool.h>

// Whether this process has rights that its caller lacks: it is setuid or setgid, or has
// file capabilities.
bool gh_elevated(void);

// Gives drivers of an elevated process places for what they compile that its caller cannot
// write to. To be called before the first driver is opened.
void gh_secure_caches(void);

#endif
