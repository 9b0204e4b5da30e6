"""Reasons: for people in the journal, a sentence; in talk, what it fears from the other or means to do itself."""

from collections.abc import Iterator
from typing import Final

from adjudication.batch import decode_order
from adjudication.board import STANDARD, Province
from adjudication.encoding import MOVE, VERB
from adjudication.powers import POWER_NAMES, Power
from bots.hana.judge.deals import DealOption, target_of
from bots.hana.judge.proposals import contents_of
from bots.hana.judge.reach import places_of
from bots.hana.talk.favours import serves
from bots.hana.talk.knowing import answer_to_question, told_order
from bots.hana.talk.named import of_named
from bots.hana.talk.situation import Situation, Verdict
from bots.hana.talk.stances import broken_by, is_taken_for
from bots.hana.talk.story import is_frank
from negotiation.compliance import State
from negotiation.diplomacy import Aly, Dmz, Ent, Hlp, Mto, Opn, Pce, Scd, Sup, Tpc, action_of
from negotiation.floor import given_promise
from negotiation.sense import Fault, Flaw
from negotiation.terms import (
    Agree,
    And,
    Belief,
    Courtesy,
    Deal,
    Desire,
    Do,
    Explain,
    Formula,
    Inform,
    Manner,
    Not,
    Unknown,
    Utterance,
    both,
)
from negotiation.unnamed import doer_of

__all__ = ["because", "deal_asked_about", "feared_from", "objection", "reason_for", "why", "why_not"]

_HONEST: Final = 0.5
"""The loyalty from which the true reason is given even to those it means to attack."""
_FEARED: Final = 0.15
"""The degree from which an attack is given as a reason."""


def because(verdict: Verdict, partner: Power) -> str:
    """Why a deal was agreed to, proposed or refused."""
    gains = f"It brings me {verdict.gain:+.2f} centers and {POWER_NAMES[partner]} {verdict.theirs:+.2f}"
    compared = "above" if verdict.is_good else "not above"
    return f"{gains}; that is worth {verdict.value:.2f}, {compared} the {verdict.level:.2f} I aim for now."


def reason_for(situation: Situation, partner: Power) -> Formula | None:
    """Obstacle between it and the partner.

    Their likeliest move against it, else a move of its own into a place of theirs, or one that both want. None without
    any.
    """
    if not situation.moving:
        return None
    return next(_feared_of(situation, partner), None) or _intended(situation, partner)


def objection(situation: Situation, partner: Power, fault: Fault) -> list[Utterance]:
    """Objection to a proposal that makes no sense; empty if inexpressible."""
    me, said = situation.view.power, _said_against(situation, partner, fault)
    if situation.free and fault.flaw is Flaw.AGREED and isinstance(fault.content, Pce):
        return [Courtesy(me, (partner,), Manner.NOTE, Tpc("atpeace"))]
    if said is not None:
        return [Inform(me, (partner,), said)]
    if not situation.free:
        return []
    if fault.flaw is Flaw.AT_ODDS or fault.power == partner:
        return of_named(situation, partner, fault.content, refused=True)
    return [Courtesy(me, (partner,), Manner.PUZZLED, fault.content)]


def _said_against(situation: Situation, partner: Power, fault: Fault) -> Formula | None:
    """Fault of a deal's part, as a term; None if not comprehensible."""
    me, old = situation.view.power, fault.against
    unwanted = Desire(me, Not(fault.content)) if isinstance(fault.content, Do | Hlp | Ent | Scd) else None
    match fault.flaw:
        case Flaw.HOME | Flaw.HARMFUL if fault.power == me:
            held = fault.place is not None and situation.view.position.centers.get(fault.place) == me
            return Desire(me, fault.place) if held else unwanted
        case Flaw.AGREED if old is not None:
            return Agree(old.powers, fault.content)
        case Flaw.AT_ODDS if old is not None:
            content = contents_of(old.deal)[0]
            told = partner in old.powers or isinstance(content, Pce | Aly)
            if not told or partner in getattr(content, "against", ()):
                return unwanted
            return Agree(old.powers, content) if old in situation.deals else Desire(me, content)
        case Flaw.IMPOSSIBLE if doer_of(fault.content) in {me, partner}:
            return Not(fault.content)
        case _:
            return None


