# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# The release of rocWMMA whose interface the headers have.
set(PACKAGE_VERSION 1.7.0)
if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
