"""Marked lines put together from `bench/lines/bargains.toml`: exchanges, conditions, counter-offers and refusals.

Deals are drawn on the boards of `bench.task_success` with a seed of their own, so that the lines are the same every
time. Every order in them is legal on its board.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from adjudication.board import STANDARD, province_of
from adjudication.position import Position, opening
from adjudication.powers import POWER_NAMES, POWERS, Power
from bench.made import Line
from bench.task_success.boards import boards
from bench.task_success.scene import NothingFitsError, Scene
from negotiation.diplomacy import Aly, Dmz, Hld, Hlp, Mto, Pce, Scd, Sup, unit_of
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.terms import (
    Agree,
    And,
    Commit,
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
_CHATTY: Final = 0.3
_EACH: Final[Mapping[str, int]] = {
    "exchange": 330,
    "condition": 130,
    "unless": 160,
    "counter": 330,
    "half": 140,
    "swap": 160,
    "correct": 160,
    "mock": 130,
    "refuse": 130,
}
_Tables: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
_DOING: Final = {
    "move": "moving",
    "go": "going",
    "send": "sending",
    "take": "taking",
    "put": "putting",
    "order": "ordering",
    "play": "playing",
    "step": "stepping",
    "support": "supporting",
    "use": "using",
    "back": "backing",
    "help": "helping",
    "give": "giving",
    "let": "letting",
    "have": "having",
    "lend": "lending",
    "cover": "covering",
    "prop": "propping",
    "hold": "holding",
    "stay": "staying",
    "keep": "keeping",
    "leave": "leaving",
    "sit": "sitting",
    "touch": "touching",
    "enter": "entering",
}


@dataclass(frozen=True)
class _Act:
    """Something a power does. names: its places by their slots."""

    power: Power
    kind: str
    content: Formula
    names: Mapping[str, str]


def bargains() -> Iterator[Line]:
    """All of them."""
    changes = tomllib.loads(_TABLES.with_name("made.toml").read_text("utf-8"))["changes"]
    tables: _Tables = {**tomllib.loads(_TABLES.read_text("utf-8")), "changes": changes}
    makers: Mapping[str, Callable[[_Writer], Line | None]] = {
        "exchange": _exchange,
        "condition": _condition,
        "unless": _unless,
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
            writer = _Writer(Scene(rng, position, *rng.sample(alive, 4)), tables)
            try:
                line = makers[kind](writer)
            except NothingFitsError:
                continue
            if line is not None:
                made += 1
                yield line
            if made == count:
                break


class _Writer:
    """Somebody on a board, and how he spells.

    style: 0 careful, 1 lower case, 2 codes and short forms.
    """

    def __init__(self, scene: Scene, tables: _Tables) -> None:
        self.scene, self.tables, self.rng = scene, tables, scene.rng
        self.style = self.rng.choice((0, 0, 1, 2))

    def place(self, place: str) -> str:
        name = STANDARD.provinces[place].name
        return (name, name.lower(), place.lower())[self.style]

    def power(self, power: Power) -> str:
        return (POWER_NAMES[power], POWER_NAMES[power].lower(), power.lower())[self.style]

    def verb_phrase(self, act: _Act) -> str:
        """The act in words, beginning with its verb."""
        mine = act.power == self.scene.me
        whose = {"D": "my", "O": "your", "o": "you"} if mine else {"D": "your", "O": "my", "o": "me"}
        kinds = {}
        for slot, name in (("u", "k"), ("h", "l")):
            unit = self.scene.position.unit_at(act.names[slot]) if slot in act.names else None
            kinds[name] = "unit" if unit is None or self.rng.random() < 0.3 else "army" if unit.kind == "A" else "fleet"
        spelt = {slot: self.place(name) for slot, name in act.names.items()}
        return self.pick("acts", act.kind).format(**whose, **kinds, **spelt)

    def pick(self, table: str, name: str) -> str:
        return self.rng.choice(self.tables[table][name])

    def written(self, text: str) -> str:
        text = re.sub(r"\b(you|i|me) not\b", r"\1 don't", text, flags=re.IGNORECASE)
        text = text[0].upper() + text[1:]
        if text[-1] not in '.?!"' and self.rng.random() < 0.5 - 0.2 * self.style:
            text += "."
        if not self.style:
            return text
        text = text.lower()
        if self.style == 2 or self.rng.random() < 0.4:
            for long, short in _SHORT:
                if self.rng.random() < 0.6:
                    text = re.sub(long, short, text)
        return text

    def line(self, kind: str, text: str, said: Sequence[Utterance], talk: Sequence[Utterance] = (), *also: Any) -> Line:
        scene = self.scene
        where = replace(context_of(scene.me, (scene.you,), scene.position, talk), level=FREE)
        return Line(kind, self.chatty(self.written(text)), where, tuple(said), tuple(also))

    def chatty(self, text: str) -> str:
        """The text with a courtesy or a joke before or after it, now and then."""
        if self.rng.random() > _CHATTY:
            return text
        if self.rng.random() < 0.5:
            before = self.pick("chatter", "before")
            return f"{before} {text if before[-1] in '.!' else text[0].lower() + text[1:]}"
        ended = text if text[-1] in ".?!" else f"{text}{self.rng.choice(('.', ',', '', '!'))}"
        return f"{ended} {self.pick('chatter', 'after')}"

    # ── acts ────────────────────────────────────────────────────────────────────────────────────

    def act(self, power: Power, *kinds: str) -> _Act:
        """An act of one of these kinds of either of the two."""
        scene = self.scene
        other = scene.you if power == scene.me else scene.me
        kind = self.rng.choice(kinds)
        match kind:
            case "move" | "notmove":
                do = scene.move(power)
                return _Act(power, kind, do if kind == "move" else Not(do), _places(do))
            case "support" | "prop":
                do = scene.support(power, other, hold=kind == "prop")[0]
                return _Act(power, kind, do, _places(do))
            case "hold":
                unit = scene.pick(scene.position.units_of(power))
                return _Act(power, kind, Do(Hld(unit_of(unit))), {"u": unit.province})
            case "help":
                place = scene.pick(scene.to_gain(other, ()))
                return _Act(power, kind, Hlp(power, other, place), {"p": place})
        place = scene.pick(sorted({province_of(step.target) for _, step in scene.steps(power)}))
        return _Act(power, kind, Dmz((power,), (place,)), {"p": place})

    def promised(self, *acts: _Act) -> Commits:
        scene = self.scene
        return Commits(
            tuple(Commit(act.power, (scene.you if act.power == scene.me else scene.me,), act.content) for act in acts)
        )

    def proposed(self, deal: Deal) -> tuple[Utterance, ...]:
        return (Propose(self.scene.me, (self.scene.you,), deal),)

    def asked(self, deal: Deal) -> Propose:
        return Propose(self.scene.you, (self.scene.me,), deal)


_SHORT: Final = (
    (r"\byou\b", "u"),
    (r"\byour\b", "ur"),
    (r"\bi will\b", "ill"),
    (r"\bi'll\b", "ill"),
    (r"\bplease\b", "pls"),
    (r"\bare\b", "r"),
    (r"\bi am\b", "im"),
    (r" and ", " n "),
)


def _places(do: Do) -> dict[str, str]:
    match do.action:
        case Mto(unit, region):
            return {"u": unit.region.province, "p": region.province}
        case Sup(helper, Mto(unit, region)):
            return {"h": helper.region.province, "u": unit.region.province, "p": region.province}
        case Sup(helper, Hld(unit)):
            return {"h": helper.region.province, "u": unit.region.province}
    raise NothingFitsError


def _doing(phrase: str) -> str:
    """The phrase with its verb as a gerund."""
    first, _, rest = phrase.partition(" ")
    if first == "not":
        return f"not {_doing(rest)}"
    return f"{_DOING[first]} {rest}"


def _bidding(phrase: str) -> str:
    return f"do {phrase}" if phrase.startswith("not ") else phrase


_GIVES: Final = ("move", "move", "support", "support", "prop", "hold", "notmove", "help", "apart")


def _exchange(writer: _Writer) -> Line | None:
    scene = writer.scene
    mine, yours = writer.act(scene.me, *_GIVES), writer.act(scene.you, *_GIVES)
    if _clash(mine, yours):
        return None
    a, b = writer.verb_phrase(mine), writer.verb_phrase(yours)
    form = writer.rng.choice(("base", "base", "base", "bids", "doing"))
    if form == "bids":
        b = _bidding(b)
    elif form == "doing":
        a, b = _doing(a), _doing(b)
    text = writer.pick("exchange", form).format(a=a, b=b)
    return writer.line("exchange", text, writer.proposed(writer.promised(mine, yours)))


def _clash(one: _Act, other: _Act) -> bool:
    """True if the two acts exclude each other."""
    used = [act.names.get("h") or act.names.get("u") for act in (one, other)]
    goals = [act.names.get("p") for act in (one, other) if act.kind == "move"]
    helped = [act.names.get("u") for act in (one, other) if act.kind == "prop"]
    return used[0] == used[1] or len(set(goals)) < len(goals) or any(place in used for place in helped)


def _condition(writer: _Writer) -> Line | None:
    scene = writer.scene
    if writer.rng.random() < 0.7:
        premise, form = scene.move(scene.him), "third"
        mine = writer.act(scene.me, "move", "support", "prop", "hold", "help")
    else:
        premise, form = scene.move(scene.you), "threat"
        mine = writer.act(scene.me, "move")
    names = _places(premise)
    text = writer.pick("condition", form).format(
        a=writer.verb_phrase(mine), u=writer.place(names["u"]), p=writer.place(names["p"]), w=writer.power(scene.him)
    )
    told = Inform(scene.me, (scene.you,), Implies(premise, writer.promised(mine)))
    return writer.line("condition", text, (told,))


def _unless(writer: _Writer) -> Line | None:
    """Something of the speaker's, unless another moves: for what the other side leaves, or if a third does not."""
    scene = writer.scene
    mine = writer.act(scene.me, *_GIVES)
    if writer.rng.random() < 0.25:
        premise = scene.move(scene.him)
        names = _places(premise)
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
    zone = _Act(scene.you, "apart", Dmz((scene.you,), (left.names["p"],)), {"p": left.names["p"]})
    stays = _Act(scene.you, "notmove", Not(left.content), left.names)
    if _clash(mine, left):
        return None
    text = writer.pick("condition", "unless").format(a=writer.verb_phrase(mine), b=phrase)
    ways = [writer.proposed(writer.promised(mine, one)) for one in ((zone, stays) if lone else (stays, zone))]
    return writer.line("unless", text, ways[0], (), ways[1])


