// SPDX-License-Identifier: MIT
#include "llmprof/session/inputs.hpp"

#include <iterator>
#include <optional>
#include <utility>

#include "libllmprof/support/file.hpp"
#include "llmprof/analyze/join_metrics.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/ncu_json.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::string_view one_run =
    "; these inputs are read as one run, so give one of them. Putting the processes of one job together is "
    "for "
    "llmprof merge, comparing two runs for llmprof diff; this version has neither yet";

/// What llmprof printed is read as what it was printed from: the file says which it is.
InputKind own_kind(std::filesystem::path const& path, InputKind read_as) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return read_as;
  InputKind const kind = detect(read_head(path, std::size_t{64} << 10));
  return kind == InputKind::kernels_json || kind == InputKind::phases_json ? kind : read_as;
}

class Loader {
 public:
  Loader(AnalyzeOptions const& options, ReadOptions const& reading, ToolPaths const& tools)
      : options_(options), reading_(reading), tools_(tools) {
    reading_.launch_shapes = options.max_shapes > 0;
  }

  void add(std::filesystem::path const& path) {
    std::visit([&](auto&& capture) { take(path, std::forward<decltype(capture)>(capture)); },
               read_any(path, reading_, tools_));
    // A run has the counters beside its profile.
    std::filesystem::path const counters = path / "ncu" / "metrics.json";
    std::error_code ignored;
    if (wants_counters() && std::filesystem::exists(counters, ignored))
      keep(counters, read_ncu_json_file(counters, reading_));
  }

  LoadedInputs finish() {
    if (timeline_) {
      loaded_.profile = std::move(*timeline_);
      if (tables_) {
        loaded_.profile.diagnostics.push_back({Severity::note,
                                               "not used: times come from the timeline " + timeline_path_,
                                               tables_->source,
                                               {}});
      }
    } else if (tables_) {
      loaded_.profile = analyze(*tables_);
    } else if (loaded_.metrics.size() == 1) {
      loaded_.profile = analyze(loaded_.metrics.front());
    } else {
      loaded_.profile = analyze(joined(loaded_.metrics));
    }
    // The profile of a run has its own counters joined already.
    if (options_.kernels && wants_counters() && has_new_counters_)
      join_metrics(loaded_.profile, loaded_.metrics);
    return std::move(loaded_);
  }

 private:
  [[nodiscard]] bool wants_counters() const { return !(reading_.metrics && reading_.metrics->empty()); }

  void take(std::filesystem::path const& path, Trace const& trace) {
    take_timeline(path, analyze(trace, options_));
    loaded_.files.push_back({path, trace.format});
  }
  void take(std::filesystem::path const& path, Profile profile) {
    take_timeline(path, std::move(profile));
    std::error_code ignored;
    bool const is_run = std::filesystem::is_directory(path, ignored);
    std::filesystem::path const file = is_run ? path / "profile.json" : path;
    loaded_.files.push_back({file, std::string(to_string(own_kind(file, InputKind::profile_json)))});
  }
  /// Tables of different reports are taken as those of one capture.
  void take(std::filesystem::path const& path, StatsTables tables) {
    if (!tables_) {
      tables_ = std::move(tables);
    } else {
      try {
        add_tables(*tables_, std::move(tables));
      } catch (InvalidArgument const& error) {
        throw InvalidArgument(error.what() + std::string(one_run));
      }
    }
    loaded_.files.push_back({path, std::string(to_string(own_kind(path, InputKind::nsys_stats)))});
  }
  void take(std::filesystem::path const& path, Metrics metrics) {
    has_new_counters_ = true;
    keep(path, std::move(metrics));
  }
  void keep(std::filesystem::path const& path, Metrics metrics) {
    loaded_.files.push_back({path, metrics.format});
    loaded_.metrics.push_back(std::move(metrics));
  }

  void take_timeline(std::filesystem::path const& path, Profile profile) {
    if (timeline_) throw two("timelines", timeline_path_, path);
    timeline_ = std::move(profile);
    timeline_path_ = path.string();
  }

  static InvalidArgument two(std::string const& what, std::string const& first,
                             std::filesystem::path const& second) {
    return InvalidArgument("two " + what + ": " + first + " and " + second.string() + std::string(one_run));
  }

  AnalyzeOptions const& options_;
  ReadOptions reading_;
  ToolPaths const& tools_;
  LoadedInputs loaded_;
  std::optional<Profile> timeline_;
  std::string timeline_path_;
  std::optional<StatsTables> tables_;
  bool has_new_counters_ = false;  // beside those that a run brings along
};

}  // namespace

Metrics joined(std::vector<Metrics> files) {
  if (files.size() == 1) return std::move(files.front());
  Metrics all;
  for (Metrics& file : files) {
    all.source += (all.source.empty() ? "" : ", ") + file.source;
    std::move(file.launches.begin(), file.launches.end(), std::back_inserter(all.launches));
    all.diagnostics.insert(all.diagnostics.end(), file.diagnostics.begin(), file.diagnostics.end());
  }
  return all;
}

LoadedInputs load_inputs(std::vector<std::filesystem::path> const& paths, AnalyzeOptions const& options,
                         ReadOptions const& reading, ToolPaths const& tools) {
  if (paths.empty()) throw InvalidArgument("no input; name a capture, a CSV, or a run folder");
  Loader loader(options, reading, tools);
  for (std::filesystem::path const& path : paths) loader.add(path);
  return loader.finish();
}

}  // namespace llmprof::inline v0
