"""Print a probe's table and the machine's load.

PROBE_FIGURES names a file that receives the figures as JSON.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = ["options", "percentile", "report"]

_POINTS = 60


def options(about: str | None) -> argparse.ArgumentParser:
    """The options every probe has."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--short", action="store_true", help="a run of a minute, with few games")
    return parser


def percentile(values: Sequence[float], part: float) -> float:
    """Percentile of the values; nan of none."""
    if not values:
        return float("nan")
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if part < 1 else max(values)


def report(
    title: str,
    rows: Sequence[tuple[str, object]],
    *,
    failed: Sequence[str] = (),
    numbers: Mapping[str, float] | None = None,
    delays: Mapping[str, Sequence[float]] | None = None,
) -> int:
    """Print the table; returns the exit code: 1 when what must hold did not. numbers, delays: what curves are drawn
    of."""
    width = max(len(name) for name, _ in rows)
    print(f"\n{title}")
    for name, value in rows:
        print(f"  {name:<{width}}  {_shown(value)}")
    load = os.getloadavg()[0]
    print(f"  {'load of the machine':<{width}}  {load:.1f} on {os.cpu_count()} cores")
    for each in failed:
        print(f"  DID NOT HOLD: {each}", file=sys.stderr)
    sys.stdout.flush()
    if file := os.environ.get("PROBE_FIGURES"):
        told = {
            "title": title,
            "rows": [[name, _shown(value)] for name, value in rows],
            "load": round(load, 1),
            "failed": list(failed),
            "numbers": {name: round(value, 3) for name, value in (numbers or {}).items()},
            "delays": {name: _thinned(values) for name, values in (delays or {}).items()},
        }
        Path(file).write_text(json.dumps(told), encoding="utf-8")
    return 1 if failed else 0


def _shown(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _thinned(values: Sequence[float]) -> list[float]:
    """Sorted values, at even steps from least to most."""
    ordered = sorted(values)
    if len(ordered) <= _POINTS:
        return [round(each, 3) for each in ordered]
    return [round(ordered[at * (len(ordered) - 1) // (_POINTS - 1)], 3) for at in range(_POINTS)]


def mean(values: Sequence[float]) -> float:
    """nan of none."""
    return statistics.mean(values) if values else float("nan")
