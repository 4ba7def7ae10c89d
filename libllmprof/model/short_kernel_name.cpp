// SPDX-License-Identifier: MIT
#include "llmprof/model/short_kernel_name.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "libllmprof/model/cutlass_name.hpp"
#include "libllmprof/model/element_type.hpp"
#include "libllmprof/model/functor_name.hpp"
#include "libllmprof/model/name_tokens.hpp"
#include "libllmprof/model/printed_name.hpp"
#include "libllmprof/model/template_arguments.hpp"
#include "libllmprof/support/text.hpp"
#include "llmprof/model/kernel_name.hpp"

namespace llmprof::inline v0 {
namespace {

constexpr std::size_t most_text = 4096;
constexpr std::size_t most_width = 96;
constexpr std::size_t most_arguments = 6;

using Arguments = std::vector<NameTokens>;

NameTokens joined(Arguments const& arguments) {
  NameTokens all;
  for (NameTokens const& argument : arguments) all.insert(all.end(), argument.begin(), argument.end());
  return all;
}

/// The type at that place: of floating point, or of integers, which may take two words.
std::string type_at(NameTokens const& tokens, std::size_t at) {
  if (auto const type = float_type(tokens[at].text); !type.empty()) return std::string(type);
  bool const is_unsigned = tokens[at].is("unsigned");
  if (!is_unsigned && !tokens[at].is("signed")) return std::string(integer_type(tokens[at].text));
  std::string_view const word = at + 1 < tokens.size() ? tokens[at + 1].text : std::string_view();
  auto const type = integer_type(word);
  return (is_unsigned ? "u" : "") + std::string(type.empty() ? "int" : type);
}

/// The first type of floating point, else that of integers. `char*` is only how PyTorch passes data.
std::string type_of(NameTokens const& tokens) {
  std::string integer;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!float_type(tokens[i].text).empty()) return type_at(tokens, i);
    bool const is_pointer = i + 1 < tokens.size() && tokens[i + 1].is("*");
    if (integer.empty() && !is_pointer) integer = type_at(tokens, i);
  }
  return integer;
}

std::string text_with(std::string_view function, std::vector<std::string> const& arguments) {
  std::string text(function);
  for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "<" : ", ") + arguments[i];
  return arguments.empty() ? text : text + '>';
}

void add_known(std::vector<std::string>& to, std::string text) {
  if (!text.empty()) to.push_back(std::move(text));
}

bool is_true(Arguments const& arguments, std::size_t at) {
  return at < arguments.size() && arguments[at].size() == 1 && arguments[at].front().is("1");
}

// --- FlashAttention 2

/// `128` of `Flash_fwd_kernel_traits<128,64,...>`, the size of a head.
std::string head_size(NameTokens const& tokens) {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    bool const is_traits =
        tokens[i].text.find("kernel_traits") != std::string_view::npos && tokens[i + 1].is("<");
    if (is_traits && tokens[i + 2].kind == NameToken::Kind::number)
      return "hdim" + std::string(tokens[i + 2].text);
  }
  return {};
}

/// The flags behind the traits differ: dropout comes first where nothing is split.
std::string flash_name(std::string_view function, Arguments const& arguments) {
  NameTokens const all = joined(arguments);
  std::size_t const causal = function.find("splitkv") == std::string_view::npos ? 2 : 1;
  std::vector<std::string> shown;
  add_known(shown, head_size(all));
  add_known(shown, type_of(all));
  bool const has_flags = function.find("combine") == std::string_view::npos;
  if (has_flags && is_true(arguments, causal)) shown.emplace_back("causal");
  if (has_flags && is_true(arguments, causal + 1)) shown.emplace_back("local");
  return text_with(function, shown);
}

// --- CUTLASS 3 and CuTe

/// `128x256x64` for the first `tuple<C<128>,C<256>,C<64>>` that is too large for a cluster of blocks, or the
/// first `GemmShape<...>`.
std::string tile(NameTokens const& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is("tuple") && !tokens[i].is("GemmShape")) continue;
    std::string text;
    std::int64_t product = 1;
    std::size_t const end = behind_bracket(tokens, i + 1);
    for (std::size_t at = i + 1; at < end; ++at) {
      if (tokens[at].kind != NameToken::Kind::number) continue;
      std::int64_t size = 0;
      std::from_chars(tokens[at].text.data(), tokens[at].text.data() + tokens[at].text.size(), size);
      product = std::min<std::int64_t>(product * std::clamp<std::int64_t>(size, 1, 1 << 16), 1 << 30);
      text += (text.empty() ? "" : "x") + std::string(tokens[at].text);
    }
    if (product > 64) return text;
  }
  return {};
}

/// The class that a kernel of CUTLASS runs, behind what only wraps it.
std::string_view wrapped_class(NameTokens const& tokens) {
  for (NameToken const& token : tokens) {
    if (token.kind == NameToken::Kind::word && !token.text.starts_with("enable_sm")) return token.text;
  }
  return {};
}

bool is_wrapper(std::string_view function) {
  constexpr std::array names{std::string_view("Kernel"), std::string_view("Kernel2"),
                             std::string_view("kentry"), std::string_view("device_kernel"),
                             std::string_view("GemmUniversalKernel")};
  return std::find(names.begin(), names.end(), function) != names.end();
}

