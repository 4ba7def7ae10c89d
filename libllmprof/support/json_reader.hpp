// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llmprof::inline v0 {

class JsonNode;

/// A JSON document that was read, and the name of its source for messages.
///
/// Doubles read back exactly as they were written: Boost 1.81's own conversion is off by one unit in the last
/// place in a fifth of the cases.
class JsonDocument {
 public:
  /// @throws ParseError if the text is not JSON, nests deeper than 32 levels, or holds a number outside the
  /// range of double; carries the line.
  JsonDocument(std::string_view text, std::string source);
  ~JsonDocument();
  JsonDocument(JsonDocument const&) = delete;
  JsonDocument& operator=(JsonDocument const&) = delete;

  [[nodiscard]] JsonNode root() const noexcept;

  /// Checks that the root is an object with `"schema":"FAMILY/N"` and N at most `major`.
  /// @throws ParseError that names the schema otherwise.
  void expect_schema(std::string_view family, unsigned major) const;

 private:
  friend class JsonNode;
  std::string source_;
  std::unique_ptr<boost::json::value> root_;
};

/// One value of a JsonDocument, which must outlive it. Conversions throw a ParseError that says where in the
/// document, what was expected.
class JsonNode {
 public:
  [[nodiscard]] bool is_null() const noexcept;

  /// The member, absent if there is none or it is null. @throws ParseError if this is no object.
  [[nodiscard]] std::optional<JsonNode> find(std::string_view key) const;
  /// The member, null or not. @throws ParseError if it is missing.
  [[nodiscard]] JsonNode at(std::string_view key) const;

  /// The keys in the order of the text. @throws ParseError if this is no object.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// A string as it is, a number as text, null as an empty one. @throws ParseError for anything else.
  [[nodiscard]] std::string scalar() const;

  /// Number of elements. @throws ParseError if this is no array.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] JsonNode operator[](std::size_t index) const;

  [[nodiscard]] std::string string() const;
  [[nodiscard]] std::string string_or_empty() const;  ///< Null gives "".
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] std::int64_t duration() const;  ///< An integer that is not negative.
  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] std::uint32_t index(std::size_t size) const;  ///< An integer below `size`.

  /// Throws a ParseError with the place of this value in the document.
  [[noreturn]] void fail(std::string const& message) const;

 private:
  friend class JsonDocument;
  JsonNode(JsonDocument const& document, boost::json::value const& value) noexcept
      : document_(&document), value_(&value) {}

  JsonDocument const* document_;
  boost::json::value const* value_;
};

/// Calls `use` for each element of an array.
template <class Use>
void for_each(JsonNode const& array, Use const& use) {
  for (std::size_t i = 0, size = array.size(); i < size; ++i) use(array[i]);
}

}  // namespace llmprof::inline v0
