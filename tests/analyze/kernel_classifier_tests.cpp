// SPDX-License-Identifier: MIT
#include "llmprof/analyze/kernel_classifier.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "analyze/known_kernels.hpp"
#include "llmprof/error.hpp"
#include "support/temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;

namespace {

KernelClass built_in(std::string_view name) { return KernelClassifier::built_in().classify(name); }

KernelClassifier from(std::string const& yaml) { return KernelClassifier::from_yaml(yaml, "rules.yaml"); }

std::string error_of(std::string const& yaml) {
  try {
    static_cast<void>(from(yaml));
  } catch (ParseError const& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("kernels of public engines and libraries have their classes", "[kernel-classes]") {
  for (KnownKernel const& kernel : known_kernels) {
    CAPTURE(kernel.printed);
    CHECK(to_string(built_in(kernel.printed)) == to_string(kernel.kernel_class));
  }
}

TEST_CASE("a name has one class, whichever tool printed it", "[kernel-classes]") {
  for (std::string_view const printed :
       {"void at::native::vectorized_elementwise_kernel<(int)4, at::native::CUDAFunctorOnSelf_add<float>, "
        "std::array<char *, (unsigned long)2>>(int, T2, T3)",
        "prefill/void at::native::vectorized_elementwise_kernel<(int)4, "
        "at::native::CUDAFunctorOnSelf_add<float>, "
        "std::array<char *, (unsigned long)2>>(int, T2, T3)",
        "void at::vectorized_elementwise_kernel<4, at::CUDAFunctorOnSelf_add<float>, std::array<char *, "
        "2>>(int, T2, "
        "T3)",
        "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_21CUDAFunctorOnSelf_"
        "addIfEESt5arrayIPcLm2EEEEviT0_T1_"})
    CHECK(built_in(printed) == KernelClass::elementwise);
}

TEST_CASE("neither parameters nor ranges decide on a class", "[kernel-classes]") {
  CHECK(built_in("probe(CUtensorMap, Fp8KVCacheParams)") == KernelClass::other);
  CHECK(built_in("batch_prefill_attention/void probe<4>(int)") == KernelClass::other);
  CHECK(built_in("(anonymous namespace)::probe(softmax)") == KernelClass::other);
}

TEST_CASE("words are found at their edges only", "[kernel-classes]") {
  CHECK(built_in("apply_rope_kernel") == KernelClass::rope);
  CHECK(built_in("europe") == KernelClass::other);
  CHECK(built_in("upsample_nearest2d") != KernelClass::sampling);
}

TEST_CASE("names that say nothing, and odd ones, are other", "[kernel-classes]") {
  for (std::string_view const name :
       {"", "kernel", "main_kernel", "_Z", "_Zkernel", "<", ")(", "void ", "\xff\xfe"})
    CHECK(built_in(name) == KernelClass::other);
}

TEST_CASE("what is behind the first 4 KiB of a name is not looked at", "[kernel-classes]") {
  CHECK(built_in("f<" + std::string(5'000'000, '<') + "rms_norm") == KernelClass::other);
  CHECK(built_in("rms_norm<" + std::string(5'000'000, '(')) == KernelClass::norm);
  CHECK(built_in("_ZN" + std::string(5'000'000, 'S')) == KernelClass::other);
}

TEST_CASE("rules of the user come before the built-in ones", "[kernel-classes]") {
  TemporaryFolder folder;
  put_file(folder / "rules.yaml",
           "# ours\n"
           "- class: kv_cache\n"
           "  all: [^our_, .pages.]\n"
           "- class: moe_gemm\n"
           "  any: [OurExperts, 'experts$']\n"
           "  not: router\n");
  KernelClassifier const ours = KernelClassifier::from_file(folder / "rules.yaml");
  CHECK(ours.classify("our_pages") == KernelClass::kv_cache);
  CHECK(ours.classify("our_pages_gemm") == KernelClass::kv_cache);
  CHECK(ours.classify("their_our_pages") == KernelClass::other);
  CHECK(ours.classify("our_webpages") == KernelClass::other);
  CHECK(ours.classify("void ourexperts<4>(int)") == KernelClass::moe_gemm);
  CHECK(ours.classify("run_experts(int)") == KernelClass::moe_gemm);
  CHECK(ours.classify("router_experts") == KernelClass::other);
  CHECK(ours.classify("ampere_sgemm_128x64_nn") == KernelClass::gemm);
}

TEST_CASE("files of rules can be stacked, and be empty", "[kernel-classes]") {
  KernelClassifier const below = from("- {class: norm, any: probe}");
  CHECK(KernelClassifier::from_yaml("", "empty.yaml", below).classify("probe") == KernelClass::norm);
  CHECK(KernelClassifier::from_yaml("- {class: rope, any: probe}", "above.yaml", below).classify("probe") ==
        KernelClass::rope);
}

TEST_CASE("a bad rule is an error that names file and line", "[kernel-classes]") {
  CHECK_THAT(error_of("- class: norm\n  any: a\n- class: attentin\n  any: b\n"),
             ContainsSubstring("rules.yaml:3: no class 'attentin'; did you mean 'attention'?"));
  CHECK_THAT(error_of("- any: a\n"), ContainsSubstring("rules.yaml:1: a rule needs a `class`"));
  CHECK_THAT(error_of("- class: norm\n"), ContainsSubstring("rules.yaml:1: a rule needs patterns"));
  CHECK_THAT(error_of("- class: norm\n  not: a\n"), ContainsSubstring("rules.yaml:1: a rule needs patterns"));
  CHECK_THAT(error_of("- class: norm\n  any: []\n"), ContainsSubstring("rules.yaml:2: `any` has no pattern"));
  CHECK_THAT(error_of("- class: norm\n  any: '..'\n"),
             ContainsSubstring("rules.yaml:2: a pattern without text"));
  CHECK_THAT(error_of("- class: norm\n  regex: a\n"),
             ContainsSubstring("rules.yaml:2: a rule has no 'regex'"));
  CHECK_THAT(error_of("- class: [norm, rope]\n  any: a\n"),
             ContainsSubstring("rules.yaml:1: a rule has one class"));
}

TEST_CASE("a file that is no list of rules is an error", "[kernel-classes]") {
  CHECK_THAT(error_of("class: norm\n"), ContainsSubstring("rules.yaml:1: rules are a list"));
  CHECK_THAT(error_of("- norm\n"), ContainsSubstring("rules.yaml:1: rules are a list"));
  CHECK_THAT(error_of("- - norm\n"), ContainsSubstring("rules.yaml:1: rules are a list"));
  CHECK_THAT(error_of("- class: norm\n  any: [[a]]\n"), ContainsSubstring("rules.yaml:2"));
  CHECK_THAT(error_of("- class: norm\n  any: a\n  any: b\n"), ContainsSubstring("'any' is written twice"));
  CHECK_THAT(error_of("- class: norm\n  any:\n"), ContainsSubstring("a value is missing"));
  CHECK_THAT(error_of("- class: &a norm\n  any: *a\n"), ContainsSubstring("anchors"));
  CHECK_THAT(error_of("- class: norm\n  any: a: b\n"), ContainsSubstring("rules.yaml:2: bad YAML"));
  CHECK_THAT(error_of("[]\n---\n[]\n"), ContainsSubstring("more than one YAML document"));
  CHECK_THAT(error_of(std::string(2'000'000, ' ')), ContainsSubstring("larger than 1 MiB"));
  CHECK_THAT(error_of("- class: norm\n  any: " + std::string(100'000, 'a')),
             ContainsSubstring("rules.yaml:2: more than"));
  CHECK_THROWS_AS(KernelClassifier::from_file("/nowhere/rules.yaml"), IoError);
}

TEST_CASE("classes have names, and names classes", "[kernel-classes]") {
  for (KernelClass const kernel_class : all_kernel_classes())
    CHECK(parse_kernel_class(to_string(kernel_class)) == kernel_class);
  CHECK(all_kernel_classes().back() == KernelClass::other);
  CHECK_FALSE(parse_kernel_class("GEMM"));
  CHECK_FALSE(parse_kernel_class(""));
}
