# Copyright 2026 The gohipcc Authors
# SPDX-License-Identifier: Apache-2.0

# find_package(hip): the targets hip::amdhip64, hip::host and hip::device, and the
# variables that HIP projects read.
include("${CMAKE_CURRENT_LIST_DIR}/gohip-targets.cmake")
gohip_import_runtime(hip)

if(NOT TARGET hip::host)
  # Host code that calls the HIP API, compiled by any C or C++ compiler.
  add_library(hip::host INTERFACE IMPORTED)
  set_target_properties(hip::host PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
endif()

if(NOT TARGET hip)
  # AMD's package brings the device library hip.bc in by this name, which alpaka and others
  # take for the sign that HIP was found. Here the compiler links what it needs of it.
  add_library(hip INTERFACE IMPORTED)
endif()

# What hip::device compiles for. The empty default leaves the choice to the
# compiler: SPIR-V, and this machine's own GPU.
if(NOT DEFINED GPU_TARGETS)
  if(DEFINED AMDGPU_TARGETS)
    set(GPU_TARGETS "${AMDGPU_TARGETS}")
  else()
    set(GPU_TARGETS "")
  endif()
endif()
set(GPU_TARGETS "${GPU_TARGETS}" CACHE STRING "Device targets to compile for, separated by semicolons")

if(NOT TARGET hip::device)
  # C++ sources that hold kernels, compiled by gohipcc or gohip-clang++ as the C++
  # compiler. With --hip-link that compiler finds the libraries beside libgohip.so by
  # their names, at run time, too: CMake takes their folder for one that is searched anyway.
  add_library(hip::device INTERFACE IMPORTED)
  set(_gohip_options "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-x hip>")
  foreach(_gohip_target IN LISTS GPU_TARGETS)
    list(APPEND _gohip_options "$<$<COMPILE_LANGUAGE:CXX>:--offload-arch=${_gohip_target}>")
  endforeach()
  set_target_properties(hip::device PROPERTIES
    INTERFACE_COMPILE_OPTIONS "${_gohip_options}"
    INTERFACE_LINK_OPTIONS "$<$<LINK_LANG_AND_ID:CXX,Clang>:--hip-link>"
    INTERFACE_LINK_LIBRARIES hip::host)
  unset(_gohip_options)
  unset(_gohip_target)
endif()

set(HIP_FOUND TRUE)
set(hip_INCLUDE_DIR "${GOHIP_PREFIX}/include")
set(hip_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(hip_LIB_INSTALL_DIR "${GOHIP_PREFIX}/lib")
set(hip_BIN_INSTALL_DIR "${GOHIP_PREFIX}/bin")
set(hip_LIBRARY "hip::amdhip64")
set(hip_LIBRARIES "hip::host;hip::device")
set(HIP_INCLUDE_DIR "${hip_INCLUDE_DIR}")
set(HIP_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(HIP_LIBRARIES "${hip_LIBRARIES}")
set(HIP_LIBRARY "${hip_LIBRARY}")
set(HIP_COMPILER "clang")
set(HIP_RUNTIME "rocclr")
set(HIP_PLATFORM "amd")
if(NOT HIP_ROOT_DIR) # which projects that name the folder hip set, and look beside it
  set(HIP_ROOT_DIR "${GOHIP_PREFIX}")
endif()
set(HIP_PATH "${GOHIP_PREFIX}")
set(HIP_HIPCC_EXECUTABLE "${GOHIP_PREFIX}/bin/gohipcc")
set(HIP_HIPCONFIG_EXECUTABLE "${GOHIP_PREFIX}/bin/hipconfig")
set(HIP_CXX_COMPILER "${GOHIP_PREFIX}/bin/gohip-clang++")
foreach(_gohip_part VERSION VERSION_MAJOR VERSION_MINOR VERSION_PATCH) # also where a project asks for HIP
  set(HIP_${_gohip_part} "${${CMAKE_FIND_PACKAGE_NAME}_${_gohip_part}}")
  set(hip_${_gohip_part} "${HIP_${_gohip_part}}")
endforeach()
unset(_gohip_part)

# hip_add_executable(<target> <source>... [HIPCC_OPTIONS <option>...]) and
# hip_add_library(<target> [STATIC|SHARED|MODULE] <source>... [HIPCC_OPTIONS ...]):
# the commands of the old FindHIP module. Sources are compiled by gohipcc whatever
# the project's C++ compiler is, one object each, and linked by that compiler. As with that
# module the flags are the project's for C++, then those in HIP_HIPCC_FLAGS and HIP_CLANG_FLAGS.
if(POLICY CMP0116) # Ninja's dependency files: the commands below name theirs by absolute paths
  cmake_policy(SET CMP0116 NEW)
endif()
function(_gohip_flags out)
  set(text)
  if(CMAKE_CXX_STANDARD)
    set(dialect gnu)
    if(DEFINED CMAKE_CXX_EXTENSIONS AND NOT CMAKE_CXX_EXTENSIONS)
      set(dialect c)
    endif()
    string(APPEND text " -std=${dialect}++${CMAKE_CXX_STANDARD}")
  endif()
  set(variables HIP_HIPCC_FLAGS HIP_CLANG_FLAGS)
  if(NOT DEFINED HIP_PROPAGATE_HOST_FLAGS OR HIP_PROPAGATE_HOST_FLAGS)
    list(PREPEND variables CMAKE_CXX_FLAGS)
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  foreach(variable IN LISTS variables)
    string(REPLACE ";" " " flags "${${variable}} ${${variable}_${config}}")
    string(APPEND text " ${flags}")
  endforeach()
  separate_arguments(flags UNIX_COMMAND "${text}")
  set(${out} "${flags}" PARENT_SCOPE)
endfunction()

# kind becomes what add_executable or add_library is to be told beside the objects.
function(_gohip_objects out kind target)
  set(kinds WIN32 MACOSX_BUNDLE EXCLUDE_FROM_ALL STATIC SHARED MODULE)
  cmake_parse_arguments(arg "${kinds}" "" "HIPCC_OPTIONS;HCC_OPTIONS;CLANG_OPTIONS;NVCC_OPTIONS" ${ARGN})
  set(given)
  foreach(word STATIC SHARED MODULE WIN32 MACOSX_BUNDLE EXCLUDE_FROM_ALL) # add_library wants the type first
    if(arg_${word})
      list(APPEND given ${word})
    endif()
  endforeach()
  set(${kind} "${given}" PARENT_SCOPE)
  _gohip_flags(flags)
  set(objects)
  foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(ext "${source}" LAST_EXT)
    if(ext MATCHES "^\\.(o|a|so|h|hpp|cuh|hip\\.h)$")
      list(APPEND objects "${source}")
      continue()
    endif()
    get_filename_component(source "${source}" ABSOLUTE)
    string(SHA1 id "${source}")
    string(SUBSTRING "${id}" 0 8 id)
    get_filename_component(name "${source}" NAME)
    set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.hip/${name}.${id}.o")
    set(directories "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    add_custom_command(OUTPUT "${object}"
      COMMAND "${CMAKE_COMMAND}" -E make_directory "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.hip"
      COMMAND "${HIP_HIPCC_EXECUTABLE}" -x hip -fPIC -c "${source}" -o "${object}"
        -MD -MF "${object}.d" "$<$<BOOL:${directories}>:-I$<JOIN:${directories},;-I>>"
        "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
        ${HIP_HIPCC_INCLUDE_ARGS_USER} ${flags} ${arg_HIPCC_OPTIONS} ${arg_CLANG_OPTIONS}
      DEPENDS "${source}" DEPFILE "${object}.d" COMMAND_EXPAND_LISTS VERBATIM
      COMMENT "Building HIP object ${name}.o")
    set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    list(APPEND objects "${object}")
  endforeach()
  set(${out} "${objects}" PARENT_SCOPE)
endfunction()

# The property, because a project may use either signature of target_link_libraries afterwards.
function(_gohip_link target)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES hip::host)
endfunction()

# hip_reset_flags() forgets the project's flags; hip_include_directories(<folder>...) is for the targets after it.
macro(hip_reset_flags)
  foreach(_gohip_kind HIPCC HCC CLANG NVCC)
    unset(HIP_${_gohip_kind}_FLAGS)
    unset(HIP_${_gohip_kind}_FLAGS CACHE)
  endforeach()
  unset(_gohip_kind)
endmacro()

macro(hip_include_directories)
  foreach(_gohip_folder ${ARGN})
    list(APPEND HIP_HIPCC_INCLUDE_ARGS_USER "-I${_gohip_folder}")
  endforeach()
  unset(_gohip_folder)
endmacro()

function(hip_add_executable target)
  _gohip_objects(objects kind ${target} ${ARGN})
  add_executable(${target} ${kind} ${objects})
  _gohip_link(${target})
endfunction()

function(hip_add_library target)
  _gohip_objects(objects kind ${target} ${ARGN})
  add_library(${target} ${kind} ${objects})
  _gohip_link(${target})
endfunction()