def feared_from(situation: Situation, partner: Power) -> Formula | None:
    """Their likeliest move against it, where one is likely enough."""
    return next(_feared_of(situation, partner), None) if situation.moving else None


# ── when asked ──────────────────────────────────────────────────────────────────────────────────


def deal_asked_about(situation: Situation, partner: Power, content: Formula) -> Deal | None:
    """Deal whose reason a question asks for.

    Proposed, refused or promised by the power in this phase. The question is whether it wishes it, or does not, or why.
    """
    wish = content.content if isinstance(content, Explain) else content
    wish = wish.item if isinstance(wish, Not) and isinstance(wish.item, Desire) else wish
    if not isinstance(wish, Desire) or wish.agent != situation.view.power:
        return None
    wanted = wish.content.item if isinstance(wish.content, Not) else wish.content
    parts = set(wanted.items if isinstance(wanted, And) else (wanted,))
    for said in reversed(situation.talk_with(partner).mine):
        deal: Deal | None = getattr(said, "deal", None) or given_promise(said)
        if deal is not None and set(contents_of(deal)) == parts:
            return deal
    return None


def why(situation: Situation, partner: Power, deal: Deal | None) -> Formula | None:
    """The reason it gives when asked: for a deal that it proposed, refused or promised, or for how it stands to the
    partner. Not one it gave before; None when there is nothing left on the board that could be one."""
    refused = deal is None or bool(situation.talk_with(partner).refused[deal])
    reasons = (_against if refused else _for) if situation.free else _reasons
    return _new(situation, partner, reasons(situation, partner, deal))


def why_not(situation: Situation, partner: Power, deal: Deal) -> Formula | None:
    """The reason it gives with a refusal; not one it gave before."""
    return _new(situation, partner, _against(situation, partner, deal))


def _new(situation: Situation, partner: Power, reasons: Iterator[Formula]) -> Formula | None:
    given = {getattr(said, "content", None) for said in situation.talk_with(partner).mine}
    return next((reason for reason in reasons if reason not in given), None)


def _against(situation: Situation, partner: Power, deal: Deal | None) -> Iterator[Formula]:
    """Reasons against a deal or the partner, the most telling first.

    Of places only those the deal is about. A deceiver does not reveal plans against the asker.
    """
    me, contents = situation.view.power, contents_of(deal) if deal is not None else ()
    lasting = deal is None or any(isinstance(content, Pce | Aly) for content in contents)
    enemies = [power for content in contents if isinstance(content, Aly) for power in content.against]
    frank = situation.personality.loyalty >= _HONEST or not is_taken_for(situation, partner, "foe")
    yield from _senseless(situation, partner, deal)
    yield from _betrayals(situation, partner)
    yield from _friends_among(situation, enemies)
    yield from _busy(situation, partner, contents)
    if frank:
        yield from _wanted(situation, partner, contents)
    if lasting and situation.moving:
        yield from _feared_of(situation, partner)
    if is_taken_for(situation, partner, "leading"):
        yield Belief(me, Opn(partner, "leading"))
    if lasting and frank:
        given = {place for each in contents if _is_help(situation, partner, each) for place in _named(each)}
        yield from (each for each in _disputed(situation, partner) if each.content not in given)
    if broken_by(situation, partner):
        yield Belief(me, Not(Opn(partner, "trusted")))
    elif is_taken_for(situation, partner, "feared"):
        yield Belief(me, Opn(partner, "feared"))
    yield from _unwilling(situation, partner, contents)


def _for(situation: Situation, partner: Power, deal: Deal | None) -> Iterator[Formula]:
    """Reasons for its own deal: gains, fears, wishes."""
    me, contents = situation.view.power, contents_of(deal) if deal is not None else ()
    enemies = [power for content in contents if isinstance(content, Aly) for power in content.against]
    yield from _gains(situation, contents, enemies)
    for power in (*enemies, *situation.others):
        if power != partner and is_taken_for(situation, power, "feared"):
            yield Belief(me, Opn(power, "feared"))
    yield Desire(me, both(contents)) if contents else Belief(me, Opn(partner, "trusted"))


