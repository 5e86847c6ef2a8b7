# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

set(_gohip_library rocthrust)
include("${CMAKE_CURRENT_LIST_DIR}/../gohip-libraries/version.cmake")
