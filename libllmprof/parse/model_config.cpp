// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>

#include "libllmprof/parse/config_reader.hpp"
#include "libllmprof/parse/decoder_check.hpp"
#include "libllmprof/parse/model_families.hpp"
#include "libllmprof/parse/model_quantisation.hpp"
#include "libllmprof/support/json_reader.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/parse/model_spec.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr ModelFamily generic{.model_type = "", .window = WindowRule::listed};

void warn(ModelSpec& spec, std::string text) {
  spec.diagnostics.push_back({Severity::warning, std::move(text), spec.source, {}});
}

/// The language model of a multimodal one.
std::optional<JsonNode> find_nested(JsonNode const& root) {
  for (char const* key : {"text_config", "llm_config", "language_config"})
    if (auto const node = root.find(key)) return node;
  return std::nullopt;
}

/// Sizes under all of their names.
class DecoderReader {
 public:
  DecoderReader(ConfigReader& config, ModelFamily const& family, bool nested)
      : config_(config), family_(family), defaults_(nested ? family.defaults : nullptr) {}

  Decoder read() {
    Decoder decoder;
    read_sizes(decoder);
    read_kind(decoder);
    read_biases(decoder);
    read_window(decoder);
    if (family_.adjust != nullptr) family_.adjust(config_, decoder);
    if (decoder.mla) decoder.head_dim = decoder.mla->qk_nope_head_dim + decoder.mla->qk_rope_head_dim;
    return decoder;
  }

 private:
  std::uint64_t size(ConfigReader::Keys keys, std::uint64_t DefaultSizes::*fallback) {
    if (defaults_ == nullptr) return config_.needed(keys);
    return config_.count_or(keys, defaults_->*fallback);
  }

  void read_sizes(Decoder& d) {
    d.layers = size({"num_hidden_layers", "n_layer", "n_layers", "num_layers"}, &DefaultSizes::layers);
    d.hidden = size({"hidden_size", "n_embd", "d_model", "n_embed"}, &DefaultSizes::hidden);
    d.heads = size({"num_attention_heads", "n_head", "n_heads"}, &DefaultSizes::heads);
    d.vocab = size({"vocab_size", "padded_vocab_size"}, &DefaultSizes::vocab);
    d.kv_heads = config_.count_or({"num_key_value_heads", "num_kv_heads"},
                                  defaults_ == nullptr ? d.heads : defaults_->kv_heads);
    d.head_dim = head_dim(d);
    d.intermediate = intermediate(d);
  }

  [[nodiscard]] std::uint64_t head_dim(Decoder const& d) const {
    if (auto const given = config_.count({"head_dim"})) return *given;
    if (defaults_ != nullptr) return defaults_->head_dim;
    return d.heads == 0 ? 0 : d.hidden / d.heads;
  }

  std::uint64_t intermediate(Decoder const& d) {
    ConfigReader::Keys const keys{"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size"};
    // The older ones with two matrices are four times as wide unless they say otherwise.
    return family_.gated_mlp ? size(keys, &DefaultSizes::intermediate) : config_.count_or(keys, 4 * d.hidden);
  }

  void read_kind(Decoder& d) const {
    d.norm = family_.norm;
    d.norms_per_layer = family_.norms_per_layer;
    d.qk_norm = family_.qk_norm;
    d.gated_mlp = family_.gated_mlp;
    d.embedding_norm = family_.embedding_norm;
    d.tied_embeddings = config_.flag({"tie_word_embeddings"}, family_.tied_embeddings);
    if (family_.learned_positions)
      d.learned_positions = config_.count_or({"n_positions", "max_position_embeddings"}, 0);
  }

  void read_biases(Decoder& d) const {
    d.qkv_bias = config_.flag({"attention_bias", "use_qkv_bias", "use_bias"}, family_.qkv_bias);
    d.o_bias = config_.flag({"attention_bias", "use_bias"}, family_.o_bias);
    d.mlp_bias = config_.flag({"mlp_bias", "use_bias"}, family_.mlp_bias);
    d.lm_head_bias = family_.lm_head_bias;
  }

  void read_window(Decoder& d) const {
    auto const tokens = config_.count({"sliding_window"});
    if (!tokens || *tokens == 0) return;
    if (std::uint64_t const layers = window_layers(d); layers > 0) d.window = {*tokens, layers};
  }

  [[nodiscard]] std::uint64_t window_layers(Decoder const& d) const {
    switch (family_.window) {
      case WindowRule::none: return 0;
      case WindowRule::all: return d.layers;
      case WindowRule::listed: return listed_layers(d);
      case WindowRule::qwen: return qwen_layers(d);
    }
    return 0;
  }

