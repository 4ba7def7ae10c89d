// SPDX-License-Identifier: MIT
#include "libllmprof/support/settings_yaml.hpp"

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/emitterstyle.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>

#include "llmprof/error.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 20U;
constexpr std::size_t most_settings = 10'000;
constexpr std::size_t most_levels = 4;

std::uint64_t line_of(YAML::Mark const& mark) {
  return mark.is_null() ? 1 : static_cast<std::uint64_t>(mark.line) + 1;
}

/// Takes the events one by one: no tree of nodes is made, so that a small text cannot become a large one.
class SettingsHandler : public YAML::EventHandler {
 public:
  explicit SettingsHandler(std::string const& source) : source_(source) {}

  std::vector<WrittenSetting> take() { return std::move(settings_); }

  void OnDocumentStart(YAML::Mark const&) override {}
  void OnDocumentEnd() override {}

  void OnNull(YAML::Mark const& mark, YAML::anchor_t anchor) override {
    refuse_anchor(mark, anchor);
    if (levels_.empty()) return;  // an empty file
    if (awaits_key()) fail(mark, "a key is missing");
    if (in_list_) return fail(mark, "an item of a list is missing");
    add(mark, {WrittenValue::Kind::nothing, {}});
  }

  void OnAlias(YAML::Mark const& mark, YAML::anchor_t) override { fail(mark, no_anchors); }

  void OnScalar(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                std::string const& value) override {
    refuse_anchor(mark, anchor);
    if (levels_.empty()) return fail(mark, "settings are written `key: value`");
    if (awaits_key()) {
      levels_.back().key = value;
      levels_.back().line = line_of(mark);
      levels_.back().has_key = true;
    } else if (in_list_) {
      settings_.back().value.texts.push_back(value);
    } else {
      add(mark, {WrittenValue::Kind::one, {value}});
    }
  }

  void OnSequenceStart(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    refuse_anchor(mark, anchor);
    if (levels_.empty()) return fail(mark, "settings are written `key: value`, not as a list");
    if (awaits_key()) return fail(mark, "a list cannot be a key");
    if (in_list_) return fail(mark, "a list in a list is no setting");
    add(mark, {WrittenValue::Kind::list, {}});
    in_list_ = true;
  }

  void OnSequenceEnd() override { in_list_ = false; }

  void OnMapStart(YAML::Mark const& mark, std::string const&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    refuse_anchor(mark, anchor);
    if (in_list_) return fail(mark, "a list of settings is no setting; write its values alone");
    if (awaits_key()) return fail(mark, "settings cannot be a key");
    if (levels_.size() >= most_levels) return fail(mark, "too many levels");
    levels_.emplace_back();
  }

  void OnMapEnd() override {
    levels_.pop_back();
    if (!levels_.empty()) levels_.back().has_key = false;
  }

 private:
  static constexpr char const* no_anchors = "anchors (&) and aliases (*) are not taken; write the value";

  struct Level {
    std::string key;
    std::uint64_t line = 0;
    bool has_key = false;  ///< Its value is awaited.
  };

  [[noreturn]] void fail(YAML::Mark const& mark, std::string const& why) const {
    throw ParseError(source_, line_of(mark), why);
  }

  void refuse_anchor(YAML::Mark const& mark, YAML::anchor_t anchor) const {
    if (anchor != YAML::NullAnchor) fail(mark, no_anchors);
  }

  [[nodiscard]] bool awaits_key() const { return !in_list_ && !levels_.empty() && !levels_.back().has_key; }

  void add(YAML::Mark const& mark, WrittenValue value) {
    if (settings_.size() >= most_settings) fail(mark, "too many settings");
    std::string key;
    for (Level const& level : levels_) key += (key.empty() ? "" : ".") + level.key;
    settings_.push_back({std::move(key), std::move(value), levels_.back().line});
    levels_.back().has_key = false;
  }

  std::string const& source_;
  std::vector<Level> levels_;
  bool in_list_ = false;
  std::vector<WrittenSetting> settings_;
};

}  // namespace

std::vector<WrittenSetting> read_settings_yaml(std::string_view text, std::string const& source) {
  if (text.size() > most_bytes)
    throw ParseError(source, {}, "larger than 1 MiB; this is no list of settings");
  SettingsHandler handler(source);
  std::istringstream in{std::string(text)};
  try {
    YAML::Parser parser(in);
    static_cast<void>(parser.HandleNextDocument(handler));
    if (parser) throw ParseError(source, {}, "more than one YAML document; settings are one");
  } catch (YAML::Exception const& error) {
    throw ParseError(source, line_of(error.mark), "bad YAML: " + error.msg);
  }
  return handler.take();
}

}  // namespace llmprof::inline v0
