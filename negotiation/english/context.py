"""What was said before, as far as the next sentence may lean on it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.position import Position
from adjudication.powers import Power
from negotiation.diplomacy import Aly, Bld, Cvy, Dmz, Mto, Scd, Sup, Unit
from negotiation.levels import subterms
from negotiation.terms import (
    Accept,
    Commit,
    Commits,
    Deal,
    Do,
    Formula,
    Inform,
    Propose,
    Query,
    Reject,
    Utterance,
    Withdraw,
)

__all__ = ["Context", "Heard", "context_of", "mirrored"]


@dataclass(frozen=True, slots=True)
class Heard:
    """A remark of which only the words are known, and how they were read; nobody said whether that was meant.

    said: its utterances, if they are clear. likely: what it may have said, the likeliest first. others: deals that it
    was also offered as. told: whether something in it that may matter was not understood. places, powers: what
    it names.
    """

    speaker: Power
    said: tuple[Utterance, ...] = ()
    likely: tuple[Utterance, ...] = ()
    others: tuple[Deal, ...] = ()
    told: bool = False
    places: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Who speaks to whom, the position if known, and what is open between them.

    open_deals: readings of the last proposal the speaker still owes an answer to (several when it was
    itself not clear). own_deals: those of the speaker's own last proposal that is still unanswered.
    open_query: what the speaker was asked last, asked_last: after any open proposal. promises: what a hearer last
    told it will do. refused: what a hearer just refused. level: the highest that may be spoken. agreed: deals that
    were accepted. spoken: orders that were spoken of, the last one first. perhaps: other deals an answer may be meant
    for, the likeliest first. doubtful: it is not sure that an answer is meant for the open deal. unanswered: earlier
    proposals that nobody answered.
    """

    speaker: Power
    hearers: tuple[Power, ...]
    position: Position | None = None
    open_deals: tuple[Deal, ...] = ()
    own_deals: tuple[Deal, ...] = ()
    open_query: Formula | None = None
    promises: Commits | None = None
    third: Power | None = None
    place: str | None = None
    refused: Deal | None = field(default=None)
    level: int = 8
    asked_last: bool = False
    agreed: tuple[Deal, ...] = ()
    spoken: tuple[object, ...] = ()
    perhaps: tuple[Deal, ...] = ()
    doubtful: bool = False
    unanswered: tuple[Deal, ...] = ()
    hinted: frozenset[str] = frozenset()
    """`place`, `third`: where these are only named by words that were not understood."""


def context_of(
    speaker: Power,
    hearers: Sequence[Power],
    position: Position | None = None,
    dialogue: Iterable[Utterance | Sequence[Utterance] | Heard] = (),
) -> Context:
    """The context after a dialogue, oldest first. Where a remark was not clear, give its readings as a sequence."""
    dialogue = tuple(dialogue)
    others = tuple(sorted(set(hearers) - {speaker}))
    open_deals: tuple[Deal, ...] = ()
    own_deals: tuple[Deal, ...] = ()
    query: Formula | None = None
    promises: Commits | None = None
    refused: Deal | None = None
    asked_last = False
    agreed: dict[Deal, None] = {}
    spoken: dict[object, None] = {}
    for remark in _remarks(dialogue):
        readings = tuple(remark) if isinstance(remark, Sequence) else (remark,)
        if not readings:
            continue
        said = readings[0]
        mine, theirs = said.speaker == speaker, said.speaker in others
        if mine:
            query = None
        match said:
            case Propose():
                deals = tuple(one.deal for one in readings if isinstance(one, Propose))
                if theirs and speaker in said.hearers:
                    open_deals, own_deals, asked_last = deals, (), False
                elif mine:
                    own_deals, open_deals = deals, ()
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
    perhaps, doubtful, unanswered = _perhaps(speaker, others, dialogue)
    place, third, hinted = _topics(dialogue, {speaker, *others})
    return Context(
        speaker,
        others,
        position,
        open_deals,
        own_deals,
        query,
        promises,
        third,
        place,
        refused,
        asked_last=asked_last and query is not None,
        agreed=tuple(agreed),
        spoken=tuple(spoken),
        perhaps=tuple(deal for deal in perhaps if deal not in open_deals),
        doubtful=doubtful,
        unanswered=unanswered,
        hinted=hinted,
    )


