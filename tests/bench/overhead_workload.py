#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One measured process of overhead.py: decodes with a tool's collection off and on in turns, writes JSON lines.

Started by overhead.py, under the tool where that is a launcher. The model is made once, of random weights; then, for each
workload, rounds without and with collection alternate, and the order within a pair changes from pair to pair, so that
a slow drift of the machine cancels out. A round is: the cache as it was after the prompt, collection on (in rounds that
have it), some steps of lead-in, the timed steps, collection off, a pause in which a tool's threads come to rest.

Ranges, in rounds of both kinds: `lead_in`, then the workload's name > `decode_all` > `decode_step`; `measured` around all
of them is the switch of llmprof's `--capture measured` and so exists with collection alone.
"""
import argparse
import contextlib
import copy
import gc
import importlib.metadata
import json
import os
import pathlib
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
import torch.nn.functional as F

FEWEST_PAIRS = 3
STEPS_BEFORE_CAPTURE = 3


@dataclass(frozen=True)
class Shape:
    hidden: int = 2048
    layers: int = 16
    heads: int = 32
    kv_heads: int = 8
    intermediate: int = 8192
    vocab: int = 32000
    prompt: int = 128
    cache: int = 512

    @property
    def head(self) -> int:
        return self.hidden // self.heads


TINY = Shape(hidden=64, layers=2, heads=4, kv_heads=2, intermediate=128, vocab=256, prompt=16)


@contextlib.contextmanager
def nvtx(name: str) -> Iterator[None]:
    torch.cuda.nvtx.range_push(name)
    try:
        yield
    finally:
        torch.cuda.nvtx.range_pop()


def milliseconds(call: Callable[[], None]) -> float:
    begin = time.perf_counter()
    call()
    return (time.perf_counter() - begin) * 1e3


# ---- What is measured


class Workload:
    """A decode that starts again from the same state at every reset()."""

    name: str
    steps: int
    lead_in: int

    def __init__(self, device: torch.device) -> None:
        self.device = device

    def reset(self) -> None:
        raise NotImplementedError

    def step(self) -> None:
        raise NotImplementedError

    def rebuild(self) -> None:
        """Makes again what a tool must have seen made."""

    def synchronize(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.synchronize()

    def lead(self) -> None:
        with nvtx("lead_in"):
            for _ in range(self.lead_in):
                self.step()
            self.synchronize()

    def timed(self) -> float:
        """Milliseconds per step."""
        with nvtx(self.name):
            self.synchronize()
            begin = time.perf_counter()
            with nvtx("decode_all"):
                for _ in range(self.steps):
                    torch.cuda.nvtx.range_push("decode_step")
                    self.step()
                    torch.cuda.nvtx.range_pop()
                self.synchronize()
            return (time.perf_counter() - begin) * 1e3 / self.steps


class Eager(Workload):
    """transformers' Llama, kernel by kernel, as PyTorch launches them."""

    name, steps, lead_in = "eager", 16, 1

    def __init__(self, shape: Shape, device: torch.device) -> None:
        super().__init__(device)
        from transformers import LlamaConfig, LlamaForCausalLM

        config = LlamaConfig(
            hidden_size=shape.hidden, num_hidden_layers=shape.layers, num_attention_heads=shape.heads,
            num_key_value_heads=shape.kv_heads, intermediate_size=shape.intermediate, vocab_size=shape.vocab,
            max_position_embeddings=4096)
        before = torch.get_default_dtype()
        torch.set_default_dtype(torch.bfloat16)
        with device:
            self.model = LlamaForCausalLM(config).eval()
        torch.set_default_dtype(before)
        prompt = torch.randint(0, shape.vocab, (1, shape.prompt), device=device)
        with nvtx("prefill"):
            output = self.model(prompt, use_cache=True)
            self.synchronize()
        self.first, self.prefilled = output.logits[:, -1:].argmax(-1), output.past_key_values
        self.reset()

    def reset(self) -> None:
        # A copy, for what crop() is told differs among versions of transformers.
        self.token, self.past = self.first, copy.deepcopy(self.prefilled)

    def step(self) -> None:
        output = self.model(self.token, past_key_values=self.past, use_cache=True)
        self.token, self.past = output.logits[:, -1:].argmax(-1), output.past_key_values


