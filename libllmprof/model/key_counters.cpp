// SPDX-License-Identifier: MIT
#include "libllmprof/model/key_counters.hpp"

#include <algorithm>
#include <array>

namespace llmprof::inline v0 {
namespace {

constexpr std::array counters{
    KeyCounter{"sm__throughput.avg.pct_of_peak_sustained_elapsed", "SM", "%"},
    KeyCounter{"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "memory", "%"},
    KeyCounter{"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed", "DRAM", "%"},
    KeyCounter{"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed", "tensor", "%"},
    KeyCounter{"sm__warps_active.avg.pct_of_peak_sustained_active", "occupancy", "%"},
    KeyCounter{"l1tex__t_sector_hit_rate.pct", "L1 hit", "%"},
    KeyCounter{"lts__t_sector_hit_rate.pct", "L2 hit", "%"},
    KeyCounter{"dram__bytes.sum.per_second", "DRAM rate", "byte/s"},
    KeyCounter{"dram__bytes_read.sum", "DRAM read", "byte"},
    KeyCounter{"dram__bytes_write.sum", "DRAM written", "byte"},
    KeyCounter{"launch__registers_per_thread", "registers", "register/thread"},
};

/// What else ncu calls a counter: on the details page, in older versions.
struct Alias {
  std::string_view alias;
  std::string_view name;
};

constexpr std::array aliases{
    Alias{"Compute (SM) Throughput", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"SM [%]", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"SOL SM", "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"Memory Throughput", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"Memory [%]", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"SOL Memory", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"DRAM Throughput", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"dram__throughput.avg.pct_of_peak_sustained_elapsed",
          "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"SOL FB", "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    Alias{"Memory Throughput", "dram__bytes.sum.per_second"},  // the unit tells it from the one above
    Alias{"Achieved Occupancy", "sm__warps_active.avg.pct_of_peak_sustained_active"},
    Alias{"L1/TEX Hit Rate", "l1tex__t_sector_hit_rate.pct"},
    Alias{"L1 Hit Rate", "l1tex__t_sector_hit_rate.pct"},
    Alias{"L2 Hit Rate", "lts__t_sector_hit_rate.pct"},
    Alias{"Registers Per Thread", "launch__registers_per_thread"},
};

std::optional<std::size_t> index_of(std::string_view name, std::string_view unit) noexcept {
  for (std::size_t i = 0; i < counters.size(); ++i) {
    if (counters[i].name == name && counters[i].unit == unit) return i;
  }
  return std::nullopt;
}

}  // namespace

std::span<KeyCounter const> key_counters() noexcept { return counters; }

std::optional<std::size_t> find_key_counter(std::string_view name, std::string_view unit) noexcept {
  if (auto const found = index_of(name, unit)) return found;
  for (Alias const& alias : aliases) {
    if (alias.alias != name) continue;
    if (auto const found = index_of(alias.name, unit)) return found;
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
