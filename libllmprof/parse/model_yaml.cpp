// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "libllmprof/parse/decoder_check.hpp"
#include "libllmprof/support/file.hpp"
#include "libllmprof/support/nearest.hpp"
#include "libllmprof/support/settings_yaml.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/error.hpp"
#include "llmprof/parse/model_spec.hpp"

namespace llmprof::inline v0 {
namespace {

/// One `key: value` of the file.
class YamlValue {
 public:
  YamlValue(WrittenSetting const& written, std::string const& source) : written_(written), source_(source) {}

  [[noreturn]] void fail(std::string const& why) const {
    throw ParseError(source_, written_.line, written_.key + ": " + why);
  }

  [[nodiscard]] std::string const& text() const {
    if (written_.value.kind != WrittenValue::Kind::one) fail("expected one value");
    return written_.value.texts.front();
  }

  [[nodiscard]] double number() const {
    std::string const& digits = text();
    return scaled(digits, digits.size());
  }

  [[nodiscard]] std::uint64_t count() const {
    double const value = number();
    if (value != std::floor(value)) fail("expected a whole number, not '" + one_line(text()) + "'");
    return static_cast<std::uint64_t>(value);
  }

  /// A count with `K`, `M`, `B` or `T` behind it: `7B`, `6.74B`.
  [[nodiscard]] std::uint64_t parameters() const {
    std::string const& written = text();
    double factor = 1;
    if (!written.empty()) factor = suffix_factor(written.back());
    double const value = std::round(scaled(written, written.size() - (factor > 1 ? 1 : 0)) * factor);
    if (value < 1 || value > 1e15) fail("expected a number of parameters from 1 to 1000T");
    return static_cast<std::uint64_t>(value);
  }

  [[nodiscard]] bool flag() const {
    std::string const& written = text();
    if (written == "true") return true;
    if (written != "false") fail("expected true or false, not '" + one_line(written) + "'");
    return false;
  }

  [[nodiscard]] DataType type() const {
    auto const type = parse_data_type(text());
    if (!type)
      fail("data type '" + one_line(text()) + "' is not known; it takes bf16, fp16, fp8, int8, fp4, ...");
    return *type;
  }

  template <class Choice, std::size_t size>
  [[nodiscard]] Choice choice(std::array<std::pair<std::string_view, Choice>, size> const& choices) const {
    std::string allowed;
    for (auto const& [name, value] : choices) {
      if (name == text()) return value;
      allowed += (allowed.empty() ? "" : "|") + std::string(name);
    }
    fail("'" + one_line(text()) + "' is wrong; it takes " + allowed);
  }

 private:
  [[nodiscard]] static double suffix_factor(char suffix) {
    switch (suffix) {
      case 'K': return 1e3;
      case 'M': return 1e6;
      case 'B': return 1e9;
      case 'T': return 1e12;
      default: return 1;
    }
  }

  [[nodiscard]] double scaled(std::string const& digits, std::size_t size) const {
    double value = 0;
    char const* const end = digits.data() + size;
    auto const [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || stop != end || !(value >= 0 && value <= 1e15))
      fail("expected a number that is not negative, not '" + one_line(digits) + "'");
    return value;
  }

