// SPDX-License-Identifier: MIT
#include "libllmprof/process/random_fill.hpp"

#include <algorithm>

#include "libllmprof/process/random_numbers.hpp"

namespace llmprof::inline v0 {
namespace {

// Hundreds of rows of a matrix: that they come again does not make the wires quieter.
constexpr std::size_t block_bytes = std::size_t{4} << 20U;

}  // namespace

void fill_randomly(CudaDriver const& driver, DeviceMemory const& memory, DataType type) {
  std::string const block =
      random_numbers(type, std::min(block_bytes, memory.bytes()) / (bits_of(type) / 8U));
  // All in the default stream: the upload may still be under way when the call returns.
  CudaDriver::Stream const stream = nullptr;
  driver.check("cuMemcpyHtoD", driver.upload(memory.address(), block.data(), block.size()));
  for (std::size_t full = block.size(); full < memory.bytes(); full *= 2) {
    driver.check("cuMemcpyDtoDAsync", driver.copy_async(memory.address() + full, memory.address(),
                                                        std::min(full, memory.bytes() - full), stream));
  }
  driver.check("cuStreamSynchronize", driver.stream_synchronize(stream));
}

}  // namespace llmprof::inline v0
