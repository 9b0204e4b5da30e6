"""List kept sentences the grammar misses: `python -m bench.kept [KIND] [--near]`.

Grouped by what fails, the most frequent first; within a kind by what is meant. KIND lists the cases of one kind:

    none        no reading at all
    missing     readings, but what is meant is not among them
    dear        what is meant is the best reading, but costs too much to be claimed
    ambiguous   what is meant is the best, another is as likely
    second      what is meant is there, another is better
    wrong       something else is claimed

--near lists the near misses that are claimed; --aside is of the sentences kept aside.
Cases given up (`given_up.jsonl`) are left out.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context
from negotiation.grammar.reader import CLAIM, CLOSE, ranked
from negotiation.heard import is_remark
from negotiation.printer import format_term
from negotiation.understanding import understand
from tests.negotiation.data import Result, Understanding, context, lines, result

_KINDS: Final = ("none", "missing", "dear", "ambiguous", "second", "wrong")


@dataclass(frozen=True)
class Miss:
    """A kept sentence that is not claimed as it should be. meant: what it means, without names and places."""

    kind: str
    text: str
    meant: str
    wanted: str
    readings: tuple[tuple[str, float], ...]


def _claimed(text: str, context: Context) -> Understanding:
    """Understanding of a text as on the site, without courtesies.

    No case contains courtesies.
    """
    heard = understand(text, context)
    readings = tuple(each.said for each in heard.readings if not is_remark(each.said))
    return Understanding("clear" if heard.verdict == "claim" else "choose" if readings else "none", readings)


def misses(cases: str) -> Iterator[Miss]:
    """Every case of a file that is not claimed rightly."""
    for case in lines(cases):
        found = result(case, _claimed)
        if found.wanted is not None and not found.right:
            read = ranked(case["text"], context(case))
            costs = tuple(zip(read.candidates, read.costs, strict=True))
            readings = tuple(("; ".join(format_term(one, DIPLOMACY) for one in each), cost) for each, cost in costs)
            yield Miss(
                _kind(found, [cost for _, cost in costs]), case["text"], _shape(found.wanted), found.wanted, readings
            )


def _kind(found: Result, costs: list[float]) -> str:
    if found.claimed:
        return "wrong"
    if not found.candidates:
        return "none"
    if not found.offered:
        return "missing"
    if found.candidates[0] != found.wanted:
        return "second"
    close = len(costs) > 1 and costs[1] <= costs[0] + CLOSE
    return "ambiguous" if close and costs[0] <= CLAIM else "dear"


def _shape(term: str) -> str:
    """Skeleton of a term: its words without powers, places and times."""
    words = re.findall(r"[A-Za-z¬→]+(?=\()|[¬→]", term)
    return " ".join(dict.fromkeys(word for word in words if word not in ("Unit", "Region", "Commit", "Agree")))


def _short(term: str) -> str:
    return re.sub(r"Region\((\w+), \w+\)", r"\1", term).replace("\n", "; ")


def _printed(found: list[Miss]) -> None:
    for one in found:
        print(f"{one.text}\n    {'MEANT':>6} {_short(one.wanted)}")
        for term, cost in one.readings[:3]:
            print(f"    {cost:6.2f} {_short(term)}")


def main() -> None:
    """Print the table, or the cases of a kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", choices=_KINDS, help="list the cases of this kind")
    parser.add_argument("--near", action="store_true", help="list the near misses that are claimed")
    parser.add_argument("--aside", action="store_true", help="the sentences kept aside instead")
    arguments = parser.parse_args()
    if arguments.near:
        _near()
        return
    name = "held_aside.jsonl" if arguments.aside else "sentences.jsonl"
    given_up = _given_up()
    wanted = sum(case["l"] is not None and case["text"] not in given_up for case in lines(name))
    found = [one for one in misses(name) if one.text not in given_up]
    print(f"claimed and right: {wanted - len(found)} of {wanted} ({(wanted - len(found)) / wanted:.1%})")
    if arguments.kind:
        _printed(sorted((one for one in found if one.kind == arguments.kind), key=lambda one: one.meant))
        return
    for kind, count in Counter(one.kind for one in found).most_common():
        print(f"{count:6} {kind}")
        for meant, number in Counter(one.meant for one in found if one.kind == kind).most_common(6):
            print(f"{number:15} {meant}")


def _given_up() -> frozenset[str]:
    """Cases that are given up; `given_up.jsonl` says why."""
    return frozenset(case["text"] for case in lines("given_up.jsonl"))


def _near() -> None:
    cases = [(case, result(case, _claimed)) for case in lines("near_misses.jsonl")]
    cases = [(case, found) for case, found in cases if case["text"] not in _given_up()]
    claimed: list[tuple[dict[str, Any], Result]] = [(case, found) for case, found in cases if found.claimed]
    print(f"claimed: {len(claimed)} of {len(cases)}; left alone {1 - len(claimed) / len(cases):.1%}")
    for case, found in claimed:
        print(f"{case['text']}\n           {_short(found.candidates[0])}")


if __name__ == "__main__":
    main()
