// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "llmprof/model/kernel_class.hpp"

/// A kernel of a public engine or library as a profiler prints it, what it does, and its name in tables.
struct KnownKernel {
  std::string_view printed;
  llmprof::KernelClass kernel_class;
  std::string_view short_name;
};

using llmprof::KernelClass;

/// vLLM, SGLang, TensorRT-LLM, FlashInfer, FlashAttention, llama.cpp, llm.c, cuBLAS, CUTLASS, cuDNN, PyTorch,
/// Triton, Marlin, AWQ, GPTQ, bitsandbytes, Mamba, NCCL, DeepGEMM, DeepEP, CUB, and our example.
constexpr std::array known_kernels = std::to_array<KnownKernel>({
    {"void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<128, 128, 64, 4, false, false, "
     "cutlass::bfloat16_t, Flash_kernel_traits<128, 128, 64, 4, cutlass::bfloat16_t> >, false, true, false, "
     "false, false, true, false, false>(flash::Flash_fwd_params)",
     KernelClass::attention, "flash_fwd_kernel<hdim128, bf16, causal>"},
    {"void "
     "cutlass::device_kernel<flash::enable_sm90_or_later<flash::FlashAttnFwdSm90<flash::"
     "CollectiveMainloopFwdSm90<2, cute::tuple<cute::C<1>, cute::C<1>, cute::C<1> >, "
     "cute::tuple<cute::C<128>, cute::C<176>, cute::C<128> >, 128, cutlass::bfloat16_t, float, "
     "cutlass::arch::Sm90, true, false, false, true> > > >(flash::FlashAttnFwdSm90<int>::Params)",
     KernelClass::attention, "device_kernel<FlashAttnFwdSm90, 128x176x128, bf16>"},
    {"void cutlass::device_kernel<flash::FlashAttnFwdCombine<cute::tuple<cute::C<8>, cute::C<128> >, 7, 256, "
     "1, false, false, cutlass::bfloat16_t, float, cutlass::arch::Sm90> "
     ">(flash::FlashAttnFwdCombine<int>::Params)",
     KernelClass::attention, "device_kernel<FlashAttnFwdCombine, 8x128, bf16>"},
    {"void cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cute::tuple<int, int, int, int>, "
     "cutlass::gemm::collective::CollectiveMma<cutlass::gemm::MainloopSm90TmaGmmaWarpSpecializedFP8<4, "
     "cute::tuple<cute::C<2>, cute::C<1>, cute::C<1> >, cutlass::gemm::KernelTmaWarpSpecializedPingpong>, "
     "cute::tuple<cute::C<64>, cute::C<128>, cute::C<128> >, cutlass::float_e4m3_t> > >(Params)",
     KernelClass::gemm, "device_kernel<GemmUniversal, 64x128x128, fp8_e4m3>"},
    {"void "
     "cutlass::device_kernel<cutlass::gemm::kernel::GemmUniversal<cutlass::gemm::GroupProblemShape<cute::"
     "tuple<int, int, int> >, cutlass::gemm::collective::CollectiveMma<int> > >(Params)",
     KernelClass::moe_gemm, "device_kernel<GemmUniversal, int>"},
    {"void mul_mat_vec_q<(ggml_type)12, 1, false, false>(void const*, void const*, int const*, float*)",
     KernelClass::gemm, "mul_mat_vec_q<q4_K, 1, 0, 0>"},
    {"void mul_mat_q<(ggml_type)8, 64, false>(char const*, int const*)", KernelClass::gemm,
     "mul_mat_q<q8_0, 64, 0>"},
    {"void mul_mat_vec_f<__half, float, 1, 128>(__half const*, float const*)", KernelClass::gemm,
     "mul_mat_vec_f<fp16, float, 1, 128>"},
    {"quantize_q8_1(float const*, void*, long, long, long, long, long, int, int)", KernelClass::quantisation,
     "quantize_q8_1"},
    {"void quantize_mmq_q8_1<(mmq_q8_1_ds_layout)0>(float const*, int const*)", KernelClass::quantisation,
     "quantize_mmq_q8_1<0>"},
    {"void flash_attn_ext_vec<128, 1, (ggml_type)1, (ggml_type)1, false>(char const*, char const*)",
     KernelClass::attention_decode, "flash_attn_ext_vec<128, 1, 1, 1, 0>"},
    {"void flash_attn_ext_f16<128, 128, 8, 2, false, false>(char const*, char const*)",
     KernelClass::attention, "flash_attn_ext_f16<128, 128, 8, 2, 0, 0>"},
    {"void flash_attn_combine_results<128>(float const*, float2 const*, float*, int)", KernelClass::attention,
     "flash_attn_combine_results<128>"},
    {"void rms_norm_f32<1024, true, false>(float const*, float*, int)", KernelClass::norm,
     "rms_norm_f32<1024, 1, 0>"},
    {"void rope_norm<true, false, float, float>(float const*, float*)", KernelClass::rope,
     "rope_norm<1, 0, float>"},
    {"void rope_neox<true, false, float, __half>(float const*, float*)", KernelClass::rope,
     "rope_neox<1, 0, float, fp16>"},
    {"void k_get_rows_float<float, float>(float const*, int const*)", KernelClass::embedding,
     "k_get_rows_float<float>"},
    {"void k_set_rows<float, long, __half, &(set_rows_1(float const&, __half&))>(float const*)",
     KernelClass::kv_cache, "k_set_rows<float, long, fp16>"},
    {"void cpy_flt<&(void cpy_1_flt<float, __half>(char const*, char*))>(char const*, char*, int)",
     KernelClass::copy, "cpy_flt<float>"},
    {"void soft_max_f32<true, 0, 0, float>(float const*)", KernelClass::softmax,
     "soft_max_f32<1, 0, 0, float>"},
    {"void k_bin_bcast<&(op_add(float, float)), float, float, float>(float const*)", KernelClass::elementwise,
     "k_bin_bcast<float>"},
    {"void unary_gated_op_kernel<&(op_silu(float)), float>(float const*)", KernelClass::activation,
     "unary_gated_op_kernel<float>"},
    {"void dequantize_block_q4_K<__half>(void const*, __half*)", KernelClass::quantisation,
     "dequantize_block_q4_K<fp16>"},
    {"void convert_unary<float, __half>(void const*, __half*)", KernelClass::copy,
     "convert_unary<float, fp16>"},
    {"encoder_forward_kernel3(float4*, int const*, float const*, float const*, int, int, int)",
     KernelClass::embedding, "encoder_forward_kernel3"},
    {"layernorm_forward_kernel3(float*, float*)", KernelClass::norm, "layernorm_forward_kernel3"},
    {"attention_forward_kernel2(float*, float const*)", KernelClass::attention, "attention_forward_kernel2"},
    {"softmax_forward_kernel5(float*, float, float const*, int, int)", KernelClass::softmax,
     "softmax_forward_kernel5"},
    {"permute_kernel(float*, float*, float*, float const*, int, int, int, int)", KernelClass::copy,
     "permute_kernel"},
    {"residual_forward_kernel(float*, float*, float*, int)", KernelClass::elementwise,
     "residual_forward_kernel"},
    {"gelu_forward_kernel(float*, float const*, int)", KernelClass::activation, "gelu_forward_kernel"},
    {"void marlin::Marlin<__nv_bfloat16, 1125899906908672l, 256, 1, 8, 8, false, 4, 8, false>(int4 const*)",
     KernelClass::gemm, "Marlin<bf16, 1125899906908672, 256, 1, 8, 8, ...>"},
    {"void vllm::awq::gemm_forward_4bit_cuda_m16nXk32<128>(int, int, __half*, int*)", KernelClass::gemm,
     "gemm_forward_4bit_cuda_m16nXk32<128>"},
    {"void gemm_half_q_half_gptq_kernel<true, 4>(int)", KernelClass::gemm,
     "gemm_half_q_half_gptq_kernel<1, 4>"},
    {"vllm::gptq::gemm_half_q_half_gptq_4bit_kernel(int)", KernelClass::gemm,
     "gemm_half_q_half_gptq_4bit_kernel"},
    {"void kgemm_4bit_inference_naive<__nv_bfloat16, 128, 16>(int, int, int)", KernelClass::gemm,
     "kgemm_4bit_inference_naive<bf16, 128, 16>"},
    {"void kDequantizeBlockwise<__nv_bfloat16, 512, 64, 8, 2>(float*)", KernelClass::quantisation,
     "kDequantizeBlockwise<bf16, 512, 64, 8, 2>"},
    {"void selective_scan_fwd_kernel<Selective_Scan_fwd_kernel_traits<128, 16, 1, true, true, true, "
     "c10::BFloat16, float> >(SSMParamsBase)",
     KernelClass::ssm, "selective_scan_fwd_kernel<bf16, Selective_Scan_fwd_kernel_traits>"},
    {"void causal_conv1d_fwd_kernel<Causal_conv1d_fwd_kernel_traits<128, 4, false, c10::BFloat16, "
     "c10::BFloat16> >(ConvParamsBase)",
     KernelClass::ssm, "causal_conv1d_fwd_kernel<bf16, Causal_conv1d_fwd_kernel_traits>"},
    {"_chunk_scan_fwd_kernel", KernelClass::ssm, "_chunk_scan_fwd_kernel"},
    {"_selective_scan_update_kernel", KernelClass::ssm, "_selective_scan_update_kernel"},
    {"fused_recurrent_gated_delta_rule_fwd_kernel", KernelClass::ssm,
     "fused_recurrent_gated_delta_rule_fwd_kernel"},
    {"chunk_gated_delta_rule_fwd_kernel_h_blockdim64", KernelClass::ssm,
     "chunk_gated_delta_rule_fwd_kernel_h_blockdim64"},
    {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", KernelClass::communication,
     "ncclDevKernel_AllReduce_Sum_bf16_RING_LL"},
    {"void vllm::cross_device_reduce_1stage<__nv_bfloat16, 8>(vllm::RankData*)", KernelClass::communication,
     "cross_device_reduce_1stage<bf16, 8>"},
    {"void "
     "tensorrt_llm::kernels::ar_fusion::allreduce_fusion_kernel_oneshot_lamport<(tensorrt_llm::kernels::ar_"
     "fusion::AllReduceFusionPattern)1, __nv_bfloat16, 8, true, "
     "true>(tensorrt_llm::kernels::ar_fusion::AllReduceFusionParams)",
     KernelClass::communication, "allreduce_fusion_kernel_oneshot_lamport<1, bf16, 8, 1, 1>"},
    {"void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*)", KernelClass::communication,
     "intranode::dispatch<8, 768, 8192>"},
    {"void deep_ep::internode_ll::combine<true, 7168, 9>(void*)", KernelClass::communication,
     "internode_ll::combine<1, 7168, 9>"},
    {"void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, 7168u, 2048u, 1u, 128u, 128u, 128u, 128u, 128u, 0u, 5u, "
     "128u, 128u, 1u, false, 132u, (deep_gemm::GemmType)0>(float*)",
     KernelClass::gemm, "sm90_fp8_gemm_1d2d_impl<0, 7168, 2048, 1, 128, 128, ...>"},
    {"void deep_gemm::sm90_fp8_gemm_1d2d_impl<0u, 4096u, 7168u, 32u, 64u, 128u, 128u, "
     "(deep_gemm::GemmType)1>(float*)",
     KernelClass::moe_gemm, "sm90_fp8_gemm_1d2d_impl<0, 4096, 7168, 32, 64, 128, ...>"},
    {"void deep_gemm::sm90_fp8_mqa_logits<64u, 128u, false>(unsigned int)", KernelClass::attention,
     "sm90_fp8_mqa_logits<64, 128, 0>"},
    {"void deep_gemm::sm90_fp8_paged_mqa_logits<1u, 64u>(unsigned int)", KernelClass::attention_decode,
     "sm90_fp8_paged_mqa_logits<1, 64>"},
    {"void flashinfer::BatchDecodeWithPagedKVCacheKernel<(flashinfer::PosEncodingMode)0, 2u, 4u, 8u, 16u, "
     "8u, 1u, flashinfer::DefaultAttention<false, false, false, false>, "
     "flashinfer::BatchDecodeParams<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16, int> >(Params)",
     KernelClass::attention_decode, "BatchDecodeWithPagedKVCacheKernel<bf16, 0, 2, 4, 8, 16, ...>"},
    {"void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::KernelTraits<(flashinfer::MaskMode)1, "
     "128u, 2u, 1u, 8u, 8u, 4u, 1u>, flashinfer::BatchPrefillPagedParams<__nv_bfloat16, __nv_bfloat16, "
     "__nv_bfloat16, int> >(Params)",
     KernelClass::attention_prefill,
     "BatchPrefillWithPagedKVCacheKernel<bf16, KernelTraits, BatchPrefillPagedParams>"},
    {"void flashinfer::BatchPrefillWithRaggedKVCacheKernel<flashinfer::KernelTraits<(flashinfer::MaskMode)1, "
     "128u>, flashinfer::BatchPrefillRaggedParams<__nv_bfloat16> >(Params)",
     KernelClass::attention_prefill,
     "BatchPrefillWithRaggedKVCacheKernel<bf16, KernelTraits, BatchPrefillRaggedParams>"},
    {"void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>(__nv_bfloat16*)", KernelClass::norm,
     "FusedAddRMSNormKernel<8, bf16>"},
    {"void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128u, 8u, 16u, __nv_bfloat16, "
     "long>(__nv_bfloat16*)",
     KernelClass::rope, "BatchQKApplyRotaryPosIdsCosSinCacheKernel<1, 128, 8, 16, bf16, long>"},
    {"void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16, &(silu(float const&))>(__nv_bfloat16*, "
     "__nv_bfloat16 const*, int)",
     KernelClass::activation, "act_and_mul_kernel<bf16>"},
    {"void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024u, (cub::BlockScanAlgorithm)2, "
     "(cub::BlockReduceAlgorithm)1, 4u, true, float, int>(float*)",
     KernelClass::sampling, "TopKTopPSamplingFromProbKernel<1024, 2, 1, 4, 1, float, ...>"},
    {"void flashinfer::AppendPagedKVCacheKernel<128u, 8u, __nv_bfloat16, int>(int)", KernelClass::kv_cache,
     "AppendPagedKVCacheKernel<128, 8, bf16, int>"},
    {"void vllm::act_and_mul_kernel<c10::BFloat16, &(c10::BFloat16 "
     "vllm::silu_kernel<c10::BFloat16>(c10::BFloat16 const&)), true>(c10::BFloat16*, c10::BFloat16 const*, "
     "int)",
     KernelClass::activation, "act_and_mul_kernel<bf16, 1>"},
    {"void vllm::paged_attention_v2_kernel<unsigned short, unsigned short, 128, 16, 128, "
     "(vllm::Fp8KVCacheDataType)0, false, 512>(float*)",
     KernelClass::attention_decode, "paged_attention_v2_kernel<ushort, 128, 16, 128, 0, 0, ...>"},
    {"void vllm::moe::topkGating<8, 128, 4, 16, 32, int, __nv_bfloat16, (vllm::moe::ScoringFunc)0>(float*)",
     KernelClass::moe_routing, "topkGating<8, 128, 4, 16, 32, int, ...>"},
    {"void vllm::moe::moe_align_block_size_kernel<int>(int const*)", KernelClass::moe_routing,
     "moe_align_block_size_kernel<int>"},
    {"void vllm::rms_norm_static_fp8_quant_kernel<c10::BFloat16, c10::Float8_e4m3fn>(int)", KernelClass::norm,
     "rms_norm_static_fp8_quant_kernel<bf16, fp8_e4m3>"},
    {"void vllm::concat_and_cache_mla_kernel<__nv_bfloat16, __nv_bfloat16, (vllm::Fp8KVCacheDataType)0>(int)",
     KernelClass::kv_cache, "concat_and_cache_mla_kernel<bf16, 0>"},
    {"void vllm::cutlass_3x_gemm_sm90_fp8(int)", KernelClass::gemm, "cutlass 3x gemm sm90 fp8"},
    {"void per_token_group_quant_8bit_kernel<c10::BFloat16, c10::Float8_e4m3fn, true, false, float>(void "
     "const*)",
     KernelClass::quantisation, "per_token_group_quant_8bit_kernel<bf16, fp8_e4m3, 1, 0, float>"},
    {"fused_moe_kernel", KernelClass::moe_gemm, "fused_moe_kernel"},
    {"_w8a8_block_fp8_matmul", KernelClass::gemm, "_w8a8_block_fp8_matmul"},
    {"_topk_topp_kernel", KernelClass::sampling, "_topk_topp_kernel"},
    {"apply_token_bitmask_inplace_kernel", KernelClass::sampling, "apply_token_bitmask_inplace_kernel"},
    {"_fwd_kernel", KernelClass::attention_prefill, "_fwd_kernel"},
    {"_fwd_grouped_kernel_stage1", KernelClass::attention_decode, "_fwd_grouped_kernel_stage1"},
    {"_fwd_kernel_stage2", KernelClass::attention_decode, "_fwd_kernel_stage2"},
    {"write_req_to_token_pool_triton", KernelClass::kv_cache, "write_req_to_token_pool_triton"},
    {"set_mla_kv_buffer_kernel", KernelClass::kv_cache, "set_mla_kv_buffer_kernel"},
    {"void moe_fused_gate_kernel<cutlass::bfloat16_t, cutlass::AlignedArray<cutlass::bfloat16_t, 32>, 32, "
     "8>(void*)",
     KernelClass::moe_routing, "moe_fused_gate_kernel<bf16, AlignedArray, 32, 8>"},
    {"void flash_fwd_splitkv_mla_kernel<Flash_fwd_kernel_traits_mla<576, 64, 64, 8, cutlass::bfloat16_t, "
     "512> >(Flash_fwd_mla_params)",
     KernelClass::attention_decode, "flash_fwd_splitkv_mla_kernel<hdim576, bf16>"},
    {"sm90::flash_fwd_splitkv_mla_kernel<cutlass::bfloat16_t>(int)", KernelClass::attention_decode,
     "flash_fwd_splitkv_mla_kernel<bf16>"},
    {"kernel_mha", KernelClass::attention_decode, "kernel_mha"},
    {"void tensorrt_llm::kernels::mmha::masked_multihead_attention_kernel<__nv_bfloat16, __nv_bfloat16, "
     "128>(int)",
     KernelClass::attention_decode, "masked_multihead_attention_kernel<bf16, 128>"},
    {"void tensorrt_llm::kernels::applyBiasRopeUpdateKVCacheV2<__nv_bfloat16, 256, 128, true>(int)",
     KernelClass::kv_cache, "applyBiasRopeUpdateKVCacheV2<bf16, 256, 128, 1>"},
    {"fmha_v2_flash_attention_bf16_64_64_S_q_paged_kv_128_causal_sm90_kernel_nl", KernelClass::attention,
     "fmha_v2_flash_attention_bf16_64_64_S_q_paged_kv_128_causal_sm90_kernel_nl"},
    {"fmhaSm100fKernel_QkvE4m3OBfloat16H128PagedKvDenseP64VarSeqQ16Kv128StaticSwapsAbForGen",
     KernelClass::attention_decode,
     "fmhaSm100fKernel_QkvE4m3OBfloat16H128PagedKvDenseP64VarSeqQ16Kv128StaticSwapsAbForGen"},
    {"fmhaSm100aKernel_"
     "QkvBfloat16OBfloat16HQk576HV512PagedKvDenseP32VarSeqQ16Kv128StaticSwapsMmaAbForGeneration",
     KernelClass::attention_decode,
     "fmhaSm100aKernel_QkvBfloat16OBfloat16HQk576HV512PagedKvDenseP3...28StaticSwapsMmaAbForGeneration"},
    {"void tensorrt_llm::kernels::cutlass_kernels::expandInputRowsKernel<__nv_bfloat16, __nv_bfloat16>(int)",
     KernelClass::moe_routing, "expandInputRowsKernel<bf16>"},
    {"void tensorrt_llm::kernels::cutlass_kernels::doActivationKernel<__nv_bfloat16>(int)",
     KernelClass::activation, "doActivationKernel<bf16>"},
    {"void "
     "cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_bf16_128x64_32x6_tn_align8>(cutlass_80_tensorop_"
     "bf16_s16816gemm_bf16_128x64_32x6_tn_align8::Params)",
     KernelClass::gemm, "cutlass sm80 16816 gemm bf16 128x64_32x6 tn"},
    {"void gemvNSP_kernel<__nv_bfloat16, __nv_bfloat16, float, 1, 32, 4, 1024>(int)", KernelClass::gemm,
     "gemvNSP_kernel<bf16, float, 1, 32, 4, 1024>"},
    {"void dot_kernel<float, 128, 0, cublasDotParams<cublasGemvTensor<float const>, "
     "cublasGemvTensorStridedBatched<float> > >(int)",
     KernelClass::gemm, "dot_kernel<float, 128, 0, cublasDotParams>"},
    {"triton_tem_fused_mm_0", KernelClass::gemm, "triton_tem_fused_mm_0"},
    {"triton_tem_fused_flex_attention_1", KernelClass::attention, "triton_tem_fused_flex_attention_1"},
    {"triton_per_fused__softmax_add_2", KernelClass::softmax, "triton_per_fused__softmax_add_2"},
    {"triton_poi_fused_add_cat_cos_mul_neg_sin_3", KernelClass::rope,
     "triton_poi_fused_add_cat_cos_mul_neg_sin_3"},
    {"triton_poi_fused_embedding_0", KernelClass::embedding, "triton_poi_fused_embedding_0"},
    {"triton_red_fused_argmax_4", KernelClass::sampling, "triton_red_fused_argmax_4"},
    {"triton_poi_fused_clone_5", KernelClass::copy, "triton_poi_fused_clone_5"},
    {"void cub::CUB_200802_900_NS::DeviceRadixSortOnesweepKernel<int>(int)", KernelClass::reduce,
     "DeviceRadixSortOnesweepKernel<int>"},
    {"void at::native::(anonymous namespace)::cunn_SoftMaxForward<4, float, float, float, "
     "at::native::(anonymous namespace)::SoftMaxForwardEpilogue>(float*)",
     KernelClass::softmax, "cunn_SoftMaxForward<4, float, SoftMaxForwardEpilogue>"},
    {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>, "
     "std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, std::array<char*, 3ul>)",
     KernelClass::elementwise, "vectorized_elementwise_kernel<add, bf16>"},
    {"void sgl_kernel::lightning_attention_decode_kernel<float>(int)", KernelClass::ssm,
     "lightning_attention_decode_kernel<float>"},
    {"moe_sum_reduce_kernel", KernelClass::moe_routing, "moe_sum_reduce_kernel"},
    {"void hadamard_transform_kernel<__nv_bfloat16, 128>(int)", KernelClass::quantisation,
     "hadamard_transform_kernel<bf16, 128>"},
    {"void quick_all_reduce::allreduce_prototype_twoshot<int>(int)", KernelClass::communication,
     "allreduce_prototype_twoshot<int>"},
    {"void sageattn::qk_int_sv_f8_attn_kernel<128, 64>(int)", KernelClass::attention,
     "qk_int_sv_f8_attn_kernel<128, 64>"},
    {"_attn_fwd", KernelClass::attention, "_attn_fwd"},
    {"void pplx::internode::a2aDispatchKernel(int)", KernelClass::communication, "a2aDispatchKernel"},
    {"memset_kernel", KernelClass::copy, "memset_kernel"},
    {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, "
     "float, float>, unsigned int, float, 4, 4> >(at::native::ReduceOp<float, at::native::MeanOps<float, "
     "float, float, float>, unsigned int, float, 4, 4>)",
     KernelClass::reduce, "reduce_kernel<mean, float>"},
    {"void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::ArgMaxOps<float>, "
     "unsigned int, long, 4, 4> >(int)",
     KernelClass::sampling, "reduce_kernel<argmax, float>"},
    {"void "
     "at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{"
     "lambda()#3}::operator()() const::{lambda()#7}::operator()() const::{lambda(float)#1}, "
     "std::array<char*, 2ul>, 4, TrivialOffsetCalculator<1, unsigned int>, TrivialOffsetCalculator<1, "
     "unsigned int>, at::native::memory::LoadWithCast<1>, at::native::memory::StoreWithCast<1> >(int)",
     KernelClass::copy, "unrolled_elementwise_kernel<copy, float>"},
    {"void at::native::vectorized_elementwise_kernel<(int)8, "
     "at::native::<unnamed>::silu_kernel(at::TensorIteratorBase &)::[lambda() (instance 1)]::operator ()() "
     "const::[lambda() (instance 6)]::operator ()() const::[lambda(c10::BFloat16) (instance 1)], "
     "std::array<char *, (unsigned long)2>>(int, T2, T3)",
     KernelClass::activation, "vectorized_elementwise_kernel<silu, bf16>"},
    {"void unnamed>::CatArrayBatchedCopy_vectorized<unnamed>::OpaqueType<2>, unsigned int, 3, 128, 1, 16, "
     "8>(char *, unnamed>::CatArrInputTensorMetadata<T1, T2, T4, T5>, unnamed>::TensorSizeStride<T2, 4>, "
     "int, T2)",
     KernelClass::copy, "CatArrayBatchedCopy_vectorized<OpaqueType, uint, 3, 128, 1, 16, ...>"},
    {"prefill/void at::native::vectorized_gather_kernel<(int)16, long>(char *, char *, T2 *, int, long, "
     "long, long, long, bool)",
     KernelClass::embedding, "vectorized_gather_kernel<16, long>"},
    {"_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_21CUDAFunctorOnSelf_addIfEESt5arrayIPcLm2EEEEviT0_"
     "T1_",
     KernelClass::elementwise, "vectorized_elementwise_kernel<add, float>"},
    {"std::enable_if<!T7, void>::type internal::gemvx::kernel<int, int, __nv_bfloat16, __nv_bfloat16, "
     "__nv_bfloat16, float, (bool)0, (bool)1, (bool)1, (bool)0, (int)6, (bool)0, cublasGemvParamsEx<int, "
     "cublasGemvTensorStridedBatched<const __nv_bfloat16>>>(T13)",
     KernelClass::gemm, "gemvx::kernel<int, bf16, float, 0, 1, 1, ...>"},
    {"void cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16, float, __nv_bfloat16, true, "
     "false, false>(int)",
     KernelClass::gemm, "splitKreduce_kernel<32, 16, int, float, bf16, float, ...>"},
    {"nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNT", KernelClass::gemm, "nvjet_sm90_tst_64x8_64x16_4x1_v_bz_TNT"},
    {"nvjet_tst_192x192_64x4_2x1_v_bz_coopB_bias_TNN", KernelClass::gemm,
     "nvjet_tst_192x192_64x4_2x1_v_bz_coopB_bias_TNN"},
    {"ampere_bf16_s16816gemm_bf16_128x64_ldg8_relu_f2f_stages_64x4_tn", KernelClass::gemm,
     "ampere_bf16_s16816gemm_bf16_128x64_ldg8_relu_f2f_stages_64x4_tn"},
    {"sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_stage5_warpsize2x2x1_tensor16x8x16_execute_"
     "kernel__5x_cublas",
     KernelClass::gemm,
     "sm80_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize64x64x64_stag...x8x16_execute_kernel__5x_cublas"},
    {"sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_"
     "kernel__5x_cublas",
     KernelClass::gemm,
     "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_wa...segment_k_off_kernel__5x_cublas"},
    {"cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x64_4x1x1_cga1x1x1_kernel0_0",
     KernelClass::attention,
     "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_kn...128x64_4x1x1_cga1x1x1_kernel0_0"},
    {"fmha_cutlassF_bf16_aligned_64x64_rf_sm80(PyTorchMemEffAttention::AttentionKernel<cutlass::bfloat16_t, "
     "cutlass::arch::Sm80, true, 64, 64, 64, true, true>::Params)",
     KernelClass::attention, "fmha_cutlassF_bf16_aligned_64x64_rf_sm80"},
    {"std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::BFloat16>::exists, void>::type "
     "vllm::fused_add_rms_norm_kernel<c10::BFloat16, 8>(c10::BFloat16*, long, c10::BFloat16*, c10::BFloat16 "
     "const*, float, int, int)",
     KernelClass::norm, "fused_add_rms_norm_kernel<bf16, 8>"},
    {"void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*, c10::BFloat16*)",
     KernelClass::rope, "rotary_embedding_kernel<bf16, 1>"},
    {"void vllm::reshape_and_cache_flash_kernel<__nv_bfloat16, unsigned char, "
     "(vllm::Fp8KVCacheDataType)1>(int)",
     KernelClass::kv_cache, "reshape_and_cache_flash_kernel<bf16, uint8, 1>"},
    {"kernel_unified_attention_2d", KernelClass::attention, "kernel_unified_attention_2d"},
    {"kernel_unified_attention_3d", KernelClass::attention_decode, "kernel_unified_attention_3d"},
    {"reduce_segments", KernelClass::attention_decode, "reduce_segments"},
    {"_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu", KernelClass::moe_gemm,
     "_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu"},
    {"bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x16x256u2_s3_et128x16_m128x16x32_cga1x1x1_16dp256b_rM_TN_transOut_"
     "schedP2x1x2x3_biasM_bN_tmaOpt_clmp_dynBatch_sm100f",
     KernelClass::moe_gemm,
     "bmm_Bfloat16_MxE2m1MxE4m3_Fp32_t128x16x256u2_s3_et128x16_m128x..._bN_tmaOpt_clmp_dynBatch_sm100f"},
    {"void (anonymous namespace)::multimem_all_reduce_kernel<c10::BFloat16, 16>(c10::BFloat16*, unsigned "
     "long, unsigned int**, unsigned long, unsigned long)",
     KernelClass::communication, "multimem_all_reduce_kernel<bf16, 16>"},
    {"triton_red_fused_add_mean_mul_pow_rsqrt_0", KernelClass::norm,
     "triton_red_fused_add_mean_mul_pow_rsqrt_0"},
    {"triton_poi_fused__unsafe_view_mul_silu_2", KernelClass::activation,
     "triton_poi_fused__unsafe_view_mul_silu_2"},
    {"triton_poi_fused__to_copy_1", KernelClass::copy, "triton_poi_fused__to_copy_1"},
    {"triton_poi_fused_add_bitwise_and_bitwise_not_bitwise_or_ge_lt_mul_sub_0", KernelClass::elementwise,
     "triton_poi_fused_add_bitwise_and_bitwise_not_bitwise_or_ge_lt_mul_sub_0"},
    {"triton_", KernelClass::other, "triton_"},
    {"__myl_CastMulMeanAddSqrtDivMulCastMul_myl0_5", KernelClass::norm,
     "__myl_CastMulMeanAddSqrtDivMulCastMul_myl0_5"},
    {"_gemm_mha_v2_0x1234", KernelClass::attention, "_gemm_mha_v2_0x1234"},
    {"loop_multiply_fusion_12", KernelClass::elementwise, "loop_multiply_fusion_12"},
    {"nonzero_count_kernel", KernelClass::reduce, "nonzero_count_kernel"},
    {"ncclDevKernel_Broadcast_RING_LL(ncclDevKernelArgsStorage<4096ul>)", KernelClass::communication,
     "ncclDevKernel_Broadcast_RING_LL"},
    {"void moe::dev::routing::routingRenormalize::routingIndicesHistogramScoresKernel<moe::dev::routing::"
     "routingRenormalize::KernelParams<__nv_bfloat16, __nv_bfloat16, 128, false, true, true> >(int)",
     KernelClass::moe_routing, "routingIndicesHistogramScoresKernel<bf16, KernelParams>"},
    {"mini::cuda::attention(float*, float const*, mini::cuda::Cache, mini::cuda::Cache, unsigned int, "
     "unsigned int, unsigned int const*, unsigned int)",
     KernelClass::attention, "attention"},
    {"mini::cuda::embed(float*, float const*, unsigned int const*, unsigned int)", KernelClass::embedding,
     "embed"},
    {"mini::cuda::rms_norm(float*, float const*, float const*, unsigned int, unsigned long)",
     KernelClass::norm, "rms_norm"},
    {"mini::cuda::rotate_and_store(float*, float const*, float const*, mini::cuda::Cache, mini::cuda::Cache, "
     "unsigned int, unsigned int, unsigned int const*, unsigned int)",
     KernelClass::rope, "rotate_and_store"},
    {"mini::cuda::swiglu(float*, float const*, unsigned long)", KernelClass::activation, "swiglu"},
    {"mini::cuda::sample(unsigned int*, float const*, unsigned int, mini::Sampling, unsigned int const*, "
     "unsigned int)",
     KernelClass::sampling, "sample"},
    {"mini::cuda::advance(unsigned int*, unsigned int)", KernelClass::kv_cache, "advance"},
    {"cuda_compute_flux(int, int*, float*, float*, float*)", KernelClass::other, "cuda_compute_flux"},
    {"nussinov_gpu(unsigned char*, unsigned int*)", KernelClass::other, "nussinov_gpu"},
    {"void thrust::cuda_cub::core::_kernel_agent<thrust::cuda_cub::__parallel_for::ParallelForAgent<int> "
     ">(int)",
     KernelClass::elementwise, "_kernel_agent<ParallelForAgent>"},
    {"void cub::DeviceScanKernel<cub::AgentScanPolicy<128, 15, int> >(int)", KernelClass::reduce,
     "DeviceScanKernel<AgentScanPolicy>"},
    {"void at::native::sbtopk::gatherTopK<float, unsigned int, 2, false>(int)", KernelClass::sampling,
     "gatherTopK<float, uint, 2, 0>"},
    {"void at::native::(anonymous namespace)::indexSelectLargeIndex<c10::BFloat16, long, unsigned int, 2, 2, "
     "-2, true>(int)",
     KernelClass::embedding, "indexSelectLargeIndex<bf16, long, uint, 2, 2, -2, ...>"},
    {"void (anonymous namespace)::softmax_warp_forward<float, float, float, 10, true, false>(float*, float "
     "const*, int, int, int, bool const*, int, bool)",
     KernelClass::softmax, "softmax_warp_forward<float, 10, 1, 0>"},
    {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>(int)",
     KernelClass::norm, "vectorized_layer_norm_kernel<bf16, float>"},
});
