// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/provenance.hpp"

#include <unistd.h>

#include <catch2/catch_test_macros.hpp>

#include "support/temporary_folder.hpp"

using namespace llmprof;

TEST_CASE("the configuration nests and hides secrets", "[provenance]") {
  Config const config{{"mode", "deep"},
                      {"nsys.trace", std::vector<std::string>{"cuda", "nvtx"}},
                      {"nsys.sample", "none"},
                      {"ncu", "on"},
                      {"ncu.set", "roofline"},
                      {"hub.token", "abc"},
                      {"url", "https://u:p@host/"},
                      {"text", "a: b # c"},
                      {"empty", ""}};
  CHECK(to_yaml(config) ==
        "empty: \"\"\n"
        "mode: deep\n"
        "text: \"a: b # c\"\n"
        "url: https://***@host/\n"
        "hub:\n  token: \"***\"\n"
        "ncu:\n  .: on\n  set: roofline\n"
        "nsys:\n  sample: none\n  trace: [cuda, nvtx]\n");
  CHECK(to_yaml(Config()) == "{}\n");
}

TEST_CASE("inputs are listed with size and digest", "[provenance]") {
  TemporaryFolder const folder;
  put_file(folder / "a.csv", "abc");
  auto const input = describe_input(folder / "a.csv", "nsys CSV");
  CHECK(input.size_bytes == 3);
  CHECK(input.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(input.reason.empty());
  put_file(folder / "empty", "");
  CHECK(describe_input(folder / "empty", "x").sha256 ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  put_file(folder / "block", std::string(65536, 'a'));  // ends where a read ends
  CHECK(describe_input(folder / "block", "x").sha256.has_value());
}

TEST_CASE("what cannot be hashed says why", "[provenance]") {
  TemporaryFolder const folder;
  CHECK(describe_input(folder / "none", "x").reason == "there is no such file");
  CHECK(describe_input(folder.path(), "x").reason == "it is not a regular file");
  CHECK(describe_input("/dev/zero", "x").reason == "it is not a regular file");
  put_file(folder / "large", "");
  REQUIRE(::truncate((folder / "large").c_str(), 64 << 20) == 0);
  auto const large = describe_input(folder / "large", "x");
  CHECK(large.size_bytes == std::uint64_t{64} << 20U);
  CHECK_FALSE(large.sha256.has_value());
  CHECK(large.reason == "not hashed: 64 MiB or larger");
}

TEST_CASE("a dash is standard input, whatever files there are", "[provenance]") {
  TemporaryFolder const folder;
  put_file(folder / "-", "abc");
  auto const before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  auto const input = describe_input("-", "nsys stats CSV");
  auto const file = describe_input("./-", "nsys stats CSV");
  std::filesystem::current_path(before);
  CHECK(input.reason == "standard input, not kept");
  CHECK_FALSE(input.size_bytes);
  CHECK_FALSE(input.sha256);
  CHECK(file.size_bytes == 3);
}

TEST_CASE("inputs.yaml has null with a reason, never an empty text", "[provenance]") {
  std::vector<InputFile> const inputs{{"a.csv", "nsys CSV", 3, std::string(64, 'a'), ""},
                                      {"https://u:p@h/x", "model", {}, {}, "there is no such file"}};
  CHECK(to_yaml(inputs) ==
        "count: 2\ninputs:\n  - path: a.csv\n    kind: nsys CSV\n    size_bytes: 3\n    sha256: " +
            std::string(64, 'a') +
            "\n  - path: https://***@h/x\n    kind: model\n    size_bytes: ~\n    sha256: ~\n"
            "    reason: there is no such file\n");
  CHECK(to_yaml(std::vector<InputFile>()) == "count: 0\ninputs:\n  []\n");
}

TEST_CASE("both files are written", "[provenance]") {
  TemporaryFolder const folder;
  write_config_yaml({{"a", "1"}}, folder / "config.yaml");
  write_inputs_yaml({}, folder / "inputs.yaml");
  CHECK(get_file(folder / "config.yaml") == "a: 1\n");
  CHECK(get_file(folder / "inputs.yaml").starts_with("count: 0"));
}