def _busy(situation: Situation, partner: Power, contents: tuple[Formula, ...]) -> Iterator[Formula]:
    """Planned other orders of the requested units.

    As its story for the partner has them.
    """
    me = situation.view.power
    for content in contents:
        if not isinstance(content, Do) or doer_of(content) != me or not hasattr(content.action, "unit"):
            continue
        planned = told_order(situation, partner, content.action.unit.region.province)
        if planned is not None and planned.action != content.action:
            yield planned


def _wanted(situation: Situation, partner: Power, contents: tuple[Formula, ...]) -> Iterator[Formula]:
    """Centers that would go to others and that it wants to keep or to have."""
    me, centers = situation.view.power, situation.view.position.centers
    for content in contents:
        if doer_of(content) == me or (isinstance(content, Dmz) and content.powers == (partner,)):
            continue
        if _is_help(situation, partner, content):  # which is not what it minds
            continue
        for place in _named(content):
            near = place in situation.reach(me) and centers.get(place) != partner
            if near and place in STANDARD.centers and getattr(content, "power", None) != me:
                yield Desire(me, place)


def _is_help(situation: Situation, partner: Power, content: Formula) -> bool:
    """True if the partner helps its units by it."""
    return isinstance(content, Do | Hlp) and serves(situation, partner, situation.view.power, content)


def _named(content: object) -> Iterator[Province]:
    """The provinces that something is about, where units come from left out."""
    match content:
        case Do(action=Mto(_, region)):
            yield region.province
        case Do(action=Sup(_, Mto(_, region))):
            yield region.province
        case Scd(_, provinces) | Dmz(_, provinces):
            yield from provinces
        case Hlp() | Ent():
            yield content.province
        case _:
            pass


def _reasons(situation: Situation, partner: Power, deal: Deal | None) -> Iterator[Formula]:
    """Possible reasons, the most telling first."""
    contents = contents_of(deal) if deal is not None else ()
    enemies = [power for content in contents if isinstance(content, Aly) for power in content.against]
    if deal is None or situation.talk_with(partner).refused[deal]:
        yield from _betrayals(situation, partner)
        yield from _friends_among(situation, enemies)
        yield from _unwilling(situation, partner, contents)
    else:
        yield from _gains(situation, contents, enemies)
    if situation.moving:
        yield from _feared_of(situation, partner)
        planned = _intended(situation, partner) if is_frank(situation, partner) else None
        if planned is not None:
            yield planned
    yield from _disputed(situation, partner)
    if situation.moving:
        yield from _unwanted(situation, partner)
    yield from _goals(situation)


def _senseless(situation: Situation, partner: Power, deal: Deal | None) -> Iterator[Formula]:
    """Obvious faults of a deal."""
    if deal is None:
        return
    for fault in situation.faults(DealOption(situation.view.power, partner, deal), asked=True):
        said = _said_against(situation, partner, fault)
        if said is not None:
            yield said


def _betrayals(situation: Situation, partner: Power) -> Iterator[Formula]:
    """Lasting promises the partner broke: they hold no more."""
    for line in reversed(situation.view.ledger):
        if line.agent == partner and line.lasting and line.state is State.BROKEN:
            yield Not(line.content)


def _friends_among(situation: Situation, enemies: list[Power]) -> Iterator[Formula]:
    """Peace with those against whom the deal was."""
    me = situation.view.power
    yield from (Pce((min(me, enemy), max(me, enemy))) for enemy in enemies if enemy in situation.friends)


def _unwilling(situation: Situation, partner: Power, contents: tuple[Formula, ...]) -> Iterator[Formula]:
    """Orders asked of it that it does not mean to give, or of which it does not say whether it will."""
    me = situation.view.power
    wished = {getattr(each, "content", None) for each in situation.talk_with(partner).mine}
    for content in contents:
        if doer_of(content) != me or any(Desire(me, place) in wished for place in _named(content)):
            continue
        planned = answer_to_question(situation, partner, content)
        if isinstance(planned, Not | Unknown):
            yield Desire(me, Not(content))


