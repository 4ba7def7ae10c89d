// SPDX-License-Identifier: MIT
#include "libllmprof/support/json_reader.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <charconv>
#include <cmath>

#include "libllmprof/support/number.hpp"
#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

namespace json = boost::json;

/// Builds a value as json::parser does, but converts doubles from their text.
struct ExactHandler {
  static constexpr std::size_t max_object_size = json::object::max_size();
  static constexpr std::size_t max_array_size = json::array::max_size();
  static constexpr std::size_t max_key_size = json::string::max_size();
  static constexpr std::size_t max_string_size = json::string::max_size();

  json::value_stack stack;
  std::string number_begin;  // what came before the part that a callback gets

  bool on_document_begin(json::error_code&) {
    stack.reset();
    return true;
  }
  bool on_document_end(json::error_code&) { return true; }
  bool on_object_begin(json::error_code&) { return true; }
  bool on_object_end(std::size_t n, json::error_code&) { return stack.push_object(n), true; }
  bool on_array_begin(json::error_code&) { return true; }
  bool on_array_end(std::size_t n, json::error_code&) { return stack.push_array(n), true; }
  bool on_key_part(json::string_view s, std::size_t, json::error_code&) { return stack.push_chars(s), true; }
  bool on_key(json::string_view s, std::size_t, json::error_code&) { return stack.push_key(s), true; }
  bool on_string_part(json::string_view s, std::size_t, json::error_code&) {
    return stack.push_chars(s), true;
  }
  bool on_string(json::string_view s, std::size_t, json::error_code&) { return stack.push_string(s), true; }
  bool on_number_part(json::string_view s, json::error_code&) {
    number_begin.append(s.data(), s.size());
    return true;
  }
  bool on_int64(std::int64_t i, json::string_view, json::error_code&) {
    number_begin.clear();
    stack.push_int64(i);
    return true;
  }
  bool on_uint64(std::uint64_t u, json::string_view, json::error_code&) {
    number_begin.clear();
    stack.push_uint64(u);
    return true;
  }
  bool on_double(double, json::string_view s, json::error_code& error) {
    number_begin.append(s.data(), s.size());
    double number = 0;
    auto const result =
        std::from_chars(number_begin.data(), number_begin.data() + number_begin.size(), number);
    number_begin.clear();
    if (result.ec != std::errc()) {
      error = json::make_error_code(json::error::exponent_overflow);
      return false;
    }
    stack.push_double(number);
    return true;
  }
  bool on_bool(bool b, json::error_code&) { return stack.push_bool(b), true; }
  bool on_null(json::error_code&) { return stack.push_null(), true; }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }
};

std::uint64_t line_at(std::string_view text, std::size_t offset) {
  auto const end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::uint64_t>(std::count(text.begin(), end, '\n'));
}

json::value parse(std::string_view text, std::string const& source) {
  json::parse_options options;
  options.max_depth = 32;
  json::basic_parser<ExactHandler> parser(options);
  json::error_code error;
  std::size_t const used = parser.write_some(false, text.data(), text.size(), error);
  if (!error && used < text.size()) error = json::make_error_code(json::error::extra_data);
  if (error) throw ParseError(source, line_at(text, used), "not valid JSON: " + error.message());
  return parser.handler().stack.release();
}

/// Where `wanted` is below `value`, written `.phases[3].calls`; absent if it is not there.
std::optional<std::string> place_of(json::value const& value, json::value const* wanted) {
  if (&value == wanted) return "";
  if (auto const* object = value.if_object()) {
    for (auto const& member : *object) {
      if (auto const place = place_of(member.value(), wanted))
        return '.' + std::string(member.key()) + *place;
    }
  } else if (auto const* array = value.if_array()) {
    for (std::size_t i = 0; i < array->size(); ++i) {
      if (auto const place = place_of((*array)[i], wanted)) return '[' + std::to_string(i) + ']' + *place;
    }
  }
  return std::nullopt;
}

std::string quoted_start(json::value const& value) {
  std::string text = json::serialize(value);
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

template <class Number>
Number number_as(JsonNode const& node, json::value const& value, char const* expected) {
  json::error_code error;
  auto const number = value.to_number<Number>(error);
  if (error) node.fail(std::string("expected ") + expected + ", found " + quoted_start(value));
  return number;
}

}  // namespace

JsonDocument::JsonDocument(std::string_view text, std::string source)
    : source_(std::move(source)), root_(std::make_unique<json::value>(parse(text, source_))) {}

JsonDocument::~JsonDocument() = default;

