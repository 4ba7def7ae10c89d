// SPDX-License-Identifier: MIT
#include "libllmprof/model/demangle.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

using namespace llmprof;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;

namespace {

/// Doubles with each of `most` letters.
std::string bomb(std::size_t most) {
  std::string name = "_Z1fSt4pairIiiE";
  for (char const digit : std::string("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ").substr(0, most)) {
    std::string const last = std::string("S") + digit + '_';
    name += "S_I" + last + last + 'E';
  }
  return name;
}

}  // namespace

TEST_CASE("a mangled name is demangled, and nothing else") {
  CHECK(demangle("_Z4axpyPfS_i") == "axpy(float*, float*, int)");
  CHECK_FALSE(demangle("_Z4axpyPfS9_i"));
  CHECK_FALSE(demangle("axpy"));
  CHECK_FALSE(demangle(""));
  CHECK(demangle(bomb(3)).value().size() < 1000);
}

TEST_CASE("a name that stands for terabytes is not demangled") {
  CHECK_FALSE(demangle(bomb(36)));
  CHECK(demangle("_Z1fv") == "f()");  // nothing is left of it
}

TEST_CASE("a name whose back references could make it long is demangled where that can be stopped") {
  // PyTorch's normal_ of half precision.
  auto const name = demangle(
      "_ZN2at6native54_GLOBAL__N__4b00444d_21_DistributionNormal_cu_0c5b6e8543distribution_elementwise_grid"
      "_stride_kernelIfLi4EZNS0_9templates4cuda20normal_and_transformIN3c104HalfEfPNS_17CUDAGeneratorImplEZ"
      "ZZNS4_13normal_kernelIS9_EEvRKNS_10TensorBaseEddT_ENKUlvE_clEvENKUlvE1_clEvEUlfE_EEvRNS_18TensorIter"
      "atorBaseET1_T2_EUlP24curandStatePhilox4_32_10E0_ZNS1_27distribution_nullary_kernelIS7_f6float4S9_SO_"
      "SH_EEvSJ_SL_RKT3_T4_EUlifE_EEviNS_15PhiloxCudaStateESK_SL_");
  REQUIRE(name.has_value() == can_stop_demangling());
  if (!name) return;
  CHECK(name->size() == 5081);
  CHECK_THAT(*name, StartsWith("void at::native::(anonymous namespace)::"
                               "distribution_elementwise_grid_stride_kernel<float, 4, "));
  CHECK_THAT(*name, EndsWith("{lambda(float)#1})::{lambda(int, float)#1})"));
}

#ifndef LLMPROF_SANITIZED
TEST_CASE("this program has libstdc++ in it") { CHECK(can_stop_demangling()); }
#endif
