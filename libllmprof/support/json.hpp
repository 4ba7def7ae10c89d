// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace llmprof::inline v0 {

/// Writes a JSON document, keys in the order of the calls. All JSON of llmprof comes from here.
///
/// Numbers that are not finite become null and are counted; text that is not UTF-8 is repaired (U+FFFD).
class JsonWriter {
 public:
  /// How far down the document gets a line for each member; deeper levels stay on one line.
  enum class Layout : std::uint8_t {
    lines,     ///< One line for each element of the top-level arrays: large documents stay diffable.
    indented,  ///< Every member on its own line.
  };

  explicit JsonWriter(Layout layout = Layout::lines);

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  /// The key of the member whose value comes next.
  JsonWriter& key(std::string_view name);

  void value(std::string_view text);
  void value(char const* text) { value(std::string_view(text)); }
  void value(std::string const& text) { value(std::string_view(text)); }
  void value(std::nullptr_t) { literal("null"); }
  void value(bool flag) { literal(flag ? "true" : "false"); }
  void value(double number);

  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) void value(Integer number) { literal(std::to_string(number)); }

  template <class Value>
  void value(std::optional<Value> const& optional) {
    optional ? value(*optional) : value(nullptr);
  }

  template <class Value>
  void member(std::string_view name, Value const& member_value) {
    key(name).value(member_value);
  }

  /// A string member that is null where the text is empty: absent is not "".
  void text_or_null(std::string_view name, std::string_view text);

  /// How many numbers were not finite so far.
  [[nodiscard]] std::size_t non_finite() const noexcept { return non_finite_; }

  /// The document, ended by a line break. The writer is empty afterwards.
  [[nodiscard]] std::string take();

 private:
  void open(char bracket);
  void close(char bracket);
  void literal(std::string_view text);
  void before_value();
  void new_line();
  void append_quoted(std::string_view text);

  std::string out_;
  std::vector<bool> has_members_;  // one entry for each open container
  std::size_t line_depth_;
  bool after_key_ = false;
  std::size_t non_finite_ = 0;
};

}  // namespace llmprof::inline v0
