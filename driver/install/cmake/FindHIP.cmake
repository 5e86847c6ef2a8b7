# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(HIP) of projects that add this folder to CMAKE_MODULE_PATH: the old module's
# variables and commands, which the package hip has.
find_package(hip QUIET CONFIG PATHS "${CMAKE_CURRENT_LIST_DIR}" NO_DEFAULT_PATH)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HIP REQUIRED_VARS HIP_ROOT_DIR HIP_INCLUDE_DIRS HIP_HIPCC_EXECUTABLE
  HIP_HIPCONFIG_EXECUTABLE VERSION_VAR HIP_VERSION)
