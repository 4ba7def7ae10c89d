// SPDX-License-Identifier: MIT
#include "llmprof/model/kernel_name.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <string>
#include <vector>

using namespace llmprof;

namespace {

/// One kernel as different tools print it; those that expand template parameters differ in the function's
/// own.
struct Spellings {
  std::string without_parameters;
  std::vector<std::string> printed;
};

}  // namespace

TEST_CASE("A kernel has one canonical form, whichever tool printed its name") {
  auto const [wanted, printed] = GENERATE(values<Spellings>({
      {"vectorized_elementwise_kernel<4,silu_kernel::{lambda()#1}::operator()::{lambda()#6}::operator()::{"
       "lambda(BFloat16)#1},array<char*,2>>",
       {"void at::native::vectorized_elementwise_kernel<(int)4, at::native::<unnamed>::silu_kernel("
        "at::TensorIteratorBase &)::[lambda() (instance 1)]::operator ()() const::[lambda() (instance 6)]::"
        "operator ()() const::[lambda(c10::BFloat16) (instance 1)], std::array<char *, (unsigned long)2>>"
        "(int, T2, T3)",
        "void at::vectorized_elementwise_kernel<4, at::<unnamed>::silu_kernel(at::TensorIteratorBase &)::"
        "[lambda() (instance 1)]::operator ()() const::[lambda() (instance 6)]::operator ()() const::"
        "[lambda(c10::BFloat16) (instance 1)], std::array<char *, 2>>(int, T2, T3)",
        "void vectorized_elementwise_kernel<4, unnamed>::silu_kernel(TensorIteratorBase &)::[lambda() "
        "(instance 1)]::operator ()() const::[lambda() (instance 6)]::operator ()() const::"
        "[lambda(BFloat16) (instance 1)], array<char *, 2>>(int, T2, T3)",
        "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::silu_kernel("
        "at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda()#6}::operator()() const::"
        "{lambda(c10::BFloat16)#1}, std::array<char*, 2ul> >(int, at::native::(anonymous namespace)::"
        "silu_kernel(at::TensorIteratorBase&)::{lambda()#1}::operator()() const::{lambda()#6}::operator()() "
        "const::{lambda(c10::BFloat16)#1}, std::array<char*, 2ul>)"}},
      {"CatArrayBatchedCopy_vectorized<OpaqueType<2>,unsigned int,3>",
       {"void "
        "at::native::<unnamed>::CatArrayBatchedCopy_vectorized<at::native::<unnamed>::OpaqueType<(unsigned "
        "int)2>, unsigned int, (int)3>(char *, int)",
        "void unnamed>::CatArrayBatchedCopy_vectorized<unnamed>::OpaqueType<2>, unsigned int, 3>(char *, "
        "int)"}},
      {"elementwise_kernel<128,2,gpu_kernel_impl_nocast<BinaryFunctor<float,float,float,MulFunctor<float>>>::"
       "{"
       "lambda(int)#1}>",
       {"void at::native::elementwise_kernel<(int)128, (int)2, void at::native::gpu_kernel_impl_nocast<"
        "at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float>>>("
        "at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)",
        "prefill/void at::elementwise_kernel<128, 2, void "
        "at::gpu_kernel_impl_nocast<at::BinaryFunctor<float, "
        "float, float, binary_internal::MulFunctor<float>>>(at::TensorIteratorBase &, const T1 &)::"
        "[lambda(int) (instance 1)]>(int, T3)",
        "_ZN2at6native18elementwise_kernelILi128ELi2EZNS0_22gpu_kernel_impl_nocastINS0_"
        "13BinaryFunctorIfffNS0_"
        "15binary_internal10MulFunctorIfEEEEEEvRNS_18TensorIteratorBaseERKT_EUliE_EEviT1_"}},
      {"flash_fwd_kernel<Flash_fwd_kernel_traits<64,0,bfloat16_t>,0,1>",
       {"void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<(int)64, (bool)0, cutlass::bfloat16_t>, "
        "(bool)0, "
        "(bool)1>(flash::Flash_fwd_params)",
        "void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 0, bfloat16_t>, 0, 1>(Flash_fwd_params)",
        "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, false, cutlass::bfloat16_t>, false, true>"
        "(flash::Flash_fwd_params)"}},
      {"indexSelectSmallIndex<long,2,-2>",
       {"void at::native::<unnamed>::indexSelectSmallIndex<long, (int)2, (int)-2>(T1)",
        "void at::<unnamed>::indexSelectSmallIndex<long, 2, (int)-2>(T1)",
        "void at::native::(anonymous namespace)::indexSelectSmallIndex<long, 2, -2>(long)"}},
      {"kernel<int,0>",
       {"std::enable_if<!T7, void>::type internal::gemvx::kernel<int, (bool)0>(T13)",
        "enable_if<!T7, void>::type kernel<int, 0>(T13)"}},
      {"Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>",
       {"void cutlass::Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(T1::Params)",
        "void Kernel2<cutlass_80_simt_sgemm_128x32_8x5_nn_align1>(Params)"}},
      {"nvjet_sm90_tst_8x64_64x16_4x1_v_bz_TNN", {"nvjet_sm90_tst_8x64_64x16_4x1_v_bz_TNN"}},
  }));
  for (std::string const& name : printed) {
    INFO(name);
    CHECK(parse_kernel_name(name).without_parameters == wanted);
  }
}

