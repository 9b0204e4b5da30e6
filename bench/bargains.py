"""Marked lines put together from `bench/lines/bargains.toml`: exchanges, conditions, counter-offers and refusals.

Deals are drawn on the boards of `bench.task_success` with a seed of their own, so that the lines are the same every
time. Every order in them is legal on its board.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Final

from adjudication.board import province_of
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from bench.acts import Act, Tables, Writer, bidding, clash, doing, places_in
from bench.made import Line
from bench.task_success.boards import boards
from bench.task_success.scene import NothingFitsError, Scene
from negotiation.diplomacy import Aly, Dmz, Hld, Mto, Pce, Scd, region_of, unit_of
from negotiation.terms import (
    Agree,
    And,
    Commits,
    Deal,
    Do,
    Formula,
    Implies,
    Inform,
    Not,
    Propose,
    Reject,
    Utterance,
)

__all__ = ["bargains"]

_TABLES: Final = Path(__file__).parent / "lines" / "bargains.toml"
_SEED: Final = 11
_EACH: Final[Mapping[str, int]] = {
    "exchange": 330,
    "condition": 130,
    "unless": 160,
    "leaving": 130,
    "counter": 380,
    "half": 140,
    "swap": 190,
    "correct": 160,
    "mock": 130,
    "refuse": 130,
}


def bargains() -> Iterator[Line]:
    """All of them."""
    changes = tomllib.loads(_TABLES.with_name("made.toml").read_text("utf-8"))["changes"]
    tables: Tables = {**tomllib.loads(_TABLES.read_text("utf-8")), "changes": changes}
    makers: Mapping[str, Callable[[Writer], Line | None]] = {
        "exchange": _exchange,
        "condition": _condition,
        "unless": _unless,
        "leaving": _leaving,
        "counter": _counter,
        "half": _half,
        "swap": _swap,
        "correct": _correct,
        "mock": _mock,
        "refuse": _refuse,
    }
    rng = Random(_SEED)
    positions: tuple[Position, ...] = (opening(), *boards().values())
    for kind, count in _EACH.items():
        made = 0
        for _ in range(count * 4):
            position = rng.choice(positions)
            alive = [power for power in POWERS if position.units_of(power)]
            if len(alive) < 4:
                continue
            writer = Writer(Scene(rng, position, *rng.sample(alive, 4)), tables)
            try:
                line = makers[kind](writer)
            except NothingFitsError:
                continue
            if line is not None:
                made += 1
                yield line
            if made == count:
                break


_GIVES: Final = ("move", "move", "support", "support", "prop", "hold", "notmove", "help", "apart")


def _exchange(writer: Writer) -> Line | None:
    scene = writer.scene
    mine, yours = writer.act(scene.me, *_GIVES), writer.act(scene.you, *_GIVES)
    if clash(mine, yours):
        return None
    a, b = writer.verb_phrase(mine), writer.verb_phrase(yours)
    form = writer.rng.choice(("base", "base", "base", "bids", "doing"))
    if form == "bids":
        b = bidding(b)
    elif form == "doing":
        a, b = doing(a), doing(b)
    text = writer.pick("exchange", form).format(a=a, b=b)
    return writer.line("exchange", text, writer.proposed(writer.promised(mine, yours)))


def _condition(writer: Writer) -> Line | None:
    scene = writer.scene
    if writer.rng.random() < 0.7:
        premise, form = scene.move(scene.him), "third"
        mine = writer.act(scene.me, "move", "support", "prop", "hold", "help")
    else:
        premise, form = scene.move(scene.you), "threat"
        mine = writer.act(scene.me, "move")
    names = places_in(premise)
    text = writer.pick("condition", form).format(
        a=writer.verb_phrase(mine), u=writer.place(names["u"]), p=writer.place(names["p"]), w=writer.power(scene.him)
    )
    told = Inform(scene.me, (scene.you,), Implies(premise, writer.promised(mine)))
    return writer.line("condition", text, (told,))


def _unless(writer: Writer) -> Line | None:
    """Something of the speaker's, unless another moves."""
    scene = writer.scene
    mine = writer.act(scene.me, *_GIVES)
    if writer.rng.random() < 0.25:
        premise = scene.move(scene.him)
        names = places_in(premise)
        text = writer.pick("condition", "unless_third").format(
            a=writer.verb_phrase(mine),
            u=writer.place(names["u"]),
            p=writer.place(names["p"]),
            w=writer.power(scene.him),
        )
        return writer.line(
            "unless", text, (Inform(scene.me, (scene.you,), Implies(Not(premise), writer.promised(mine))),)
        )
    left = writer.act(scene.you, "move")
    goal = writer.place(left.names["p"])
    lone = writer.rng.random() < 0.6
    phrase = writer.rng.choice(_ENTERING).format(p=goal) if lone else writer.verb_phrase(left)
    zone = Act(scene.you, "apart", Dmz((scene.you,), (left.names["p"],)), {"p": left.names["p"]})
    stays = Act(scene.you, "notmove", Not(left.content), left.names)
    if clash(mine, left):
        return None
    text = writer.pick("condition", "unless").format(a=writer.verb_phrase(mine), b=phrase)
    ways = [writer.proposed(writer.promised(mine, one)) for one in ((zone, stays) if lone else (stays, zone))]
    return writer.line("unless", text, ways[0], (), ways[1])


