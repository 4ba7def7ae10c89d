// SPDX-License-Identifier: MIT
// What is measured on a GPU that computes nothing: figures, calls and what is given back.
#include "llmprof/session/measure_ceilings.hpp"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "session/planted_machine.hpp"

using namespace llmprof;
using namespace llmprof::tests;
using Catch::Approx;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

MeasureRequest fake_request() {
  MeasureRequest request;
  request.cuda_library = LLMPROF_FAKE_DRIVER;
  request.cublas = LLMPROF_FAKE_DRIVER;
  return request;
}

/// The calls of one measurement, in their order.
class Log {
 public:
  [[nodiscard]] std::vector<std::string> calls() const {
    std::ifstream file(folder_ / "log");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
  }
  [[nodiscard]] auto count(std::string const& name) const {
    auto const all = calls();
    return std::count(all.begin(), all.end(), name);
  }
  /// Each thing that was made was given back.
  [[nodiscard]] bool is_balanced(long failed_makes = 0) const {
    return count("cuMemAlloc") + count("cuStreamCreate") + count("cuEventCreate") + count("cublasLtCreate") +
               count("cublasLtMatmulDescCreate") + count("cublasLtMatrixLayoutCreate") +
               count("cublasLtMatmulPreferenceCreate") - failed_makes ==
           count("cuMemFree") + count("cuStreamDestroy") + count("cuEventDestroy") +
               count("cublasLtDestroy") + count("cublasLtMatmulDescDestroy") +
               count("cublasLtMatrixLayoutDestroy") + count("cublasLtMatmulPreferenceDestroy");
  }

 private:
  TemporaryFolder folder_;
  Variable variable_{"LLMPROF_TEST_LOG", (folder_ / "log").string()};
};

std::string names_of(Checks const& checks) {
  std::string names;
  for (Check const& check : checks)
    names += (names.empty() ? "" : "; ") + check.name + ' ' + std::string(to_string(check.state));
  return names;
}

}  // namespace

TEST_CASE("Figures are the work of a run over its time") {
  Variable const time("LLMPROF_TEST_MS", "4");  // of four runs; of one where it warms up
  Measurement const measured = measure_ceilings(fake_request());
  REQUIRE(measured.ceilings);
  CHECK(names_of(measured.checks) ==
        "memory bandwidth ok; bf16 products ok; fp16 products ok; tf32 products ok; fp8 products ok");
  Ceilings const& ceilings = *measured.ceilings;
  REQUIRE(ceilings.bandwidth);
  CHECK(ceilings.bandwidth->best == Approx(2.0 * 2048 * 1048576 / 1e-3));
  CHECK(ceilings.bandwidth->median == Approx(ceilings.bandwidth->best));
  CHECK(ceilings.bandwidth->samples == 20);
  CHECK(ceilings.flops.size() == 4);
  CHECK(ceilings.flops.at(DataType::bf16).best == Approx(2.0 * 8192 * 8192 * 8192 / 1e-3));
  CHECK(find_check(measured.checks, "memory bandwidth").found ==
        "4.29 TB/s measured by a copy of 2048 MiB, 87 % of 4.92 TB/s (memory clock x bus width); best of 20, "
        "median 4.29 TB/s");
  CHECK_THAT(find_check(measured.checks, "bf16 products").found,
             StartsWith("1100 TFLOP/s measured by a product of 8192 x 8192 matrices, 1"));
}

TEST_CASE("The best counts, and the median is told") {
  Variable const time("LLMPROF_TEST_MS", "8,4,16");
  Measurement const measured = measure_ceilings(fake_request());
  REQUIRE(measured.ceilings);
  CHECK(measured.ceilings->bandwidth->best == Approx(2 * measured.ceilings->bandwidth->median));
}

TEST_CASE("The device is described") {
  Measurement const measured = measure_ceilings(fake_request());
  REQUIRE(measured.ceilings);
  Device const& device = measured.ceilings->device;
  CHECK(device.name == "NVIDIA H200");
  CHECK(device.uuid == "GPU-00112233-4455-6677-8899-aabbccddeeff");
  CHECK(device.compute_major == 9);
  CHECK(device.compute_minor == 0);
  CHECK(device.sm_count == 132);
  CHECK(device.clock_hz == 1980000000);
  CHECK(device.memory_bandwidth == 4916736000000);
}

