"""Counts what is done for alliances against somebody.

    python -m bench.alliances [GAMES] [--until YEAR] [--seed N] [--list N]

Seven HANAs of all characters, at arena strength. Each of two who agreed on an alliance against a third power owes
something within two movement phases: an order into what is the enemy's, a proposal about it, or the reason why not.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import Final

from adjudication.board import province_of
from adjudication.notation import parse_order
from adjudication.position import Position, position_from_dict
from adjudication.powers import Power, as_power
from bench.contradictions import SEATS
from bots.arena.game import GamePlan, Record, play
from bots.arena.seats import seats_of_game
from bots.hana.judge.proposals import contents_of
from negotiation.diplomacy import DIPLOMACY, Aly, Tpc
from negotiation.levels import FREE
from negotiation.parser import parse
from negotiation.printer import format_formula
from negotiation.terms import Accept, Courtesy, Propose, Utterance

__all__ = ["KINDS", "debts_in"]

KINDS: Final = ("attacked", "proposed", "explained", "nothing")
_WITHIN: Final = 2
_EXCUSES: Final = ("allyfar", "allybusy")


def debts_in(game: Record) -> Iterator[tuple[str, str]]:
    """List what each ally did: its kind, and the alliance in words."""
    phases = [(position_from_dict(phase), phase) for phase in game["phases"]]
    moves = [(position, phase) for position, phase in phases if position.phase.kind == "M"]
    for at, (position, phase) in enumerate(moves):
        for text in phase.get("talk", ()):
            said = parse(text, DIPLOMACY)
            for pact in _pacts(said):
                for ally in pact.powers:
                    # What was agreed is due in this phase and the next two.
                    due = moves[at : at + 1 + _WITHIN]
                    if len(due) > _WITHIN and all(_alive(each, ally, pact.against[0]) for each, _ in due):
                        kind = _done(due, as_power(ally), pact)
                        yield kind, f"game {game['game']} {position.phase} {ally}: {format_formula(pact, DIPLOMACY)}"


def _pacts(said: Utterance) -> Iterator[Aly]:
    if isinstance(said, Accept):
        yield from (
            each for each in contents_of(said.deal) if isinstance(each, Aly) and len(each.powers) == 2 and each.against
        )


def _alive(position: Position, *powers: Power) -> bool:
    return all(position.units_of(power) for power in powers)


def _done(due: list[tuple[Position, Record]], ally: Power, pact: Aly) -> str:
    enemy, (partner,) = pact.against[0], [each for each in pact.powers if each != ally]
    found = set[str]()
    for position, phase in due:
        places = {*position.centers_of(enemy), *(unit.province for unit in position.units_of(enemy))}
        orders = [parse_order(text) for text in phase["orders"].get(ally, ())]
        goals = {province_of(target) for order in orders if (target := getattr(order, "target", None))}
        if not goals.isdisjoint(places):
            found.add("attacked")
        for text in phase.get("talk", ()):
            said = parse(text, DIPLOMACY)
            if said.speaker != ally or partner not in said.hearers:
                continue
            if isinstance(said, Propose) and not any(isinstance(each, Aly) for each in contents_of(said.deal)):
                words = format_formula(said.deal, DIPLOMACY)
                if any(place.lower() in words for place in places):
                    found.add("proposed")
            if isinstance(said, Courtesy) and isinstance(said.about, Tpc) and said.about.topic in _EXCUSES:
                found.add("explained")
    return next((kind for kind in KINDS if kind in found), "nothing")


def main(given: argparse.Namespace) -> int:
    """Play, print the counts, and return the unmet debts."""
    found: list[tuple[str, str]] = []
    for number in range(given.games):
        seats = seats_of_game(SEATS, number, rotate=True)
        found += debts_in(play(GamePlan(number, given.seed, seats, given.until, 5.0, level=FREE, protocol="talk")))
    counts = Counter(kind for kind, _ in found)
    print(*[f"{kind}: {text}" for kind, text in found if kind == "nothing"][: given.listed], sep="\n")
    met = len(found) - counts["nothing"]
    print(f"{given.games} games, {len(found)} debts of allies, {met / max(len(found), 1):.0%} met or explained")
    for kind in KINDS:
        print(f"{kind:12}{counts[kind]:6}")
    return counts["nothing"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=7)
    parser.add_argument("--until", type=int, default=1904, metavar="YEAR", help="last year to be played (1904)")
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--list", dest="listed", type=int, default=20, metavar="N", help="examples shown (20)")
    main(parser.parse_args())
