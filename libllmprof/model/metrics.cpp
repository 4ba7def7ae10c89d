// SPDX-License-Identifier: MIT
#include "llmprof/model/metrics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace llmprof::inline v0 {
namespace {

constexpr char separator = '\x1f';  // joins names into one key; ncu prints no control characters

constexpr double absent = std::numeric_limits<double>::quiet_NaN();

constexpr std::size_t bits = 64;  // of a word of changed_

double finite_or_absent(std::optional<double> value) {
  return value && std::isfinite(*value) ? *value : absent;
}

std::string joined(std::string_view section, std::string_view name, std::string_view unit,
                   std::string_view label) {
  std::string key;
  key.reserve(section.size() + name.size() + unit.size() + label.size() + 3);
  key.append(section).append(1, separator).append(name).append(1, separator);
  return key.append(unit).append(1, separator).append(label);
}

}  // namespace

MetricPool::Subject MetricPool::subject(std::string_view section, std::string_view name,
                                        std::string_view unit, std::string_view label) {
  StringId const id = subjects_.intern(joined(section, name, unit, label));
  auto const index = static_cast<std::size_t>(id);
  if (index >= named_.size()) {
    std::string_view const key = subjects_[id];  // the copy that the table owns
    auto const part = [&](std::size_t begin, std::string_view text) {
      return key.substr(begin, text.size());
    };
    named_.resize(index + 1);
    Metric& named = named_[index];
    named.section = part(0, section);
    named.name = part(section.size() + 1, name);
    named.unit = part(section.size() + name.size() + 2, unit);
    named.label = part(section.size() + name.size() + unit.size() + 3, label);
  }
  return static_cast<Subject>(id);
}

Metric MetricPool::metric(Subject subject, std::optional<double> value, StringId text) const noexcept {
  Metric metric = named_[static_cast<std::size_t>(subject)];
  metric.value = value;
  metric.text = texts_[text];
  return metric;
}

MetricList::MetricList(std::shared_ptr<MetricList const> base, std::vector<Change> const& changes)
    : pool_(base->pool_), base_(std::move(base)), base_size_(base_->size()) {
  changed_.resize((base_size_ + bits - 1) / bits);
  values_.reserve(changes.size());
  for (Change const& change : changes) {
    changed_[change.index / bits] |= std::uint64_t{1} << change.index % bits;
    if (change.text != StringId{}) texts_.push_back({.index = change.index, .text = change.text});
    values_.push_back(finite_or_absent(change.value));
  }
}

void MetricList::add(Metric const& metric) {
  if (!pool_) pool_ = std::make_shared<MetricPool>();
  add(pool_->subject(metric.section, metric.name, metric.unit, metric.label), metric.value,
      pool_->text(metric.text));
}

void MetricList::add(MetricPool::Subject subject, std::optional<double> value, StringId text) {
  if (text != StringId{}) texts_.push_back({.index = size(), .text = text});
  values_.push_back(finite_or_absent(value));
  subjects_.push_back(subject);
}

void MetricList::reserve(std::size_t count) {
  values_.reserve(count);
  subjects_.reserve(count);
}

StringId MetricList::text_of(std::size_t index) const noexcept {
  auto const comes_before = [](Text const& text, std::size_t wanted) { return text.index < wanted; };
  auto const found = std::lower_bound(texts_.begin(), texts_.end(), index, comes_before);
  return found != texts_.end() && found->index == index ? found->text : StringId{};
}

MetricList::Cell MetricList::cell(std::size_t index) const noexcept {
  if (index >= base_size_) {
    std::size_t const added = values_.size() - subjects_.size();  // where they begin
    return {values_[added + index - base_size_], text_of(index)};
  }
  std::uint64_t const below = (std::uint64_t{1} << index % bits) - 1;
  std::uint64_t const word = changed_[index / bits];
  if ((word & (below + 1)) == 0) return base_->cell(index);
  auto place = static_cast<std::size_t>(std::popcount(word & below));
  for (std::size_t i = 0; i < index / bits; ++i)
    place += static_cast<std::size_t>(std::popcount(changed_[i]));
  return {values_[place], text_of(index)};
}

MetricPool::Subject MetricList::subject(std::size_t index) const noexcept {
  return index < base_size_ ? base_->subject(index) : subjects_[index - base_size_];
}

Metric MetricList::operator[](std::size_t index) const noexcept {
  Cell const found = cell(index);
  std::optional<double> value;
  if (!std::isnan(found.value)) value = found.value;
  return pool_->metric(subject(index), value, found.text);
}

MetricList::Iterator MetricList::begin() const noexcept { return {*this, 0}; }

MetricList::Iterator MetricList::end() const noexcept { return {*this, size()}; }

bool operator==(MetricList const& a, MetricList const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

std::optional<Metric> MeasuredLaunch::find(std::string_view name) const noexcept {
  for (Metric const& metric : metrics) {
    if (metric.name == name) return metric;
  }
  return std::nullopt;
}

}  // namespace llmprof::inline v0