JsonNode JsonDocument::root() const noexcept { return {*this, *root_}; }

void JsonDocument::expect_schema(std::string_view family, unsigned major) const {
  std::string const wanted = std::string(family) + '/' + std::to_string(major);
  auto const schema = root().find("schema");
  if (!schema) throw ParseError(source_, std::nullopt, "has no \"schema\"; expected " + wanted);
  std::string const text = schema->string();
  std::string_view const number = std::string_view(text).substr(std::min(family.size() + 1, text.size()));
  unsigned found = 0;
  auto const [end, error] = std::from_chars(number.data(), number.data() + number.size(), found);
  bool const all_read = error == std::errc() && end == number.data() + number.size();
  if (text.substr(0, family.size() + 1) != std::string(family) + '/' || !all_read || found == 0) {
    throw ParseError(source_, std::nullopt, "schema is '" + text + "'; expected " + wanted);
  }
  if (found > major) {
    throw ParseError(source_, std::nullopt,
                     text + ": written by a newer llmprof; this one reads up to " + wanted +
                         ". Update llmprof, or write the file with this version");
  }
}

bool JsonNode::is_null() const noexcept { return value_->is_null(); }

std::optional<JsonNode> JsonNode::find(std::string_view key) const {
  auto const* object = value_->if_object();
  if (object == nullptr) fail("expected an object, found " + quoted_start(*value_));
  auto const* member = object->if_contains(json::string_view(key.data(), key.size()));
  if (member == nullptr || member->is_null()) return std::nullopt;
  return JsonNode{*document_, *member};
}

JsonNode JsonNode::at(std::string_view key) const {
  auto const* object = value_->if_object();
  if (object == nullptr) fail("expected an object, found " + quoted_start(*value_));
  auto const* member = object->if_contains(json::string_view(key.data(), key.size()));
  if (member == nullptr) fail('\'' + std::string(key) + "' is missing");
  return {*document_, *member};
}

std::size_t JsonNode::size() const {
  auto const* array = value_->if_array();
  if (array == nullptr) fail("expected an array, found " + quoted_start(*value_));
  return array->size();
}

JsonNode JsonNode::operator[](std::size_t index) const {
  if (index >= size()) fail("has no element " + std::to_string(index));
  return {*document_, value_->get_array()[index]};
}

std::string JsonNode::string() const {
  auto const* text = value_->if_string();
  if (text == nullptr) fail("expected a string, found " + quoted_start(*value_));
  return {text->data(), text->size()};
}

std::string JsonNode::string_or_empty() const { return is_null() ? std::string() : string(); }

std::vector<std::string> JsonNode::keys() const {
  auto const* object = value_->if_object();
  if (object == nullptr) fail("expected an object, found " + quoted_start(*value_));
  std::vector<std::string> names;
  for (auto const& member : *object) names.emplace_back(member.key());
  return names;
}

std::string JsonNode::scalar() const {
  if (is_null()) return {};
  if (value_->is_int64()) return std::to_string(value_->get_int64());
  if (value_->is_uint64()) return std::to_string(value_->get_uint64());
  return value_->is_double() ? shortest(value_->get_double()) : string();
}

bool JsonNode::boolean() const {
  auto const* flag = value_->if_bool();
  if (flag == nullptr) fail("expected true or false, found " + quoted_start(*value_));
  return *flag;
}

double JsonNode::number() const {
  if (auto const* number = value_->if_double()) return *number;
  return number_as<double>(*this, *value_, "a number");
}

std::int64_t JsonNode::integer() const { return number_as<std::int64_t>(*this, *value_, "an integer"); }

std::int64_t JsonNode::duration() const {
  std::int64_t const ns = integer();
  if (ns < 0) fail("must not be negative, found " + quoted_start(*value_));
  return ns;
}

std::uint64_t JsonNode::count() const {
  return number_as<std::uint64_t>(*this, *value_, "a count (0 or more)");
}

std::uint32_t JsonNode::index(std::size_t size) const {
  auto const found = count();
  if (found >= size) {
    fail("refers to element " + std::to_string(found) + " of a list of " + std::to_string(size));
  }
  return static_cast<std::uint32_t>(found);
}

void JsonNode::fail(std::string const& message) const {
  std::string place = place_of(*document_->root_, value_).value_or("");
  if (!place.empty() && place.front() == '.') place.erase(0, 1);
  throw ParseError(document_->source_, std::nullopt, place.empty() ? message : place + ": " + message);
}

}  // namespace llmprof::inline v0
