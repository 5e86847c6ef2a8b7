# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# The version of a library for find_package. CMake shows it where it takes no version, and goes on
# to other prefixes.
include("${CMAKE_CURRENT_LIST_DIR}/library.cmake")
set(PACKAGE_VERSION "${_gohip_library_version}")
if(PACKAGE_VERSION STREQUAL "")
  set(PACKAGE_VERSION "none: its headers are not in ${_gohip_library_include}; `make libs` of gohipcc puts them there")
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
elseif(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
