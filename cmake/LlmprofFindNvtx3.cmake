# SPDX-License-Identifier: MIT
# Finds NVTX's C headers. The build includes this file, and so does the installed package: the headers are never
# installed with llmprof, because every CUDA toolkit has them.
#
#   LLMPROF_NVTX3_INCLUDE_DIR  cache: the folder that holds nvtx3/nvToolsExt.h; set it to choose one
#   LLMPROF_NVTX3_HINTS        in: folders to look at first, each an unpacked wheel
#   LLMPROF_NVTX3_FOUND        out: whether they are there
#   llmprof_use_nvtx3(TARGET)  gives them to an interface or imported target, as system headers
#
# Looked at in turn: the hints, CUDA_HOME, CUDA_PATH, the usual toolkit folders, wheels (nvidia-nvtx from PyPI) in the
# active Python or conda environment, and what find_package(CUDAToolkit) knows.

# In a wheel the headers lie in nvidia/nvtx/include (CUDA 11, 12) or nvidia/cu13/include.
macro(_llmprof_wheel_includes result)
  set(${result})
  foreach(_llmprof_root IN ITEMS ${ARGN})
    file(GLOB _llmprof_found "${_llmprof_root}/nvidia/*/include" "${_llmprof_root}/lib/python3*/site-packages/nvidia/*/include")
    list(APPEND ${result} ${_llmprof_found})
  endforeach()
endmacro()

_llmprof_wheel_includes(_llmprof_hinted ${LLMPROF_NVTX3_HINTS})
_llmprof_wheel_includes(_llmprof_installed $ENV{VIRTUAL_ENV} $ENV{CONDA_PREFIX})

find_path(
  LLMPROF_NVTX3_INCLUDE_DIR nvtx3/nvToolsExt.h
  HINTS ${_llmprof_hinted} ${CUDAToolkit_INCLUDE_DIRS} ENV CUDA_HOME ENV CUDA_PATH
  PATHS /usr/local/cuda /opt/cuda ENV CONDA_PREFIX ${_llmprof_installed}
  PATH_SUFFIXES include targets/x86_64-linux/include targets/sbsa-linux/include
  DOC "Folder that holds nvtx3/nvToolsExt.h")

if(NOT LLMPROF_NVTX3_INCLUDE_DIR)
  find_package(CUDAToolkit QUIET)
  find_path(LLMPROF_NVTX3_INCLUDE_DIR nvtx3/nvToolsExt.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
endif()
mark_as_advanced(LLMPROF_NVTX3_INCLUDE_DIR)

# A folder chosen by hand, or cached before an upgrade of the toolkit, may not hold them.
if(EXISTS "${LLMPROF_NVTX3_INCLUDE_DIR}/nvtx3/nvToolsExt.h")
  set(LLMPROF_NVTX3_FOUND TRUE)
else()
  set(LLMPROF_NVTX3_FOUND FALSE)
endif()

function(llmprof_use_nvtx3 target)
  target_include_directories(${target} SYSTEM INTERFACE "$<BUILD_INTERFACE:${LLMPROF_NVTX3_INCLUDE_DIR}>")
endfunction()
