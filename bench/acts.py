"""Writer of marked lines on a board.

What a power may do, in everyday words, and how somebody spells it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from adjudication.board import STANDARD, province_of
from adjudication.powers import POWER_NAMES, Power
from bench.made import Line
from bench.task_success.scene import NothingFitsError, Scene
from negotiation.diplomacy import Dmz, Hld, Hlp, Mto, Sup, unit_of
from negotiation.english.context import context_of
from negotiation.levels import FREE
from negotiation.terms import Commit, Commits, Deal, Do, Formula, Not, Propose, Utterance

__all__ = ["Act", "Tables", "Writer", "bidding", "clash", "doing", "places_in"]

_CHATTY: Final = 0.3
Tables: TypeAlias = Mapping[str, Mapping[str, Sequence[str]]]
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
    "stop": "stopping",
    "wait": "waiting",
    "touch": "touching",
    "enter": "entering",
}


@dataclass(frozen=True)
class Act:
    """Something a power does. names: its places by their slots."""

    power: Power
    kind: str
    content: Formula
    names: Mapping[str, str]


class Writer:
    """Somebody on a board, and how he spells.

    style: 0 careful, 1 lower case, 2 codes and short forms.
    """

    def __init__(self, scene: Scene, tables: Tables) -> None:
        self.scene, self.tables, self.rng = scene, tables, scene.rng
        self.style = self.rng.choice((0, 0, 1, 2))

    def place(self, place: str) -> str:
        name = STANDARD.provinces[place].name
        return (name, name.lower(), place.lower())[self.style]

    def power(self, power: Power) -> str:
        return (POWER_NAMES[power], POWER_NAMES[power].lower(), power.lower())[self.style]

    def verb_phrase(self, act: Act) -> str:
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
        """The text, now and then with a courtesy or joke beside."""
        if self.rng.random() > _CHATTY:
            return text
        if self.rng.random() < 0.5:
            before = self.pick("chatter", "before")
            return f"{before} {text if before[-1] in '.!' else text[0].lower() + text[1:]}"
        ended = text if text[-1] in ".?!" else f"{text}{self.rng.choice(('.', ',', '', '!'))}"
        return f"{ended} {self.pick('chatter', 'after')}"

    # ── acts ────────────────────────────────────────────────────────────────────────────────────

    def act(self, power: Power, *kinds: str) -> Act:
        """An act of one of these kinds of either of the two."""
        scene = self.scene
        other = scene.you if power == scene.me else scene.me
        kind = self.rng.choice(kinds)
        match kind:
            case "move" | "notmove":
                do = scene.move(power)
                return Act(power, kind, do if kind == "move" else Not(do), places_in(do))
            case "support" | "prop":
                do = scene.support(power, other, hold=kind == "prop")[0]
                return Act(power, kind, do, places_in(do))
            case "hold":
                unit = scene.pick(scene.position.units_of(power))
                return Act(power, kind, Do(Hld(unit_of(unit))), {"u": unit.province})
            case "help":
                place = scene.pick(scene.to_gain(other, ()))
                return Act(power, kind, Hlp(power, other, place), {"p": place})
        place = scene.pick(sorted({province_of(step.target) for _, step in scene.steps(power)}))
        return Act(power, kind, Dmz((power,), (place,)), {"p": place})

    def promised(self, *acts: Act) -> Commits:
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


def places_in(do: Do) -> dict[str, str]:
    match do.action:
        case Mto(unit, region):
            return {"u": unit.region.province, "p": region.province}
        case Sup(helper, Mto(unit, region)):
            return {"h": helper.region.province, "u": unit.region.province, "p": region.province}
        case Sup(helper, Hld(unit)):
            return {"h": helper.region.province, "u": unit.region.province}
    raise NothingFitsError


def doing(phrase: str) -> str:
    """The phrase with its verb as a gerund."""
    first, _, rest = phrase.partition(" ")
    if first == "not":
        return f"not {doing(rest)}"
    return f"{_DOING[first]} {rest}"


def bidding(phrase: str) -> str:
    return f"do {phrase}" if phrase.startswith("not ") else phrase


def clash(one: Act, other: Act) -> bool:
    """True if the two acts exclude each other."""
    used = [act.names.get("h") or act.names.get("u") for act in (one, other)]
    goals = [act.names.get("p") for act in (one, other) if act.kind == "move"]
    helped = [act.names.get("u") for act in (one, other) if act.kind == "prop"]
    return used[0] == used[1] or len(set(goals)) < len(goals) or any(place in used for place in helped)