_ENTERING: Final = (
    "go to {p}",
    "enter {p}",
    "move to {p}",
    "touch {p}",
    "attack {p}",
    "set foot in {p}",
    "come to {p}",
)


def _half(writer: _Writer) -> Line | None:
    """One half of an exchange on the table taken, the other dropped or put differently."""
    scene, rng = writer.scene, writer.rng
    mine, yours = writer.act(scene.me, *_GIVES), writer.act(scene.you, *_GIVES)
    if _clash(mine, yours):
        return None
    table = writer.promised(mine, yours)
    if rng.random() < 0.4:
        text = writer.pick("counter", "drop").format(a=writer.verb_phrase(mine), b=writer.verb_phrase(yours))
        return writer.line("half drop", text, writer.proposed(writer.promised(yours)), (writer.asked(table),))
    other = writer.act(scene.you, *_GIVES)
    if _clash(mine, other) or other == yours:
        return None
    text = writer.pick("counter", "twist").format(a=writer.verb_phrase(mine), b=writer.verb_phrase(other))
    return writer.line("half twist", text, writer.proposed(writer.promised(mine, other)), (writer.asked(table),))


def _open(writer: _Writer) -> Deal:
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


def _counter(writer: _Writer) -> Line | None:
    scene, rng = writer.scene, writer.rng
    table = _open(writer)
    form = rng.choice(("plus", "plus", "plus", "plus_me", "instead", "instead_you"))
    act = writer.act(scene.me if form in ("plus_me", "instead") else scene.you, *_GIVES)
    phrase = writer.verb_phrase(act)
    template = writer.pick("counter", form)
    begins = template.startswith("{b}") or ": {b}" in template or ", {b}" in template or "Rather {b}" in template
    text = template.format(a=phrase, b=_bidding(phrase) if begins else phrase)
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