std::string wrapper_name(std::string_view function, Arguments const& arguments) {
  NameTokens const all = joined(arguments);
  std::string_view const inner = wrapped_class(all);
  if (std::string name = cutlass_name(inner); !name.empty()) return name;
  std::vector<std::string> shown;
  add_known(shown, std::string(inner));
  add_known(shown, tile(all));
  add_known(shown, type_of(all));
  return text_with(function, shown);
}

// --- PyTorch

bool takes_functor(std::string_view function) {
  return function.find("elementwise") != std::string_view::npos || function == "reduce_kernel";
}

std::string functor_kernel_name(std::string_view function, Arguments const& arguments) {
  NameTokens const all = joined(arguments);
  std::vector<std::string> shown;
  add_known(shown, functor_name(all));
  add_known(shown, type_of(all));
  return text_with(function, shown);
}

// --- Others

/// The types of llama.cpp's quantised weights, by their numbers in ggml.h.
std::string_view ggml_type(std::string_view number) {
  constexpr std::array types{
      std::pair("0", "f32"),      std::pair("1", "f16"),     std::pair("2", "q4_0"),
      std::pair("3", "q4_1"),     std::pair("6", "q5_0"),    std::pair("7", "q5_1"),
      std::pair("8", "q8_0"),     std::pair("10", "q2_K"),   std::pair("11", "q3_K"),
      std::pair("12", "q4_K"),    std::pair("13", "q5_K"),   std::pair("14", "q6_K"),
      std::pair("16", "iq2_xxs"), std::pair("17", "iq2_xs"), std::pair("18", "iq3_xxs"),
      std::pair("19", "iq1_s"),   std::pair("20", "iq4_nl"), std::pair("21", "iq3_s"),
      std::pair("22", "iq2_s"),   std::pair("23", "iq4_xs"), std::pair("29", "iq1_m"),
      std::pair("30", "bf16"),    std::pair("39", "mxfp4")};
  for (auto const& [value, name] : types) {
    if (number == value) return name;
  }
  return number;
}

bool is_number(NameTokens const& argument) {
  return !argument.empty() && argument.front().kind == NameToken::Kind::number;
}

/// One argument in a word: a type, a number with its sign, or the name of a class without its arguments.
std::string argument_text(NameTokens const& argument, std::string const& type) {
  if (!type.empty()) return type;
  if (argument.front().is("-") && argument.size() > 1) return "-" + std::string(argument[1].text);
  bool const is_readable = argument.front().kind == NameToken::Kind::word || is_number(argument);
  return is_readable ? std::string(argument.front().text) : std::string();
}

/// The first type of floating point where it stands inside other arguments alone; empty otherwise.
std::string hidden_type(Arguments const& arguments) {
  std::string hidden;
  for (NameTokens const& argument : arguments) {
    for (NameToken const& token : argument) {
      auto const type = float_type(token.text);
      if (!type.empty() && &token == &argument.front()) return {};
      if (hidden.empty()) hidden = type;
    }
  }
  return hidden;
}

/// A type that is said twice on end is said once: element and accumulator, input and output.
std::string template_name(std::string_view function, Arguments const& arguments, bool has_ggml_type) {
  std::vector<std::string> shown;
  std::string type_before;
  for (NameTokens const& argument : arguments) {
    if (argument.empty()) continue;
    std::string const type = type_at(argument, 0);
    bool const is_again = !type.empty() && type == type_before;
    type_before = type;
    std::string text = argument_text(argument, type);
    if (std::exchange(has_ggml_type, has_ggml_type && !is_number(argument)) && is_number(argument))
      text = ggml_type(text);
    if (!is_again) add_known(shown, std::move(text));
  }
  if (std::string const type = hidden_type(arguments); !type.empty()) shown.insert(shown.begin(), type);
  if (shown.size() > most_arguments) {
    shown.resize(most_arguments);
    shown.emplace_back("...");
  }
  return text_with(function, shown);
}

/// `gemvx::kernel` where `kernel` alone would say nothing.
std::string function_with_scope(std::string const& function, std::string_view printed) {
  if (function != "kernel" && function != "run" && function != "dispatch" && function != "combine")
    return function;
  std::string_view const head = printed.substr(0, end_of_function(printed));
  auto const at = head.find("::" + function);
  if (at == std::string_view::npos) return function;
  auto const begin = head.substr(0, at).find_last_of(": <>,(");
  std::string_view const scope =
      head.substr(begin == std::string_view::npos ? 0 : begin + 1, at - (begin + 1));
  return scope.empty() ? function : std::string(scope) + "::" + function;
}

}  // namespace

std::string short_kernel_name(std::string_view printed) {
  std::string const head = demangled_head(printed, most_text);
  KernelName const name = parse_kernel_name(head);
  NameTokens const tokens = tokens_of_name(name.without_parameters);
  Arguments const arguments = template_arguments(tokens);
  std::string const function = function_with_scope(name.short_name, head);
  std::string text = function;
  if (arguments.empty()) {
    if (std::string const cutlass = cutlass_name(function); !cutlass.empty()) text = cutlass;
  } else if (function.starts_with("flash_fwd") || function.starts_with("flash_bwd")) {
    text = flash_name(function, arguments);
  } else if (is_wrapper(function)) {
    text = wrapper_name(function, arguments);
  } else if (takes_functor(function)) {
    text = functor_kernel_name(function, arguments);
  } else {
    text = template_name(function, arguments, head.find("<(ggml_type)") != std::string::npos);
  }
  return shortened(one_line(text), most_width);
}

}  // namespace llmprof::inline v0
