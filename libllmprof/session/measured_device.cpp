// SPDX-License-Identifier: MIT
#include "libllmprof/session/measured_device.hpp"

#include <array>

namespace llmprof::inline v0 {
namespace {

using Uuid = std::array<unsigned char, 16>;

std::string uuid_text(Uuid const& bytes) {
  constexpr char const* digits = "0123456789abcdef";
  std::string text = "GPU-";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += digits[bytes[i] >> 4U];
    text += digits[bytes[i] & 0xFU];
  }
  return text;
}

std::optional<std::int64_t> attribute(CudaDriver const& driver, int device, CudaDriver::Attribute which) {
  int value = 0;
  if (driver.device_attribute(&value, which, device) != 0 || value < 0) return std::nullopt;
  return value;
}

/// Zero is what some drivers say that do not know.
std::optional<std::int64_t> positive(CudaDriver const& driver, int device, CudaDriver::Attribute which) {
  auto const value = attribute(driver, device, which);
  return value && *value > 0 ? value : std::nullopt;
}

/// As the toolkit's own examples have it: two transfers a clock.
std::optional<std::int64_t> bandwidth(CudaDriver const& driver, int device) {
  auto const khz = positive(driver, device, CudaDriver::memory_clock_khz);
  auto const bits = positive(driver, device, CudaDriver::bus_bits);
  return khz && bits ? std::optional(*khz * 1000 * 2 * (*bits / 8)) : std::nullopt;
}

}  // namespace

Device describe_device(CudaDriver const& driver, int device) {
  Device description;
  std::array<char, 256> name{};
  if (driver.device_name(name.data(), static_cast<int>(name.size()), device) == 0)
    description.name = name.data();
  Uuid uuid{};
  if (driver.device_uuid(uuid.data(), device) == 0) description.uuid = uuid_text(uuid);
  description.compute_major = attribute(driver, device, CudaDriver::compute_major);
  description.compute_minor = attribute(driver, device, CudaDriver::compute_minor);
  description.sm_count = positive(driver, device, CudaDriver::sm_count);
  if (auto const khz = positive(driver, device, CudaDriver::clock_khz)) description.clock_hz = *khz * 1000;
  description.memory_bandwidth = bandwidth(driver, device);
  std::size_t bytes = 0;
  if (driver.device_memory(&bytes, device) == 0) description.memory_bytes = static_cast<std::int64_t>(bytes);
  return description;
}

}  // namespace llmprof::inline v0
