// SPDX-License-Identifier: MIT
#include "llmprof/model/short_kernel_name.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "analyze/known_kernels.hpp"

using namespace llmprof;

TEST_CASE("short names keep the operation, the type and the tile", "[short-names]") {
  for (KnownKernel const& kernel : known_kernels) {
    CAPTURE(kernel.printed);
    CHECK(short_kernel_name(kernel.printed) == kernel.short_name);
  }
}

TEST_CASE("a kernel has one short name, whichever tool printed it", "[short-names]") {
  for (std::string_view const printed :
       {"void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<(int)64, (int)128, (int)128, (int)4, (bool)0, "
        "(bool)0, "
        "cutlass::bfloat16_t, Flash_kernel_traits<(int)64, (int)128, (int)128, (int)4, "
        "cutlass::bfloat16_t>>, (bool)0, "
        "(bool)1, (bool)0, (bool)0>(flash::Flash_fwd_params)",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, 0, 0, bfloat16_t, "
        "Flash_kernel_traits<64, 128, "
        "128, 4, bfloat16_t>>, 0, 1, 0, 0>(Flash_fwd_params)",
        "decode/void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 128, 4, "
        "false, "
        "false, cutlass::bfloat16_t, pytorch_flash::Flash_kernel_traits<64, 128, 128, 4, "
        "cutlass::bfloat16_t> >, false, "
        "true, false, false>(pytorch_flash::Flash_fwd_params)"})
    CHECK(short_kernel_name(printed) == "flash_fwd_kernel<hdim64, bf16, causal>");
}

TEST_CASE("what is cut off or no C++ still has a short name", "[short-names]") {
  CHECK(short_kernel_name(
            "void at::native::vectorized_elementwise_kernel<(int)4, at::native::AbsFunctor<c10::Half>, "
            "std::arr\u2026") == "vectorized_elementwise_kernel<abs, fp16>");
  CHECK(short_kernel_name("f<") == "f");
  CHECK(short_kernel_name("f<4") == "f<4>");
  CHECK(short_kernel_name("f<>") == "f");
  CHECK(short_kernel_name("").empty());
  CHECK(short_kernel_name("4") == "4");
  CHECK_FALSE(short_kernel_name("julia_\xc3\xa4 kernel!_12").empty());
}

TEST_CASE("short names of hostile names are short", "[short-names]") {
  for (std::string const part :
       {"<", "(", "a<", "a::", "tuple<", "<1,", "Functor<", "kernel_traits<", "[", "lambda(", "\xff"}) {
    std::string name = "void flash_fwd_elementwise::Kernel<";
    while (name.size() < 3'000'000) name += part;
    CAPTURE(part);
    CHECK(short_kernel_name(name).size() <= 400);
  }
  CHECK(short_kernel_name("_ZN1a1b" + std::string(1'000'000, 'I')).size() <= 400);
}
