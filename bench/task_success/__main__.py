"""Measure how reliably and quickly people express deals: `python -m bench.task_success`.

Every kind of person types what they would for every deal, and rewords it, as they would, until it is understood.
A try is understood when the reading claims what is meant or offers it among the first three, as the page shows them
(sentences that come near, shown where nothing was understood, are offers). A claim of something else is wrong.
The table is of the deals to work with; --held is of those kept back, which nobody should look at before the end.
--second is of the second series, with one wording from each person, written after the grammar but before it was run.
--third is of the third series, with small talk and near misses of its own, written by somebody who knew neither the
grammar nor the earlier wordings. --fourth, --fifth and --sixth are of later series, made in the same way.
"""

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bench.task_success.data import PERSONS, Deal, Remark, Series, deals, near_misses, small_talk, wordings
from bench.task_success.meaning import meaning
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.context import Context, context_of
from negotiation.heard import is_remark
from negotiation.levels import level
from negotiation.nearest import nearest
from negotiation.printer import format_term
from negotiation.terms import Accept, Answer, Inform, Propose, Query, Reject, Utterance, Withdraw
from negotiation.understanding import understand

_SHOWN: Final = 3
"""Offers that a person looks at."""

_UTTERANCES: Final = (Propose, Accept, Reject, Withdraw, Inform, Query, Answer)


@dataclass(frozen=True)
class Try:
    """Result of one try.

    claimed: the reading that was claimed. offered: the other readings shown. near: True if these are only sentences
    that come near.
    """

    text: str
    claimed: tuple[Utterance, ...] | None
    offered: tuple[tuple[Utterance, ...], ...]
    understood: tuple[Utterance, ...] | None
    near: bool

    @property
    def wrong(self) -> bool:
        return self.claimed is not None and self.understood is None


@dataclass(frozen=True)
class Attempt:
    """All that one person typed for one deal, up to the try that was understood."""

    deal: Deal
    person: str
    tries: tuple[Try, ...]

    def within(self, most: int) -> bool:
        return any(one.understood for one in self.tries[:most])