def _same_unit(content: Formula, act: _Act) -> bool:
    inner = content.item if isinstance(content, Not) else content
    names = _places(inner) if isinstance(inner, Do) and not isinstance(inner.action, Hld) else {}
    own = names.get("h") or names.get("u")
    if isinstance(inner, Do) and isinstance(inner.action, Hld):
        own = inner.action.unit.region.province
    return own is not None and own == (act.names.get("h") or act.names.get("u"))


def _swap(writer: _Writer) -> Line | None:
    """An open deal about orders with another goal, unit or helper."""
    scene, rng = writer.scene, writer.rng
    own = rng.random() < 0.4
    doer = rng.choice((scene.me, scene.you))
    kind = rng.choice(("move", "help", "support", "apart"))
    one, other, slot = _varied(writer, doer, kind)
    names = {"x": writer.place(one.names[slot]), "y": writer.place(other.names[slot])}
    changes = writer.tables["changes"]
    template = rng.choice(changes["meant" if own and rng.random() < 0.6 else "swap"])
    more = [writer.act(scene.me if doer == scene.you else scene.you, *_GIVES)] if rng.random() < 0.4 else []
    before, after = writer.promised(one, *more), writer.promised(other, *more)
    if any(_clash(act, each) for act in (one, other) for each in more) or before == after:
        return None
    talk = (Propose(scene.me, (scene.you,), before) if own else writer.asked(before),)
    return writer.line(f"swap {kind}", template.format(**names), writer.proposed(after), talk)


def _varied(writer: _Writer, doer: Power, kind: str) -> tuple[_Act, _Act, str]:
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


def _correct(writer: _Writer) -> Line | None:
    scene, rng = writer.scene, writer.rng
    doer = rng.choice((scene.me, scene.you, scene.you))
    one, other, slot = _varied(writer, doer, rng.choice(("move", "help", "support", "apart", "support")))
    frame = writer.pick("correcting", "mine" if doer == scene.me else "frames")
    first, second = writer.verb_phrase(one), writer.verb_phrase(other)
    if frame == "{b}" or frame.startswith("Please"):
        first, second = _bidding(first), _bidding(second)
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


def _serves(act: _Act) -> bool:
    return act.kind in ("support", "prop", "help")


def _mock(writer: _Writer) -> Line | None:
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


def _refuse(writer: _Writer) -> Line | None:
    scene = writer.scene
    mine = writer.act(scene.me, "move", "support", "help", "help", "hold", "apart")
    text = writer.pick("mocking", "refusing").format(a=writer.verb_phrase(mine))
    deal = writer.promised(mine)
    talk = (writer.asked(deal),) if writer.rng.random() < 0.4 else ()
    return writer.line("refuse", text, (Reject(scene.me, (scene.you,), deal),), talk)
