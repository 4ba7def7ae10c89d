// SPDX-License-Identifier: MIT
#include "llmprof/artifacts/environment.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "libllmprof/artifacts/git.hpp"
#include "libllmprof/support/json_reader.hpp"
#include "temporary_folder.hpp"

using namespace llmprof;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

std::string const some_hash(40, 'a');

/// A machine with two GPUs, a toolkit, nsys but not ncu, and a work tree.
void put_machine(TemporaryFolder const& folder) {
  put_file(folder / "proc/driver/nvidia/version",
           "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.65.06  Release Build  (x)\nGCC "
           "version: 12.2.0\n");
  put_file(folder / "proc/driver/nvidia/gpus/0000:b1:00.0/information",
           "Model: \t\t NVIDIA H200\nIRQ: 5\nGPU UUID: \t GPU-2\nBus Location: \t 0000:b1:00.0\n");
  put_file(folder / "proc/driver/nvidia/gpus/0000:04:00.0/information",
           "Model: \t\t NVIDIA H200\nGPU UUID: \t GPU-1\nBus Location: \t 0000:04:00.0\n");
  put_file(folder / "proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 2.00GHz\n");
  put_file(folder / "proc/meminfo", "MemTotal:       2048 kB\nMemFree: 1 kB\n");
  put_file(folder / "proc/sys/kernel/osrelease", "6.1.0-1\n");
  put_file(folder / "etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
  put_file(folder / "usr/local/cuda/version.json",
           "{\n \"cuda\" : {\n  \"name\" : \"CUDA SDK\",\n  \"version\" : \"12.9.1\"\n },\n \"x\" : "
           "{\"version\" : \"1\"}}");
  put_file(folder / "bin/nsys", "#!/bin/sh\n");
  fs::permissions(folder / "bin/nsys", fs::perms::owner_all);
  put_file(folder / "bin/ncu", "not executable");
  put_file(folder / "work/.git/HEAD", "ref: refs/heads/main\n");
  put_file(folder / "work/.git/refs/heads/main", some_hash + "\n");
  fs::create_directories(folder / "work/src");
}

EnvironmentSources sources_of(TemporaryFolder const& folder) {
  EnvironmentSources sources;
  sources.root = folder.path();
  sources.folder = folder / "work/src";
  sources.variables = {{"PATH", ":" + (folder / "none").string() + ":" + (folder / "bin").string()},
                       {"CUDA_VISIBLE_DEVICES", "0,1"},
                       {"SLURM_PROCID", "3"},
                       {"HF_TOKEN", "hf_abcdefghijklmnop0123"},
                       {"NCCL_DEBUG", "token=abc"},
                       {"HOME", "/home/somebody"}};
  sources.tool_versions = {{"nsys", "2023.4.4"}};
  return sources;
}

}  // namespace

TEST_CASE("a machine is described from its files", "[environment]") {
  TemporaryFolder const folder;
  put_machine(folder);
  auto const environment = collect_environment(sources_of(folder));
  CHECK(environment.gpus ==
        std::vector<Gpu>{{"NVIDIA H200", "GPU-1", "0000:04:00.0"}, {"NVIDIA H200", "GPU-2", "0000:b1:00.0"}});
  CHECK(environment.driver == "580.65.06");
  CHECK(environment.cuda_toolkit == "12.9.1");
  CHECK(environment.os == "Debian GNU/Linux 12 (bookworm)");
  CHECK(environment.kernel == "6.1.0-1");
  CHECK(environment.cpu == "Some CPU @ 2.00GHz");
  CHECK(environment.cpu_cores.has_value());
  CHECK(environment.memory_bytes == 2048 * 1024);
  CHECK(environment.git_revision == some_hash);
  CHECK(environment.git_branch == "main");
  CHECK(environment.tools ==
        std::vector<ToolInfo>{{"nsys", (folder / "bin/nsys").string(), "2023.4.4"}, {"ncu", {}, {}}});
  CHECK(environment.missing.at("ncu.path") == "the tool is not on PATH");
  CHECK(environment.missing.at("cuda_driver") == "the driver was not asked");
}

