# Third-party libraries. All are private to the sources: no public header names them.
if(LLMPROF_STATIC_DEPENDENCIES)
  set(Boost_USE_STATIC_LIBS ON)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a .so)
endif()
find_package(Boost 1.81 REQUIRED COMPONENTS json)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(fmt REQUIRED)
find_package(Threads REQUIRED)

# yaml-cpp named its target `yaml-cpp` before 0.8 and `yaml-cpp::yaml-cpp` since.
add_library(llmprof_yaml INTERFACE)
if(TARGET yaml-cpp::yaml-cpp)
  target_link_libraries(llmprof_yaml INTERFACE yaml-cpp::yaml-cpp)
else()
  target_link_libraries(llmprof_yaml INTERFACE yaml-cpp)
endif()