class Graph(Workload):
    """A Llama decode step with a fixed cache, captured in one CUDA graph: position and token live on the GPU."""

    name, steps, lead_in = "graph", 200, 5

    def __init__(self, shape: Shape, device: torch.device) -> None:
        super().__init__(device)
        self.shape = shape
        heads, cache = shape.heads + 2 * shape.kv_heads, (shape.layers, 1, shape.kv_heads, shape.cache, shape.head)
        self.embedding = self._random(shape.vocab, shape.hidden)
        self.output = self._random(shape.hidden, shape.vocab)
        self.norm = torch.ones(shape.hidden, device=device, dtype=torch.bfloat16)
        self.weights = [(
            self._random(shape.hidden, heads * shape.head), self._random(shape.hidden, shape.hidden),
            self._random(shape.hidden, 2 * shape.intermediate), self._random(shape.intermediate, shape.hidden),
        ) for _ in range(shape.layers)]
        self.keys = torch.zeros(cache, device=device, dtype=torch.bfloat16)
        self.values = torch.zeros_like(self.keys)
        self.slots = torch.arange(shape.cache, device=device)
        rates = 10000.0 ** (-torch.arange(0, shape.head, 2, device=device) / shape.head)
        angles = torch.outer(self.slots, rates).repeat(1, 2)
        self.cosines, self.sines = angles.cos().bfloat16(), angles.sin().bfloat16()
        self.token = torch.zeros(1, device=device, dtype=torch.long)
        self.position = torch.zeros(1, device=device, dtype=torch.long)
        self.rebuild()

    def _random(self, *size: int) -> torch.Tensor:
        return torch.empty(size, device=self.device, dtype=torch.bfloat16).normal_(0, 0.02)

    def rebuild(self) -> None:
        self.reset()
        if self.device.type != "cuda":
            self.replay: Callable[[], None] = self._decode
            return
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(STEPS_BEFORE_CAPTURE):
                self._decode()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._decode()
        self.replay = graph.replay
        torch.cuda.synchronize()
        self.reset()

    def reset(self) -> None:
        self.position.fill_(self.shape.prompt)
        self.token.zero_()

    def step(self) -> None:
        self.replay()

    def _rotate(self, x: torch.Tensor, cosine: torch.Tensor, sine: torch.Tensor) -> torch.Tensor:
        low, high = x.chunk(2, -1)
        return x * cosine + torch.cat((-high, low), -1) * sine

    def _attention(self, layer: int, qkv: torch.Tensor, cosine: torch.Tensor, sine: torch.Tensor,
                   mask: torch.Tensor) -> torch.Tensor:
        shape, keys, values = self.shape, self.keys[layer], self.values[layer]
        q, k, v = qkv.view(1, -1, 1, shape.head).split((shape.heads, shape.kv_heads, shape.kv_heads), 1)
        keys.index_copy_(2, self.position, self._rotate(k, cosine, sine))
        values.index_copy_(2, self.position, v)
        query = self._rotate(q, cosine, sine)
        return F.scaled_dot_product_attention(query, keys, values, attn_mask=mask, enable_gqa=True).reshape(1, -1)

    def _decode(self) -> None:
        size = (self.shape.hidden,)
        x = F.embedding(self.token, self.embedding)
        cosine, sine = self.cosines.index_select(0, self.position), self.sines.index_select(0, self.position)
        mask = (self.slots <= self.position).view(1, 1, 1, -1)
        for layer, (qkv, out, gate_up, down) in enumerate(self.weights):
            h = F.rms_norm(x, size, self.norm)
            x = x + self._attention(layer, h @ qkv, cosine, sine, mask) @ out
            gate, up = (F.rms_norm(x, size, self.norm) @ gate_up).chunk(2, -1)
            x = x + (F.silu(gate) * up) @ down
        self.token.copy_((F.rms_norm(x, size, self.norm) @ self.output).argmax(-1))
        self.position.add_(1)


# ---- What switches collection on and off


class Switch:
    """`none`: nothing is switched, what differs between off and on is noise."""

    workloads_apart = False  # one workload is made and measured before the next is made
    blocks_for = ""          # of this workload, all rounds without collection come first
    rest = 0.0               # seconds until the tool has come to rest after a round with collection

    def begin(self) -> None:
        """Before the first round with collection; not part of any time."""

    def ready(self) -> None:
        """Before each round with collection; not part of any time."""

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def end(self) -> None:
        """After the last round with collection."""

    def kernels(self) -> int | None:
        """Those of the last round with collection, or of the whole block; None where only the tool's files say that."""
        return None


class Llmprof(Switch):
    """llmprof run --capture measured. CUPTI's records go on for 0.2 to 0.3 s after a window."""

    rest = 0.4

    def start(self) -> None:
        torch.cuda.nvtx.range_push("measured")

    def stop(self) -> None:
        torch.cuda.nvtx.range_pop()


class Nsys(Switch):
    """nsys profile --capture-range=cudaProfilerApi --capture-range-end=repeat."""

    def start(self) -> None:
        torch.cuda.profiler.start()

    def stop(self) -> None:
        torch.cuda.profiler.stop()


