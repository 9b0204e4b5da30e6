"""Context of a sentence: earlier talk that it may refer to."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from adjudication.position import Position
from adjudication.powers import POWERS, Power, as_power
from negotiation.diplomacy import Aly, Bld, Cvy, Dmz, Ent, Hlp, Mto, Opn, Scd, Sup, Tpc, Unit, actor_of
from negotiation.levels import subterms
from negotiation.terms import (
    Accept,
    Commits,
    Courtesy,
    Deal,
    Desire,
    Do,
    Formula,
    Inform,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
    Withdraw,
)
from negotiation.words.spotting import Place, UnitRef, When, spot

__all__ = ["Context", "Dialogue", "Words", "context_of", "words_of"]


@dataclass(frozen=True, slots=True)
class Words:
    """Names in mere words: provinces, powers, and whether there are any."""

    speaker: Power
    places: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    naming: bool = False


Dialogue: TypeAlias = Iterable[Utterance | Words]
"""Utterances and words, oldest first."""


@dataclass(frozen=True, slots=True)
class Context:
    """Context of a sentence: speaker, hearers, position, and open proposals.

    open_deals: the last proposal, if the speaker owes an answer to it. own_deals: the speaker's own, if it is the last
    and unanswered. open_query: what the speaker was asked last, asked_last: after any open proposal. promises: what a
    hearer last told it will do. refused: what a hearer just refused. level: the highest that may be spoken. agreed:
    deals that were accepted. spoken: orders that were spoken of, the last one first. earlier: proposals to the speaker
    before the open one that nobody answered, the last one first. doubtful: it is not sure that a yes is meant for the
    open deal. place: the province spoken of last. absent: the powers that do not take part and were spoken of, the last
    one first. lately: what the last remarks spoke of and which provinces mere words named, the last remark first.
    hinted: the place and the power of these that were last named in mere words, which may have meant something else.
    answered: whether the speaker has said something since the others last did. advised: whether the others' last
    remark was advice.
    """

    speaker: Power
    hearers: tuple[Power, ...]
    position: Position | None = None
    open_deals: tuple[Deal, ...] = ()
    own_deals: tuple[Deal, ...] = ()
    open_query: Formula | None = None
    promises: Commits | None = None
    place: str | None = None
    refused: Deal | None = None
    level: int = 8
    asked_last: bool = False
    agreed: tuple[Deal, ...] = ()
    spoken: tuple[object, ...] = ()
    earlier: tuple[Deal, ...] = ()
    doubtful: bool = False
    lately: tuple[tuple[tuple[Formula, ...], tuple[str, ...]], ...] = ()
    absent: tuple[Power, ...] = ()
    hinted: frozenset[str] = frozenset()
    answered: bool = False
    advised: bool = False

    @property
    def third(self) -> Power | None:
        """Power that `him` refers to: the absent one mentioned last."""
        return self.absent[0] if self.absent else None


@lru_cache(maxsize=1024)
def words_of(text: str, speaker: Power) -> Words:
    """Names in a plain text, for later sentences to refer to."""
    entities = spot(text[:_MAX_WORDS], None).entities.values()
    places = (one.place if isinstance(one, UnitRef) else one for one in entities)
    return Words(
        speaker,
        tuple(one.province for one in places if isinstance(one, Place)),
        tuple(as_power(one) for one in entities if isinstance(one, str)),
        any(not isinstance(one, When) for one in entities),
    )


_MAX_WORDS: Final = 2_000


def context_of(
    speaker: Power, hearers: Sequence[Power], position: Position | None = None, dialogue: Dialogue = ()
) -> Context:
    """The context after a dialogue."""
    told = tuple(dialogue)
    others = tuple(sorted(set(hearers) - {speaker}))
    open_deals: tuple[Deal, ...] = ()
    own_deals: tuple[Deal, ...] = ()
    query: Formula | None = None
    promises: Commits | None = None
    refused: Deal | None = None
    asked_last = False
    agreed: dict[Deal, None] = {}
    spoken: dict[object, None] = {}
    for said in told:
        if isinstance(said, Words):
            continue
        mine, theirs = said.speaker == speaker, said.speaker in others
        if mine:
            query = None
        match said:
            case Propose():
                if theirs and speaker in said.hearers:
                    open_deals, own_deals, asked_last = (said.deal,), (), False
                elif mine:
                    own_deals, open_deals = (said.deal,), ()
            case Accept() | Reject():
                if isinstance(said, Accept):
                    agreed[said.deal] = None
                if mine:
                    open_deals = ()
                elif theirs:
                    refused = said.deal if isinstance(said, Reject) else None
                    own_deals = ()
            case Withdraw():
                if mine:
                    own_deals = ()
                elif theirs:
                    open_deals = ()
            case Query():
                query, asked_last = (said.content, True) if theirs else (None, False)
            case Inform():
                if theirs and isinstance(said.content, Commits):
                    promises = said.content
        orders = [term.action for term in subterms(said) if isinstance(term, Do)]
        spoken = dict.fromkeys((*orders, *spoken))
    earlier, doubtful = _earlier(told, others)
    topics, outsiders = _topics(told), _outsiders(told, {speaker, *others})
    return Context(
        speaker,
        others,
        position,
        open_deals,
        own_deals,
        query,
        promises,
        topics[0][0] if topics else None,
        refused,
        asked_last=asked_last and query is not None,
        agreed=tuple(agreed),
        spoken=tuple(spoken),
        earlier=tuple(deal for deal in earlier if deal not in open_deals)[:_MAX_EARLIER],
        doubtful=doubtful,
        lately=tuple(map(_spoken_of, reversed(told[-_LATELY:]))),
        absent=tuple(dict.fromkeys(power for power, _ in outsiders)),
        hinted=frozenset(name for name, worded in (*topics[:1], *outsiders[:1]) if worded),
        answered=bool(told) and told[-1].speaker == speaker,
        advised=_is_advice(next((each for each in reversed(told) if each.speaker in others), None)),
    )


def _is_advice(said: Utterance | Words | None) -> bool:
    return isinstance(said, Courtesy) and said.manner is Manner.ADVICE


_LATELY: Final = 6
"""Most remarks searched for a reference."""
_MAX_EARLIER: Final = 4


def _earlier(told: Sequence[Utterance | Words], others: Sequence[Power]) -> tuple[tuple[Deal, ...], bool]:
    """The others' proposals before the last that nobody answered, the last one first; and whether a yes to the last may
    be meant for something else: it is their second in a row, or they spoke of other things in mere words."""
    latest: Deal | None = None
    proposer: str | None = None
    earlier: list[Deal] = []
    doubtful = pressed = left = False
    for one in told:
        theirs = one.speaker in others
        match one:
            case Words() if theirs:
                doubtful = doubtful or left or one.naming or proposer not in (None, one.speaker)
            case Propose():
                doubtful = pressed and one.deal != latest
                earlier = [latest, *earlier] if latest is not None else earlier
                latest = one.deal if theirs else None
                pressed, left, proposer = theirs, False, one.speaker
            case Accept() | Reject():
                waiting = [latest, *earlier] if latest is not None else earlier
                earlier = [deal for deal in waiting if deal != one.deal]
                latest = None
        pressed = pressed and theirs
        left = latest is not None and (left or not theirs)
    return tuple(dict.fromkeys(earlier)), doubtful


# ── what was spoken of ──────────────────────────────────────────────────────────────────────────


def _topics(told: Sequence[Utterance | Words]) -> list[tuple[str, bool]]:
    """The provinces spoken of, the last one first; and whether it was in mere words."""
    named = (
        (one.places[-1] if one.places else None, True) if isinstance(one, Words) else (_place(one), False)
        for one in reversed(told)
    )
    return [(place, worded) for place, worded in named if place is not None]


def _spoken_of(one: Utterance | Words) -> tuple[tuple[Formula, ...], tuple[str, ...]]:
    """The orders, help, zones, centers and alliances of a remark, or the provinces that mere words name."""
    if isinstance(one, Words):
        return (), tuple(dict.fromkeys(reversed(one.places)))
    known = (term for term in subterms(one) if isinstance(term, Do | Ent | Hlp | Aly | Dmz | Scd))
    return tuple(dict.fromkeys(known)), ()


def _outsiders(told: Sequence[Utterance | Words], present: Collection[Power]) -> list[tuple[Power, bool]]:
    """The powers not among those present that were spoken of, the last one first; and whether it was in mere words."""
    named = ((power, isinstance(one, Words)) for one in reversed(told) for power in _powers(one))
    return [(power, worded) for power, worded in named if power not in present]


def _powers(one: Utterance | Words) -> Iterator[Power]:
    """Powers of a remark: enemies, then doers, then those named."""
    if isinstance(one, Words):
        yield from reversed(one.powers)
        return
    for term in subterms(one):
        if isinstance(term, Aly):
            yield from map(as_power, term.against)
    for term in subterms(one):
        if isinstance(term, Desire | Do):
            yield as_power(term.agent if isinstance(term, Desire) else actor_of(term.action))
    about = one.about if isinstance(one, Courtesy) else None
    named = about.named if isinstance(about, Tpc) else [term.power for term in subterms(one) if isinstance(term, Opn)]
    yield from (as_power(name) for name in named if name in POWERS)


def _place(utterance: Utterance) -> str | None:
    """The province an utterance was about: the last place something goes to."""
    found: str | None = None
    for term in subterms(utterance):
        if isinstance(term, Do):
            action = term.action
            if isinstance(action, Mto):
                found = action.region.province
            elif isinstance(action, Sup):
                found = action.action.region.province if isinstance(action.action, Mto) else _stands(action.action.unit)
            elif isinstance(action, Cvy):
                found = action.region.province
            elif isinstance(action, Bld):
                found = _stands(action.unit)
        elif isinstance(term, Dmz):
            found = term.provinces[0]
        elif isinstance(term, Scd):
            found = term.centers[0]
        elif isinstance(term, Ent | Hlp):
            found = term.province
        elif isinstance(term, Desire) and isinstance(term.content, str):
            found = term.content
    return found


def _stands(unit: Unit) -> str:
    return unit.region.province
