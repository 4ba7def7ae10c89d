#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What tracing costs: llmprof's collector beside torch.profiler, Triton's Proton and Nsight Systems.

    python3 tests/bench/overhead.py --llmprof build/apps/llmprof/llmprof --nsys nsys --out FOLDER \\
        --mini-engine build/examples/mini_engine/mini_engine

needs a GPU, PyTorch and transformers (no download: weights are random); Triton and nsys for their rows. Each mode is a
process of its own (overhead_workload.py says what a round is), in which collection is off and on in turns: two
processes of the same launch-bound loop differ by more than a tracer costs. A mode that fails or takes too long does not
stop the others. Two workloads of a Llama of about 1.1 B parameters in bfloat16: `eager`, transformers' decode of 16
tokens after a prompt of 128; `graph`, 200 replays of a decode step with a fixed cache, captured while collection is off.

    mode            collection on is                                                    seconds on an H100, expected
    llmprof         llmprof run --capture measured, a range `measured` is open                  35
    llmprof-whole   the same with --graphs whole; graph alone                                   20
    none            nothing: the noise                                                          28
    torch-cuda      torch.profiler.profile, CUDA alone                                          35
    torch-cpu-cuda  the same with CPU activities                                                40
    proton          a Proton session; for graphs see the class Proton                           32
    nsys            nsys profile -t cuda,nvtx --cuda-graph-trace=node, cudaProfilerStart/Stop   65
    mini            mini_engine --graphs in processes in turns: without, llmprof, whole, nsys   160, or what is left

Standard output has a JSON object a line, as they come (`--results FILE`: in this file, too), standard error the table at
the end, and FOLDER/MODE.err what a process printed. In a line of a workload:

    off_ms, on_ms           median milliseconds per token over the pairs of rounds; all_off_ms, all_on_ms: each
    ratio                   median of on / off of the pairs; ratio_min, ratio_max
    before_ms               the same process before collection was on for the first time: where it is below off_ms, the
                            tool costs when it is off, too; ratio_to_before = on_ms / before_ms
    start_ms, stop_ms       median time to switch on, and off with what the tool flushes then; outside the other times
    kernels_per_step        what the tool recorded; a cost without the records is no cost. llmprof's and nsys's are in
                            a line with "check"

Under --budget the remaining modes get less time, at last none ("skipped"). Without a GPU, to try the script:

    python3 tests/bench/overhead.py --device cpu --tiny --modes none,llmprof --llmprof LLMPROF --out FOLDER
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

WORKLOAD = pathlib.Path(__file__).resolve().with_name("overhead_workload.py")
NSYS = ["-t", "cuda,nvtx", "--sample=none", "--cpuctxsw=none", "--cuda-graph-trace=node", "-f", "true"]
MINI = ("--device cuda --graphs --hidden 2048 --heads 16 --layers 16 --vocab 32000 --batch 1 --prompt 256 --tokens 128 "
        "--repeat 4").split()
MINI_ROUNDS = 7
MINI_NSYS_ROUNDS = 3
FEWEST_SECONDS = 15  # with less left no mode begins


@dataclass(frozen=True)
class Mode:
    """`seconds`: no new pair of rounds after so long; `grace`: what the tool may take on top to end."""

    name: str
    switch: str
    seconds: float
    grace: float = 20
    workloads: str = "eager,graph"
    tool: str = ""  # the option that names what this mode cannot do without


MODES = [
    Mode("llmprof", "llmprof", 50, tool="llmprof"),
    Mode("llmprof-whole", "llmprof", 30, workloads="graph", tool="llmprof"),
    Mode("none", "none", 40),
    Mode("torch-cuda", "torch-cuda", 45),
    Mode("torch-cpu-cuda", "torch-cpu-cuda", 50),
    Mode("proton", "proton", 40),
    Mode("nsys", "nsys", 45, grace=30, tool="nsys"),
    Mode("mini", "", 170, tool="mini_engine"),
]


@dataclass
class Ended:
    status: int
    timed_out: bool
    seconds: float
    log: pathlib.Path

    @property
    def good(self) -> bool:
        return self.status == 0 and not self.timed_out

    def why(self) -> dict:
        tail = self.log.read_text(errors="replace").splitlines()[-15:]
        return {"status": self.status, "timed_out": self.timed_out, "tail": [line[:300] for line in tail]}


