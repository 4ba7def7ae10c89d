# SPDX-License-Identifier: MIT
# Third-party libraries. All are private to the sources: no public header names them.
if(LLMPROF_STATIC_DEPENDENCIES)
  set(Boost_USE_STATIC_LIBS ON)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
endif()
# The package config asks a consumer of the static library for the same components.
set(LLMPROF_BOOST_COMPONENTS json)
find_package(Boost 1.81 REQUIRED COMPONENTS ${LLMPROF_BOOST_COMPONENTS})
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(yaml-cpp REQUIRED)

# yaml-cpp named its target `yaml-cpp` before 0.8 and `yaml-cpp::yaml-cpp` since. The real name goes into the package's
# export file, so this is a variable and no target of ours.
if(TARGET yaml-cpp::yaml-cpp)
  set(LLMPROF_YAML_TARGET yaml-cpp::yaml-cpp)
else()
  set(LLMPROF_YAML_TARGET yaml-cpp)
endif()

# The packages of Debian and Ubuntu bring a static library, too, but their CMake files name the shared one alone. It takes
# that one's place: the target keeps its name, by which an installed llmprof asks for it.
if(LLMPROF_STATIC_DEPENDENCIES)
  get_target_property(_llmprof_yaml_type ${LLMPROF_YAML_TARGET} TYPE)
  if(NOT _llmprof_yaml_type STREQUAL "STATIC_LIBRARY")
    find_library(LLMPROF_YAML_STATIC_LIBRARY NAMES libyaml-cpp.a)
    if(NOT LLMPROF_YAML_STATIC_LIBRARY)
      message(FATAL_ERROR "LLMPROF_STATIC_DEPENDENCIES needs libyaml-cpp.a, which is not found. Debian's and Ubuntu's "
                          "libyaml-cpp-dev has it; where it is missing, build yaml-cpp with -DYAML_BUILD_SHARED_LIBS=OFF "
                          "and name its folder in CMAKE_PREFIX_PATH, or its file in LLMPROF_YAML_STATIC_LIBRARY")
    endif()
    get_target_property(_llmprof_yaml_configurations ${LLMPROF_YAML_TARGET} IMPORTED_CONFIGURATIONS)
    foreach(_llmprof_configuration IN LISTS _llmprof_yaml_configurations)
      set_target_properties(${LLMPROF_YAML_TARGET} PROPERTIES IMPORTED_LOCATION_${_llmprof_configuration}
                                                              "${LLMPROF_YAML_STATIC_LIBRARY}")
    endforeach()
  endif()
endif()
