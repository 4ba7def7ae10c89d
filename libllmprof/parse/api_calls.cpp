// SPDX-License-Identifier: MIT
#include "libllmprof/parse/api_calls.hpp"

#include <utility>

namespace llmprof::inline v0 {
namespace {

struct Stopped {};  // nobody wants the rest

enum Cell : std::size_t { start, global_tid, correlation, name, result };

bool is_call(SqliteRow const& row) { return row.is_integer(Cell::start) && row.is_integer(Cell::global_tid); }

ApiCall call_in(SqliteRow const& row) {
  return {.start = row.integer(Cell::start),
          .global_tid = row.integer(Cell::global_tid),
          .correlation = row.integer(Cell::correlation),
          .name = row.integer(Cell::name),
          .has_correlation = row.is_integer(Cell::correlation),
          .failed = row.integer(Cell::result) != 0};
}

}  // namespace

ApiCalls::ApiCalls(SqliteFile file, std::string table, std::vector<std::string> columns)
    : thread_(
          [this, file = std::move(file), table = std::move(table), columns = std::move(columns)]() mutable {
            try {
              read(file, table, columns);
              queue_.finish();
            } catch (Stopped const&) {
              queue_.finish();
            } catch (...) {
              queue_.finish(std::current_exception());
            }
          }) {}

ApiCalls::~ApiCalls() {
  queue_.cancel();
  thread_.join();
}

void ApiCalls::read(SqliteFile& file, std::string const& table, std::vector<std::string> const& columns) {
  std::vector<ApiCall> block;
  file.for_each(table, columns, [&](SqliteRow const& row) {
    if (!is_call(row)) {
      ++odd_rows_;
      return;
    }
    if (block.empty()) block.reserve(rows_per_block);
    block.push_back(call_in(row));
    if (block.size() == rows_per_block && !queue_.push(std::exchange(block, {}))) throw Stopped{};
  });
  if (!block.empty()) static_cast<void>(queue_.push(std::move(block)));
}

}  // namespace llmprof::inline v0
