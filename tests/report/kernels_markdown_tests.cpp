// SPDX-License-Identifier: MIT
#include "llmprof/report/kernels_markdown.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "llmprof/error.hpp"
#include "support/golden.hpp"
#include "support/sample_profile.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

KernelRecord record(std::string name, std::optional<std::int64_t> total_ns, std::uint64_t calls = 2) {
  KernelRecord result;
  result.name = std::move(name);
  result.calls = calls;
  result.total_ns = total_ns;
  return result;
}

std::vector<std::string> names(std::vector<KernelRecord> const& records) {
  std::vector<std::string> result;
  for (auto const& kernel : records) result.push_back(kernel.name);
  return result;
}

}  // namespace

TEST_CASE("top kernels come by total, then by name, unknown last", "[kernels_markdown]") {
  std::vector<KernelRecord> const records{record("d", {}), record("b", 5), record("c", 9), record("a", 5),
                                          record("e", 0)};
  CHECK(names(top_kernels(records)) == std::vector<std::string>{"c", "a", "b", "e", "d"});
  CHECK(names(top_kernels(records, 2)) == std::vector<std::string>{"c", "a"});
  CHECK(top_kernels(records, 0).empty());
  CHECK(top_kernels({}).empty());
}

TEST_CASE("a missing mean is total over calls, and no calls give none", "[kernels_markdown]") {
  CHECK(top_kernels({record("a", 9, 2)}).at(0).mean_ns == 4.5);
  CHECK_FALSE(top_kernels({record("a", 9, 0)}).at(0).mean_ns.has_value());
  CHECK_FALSE(top_kernels({record("a", {}, 2)}).at(0).mean_ns.has_value());
  auto given = record("a", 9, 2);
  given.mean_ns = 4.0;
  CHECK(top_kernels({given}).at(0).mean_ns == 4.0);
}

TEST_CASE("the table has the promised columns and digits", "[kernels_markdown]") {
  auto known = record("gemm", 1'234'567, 3);
  known.device = "NVIDIA H200 (0)";
  std::string const text = kernel_markdown({record("mystery", {}), known});
  CHECK_THAT(text, ContainsSubstring("| kernel_name | total_ms | calls | mean_ms | device |\n"
                                     "| --- | ---: | ---: | ---: | --- |\n"
                                     "| gemm | 1.235 | 3 | 0.411522 | NVIDIA H200 (0) |\n"
                                     "| mystery | n/a | 2 | n/a | n/a |\n"));
}

TEST_CASE("an empty table says so and keeps its header", "[kernels_markdown]") {
  CHECK_THAT(kernel_markdown(std::vector<KernelRecord>()),
             ContainsSubstring("No kernels") && ContainsSubstring("| kernel_name |"));
}

TEST_CASE("long names are cut, kept apart, and whole in footnotes", "[kernels_markdown]") {
  std::string const one = long_kernel_name_with('a');
  std::string const other = long_kernel_name_with('b');
  std::string const text =
      kernel_markdown({record(one, 9), record(other, 8), record("f|<unnamed>`*_[x]\ny", 7)});
  CHECK_THAT(text, ContainsSubstring("[^1] | 0.000") && ContainsSubstring("[^2] | 0.000"));
  CHECK_THAT(text, ContainsSubstring("\n[^1]: void") && ContainsSubstring("\n[^2]: void"));
  CHECK_THAT(text, ContainsSubstring("| f\\|&lt;unnamed&gt;\\`\\*\\_\\[x\\] y |"));
  for (std::size_t begin = 0; begin < text.size() && text[begin] != '['; begin = text.find('\n', begin) + 1) {
    CHECK(text.find('\n', begin) - begin < 240);  // lines of the table stay readable
  }
  check_golden(text, "report/kernels.md");
}

TEST_CASE("kernels.md is written with or without its ending", "[kernels_markdown]") {
  TemporaryFolder const folder;
  std::vector<KernelRecord> const records{record("a", 5)};
  write_kernel_markdown(records, folder / "kernels");
  write_kernel_markdown(records, folder / "other.md", 1);
  CHECK(get_file(folder / "kernels.md") == kernel_markdown(records));
  CHECK(get_file(folder / "other.md") == kernel_markdown(records, 1));
  CHECK_THROWS_AS(write_kernel_markdown(records, folder / "none/kernels.md"), IoError);
}
