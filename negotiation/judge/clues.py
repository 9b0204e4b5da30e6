"""What a text as a whole, and what is left out of it, say for or against each candidate: features of the judge."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, Final, TypeAlias

from adjudication.board import Province
from adjudication.legality import refusal
from adjudication.position import Position
from adjudication.powers import as_power
from adjudication.reasons import Reason
from negotiation.diplomacy import Action, Aly, Cvy, Dmz, Ent, Hld, Hlp, Mto, Scd, Sup, order_of, turn_of
from negotiation.english.context import Context
from negotiation.english.understanding import Candidate
from negotiation.gists.roles import Mention, roles_in
from negotiation.gists.telling import Gist, gist_of
from negotiation.judge.candidates import Proposed, Text
from negotiation.levels import children, subterms
from negotiation.terms import (
    Accept,
    Agree,
    Commits,
    Courtesy,
    Do,
    Explain,
    Formula,
    Implies,
    Inform,
    Not,
    Propose,
    Query,
    Reject,
    Which,
    Withdraw,
)
from negotiation.words.phrasing import asks

__all__ = ["LIMITS", "NEGATES", "Clues", "Terms", "group_of", "is_illegal"]

_SURE: Final = 0.5
_SHARES: Final = (0.15, 0.35, 0.6, 0.85)
_SHORT: Final = 4
_SPOKEN: Final = 12
_PHRASED: Final = 20
"""Words of a text whose phrases are looked at."""
_DENYING: Final = frozenset({"not", "no", "never", "nothing", "without", "nor", "neither"})
_REACH: Final = 3
"""Words after a denial that it may deny."""


Terms: TypeAlias = Sequence[Any]
"""Everything that a candidate is made of."""


def group_of(said: Candidate, context: Context) -> str:
    """What kind of message it is, as coarse as words speak for it: `accept`, `propose pact`, `which`, `talk`."""
    if not said:
        return "talk"
    return "+".join(dict.fromkeys(_kind(one, context) for one in said))


def _kind(one: Any, context: Context) -> str:
    match one:
        case Accept() | Reject() | Withdraw():
            return type(one).__name__.lower()
        case Propose():
            return f"propose {_about(one.deal)}"
        case Inform(content=Commits()):
            return "promise"
        case Inform(content=Implies()):
            return "warn"
        case Inform():
            return f"tell {type(one.content).__name__.lower()}"
        case Query(content=Which() | Explain()):
            return f"which {_shape(one.content, context)}"
        case Query():
            return f"query {type(one.content).__name__.lower()}"
        case Courtesy():
            return "courtesy"
        case _:
            return "answer"


def _about(deal: Any) -> str:
    kinds = {type(term).__name__ for term in subterms(deal)}
    found = [name for name, classes in _ABOUT.items() if not kinds.isdisjoint(classes)]
    return "+".join(found)


_ABOUT: Final[Mapping[str, frozenset[str]]] = {
    "pact": frozenset({"Pce", "Aly"}),
    "end": frozenset({"Drw", "Slo"}),
    "zone": frozenset({"Dmz"}),
    "share": frozenset({"Scd"}),
    "orders": frozenset({"Do", "Ent", "Hlp"}),
}


def _shape(x: Any, context: Context) -> str:
    """An open question without its names."""
    return _shape_among(x, context.speaker, context.hearers)


@lru_cache(maxsize=2048)
def _shape_among(x: Any, speaker: str, hearers: tuple[str, ...]) -> str:
    names = {speaker: "me", **dict.fromkeys(hearers, "you")}
    parts: list[str] = []

    def walk(term: Any) -> None:
        if isinstance(term, str):
            parts.append(names.get(as_power(term), "they") if len(term) == 3 and term.isupper() else str(term)[:2])
            return
        if isinstance(term, tuple):
            for each in term:
                walk(each)
            return
        slots = getattr(term, "__dataclass_fields__", None)
        if slots is None:
            return
        parts.append(type(term).__name__)
        if type(term).__name__ in ("Unit", "Region"):
            return
        for name in slots:
            walk(getattr(term, name))

    try:
        walk(x)
    except ValueError:
        parts.append("named")
    return " ".join(parts)


@dataclass(frozen=True)
class Clues:
    """What one text tells of any candidate, worked out once."""

    text: Text
    readings: tuple[str, ...] = ()
    """The grammar's readings of the text and its parts, as features."""
    illegal: dict[Action, bool] = field(default_factory=dict, compare=False, repr=False)
    """Whether no rule allows an order; many candidates hold the same."""
    by_label: dict[str, float] = field(default_factory=dict, compare=False, repr=False)
    """What the text weighs for all that has a label, once that is known."""

    @cached_property
    def gist(self) -> Gist:
        """What the whole text is about."""
        return gist_of(self.text.text)

    @cached_property
    def roles(self) -> Sequence[Mention]:
        """The names with the parts they play."""
        context = self.text.context
        return roles_in(self.text.text, (context.speaker, *context.hearers))

    @cached_property
    def by_place(self) -> Mapping[Province, str]:
        """The role of each place that is sure enough."""
        sure = (one for one in self.roles if one.word.kind != "W" and one.probability >= _SURE)
        return {place: one.role for one in sure for place in one.word.named}

    @cached_property
    def fought(self) -> frozenset[str]:
        """The powers that are to be fought."""
        sure = (one for one in self.roles if one.word.kind == "W" and one.probability >= _SURE)
        return frozenset(name for one in sure if one.role == "against" for name in one.word.named)

    @cached_property
    def negates(self) -> bool:
        """True if a word denies something."""
        return NEGATES.search(self.text.text) is not None

    @cached_property
    def limits(self) -> bool:
        """True if a word sets a condition."""
        return LIMITS.search(self.text.text) is not None

    @cached_property
    def offers_two(self) -> bool:
        """True if it has an `or`."""
        return _EITHER.search(self.text.text) is not None

    @cached_property
    def beside(self) -> tuple[str, ...]:
        """What sentences that name nothing are about."""
        found = [gist_of(one.text).kind for one in self.text.sentences if not one.naming]
        return tuple(dict.fromkeys(found)) if len(self.text.sentences) > 1 else ()

    @cached_property
    def general(self) -> tuple[str, ...]:
        """What speaks of the text, whatever it may mean."""
        text, words = self.text.text, self.text.named.words
        spoken = [word for word in words if word[:1].isalnum()]
        found = [f"asks {asks(text):d}{text.rstrip().endswith('?'):d}", f"if {bool(_IF.search(text)):d}"]
        found += [f"first {' '.join(spoken[:size])}" for size in (1, 2, 3)]
        found += [f"last {' '.join(spoken[-size:])}" for size in (1, 2)]
        shares = sorted(self.gist.shares.items(), key=lambda each: -each[1])[:4]
        for kind, share in shares:
            step = sum(share > one for one in _SHARES)
            if step:
                found += [f"gist {kind}", f"gist {kind} {step}"]
        found += [f"beside {kind}" for kind in self.beside]
        for one in self.text.sentences:
            if len(one.text.split()) <= _SHORT and len(self.text.sentences) > 1:
                found.append(f"short {one.text.lower().strip(' .!?,')}")
        sentences = self.text.sentences
        for at, one in enumerate(sentences if len(sentences) > 1 else ()):
            if not one.naming:
                typed = re.findall(r"[a-z']+", one.text.lower())[:_SPOKEN]
                found += [f"aside {min(at, 1)} {word}" for word in typed]
                found += [f"aside {' '.join(pair)}" for pair in pairwise(typed)]
        found.append(f"sentences {min(len(sentences), 4)}")
        found.append(f"length {sum(len(spoken) > limit for limit in (1, 2, 4, 7, 12, 20, 30))}")
        found.append(f"names {min(len(self.text.named.provinces), 4)} {min(len(self.text.named.others), 2)}")
        context = self.text.context
        found.append(f"open {bool(context.open_deals):d}{bool(context.own_deals):d}")
        found.append(f"phase {context.position.phase.kind if context.position is not None else ''}")
        found.append(f"doubtful {context.doubtful:d}")
        found.append(f"mark {'!' in text:d}")
        found += self.readings
        found += self._phrases(spoken)
        return tuple(found)

    def _phrases(self, spoken: Sequence[str]) -> Iterator[str]:
        """Phrases of three words, denied words, and gists of both ends."""
        words = spoken[:_PHRASED]
        yield from (f"three {' '.join(each)}" for each in dict.fromkeys(zip(words, words[1:], words[2:], strict=False)))
        for at in [at for at, word in enumerate(words) if word in _DENYING]:
            yield from (f"denied {word}" for word in words[at + 1 : at + 1 + _REACH])
        sentences = self.text.sentences
        if len(sentences) > 1:
            for where, one in (("begins", sentences[0]), ("ends", sentences[-1])):
                if not one.naming:
                    yield f"{where} {gist_of(one.text).kind}"

    def of(self, one: Proposed, terms: Terms, group: str, lacks: Iterable[str]) -> Iterator[str]:
        """The features of a candidate beside those of its own terms and of its group. lacks: what it leaves unread."""
        coarse = group.partition(" ")[0]
        yield f"group {group}"
        for source in one.sources:
            yield f"from {source}"
            yield f"from {source} {coarse}"
        yield f"gist {self.gist.kind}|{group}"
        for each in lacks:
            yield f"lacks {each}"
            yield f"lacks {each} {coarse}"
        yield from unsaid(one, terms, self)
        yield from self._against(one, terms)

    def _against(self, one: Proposed, terms: Terms) -> Iterator[str]:
        context = self.text.context
        told = [each.content for each in one.said if isinstance(each, Inform | Query)]
        deals = [each.deal for each in one.said if isinstance(each, Propose)]
        for term in (*deals, *told):
            for place, fit in _fitting(term, context, denied=False):
                role = self.by_place.get(place)
                if role is not None:
                    yield f"role {role} {role in fit:d}"
                    if role not in fit:
                        yield "role unlike"
            yield from _sense(term, terms)
        pacts = [each for each in terms if isinstance(each, Aly) and each.against] if self.fought else []
        if pacts:
            yield f"fights {any(not self.fought.isdisjoint(pact.against) for pact in pacts):d}"
        if deals and self.offers_two:
            yield "either"
        if len(deals) == 1 and self.text.context.open_deals and deals[0] in self.text.context.open_deals:
            yield "same as open"
        if len(deals) == 1 and deals[0] in self.text.context.own_deals:
            yield "same as own"
        if len(deals) == 1 and deals[0] in self.text.context.agreed:
            yield "same as agreed"
        if is_illegal(one.said, context, self.illegal):
            yield "illegal"


