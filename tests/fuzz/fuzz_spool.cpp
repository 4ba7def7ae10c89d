// SPDX-License-Identifier: MIT
// What a process leaves behind that the collector was in: read as events, and followed for its sums.
#include "libllmprof/collect/run_sums.hpp"
#include "libllmprof/collect/spool_follower.hpp"
#include "libllmprof/collect/trace_file.hpp"
#include "llmprof/analyze/analyze.hpp"
#include "llmprof/parse/nsys_sqlite.hpp"
#include "support/temporary_folder.hpp"
#include "tests/fuzz/packed_spool.hpp"
#include "tests/fuzz/stages.hpp"

namespace llmprof::fuzz {
namespace {

Trace read_as_trace(std::filesystem::path const& folder) {
  std::filesystem::path const file = folder / "trace.sqlite";
  std::filesystem::remove(file);
  static_cast<void>(write_trace_file(folder, file));
  try {
    return read_nsys_sqlite(file);
  } catch (Error const& error) {
    demand(false, error.what());
    throw;
  }
}

/// So few that an input reaches them, and that no time goes into making room.
constexpr SummaryLimits limits{.paths = 16,
                               .kernels = 16,
                               .names = 64,
                               .name_bytes = 4096,
                               .open_ranges = 8,
                               .pending = 32,
                               .launches = 64,
                               .intervals = 8};

RunSums follow(std::filesystem::path const& spool) {
  SpoolFollower follower(spool, limits);
  follower.follow();
  follower.finish();
  RunSums sums;
  add_process(sums, follower.figures(), follower.header());
  return sums;
}

}  // namespace
}  // namespace llmprof::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace llmprof;
  static TemporaryFolder const folder;
  return fuzz::run(data, size, [](std::string_view bytes) {
    std::filesystem::path const spool = folder / "1-1-0.spool";
    fuzz::unpack_spool(bytes, spool);
    Profile profile = analyze(fuzz::read_as_trace(folder.path()));
    profile.whole_run = fuzz::follow(spool);
    fuzz::use(profile);
  });
}
