# NVTX3's C headers: from LLMPROF_NVTX3_INCLUDE_DIR, a CUDA toolkit, or the `nvidia-nvtx` wheel.
find_path(LLMPROF_NVTX3_INCLUDE_DIR nvtx3/nvToolsExt.h
          HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES include)
