// SPDX-License-Identifier: MIT
#include "llmprof/analyze/measured_work.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "libllmprof/analyze/launch_counters.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view tensor_prefix = "sm__ops_path_tensor_src_";

/// What a tensor core reads, as ncu spells it in the names of its counters.
struct TensorType {
  std::string_view spelling;
  ComputePath path;
};

constexpr std::array tensor_types{
    TensorType{"fp16", ComputePath::tensor_fp16},       TensorType{"bf16", ComputePath::tensor_bf16},
    TensorType{"tf32", ComputePath::tensor_tf32},       TensorType{"fp64", ComputePath::tensor_fp64},
    TensorType{"fp8", ComputePath::tensor_fp8},         TensorType{"int8", ComputePath::tensor_int8},
    TensorType{"int4", ComputePath::tensor_int8},       TensorType{"int1", ComputePath::tensor_int1},
    TensorType{"fp4", ComputePath::tensor_fp4},         TensorType{"fp6", ComputePath::tensor_fp8},
    TensorType{"fp4_fp6", ComputePath::tensor_fp8},     TensorType{"fp6_fp8", ComputePath::tensor_fp8},
    TensorType{"fp4_fp6_fp8", ComputePath::tensor_fp8},
};

/// Types without which a list of tensor operations says little of a transformer: every chip since Ampere has
/// them.
constexpr std::array expected_types{ComputePath::tensor_fp16, ComputePath::tensor_bf16,
                                    ComputePath::tensor_tf32, ComputePath::tensor_int8};

/// FLOPs of an instruction of Volta's tensor cores, which know one shape.
constexpr double volta_operations = 512;

/// `src_fp16_dst_fp32_sparsity_off` -> `fp16`.
std::string_view source_type(std::string_view counter) {
  std::string_view const type = counter.substr(tensor_prefix.size());
  return type.substr(0, std::min(type.find("_dst_"), type.find("_sparsity_")));
}

/// `src_fp16_dst_fp32` is a part of `src_fp16`; `src_fp4_fp6_dst_fp32` is none of `src_fp4`.
bool is_part_of(std::string_view counter, std::string_view total) {
  if (!counter.starts_with(total)) return false;
  std::string_view const rest = counter.substr(total.size());
  return rest.starts_with("_dst_") || rest.starts_with("_sparsity_");
}

bool has_total(std::string const& counter, std::vector<std::string> const& all) {
  return std::any_of(all.begin(), all.end(),
                     [&](std::string const& other) { return is_part_of(counter, other); });
}

class Reading {
 public:
  explicit Reading(MeasuredLaunch const& launch) : launch_(launch), counters_(launch) {}

  Work read() {
    if (launch_.duration_ns) work_.seconds = static_cast<double>(*launch_.duration_ns) * 1e-9;
    if (!work_.seconds) miss("time: no gpu__time_duration.sum");
    read_tensor_cores();
    read_cuda_cores(ComputePath::fp32, 'f', 1);
    read_cuda_cores(ComputePath::fp16, 'h', 2);
    read_cuda_cores(ComputePath::fp64, 'd', 1);
    read_memory();
    work_.metrics = counters_.used();
    return std::move(work_);
  }

 private:
  void read_tensor_cores() {
    auto all = counters_.beginning_with(tensor_prefix);
    // Of some there is a rate, and no time to make an amount of it.
    std::erase_if(all, [&](std::string const& counter) { return !counters_.has(counter); });
    for (std::string const& counter : all) {
      if (!has_total(counter, all)) read_tensor_type(counter);
    }
    if (all.empty()) return read_tensor_instructions();
    std::string unknown;
    for (ComputePath const path : expected_types) {
      if (!work_.of(path)) unknown += (unknown.empty() ? "" : ", ") + std::string(to_string(path));
    }
    if (!unknown.empty())
      miss_operations(unknown + " operations: ncu was asked for some types only (--set roofline)");
  }

  void read_tensor_type(std::string const& counter) {
    std::string_view const type = source_type(counter);
    auto const known = std::find_if(tensor_types.begin(), tensor_types.end(),
                                    [&](TensorType const& each) { return each.spelling == type; });
    if (known == tensor_types.end())
      return miss_operations("tensor operations of " + counter + ": unknown type");
    if (auto const operations = counters_.amount(counter)) work_.add(known->path, *operations);
  }

  /// What an instruction does is known of Volta alone; none is nothing on any chip.
  void read_tensor_instructions() {
    auto instructions = counters_.amount("sm__inst_executed_pipe_tensor");
    if (!instructions) instructions = counters_.amount("smsp__inst_executed_pipe_tensor");
    bool const is_volta = launch_.compute_capability == "7.0" || launch_.compute_capability == "7.2";
    if (instructions && (is_volta || *instructions == 0)) {
      work_.add(ComputePath::tensor_fp16, *instructions * volta_operations);
    } else {
      miss_operations("tensor operations: no sm__ops_path_tensor_src_*.sum (ncu --set roofline)");
    }
  }

  /// @param width Numbers that an instruction works on.
  void read_cuda_cores(ComputePath path, char letter, double width) {
    std::string const add = thread_instructions(letter, "add");
    std::string const mul = thread_instructions(letter, "mul");
    std::string const fma = thread_instructions(letter, "fma");
    if (counters_.has(add) && counters_.has(mul) && counters_.has(fma)) {
      work_.add(path, width * (*counters_.amount(add) + *counters_.amount(mul) + 2 * *counters_.amount(fma)));
    } else {
      miss_operations(std::string(to_string(path)) + " operations: no smsp__sass_thread_inst_executed_op_" +
                      letter + "{add,mul,fma}_pred_on.sum (ncu --set roofline)");
    }
  }

  /// The counter of the partitions, or of the whole SM where that was measured.
  std::string thread_instructions(char letter, std::string_view operation) {
    std::string const counter =
        std::string("sass_thread_inst_executed_op_") + letter + std::string(operation) + "_pred_on";
    return (counters_.has("sm__" + counter) ? "sm__" : "smsp__") + counter;
  }

  void read_memory() {
    work_.dram_bytes = counters_.exact("dram__bytes");
    if (!work_.dram_bytes) work_.dram_bytes = read_and_written("dram__bytes_read", "dram__bytes_write");
    if (!work_.dram_bytes) work_.dram_bytes = read_and_written("dram__bytes_op_read", "dram__bytes_op_write");
    if (!work_.dram_bytes) work_.dram_bytes = counters_.amount("dram__bytes");
    if (!work_.dram_bytes) miss("bytes: neither dram__bytes.sum nor both of dram__bytes_{read,write}.sum");
  }

  std::optional<double> read_and_written(std::string const& reads, std::string const& writes) {
    if (!counters_.has(reads) || !counters_.has(writes)) return std::nullopt;
    return *counters_.amount(reads) + *counters_.amount(writes);
  }

  void miss_operations(std::string what) {
    work_.at_least = true;
    miss(std::move(what));
  }

  void miss(std::string what) { work_.missing.push_back(std::move(what)); }

  MeasuredLaunch const& launch_;
  LaunchCounters counters_;
  Work work_;
};

}  // namespace

Work measured_work(MeasuredLaunch const& launch) { return Reading(launch).read(); }

}  // namespace llmprof::inline v0
