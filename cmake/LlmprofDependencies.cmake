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
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)

# yaml-cpp named its target `yaml-cpp` before 0.8 and `yaml-cpp::yaml-cpp` since. The real name goes into the package's
# export file, so this is a variable and no target of ours.
if(TARGET yaml-cpp::yaml-cpp)
  set(LLMPROF_YAML_TARGET yaml-cpp::yaml-cpp)
else()
  set(LLMPROF_YAML_TARGET yaml-cpp)
endif()
