// SPDX-License-Identifier: MIT
#include "libllmprof/support/yaml_rules.hpp"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <utility>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20U;

std::uint64_t line_of(YAML::Mark const& mark) {
  return mark.is_null() ? 1 : static_cast<std::uint64_t>(mark.line) + 1;
}

/// Takes the events one by one: no tree of nodes is made, so that a small text cannot become a large one.
class RulesHandler : public YAML::EventHandler {
 public:
  explicit RulesHandler(std::string const& source) : source_(source) {}

  std::vector<WrittenRule> take() { return std::move(rules_); }

  void OnDocumentStart(YAML::Mark const&) override {}
  void OnDocumentEnd() override {}

  void OnNull(YAML::Mark const& mark, YAML::anchor_t) override {
    if (where_ != Where::file) fail(mark, "a value is missing");
  }

  void OnAlias(YAML::Mark const& mark, YAML::anchor_t) override { fail(mark, no_anchors); }

  void OnScalar(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                std::string const& value) override {
    refuse_anchor(mark, anchor);
    if (where_ == Where::file || where_ == Where::rules) fail(mark, list_of_rules);
    if (where_ == Where::key) {
      add_key(mark, value);
    } else {
      rules_.back().fields.back().values.push_back(value);
      if (where_ == Where::value) where_ = Where::key;
    }
  }

  void OnSequenceStart(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_anchor(mark, anchor);
    if (where_ == Where::file) {
      where_ = Where::rules;
    } else if (where_ == Where::value) {
      where_ = Where::list;
    } else {
      fail(mark, where_ == Where::rules ? list_of_rules : "a list cannot stand here");
    }
  }

  void OnSequenceEnd() override { where_ = where_ == Where::list ? Where::key : Where::file; }

  void OnMapStart(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_anchor(mark, anchor);
    if (where_ != Where::rules) fail(mark, list_of_rules);
    rules_.push_back({{}, line_of(mark)});
    where_ = Where::key;
  }

  void OnMapEnd() override { where_ = Where::rules; }

 private:
  enum class Where : std::uint8_t { file, rules, key, value, list };

  static constexpr char const* no_anchors = "anchors (&) and aliases (*) are not taken; write the value";
  static constexpr char const* list_of_rules =
      "rules are a list of `- key: value`, where a value is a text or a list of texts";

  [[noreturn]] void fail(YAML::Mark const& mark, std::string const& why) const {
    throw ParseError(source_, line_of(mark), why);
  }

  void refuse_anchor(YAML::Mark const& mark, YAML::anchor_t anchor) const {
    if (anchor != YAML::NullAnchor) fail(mark, no_anchors);
  }

  void add_key(YAML::Mark const& mark, std::string const& key) {
    for (WrittenField const& field : rules_.back().fields) {
      if (field.key == key) fail(mark, "'" + key.substr(0, 80) + "' is written twice in one rule");
    }
    rules_.back().fields.push_back({key, {}, line_of(mark)});
    where_ = Where::value;
  }

  std::string const& source_;
  std::vector<WrittenRule> rules_;
  Where where_ = Where::file;
};

}  // namespace

std::vector<WrittenRule> read_rules_yaml(std::string_view text, std::string const& source) {
  if (text.size() > most_bytes) throw ParseError(source, {}, "larger than 1 MiB; this is no list of rules");
  RulesHandler handler(source);
  std::istringstream in{std::string(text)};
  try {
    YAML::Parser parser(in);
    static_cast<void>(parser.HandleNextDocument(handler));
    if (parser) throw ParseError(source, {}, "more than one YAML document; rules are one");
  } catch (YAML::Exception const& error) {
    throw ParseError(source, line_of(error.mark), "bad YAML: " + error.msg);
  }
  return handler.take();
}

}  // namespace llmprof::inline v0