_EITHER: Final = re.compile(r"\bor\b", re.IGNORECASE)
_IF: Final = re.compile(
    r"\b(?:if|unless|only|except|until|till|when|once|provided|but|although|however|as long as|rather|instead)\b",
    re.IGNORECASE,
)
LIMITS: Final = re.compile(
    r"\b(?:if|unless|except|provided|as long as|supposing|in case|only if|otherwise|or else)\b", re.IGNORECASE
)
NEGATES: Final = re.compile(
    r"\b(?:not|never|no|none|nobody|without|n't|cannot|can't|cant|dont|don't|wont|won't|aint|ain't|nor|neither)\b|n't\b",
    re.IGNORECASE,
)


def is_illegal(said: Candidate, context: Context, known: dict[Action, bool] | None = None) -> bool:
    """True if it holds an order for now that no rule allows on this board. known: what was found of orders so far."""
    position = context.position
    if position is None:
        return False
    now, found = turn_of(position.phase), {} if known is None else known
    for one in said:
        deal = one.deal if isinstance(one, Propose) else getattr(one, "content", None)
        if not isinstance(deal, Agree | Commits):
            continue
        if any(getattr(item, "time", None) not in (None, now) for item in getattr(deal, "items", ())):
            continue
        for term in subterms(deal):
            if isinstance(term, Do) and term.time in (None, now):
                if term.action not in found:
                    found[term.action] = _is_refused(term.action, position)
                if found[term.action]:
                    return True
    return False