def _leaving(writer: Writer) -> Line | None:
    """A deed of the speaker unless another leaves."""
    scene = writer.scene
    mine = writer.act(scene.me, *_GIVES)
    form = writer.rng.choice(("third", "you", "you", "attacked"))
    if form == "attacked":
        return _attacked(writer)
    unit = scene.pick(scene.position.units_of(scene.him if form == "third" else scene.you))
    stays = Act(unit.power, "hold", Do(Hld(unit_of(unit))), {"u": unit.province})
    if clash(mine, stays):
        return None
    names = {"u": writer.place(unit.province), "k": "army" if unit.kind == "A" else "fleet"}
    phrase = writer.verb_phrase(mine)
    if form == "third":
        names["k"] = f"his {names['k']}"
        text = writer.pick("condition", "leaving_third").format(a=phrase, w=writer.power(scene.him), **names)
        told = Inform(scene.me, (scene.you,), Implies(stays.content, writer.promised(mine)))
        return writer.line("leaving third", text, (told,))
    left = writer.pick("condition", "leaving").format(**names)
    text = writer.pick("condition", "unless").format(a=phrase, b=left)
    return writer.line("leaving", text, writer.proposed(writer.promised(mine, stays)))


def _attacked(writer: Writer) -> Line | None:
    """A unit of the speaker's holds unless one beside it attacks."""
    scene = writer.scene
    beside = [
        (unit, order)
        for unit, order in scene.steps(scene.you)
        if (there := scene.position.unit_at(province_of(order.target))) is not None and there.power == scene.me
    ]
    unit, order = scene.pick(beside)
    there = scene.position.unit_at(province_of(order.target))
    if there is None:
        return None
    names = {"u": writer.place(there.province), "v": writer.place(unit.province)}
    names["k"] = "army" if unit.kind == "A" else "fleet"
    text = writer.pick("condition", "attacked").format(**names)
    holds = Act(scene.me, "hold", Do(Hld(unit_of(there))), {"u": there.province})
    attack = Not(Do(Mto(unit_of(unit), region_of(unit.kind, order.target))))
    ways = [
        writer.proposed(writer.promised(holds, Act(scene.you, "apart", content, {})))
        for content in (attack, Dmz((scene.you,), (there.province,)))
    ]
    return writer.line("leaving attacked", text, ways[0], (), ways[1])


_ENTERING: Final = (
    "go to {p}",
    "enter {p}",
    "move to {p}",
    "touch {p}",
    "attack {p}",
    "set foot in {p}",
    "come to {p}",
)


