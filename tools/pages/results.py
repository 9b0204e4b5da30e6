"""Write a page for each experiment whose results are in `docs/results/`."""

import csv
import shutil
import tomllib
from pathlib import Path
from typing import Any, Final

__all__ = ["write_results"]

_SHOWN: Final = {
    "games": "games",
    "first": "share of first place",
    "centers": "centers",
    "messages": "messages",
    "deals": "deals",
    "kept": "kept to the end, or still standing",
    "broken": "broken",
}


def write_results(results: Path, shipped: Path) -> None:
    """Write a page beside every CSV, and their index.

    shipped: folder of the experiments' own files.
    """
    names = sorted(each.stem for each in results.glob("*.csv"))
    rows = []
    for name in names:
        shutil.copy(shipped / f"{name}.toml", results)
        experiment = tomllib.loads((shipped / f"{name}.toml").read_text(encoding="utf-8"))
        lines = list(csv.DictReader((results / f"{name}.csv").open(encoding="utf-8")))
        results.joinpath(f"{name}.md").write_text(_page(name, experiment, lines, results), encoding="utf-8")
        rows.append(f"| [{experiment['name']}]({name}.md) | {_one_line(experiment['about'])} |")
    contents = "\n".join(["```{toctree}", ":hidden:", "", *names, "```"])
    text = "\n".join(["| experiment | question |", "|---|---|", *rows])
    results.joinpath("index.md").write_text(f"{_ABOUT}\n{text}\n\n{contents}\n", encoding="utf-8")


_ABOUT: Final = """# Shipped experiments and their results

Each comes with the program. Play it by its name: `python -m bots.experiment NAME --out results`.
[Experiments](../experiments.md#the-shipped-experiments) says what was learnt from them, by how many
games, and how sure it is.
"""


def _page(name: str, experiment: dict[str, Any], lines: list[dict[str, str]], results: Path) -> str:
    hypotheses = [f"- {each['hypothesis']}" for each in experiment.get("tests", [])]
    table = [f"| session | player | {' | '.join(_SHOWN.values())} |", f"|---|---|{'---:|' * len(_SHOWN)}"]
    table += [
        f"| {line['session']} | {line['player']} | {' | '.join(_cell(line, each) for each in _SHOWN)} |"
        for line in lines
    ]
    summary = (results / f"{name}.txt").read_text(encoding="utf-8")
    verdicts = [each for each in summary.split("\n\n")[2:] if each.strip()]
    return "\n".join(
        [
            f"# {experiment['name']}",
            "",
            experiment["about"].strip(),
            "",
            *(["## Hypotheses", "", *hypotheses, ""] if hypotheses else []),
            "## Means of a game",
            "",
            "With 95 % intervals in brackets.",
            "",
            *table,
            "",
            *(["## Tests", "", "```text", *"\n\n".join(verdicts).strip().splitlines(), "```", ""] if verdicts else []),
            "## Downloads",
            "",
            f"- [The experiment's file]({name}.toml), which the form of a new experiment reads",
            f"- [All figures with their intervals]({name}.csv), as CSV",
            f"- [Table and tests]({name}.txt), as text",
            "",
            f"To play it again: `python -m bots.experiment {name} --out results`.",
            "",
        ]
    )


def _cell(line: dict[str, str], name: str) -> str:
    if name == "games":
        return line[name]
    value = f"{float(line[name]):.2f}"
    low, high = line.get(f"{name}_low"), line.get(f"{name}_high")
    return f"{value} [{float(low):.2f}, {float(high):.2f}]" if low and high and low != high else value


def _one_line(text: str) -> str:
    return " ".join(text.split())