TEST_CASE("only variables of the allow-list are kept, without secrets", "[environment]") {
  TemporaryFolder const folder;
  auto const environment = collect_environment(sources_of(folder));
  CHECK(environment.variables == std::map<std::string, std::string>{{"CUDA_VISIBLE_DEVICES", "0,1"},
                                                                    {"NCCL_DEBUG", "token=***"},
                                                                    {"SLURM_PROCID", "3"}});
  for (char const* name :
       {"HF_TOKEN", "AWS_SECRET_ACCESS_KEY", "OPENAI_API_KEY", "PATH", "HOME", "USER", ""}) {
    CAPTURE(name);
    CHECK_FALSE(is_recorded_variable(name));
  }
  for (char const* name : {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "CUDA_MODULE_LOADING",
                           "CUDA_LAUNCH_BLOCKING", "NCCL_ALGO", "NCCL_PROTO", "NCCL_DEBUG", "OMP_NUM_THREADS",
                           "PYTORCH_CUDA_ALLOC_CONF", "VLLM_WORKER_MULTIPROC_METHOD",
                           "VLLM_ATTENTION_BACKEND", "SLURM_PROCID", "RANK", "LOCAL_RANK", "WORLD_SIZE"}) {
    CAPTURE(name);
    CHECK(is_recorded_variable(name));
  }
}

TEST_CASE("what is not there is null with a reason", "[environment]") {
  TemporaryFolder const empty;
  EnvironmentSources sources;
  sources.root = empty.path();
  sources.folder = empty.path();
  std::string const text = to_json(collect_environment(sources));
  JsonDocument const document(text, "env.json");
  document.expect_schema("llmprof.env", 1);
  JsonNode const root = document.root();
  for (char const* name : {"driver", "cuda_driver", "cuda_toolkit", "os", "kernel", "cpu", "memory_bytes"}) {
    CAPTURE(name);
    CHECK(root.at(name).is_null());
    CHECK_FALSE(root.at("missing").at(name).string().empty());
  }
  for (char const* name : {"gpus", "nsys.path", "nsys.version", "git.revision", "git.branch", "git.dirty"}) {
    CAPTURE(name);
    CHECK_FALSE(root.at("missing").at(name).string().empty());
  }
  CHECK(text.find("\"\"") == std::string::npos);
}

TEST_CASE("GPUs come from the capture where the driver lists none", "[environment]") {
  TemporaryFolder const empty;
  EnvironmentSources sources;
  sources.root = empty.path();
  sources.devices.resize(1);
  sources.devices[0].name = "NVIDIA H200";
  sources.devices[0].uuid = "GPU-7";
  CHECK(collect_environment(sources).gpus == std::vector<Gpu>{{"NVIDIA H200", "GPU-7", ""}});
}

TEST_CASE("git's state is read from linked work trees, packed references and detached heads",
          "[environment]") {
  TemporaryFolder const folder;
  put_file(folder / "main/.git/HEAD", "ref: refs/heads/main\n");
  put_file(folder / "main/.git/packed-refs", "# pack-refs\n" + some_hash + " refs/heads/main\n");
  CHECK(read_git_state(folder / "main").revision == some_hash);

  std::string const other_hash(40, 'b');
  put_file(folder / "main/.git/worktrees/w/HEAD", "ref: refs/heads/side/x\n");
  put_file(folder / "main/.git/worktrees/w/commondir", "../..\n");
  put_file(folder / "main/.git/refs/heads/side/x", other_hash + "\n");
  put_file(folder / "w/.git", "gitdir: " + (folder / "main/.git/worktrees/w").string() + "\n");
  CHECK(read_git_state(folder / "w").revision == other_hash);
  CHECK(read_git_state(folder / "w").branch == "side/x");

  put_file(folder / "d/.git/HEAD", other_hash + "\n");
  CHECK(read_git_state(folder / "d").revision == other_hash);
  CHECK(read_git_state(folder / "d").branch.empty());

  put_file(folder / "new/.git/HEAD", "ref: refs/heads/main\n");
  CHECK(read_git_state(folder / "new").why_not == "the branch has no commit");
  put_file(folder / "evil/.git/HEAD", "ref: ../../../etc/passwd\n");
  CHECK(read_git_state(folder / "evil").revision.empty());
}

TEST_CASE("env.json is written as a whole", "[environment]") {
  TemporaryFolder const folder;
  put_machine(folder);
  auto const environment = collect_environment(sources_of(folder));
  write_env_json(environment, folder / "env.json");
  CHECK(get_file(folder / "env.json") == to_json(environment));
  CHECK_THAT(to_json(environment), ContainsSubstring("\"driver\": \"580.65.06\""));
}
