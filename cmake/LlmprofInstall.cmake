# SPDX-License-Identifier: MIT
# Install rules, the CMake package with its components `llmprof`, `nvtx` and `collector`, pkg-config, and CPack.
#
# CMake's install components: `tool` is the program, what it injects and the header that marks an engine, which is all
# that a packed llmprof has; `development` are the libraries, which need their dependencies installed. `cmake --install`
# installs both.
include(CMakePackageConfigHelpers)
set(LLMPROF_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/llmprof")

# One export file a component: who wants the NVTX header only is not asked for the library's dependencies.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS llmprof EXPORT llmprofLibraryTargets FILE_SET HEADERS)
install(EXPORT llmprofLibraryTargets NAMESPACE llmprof:: DESTINATION "${LLMPROF_CMAKE_DIR}")

if(TARGET llmprof_nvtx)
  install(TARGETS llmprof_nvtx EXPORT llmprofNvtxTargets FILE_SET HEADERS COMPONENT tool)
  install(EXPORT llmprofNvtxTargets NAMESPACE llmprof:: DESTINATION "${LLMPROF_CMAKE_DIR}" COMPONENT tool)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/LlmprofFindNvtx3.cmake" DESTINATION "${LLMPROF_CMAKE_DIR}" COMPONENT tool)
endif()
if(TARGET llmprof_collector)
  install(TARGETS llmprof_collector EXPORT llmprofCollectorTargets FILE_SET HEADERS)
  install(EXPORT llmprofCollectorTargets NAMESPACE llmprof:: DESTINATION "${LLMPROF_CMAKE_DIR}")
endif()
if(TARGET llmprof_cli)
  install(TARGETS llmprof_cli COMPONENT tool)
endif()
if(TARGET llmprof_inject)
  install(TARGETS llmprof_inject LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/llmprof" COMPONENT tool)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/cmake/LICENSE-THIRD-PARTY"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tool)

get_target_property(llmprof_library_type llmprof TYPE)
if(llmprof_library_type STREQUAL "STATIC_LIBRARY")
  set(LLMPROF_IS_STATIC ON)
else()
  set(LLMPROF_IS_STATIC OFF)
endif()
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/llmprofConfig.cmake.in" "${CMAKE_CURRENT_BINARY_DIR}/llmprofConfig.cmake"
  INSTALL_DESTINATION "${LLMPROF_CMAKE_DIR}" NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# 0.x may break on a minor version.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/llmprofConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/llmprofConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/llmprofConfigVersion.cmake" DESTINATION "${LLMPROF_CMAKE_DIR}" COMPONENT tool)

# Found from the file's own place, so that the package may be installed anywhere and moved.
file(RELATIVE_PATH LLMPROF_PC_PREFIX "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/cmake/llmprof.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/llmprof.pc" @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/llmprof.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(TARGET llmprof_nvtx)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/llmprof-nvtx.pc.in" "${CMAKE_CURRENT_BINARY_DIR}/llmprof-nvtx.pc" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/llmprof-nvtx.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
          COMPONENT tool)
endif()

# `cpack --preset package`, after a build of the preset `package`: the program for other machines, in llmprof-*.tar.gz and
# llmprof_*.deb. tests/package/check.sh is what they must pass.
set(CPACK_PACKAGE_VENDOR "The llmprof developers")
set(CPACK_PACKAGE_CONTACT "The llmprof developers")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_SOURCE_IGNORE_FILES "/\\\\.git" "/build/" "/build-" "/\\\\.deps/" "/llmprof-runs/")
if(LLMPROF_STATIC_DEPENDENCIES)
  string(TOLOWER "${CMAKE_SYSTEM_NAME}" LLMPROF_SYSTEM)
  set(CPACK_PACKAGE_FILE_NAME "llmprof-${PROJECT_VERSION}-${LLMPROF_SYSTEM}-${CMAKE_SYSTEM_PROCESSOR}")
  set(CPACK_COMPONENTS_ALL tool)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
  # An archive has one folder; a .deb must have none above usr.
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/LlmprofCpack.cmake" @ONLY CONTENT [[
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
]])
  set(CPACK_PROJECT_CONFIG_FILE "${CMAKE_CURRENT_BINARY_DIR}/LlmprofCpack.cmake")
  set(CPACK_DEB_COMPONENT_INSTALL ON)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_NAME llmprof)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
