// SPDX-License-Identifier: MIT
#include "libllmprof/parse/kineto_event.hpp"

#include <limits>

#include "libllmprof/parse/kineto_values.hpp"

namespace llmprof::inline v0 {
namespace {

void read_text(JsonScanner& json, std::string& out) {
  bool const is_string = json.peek() == '"';
  std::string_view const text = json.text();
  if (is_string && text.find('\\') != std::string_view::npos) {
    out = unescaped(text);
  } else {
    out.assign(text);
  }
}

/// Objects and arrays where a number or a word must be are left out.
bool is_simple(JsonScanner& json) {
  char const first = json.peek();
  if (first != '{' && first != '[') return true;
  json.skip();
  return false;
}

void read_simple_text(JsonScanner& json, std::string& out) {
  if (is_simple(json)) read_text(json, out);
}

std::optional<std::int64_t> read_id(JsonScanner& json) {
  return is_simple(json) ? id_from(json.text()) : std::nullopt;
}

std::int64_t read_integer(JsonScanner& json) {
  return is_simple(json) ? integer_from(json.text()).value_or(0) : 0;
}

void read_dimensions(JsonScanner& json, std::array<std::int32_t, 3>& out) {
  if (json.peek() != '[') return json.skip();
  std::size_t count = 0;
  json.elements([&] {
    std::int64_t const value = read_integer(json);
    bool const fits = value >= 0 && value <= std::numeric_limits<std::int32_t>::max();
    if (count < out.size() && fits) out[count] = static_cast<std::int32_t>(value);
    ++count;
  });
}

void read_arguments(JsonScanner& json, KinetoEvent& event) {
  if (json.peek() != '{') return json.skip();
  json.members([&](std::string_view key) {
    if (key == "correlation") return void(event.correlation = read_integer(json));
    if (key == "device") return void(event.device = read_id(json));
    if (key == "stream") return void(event.stream = read_id(json));
    if (key == "context") return void(event.context = read_integer(json));
    if (key == "bytes") return void(event.bytes = read_integer(json));
    if (key == "grid") return read_dimensions(json, event.shape.grid);
    if (key == "block") return read_dimensions(json, event.shape.block);
    if (key == "name" || key == "labels") return read_simple_text(json, event.text);
    json.skip();
  });
}

/// Only these have arguments that matter.
bool wants_arguments(KinetoEvent const& event) noexcept {
  if (event.phase == 'M' || !event.has_category) return true;
  switch (event.category) {
    case KinetoCategory::kernel:
    case KinetoCategory::copy:
    case KinetoCategory::set:
    case KinetoCategory::api_call: return true;
    case KinetoCategory::annotation:
    case KinetoCategory::cpu_op:
    case KinetoCategory::profiler_range:
    case KinetoCategory::other: break;
  }
  return false;
}

void read_phase(JsonScanner& json, KinetoEvent& event) {
  if (!is_simple(json)) return;
  std::string_view const phase = json.text();
  event.phase = phase.size() == 1 ? phase.front() : '?';
}

void read_category(JsonScanner& json, KinetoEvent& event) {
  if (!is_simple(json)) return;
  event.category = kineto_category(json.text());
  event.has_category = true;
}

}  // namespace

bool KinetoEvent::is_wanted() const noexcept {
  if (phase == '\0' || phase == 'M') return true;
  return phase == 'X' && (!has_category || category != KinetoCategory::other);
}

void KinetoEvent::clear() noexcept {
  phase = '\0';
  category = KinetoCategory::other;
  has_category = false;
  name.clear();
  start.clear();
  duration.clear();
  text.clear();
  pid = tid = device = stream = std::nullopt;
  context = correlation = bytes = 0;
  shape = {};
}

void read_kineto_event(JsonScanner& json, KinetoEvent& event) {
  event.clear();
  json.members([&](std::string_view key) {
    if (key == "ph") return read_phase(json, event);
    if (key == "cat") return read_category(json, event);
    if (!event.is_wanted()) return json.skip();
    if (key == "name") return read_simple_text(json, event.name);
    if (key == "pid") return void(event.pid = read_id(json));
    if (key == "tid") return void(event.tid = read_id(json));
    if (key == "ts") return read_simple_text(json, event.start);
    if (key == "dur") return read_simple_text(json, event.duration);
    if (key == "args" && wants_arguments(event)) return read_arguments(json, event);
    json.skip();
  });
}

}  // namespace llmprof::inline v0