def _gains(situation: Situation, contents: tuple[Formula, ...], enemies: list[Power]) -> Iterator[Formula]:
    """Purposes of its own deal: centers gained, enemies feared or coveted."""
    me, centers = situation.view.power, situation.view.position.centers
    for content in contents:
        move = content.action if isinstance(content, Do) else content
        if doer_of(content) != me or not isinstance(move, Mto | Ent):
            continue
        goal = move.region.province if isinstance(move, Mto) else move.province
        if goal in STANDARD.centers and centers.get(goal) != me:
            yield Desire(me, goal)
    for enemy in enemies:
        if situation.moving:
            yield from _feared(situation, enemy, places_of(situation.view.position, situation.view.power))
        near = situation.reach_soon if situation.moving else situation.reach(me)
        yield from (Desire(me, center) for center in situation.view.position.centers_of(enemy) if center in near)


def _disputed(situation: Situation, partner: Power) -> Iterator[Desire]:
    """Centers that both reach and neither owns, the free ones first."""
    me, position = situation.view.power, situation.view.position
    both_reach = sorted(situation.reach(partner) & situation.reach(me) & set(STANDARD.centers))
    for center in sorted(both_reach, key=lambda each: each in position.centers):
        if position.centers.get(center) not in {me, partner}:
            yield Desire(me, center)


def _goals(situation: Situation) -> Iterator[Formula]:
    """Centers in reach that it does not own, then those it owns."""
    me, position = situation.view.power, situation.view.position
    near = sorted(situation.reach(me) & set(STANDARD.centers))
    yield from (Desire(me, center) for center in near if position.centers.get(center) is None)
    yield from (Desire(me, center) for center in position.centers_of(me))


# ── what the search knows ───────────────────────────────────────────────────────────────────────


def _feared_of(situation: Situation, partner: Power) -> Iterator[Formula]:
    """Fears of the partner, as said to its face.

    As unwanted, where people talk freely.
    """
    for feared in _feared(situation, partner, places_of(situation.view.position, situation.view.power)):
        yield Desire(situation.view.power, Not(feared.content)) if situation.free else feared


def _feared(situation: Situation, power: Power, there: frozenset[Province]) -> Iterator[Belief]:
    """The likeliest move of a power into one of these provinces, when it is likely enough."""
    for degree, move in _likeliest(situation, power, there):
        if degree > _FEARED:
            yield Belief(situation.view.power, move)


def _unwanted(situation: Situation, power: Power) -> Iterator[Formula]:
    """The likeliest move of a power towards it, likely or not: it would not like it."""
    me = situation.view.power
    for _, move in _likeliest(situation, power, situation.reach(me)):
        yield Desire(me, Not(move))


def _likeliest(situation: Situation, power: Power, there: frozenset[Province]) -> Iterator[tuple[float, Do]]:
    """The likeliest move of a power into one of these provinces, with its degree; of equals the first."""
    phase, beliefs = situation.analysis.phase, situation.analysis.beliefs
    moves = [
        (degree, code)
        for column in map(int, phase.columns_of(power))
        for degree, code in zip(beliefs.of_group(column).tolist(), phase.legal.of(column).tolist(), strict=True)
        if code & VERB == MOVE and target_of(code) in there
    ]
    if moves:
        degree, code = max(moves, key=lambda move: move[0])
        yield degree, Do(action_of(power, decode_order(code), situation.view.position))


def _intended(situation: Situation, partner: Power) -> Formula | None:
    """A move of its own into what the partner could reach and does not own."""
    view, me = situation.view, situation.view.power
    theirs = set(view.position.centers_of(partner))
    plan = situation.analysis.expectation(
        situation.deals, situation.attitudes, situation.analysis.strength.reply
    ).orders
    for code in plan.values():
        if code & VERB == MOVE and target_of(code) not in theirs and target_of(code) in situation.reach(partner):
            return Desire(me, Do(action_of(me, decode_order(code), view.position)))
    return None
