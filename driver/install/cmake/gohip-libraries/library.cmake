# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# What find_package knows of AMD's header libraries, which `make libs` puts into this prefix:
# where the headers are, and their version. Included with the library's name in _gohip_library.
set(_gohip_version_header_rocprim rocprim/rocprim_version.hpp)
set(_gohip_version_header_hipcub hipcub/hipcub_version.hpp)
set(_gohip_version_header_rocthrust thrust/rocthrust_version.hpp)

get_filename_component(_gohip_library_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_gohip_library_include "${_gohip_library_prefix}/include")
set(_gohip_library_version "")
set(_gohip_header "${_gohip_library_include}/${_gohip_version_header_${_gohip_library}}")
if(EXISTS "${_gohip_header}")
  file(STRINGS "${_gohip_header}" _gohip_lines REGEX "define [A-Z]+_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
  foreach(_gohip_part MAJOR MINOR PATCH)
    string(REGEX MATCH "VERSION_${_gohip_part} +([0-9]+)" _gohip_ignored "${_gohip_lines}")
    list(APPEND _gohip_library_version "${CMAKE_MATCH_1}")
  endforeach()
  string(REPLACE ";" "." _gohip_library_version "${_gohip_library_version}")
endif()
unset(_gohip_header)

# The variables that packages of rocm-cmake set beside their targets. The library is an argument,
# because the packages that a package depends on have set _gohip_library since.
macro(gohip_library_variables library)
  set(${library}_INCLUDE_DIR "${_gohip_library_include}")
  set(${library}_INCLUDE_DIRS "${_gohip_library_include}")
  set(${library}_LIBRARY ${ARGN})
  set(${library}_LIBRARIES ${ARGN})
endmacro()
