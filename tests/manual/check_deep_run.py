#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What deep_session.sh and another_model.sh ask of the run folder of a deep session.

    python3 tests/manual/check_deep_run.py [--phase LABEL]... [--model FILE] RUN

Prints a line for each thing that is not as it should be; the status is 1 if there is any. A phase is all ranges whose
innermost label is LABEL. Counters in profile.json are of a kernel, not of a phase: one that runs in prefill and decode counts
for both, wherever ncu measured it.
"""
import argparse
import hashlib
import json
import pathlib
import sys

# What must be there, and what for. Of those with "may be empty" the program decides what is in them.
FILES = {
    "manifest.json": "what is in the folder and what is missing; written last, so the run was finished",
    "env.json": "provenance: the machine, its GPU, driver and tools",
    "config.yaml": "provenance: every setting; repeats the run",
    "inputs.yaml": "provenance: what the reports are made of, and --model",
    "profile.json": "all reports are made of it",
    "report.md": "phases, kernels and hardware counters",
    "kernels.md": "kernels by total time",
    "operators.md": "ranges by total time",
    "stakeholder_summary.md": "the page to forward",
    "ncu/cmd.txt": "how ncu was called",
    "ncu/plan.json": "which kernels were to be measured, and why these",
    "ncu/sections.txt": "the sections that this ncu has",
    "ncu/metrics.txt": "the metrics that it has for this GPU",
    "ncu/stdout.txt": "what the program and ncu printed; may be empty",
    "ncu/stderr.txt": "the same; may be empty",
    "ncu/kernels.ncu-rep": "the report, for the GUI of ncu",
    "ncu/raw.csv": "its metrics; the counters come from here",
    "ncu/details.csv": "its sections as ncu words them",
    "ncu/metrics.json": "its metrics, per launch, with units",
}
TIMELINES = ("cupti/trace.sqlite", "nsys/run.sqlite")  # one of them

SM = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
DRAM = "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"
UTILISATIONS = {"SM": SM, "DRAM": DRAM}

# The kernels with counters must make up so much of a phase's kernel time: run.coverage is 80 in the preset `deep`, but it
# is of the outermost phase, and of an inner one it may be less.
LEAST_COVERED = 0.5


class Checks:
    def __init__(self, run):
        self.run = run
        self.failures = []

    def fail(self, text):
        self.failures.append(text)

    def json(self, name):
        """None if it is not there, which check_files says, or no JSON."""
        try:
            return json.loads((self.run / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as why:
            return self.fail(f"{name} is not JSON: {why}")

    def check_files(self):
        for name, what in FILES.items():
            path = self.run / name
            if not path.is_file():
                self.fail(f"{name} is missing ({what})")
            elif path.stat().st_size == 0 and "may be empty" not in what:
                self.fail(f"{name} is empty ({what})")
        if not any((self.run / name).is_file() for name in TIMELINES):
            self.fail(f"there is no timeline: neither {' nor '.join(TIMELINES)}")

    def check_manifest(self):
        manifest = self.json("manifest.json")
        if manifest is None:
            return
        for missing in manifest["missing"]:
            self.fail(f"manifest.json: {missing['path']} is missing: {missing['reason']}")
        if not manifest["complete"]:
            self.fail(f"manifest.json: the run is not complete: {manifest.get('partial', 'no reason is given')}")

    def check_counters(self, labels):
        profile = self.json("profile.json")
        if profile is None:
            return
        measured = {profile["kernel_names"][m["kernel"]]: {c["name"]: c["mean"] for c in m["counters"]}
                    for m in profile["measured"]}
        for label in labels:
            self.check_phase(profile, measured, label)
        self.check_plan(measured)
        self.check_report(len(measured))

    def check_phase(self, profile, measured, label):
        times = {}
        for phase in profile["phases"]:
            if phase["path"][-1] == label:
                for kernel in phase["kernels"]:
                    name = profile["kernel_names"][kernel["kernel"]]
                    times[name] = times.get(name, 0) + (kernel["total_ns"] or 0)
        total = sum(times.values())
        if not total:
            there = sorted({phase["path"][-1] for phase in profile["phases"]})
            self.fail(f"profile.json: no kernels in {label}; phases: {', '.join(there) or 'none'}")
            return
        whole = {name for name in times if all(metric in measured.get(name, {}) for metric in UTILISATIONS.values())}
        longest = max(times, key=lambda name: times[name])
        if longest not in whole:
            absent = [word for word, metric in UTILISATIONS.items() if metric not in measured.get(longest, {})]
            self.fail(f"profile.json: {label}: the kernel with the most time has no {' and no '.join(absent)} "
                      f"utilisation: {longest}")
        covered = sum(times[name] for name in whole) / total
        if covered < LEAST_COVERED:
            self.fail(f"profile.json: {label}: the kernels with SM and DRAM utilisation have {covered:.1%} of the kernel "
                      f"time, want {LEAST_COVERED:.0%}")
        print(f"{label}: {len(whole)} of {len(times)} kernels have SM and DRAM utilisation, {covered:.1%} of the kernel time")
        for name in sorted(whole, key=lambda name: -times[name]):
            print(f"  SM {measured[name][SM]:5.1f} %  DRAM {measured[name][DRAM]:5.1f} %  {name[:90]}")

    def check_plan(self, measured):
        plan = self.json("ncu/plan.json")
        for kernel in (plan or {"kernels": []})["kernels"]:
            if kernel["name"] not in measured:
                self.fail(f"ncu/plan.json: this kernel was to be measured and has no counters: {kernel['name']}")

    def check_report(self, kernels):
        """The table under "Hardware counters" has a row for each kernel, unless it says otherwise, and both columns."""
        path = self.run / "report.md"
        if not path.is_file():
            return
        _, found, part = path.read_text(encoding="utf-8").partition("\n## Hardware counters\n")
        if not found:
            return self.fail("report.md: no part \"Hardware counters\"")
        part = part.split("\n## ")[0]
        table = [line for line in part.splitlines() if line.startswith("|")]
        columns = [cell.strip() for cell in table[0].strip("|").split("|")] if table else []
        for word in UTILISATIONS:
            if f"{word} %" not in columns:
                self.fail(f"report.md: \"Hardware counters\" has no column {word} %")
        if len(table) - 2 < kernels and "more kernels were measured" not in part:
            self.fail(f"report.md: \"Hardware counters\" has {max(len(table) - 2, 0)} rows for {kernels} kernels")

    def check_model(self, model):
        path = self.run / "inputs.yaml"
        if not path.is_file():
            return
        # Items begin with "  - path: "; a YAML parser is not in the standard library.
        items = path.read_text(encoding="utf-8").split("\n  - ")
        recorded = [item for item in items if "kind: model description" in item]
        digest = hashlib.sha256(model.read_bytes()).hexdigest()
        if not recorded:
            self.fail(f"inputs.yaml: the model {model} is not recorded")
        elif not any(f"sha256: {digest}" in item for item in recorded):
            self.fail(f"inputs.yaml: a model is recorded, but its SHA-256 is not that of {model}: {digest}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--phase", action="append", default=[], metavar="LABEL")
    parser.add_argument("--model", type=pathlib.Path, metavar="FILE")
    parser.add_argument("run", type=pathlib.Path, metavar="RUN")
    options = parser.parse_args()
    checks = Checks(options.run)
    checks.check_files()
    checks.check_manifest()
    checks.check_counters(options.phase)
    if options.model:
        checks.check_model(options.model)
    for failure in checks.failures:
        print(f"FAILED: {failure}")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
