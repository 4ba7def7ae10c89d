// SPDX-License-Identifier: MIT
#pragma once

#include "llmprof/export.hpp"
#include "llmprof/model/metrics.hpp"
#include "llmprof/model/work.hpp"

namespace LLMPROF_EXPORT llmprof {
inline namespace v0 {

/// Operations, bytes and time of one launch from the counters that ncu measured for it; of one invocation
/// where the row is a summary. Counters are read in any unit, and from any page that gives their raw names.
///
/// Tensor cores: `sm__ops_path_tensor_src_TYPE[_dst_TYPE][_sparsity_on|off].sum`, which count operations.
/// Where ncu gives a total and its parts (`src_fp16` and `src_fp16_dst_fp32`), the total counts; counters by
/// instruction (`sm__ops_path_tensor_op_hgmma_src_...`) are parts of those and do not. They count what the
/// cores did, so rows that pad a tile are in them: a GEMM of one token may do eight times its FLOPs.
/// Volta has no such counters: there, `sm__inst_executed_pipe_tensor.sum` x 512, as in ncu's own roofline.
///
/// CUDA cores: `smsp__sass_thread_inst_executed_op_{f,d,h}{add,mul,fma}_pred_on.sum`: an addition or a
/// multiplication is 1, a multiply-add 2; half precision twice that, for its instructions work on pairs (ncu:
/// `derived__..._hadd_pred_on_x2`, `..._hfma_pred_on_x4`), whether both halves are of use or not.
///
/// Memory: `dram__bytes.sum`, or `dram__bytes_read.sum` + `dram__bytes_write.sum` (`dram__bytes_op_...` on
/// newer chips).
///
/// A counter that is there only as a rate counts as well: `.sum.per_second` x gpu__time_duration.sum,
/// `.sum.per_cycle_elapsed` x the average of the unit's elapsed cycles. ncu prints two decimals of those.
/// Source: the section files SpeedOfLight_RooflineChart and SpeedOfLight_Hierarchical*RooflineChart of ncu.
///
/// What was not measured is absent, never 0, and Work::missing says what to measure.
[[nodiscard]] Work measured_work(MeasuredLaunch const& launch);

}  // namespace v0
}  // namespace llmprof
