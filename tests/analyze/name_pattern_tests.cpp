// SPDX-License-Identifier: MIT
#include "libllmprof/analyze/name_pattern.hpp"

#include <boost/regex.hpp>  // what ncu itself uses
#include <catch2/catch_test_macros.hpp>
#include <string>

using namespace llmprof;

namespace {

/// Whether ncu would find `printed` with the expression for `planned`, as far as Boost.Regex tells.
bool ncu_finds(std::string const& planned, std::string const& printed) {
  NamePattern const pattern(parse_kernel_name(planned));
  INFO(pattern.regex());
  CHECK(pattern.regex().find(':') == std::string::npos);
  bool const found = boost::regex_search(printed, boost::regex("^(" + pattern.regex() + ")"));
  if (!printed.starts_with("_Z")) CHECK(pattern.matches(parse_kernel_name(printed)) == found);
  return found;
}

}  // namespace

TEST_CASE("A kernel is found however a tool spells it") {
  std::string const nsys = "void at::native::f<(int)4, at::native::<unnamed>::G, (bool)1>(int, T2)";
  CHECK(ncu_finds(nsys, nsys));
  CHECK(ncu_finds(nsys, "void at::f<4, at::<unnamed>::G, 1>(int, T2)"));
  CHECK(ncu_finds(nsys, "void f<4, unnamed>::G, true>(int, T2)"));
  CHECK(ncu_finds(nsys, "void at::native::f<4u, at::native::(anonymous namespace)::G, true>(int, G)"));
  CHECK(ncu_finds("void f<true, false, 7>()", "void f<(bool)1, (bool)0, (unsigned long)7>()"));
  CHECK(ncu_finds("_Z1fILi4EEvi", "void f<(int)4>(int)"));
}

TEST_CASE("Other kernels are not found") {
  std::string const planned = "void at::native::f<(int)4, at::native::G>(int)";
  CHECK_FALSE(ncu_finds(planned, "void at::native::f<(int)8, at::native::G>(int)"));
  CHECK_FALSE(ncu_finds(planned, "void at::native::f<(int)40, at::native::G>(int)"));
  CHECK_FALSE(ncu_finds(planned, "void at::native::f<(int)4, at::native::H>(int)"));
  CHECK_FALSE(ncu_finds(planned, "void at::native::my_f<(int)4, at::native::G>(int)"));
  CHECK_FALSE(ncu_finds(planned, "void at::native::G<(int)4, f>(int)"));
  CHECK_FALSE(ncu_finds(planned, ""));
  // the same words and more: found, and NcuSelection::also says so
  CHECK(ncu_finds(planned, "void at::native::f<(int)4, at::native::G, (int)2>(int)"));
}

TEST_CASE("Names of other languages are taken as they are") {
  std::string const odd = "k[1].{a}+b*c?d^e$f|g\\h";
  CHECK(escaped_for_kernel_id(odd) == "k\\[1\\]\\.\\{a\\}\\+b\\*c\\?d\\^e\\$f\\|g\\\\h");
  CHECK(escaped_for_kernel_id("a::b") == "a\\x3a\\x3ab");
  CHECK(boost::regex_match(odd, boost::regex(escaped_for_kernel_id(odd))));
  CHECK(boost::regex_match("a::b", boost::regex(escaped_for_kernel_id("a::b"))));
  std::string const plain = "triton_poi_fused.add$0";
  CHECK(function_name(parse_kernel_name(plain)) == plain);
  CHECK(ncu_finds(plain, plain));
  CHECK_FALSE(ncu_finds(plain, "triton_poi_fusedxadd$0"));
  CHECK_FALSE(ncu_finds("gemm", "gemm_2"));
}

TEST_CASE("The function is what ncu calls it") {
  CHECK(function_name(parse_kernel_name("void at::native::<unnamed>::f<(int)4>(int)")) == "f");
  CHECK(function_name(parse_kernel_name("void cutlass::Kernel2<cutlass_80_simt>(T1::Params)")) == "Kernel2");
  CHECK(function_name(parse_kernel_name("_Z10dmatrixmulPfiiS_iiS_")) == "dmatrixmul");
}

TEST_CASE("Of a name that cannot be demangled the function is used") {
  std::string const broken = "_ZN8cublasLt19splitKreduce_kernelILi32E???";
  CHECK(function_name(parse_kernel_name(broken)) == "splitKreduce_kernel");
  CHECK(ncu_finds(broken, "void cublasLt::splitKreduce_kernel<32, 16, int>(float)"));
  NamePattern const pattern(parse_kernel_name(broken));
  CHECK(pattern.matches(parse_kernel_name(broken)));
  for (char const* const unreadable : {"", "_Z", "_ZN", "_ZN99x", "_Z???", "_ZN0xE"}) {
    CAPTURE(unreadable);
    CHECK(function_name(parse_kernel_name(unreadable)).empty());
    CHECK(NamePattern(parse_kernel_name(unreadable)).empty());
  }
}

TEST_CASE("A long name that does not match costs no more than its length") {
  std::string planned = "void f<";
  std::string other = "void f<";
  for (int i = 0; i < 400; ++i) {
    planned += "a, ";
    other += "a, a, ";
  }
  CHECK_FALSE(ncu_finds(planned + "b>()", other + "c>()"));
  CHECK(ncu_finds(planned + "b>()", other + "b>()"));
}
