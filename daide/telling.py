"""Messages of a server, made from a table of the game."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, cast

from adjudication.board import province_of
from adjudication.legality import needed_adjustments
from adjudication.powers import Power
from daide.grammar import LONGEST, level_of
from daide.positions import MAP_NAME, owners_message, position_message, turn_tree, unit_tree
from daide.press import Unsayable, press_of
from daide.results import results
from daide.table import Heard, Played, Player, Refusal, Table
from daide.tokens import BRA, BY_NAME, ERR, KET, Text, Tree, Words, flat, nested

__all__ = [
    "GREATEST",
    "Answer",
    "end_of",
    "hello",
    "huh",
    "map_message",
    "marked",
    "missing_orders",
    "outcome_of",
    "own_power",
    "sent",
    "spoken",
    "turn_played",
    "wrapped",
]

GREATEST: Final = 8191
"""The greatest number of DAIDE."""

Answer: TypeAlias = tuple[Tree, ...]
"""A message as a tree or, where it begins with a number, as it is sent."""


def sent(answers: Iterable[Answer]) -> list[Words]:
    """Messages as they are sent."""
    return [cast(Words, each) if isinstance(each[0], int) else flat(each) for each in answers]


def _text(text: str) -> Tree:
    return (Text(text),) if text else ()


def huh(words: Words, place: int) -> Words:
    if place >= LONGEST:
        return (BY_NAME["HUH"], BRA, ERR, KET)
    return (BY_NAME["HUH"], BRA, *words[:place], ERR, *words[place:], KET)


def wrapped(answer: str, words: Words) -> Words:
    return (BY_NAME[answer], BRA, *words, KET)


def map_message() -> Answer:
    return ("MAP", (Text(MAP_NAME),))


def own_power(table: Table) -> Power:
    if table.power is None:
        raise Refusal
    return table.power


def hello(table: Table) -> Answer:
    options: list[Tree] = [("LVL", table.level)]
    names = ("MTL", "RTL", "BTL")
    options += [(name, each) for name, each in zip(names, table.lengths, strict=True) if 0 < each <= GREATEST]
    options += [(name,) for name in ("PDA",) if name in table.options and table.level >= 10]
    return ("HLO", (table.power or "UNO",), (table.passcode,), tuple(options))


def missing_orders(table: Table) -> Answer | None:
    """The message MIS, or None where no order is missing."""
    power, position = own_power(table), table.position
    ordered = {province_of(key) for key in table.orders if not key.startswith("WAIVE")}
    match position.phase.kind:
        case "M":
            units = [unit_tree(unit) for unit in position.units_of(power) if unit.province not in ordered]
            return ("MIS", *units) if units else None
        case "R":
            beaten = [each for each in position.dislodged if each.unit.power == power]
            left = [each for each in beaten if each.unit.province not in ordered and each.retreats]
            now = {tree[:3]: tree for tree in cast(Iterable[tuple[Tree, ...]], position_message(position)[2:])}
            return ("MIS", *(now[unit_tree(each.unit)] for each in left)) if left else None
        case "A":
            due = needed_adjustments(position, power)
            lacking = abs(due) - len(table.orders)
            return ("MIS", (-lacking if due > 0 else lacking,)) if lacking > 0 and table.decides else None


def turn_played(played: Played, end: Sequence[Answer]) -> list[Answer]:
    """Messages about a phase that is over.

    Results, owners where they may have changed, the end, the new board. Nobody is told of an elimination: DipGame's
    programs take any OUT for their own end.
    """
    before, after = played.position, played.after
    told: list[Answer] = list(results(before, played.outcomes, after))
    if before.phase.season == "F" and after.phase.kind != "R":
        told.append(owners_message(after))
    return [*told, *end, position_message(after)]


def outcome_of(table: Table) -> list[Answer]:
    """The end of the game, if it is there."""
    return list(end_of(table)) if table.is_over else []


def end_of(table: Table) -> Iterable[Answer]:
    if table.status == "solo" and table.winner is not None:
        yield ("SLO", (table.winner,))
    elif table.status == "draw":
        whole = not table.sharers or set(table.sharers) >= table.alive or "PDA" not in table.options
        yield ("DRW",) if whole or table.level < 10 else ("DRW", table.sharers)
    else:
        yield ("OFF",)
        return
    yield ("SMR", turn_tree(table.position.phase), *(_summary(each) for each in table.players))


def _summary(player: Player) -> Tree:
    out: tuple[Tree, ...] = (player.out,) if player.out is not None else ()
    return (player.power, _text(player.name), _text(player.version), player.centers, *out)


def spoken(message: Heard, table: Table) -> list[Answer]:
    """A message as FRM, as far as press can say it.

    Each utterance is one; those above the level of the game are left out.
    """
    found: list[Answer] = []
    for each in message.said:
        try:
            press = press_of(each, table.position)
        except Unsayable:
            continue
        level = level_of(flat(press), "press", table.options)
        if level is not None and level <= table.level:
            found.append(("FRM", (message.speaker,), message.hearers, press))
    if message.press:
        found.append(("FRM", (message.speaker,), message.hearers, nested(message.press)))
    return found


def marked(press: tuple[Tree, ...], token: str) -> tuple[Tree, ...]:
    """Press with ERR before the first such token, or first."""
    words = flat(press)
    wanted = BY_NAME.get(token)
    place = words.index(wanted) if wanted in words else 0
    return nested((*words[:place], ERR, *words[place:]))
