"""Deals that somebody spells out in pieces, without proposing them.

A remark on terms ("I help you into Rumania, what do I get?") is met with the deal it would be, or with one near that.
"""

from collections.abc import Iterable, Iterator

from adjudication.board import STANDARD
from adjudication.powers import Power
from bots.hana.judge.deals import DealOption, bound_by, kind_of
from bots.hana.judge.proposals import at_peace
from bots.hana.talk.checking import denies_words
from bots.hana.talk.countering import counter_to, is_fair
from bots.hana.talk.situation import Situation
from bots.hana.talk.turn import Turn, step
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Pce, Scd
from negotiation.sense import parts_of
from negotiation.terms import Agree, And, Commit, Commits, Deal, Do, Formula, Utterance, both, group
from negotiation.unnamed import doer_of

__all__ = ["deal_of_pieces"]


@step("hint")
def _hinted(turn: Turn) -> list[Utterance]:
    """The deal that the pieces make, put on the table; else one near it."""
    situation, partner = turn.situation, turn.partner
    named = turn.named.items if isinstance(turn.named, And) else (turn.named,)
    pieces = [each for each in named if each is not None]
    deal = deal_of_pieces(turn.me, partner, pieces)
    if deal is None or not turn.talks or not turn.talk.may_propose:
        return []
    bound = {bound_by(part) for part in parts_of(deal)}
    mutual = None in bound or len(bound) > 1
    options = list(_for_a_gift(situation, partner, pieces)) or ([deal] if mutual else [])
    for option in (DealOption(turn.me, partner, each, kind_of(each)) for each in options):
        sense = turn.talk.is_new(option) and not denies_words(situation, option) and not any(situation.faults(option))
        verdict = situation.judge(option, asked=True) if sense else None
        if verdict is not None and verdict.is_good and is_fair(verdict.theirs):
            return situation.propose(option, "They spelled it out, and it is good for me.")
    return counter_to(situation, DealOption(turn.me, partner, deal, kind_of(deal)), near=True) if mutual else []


def deal_of_pieces(me: Power, partner: Power, pieces: Iterable[Formula]) -> Deal | None:
    """Deal of the two that pieces make; None if one concerns others."""
    pair, found = group((me, partner)), list(pieces)
    if not found or not all(_is_of(pair, each) for each in found):
        return None
    if all(isinstance(each, Do | Hlp | Ent) for each in found):
        givers = {giver: [each for each in found if doer_of(each) == giver] for giver in pair}
        commits = [
            Commit(giver, tuple(power for power in pair if power != giver), both(contents))
            for giver, contents in givers.items()
            if contents
        ]
        return Commits(tuple(commits))
    return Agree(pair, both(found))


def _is_of(pair: tuple[str, ...], piece: Formula) -> bool:
    match piece:
        case Do() | Hlp() | Ent():
            return doer_of(piece) in pair
        case Scd(power, centers):
            return power in pair and not set(centers) & {home for each in pair for home in STANDARD.homes[each]}  # type: ignore[index]
        case Dmz(powers):
            return set(powers) <= set(pair)
        case Pce(powers) | Aly(powers):
            return set(powers) == set(pair)
        case _:
            return False


def _for_a_gift(situation: Situation, partner: Power, pieces: list[Formula]) -> Iterator[Deal]:
    """Give peace for help that the partner offers alone."""
    me = situation.view.power
    alone = all(isinstance(each, Do | Hlp | Ent) and doer_of(each) == partner for each in pieces)
    if alone and not at_peace(me, partner, situation.deals):
        pair = group((me, partner))
        yield Agree(pair, both((Pce(pair), *pieces)))  # type: ignore[arg-type]