def _half(writer: Writer) -> Line | None:
    """One half of an open exchange taken, the other changed."""
    scene, rng = writer.scene, writer.rng
    mine, yours = writer.act(scene.me, *_GIVES), writer.act(scene.you, *_GIVES)
    if clash(mine, yours):
        return None
    table = writer.promised(mine, yours)
    if rng.random() < 0.4:
        text = writer.pick("counter", "drop").format(a=writer.verb_phrase(mine), b=writer.verb_phrase(yours))
        return writer.line("half drop", text, writer.proposed(writer.promised(yours)), (writer.asked(table),))
    other = writer.act(scene.you, *_GIVES)
    if clash(mine, other) or other == yours:
        return None
    text = writer.pick("counter", "twist").format(a=writer.verb_phrase(mine), b=writer.verb_phrase(other))
    return writer.line("half twist", text, writer.proposed(writer.promised(mine, other)), (writer.asked(table),))


def _open(writer: Writer) -> Deal:
    """A deal that the other one may have proposed."""
    scene, rng = writer.scene, writer.rng
    pair = tuple(sorted((scene.me, scene.you)))
    contents: list[Callable[[], Formula]] = [
        lambda: Pce(pair),
        lambda: Aly(pair, (scene.him,)),
        lambda: Dmz(pair, (scene.pick(scene.between(scene.me, scene.you)),)),
        lambda: Scd(scene.you, (scene.pick(scene.to_gain(scene.you, ())),)),
    ]
    if rng.random() < 0.5:
        return Agree(pair, rng.choice(contents)())
    mine = writer.act(scene.me, *_GIVES)
    if rng.random() < 0.5:
        return writer.promised(mine)
    return writer.promised(mine, writer.act(scene.you, *_GIVES))


def _counter(writer: Writer) -> Line | None:
    scene, rng = writer.scene, writer.rng
    table = _open(writer)
    form = rng.choice(("plus", "plus", "plus", "plus", "plus_doing", "plus_me", "instead", "instead", "instead_you"))
    act = writer.act(scene.me if form in ("plus_me", "instead") else scene.you, *_GIVES)
    phrase = writer.verb_phrase(act)
    template = writer.pick("counter", form)
    if form == "plus_doing":
        if phrase.startswith("not "):
            return None
        phrase = doing(phrase)
    begins = template.startswith("{b}") or ": {b}" in template or ", {b}" in template or "Rather {b}" in template
    text = template.format(a=phrase, b=bidding(phrase) if begins else phrase)
    new = writer.promised(act)
    deal: Deal
    if form.startswith("instead"):
        deal = new
    elif isinstance(table, Commits):
        if any(item.agent == act.power and _same_unit(item.content, act) for item in table.items):
            return None
        deal = Commits((*table.items, *new.items))
    else:
        deal = Agree(table.agents, And((table.content, act.content)))
    return writer.line(f"counter {form}", text, writer.proposed(deal), (writer.asked(table),))


def _same_unit(content: Formula, act: Act) -> bool:
    inner = content.item if isinstance(content, Not) else content
    names = places_in(inner) if isinstance(inner, Do) and not isinstance(inner.action, Hld) else {}
    own = names.get("h") or names.get("u")
    if isinstance(inner, Do) and isinstance(inner.action, Hld):
        own = inner.action.unit.region.province
    return own is not None and own == (act.names.get("h") or act.names.get("u"))


