// SPDX-License-Identifier: MIT
#pragma once

// What docs/schemas uses of JSON Schema: type, required, properties, items, enum, additionalProperties, and
// $ref to $defs of the same document. Any other keyword but those for people is an error: it would not be
// checked.

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

class JsonSchema {
 public:
  explicit JsonSchema(std::string_view text) : schema_(boost::json::parse(text)) {}

  /// What is wrong with the value, a line for each; empty if nothing is.
  [[nodiscard]] std::vector<std::string> errors(boost::json::value const& value) const {
    std::vector<std::string> errors;
    check(schema_, value, "$", errors);
    return errors;
  }

 private:
  using Value = boost::json::value;
  using Errors = std::vector<std::string>;

  static bool has_type(Value const& value, std::string_view type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_bool();
    if (type == "null") return value.is_null();
    if (type == "integer") return value.is_int64() || value.is_uint64();
    if (type == "number") return value.is_number();
    throw std::runtime_error("unknown type in schema: " + std::string(type));
  }

  static bool has_any_type(Value const& value, Value const& types) {
    if (types.is_string()) return has_type(value, types.get_string());
    auto const& list = types.as_array();
    return std::any_of(list.begin(), list.end(),
                       [&](Value const& type) { return has_type(value, type.as_string()); });
  }

  static void check_keywords(boost::json::object const& schema) {
    constexpr std::array<std::string_view, 12> known{
        "type", "required", "properties", "items",       "enum",  "additionalProperties",
        "$ref", "$defs",    "$schema",    "description", "title", "$id"};
    for (auto const& member : schema) {
      std::string_view const key = member.key();
      if (std::find(known.begin(), known.end(), key) == known.end())
        throw std::runtime_error("keyword that is not checked: " + std::string(key));
    }
  }

  void check_object(boost::json::object const& schema, boost::json::object const& object,
                    std::string const& where, Errors& errors) const {
    if (auto const* const required = schema.if_contains("required")) {
      for (Value const& key : required->as_array()) {
        if (!object.contains(key.as_string())) errors.push_back(where + ": no " + key.as_string().c_str());
      }
    }
    auto const* const properties = schema.if_contains("properties");
    auto const* const additional = schema.if_contains("additionalProperties");
    for (auto const& [key, value] : object) {
      std::string const place = where + '.' + std::string(key);
      auto const* const known = properties ? properties->as_object().if_contains(key) : nullptr;
      if (known != nullptr) {
        check(*known, value, place, errors);
      } else if (additional != nullptr && *additional == false) {
        errors.push_back(place + ": not in the schema");
      }
    }
  }

  void check(Value const& node, Value const& value, std::string const& where, Errors& errors) const {
    auto const& schema = node.as_object();
    check_keywords(schema);
    if (auto const* const reference = schema.if_contains("$ref")) {
      std::string const name(reference->as_string().subview(std::string_view("#/$defs/").size()));
      return check(schema_.at("$defs").at(name), value, where, errors);
    }
    if (auto const* const types = schema.if_contains("type"); types && !has_any_type(value, *types)) {
      errors.push_back(where + ": wrong type: " + boost::json::serialize(value));
      return;
    }
    if (auto const* const allowed = schema.if_contains("enum")) {
      auto const& list = allowed->as_array();
      if (std::find(list.begin(), list.end(), value) == list.end())
        errors.push_back(where + ": not allowed: " + boost::json::serialize(value));
    }
    if (value.is_object()) check_object(schema, value.get_object(), where, errors);
    auto const* const items = schema.if_contains("items");
    if (items == nullptr || !value.is_array()) return;
    for (std::size_t i = 0; i < value.get_array().size(); ++i)
      check(*items, value.get_array()[i], where + '[' + std::to_string(i) + ']', errors);
  }

  Value schema_;
};
