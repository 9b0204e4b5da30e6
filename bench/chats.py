"""Somebody who chats on a board, and deals in everyday words (`bench/lines/chatter.toml`)."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from adjudication.board import STANDARD, province_of
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from bench.made import Line
from bench.several import Desk, helper_of, near
from negotiation.diplomacy import Aly, Bld, Dmz, Hld, Mto, Pce, Region, Scd, Sup, region_of, unit_of
from negotiation.diplomacy import Unit as Piece
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.terms import Agree, Do, Formula, Not, Propose, Utterance, both

__all__ = ["Chat", "Said", "deal_in_words", "named", "wordings"]

_TABLES: Final = Path(__file__).parent / "lines" / "chatter.toml"
Said: TypeAlias = tuple[Utterance, ...]
Drawn: TypeAlias = tuple[str, list[Said]]
"""A text, and what it may mean, the likeliest first."""


@cache
def wordings() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The wordings."""
    return tomllib.loads(_TABLES.read_text("utf-8"))


class Chat(Desk):
    """Somebody who chats."""

    def __init__(self, rng: Random, position: Position) -> None:
        super().__init__(rng, position)
        self.others: list[Power] = [power for power in POWERS if power not in (self.me, self.you)]
        rng.shuffle(self.others)

    def word(self, table: str, name: str) -> str:
        return self.rng.choice(wordings()[table][name])

    def beside(self, text: str, often: float = 0.6) -> str:
        """The text, often with something beside it."""
        if self.rng.random() >= often:
            return text
        where = self.rng.choice(("before", "after", "after", "both"))
        if where != "after":
            text = f"{self.aside('before')} {text}"
        if where != "before":
            ended = text if text[-1] in ".?!" else f"{text}{self.rng.choice(_ENDS[self.style])}"
            text = f"{ended} {self.aside('after')}"
        return text

    def aside(self, name: str) -> str:
        return self.spelt(self.word("aside", name))

    def spelt(self, template: str, **names: str) -> str:
        """The wording with names of places and powers that take no part."""
        units = self.units(self.you)
        unit = self.rng.choice(units)
        places = self.rng.sample(sorted(STANDARD.provinces), 2)
        first, second = self.others[:2]
        known = {
            "w": self.power(first),
            "z": self.power(second),
            "Y": self.power(self.you),
            "p": self.place(places[0]),
            "q": self.place(places[1]),
            "u": self.place(self.rng.choice(self.units(self.me)).province),
            "k": self.rng.choice(("army", "fleet")),
            "v": self.place(unit.province),
            "l": self.kind(unit),
        }
        return template.format(**{**known, **names})

    def two(self) -> dict[str, str]:
        """The two who talk, by name or by first letter."""
        short = self.style == 2 and self.rng.random() < 0.5
        names = [self.power(power)[: 1 if short else None] for power in self.rng.sample((self.me, self.you), 2)]
        return dict(zip("ab", names, strict=True))

    def told(self, kind: str, text: str, talk: Sequence[Utterance], *ways: Said) -> Line:
        where = replace(context_of(self.me, (self.you,), self.position, talk), level=FREE)
        first, *others = ways or ((),)
        return Line(f"chatter {kind}", self.written(text), where, first, tuple(others))


_ENDS: Final = ((".", ".", "!"), (".", ",", "!", ""), (".", ",", "", "", " -", ".."))
"""Marks with which people end a thing before the next, by style."""


def deal_in_words(chat: Chat) -> Drawn | None:
    kind = chat.rng.choice(
        ("peace", "zone", "ally", "share", "move", "move", "stop", "hold", "support", "prop", "swap", "build")
    )
    return _PACT_OF[kind](chat) if kind in _PACT_OF else _ORDER_OF[kind](chat)


def _agreeing(chat: Chat, text: str, content: Formula) -> Drawn:
    return text, [(Propose(chat.me, (chat.you,), Agree(chat.pair, content)),)]


def _shared(chat: Chat) -> Drawn | None:
    centers = [one for one in near(chat) if one in STANDARD.centers]
    if len(centers) < 2:
        return None
    x, y = chat.rng.sample(centers, 2)
    form = chat.rng.choice(("mine_yours", "mine_yours", "mine_yours", "mine", "yours"))
    mine, yours = Scd(chat.me, (x,)), Scd(chat.you, (y,))
    content = both((mine, yours)) if form == "mine_yours" else mine if form == "mine" else yours
    names = {"x": chat.place(x), "y": chat.place(y), "a": chat.power(chat.me), "b": chat.power(chat.you)}
    return _agreeing(chat, chat.word("deal", form).format(**names), content)


def _zone(chat: Chat) -> Drawn:
    place = chat.rng.choice(near(chat))
    return _agreeing(
        chat, chat.word("deal", "zone").format(p=chat.place(place), **chat.two()), Dmz(chat.pair, (place,))
    )


_PACT_OF: Final[Mapping[str, Callable[[Chat], Drawn | None]]] = {
    "peace": lambda chat: _agreeing(chat, chat.word("deal", "peace").format(**chat.two()), Pce(chat.pair)),
    "ally": lambda chat: _agreeing(
        chat, chat.word("deal", "ally").format(w=chat.power(chat.him), **chat.two()), Aly(chat.pair, (chat.him,))
    ),
    "zone": _zone,
    "share": _shared,
}