TEST_CASE("Types that the tensor cores lack are left out") {
  Variable const turing("LLMPROF_TEST_CAPABILITY", "75");
  CHECK(names_of(measure_ceilings(fake_request()).checks) == "memory bandwidth ok; fp16 products ok");
  Variable const ampere("LLMPROF_TEST_CAPABILITY", "80");
  CHECK(names_of(measure_ceilings(fake_request()).checks) ==
        "memory bandwidth ok; bf16 products ok; fp16 products ok; tf32 products ok");
}

TEST_CASE("Slow work is run less often") {
  Variable const time("LLMPROF_TEST_MS", "700");
  Log const log;
  Measurement const measured = measure_ceilings(fake_request());
  CHECK(measured.ceilings->bandwidth->samples == 1);
  CHECK(measured.ceilings->bandwidth->best == Approx(2.0 * 2048 * 1048576 / 0.7));
  CHECK(log.count("cublasLtMatmul") == 4 * 2);  // four types: one to warm up, one that counts
}

TEST_CASE("Time is taken between two events, after the work has ended, and all is given back") {
  Variable const turing("LLMPROF_TEST_CAPABILITY", "70");
  Variable const time("LLMPROF_TEST_MS", "100");
  Log const log;
  (void)measure_ceilings(fake_request());
  auto const calls = log.calls();
  std::vector<std::string> const sample = {"cuEventRecord",      "cublasLtMatmul",    "cublasLtMatmul",
                                           "cublasLtMatmul",     "cublasLtMatmul",    "cuEventRecord",
                                           "cuEventSynchronize", "cuEventElapsedTime"};
  CHECK(std::search(calls.begin(), calls.end(), sample.begin(), sample.end()) != calls.end());
  CHECK(std::count(calls.begin(), calls.end(), "cuMemcpyHtoD") == 3);  // random numbers into what is read
  CHECK(log.is_balanced());
}

TEST_CASE("Types, sums and attributes are those of cuBLAS") {
  Log const log;
  (void)measure_ceilings(fake_request());
  CHECK(log.count("compute 68") == 3);
  CHECK(log.count("compute 77") == 1);             // tf32
  CHECK(log.count("attribute 3") == 4);            // transposed
  CHECK(log.count("attribute 25") == 1);           // quick sums of fp8
  CHECK(log.count("layout 14 of 8192") == 2 + 1);  // bf16, and the sums of fp8
  CHECK(log.count("layout 2 of 8192") == 2);       // fp16
  CHECK(log.count("layout 0 of 8192") == 2);       // tf32
  CHECK(log.count("layout 28 of 8192") == 1);      // fp8
}

TEST_CASE("Little free memory makes the work smaller, too little is said") {
  Variable const volta("LLMPROF_TEST_CAPABILITY", "70");
  {
    Variable const free("LLMPROF_TEST_FREE_MIB", "2000");
    Log const log;
    CHECK(names_of(measure_ceilings(fake_request()).checks) == "memory bandwidth ok; fp16 products ok");
    CHECK(log.count("cuMemAlloc 500") == 2);
    CHECK(log.count("layout 2 of 8192") == 2);
  }
  {
    Variable const free("LLMPROF_TEST_FREE_MIB", "500");
    Log const log;
    Measurement const measured = measure_ceilings(fake_request());
    CHECK(names_of(measured.checks) == "memory bandwidth problem; fp16 products ok");
    CHECK(find_check(measured.checks, "memory bandwidth").found ==
          "not measured: that needs 1024 MiB of free GPU memory");
    CHECK(log.count("layout 2 of 4096") == 2);
    CHECK(measured.ceilings.has_value());
    CHECK_FALSE(measured.ceilings->bandwidth.has_value());
  }
  Variable const free("LLMPROF_TEST_FREE_MIB", "50");
  Measurement const measured = measure_ceilings(fake_request());
  CHECK(names_of(measured.checks) == "memory bandwidth problem; fp16 products problem");
  CHECK_FALSE(measured.ceilings.has_value());
}

