# SPDX-License-Identifier: MIT
"""The same question to llmprof and to what people use: launches and total time of every kernel. See peers.sh.

  peers.py table LLMPROF RUNS [--ncu F] [--sqlite F] [--kineto F] [--nsys PROGRAM]   the Markdown table
  peers.py make-kineto OUT MEGABYTES                                                a trace as PyTorch writes it
  peers.py ask PEER FILE                                                            what one peer answers, as JSON
"""
import argparse
import csv
import io
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

METRIC = "gpu__time_duration.sum"
NSYS_SUM = ("SELECT s.value AS name, count(*) AS calls, sum(k.end - k.start) AS total FROM {t}CUPTI_ACTIVITY_KIND_KERNEL k "
            "JOIN {t}StringIds s ON s.id = k.demangledName GROUP BY s.value")


class Missing(Exception):
    """A peer that cannot take part, and why."""


def add(totals, name, ns):
    calls, total = totals.get(name, (0, 0))
    totals[name] = (calls + 1, total + ns)


def header_line(path):
    """How many lines stand before the header of ncu's table."""
    with open(path, newline="") as file:
        for number, line in enumerate(file):
            if line.startswith('"ID",'):
                return number
    sys.exit(f"peers.py: {path} has no raw page of ncu: no line begins with \"ID\"")


def ns_per_unit(unit):
    return {"ns": 1, "us": 1000, "ms": 1_000_000, "nsecond": 1, "usecond": 1000, "msecond": 1_000_000}[unit]


def ncu_dictreader(path):
    totals = {}
    with open(path, newline="") as file:
        for _ in range(header_line(path)):
            next(file)
        rows = csv.DictReader(file)
        factor = ns_per_unit(next(rows)[METRIC])
        for row in rows:
            add(totals, row["Kernel Name"], round(float(row[METRIC].replace(",", "")) * factor))
    return totals


def ncu_pandas(path):
    import pandas
    frame = pandas.read_csv(path, skiprows=header_line(path), usecols=["Kernel Name", METRIC], dtype=str)
    factor = ns_per_unit(frame[METRIC].iloc[0])
    frame = frame.iloc[1:]
    ns = (frame[METRIC].str.replace(",", "").astype(float) * factor).round().astype("int64")
    grouped = ns.groupby(frame["Kernel Name"]).agg(["count", "sum"])
    return {name: (int(row["count"]), int(row["sum"])) for name, row in grouped.iterrows()}


def ncu_polars(path):
    import polars
    frame = polars.read_csv(path, skip_rows=header_line(path), columns=["Kernel Name", METRIC], infer_schema=False)
    factor = ns_per_unit(frame[METRIC][0])
    ns = (polars.col(METRIC).str.replace_all(",", "").cast(polars.Float64) * factor).round().cast(polars.Int64)
    rows = frame[1:].group_by("Kernel Name").agg(polars.len().alias("calls"), ns.sum().alias("total"))
    return {name: (calls, total) for name, calls, total in rows.iter_rows()}


def ncu_duckdb(path):
    import duckdb
    table = (f"read_csv('{path}', skip={header_line(path)}, header=true, all_varchar=true, delim=',', quote='\"', "
             "escape='\"', max_line_size=10000000)")
    base = duckdb.connect()
    unit = base.execute(f'SELECT "{METRIC}" FROM {table} LIMIT 1').fetchall()[0][0]
    rows = base.execute(f'SELECT "Kernel Name", count(*), sum(round(replace("{METRIC}", \',\', \'\')::DOUBLE * '
                      f'{ns_per_unit(unit)})::BIGINT) FROM {table} WHERE "ID" <> \'\' GROUP BY 1').fetchall()
    return {name: (calls, int(total)) for name, calls, total in rows}


def sqlite_scan(path):
    """No answer for each kernel: the floor that reading one table of the file has."""
    import sqlite3
    return sqlite3.connect(path).execute("SELECT sum(end - start) FROM CUPTI_ACTIVITY_KIND_KERNEL").fetchone()[0]


def sqlite_pandas(path):
    import pandas
    import sqlite3
    frame = pandas.read_sql("SELECT demangledName, end - start AS ns FROM CUPTI_ACTIVITY_KIND_KERNEL",
                            sqlite3.connect(path))
    names = dict(sqlite3.connect(path).execute("SELECT id, value FROM StringIds"))
    grouped = frame.groupby("demangledName")["ns"].agg(["count", "sum"])
    return {names[i]: (int(row["count"]), int(row["sum"])) for i, row in grouped.iterrows()}