def _step(chat: Chat, power: Power) -> tuple[Unit, str, Mto] | None:
    """A unit of a power with a place it can go to."""
    unit = chat.rng.choice(chat.units(power))
    goals = chat.goals(unit)
    if not goals:
        return None
    place = chat.rng.choice(sorted(goals))
    return unit, place, Mto(unit_of(unit), region_of(unit.kind, goals[place]))


def named(chat: Chat, **units: Unit) -> dict[str, str]:
    """Names of the places and kinds of units, by their letters."""
    kinds = {"u": "k", "h": "k", "v": "l"}
    places = {slot: chat.place(unit.province) for slot, unit in units.items()}
    return {**places, **{kinds[slot]: chat.kind(unit) for slot, unit in units.items()}}


def _moved(chat: Chat) -> Drawn | None:
    power, form = chat.rng.choice(((chat.you, "move_you"), (chat.you, "move_you"), (chat.me, "move_me")))
    step = _step(chat, power)
    if step is None:
        return None
    unit, place, move = step
    text = chat.word("deal", form).format(**named(chat, u=unit), p=chat.place(place))
    return text, chat.said((power, Do(move)))


def _stopped(chat: Chat) -> Drawn | None:
    """A move that is not to be made."""
    step = _step(chat, chat.you)
    if step is None:
        return None
    unit, place, move = step
    text = chat.word("deal", "not_you").format(**named(chat, u=unit), p=chat.place(place))
    return text, chat.said((chat.you, Not(Do(move))))


def _held(chat: Chat) -> Drawn:
    mine, yours = (chat.rng.choice(chat.units(power)) for power in (chat.me, chat.you))
    stays = chat.you, Do(Hld(unit_of(yours)))
    if chat.rng.random() < 0.4:
        text = chat.word("deal", "both_hold").format(x=chat.place(mine.province), y=chat.place(yours.province))
        return text, chat.said((chat.me, Do(Hld(unit_of(mine)))), stays)
    return chat.word("deal", "hold_you").format(**named(chat, u=yours)), chat.said(stays)


def _supported(chat: Chat) -> Drawn | None:
    helper, form = chat.rng.choice(((chat.you, "support_you"), (chat.me, "support_me")))
    power = chat.me if helper == chat.you else chat.you
    step = _step(chat, power)
    able = None if step is None else helper_of(chat, helper, step[0], step[1])
    if step is None or able is None:
        return None
    unit, place, move = step
    names = named(chat, u=unit, h=able) | {"l": chat.kind(unit), "p": chat.place(place)}
    aid = helper, Do(Sup(unit_of(able), move))
    return chat.word("deal", form).format(**names), [*chat.said(aid), *chat.said((power, Do(move)), aid)]


def _propped(chat: Chat) -> Drawn | None:
    helper, form = chat.rng.choice(((chat.you, "prop_you"), (chat.me, "prop_me")))
    unit = chat.rng.choice(chat.units(chat.me if helper == chat.you else chat.you))
    able = helper_of(chat, helper, unit, unit.province)
    if able is None:
        able = next((one for one in chat.units(helper) if unit.province in chat.goals(one)), None)
    if able is None:
        return None
    names = named(chat, u=unit, h=able) | {"l": chat.kind(unit)}
    aid = helper, Do(Sup(unit_of(able), Hld(unit_of(unit))))
    stays = unit.power, Do(Hld(unit_of(unit)))
    return chat.word("deal", form).format(**names), [*chat.said(aid), *chat.said(stays, aid)]


def _swapped(chat: Chat) -> Drawn | None:
    mine, yours = _step(chat, chat.me), _step(chat, chat.you)
    if mine is None or yours is None or mine[1] == yours[1]:
        return None
    names = named(chat, u=mine[0], v=yours[0]) | {"p": chat.place(mine[1]), "q": chat.place(yours[1])}
    if chat.rng.random() < 0.4:
        text = chat.word("deal", "move_hold").format(**names)
        return text, chat.said((chat.me, Do(mine[2])), (chat.you, Do(Hld(unit_of(yours[0])))))
    return chat.word("deal", "swap").format(**names), chat.said((chat.me, Do(mine[2])), (chat.you, Do(yours[2])))


def _built(chat: Chat) -> Drawn:
    """A build that is asked for before the winter."""
    place = chat.rng.choice(sorted(STANDARD.homes[chat.you]))
    regions = [one for one in STANDARD.fleet_borders if province_of(one) == place]
    afloat = bool(regions) and chat.rng.random() < 0.5
    region = region_of("F", min(regions)) if afloat else Region(place, "amy")
    kind, names = "fleet" if afloat else "army", {"p": chat.place(place)}
    names |= {"k": (kind, kind, kind[0])[chat.style], "a": f"a{'' if afloat else 'n'} {kind}"}
    return chat.word("deal", "build").format(**names), chat.said((chat.you, Do(Bld(Piece(chat.you, region)))))


_ORDER_OF: Final[Mapping[str, Callable[[Chat], Drawn | None]]] = {
    "move": _moved,
    "stop": _stopped,
    "hold": _held,
    "support": _supported,
    "prop": _propped,
    "build": _built,
    "swap": _swapped,
}