  WrittenSetting const& written_;
  std::string const& source_;
};

/// What a file is read into. Sizes of a config.json that it names are there before.
struct Reading {
  ModelSpec spec;
  Decoder decoder;
  bool has_decoder = false;
  bool has_moe_layers = false;
  bool has_window_layers = false;
};

MoeSpec& moe(Reading& to) { return to.decoder.moe ? *to.decoder.moe : to.decoder.moe.emplace(); }
MlaSpec& mla(Reading& to) { return to.decoder.mla ? *to.decoder.mla : to.decoder.mla.emplace(); }
WindowSpec& window(Reading& to) {
  return to.decoder.window ? *to.decoder.window : to.decoder.window.emplace();
}
Quantisation& quantisation(Reading& to) {
  return to.spec.quantisation ? *to.spec.quantisation : to.spec.quantisation.emplace();
}

constexpr auto norm_kinds = std::to_array<std::pair<std::string_view, NormKind>>({
    {"rms", NormKind::rms},
    {"layer", NormKind::layer},
    {"layer_no_bias", NormKind::layer_no_bias},
    {"none", NormKind::none},
});
constexpr auto qk_norms = std::to_array<std::pair<std::string_view, QkNorm>>(
    {{"none", QkNorm::none}, {"head", QkNorm::head}, {"all", QkNorm::all}});
constexpr auto parts = std::to_array<std::pair<std::string_view, QuantisedPart>>(
    {{"layers", QuantisedPart::layers}, {"experts", QuantisedPart::experts}});

double bits(YamlValue const& value) {
  double const number = value.number();
  if (!(number > 0 && number <= 64)) value.fail("expected a number of bits above 0, at most 64");
  return number;
}

std::uint64_t degree(YamlValue const& value) {
  std::uint64_t const count = value.count();
  if (count < 1 || count > 4096) value.fail("expected a number of GPUs from 1 to 4096");
  return count;
}

using Value = YamlValue const&;

/// A key of the file. `of_decoder`: it is about Decoder.
struct Key {
  std::string_view name;
  bool of_decoder;
  void (*set)(Reading& to, Value value);
};

constexpr auto keys = std::to_array<Key>({
    {"config", false, [](Reading&, Value) {}},  // read before all others
    {"name", false, [](Reading& to, Value v) { to.spec.name = v.text(); }},
    {"variant", false, [](Reading& to, Value v) { to.spec.variant = v.text(); }},
    {"parameters", false, [](Reading& to, Value v) { to.spec.parameters = v.parameters(); }},
    {"active_parameters", false, [](Reading& to, Value v) { to.spec.active_parameters = v.parameters(); }},
    {"dtype", false, [](Reading& to, Value v) { to.spec.dtype = v.type(); }},
    {"compute", false, [](Reading& to, Value v) { to.spec.compute = v.type(); }},
    {"kv_dtype", false, [](Reading& to, Value v) { to.spec.kv_dtype = v.type(); }},
    {"tensor_parallel", false, [](Reading& to, Value v) { to.spec.tensor_parallel = degree(v); }},
    {"pipeline_parallel", false, [](Reading& to, Value v) { to.spec.pipeline_parallel = degree(v); }},
    {"quantisation.method", false, [](Reading& to, Value v) { quantisation(to).method = v.text(); }},
    {"quantisation.bits_per_weight", false,
     [](Reading& to, Value v) { quantisation(to).bits_per_weight = bits(v); }},
    {"quantisation.part", false, [](Reading& to, Value v) { quantisation(to).part = v.choice(parts); }},

    {"layers", true, [](Reading& to, Value v) { to.decoder.layers = v.count(); }},
    {"hidden", true, [](Reading& to, Value v) { to.decoder.hidden = v.count(); }},
    {"heads", true, [](Reading& to, Value v) { to.decoder.heads = v.count(); }},
    {"kv_heads", true, [](Reading& to, Value v) { to.decoder.kv_heads = v.count(); }},
    {"head_dim", true, [](Reading& to, Value v) { to.decoder.head_dim = v.count(); }},
    {"intermediate", true, [](Reading& to, Value v) { to.decoder.intermediate = v.count(); }},
    {"vocab", true, [](Reading& to, Value v) { to.decoder.vocab = v.count(); }},
    {"gated_mlp", true, [](Reading& to, Value v) { to.decoder.gated_mlp = v.flag(); }},
    {"tied_embeddings", true, [](Reading& to, Value v) { to.decoder.tied_embeddings = v.flag(); }},
    {"norm", true, [](Reading& to, Value v) { to.decoder.norm = v.choice(norm_kinds); }},
    {"norms_per_layer", true, [](Reading& to, Value v) { to.decoder.norms_per_layer = v.count(); }},
    {"final_norm", true, [](Reading& to, Value v) { to.decoder.final_norm = v.flag(); }},
    {"embedding_norm", true, [](Reading& to, Value v) { to.decoder.embedding_norm = v.flag(); }},
    {"qk_norm", true, [](Reading& to, Value v) { to.decoder.qk_norm = v.choice(qk_norms); }},
    {"qkv_bias", true, [](Reading& to, Value v) { to.decoder.qkv_bias = v.flag(); }},
    {"o_bias", true, [](Reading& to, Value v) { to.decoder.o_bias = v.flag(); }},
    {"mlp_bias", true, [](Reading& to, Value v) { to.decoder.mlp_bias = v.flag(); }},
    {"lm_head_bias", true, [](Reading& to, Value v) { to.decoder.lm_head_bias = v.flag(); }},
    {"attention_sinks", true, [](Reading& to, Value v) { to.decoder.attention_sinks = v.flag(); }},
    {"learned_positions", true, [](Reading& to, Value v) { to.decoder.learned_positions = v.count(); }},
    {"window.tokens", true, [](Reading& to, Value v) { window(to).tokens = v.count(); }},
    {"window.layers", true,
     [](Reading& to, Value v) {
       window(to).layers = v.count();
       to.has_window_layers = true;
     }},
    {"moe.experts", true, [](Reading& to, Value v) { moe(to).experts = v.count(); }},
    {"moe.experts_per_token", true, [](Reading& to, Value v) { moe(to).experts_per_token = v.count(); }},
    {"moe.intermediate", true, [](Reading& to, Value v) { moe(to).intermediate = v.count(); }},
    {"moe.shared_intermediate", true, [](Reading& to, Value v) { moe(to).shared_intermediate = v.count(); }},
    {"moe.layers", true,
     [](Reading& to, Value v) {
       moe(to).layers = v.count();
       to.has_moe_layers = true;
     }},
    {"moe.expert_bias", true, [](Reading& to, Value v) { moe(to).expert_bias = v.flag(); }},
    {"moe.router_bias", true, [](Reading& to, Value v) { moe(to).router_bias = v.flag(); }},
    {"moe.shared_gate", true, [](Reading& to, Value v) { moe(to).shared_gate = v.flag(); }},
    {"mla.q_lora_rank", true, [](Reading& to, Value v) { mla(to).q_lora_rank = v.count(); }},
    {"mla.kv_lora_rank", true, [](Reading& to, Value v) { mla(to).kv_lora_rank = v.count(); }},
    {"mla.qk_nope_head_dim", true, [](Reading& to, Value v) { mla(to).qk_nope_head_dim = v.count(); }},
    {"mla.qk_rope_head_dim", true, [](Reading& to, Value v) { mla(to).qk_rope_head_dim = v.count(); }},
    {"mla.v_head_dim", true, [](Reading& to, Value v) { mla(to).v_head_dim = v.count(); }},
});

Key const& find_key(WrittenSetting const& written, std::string const& source) {
  std::vector<std::string_view> names;
  for (Key const& key : keys) {
    if (key.name == written.key) return key;
    names.push_back(key.name);
  }
  auto const like = nearest(written.key, names);
  throw ParseError(source, written.line,
                   "'" + one_line(written.key) + "' is nothing that a model has" +
                       (like ? "; did you mean '" + std::string(*like) + "'?" : std::string()));
}

void refuse_twice(std::vector<WrittenSetting> const& all, std::string const& source) {
  for (auto at = all.begin(); at != all.end(); ++at) {
    if (std::any_of(all.begin(), at, [&](auto const& before) { return before.key == at->key; }))
      throw ParseError(source, at->line, "'" + one_line(at->key) + "' comes twice");
  }
}

/// The config.json that the file is about, if it names one.
Reading begin(std::vector<WrittenSetting> const& all, std::string const& source,
              std::filesystem::path const& folder) {
  Reading reading;
  auto const config = std::find_if(all.begin(), all.end(), [](auto const& w) { return w.key == "config"; });
  if (config == all.end()) return reading;
  std::filesystem::path const path = YamlValue(*config, source).text();
  if (path.extension() != ".json") YamlValue(*config, source).fail("expected the name of a .json file");
  // Not read_model_spec(): a .json that is YAML inside could name itself.
  auto const file = path.is_absolute() ? path : folder / path;
  reading.spec = read_model_config(read_file(file), file.string());
  reading.decoder = reading.spec.decoder.value_or(Decoder{});
  reading.has_decoder = reading.has_moe_layers = reading.has_window_layers = true;
  return reading;
}

std::string missing_names(std::vector<std::pair<std::string_view, std::uint64_t>> const& needed) {
  std::string names;
  for (auto const& [name, value] : needed)
    if (value == 0) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

std::string missing_sizes(Decoder const& d) {
  std::vector<std::pair<std::string_view, std::uint64_t>> needed{{"layers", d.layers},
                                                                 {"hidden", d.hidden},
                                                                 {"heads", d.heads},
                                                                 {"intermediate", d.intermediate},
                                                                 {"vocab", d.vocab}};
  if (d.moe) {
    needed.insert(needed.end(), {{"moe.experts", d.moe->experts},
                                 {"moe.experts_per_token", d.moe->experts_per_token},
                                 {"moe.intermediate", d.moe->intermediate}});
  }
  if (d.mla) {
    needed.insert(needed.end(), {{"mla.kv_lora_rank", d.mla->kv_lora_rank},
                                 {"mla.qk_nope_head_dim", d.mla->qk_nope_head_dim},
                                 {"mla.v_head_dim", d.mla->v_head_dim}});
  }
  if (d.window) needed.emplace_back("window.tokens", d.window->tokens);
  return missing_names(needed);
}

void fill_in(Reading& reading) {
  Decoder& d = reading.decoder;
  if (d.kv_heads == 0) d.kv_heads = d.heads;
  if (d.mla) d.head_dim = d.mla->qk_nope_head_dim + d.mla->qk_rope_head_dim;
  if (d.head_dim == 0) d.head_dim = d.hidden / d.heads;
  if (d.moe && !reading.has_moe_layers) d.moe->layers = d.layers;
  if (d.window && !reading.has_window_layers) d.window->layers = d.layers;
}

void finish_decoder(Reading& reading, std::string const& source) {
  if (auto const names = missing_sizes(reading.decoder); !names.empty()) {
    throw ParseError(
        source, {},
        "missing: " + names + "; without sizes, `parameters` and `dtype` are enough for some figures");
  }
  fill_in(reading);
  if (auto const why = why_impossible(reading.decoder); !why.empty()) throw ParseError(source, {}, why);
  reading.spec.decoder = reading.decoder;
}

void check_stated(ModelSpec const& spec, std::string const& source) {
  if (!spec.decoder && !spec.parameters) {
    throw ParseError(source, {},
                     "says neither `parameters`, nor `config`, nor sizes (`layers`, `hidden`, ...)");
  }
  if (spec.active_parameters && spec.parameters && *spec.active_parameters > *spec.parameters)
    throw ParseError(source, {}, "active_parameters are more than parameters");
}

}  // namespace

ModelSpec read_model_yaml(std::string_view yaml, std::string const& source,
                          std::filesystem::path const& folder) {
  auto const all = read_settings_yaml(yaml, source);
  refuse_twice(all, source);
  Reading reading = begin(all, source, folder);
  for (WrittenSetting const& written : all) {
    Key const& key = find_key(written, source);
    key.set(reading, YamlValue(written, source));
    reading.has_decoder = reading.has_decoder || key.of_decoder;
  }
  if (reading.has_decoder) finish_decoder(reading, source);
  reading.spec.source = source;
  check_stated(reading.spec, source);
  return std::move(reading.spec);
}

}  // namespace llmprof::inline v0
