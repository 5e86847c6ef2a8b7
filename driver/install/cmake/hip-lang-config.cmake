# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# CMake's HIP language (project(p LANGUAGES HIP)) loads this file from the root that
# the compiler names in "Found HIP installation:".
get_filename_component(_gohip_hip "${CMAKE_CURRENT_LIST_DIR}/../hip" ABSOLUTE)
include("${_gohip_hip}/gohip-targets.cmake")
gohip_import_runtime(hip-lang)

if(NOT TARGET hip-lang::host) # which projects change
  add_library(hip-lang::host INTERFACE IMPORTED)
  set_target_properties(hip-lang::host PROPERTIES INTERFACE_LINK_LIBRARIES hip-lang::amdhip64)
endif()
if(NOT TARGET hip-lang::device)
  add_library(hip-lang::device INTERFACE IMPORTED)
  # The compiler finds the headers of its own prefix; only the link needs help.
  set_target_properties(hip-lang::device PROPERTIES
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1"
    INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:HIP>:--hip-link>"
    INTERFACE_LINK_LIBRARIES hip-lang::host)
endif()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET "hip-lang::device")
unset(_gohip_hip)
