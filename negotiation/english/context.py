"""What was said before, as far as the next sentence may lean on it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.position import Position
from adjudication.powers import Power
from negotiation.diplomacy import Dmz
from negotiation.english.recalling import absent, lately, meant, supposed, topics, turns_since
from negotiation.english.remarks import Dialogue, remarks
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
    Withdraw,
)

__all__ = ["Context", "context_of", "mirrored"]


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

    fresh: frozenset[Deal] = frozenset()
    """What the others proposed or told since the speaker last had the word, and all that was said in L."""

    lately: tuple[tuple[tuple[Formula, ...], tuple[str, ...]], ...] = ()
    """What the last remarks spoke of and which provinces they named, the last remark first."""

    absent: tuple[Power, ...] = ()
    """The powers that do not take part and were spoken of, the last one first."""

    heard: frozenset[Deal] = frozenset()
    """Deals that were only typed: nobody said that they were meant so."""

    formal: frozenset[Deal] = frozenset()
    """Deals that were proposed in L: they mean what they say."""

    supposed: tuple[Deal, ...] = ()
    """What a plain yes may be meant for where nothing that was understood is open."""

    answered: bool = False
    """Whether the speaker has said something since the others last did."""


def context_of(
    speaker: Power,
    hearers: Sequence[Power],
    position: Position | None = None,
    dialogue: Dialogue = (),
) -> Context:
    """The context after a dialogue."""
    told = tuple(remarks(dialogue))
    others = tuple(sorted(set(hearers) - {speaker}))
    open_deals: tuple[Deal, ...] = ()
    own_deals: tuple[Deal, ...] = ()
    query: Formula | None = None
    promises: Commits | None = None
    refused: Deal | None = None
    asked_last = False
    agreed: dict[Deal, None] = {}
    spoken: dict[object, None] = {}
    since = turns_since(told, speaker)
    recent = [one for one, turns in zip(told, since, strict=True) if one.heard is None or turns < _FORGOTTEN]
    for remark, readings in ((one, ways) for one in told for ways in one.readings):
        said = readings[0]
        mine, theirs = said.speaker == speaker, said.speaker in others
        if mine:
            query = None
        match said:
            case Propose():
                deals = tuple(one.deal for one in readings if isinstance(one, Propose))
                if theirs and speaker in said.hearers and remark in recent:
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
    perhaps, doubtful, unanswered = meant(recent, others)
    place, third, hinted = topics(told, {speaker, *others})
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
        fresh=frozenset(
            deal for one, turns in zip(told, since, strict=True) if not turns or not one.heard for deal in one.deals
        ),
        lately=lately(told),
        absent=absent(told, {speaker, *others}),
        heard=frozenset(deal for one in told if one.heard is not None for deal in one.deals),
        formal=frozenset(deal for one in told if one.heard is None for deal in one.deals),
        supposed=supposed(told, speaker, others),
        answered=bool(told) and told[-1].speaker == speaker,
    )


_FORGOTTEN: Final = 2
"""After so many turns of one's own what was only heard is no longer answered."""


def mirrored(deal: Commits, new: Power) -> Formula | None:
    """What a promise becomes when the other side says `same for me`; None for promises about particular units."""
    contents = [_swapped(commit, deal.items[0].agent, new) for commit in deal.items]
    return Commits(tuple(one for one in contents if one is not None)) if all(contents) else None


def _swapped(commit: Commit, old: str, new: Power) -> Commit | None:
    if not isinstance(commit.content, Dmz) or commit.agent != old:
        return None
    return Commit(new, (old,), Dmz((new,), commit.content.provinces), commit.time)
