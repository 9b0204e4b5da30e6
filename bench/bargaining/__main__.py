"""Counts deals from a stranger's fair offers: `python -m bench.bargaining [TALKS]`.

    python -m bench.bargaining 120 [--any] [--characters hana,hana-classicist] [--seed N] [--list N]

The positions are those of arena games without talk. Each offer gains both sides at least 0.02 centers by HANA's own
worth; it is written in English, understood and answered as on the site, at the normal skill. Counted are talks that end
in a deal within three messages of the stranger, its yes to a counter-offer being one of them. --any: offers that need
not be good for who hears them.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

from adjudication.outcomes import outcome_from_dict
from adjudication.position import Position, position_from_dict
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bench.bargaining.offers import KINDS, Offer, offers_of, situation_of
from bench.bargaining.talks import MOST, Outcome, Talk, bargain
from bots.arena.game import GamePlan, play
from bots.arena.seats import seats_of_game
from bots.chance import stream
from bots.hana.agent import FAST
from bots.hana.judge.reach import closeness
from bots.hana.remember.personality import NEUTRAL, PERSONALITIES
from bots.hana.talk.talker import TalkingHana, make_talking_hana
from bots.skills import NORMAL
from bots.view import PastPhase, SeatView
from negotiation.levels import FREE

_SEATS: Final = tuple(
    f"bots.hana.variants:Fast{name}"
    for name in ("Neutral", "Talker", "Opportunist", "Cautious", "Vengeful", "Diplomat", "Neutral")
)
_UNTIL: Final = 1904
_COMMON: Final = ("peace", "alliance", "border")
"""Kinds that there is nearly always something of: others go first."""
_EACH: Final = 6
"""Talks from one game."""


def character_of(bot: str) -> str:
    """The character of a registered HANA."""
    return bot.removeprefix("hana").lstrip("-") or NEUTRAL.name


@cache
def _bot(character: str) -> TalkingHana:
    return make_talking_hana(NORMAL.of(PERSONALITIES[character]), NORMAL.strength)


@cache
def _stranger() -> TalkingHana:
    return make_talking_hana(NEUTRAL, FAST)


def _scenes(number: int, seed: int) -> list[tuple[Position, tuple[PastPhase, ...]]]:
    """The movement phases of one game, each with what was before."""
    game = play(GamePlan(number, seed, seats_of_game(_SEATS, number, rotate=True), _UNTIL, 5.0, level=0))
    found, history = [], tuple[PastPhase, ...]()
    for phase in game["phases"]:
        position = position_from_dict(phase)
        kind = position.phase.kind
        if kind == "M":
            found.append((position, history))
        history += (PastPhase(position, tuple(outcome_from_dict(each, kind) for each in phase["outcomes"])),)
    return found


def talks_of(
    number: int, seed: int, characters: tuple[str, ...], *, fair: bool = True
) -> list[tuple[str, str, Outcome]]:
    """Hold talks on one game's positions: character, place and outcome."""
    rng, scenes = stream(seed, number, "bargaining"), _scenes(number, seed)
    found: list[tuple[str, str, Outcome]] = []
    for index in range(_EACH):
        position, history = rng.choice(scenes)
        pairs = [
            (one, other) for one in POWERS for other in POWERS if one != other and closeness(position, one, other) > 0
        ]
        me, other = rng.choice(pairs)
        character = characters[(number * _EACH + index) % len(characters)]
        view = SeatView(me, position, STANDARD_RULES, history, level=FREE, protocol="talk")
        found += _talk(view, other, character, rng, fair=fair)
    return found


def _talk(
    view: SeatView, other: Power, character: str, rng: Random, *, fair: bool
) -> Iterator[tuple[str, str, Outcome]]:
    bot, seed = _bot(character), rng.getrandbits(32)
    stranger = situation_of(_stranger(), replace(view, power=other), seed)
    offers: list[Offer] = list(offers_of(situation_of(bot, view, seed), stranger, rng, fair=fair))
    rng.shuffle(offers)
    if offers:
        first = min(offers, key=lambda each: each.kind in _COMMON)
        talk = Talk(bot, character, view, other, seed)
        where = f"{view.position.phase} {other} to {view.power}, {character}"
        rest = [each for each in offers if each is not first]
        yield character, where, bargain(talk, stranger, first, rest)


def main(given: argparse.Namespace) -> None:
    """Play, and print the tables."""
    characters = tuple(character_of(name) for name in given.characters.split(","))
    games = -(-given.talks // _EACH)
    with ProcessPoolExecutor(given.jobs) as pool:
        work = [pool.submit(talks_of, number, given.seed, characters, fair=not given.any) for number in range(games)]
        found = [each for done in work for each in done.result()][: given.talks]
    _show(found[: given.listed])
    outcomes = [one for _, _, one in found]
    _line("all", outcomes)
    for kind in KINDS:
        _line(kind, [one for one in outcomes if one.offer.kind == kind])
    for character in characters:
        _line(character, [one for who, _, one in found if who == character])
    refused = [one for one in outcomes if one.first != "yes"]
    firsts = Counter(one.first for one in refused)
    print(f"not agreed to at once: {len(refused)}; " + ", ".join(f"{name} {firsts[name]}" for name in sorted(firsts)))
    print(f"counter-offers that would cost the stranger: {sum(one.dear for one in outcomes)}")
    print(f"offers misread: {sum(one.misread for one in outcomes)}")


def _show(found: list[tuple[str, str, Outcome]]) -> None:
    """Print whole talks."""
    for _, where, one in found:
        gains = " and ".join(f"{gain:+.2f}" for gain in one.offer.gains)
        print(f"\n{where}: {one.offer.kind} ({gains}); {one.first}, {'deal' if one.messages else 'no deal'}")
        print(*one.lines, sep="\n")
    print()


def _line(name: str, outcomes: list[Outcome]) -> None:
    if outcomes:
        deals = [sum(one.messages == number for one in outcomes) for number in range(1, MOST + 1)]
        share = sum(deals) / len(outcomes)
        print(f"{name:15}{len(outcomes):5} talks, deals {share:4.0%}   after 1, 2, 3 messages: {deals}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("talks", type=int, nargs="?", default=120)
    parser.add_argument("--characters", default=",".join(PERSONALITIES), help="as hana,hana-diplomat or their names")
    parser.add_argument("--seed", type=int, default=2026, metavar="N")
    parser.add_argument("--list", dest="listed", type=int, default=0, metavar="N", help="talks shown")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--any", action="store_true", help="offers that only the stranger has to gain by")
    main(parser.parse_args())