TEST_CASE("Parameters tell overloads apart where tools print them alike") {
  CHECK(parse_kernel_name("scale(float *, int)").canonical == "scale(float*,int)");
  CHECK(parse_kernel_name("ns::scale(const float*, int)").canonical == "scale(float*,int)");
  CHECK(parse_kernel_name("scale(double *, int)").canonical !=
        parse_kernel_name("scale(float *, int)").canonical);
  CHECK(parse_kernel_name("k(unsigned int, unsigned long long *)").canonical ==
        "k(unsigned int,unsigned long long*)");
}

TEST_CASE("Instantiations that differ stay apart") {
  auto const form = [](char const* name) { return parse_kernel_name(name).canonical; };
  CHECK(form("void k<(int)4>(T1)") != form("void k<(int)8>(T1)"));
  CHECK(form("void k<sin_kernel(int)::[lambda() (instance 1)]>(T1)") !=
        form("void k<cos_kernel(int)::[lambda() (instance 1)]>(T1)"));
  CHECK(form("void k<f(int)::[lambda() (instance 1)]>(T1)") !=
        form("void k<f(int)::[lambda() (instance 2)]>(T1)"));
  CHECK(form("void k<A<int>::B>(T1)") != form("void k<A<float>::B>(T1)"));
}

TEST_CASE("The short name is the function's own") {
  auto const [printed, wanted] = GENERATE(table<std::string, std::string>({
      {"void at::native::reduce_kernel<(int)512, at::native::Op<float>>(T3)", "reduce_kernel"},
      {"std::enable_if<!T7, void>::type internal::gemvx::kernel<int>(T13)", "kernel"},
      {"_ZN2at6native24vectorized_gather_kernelILi16ElEEvPcS2_PT0_illllb", "vectorized_gather_kernel"},
      {"nvjet_sm90_tst_128x64", "nvjet_sm90_tst_128x64"},
      {"triton_poi_fused_add_0", "triton_poi_fused_add_0"},
      {"Memset (Device)", "Memset"},
      {"ns::Functor::operator ()(int)", "operator()"},
  }));
  CHECK(parse_kernel_name(printed).short_name == wanted);
}

TEST_CASE("Names that are no C++ have forms, too") {
  auto const [printed, canonical, short_name] = GENERATE(table<std::string, std::string, std::string>({
      {"", "", ""},
      {"::", "::", "::"},
      {"(((", "(((", "((("},
      {">>>", ">>>", ">>>"},
      {"12", "12", "12"},
      {"{", "{", "{"},
      {"/", "", ""},
      {"a/", "", ""},
      {"_ZN", "_ZN", "_ZN"},
      {"a<b<c", "a<b<c", "a"},
      {"k<(1<2)>(int)", "k<(1<2)>(int)", "k"},
      {"\xC2\xB5kernel<int>", "\xC2\xB5kernel<int>", "\xC2\xB5kernel"},
      {"Memcpy HtoD (Pageable -> Device)", "HtoD(Pageable->Device)", "HtoD"},
  }));
  INFO(printed);
  KernelName const parsed = parse_kernel_name(printed);
  CHECK(parsed.canonical == canonical);
  CHECK(parsed.short_name == short_name);
}

TEST_CASE("A mangled name that repeats a few types many times is demangled") {
  std::string const name =
      "_ZN8cublasLt19splitKreduce_kernelILi32ELi16EiffffLb0EfffLb1ELb0ELb0ELb0EEEvNS_18cublasSplitKParamsIT4_"
      "EEPKT2_PKT8_"
      "PT7_PT3_PKS2_SF_PKT9_S6_PSG_PvlPS2_PiSL_SL_SF_SF_SF_SF_SF_";
  CHECK(demangled_kernel_name(name).starts_with("void cublasLt::splitKreduce_kernel<32, 16, int, float,"));
}

TEST_CASE("What is no mangled name stays as it is") {
  CHECK(demangled_kernel_name("_Z4axpyPfS_i") == "axpy(float*, float*, int)");
  CHECK(demangled_kernel_name("_Z4axpyPfS9_i") == "_Z4axpyPfS9_i");
  CHECK(demangled_kernel_name("axpy") == "axpy");
}