def _swap(writer: Writer) -> Line | None:
    """An open deal about orders with another goal, unit or helper."""
    scene, rng = writer.scene, writer.rng
    own = rng.random() < 0.4
    doer = rng.choice((scene.me, scene.you))
    kind = rng.choice(("move", "help", "support", "apart"))
    one, other, slot = _varied(writer, doer, kind)
    names = {"x": writer.place(one.names[slot]), "y": writer.place(other.names[slot])}
    changes = writer.tables["changes"]
    template = rng.choice(changes["meant" if own and rng.random() < 0.6 else "swap"])
    if slot == "h" and rng.random() < 0.6:
        template = writer.pick("counter", "helper")
    more = [writer.act(scene.me if doer == scene.you else scene.you, *_GIVES)] if rng.random() < 0.4 else []
    before, after = writer.promised(one, *more), writer.promised(other, *more)
    if any(clash(act, each) for act in (one, other) for each in more) or before == after:
        return None
    talk = (Propose(scene.me, (scene.you,), before) if own else writer.asked(before),)
    return writer.line(f"swap {kind}", template.format(**names), writer.proposed(after), talk)


def _varied(writer: Writer, doer: Power, kind: str) -> tuple[Act, Act, str]:
    """Two acts that differ in one place."""
    one = writer.act(doer, kind)
    slots = {"move": ("p", "u"), "support": ("h", "p"), "help": ("p",), "apart": ("p",)}[kind]
    slot = writer.rng.choice(slots)
    for _ in range(60):
        other = writer.act(doer, kind)
        if other.names[slot] != one.names[slot] and all(
            other.names[each] == one.names[each] for each in one.names if each != slot
        ):
            return one, other, slot
    raise NothingFitsError


def _correct(writer: Writer) -> Line | None:
    scene, rng = writer.scene, writer.rng
    doer = rng.choice((scene.me, scene.you, scene.you))
    one, other, slot = _varied(writer, doer, rng.choice(("move", "help", "support", "apart", "support")))
    frame = writer.pick("correcting", "mine" if doer == scene.me else "frames")
    first, second = writer.verb_phrase(one), writer.verb_phrase(other)
    if frame == "{b}" or frame.startswith("Please"):
        first, second = bidding(first), bidding(second)
    joint = writer.pick("correcting", "joints")
    x, y = writer.place(one.names[slot]), writer.place(other.names[slot])
    if slot == "p" and other.kind != "apart" and rng.random() < 0.4 and "{x}" not in joint:
        y = f"to {y}"
    text = joint.format(a=frame.format(a=first, b=first), b=second, x=x, y=y)
    deal = writer.promised(other)
    told: tuple[Utterance, ...] = (Inform(scene.me, (scene.you,), deal),)
    if doer == scene.you or _serves(other):
        return writer.line("correct", text, writer.proposed(deal), (), told)
    return writer.line("correct", text, told, (), writer.proposed(deal))


def _serves(act: Act) -> bool:
    return act.kind in ("support", "prop", "help")


def _mock(writer: Writer) -> Line | None:
    scene, rng = writer.scene, writer.rng
    mine = writer.act(scene.me, "move", "support", "help", "hold", "help")
    phrase = writer.verb_phrase(mine)
    unit = scene.position.unit_at(mine.names.get("h") or mine.names.get("u") or "")
    kind = "unit" if unit is None else "army" if unit.kind == "A" else "fleet"
    asked = phrase.replace("my", "§").replace("your", "my").replace("§", "your").replace(" you ", " me ")
    own = scene.position.centers_of(scene.me) or ("BEL",)
    text = writer.pick("mocking", "bids").format(a=phrase, b=asked, q=writer.place(rng.choice(sorted(own))), k=kind)
    deal = writer.promised(mine)
    refused: tuple[Utterance, ...] = (Reject(scene.me, (scene.you,), deal),)
    if rng.random() < 0.4:
        return writer.line("mock", text, refused, (writer.asked(deal),), ())
    return writer.line("mock", text, (), (), refused)


def _refuse(writer: Writer) -> Line | None:
    scene = writer.scene
    mine = writer.act(scene.me, "move", "support", "help", "help", "hold", "apart")
    text = writer.pick("mocking", "refusing").format(a=writer.verb_phrase(mine))
    deal = writer.promised(mine)
    talk = (writer.asked(deal),) if writer.rng.random() < 0.4 else ()
    return writer.line("refuse", text, (Reject(scene.me, (scene.you,), deal),), talk)