def usual_level() -> int:
    """The highest level of L that may be spoken in a game if nobody chooses another."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dipgame.settings")
    django.setup()
    from dipgame.games.models import Game

    return int(Game._meta.get_field("press_level").default)


def context(case: Deal | Remark, highest: int) -> Context:
    """Context for the reader, as on the site."""
    return replace(context_of(case.speaker, case.hearers, case.position, case.talk), level=highest)


def tried(deal: Deal, text: str, highest: int) -> Try:
    """One wording of a deal, read."""
    where = context(deal, highest)
    heard = understand(text, where)
    shown: list[tuple[Utterance, ...]] = [each.said for each in heard.readings[:_SHOWN] if not is_remark(each.said)]
    if not heard.readings:
        for sentence in nearest(text, where, highest=highest)[:_SHOWN]:
            shown += [each.said for each in understand(sentence, where).readings[:1]]
    wanted = meaning((deal.term,), deal.position)
    fitting = next((each for each in shown if meaning(each, deal.position) == wanted), None)
    clear = heard.verdict == "claim"
    return Try(text, shown[0] if clear else None, tuple(shown[clear:]), fitting, not heard.readings)


def attempted(deal: Deal, person: str, highest: int) -> Attempt:
    """A person who types until the deal is understood."""
    done: list[Try] = []
    for text in wordings()[deal.name, person]:
        done.append(tried(deal, text, highest))
        if done[-1].understood:
            break
    return Attempt(deal, person, tuple(done))


def bothered(remark: Remark, highest: int) -> tuple[bool, bool]:
    """Two flags for a line without a deal: claimed; claimed or offered.

    Courtesies and the like, which bind nobody, do not count; nor do sentences shown because nothing was understood.
    """
    heard = understand(remark.text, context(remark, highest))
    real = [each for each in heard.readings if any(isinstance(one, _UTTERANCES) for one in each.said)]
    return bool(real) and heard.verdict == "claim", bool(real)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.1f}%" if whole else "      -"


def row(name: str, attempts: Sequence[Attempt]) -> str:
    """A line of the table."""
    count = len(attempts)
    claims = [one for attempt in attempts for one in attempt.tries if one.claimed is not None]
    cells = [percent(sum(each.within(most) for each in attempts), count) for most in (1, 2, 3)]
    wrong = sum(one.wrong for one in claims)
    reached = "".join(f"{cell:>10}" for cell in cells)
    return f"{name:<14}{count:>6}{reached}{wrong:>6} of {len(claims):<5}{percent(wrong, len(claims))}"


def table(attempts: Sequence[Attempt]) -> Iterable[str]:
    """The whole table, line by line."""
    yield f"{'':<14}{'deals':>6}{'first':>10}{'two':>10}{'three':>10}   wrong claims"
    yield row("all", attempts)
    for person in PERSONS:
        yield row(person, [each for each in attempts if each.person == person])
    yield ""
    kinds = dict.fromkeys(each.deal.kind for each in attempts)
    rows = {kind: [each for each in attempts if each.deal.kind == kind] for kind in kinds}
    for kind in sorted(rows, key=lambda one: sum(each.within(1) for each in rows[one]) / len(rows[one])):
        yield row(kind, rows[kind])


def worst(attempts: Iterable[Attempt]) -> Iterable[str]:
    """Every try that was not understood, with what was meant and what was read."""
    for attempt in attempts:
        for number, one in enumerate(attempt.tries, 1):
            if one.understood is None:
                yield f"\n{attempt.deal.name} {attempt.person} {number}: {one.text}"
                yield f"  meant    {_short([attempt.deal.term])}"
                for name, readings in (("CLAIMED", [one.claimed] if one.claimed else []), ("offered", one.offered)):
                    for reading in readings:
                        yield f"  {name:<8} {_short(reading)}"


def _short(utterances: Iterable[Utterance]) -> str:
    text = "; ".join(format_term(one, DIPLOMACY) for one in utterances)
    return re.sub(r"Region\((\w+), \w+\)", r"\1", text)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--held", action="store_true", help="the deals kept back")
    which = parser.add_mutually_exclusive_group()
    for name in ("second", "third", "fourth", "fifth", "sixth"):
        which.add_argument(
            f"--{name}", action="store_const", const=name, dest="series", help=f"the deals of the {name} series"
        )
    parser.set_defaults(series="first")
    parser.add_argument("--worst", action="store_true", help="list every try that was not understood")
    arguments = parser.parse_args()
    highest = usual_level()
    series: Series = arguments.series
    wanted = [deal for deal in deals(series) if deal.held is arguments.held]
    attempts = [attempted(deal, person, highest) for deal in wanted for person in PERSONS]
    print("\n".join(table(attempts)))
    reached = [one for each in attempts for one in each.tries if one.understood]
    above = sum(max(map(level, one.understood or ())) > highest for one in reached)
    print(f"\nof {len(reached)} deals understood, more than a usual game (level {highest}) allows: {above}")
    print(f"understood only as a sentence that comes near: {sum(one.near for one in reached)}")
    for name, remarks in (("small talk", small_talk(series)), ("near misses", near_misses(series))):
        results = [bothered(each, highest) for each in remarks if each.held is arguments.held]
        claimed, shown = (sum(each[index] for each in results) for index in (0, 1))
        share = percent(shown, len(results))
        print(f"{name}: {len(results)} lines, claimed {claimed}, claimed or offered {shown}{share}")
        if arguments.worst:
            kept = [each for each in remarks if each.held is arguments.held]
            print(*(f"  {each.text}" for each, result in zip(kept, results, strict=True) if result[1]), sep="\n")
    if arguments.worst:
        print("\n".join(worst(attempts)))


if __name__ == "__main__":
    main()
