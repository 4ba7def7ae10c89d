// SPDX-License-Identifier: MIT
// `llmprof doctor` on whatever machine this is.
#include <stdlib.h>

#include <boost/json.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>

#include "llmprof/parse/ceilings.hpp"
#include "support/command_line.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

bool has_problem(boost::json::value const& document) {
  for (auto const& check : document.at("checks").as_array()) {
    if (check.at("state") == "problem") return true;
  }
  return false;
}

}  // namespace

TEST_CASE("The doctor's JSON has a row for each check, and its status says whether there is a problem") {
  TemporaryFolder const folder;
  Result const result = llmprof_with({"doctor", "--format", "json", "--out", folder.path().string()});
  auto const document = boost::json::parse(result.out);
  CHECK(keys_of(document) == "schema checks");
  CHECK(document.at("schema") == "llmprof.doctor/1");
  for (auto const& check : document.at("checks").as_array()) CHECK(keys_of(check) == "name state found mend");
  CHECK(document.at("checks").as_array().size() == 18);
  CHECK(result.status == (has_problem(document) ? 1 : 0));
  CHECK(result.err.empty());
}

TEST_CASE("The doctor fails under another profiler") {
  ::setenv("NSYS_PROFILING_SESSION_ID", "4711", 1);
  Result const result = llmprof_with({"doctor"});
  ::unsetenv("NSYS_PROFILING_SESSION_ID");
  CHECK(result.status == 1);
  CHECK_THAT(result.out, ContainsSubstring("unset NSYS_PROFILING_SESSION_ID"));
  CHECK_THAT(result.out, !ContainsSubstring("4711"));
}

TEST_CASE("The doctor looks at the tools that it is given") {
  TemporaryFolder const folder;
  std::string const nsys = (folder / "nsys").string();
  CHECK_THAT(llmprof_with({"doctor", "--format", "json", "--nsys", nsys}).out,
             ContainsSubstring(nsys + ": no such program"));
}

TEST_CASE("The doctor's probe is there, and the kernel for it is not in the help") {
  Result const help = llmprof_with({"doctor", "--help"});
  CHECK_THAT(help.out, ContainsSubstring("--probe ") && !ContainsSubstring("--probe-kernel"));
  Result const kernel = llmprof_with({"doctor", "--probe-kernel"});
  if (kernel.status != 0) CHECK_THAT(kernel.err, ContainsSubstring("no kernel was launched: "));
  CHECK(llmprof_with({"doctor", "--format", "csv"}).status == 2);
}

TEST_CASE("The doctor measures the GPU, or says why it did not, and saves what it measured") {
  TemporaryFolder const folder;
  std::string const file = (folder / "ceilings.json").string();
  Result const result = llmprof_with({"doctor", "--measure", "--save", file, "--format", "json"});
  auto const document = boost::json::parse(result.out);
  auto const& last = document.at("checks").as_array().back();
  if (std::filesystem::exists(file)) {
    CHECK_FALSE(llmprof::read_ceilings_file(file).device.name.empty());
    return;
  }
  CHECK(last.at("name") == "ceilings");
  CHECK(result.status == 1);
  CHECK_THAT(result.err, ContainsSubstring(file + " was not written: nothing was measured"));
}

TEST_CASE("What the doctor measures with and saves needs a measurement") {
  CHECK(llmprof_with({"doctor", "--save", "ceilings.json"}).status == 2);
  CHECK(llmprof_with({"doctor", "--cublas", "libcublasLt.so"}).status == 2);
}
