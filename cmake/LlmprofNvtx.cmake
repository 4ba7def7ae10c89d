# SPDX-License-Identifier: MIT
# llmprof::nvtx: the header that marks an engine. Needs NVTX's C headers, unless it is switched off.
option(LLMPROF_NVTX_DISABLE "Compile the ranges of llmprof/nvtx.hpp to nothing" OFF)
option(LLMPROF_FETCH_NVTX "Download NVTX's C headers if they are not found" OFF)

# Where a bootstrap without a CUDA toolkit unpacks the wheel nvidia-nvtx.
set(LLMPROF_NVTX3_HINTS "${PROJECT_SOURCE_DIR}/.deps/nvtx")
include(LlmprofFindNvtx3)

if(LLMPROF_FETCH_NVTX AND NOT LLMPROF_NVTX3_FOUND AND NOT LLMPROF_NVTX_DISABLE)
  include(FetchContent)
  # v3.1.0-c-cpp: the C and C++ headers alone. SOURCE_SUBDIR names no folder, so that its CMake files stay unread.
  FetchContent_Declare(
    llmprof_nvtx3
    GIT_REPOSITORY https://github.com/NVIDIA/NVTX.git
    GIT_TAG a1ceb0677f67371ed29a2b1c022794f077db5fe7
    SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(llmprof_nvtx3)
  set(LLMPROF_NVTX3_INCLUDE_DIR "${llmprof_nvtx3_SOURCE_DIR}/include")
  set(LLMPROF_NVTX3_FOUND TRUE)
endif()

if(NOT LLMPROF_NVTX3_FOUND AND NOT LLMPROF_NVTX_DISABLE)
  message(STATUS "llmprof::nvtx left out: no nvtx3/nvToolsExt.h. Install a CUDA toolkit or the wheel nvidia-nvtx, "
                 "or set LLMPROF_NVTX3_INCLUDE_DIR, or -DLLMPROF_FETCH_NVTX=ON")
  return()
endif()

add_library(llmprof_nvtx INTERFACE)
add_library(llmprof::nvtx ALIAS llmprof_nvtx)
target_sources(llmprof_nvtx INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES
                                      "${PROJECT_SOURCE_DIR}/include/llmprof/nvtx.hpp")
target_compile_features(llmprof_nvtx INTERFACE cxx_std_11)
set_target_properties(llmprof_nvtx PROPERTIES EXPORT_NAME nvtx VERIFY_INTERFACE_HEADER_SETS ${PROJECT_IS_TOP_LEVEL})
if(LLMPROF_NVTX_DISABLE)
  target_compile_definitions(llmprof_nvtx INTERFACE LLMPROF_NVTX_DISABLE)
else()
  llmprof_use_nvtx3(llmprof_nvtx)
  target_link_libraries(llmprof_nvtx INTERFACE ${CMAKE_DL_LIBS})
endif()