def _is_refused(action: Action, position: Position) -> bool:
    try:
        refused = refusal(position, *order_of(action))
    except (ValueError, KeyError):
        return True
    return refused is not None and refused.reason is not Reason.WRONG_PHASE


def unsaid(one: Proposed, terms: Terms, clues: "Clues") -> Iterator[str]:
    """What a candidate has that the text does not say: a time, a denial."""
    answered = any(isinstance(said, Accept | Reject | Withdraw) for said in one.said)
    if any(getattr(term, "time", None) is not None for term in terms) and not clues.text.named.times and not answered:
        yield "unsaid time"
    denies = any(isinstance(term, Not | Dmz) for term in terms)
    if denies and not answered and not clues.negates and not clues.text.named.keeps_out:
        yield "unsaid negation"


def _sense(term: Formula, terms: Terms) -> Iterator[str]:
    """One unit with two orders, or orders agreed on beside something else."""
    orders = [each.action for each in terms if isinstance(each, Do) and hasattr(each.action, "unit")]
    if len({each.unit for each in orders}) < len(set(orders)):
        yield "two orders"
    if isinstance(term, Agree) and orders:
        yield "orders agreed"
    if isinstance(term, Commits):
        yield f"sides {len({item.agent for item in term.items})} of {min(len(term.items), 4)}"


_ANYHOW: Final = frozenset({"about", "from"})


def _fitting(term: Formula, context: Context, *, denied: bool) -> Iterator[tuple[Province, frozenset[str]]]:
    """Each place that somebody goes to, has or keeps out of, with the roles that fit that."""
    match term:
        case Not(item):
            yield from _fitting(item, context, denied=not denied)
        case Dmz(powers, places):
            yield from ((place, _kept(powers, context)) for place in places)
        case Scd(power, places):
            yield from ((place, _gone(power, context, denied)) for place in places)
        case Ent(power, place):
            yield place, _gone(power, context, denied)
        case Hlp(power, _, place):
            yield place, _ANYHOW | {"help" if power in context.hearers else "aid", "mine", "yours"}
        case Do(action=Mto(unit, region)):
            yield region.province, _gone(unit.power, context, denied)
        case Do(action=Sup(_, Mto(_, region))):
            yield region.province, _ANYHOW | {"help", "aid", "mine", "yours", "third"}
        case Do(action=Hld(unit) | Cvy(unit)):
            yield unit.region.province, _ANYHOW | {"mine", "yours"}
        case _:
            for inner in children(term):
                yield from _fitting(inner, context, denied=denied)


def _gone(power: str, context: Context, denied: bool) -> frozenset[str]:
    if denied:
        return _kept((power,), context)
    if power == context.speaker:
        return _ANYHOW | {"mine", "aid", "help"}
    return _ANYHOW | ({"yours", "ask", "aid", "help"} if power in context.hearers else {"third"})


def _kept(powers: Iterable[str], context: Context) -> frozenset[str]:
    mine, yours = context.speaker in powers, any(power in context.hearers for power in powers)
    return _ANYHOW | {"both"} | ({"spare"} if mine else set()) | ({"ours", "ask"} if yours else set())