def sqlite_duckdb(path):
    import duckdb
    base = duckdb.connect()
    try:
        base.execute("INSTALL sqlite; LOAD sqlite")
    except duckdb.Error as error:
        raise Missing("its SQLite extension cannot be installed: " + str(error).splitlines()[0]) from error
    base.execute(f"ATTACH '{path}' AS c (TYPE sqlite, READ_ONLY)")
    return {name: (calls, int(total)) for name, calls, total in base.execute(NSYS_SUM.format(t="c.")).fetchall()}


def kineto_json(path):
    totals = {}
    with open(path) as file:
        for event in json.load(file)["traceEvents"]:
            if event.get("cat") == "kernel":
                add(totals, event["name"], round(event["dur"] * 1000))
    return totals


PEERS = {"ncu-dictreader": ncu_dictreader, "ncu-pandas": ncu_pandas, "ncu-polars": ncu_polars, "ncu-duckdb": ncu_duckdb,
         "sqlite-scan": sqlite_scan, "sqlite-pandas": sqlite_pandas, "sqlite-duckdb": sqlite_duckdb,
         "kineto-json": kineto_json}


def from_llmprof_kernels(text):
    totals = {}
    for kernel in json.loads(text)["kernels"]:
        calls, total = totals.get(kernel["name"], (0, 0))
        totals[kernel["name"]] = (calls + kernel["calls"], total + kernel["total_ns"])
    return totals


def from_llmprof_metrics(text):
    totals = {}
    for row in csv.DictReader(io.StringIO(text)):
        add(totals, row["kernel"], round(float(row["value"]) * ns_per_unit(row["unit"])))
    return totals


def from_peer(text):
    answer = json.loads(text)
    return {name: tuple(figures) for name, figures in answer.items()} if isinstance(answer, dict) else answer


def from_nsys(text):
    table = text[text.index("Time (%)"):]
    totals = {}
    for row in csv.DictReader(io.StringIO(table)):
        if row.get("Name"):
            calls, total = totals.get(row["Name"], (0, 0))
            totals[row["Name"]] = (calls + int(row["Instances"]), total + int(row["Total Time (ns)"]))
    return totals


