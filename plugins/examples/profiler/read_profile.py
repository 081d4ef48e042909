#!/usr/bin/env python3
"""Reads profiles with the tools that people read them with: xprof, from PyPI (pip install xprof).

    tfrt-run --profile=logs program.mlir
    python3 plugins/examples/profiler/read_profile.py logs [PLANE…]

Converts every profile below a folder to its trace, its overview and the statistics of its ops, prints how much is in them, and fails
if xprof cannot read one, if a trace is empty, if functions ran and there are no steps, or if one of the planes named is missing from it.
"""

import json
import pathlib
import sys

try:
    from xprof.convert import raw_to_tool_data
except ImportError:
    sys.exit("read_profile.py: needs the package xprof: pip install xprof")


def convert(profile, tool):
    data, _ = raw_to_tool_data.xspace_to_tool_data([str(profile)], tool, {})
    if not data:
        sys.exit(f"{profile}: xprof makes no {tool} of it")
    return json.loads(data)


def read(profile, wanted):
    trace = convert(profile, "trace_viewer@")["traceEvents"]
    names = lambda kind: [e["args"]["name"] for e in trace if e.get("name") == kind]
    planes, threads = names("process_name"), names("thread_name")
    events = [event for event in trace if event.get("ph") == "X"]
    print(f"{profile}: {len(events)} events")
    print(f"  planes: {', '.join(planes)}")
    print(f"  lines: {', '.join(threads)}")
    if not events:
        sys.exit(f"{profile}: the trace is empty")
    for plane in wanted:
        if not any(plane in name for name in planes):
            sys.exit(f"{profile}: the trace has no plane {plane}")
    for event in sorted(events, key=lambda event: -event.get("dur", 0))[:5]:
        print(f"  {event.get('dur', 0):12.3f} us  {event['name']}  {event.get('args', {})}")
    steps = convert(profile, "overview_page")[1]["rows"]
    print(f"  overview: {len(steps)} steps")
    if not steps and any(event["name"].startswith("Function: ") for event in events):
        sys.exit(f"{profile}: functions ran, but the overview has no steps")
    table = convert(profile, "framework_op_stats")
    table = table[0] if isinstance(table, list) else table
    columns = [column["label"] for column in table["cols"]]
    wanted = [columns.index(label) for label in ("Operation Type", "#Occurrences", "Total time (us)")]
    for row in table["rows"][:5]:
        op, count, time = (row["c"][column]["v"] for column in wanted)
        print(f"  op {op or '(no type)'}: {count:.0f} times, {time:.3f} us")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    profiles = sorted(pathlib.Path(sys.argv[1]).rglob("*.xplane.pb"))
    if not profiles:
        sys.exit(f"{sys.argv[1]}: no profiles (*.xplane.pb) below it")
    for profile in profiles:
        read(profile, sys.argv[2:])


main()