class TorchProfiler(Switch):
    """A new torch.profiler.profile for each round; no trace is exported."""

    def __init__(self, with_cpu: bool) -> None:
        from torch.profiler import ProfilerActivity, profile

        # Taking CUPTI down under a live CUDA graph has crashed; torch.profiler does the same for Inductor's graphs.
        os.environ["TEARDOWN_CUPTI"] = "0"
        activities = [ProfilerActivity.CUDA] + ([ProfilerActivity.CPU] if with_cpu else [])
        self.make = lambda: profile(activities=activities)
        self.profile = None

    def ready(self) -> None:
        self.profile = self.make()

    def start(self) -> None:
        self.profile.start()

    def stop(self) -> None:
        self.profile.stop()

    def kernels(self) -> int | None:
        events = self.profile.profiler.kineto_results.events()
        on_gpu = (event.name() for event in events if event.device_type() == torch.autograd.DeviceType.CUDA)
        return sum(1 for name in on_gpu if not name.startswith(("Memcpy", "Memset")))


class Proton(Switch):
    """Triton's Proton through CUPTI, a tree of kernels, no hook.

    deactivate() only flushes and forgets; CUPTI records on. finalize() stops it, by cuptiFinalize, after which CUDA
    graphs made before cannot be replayed; and Proton wants to see the making of the graphs that it records. So eager
    rounds have a session each, and of graphs all rounds without come first; then a session is started, the graph is
    captured again, and each round is an activate() and a deactivate(), which has the flush.
    """

    workloads_apart = True
    blocks_for = "graph"

    def __init__(self, folder: pathlib.Path) -> None:
        import triton.profiler

        self.proton, self.folder = triton.profiler, folder
        self.sessions, self.session, self.block = 0, None, False

    def _new_session(self) -> None:
        self.sessions += 1
        self.session = self.proton.start(str(self.folder / f"proton-{self.sessions}"), context="shadow", data="tree",
                                         backend="cupti")

    def begin(self) -> None:
        self.block = True
        self._new_session()

    def start(self) -> None:
        if self.block:
            self.proton.activate(self.session)
        else:
            self._new_session()

    def stop(self) -> None:
        if self.block:
            self.proton.deactivate(self.session)
        else:
            self.proton.finalize(self.session)

    def end(self) -> None:
        if self.block:
            self.proton.finalize(self.session)

    def kernels(self) -> int | None:
        def count(node: dict) -> int:
            return int(node.get("metrics", {}).get("count", 0)) + sum(map(count, node.get("children", [])))

        trees = json.loads((self.folder / f"proton-{self.sessions}.hatchet").read_text())
        return sum(count(tree) for tree in trees if "frame" in tree)


def make_switch(name: str, folder: pathlib.Path) -> Switch:
    return {
        "none": Switch,
        "llmprof": Llmprof,
        "nsys": Nsys,
        "torch-cuda": lambda: TorchProfiler(with_cpu=False),
        "torch-cpu-cuda": lambda: TorchProfiler(with_cpu=True),
        "proton": lambda: Proton(folder),
    }[name]()


# ---- How it is measured