def end_group(process: subprocess.Popen) -> None:
    for what, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, what)
            process.wait(seconds)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def run(command: list[str], log: pathlib.Path, seconds: float, poll: Callable[[], None] = lambda: None) -> Ended:
    begin = time.monotonic()
    with log.open("ab") as file:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)
    timed_out = False
    try:
        while process.poll() is None and not timed_out:
            poll()
            time.sleep(0.2)
            timed_out = time.monotonic() - begin > seconds
    finally:
        if process.poll() is None:
            end_group(process)
    poll()
    status = process.poll()
    return Ended(-1 if status is None else status, timed_out, time.monotonic() - begin, log)


class Lines:
    """The whole lines that a file has got since the last look."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path, self.offset = path, 0

    def new(self) -> list[dict]:
        if not self.path.exists():
            return []
        with self.path.open("rb") as file:
            file.seek(self.offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self.offset += len(whole)
        return [json.loads(line) for line in whole.splitlines()]


class Bench:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.end = time.monotonic() + options.budget
        self.rows: list[dict] = []
        self.out: pathlib.Path = options.out

    def left(self) -> float:
        return self.end - time.monotonic()

    def say(self, mode: str, record: dict) -> None:
        line = json.dumps({"mode": mode, **record})
        print(line, flush=True)
        if self.options.results:
            with self.options.results.open("a") as file:
                file.write(line + "\n")
        if "ratio" in record:
            self.rows.append({"mode": mode, **record})

    def run_all(self) -> None:
        for mode in self.options.modes:
            try:
                self.run_mode(mode)
            except Exception as error:  # whatever it is, the other modes can still be measured
                self.say(mode.name, {"failed": repr(error)[:500]})

    def run_mode(self, mode: Mode) -> None:
        if mode.tool and not getattr(self.options, mode.tool):
            return self.say(mode.name, {"skipped": f"no --{mode.tool.replace('_', '-')}"})
        if self.left() < FEWEST_SECONDS:
            return self.say(mode.name, {"skipped": f"{self.left():.0f} s of the budget are left"})
        begin = time.monotonic()
        if mode.name == "mini":
            self.mini(begin + min(mode.seconds, self.left()))
        else:
            self.in_one_process(mode)
        self.say(mode.name, {"took_s": round(time.monotonic() - begin, 1)})

    # ---- Modes of one process

    def in_one_process(self, mode: Mode) -> None:
        folder = self.out / mode.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        log = self.out / f"{mode.name}.err"
        log.unlink(missing_ok=True)
        result = folder / "result.jsonl"
        seconds = min(mode.seconds, max(5.0, self.left() - 10))
        child = [sys.executable, str(WORKLOAD), "--switch", mode.switch, "--workloads", mode.workloads, "--result", str(result),
                 "--folder", str(folder), "--until", str(time.monotonic() + seconds), "--device", self.options.device,
                 "--eager-pairs", str(self.options.eager_pairs), "--graph-pairs", str(self.options.graph_pairs)]
        lines = Lines(result)
        ended = run(self.launcher(mode, folder) + child + ["--tiny"] * self.options.tiny, log,
                    min(seconds + mode.grace, max(5.0, self.left())),
                    lambda: [self.say(mode.name, record) for record in lines.new()])
        if not ended.good:
            self.say(mode.name, {"failed": ended.why()})
        check = {"llmprof": self.check_llmprof, "nsys": self.check_nsys}.get(mode.switch)
        if check:
            self.say(mode.name, {"check": check(folder)})
        if not self.options.keep:
            shutil.rmtree(folder, ignore_errors=True)

    def launcher(self, mode: Mode, folder: pathlib.Path) -> list[str]:
        if mode.switch == "nsys":
            return [self.options.nsys, "profile", *NSYS, "--capture-range=cudaProfilerApi", "--capture-range-end=repeat",
                    "-o", str(folder / "report")]
        if mode.switch != "llmprof":
            return []
        command = [self.options.llmprof, "run", "--out", str(folder / "runs")]
        usage = subprocess.run([self.options.llmprof, "run", "--help"], capture_output=True, text=True, check=False).stdout
        if "--capture" in usage:
            command += ["--capture", "measured"]
        else:
            self.say(mode.name, {"warning": "this llmprof has no --capture: it records in rounds of off, too"})
        return command + ["--graphs", "whole"] * (mode.name == "llmprof-whole") + ["--"]

    def ask(self, *command: str | pathlib.Path) -> dict:
        answer = subprocess.run([self.options.llmprof, *map(str, command), "--format", "json"], capture_output=True, text=True,
                                timeout=max(5.0, min(30.0, self.left())), check=False)
        if answer.returncode:
            raise RuntimeError(f"llmprof {command[0]}: {answer.stderr.strip()[-300:]}")
        return json.loads(answer.stdout)

    def check_llmprof(self, folder: pathlib.Path) -> dict:
        """Is every kernel there, and in its range?"""
        runs = [path for path in (folder / "runs").glob("*") if path.is_dir()]
        if len(runs) != 1:
            return {"error": f"{len(runs)} run folders"}
        check: dict = {}
        for part in (self.llmprof_phases, self.llmprof_kernels, self.llmprof_run):
            try:
                check.update(part(runs[0]))
            except Exception as error:  # one answer less
                check.setdefault("errors", []).append(repr(error)[:400])
        return check

    def llmprof_phases(self, folder: pathlib.Path) -> dict:
        answer = self.ask("phases", folder)
        steps = {}
        for phase in answer["phases"]:
            # Kernels of graphs may have rows of their own below a step; the step's calls include them.
            if phase["label"] == "decode_step":
                steps["/".join(phase["path"])] = {"instances": phase["instances"], "calls": phase["calls"],
                                                  "per_instance": round(phase["calls"] / max(1, phase["instances"]), 3)}
        texts = [line["text"] for line in answer["diagnostics"]]
        return {"kernels": answer["total"]["calls"], "outside": answer["outside"]["calls"],
                "unattributed": answer["no_launch_record"]["calls"], "dropped": [text for text in texts if "dropped" in text],
                "decode_steps": steps, "diagnostics": [text[:200] for text in texts]}

    def llmprof_kernels(self, folder: pathlib.Path) -> dict:
        kernels = self.ask("kernels", folder)["kernels"]
        return {"kernel_names": len(kernels), "kernels_by_name": sum(kernel["calls"] for kernel in kernels)}

    def llmprof_run(self, folder: pathlib.Path) -> dict:
        profile = json.loads((folder / "profile.json").read_text())
        return {"hidden_graphs": profile.get("hidden_graphs"), "bytes": (folder / "cupti" / "trace.sqlite").stat().st_size}

    def check_nsys(self, folder: pathlib.Path) -> dict:
        """How many kernels the second report of each workload has: the first is of the round that warms up."""

        def number(path: pathlib.Path) -> int:
            return int(path.name.split(".")[1])

        reports = sorted(folder.glob("report.*.nsys-rep"), key=number)
        check: dict = {"reports": len(reports), "bytes": sum(report.stat().st_size for report in reports)}
        first = 0
        for row in (row for row in self.rows if row["mode"] == "nsys"):
            if first + 1 < len(reports):
                try:
                    kernels = self.nsys_kernels(reports[first + 1])
                    check[row["workload"]] = {"kernels": kernels, "kernels_per_step": round(kernels / row["recorded_steps"], 2)}
                except Exception as error:  # the cost is measured all the same
                    check[row["workload"]] = {"error": repr(error)[:300]}
            first += row["pairs"] + 1
        return check

    def nsys_kernels(self, report: pathlib.Path) -> int:
        database = report.with_suffix(".sqlite")
        subprocess.run([self.options.nsys, "export", "--type", "sqlite", "-f", "true", "-o", str(database), str(report)],
                       capture_output=True, timeout=max(5.0, min(20.0, self.left())), check=True)
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL").fetchone()[0]

    # ---- mini_engine

    def mini(self, until: float) -> None:
        scratch = self.out / "mini"
        launchers: dict[str, list[str]] = {"off": []}
        if self.options.llmprof:
            record = [self.options.llmprof, "run", "--out", str(scratch)]
            launchers |= {"llmprof": record + ["--"], "llmprof-whole": record + ["--graphs", "whole", "--"]}
        if self.options.nsys:
            launchers["nsys"] = [self.options.nsys, "profile", *NSYS, "-o", str(scratch / "report")]
        rounds: list[dict[str, float]] = []
        longest = 0.0
        while len(rounds) < MINI_ROUNDS and time.monotonic() + longest < until:
            begin = time.monotonic()
            with_nsys = len(rounds) < MINI_NSYS_ROUNDS
            names = [name for name in launchers if with_nsys or name != "nsys"]
            shift = len(rounds) % len(names)
            one = {name: self.mini_decode(name, launchers[name], scratch) for name in names[shift:] + names[:shift]}
            rounds.append({name: value for name, value in one.items() if value is not None})
            launchers = {name: launcher for name, launcher in launchers.items() if one.get(name, 0.0) is not None}
            if "off" not in launchers:
                break
            longest = time.monotonic() - begin
        for name in sorted(set().union(*rounds) - {"off"}):
            self.say_mini(name, rounds)

    def mini_decode(self, name: str, launcher: list[str], scratch: pathlib.Path) -> float | None:
        shutil.rmtree(scratch, ignore_errors=True)
        scratch.mkdir(parents=True)
        log = self.out / f"mini-{name}.err"
        log.unlink(missing_ok=True)
        ended = run(launcher + [self.options.mini_engine, *MINI], log, max(5.0, min(60.0, self.left())))
        shutil.rmtree(scratch, ignore_errors=True)
        found = re.search(r"^decode: .* in ([0-9.]+) ms", log.read_text(errors="replace"), re.MULTILINE)
        if not ended.good or not found:
            self.say("mini", {"failed": {"tool": name, **ended.why()}})
            return None
        return float(found[1])

    def say_mini(self, name: str, rounds: list[dict[str, float]]) -> None:
        pairs = [(one["off"], one[name]) for one in rounds if "off" in one and name in one]
        if not pairs:
            return
        ratios = [on / off for off, on in pairs]
        self.say("mini", {
            "workload": name, "pairs": len(pairs), "off_ms": statistics.median(off for off, _ in pairs),
            "on_ms": statistics.median(on for _, on in pairs), "ratio": round(statistics.median(ratios), 4),
            "ratio_min": round(min(ratios), 4), "ratio_max": round(max(ratios), 4),
            "all_off_ms": [off for off, _ in pairs], "all_on_ms": [on for _, on in pairs]})

    # ---- The table

    def table(self) -> str:
        lines = ["| mode | workload | pairs | off | on | added | of the pairs | added to before | start | stop |",
                 "|---|---|---:|---:|---:|---:|---|---:|---:|---:|"]

        def percent(ratio: float | None) -> str:
            return "" if ratio is None else f"{100 * (ratio - 1):+.1f} %"

        def time_of(row: dict, key: str) -> str:
            return f"{row[key]:.1f} ms" if key in row else ""

        for row in self.rows:
            lines.append(f"| {row['mode']} | {row['workload']} | {row['pairs']} | {row['off_ms']:.3f} ms | {row['on_ms']:.3f} ms "
                         f"| {percent(row['ratio'])} | {percent(row['ratio_min'])} to {percent(row['ratio_max'])} "
                         f"| {percent(row.get('ratio_to_before'))} | {time_of(row, 'start_ms')} | {time_of(row, 'stop_ms')} |")
        return "\n".join(lines)


def chosen(text: str) -> list[Mode]:
    known = {mode.name: mode for mode in MODES}
    names = text.split(",")
    unknown = [name for name in names if name not in known]
    if unknown:
        raise argparse.ArgumentTypeError(f"no mode {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="folder for logs and scratch files")
    parser.add_argument("--results", type=pathlib.Path, help="the JSON lines are added to this file, too")
    parser.add_argument("--modes", type=chosen, default=MODES, help="a,b,c; default: all, in the order above")
    parser.add_argument("--budget", type=float, default=320, help="seconds for all (320)")
    parser.add_argument("--llmprof", help="the program; libllmprof_inject.so beside it")
    parser.add_argument("--nsys", help="the program")
    parser.add_argument("--mini-engine", help="the program")
    parser.add_argument("--eager-pairs", type=int, default=7)
    parser.add_argument("--graph-pairs", type=int, default=9)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--tiny", action="store_true", help="a model of no size, to try the script")
    parser.add_argument("--keep", action="store_true", help="keep what the tools recorded, in FOLDER/MODE")
    return parser.parse_args()


def main() -> None:
    options = parse()
    options.out.mkdir(parents=True, exist_ok=True)
    bench = Bench(options)
    try:
        bench.run_all()
    finally:
        print(bench.table(), file=sys.stderr)


if __name__ == "__main__":
    main()
