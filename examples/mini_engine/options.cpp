// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace mini {

char const* const usage =
    "mini_engine: generates tokens with a transformer of random weights\n"
    "\n"
    "  --layers N --hidden N --heads N --kv-heads N --vocab N   the model\n"
    "  --batch N          sequences (2)\n"
    "  --prompt N         tokens of each prompt (64)\n"
    "  --tokens N         tokens to generate for each sequence (32)\n"
    "  --repeat N         times to do it all; the fastest counts (1)\n"
    "  --seed N           of the weights, the prompts and the sampling (1)\n"
    "  --temperature X    0: greedy (0)\n"
    "  --device cpu|cuda\n"
    "  --devices N,N,...  cuda: a replica of the engine on each of these (0)\n"
    "  --streams N        replicas on each device, each with a thread and a stream of its own (1)\n"
    "  --graphs           cuda: replay the decode step as a CUDA graph\n"
    "  --check            also compare with a full recomputation for each token, and cuda with cpu\n";

namespace {

template <typename Number>
void parse(std::string_view name, std::string_view text, Number& value) {
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size()) return;
  throw std::invalid_argument(std::string(name) + ": not a number: '" + std::string(text) + "'");
}

Device parse_device(std::string_view text) {
  if (text == "cpu") return Device::cpu;
  if (text == "cuda") return Device::cuda;
  throw std::invalid_argument("--device: neither cpu nor cuda: '" + std::string(text) + "'");
}

std::vector<int> parse_devices(std::string_view text) {
  std::vector<int> devices;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t const end = std::min(text.find(',', begin), text.size());
    parse("--devices", text.substr(begin, end - begin), devices.emplace_back());
    begin = end + 1;
  }
  return devices;
}

bool set_flag(Options& options, std::string_view name) {
  if (name == "--graphs") return options.graphs = true;
  if (name == "--check") return options.check = true;
  if (name == "--help" || name == "-h") return options.help = true;
  return false;
}

void set_value(Options& options, std::string_view name, std::string_view text) {
  if (name == "--layers") return parse(name, text, options.model.layers);
  if (name == "--hidden") return parse(name, text, options.model.hidden);
  if (name == "--heads") return parse(name, text, options.model.heads);
  if (name == "--kv-heads") return parse(name, text, options.model.kv_heads);
  if (name == "--vocab") return parse(name, text, options.model.vocab);
  if (name == "--batch") return parse(name, text, options.batch);
  if (name == "--prompt") return parse(name, text, options.prompt);
  if (name == "--tokens") return parse(name, text, options.tokens);
  if (name == "--repeat") return parse(name, text, options.repeat);
  if (name == "--seed") return parse(name, text, options.seed);
  if (name == "--temperature") return parse(name, text, options.temperature);
  if (name == "--device") return static_cast<void>(options.device = parse_device(text));
  if (name == "--devices") return static_cast<void>(options.devices = parse_devices(text));
  if (name == "--streams") return parse(name, text, options.streams);
  throw std::invalid_argument("unknown option '" + std::string(name) + "'; see --help");
}

void validate(Options const& options) {
  if (options.batch == 0 || options.prompt == 0 || options.tokens == 0 || options.repeat == 0 ||
      options.streams == 0) {
    throw std::invalid_argument("--batch, --prompt, --tokens, --repeat and --streams must be at least 1");
  }
  if (options.devices != std::vector{0} && options.device != Device::cuda) {
    throw std::invalid_argument("--devices needs --device cuda");
  }
  if (options.graphs && options.device != Device::cuda) {
    throw std::invalid_argument("--graphs needs --device cuda");
  }
}

}  // namespace

Options parse_options(std::vector<std::string_view> const& arguments) {
  Options options;
  options.model.kv_heads = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (set_flag(options, arguments[i])) continue;
    if (i + 1 == arguments.size()) {
      throw std::invalid_argument("unknown option, or one without its value: '" + std::string(arguments[i]) +
                                  "'; see --help");
    }
    set_value(options, arguments[i], arguments[i + 1]);
    ++i;
  }
  if (options.model.kv_heads == 0) {  // not given: a pair of heads shares one, if they are even
    options.model.kv_heads = options.model.heads % 2 == 0 ? options.model.heads / 2 : options.model.heads;
  }
  validate(options);
  return options;
}

}  // namespace mini