class Rounds:
    """The rounds of one workload."""

    def __init__(self, workload: Workload, switch: Switch, settle: float) -> None:
        self.workload, self.switch, self.settle = workload, switch, settle
        self.off: list[float] = []
        self.on: list[float] = []
        self.start: list[float] = []
        self.stop: list[float] = []
        self.cold: list[float] = []
        self.recorded_steps = 0

    def without(self) -> float:
        self.workload.reset()
        self.workload.lead()
        time_per_step = self.workload.timed()
        time.sleep(self.settle)
        return time_per_step

    def with_collection(self) -> float:
        self.workload.reset()
        self.workload.synchronize()
        self.switch.ready()
        self.start.append(milliseconds(self.switch.start))
        self.workload.lead()
        time_per_step = self.workload.timed()
        self.stop.append(milliseconds(self.switch.stop))
        time.sleep(max(self.settle, self.switch.rest))
        return time_per_step

    def _warm_up(self) -> None:
        self.with_collection()
        self.start.clear()
        self.stop.clear()

    def before_collection(self, rounds: int) -> None:
        """What the workload takes in a process that has not collected yet; the first round warms up."""
        self.cold = [self.without() for _ in range(rounds + 1)][1:]

    def pairs(self, count: int, until: float) -> None:
        self.without()
        self._warm_up()
        for pair in range(count):
            if pair >= FEWEST_PAIRS and time.monotonic() > until:
                break
            if pair % 2:
                on, off = self.with_collection(), self.without()
            else:
                off, on = self.without(), self.with_collection()
            self.off.append(off)
            self.on.append(on)
        self.recorded_steps = self.workload.lead_in + self.workload.steps

    def blocks(self, count: int, until: float) -> None:
        half = time.monotonic() + max(0.0, until - time.monotonic()) / 2
        self.off = self._block(self.without, count, half)
        self.switch.begin()
        self.workload.rebuild()
        self._warm_up()
        self.on = self._block(self.with_collection, len(self.off), until)
        self.switch.end()
        rounds = len(self.on) + 1
        self.recorded_steps = rounds * (self.workload.lead_in + self.workload.steps) + STEPS_BEFORE_CAPTURE

    def _block(self, one: Callable[[], float], count: int, until: float) -> list[float]:
        times = []
        while len(times) < count and (len(times) < FEWEST_PAIRS or time.monotonic() < until):
            times.append(one())
        return times

    def kernels_per_step(self) -> float | str | None:
        try:
            kernels = self.switch.kernels()
        except Exception as error:  # a tool's own data, whose form changes from version to version
            return f"unknown: {error!r}"[:200]
        return None if kernels is None else round(kernels / self.recorded_steps, 2)

    def result(self) -> dict:
        ratios = [on / off for on, off in zip(self.on, self.off)]
        off, on = statistics.median(self.off), statistics.median(self.on)
        cold = statistics.median(self.cold) if self.cold else None
        result = {
            "workload": self.workload.name, "pairs": len(ratios), "off_ms": off, "on_ms": on,
            "ratio": statistics.median(ratios), "ratio_min": min(ratios), "ratio_max": max(ratios),
            "before_ms": cold, "ratio_to_before": on / cold if cold else None,
            "start_ms": statistics.median(self.start), "stop_ms": statistics.median(self.stop),
            "recorded_steps": self.recorded_steps,
        }
        result = {key: round(value, 4) if isinstance(value, float) else value for key, value in result.items()}
        result["kernels_per_step"] = self.kernels_per_step()
        for name in ("off", "on", "start", "stop"):
            result[f"all_{name}_ms"] = [round(value, 4) for value in getattr(self, name)]
        return result


class Process:
    """All that one process measures."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device(options.device)
        self.shape = TINY if options.tiny else Shape()
        self.switch = make_switch(options.switch, options.folder)
        self.pairs = {"eager": options.eager_pairs, "graph": options.graph_pairs}

    def emit(self, record: dict) -> None:
        with self.options.result.open("a") as file:
            file.write(json.dumps(record) + "\n")

    def describe(self) -> None:
        versions = {"torch": torch.__version__, "cuda": torch.version.cuda, "python": sys.version.split()[0]}
        for package in ("transformers", "triton"):
            with contextlib.suppress(importlib.metadata.PackageNotFoundError):
                versions[package] = importlib.metadata.version(package)
        gpu = torch.cuda.get_device_name() if self.device.type == "cuda" else None
        self.emit({"gpu": gpu, "versions": versions})

    def make(self, name: str) -> Rounds:
        workload = {"eager": Eager, "graph": Graph}[name](self.shape, self.device)
        rounds = Rounds(workload, self.switch, self.options.settle)
        rounds.before_collection(self.options.before)
        return rounds

    def measure(self, name: str, rounds: Rounds, until: float) -> None:
        gc.collect()
        gc.freeze()
        run = rounds.blocks if self.switch.blocks_for == name else rounds.pairs
        run(self.pairs[name], until)
        self.emit(rounds.result())

    def run(self) -> None:
        gc.disable()
        names = self.options.workloads
        self.describe()
        made = {} if self.switch.workloads_apart else {name: self.make(name) for name in names}
        for index, name in enumerate(names):
            rounds = made.pop(name) if name in made else self.make(name)
            left = max(0.0, self.options.until - time.monotonic())
            self.measure(name, rounds, time.monotonic() + left / (len(names) - index))


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--switch", required=True)
    parser.add_argument("--workloads", required=True, type=lambda text: text.split(","))
    parser.add_argument("--result", required=True, type=pathlib.Path, help="JSON lines are added to this file")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="for files of the tool")
    parser.add_argument("--until", required=True, type=float, help="by the monotonic clock: no new pair after that")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--eager-pairs", type=int, default=7)
    parser.add_argument("--graph-pairs", type=int, default=9)
    parser.add_argument("--before", type=int, default=3, help="rounds before the first collection")
    parser.add_argument("--settle", type=float, default=0.1, help="seconds of rest after each round")
    return parser.parse_args()


def main() -> None:
    options = parse()
    torch.manual_seed(0)
    with torch.inference_mode():
        Process(options).run()


if __name__ == "__main__":
    main()