def _topics(
    dialogue: Iterable[Utterance | Sequence[Utterance] | Heard], present: set[Power]
) -> tuple[str | None, Power | None, frozenset[str]]:
    """The place and the third power spoken of last, and which of them no utterance says, only words do."""
    place: str | None = None
    third: Power | None = None
    hinted: set[str] = set()
    for remark in dialogue:
        heard = remark if isinstance(remark, Heard) else None
        said: tuple[Utterance, ...]
        if isinstance(remark, Heard):
            said = (*remark.said, *remark.likely[:1])
        else:
            said = tuple(remark)[:1] if isinstance(remark, Sequence) else (remark,)
        about = next((found for one in reversed(said) if (found := _place(one))), None)
        whom = next((found for one in reversed(said) if (found := _third(one, present))), None)
        absent = [one for one in heard.powers if one not in present] if heard else []
        if about is not None:
            place, hinted = about, hinted - {"place"}
        elif heard and heard.places:
            place, hinted = heard.places[-1], hinted | {"place"}
        if whom is not None:
            third, hinted = whom, hinted - {"third"}
        elif absent and absent[-1] != third:
            third, hinted = absent[-1], hinted | {"third"}
    return place, third, frozenset(hinted)


def _remarks(
    dialogue: Iterable[Utterance | Sequence[Utterance] | Heard],
) -> Iterator[Utterance | Sequence[Utterance]]:
    for remark in dialogue:
        if isinstance(remark, Heard):
            yield from remark.said
            if remark.likely:
                yield remark.likely
        else:
            yield remark


def _perhaps(
    speaker: Power, others: Sequence[Power], dialogue: Iterable[Utterance | Sequence[Utterance] | Heard]
) -> tuple[tuple[Deal, ...], bool, tuple[Deal, ...]]:
    """What a yes may be meant for besides the open deal, the likeliest first; whether it may well be; and what of it
    are earlier proposals.

    That are earlier proposals nobody answered and, of what was only heard, plans, second readings, and what was just
    agreed: who writes line by line says yes more than once.
    """
    found: list[Deal] = []
    latest: tuple[Deal, ...] = ()
    unanswered: list[Deal] = []
    doubtful = pressed = False
    proposer: str | None = None
    for remark in dialogue:
        heard = remark if isinstance(remark, Heard) else None
        said = heard.said if heard else tuple(remark)[:1] if isinstance(remark, Sequence) else (remark,)
        readings = heard.likely if heard else tuple(remark) if isinstance(remark, Sequence) else ()
        by = heard.speaker if heard else said[0].speaker if said else speaker
        if by in others:
            found = [*(heard.others if heard else ()), *found]
            doubtful = doubtful or (heard is not None and (heard.told or by != (proposer or by)))
        for ways in (*((one,) for one in said), readings):
            deals = tuple(one.deal for one in ways if isinstance(one, Propose))
            if deals:
                found, unanswered = [*latest, *found], [*latest, *unanswered]
                latest = deals if by in others else ()
                doubtful = pressed or len(ways) > 1 or (heard is not None and (heard.told or ways is readings))
                pressed, proposer = by in others, by
            for one in ways[:1]:
                if isinstance(one, Accept | Reject) and heard is not None and ways is readings:
                    found, latest = [*((one.deal,) if isinstance(one, Accept) else ()), *latest, *found], ()
                elif isinstance(one, Accept | Reject):
                    found, latest = [deal for deal in (*latest, *found) if deal != one.deal], ()
                    unanswered = [deal for deal in unanswered if deal != one.deal]
                    found = [one.deal, *found] if heard and isinstance(one, Accept) else found
                elif heard and by in others and isinstance(one, Inform) and isinstance(one.content, Commits):
                    found, doubtful = [one.content, *found], True
                elif heard and by in others and isinstance(one, Query):
                    doubtful = True
        pressed = pressed and by in others
    return tuple(dict.fromkeys(found))[:_MAX_PERHAPS], doubtful, tuple(dict.fromkeys(unanswered))


_MAX_PERHAPS: Final = 4
"""How many deals an answer may be meant for that are not surely open."""


def _third(utterance: Utterance, present: set[Power]) -> Power | None:
    for term in subterms(utterance):
        content = getattr(term, "content", None)
        if isinstance(content, Aly) and content.against:
            return content.against[0]
    return None


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
    return found


def _stands(unit: Unit) -> str:
    return unit.region.province


def mirrored(deal: Commits, new: Power) -> Formula | None:
    """What a promise becomes when the other side says `same for me`; None for promises about particular units."""
    contents = [_swapped(commit, deal.items[0].agent, new) for commit in deal.items]
    return Commits(tuple(one for one in contents if one is not None)) if all(contents) else None


def _swapped(commit: Commit, old: str, new: Power) -> Commit | None:
    if not isinstance(commit.content, Dmz) or commit.agent != old:
        return None
    return Commit(new, (old,), Dmz((new,), commit.content.provinces), commit.time)
