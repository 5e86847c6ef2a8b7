# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(rocwmma): roc::rocwmma, the headers of rocWMMA's interface.
get_filename_component(_gohip_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${_gohip_prefix}")
if(NOT TARGET roc::rocwmma)
  add_library(roc::rocwmma INTERFACE IMPORTED)
  set_target_properties(roc::rocwmma PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${_gohip_prefix}/include"
    INTERFACE_LINK_LIBRARIES hip::device)
endif()
set(rocwmma_FOUND TRUE)
set(rocwmma_INCLUDE_DIR "${_gohip_prefix}/include")
set(rocwmma_INCLUDE_DIRS "${rocwmma_INCLUDE_DIR}")
unset(_gohip_prefix)