TEST_CASE("A call that fails is a problem with the name of the error, and all is given back") {
  struct Failure {
    char const* what;
    char const* bandwidth;
    char const* product;
    long made_none;  ///< Calls that made nothing, so that nothing was given back.
  };
  auto const failure = GENERATE(
      Failure{"cuMemAlloc:2", "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY",
              "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY", 2},
      Failure{"cuMemcpyHtoD:700", "cuMemcpyHtoD failed: CUDA_ERROR_ILLEGAL_ADDRESS",
              "cuMemcpyHtoD failed: CUDA_ERROR_ILLEGAL_ADDRESS", 0},
      Failure{"cuStreamCreate:2", "cuStreamCreate failed: ", "cuStreamCreate failed: ", 2},
      Failure{"cuEventCreate:2", "cuEventCreate failed: ", "cuEventCreate failed: ", 2},
      Failure{"cuEventSynchronize:999", "cuEventSynchronize failed with error 999",
              "cuEventSynchronize failed with error 999", 0},
      Failure{"cublasLtMatmulDescCreate:1", "measured by", "cublasLtMatmulDescCreate failed: CUBLAS_", 1},
      Failure{"cublasLtMatmul:13", "measured by", "cublasLtMatmul failed: CUBLAS_STATUS_EXECUTION_FAILED",
              0});
  CAPTURE(failure.what);
  Variable const volta("LLMPROF_TEST_CAPABILITY", "70");
  Variable const fail("LLMPROF_TEST_FAIL", failure.what);
  Log const log;
  Measurement const measured = measure_ceilings(fake_request());
  CHECK_THAT(find_check(measured.checks, "memory bandwidth").found, ContainsSubstring(failure.bandwidth));
  Check const& product = find_check(measured.checks, "fp16 products");
  CHECK(product.state == CheckState::problem);
  CHECK_THAT(product.found, StartsWith(failure.product));
  CHECK(log.is_balanced(failure.made_none));
}

TEST_CASE("A GPU whose clock stands still is a problem") {
  Variable const time("LLMPROF_TEST_MS", "0");
  CHECK_THAT(find_check(measure_ceilings(fake_request()).checks, "memory bandwidth").found,
             EndsWith("no time has passed"));
}

TEST_CASE("Without cuBLAS the bandwidth is measured alone") {
  MeasureRequest request = fake_request();
  request.cublas = "/no/such/libcublasLt.so.13";
  Measurement const measured = measure_ceilings(request);
  CHECK(names_of(measured.checks) == "memory bandwidth ok; matrix products warning");
  Check const& products = find_check(measured.checks, "matrix products");
  CHECK_THAT(products.found, ContainsSubstring("/no/such/libcublasLt.so.13"));
  CHECK_THAT(products.mend, ContainsSubstring("--cublas PATH"));
  REQUIRE(measured.ceilings);
  CHECK(measured.ceilings->flops.empty());
}

TEST_CASE("A cuBLAS that cannot begin, or has no product, is told") {
  {
    Variable const fail("LLMPROF_TEST_FAIL", "cublasLtCreate:1");
    CHECK(find_check(measure_ceilings(fake_request()).checks, "matrix products").found ==
          "cublasLtCreate failed: CUBLAS_STATUS_NOT_INITIALIZED");
  }
  {
    Variable const none("LLMPROF_TEST_ALGORITHMS", "0");
    Check const check = find_check(measure_ceilings(fake_request()).checks, "fp8 products");
    CHECK(check.state == CheckState::warning);
    CHECK(check.found == "cuBLAS has no such product for this GPU");
  }
  Variable const fail("LLMPROF_TEST_FAIL", "cublasLtMatmulAlgoGetHeuristic:15");
  CHECK(find_check(measure_ceilings(fake_request()).checks, "fp8 products").state == CheckState::warning);
}

TEST_CASE("Without a GPU nothing is measured, and that is no problem") {
  MeasureRequest request = fake_request();
  request.cuda_library = "libno-such-driver.so.1";
  Measurement measured = measure_ceilings(request);
  CHECK(names_of(measured.checks) == "ceilings unknown");
  CHECK_THAT(measured.checks.front().found, StartsWith("no GPU to measure: libno-such-driver.so.1"));
  CHECK_FALSE(measured.ceilings.has_value());
  Variable const no_device("LLMPROF_TEST_CUINIT", "100");
  measured = measure_ceilings(fake_request());
  CHECK(measured.checks.front().found == "no GPU to measure: cuInit: CUDA_ERROR_NO_DEVICE");
}

TEST_CASE("A driver that does not start is a problem") {
  Variable const broken("LLMPROF_TEST_CUINIT", "999");
  Measurement const measured = measure_ceilings(fake_request());
  CHECK(names_of(measured.checks) == "ceilings problem");
  CHECK(measured.checks.front().found == "cuInit failed with error 999");
}
