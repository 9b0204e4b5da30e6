"""Draws and concessions in the talk: proposals, answers, reasons.

It proposes a draw once a year, in spring, where nobody can win any more or somebody else is about to; and only one that
it would agree to. It judges by `bots.voting`, as bots do when the site asks for a vote, with its own forecast of who
wins (`bots.hana.foresee.winning`) in place of a guess.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from adjudication.powers import Power, as_power
from bots.hana.foresee.winning import prospect_of
from bots.hana.judge.deals import DealOption
from bots.hana.judge.proposals import contents_of
from bots.hana.talk.situation import Situation
from bots.voting import PLURALS, Opinion, centers_by_year, hope, opinion
from negotiation.diplomacy import Drw, Slo, Tpc
from negotiation.ending import end_contents, is_about_end, powers_left
from negotiation.terms import (
    Accept,
    Agree,
    Belief,
    Courtesy,
    Deal,
    Desire,
    Formula,
    Inform,
    Manner,
    Not,
    Propose,
    Reject,
    Utterance,
    group,
)

__all__ = ["draw_instead", "end_judged", "propose_draw", "reply_to_end", "why_draw"]

_DEAD: Final = 0.02
"""The hope for a board on which at most one center changed hands in two years."""
_SLOW: Final = 0.06
"""The hope for a board on which at most three did: enough for a draw where the largest gained nothing meanwhile."""
_WINS, _MORE, _HOPES, _LOSES, _ENOUGH, _ = PLURALS
_TOPICS: Final[Mapping[str, str]] = {_WINS: "drawwins", _MORE: "drawmore", _HOPES: "drawhopes", _LOSES: "drawleftout"}
"""Topic of each reason to refuse, with sentences in `negotiation/english/stances.toml`."""


def end_judged(situation: Situation, sharers: frozenset[Power]) -> Opinion:
    """Opinion of an end in which these powers share the game.

    Where nothing moves nobody wins any more, whatever the forecast says, so any share is as good as playing on.
    """
    view = situation.view
    if view.power in sharers and len(sharers) > 1 and _is_stuck(situation):
        return Opinion(True, _ENOUGH)
    winning = prospect_of(view.position).winning
    return opinion(view.power, sharers, _years(situation), view.rulebook.victory_centers, winning)


def why_draw(situation: Situation) -> str | None:
    """Reason to propose a draw among all; None without one."""
    view, alive = situation.view, powers_left(situation.view.position)
    if view.draws == "none" or view.power not in alive or len(alive) < 2 or not end_judged(situation, alive).agrees:
        return None
    winner = _winner(situation)
    if winner is not None:
        return None if winner == view.power else f"{winner} is about to win alone."
    return "Nobody can win any more." if _is_stuck(situation) else None


def propose_draw(situation: Situation) -> list[Utterance]:
    """Propose a draw to all others, if it wants one."""
    if not _in_time(situation) or (why := why_draw(situation)) is None:
        return []
    asked = [power for power in situation.others if _may_ask(situation, power)]
    return _proposed(situation, asked, why) if asked else []


def draw_instead(situation: Situation, heard: Utterance, said: Sequence[Utterance]) -> list[Utterance]:
    """Propose a draw along with an answer, in place of other proposals.

    For a partner that spoke first, so that nothing could be proposed to it before.
    """
    partner = as_power(heard.speaker)
    settles = isinstance(heard, Propose) and any(isinstance(each, Accept | Reject) for each in said)
    if not settles or not _in_time(situation) or _was_asked(situation, partner) or any(map(_is_no_draw, said)):
        return [*said]
    why = why_draw(situation)
    if why is None:
        return [*said]
    kept = [each for each in said if not isinstance(each, Propose)]
    return [*kept, *_proposed(situation, [partner], why)]


def reply_to_end(situation: Situation, heard: Propose) -> list[Utterance] | None:
    """Answer a proposal that asks for a vote on the end.

    A no has its reason. None where other things in it have to be judged, or it is for a later time.
    """
    me, position = situation.view.power, situation.view.position
    votes = list(end_contents(heard.deal, position))
    asked = [sharers for power, sharers in votes if power == me]
    if not votes or not (asked or all(map(is_about_end, contents_of(heard.deal)))):
        return None
    partner = as_power(heard.speaker)
    present = group({heard.speaker, *heard.hearers} - {me})
    for sharers in asked:
        why, reason = _against(situation, sharers, partner)
        if why:
            situation.note(partner, "rejected", why, heard.deal)
            return [Reject(me, present, heard.deal), *reason]
    if not all(map(is_about_end, contents_of(heard.deal))):
        return None
    why = end_judged(situation, asked[0]).why if asked else "it costs me nothing"
    situation.note(partner, "accepted", f"{why[0].upper()}{why[1:]}.", heard.deal)
    return [Accept(me, present, heard.deal)]


def _against(situation: Situation, sharers: frozenset[Power], partner: Power) -> tuple[str, list[Utterance]]:
    """Reason against an end, for the journal and as words."""
    view, alive = situation.view, powers_left(situation.view.position)
    if len(sharers) > 1 and (view.draws == "none" or (view.draws == "all" and sharers != alive)):
        return "This game allows no such draw.", _said(situation, [partner], None, Tpc("drawforbidden"))
    found = end_judged(situation, sharers)
    if found.agrees:
        return "", []
    alone = found.why in (_WINS, _MORE)
    wish = Desire(view.power, Slo(view.power)) if alone else Not(Desire(view.power, Drw()))
    return f"{found.why[0].upper()}{found.why[1:]}.", _said(situation, [partner], wish, Tpc(_TOPICS[found.why]))


def _said(situation: Situation, hearers: Sequence[Power], told: Formula | None, topic: Tpc) -> list[Utterance]:
    """A reason in the words of the game's level."""
    me, to = situation.view.power, group(hearers)
    if situation.free:
        return [Courtesy(me, to, Manner.NOTE, topic)]
    return [Inform(me, to, told)] if told is not None else []


