// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cctype>

#include "libllmprof/support/text.hpp"
#include "llmprof/artifacts/masking.hpp"

namespace llmprof::inline v0 {
namespace {

using Words = std::vector<std::string>;

template <std::size_t N>
bool is_one_of(std::string_view word, std::array<std::string_view, N> const& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// `--hfToken`, `HF_TOKEN` and `hf.token` are all {hf, token}.
Words words_of(std::string_view name) {
  Words words(1);
  bool after_lower = false;
  for (char const c : name) {
    auto const byte = static_cast<unsigned char>(c);
    bool const boundary = std::isalnum(byte) == 0 || (after_lower && std::isupper(byte) != 0);
    if (boundary && !words.back().empty()) words.emplace_back();
    if (std::isalnum(byte) != 0) words.back() += c;
    after_lower = std::islower(byte) != 0;
  }
  if (words.back().empty()) words.pop_back();
  for (std::string& word : words) word = lower_case(word);
  return words;
}

/// Behind these words stands something about the secret, not the secret.
bool describes(std::string_view last_word) {
  return is_one_of(last_word,
                   std::to_array<std::string_view>(
                       {"file",   "path",  "dir",    "folder",   "id",       "ids",   "type", "mode",
                        "method", "url",   "uri",    "endpoint", "enabled",  "count", "len",  "length",
                        "size",   "limit", "format", "timeout",  "provider", "dim",   "name", "env"}));
}

bool is_secret_word(std::string_view word) {
  static constexpr auto endings = std::to_array<std::string_view>(
      {"password", "passwd", "passphrase", "secret", "secrets", "apikey", "apikeys", "accesskey", "secretkey",
       "privatekey", "authkey", "authtoken", "accesstoken", "hftoken", "apitoken", "credential",
       "credentials"});
  if (is_one_of(word, std::to_array<std::string_view>(
                          {"auth", "authorization", "pwd", "cred", "creds", "bearer", "passwords"}))) {
    return true;
  }
  return std::any_of(endings.begin(), endings.end(), [&](auto ending) { return word.ends_with(ending); });
}

/// Tokens and keys that a language model or a table has: `--eos-token`, `--sort-key`.
bool is_innocent_qualifier(std::string_view word) {
  return is_one_of(word, std::to_array<std::string_view>(
                             {"eos",    "bos",     "pad",    "unk",       "sep",     "cls",     "mask",
                              "stop",   "start",   "end",    "begin",     "image",   "audio",   "video",
                              "vision", "special", "max",    "min",       "num",     "per",     "new",
                              "next",   "first",   "last",   "draft",     "decoder", "encoder", "prompt",
                              "forced", "cache",   "sort",   "group",     "primary", "foreign", "partition",
                              "column", "json",    "dict",   "map",       "hash",    "feature", "label",
                              "data",   "input",   "output", "text",      "query",   "value",   "speculative",
                              "each",   "by",      "kv",     "attention", "message", "content", "index",
                              "lookup", "routing", "shard",  "batch",     "every",   "id"}));
}

bool starts_key_pair(std::string_view word) {
  return is_one_of(word, std::to_array<std::string_view>({"api", "access", "secret", "private", "auth",
                                                          "signing", "encryption", "account", "license"}));
}

bool is_secret_ending(Words const& words) {
  std::string const& last = words.back();
  std::string const before = words.size() > 1 ? words[words.size() - 2] : std::string();
  if (last == "token" || last == "key") return !is_innocent_qualifier(before);
  if (last == "tokens" || last == "keys") return starts_key_pair(before);
  return false;
}

bool has_secret_pair(Words const& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if ((words[i] == "key" || words[i] == "token") && starts_key_pair(words[i - 1])) return true;
  }
  return false;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  Words const words = words_of(name);
  if (words.empty() || describes(words.back())) return false;
  if (words.front() == "no" || words.front() == "disable") return false;  // a switch, without a value
  return std::any_of(words.begin(), words.end(), is_secret_word) || is_secret_ending(words) ||
         has_secret_pair(words);
}

}  // namespace llmprof::inline v0