class Case:
    """A program, the answer that it gives, and what its runs took."""

    def __init__(self, name, argv, read=None, once=False):
        self.name, self.argv, self.read, self.once = name, argv, read, once
        self.walls, self.cpu, self.peak, self.answer, self.fault = [], [], 0, None, ""

    def run(self):
        with (tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err,
              tempfile.NamedTemporaryFile("r") as peak):
            # The kernel counts what a process was before it became another program, so a child of this one would never
            # take less memory than Python does: time is small.
            argv = ["/usr/bin/time", "--quiet", "-f", "%M %U %S", "-o", peak.name, *self.argv]
            begin = time.perf_counter()
            status = subprocess.call(argv, stdout=out, stderr=err)
            self.walls.append(time.perf_counter() - begin)
            kib, user, system = peak.read().split()[-3:]
            self.peak = max(self.peak, int(kib) // 1024)
            self.cpu.append(float(user) + float(system))
            out.seek(0), err.seek(0)
            if status != 0:
                self.fault = (err.read().strip().splitlines() or [f"exit status {status}"])[-1][:160]
            elif self.read and self.answer is None:
                self.answer = self.read(out.read())


def cases(options):
    def ask(name, peer, file):
        return Case(name, [sys.executable, __file__, "ask", peer, file], from_peer)

    def kernels(file):
        return Case("`llmprof kernels`", [options.llmprof, "kernels", file, "--format", "json"], from_llmprof_kernels)

    if options.ncu:
        yield "raw page of ncu", options.ncu, [
            kernels(options.ncu),
            Case("`llmprof metrics --metric`", [options.llmprof, "metrics", options.ncu, "--metric", METRIC, "--format", "csv"],
                 from_llmprof_metrics),
            ask("csv.DictReader", "ncu-dictreader", options.ncu), ask("pandas.read_csv", "ncu-pandas", options.ncu),
            ask("polars", "ncu-polars", options.ncu), ask("DuckDB read_csv", "ncu-duckdb", options.ncu)]
    if options.sqlite:
        group = [kernels(options.sqlite), Case("`llmprof phases`", [options.llmprof, "phases", options.sqlite, "--format", "json"]),
                 ask("bare `SELECT sum(end - start)`", "sqlite-scan", options.sqlite),
                 ask("pandas.read_sql", "sqlite-pandas", options.sqlite),
                 ask("DuckDB, SQLite extension", "sqlite-duckdb", options.sqlite)]
        if options.nsys:
            for report, read in (("cuda_gpu_kern_sum", from_nsys), ("nvtx_kern_sum", None)):
                group.append(Case(f"`nsys stats -r {report}`",
                                  [options.nsys, "stats", "-r", report, "--format", "csv", options.sqlite], read, once=True))
        yield "nsys SQLite", options.sqlite, group
    if options.kineto:
        yield "PyTorch trace", options.kineto, [kernels(options.kineto), ask("Python json", "kineto-json", options.kineto)]


def check(group):
    """All that answer for each kernel say the same."""
    first = next((case for case in group if isinstance(case.answer, dict)), None)
    wrong = [case.name for case in group if isinstance(case.answer, dict) and case.answer != first.answer]
    wrong += [case.name for case in group if isinstance(case.answer, int)
              and case.answer != sum(total for _, total in first.answer.values())]
    return wrong


def table(options):
    failed = False
    for what, path, group in cases(options):
        size = os.path.getsize(path)
        with open(path, "rb") as file:  # all of them read it from memory
            while file.read(1 << 24):
                pass
        for turn in range(options.runs):
            for case in group:
                if not case.fault and not (case.once and turn > 0):
                    case.run()
        print(f"\n{what}, {size / 1e6:,.0f} MB\n\n| | median | runs | CPU | rate | peak memory |\n|---|---:|---|---:|---:|---:|")
        for case in group:
            if case.fault:
                print(f"| {case.name} | left out: {case.fault} | | | | |")
                continue
            median = statistics.median(case.walls)
            runs = " ".join(f"{wall:.2f}" for wall in case.walls)
            print(f"| {case.name} | {median:.2f} s | {runs} | {statistics.median(case.cpu):.2f} s | {size / 1e6 / median:,.0f} MB/s | {case.peak} MiB |")
        wrong = check(group)
        failed = failed or bool(wrong)
        print("\n" + (f"Other answers than the first: {', '.join(wrong)}." if wrong else "All answers are equal."))
        sys.stdout.flush()
    return 1 if failed else 0


def make_kineto(out, megabytes):
    """Launches of 40 kernels and the operators around them, until the file is large enough."""
    names = [f"void kernel_{i}<float, {64 << i % 3}>(float const*, float*, int)" for i in range(40)]
    rnd = random.Random(7)
    with open(out, "w") as file:
        file.write('{"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H200"}], "traceEvents": [\n')
        size, n, now = 0, 0, 1_000_000
        while size < megabytes << 20:
            event = {"ph": "X", "pid": 1, "tid": 1, "ts": now, "dur": 9}
            launch = {**event, "cat": "cuda_runtime", "name": "cudaLaunchKernel", "args": {"correlation": n}}
            operator = {**event, "cat": "cpu_op", "name": "aten::mm", "dur": 12, "args": {"External id": n}}
            kernel = {"ph": "X", "cat": "kernel", "name": names[n % 40], "pid": 0, "tid": 7, "ts": now + 20,
                      "dur": rnd.randint(1000, 90_000) / 1000,
                      "args": {"correlation": n, "device": 0, "context": 1, "stream": 7, "grid": [128, 1, 1],
                               "block": [256, 1, 1], "registers per thread": 64}}
            size += file.write(("" if n == 0 else ",\n") + ",\n".join(map(json.dumps, (operator, launch, kernel))))
            n, now = n + 1, now + 120
        file.write("\n]}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make-kineto")
    make.add_argument("out"), make.add_argument("megabytes", type=int)
    ask = commands.add_parser("ask")
    ask.add_argument("peer", choices=PEERS), ask.add_argument("file")
    show = commands.add_parser("table")
    show.add_argument("llmprof"), show.add_argument("runs", type=int)
    for option in ("--ncu", "--sqlite", "--kineto", "--nsys"):
        show.add_argument(option)
    options = parser.parse_args()
    if options.command == "make-kineto":
        return make_kineto(options.out, options.megabytes)
    if options.command == "table":
        return table(options)
    try:
        json.dump(PEERS[options.peer](options.file), sys.stdout)
    except (Missing, ImportError) as error:
        return str(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
