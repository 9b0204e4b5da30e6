"""What a probe prints: a table, and how busy the machine was."""

import argparse
import os
import statistics
import sys
from collections.abc import Sequence

__all__ = ["options", "percentile", "report"]


def options(about: str) -> argparse.ArgumentParser:
    """The options every probe has."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--short", action="store_true", help="a run of a minute, with few games")
    return parser


def percentile(values: Sequence[float], part: float) -> float:
    """The value that this part of them does not exceed; nan of none."""
    if not values:
        return float("nan")
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if part < 1 else max(values)


def report(title: str, rows: Sequence[tuple[str, object]], *, failed: Sequence[str] = ()) -> int:
    """Print the table; returns the exit code: 1 when what must hold did not."""
    width = max(len(name) for name, _ in rows)
    print(f"\n{title}")
    for name, value in rows:
        print(f"  {name:<{width}}  {f'{value:.2f}' if isinstance(value, float) else value}")
    load = os.getloadavg()[0]
    print(f"  {'load of the machine':<{width}}  {load:.1f} on {os.cpu_count()} cores")
    for each in failed:
        print(f"  DID NOT HOLD: {each}", file=sys.stderr)
    return 1 if failed else 0


def mean(values: Sequence[float]) -> float:
    """nan of none."""
    return statistics.mean(values) if values else float("nan")