  [[nodiscard]] std::uint64_t listed_layers(Decoder const& d) const {
    if (auto const types = config_.find({"layer_types"})) {
      std::uint64_t layers = 0;
      for_each(*types, [&](JsonNode const& type) { layers += type.string() == "sliding_attention" ? 1 : 0; });
      return std::min(layers, d.layers);
    }
    if (family_.model_type.empty()) return d.layers;  // nothing says that it alternates
    std::uint64_t const period =
        std::max<std::uint64_t>(config_.count_or({"sliding_window_pattern"}, family_.window_period), 1);
    // Gemma 2 and gpt-oss begin with a window; an odd layer at the end has one as well.
    return d.layers - d.layers / period;
  }

  [[nodiscard]] std::uint64_t qwen_layers(Decoder const& d) const {
    if (!config_.flag({"use_sliding_window"}, false)) return 0;
    return d.layers - std::min(d.layers, config_.count_or({"max_window_layers"}, d.layers));
  }

  ConfigReader& config_;
  ModelFamily const& family_;
  DefaultSizes const* defaults_;
};

void refuse_unfit(ConfigReader const& config, std::string const& model_type) {
  std::string_view const why = unfit_model(model_type);
  bool const two_parts = config.flag({"is_encoder_decoder"}, false);
  if (why.empty() && !two_parts) return;
  config.node().fail("model_type '" + one_line(model_type) +
                     "' is not known: " + std::string(two_parts ? "it has an encoder and a decoder" : why) +
                     "; write a model.yaml with `parameters` and `dtype`");
}

void refuse_missing(ConfigReader const& config) {
  if (config.missing().empty()) return;
  std::string names;
  for (std::string const& name : config.missing()) names += (names.empty() ? "'" : ", '") + name + "'";
  config.node().fail(
      "missing: " + names +
      "; is this the config.json of a language model? A model.yaml may have `parameters` alone");
}

ModelFamily const& family_of(std::string const& model_type, ModelSpec& spec) {
  if (ModelFamily const* const family = find_family(model_type)) return *family;
  warn(spec,
       "model_type '" + one_line(model_type) +
           "' is not known: taken for a decoder like Llama (RMS norms, gated MLP, no biases but those that "
           "the file has), so its number of parameters may be a little off");
  return generic;
}

Decoder read_decoder(ConfigReader& config, bool nested, ModelSpec& spec) {
  refuse_unfit(config, spec.variant);
  Decoder decoder = DecoderReader(config, family_of(spec.variant, spec), nested).read();
  refuse_missing(config);
  if (auto const why = why_impossible(decoder); !why.empty()) config.node().fail(why);
  return decoder;
}

std::optional<DataType> read_type(ConfigReader const& config, ModelSpec& spec) {
  std::string const name = config.text({"dtype", "torch_dtype"});
  if (name.empty()) return std::nullopt;
  auto const type = parse_data_type(name);
  if (!type) warn(spec, "data type '" + one_line(name) + "' is not known");
  return type;
}

void note(ModelSpec& spec, std::string text) {
  spec.diagnostics.push_back({Severity::note, std::move(text), spec.source, {}});
}

void note_full_precision(ModelSpec& spec) {
  if (spec.dtype != DataType::fp32) return;
  note(spec,
       "the weights are stored as fp32, which most engines turn into 16 bits when they load them; a "
       "model.yaml "
       "(config, dtype) can say so");
}

void note_extra_layers(ConfigReader const& config, ModelSpec& spec) {
  if (config.count_or({"num_nextn_predict_layers"}, 0) > 0)
    note(spec, "layers for multi-token prediction are not counted");
}

}  // namespace

ModelSpec read_model_config(std::string_view json, std::string const& source) {
  JsonDocument const document(json, source);
  ConfigReader const outer(document.root());
  auto const nested = find_nested(document.root());
  ConfigReader config(nested.value_or(document.root()));

  ModelSpec spec;
  spec.source = source;
  spec.name = outer.text({"_name_or_path"});
  spec.variant = config.text({"model_type"});
  if (spec.variant.empty()) spec.variant = outer.text({"model_type"});
  spec.decoder = read_decoder(config, nested.has_value(), spec);
  spec.dtype = read_type(config, spec);
  if (!spec.dtype) spec.dtype = read_type(outer, spec);
  auto quantisation = config.find({"quantization_config"});
  if (!quantisation) quantisation = outer.find({"quantization_config", "compression_config"});
  if (quantisation) read_quantisation(*quantisation, spec);
  note_full_precision(spec);
  note_extra_layers(config, spec);
  return spec;
}

}  // namespace llmprof::inline v0