def _proposed(situation: Situation, asked: Sequence[Power], why: str) -> list[Utterance]:
    me, winner = situation.view.power, _winner(situation)
    offer = DealOption(me, asked[0], Agree(group((me, *asked)), Drw()), "other", among=tuple(asked))
    told = Belief(me, Slo(winner)) if winner is not None else None
    topic = Tpc("drawstuck") if winner is None else Tpc("drawagainst", (winner,))
    others = [power for power in asked if power != winner]
    reason = _said(situation, others, told, topic) if others else []
    return [*situation.propose(offer, why), *reason]


def _years(situation: Situation) -> list[dict[Power, int]]:
    return centers_by_year((past.position for past in situation.view.history), situation.view.position)


def _is_stuck(situation: Situation) -> bool:
    """True if nobody can win any more.

    The board hardly moves, nobody is about to win, and the largest has not grown for two years.
    """
    years = _years(situation)
    hoped = hope(years)
    if hoped < _DEAD:
        return True
    grown = max(years[-1].values()) > max(years[-3].values()) if hoped < _SLOW else True
    return not grown and prospect_of(situation.view.position).winner is None


def _winner(situation: Situation) -> Power | None:
    """The power that is about to win alone."""
    return None if _is_stuck(situation) else prospect_of(situation.view.position).winner


def _in_time(situation: Situation) -> bool:
    """True in spring unless a draw was refused or proposed to all."""
    phase = situation.view.position.phase
    if not situation.moving or phase.season != "S":
        return False
    said = [each.utterance for each in situation.view.talk if each.phase.year == phase.year]
    alive = powers_left(situation.view.position)
    proposed = [{each.speaker, *each.hearers} for each in said if isinstance(each, Propose) and _is_draw(each.deal)]
    return not any(map(_is_no_draw, said)) and not any(alive <= heard for heard in proposed)


def _is_no_draw(said: Utterance) -> bool:
    return isinstance(said, Reject) and _is_draw(said.deal)


def _is_draw(deal: Deal) -> bool:
    return any(isinstance(part, Drw) for part in contents_of(deal))


def _was_asked(situation: Situation, partner: Power) -> bool:
    """True if one of the two proposed a draw in this phase."""
    return any(isinstance(each, Propose) and _is_draw(each.deal) for each in situation.talk_with(partner).said)


def _may_ask(situation: Situation, partner: Power) -> bool:
    talk = situation.talk_with(partner)
    return talk.may_propose and not talk.is_over and not _was_asked(situation, partner)
