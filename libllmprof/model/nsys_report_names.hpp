// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace llmprof::inline v0 {

/// Names without `_` that `nsys stats` had up to 2022.4 (help of 2020.4.3 and 2022.4.2), and what they are
/// called today. 2023.4 still takes them.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 31> old_nsys_report_names{{
    {"apigpusum", "cuda_api_gpu_sum"},
    {"cudaapisum", "cuda_api_sum"},
    {"cudaapitrace", "cuda_api_trace"},
    {"gpukernsum", "cuda_gpu_kern_sum"},
    {"gpukerngbsum", "cuda_gpu_kern_gb_sum"},
    {"gpumemsizesum", "cuda_gpu_mem_size_sum"},
    {"gpumemtimesum", "cuda_gpu_mem_time_sum"},
    {"gpusum", "cuda_gpu_sum"},
    {"gputrace", "cuda_gpu_trace"},
    {"kernexecsum", "cuda_kern_exec_sum"},
    {"kernexectrace", "cuda_kern_exec_trace"},
    {"nvtxgpuproj", "nvtx_gpu_proj_trace"},
    {"nvtxkernsum", "nvtx_kern_sum"},
    {"nvtxppsum", "nvtx_pushpop_sum"},
    {"nvtxpptrace", "nvtx_pushpop_trace"},
    {"nvtxsesum", "nvtx_startend_sum"},
    {"nvtxsssum", "nvtx_startend_sum"},
    {"nvtxsum", "nvtx_sum"},
    {"osrtsum", "osrt_sum"},
    {"openaccsum", "openacc_sum"},
    {"openmpevtsum", "openmp_sum"},
    {"khrdebugsum", "opengl_khr_range_sum"},
    {"khrdebuggpusum", "opengl_khr_gpu_range_sum"},
    {"vulkanapisum", "vulkan_api_sum"},
    {"vulkanapitrace", "vulkan_api_trace"},
    {"vulkanmarkerssum", "vulkan_marker_sum"},
    {"vulkangpumarkersum", "vulkan_gpu_marker_sum"},
    {"wddmqueuesdetails", "wddm_queue_sum"},
    {"unifiedmemory", "um_sum"},
    {"unifiedmemorytotals", "um_total_sum"},
    {"umcpupagefaults", "um_cpu_page_faults_sum"},
}};

/// The name that the report has today; the same text if it is no old name.
[[nodiscard]] constexpr std::string_view todays_nsys_report_name(std::string_view name) {
  for (auto const& [old_name, new_name] : old_nsys_report_names) {
    if (name == old_name) return new_name;
  }
  return name;
}

/// The name that the report had up to 2022.4; the same text if no old name is known.
[[nodiscard]] constexpr std::string_view old_nsys_report_name(std::string_view name) {
  for (auto const& [old_name, new_name] : old_nsys_report_names) {
    if (name == new_name) return old_name;
  }
  return name;
}

}  // namespace llmprof::inline v0
