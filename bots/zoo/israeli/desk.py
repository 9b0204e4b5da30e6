"""The Foreign Office: a desk for each power, which negotiates and signs.

Source: Kraus, Lehmann, Ephrati (1989), sections 3, 5 and 6. With whom to begin is told in papers that are not at hand:
ours. A desk first suggests a general agreement, the one its evaluator likes best; with an agreement, a detailed
suggestion from the department's best strategy. Details are asked for once a year of a power and three times in a game
at most: it costs trust. Draws are judged as the site's bots judge them (`bots.voting`).
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from adjudication.board import province_of
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.powers import Power, as_power
from bots.blabbot import others_alive
from bots.voting import centers_by_year, hope, opinion
from bots.zoo.floor import said_today
from bots.zoo.israeli.detailed import Verdict, evaluate
from bots.zoo.israeli.general import borders, common_enemies, judge, pretends
from bots.zoo.israeli.mapping import deal_of, message_of
from bots.zoo.israeli.ministry import Cabinet, department
from bots.zoo.israeli.sentences import Accord, Message, Ordered, Sentence, is_general
from bots.zoo.israeli.strategy import Strategy, aim_of, owner_of
from negotiation.diplomacy import DIPLOMACY, Aly, Drw, Opn, Pce
from negotiation.ending import end_contents, powers_left
from negotiation.levels import level
from negotiation.printer import format_deal
from negotiation.sense import faults
from negotiation.terms import (
    Accept,
    Agree,
    Answer,
    Belief,
    Courtesy,
    Deal,
    Desire,
    Manner,
    Propose,
    Query,
    Reject,
    Utterance,
    Variable,
    Which,
    Withdraw,
    group,
)

__all__ = ["answer_to", "suggestions"]

_ASKS: Final = 3
"""Requests for details to one power in a game."""

_STUCK: Final = 0.02
_WHAT: Final = Variable("?d")


def suggestions(cabinet: Cabinet) -> list[Utterance]:
    """Suggestions of all desks when a season opens, the best first."""
    draw = _draw(cabinet)
    if draw is not None:
        return [draw]
    me, position = cabinet.me, cabinet.position
    desks: list[tuple[float, Propose]] = []
    for other in others_alive(position, me):
        if not cabinet.in_time():
            break
        if not borders(position, me, other):
            continue
        if other in cabinet.known.bonds:
            if (detail := _detail(cabinet, other)) is not None:
                desks.append((1.0, detail))
            continue
        general = _general(cabinet, other)
        if general is not None:
            desks.append(general)
    said: list[Utterance] = []
    with_us, against_us = set(cabinet.known.bonds), {enemy for _, enemy in cabinet.known.against}
    for _, proposal in sorted(desks, key=lambda each: -each[0]):
        offer = _content(proposal.deal)
        if isinstance(offer, Aly | Pce):
            if set(offer.powers) & against_us or set(getattr(offer, "against", ())) & with_us:
                continue
            with_us.update(set(offer.powers) - {me})
            against_us.update(getattr(offer, "against", ()))
        said.append(proposal)
    return said


def answer_to(cabinet: Cabinet, heard: Utterance) -> list[Utterance]:
    """A desk's answer to what its power said; empty for none."""
    message = message_of(heard, cabinet.position)
    if message is None:
        return []
    match heard:
        case Propose():
            return _to_suggestion(cabinet, heard, message)
        case Accept():
            return list(_more(cabinet, as_power(heard.speaker)))
        case Reject():
            return list(_instead(cabinet, as_power(heard.speaker), heard.deal))
        case Query():
            return _to_question(cabinet, heard)
        case _:
            return _to_details(cabinet, message)


# ── suggestions heard ───────────────────────────────────────────────────────────────────────────


def _to_suggestion(cabinet: Cabinet, heard: Propose, message: Message) -> list[Utterance]:
    me = cabinet.me
    present = group({heard.speaker, *heard.hearers} - {me})
    yes, no = Accept(me, present, heard.deal), Reject(me, present, heard.deal)
    ends = [sharers for power, sharers in end_contents(heard.deal, cabinet.position) if power == me]
    if ends:
        likes = not message.sentences and all(_likes_end(cabinet, sharers) for sharers in ends)
        return [yes if likes else no]
    if message.speaker in cabinet.known.distrusted:
        return [no]
    accords = [each for each in message.sentences if isinstance(each, Accord)]
    if accords:
        willing = not message.unread and all(_signs(cabinet, each, heard.deal) for each in accords)
        if not willing or is_general(message):
            return [yes, *_more(cabinet, message.speaker)] if willing else [no]
    verdict = evaluate(cabinet, message)
    if verdict.answer == "yes":
        return [yes]
    if verdict.answer == "details":
        ask = _ask_details(cabinet, message.speaker)
        return [ask] if ask is not None else [no]
    return [no, *_counter(cabinet, message.speaker, verdict)]


def _signs(cabinet: Cabinet, accord: Accord, deal: Deal) -> bool:
    """True if the desk signs a general suggestion.

    Notes what it only pretends.
    """
    with_us, against_us = _bound(cabinet)
    if cabinet.me not in accord.allies or set(accord.enemies) & {*accord.allies, *with_us}:
        return False
    if set(accord.allies) & against_us:
        return False
    key = f"{'+'.join(accord.allies)}>{'+'.join(accord.enemies)} {accord.kind}"
    judgement = judge(accord, cabinet.known, cabinet.position)
    seen = cabinet.files.considered.get(key)
    hope_of_profit = judgement.is_worthwhile(cabinet.personality) if seen is None else seen > 0
    cabinet.files.considered[key] = seen if seen is not None else (1.0 if hope_of_profit else -1.0)
    if hope_of_profit:
        return True
    if pretends(accord, judgement, cabinet.known, cabinet.personality):
        cabinet.files.pretended = [*cabinet.files.pretended, format_deal(deal, DIPLOMACY)][-20:]
        return True
    return False


def _bound(cabinet: Cabinet) -> tuple[set[Power], set[Power]]:
    """Powers that the Diplomat is bound to go with, and against.

    By agreements, or by its own proposals of this phase that were not refused.
    """
    with_us, against_us = set(cabinet.known.bonds), {enemy for _, enemy in cabinet.known.against}
    today = said_today(cabinet.view)
    refused = [each.deal for each in today if isinstance(each, Reject)]
    for said in today:
        if isinstance(said, Propose) and said.speaker == cabinet.me and said.deal not in refused:
            offer = _content(said.deal)
            if isinstance(offer, Aly | Pce):
                with_us.update(set(offer.powers) - {cabinet.me})
                against_us.update(getattr(offer, "against", ()))
    return with_us, against_us


def _to_details(cabinet: Cabinet, message: Message) -> list[Utterance]:
    """Evaluate an open suggestion again, with the details told since.

    Without enough of them it is refused.
    """
    me = cabinet.me
    for said in reversed(said_today(cabinet.view)):
        if not isinstance(said, Propose) or said.speaker != message.speaker or me not in said.hearers:
            continue
        if _is_settled(cabinet, said):
            return []
        suggestion = message_of(said, cabinet.position)
        if suggestion is None:
            return []
        verdict = evaluate(cabinet, suggestion.joined(message))
        present = group({said.speaker, *said.hearers} - {me})
        return [(Accept if verdict.answer == "yes" else Reject)(me, present, said.deal)]
    return []


def _is_settled(cabinet: Cabinet, proposal: Propose) -> bool:
    """True if the Diplomat answered a proposal, or it was withdrawn."""
    after = False
    for said in said_today(cabinet.view):
        if said == proposal:
            after = True
            continue
        answered = isinstance(said, Accept | Reject) and said.speaker == cabinet.me and said.deal == proposal.deal
        if after and (answered or (isinstance(said, Withdraw) and said.speaker == proposal.speaker)):
            return True
    return not after


# ── questions ───────────────────────────────────────────────────────────────────────────────────


def _to_question(cabinet: Cabinet, heard: Query) -> list[Utterance]:
    """Answer whom it would fight and what it thinks of a power.

    All else is evaded where courtesies are usual.
    """
    me, known, position = cabinet.me, cabinet.known, cabinet.position
    asker = as_power(heard.speaker)
    content: object = None
    match heard.content:
        case Which(_, Desire(content=Aly())):
            enemies = [foe for foe in common_enemies(position, me, (me, asker)) if not known.are_friends(me, foe)]
            if enemies:
                foe = min(enemies, key=lambda each: (known.relation(me, each), each))
                content = Desire(me, Aly((me, asker), (foe,)))
        case Which(_, Belief(content=Opn(power=power))) if power in others_alive(position, me):
            stance = "friend" if known.are_friends(me, power) else "foe" if known.are_enemies(me, power) else None
            content = Belief(me, Opn(power, stance)) if stance is not None else None  # type: ignore[arg-type]
    if content is None:
        evades = Courtesy(me, (asker,), Manner.EVADE)
        return [evades] if cabinet.view.level >= 9 else []
    said = Answer(me, (asker,), content)
    return [said] if _may_say(cabinet, said) else []


def _ask_details(cabinet: Cabinet, other: Power) -> Utterance | None:
    """Ask for details.

    None where the power was asked enough, or it cannot be said.
    """
    times, last = cabinet.files.asked.get(other, [0, 0])
    year = cabinet.position.phase.year
    pair = group((cabinet.me, other))
    ask = Query(cabinet.me, (other,), Which(_WHAT, Desire(other, Agree(pair, _WHAT))))
    if times >= _ASKS or last == year or not _may_say(cabinet, ask):
        return None
    cabinet.files.asked[other] = [times + 1, year]
    return ask


def _may_say(cabinet: Cabinet, said: Utterance) -> bool:
    """True if the game's level and protocol allow it."""
    return cabinet.view.protocol != "rnp" and level(said) <= cabinet.view.level


# ── own suggestions ─────────────────────────────────────────────────────────────────────────────


def _general(cabinet: Cabinet, other: Power) -> tuple[float, Propose] | None:
    """The best general suggestion to a power.

    None if none is worthwhile or all were made this year.
    """
    me, position, known = cabinet.me, cabinet.position, cabinet.known
    enemies = [enemy for enemy in common_enemies(position, me, (me, other)) if enemy not in known.bonds]
    accords = [Accord("cooperation", (me, other), (enemy,)) for enemy in enemies]
    accords.append(Accord("non-aggression", (me, other)))
    judged = [(judge(accord, known, position), accord) for accord in accords]
    worth = [(j.worth, a) for j, a in judged if j.is_worthwhile(cabinet.personality)]
    made = _proposed(cabinet, other)
    for value, accord in sorted(worth, key=lambda each: (each[1].kind, -each[0], each[1].enemies)):
        said = _suggest(cabinet, other, (accord,))
        if said is None or said.deal in made:
            continue
        if accord.kind == "cooperation" and any(isinstance(_content(deal), Aly) for deal in made):
            continue
        return value, said
    return None


def _content(deal: Deal) -> object:
    return deal.content if isinstance(deal, Agree) else None


def _more(cabinet: Cabinet, other: Power) -> Iterator[Utterance]:
    """A detailed suggestion after a yes, once a phase.

    Where no strategy is found, a request for details.
    """
    today = [each for each in said_today(cabinet.view) if isinstance(each, Propose) and each.speaker == cabinet.me]
    if any(not isinstance(each.deal, Agree) and other in each.hearers for each in today):
        return
    detail = _detail(cabinet, other)
    if detail is not None:
        yield detail
    elif not department(cabinet, other, _enemies_with(cabinet, other)):
        ask = _ask_details(cabinet, other)
        if ask is not None:
            yield ask


def _instead(cabinet: Cabinet, other: Power, rejected: Deal) -> Iterator[Utterance]:
    """Non-aggression where cooperation was refused."""
    if isinstance(_content(rejected), Aly) and other not in cabinet.known.bonds:
        general = _general(cabinet, other)
        if general is not None and not isinstance(_content(general[1].deal), Aly):
            yield general[1]


def _detail(cabinet: Cabinet, other: Power) -> Propose | None:
    """A detailed suggestion from the best strategy that pays for both."""
    for strategy in department(cabinet, other, _enemies_with(cabinet, other)):
        if strategy.profit(other) > 0 and strategy.profit(cabinet.me) > 0:
            said = _suggest(cabinet, other, _shared(cabinet, other, strategy))
            if said is not None and said.deal not in _proposed(cabinet, other, today=True):
                return said
    return None


def _counter(cabinet: Cabinet, other: Power, verdict: Verdict) -> Iterator[Utterance]:
    """A suggestion from the strategy that pays more, once a phase."""
    if verdict.better is not None and not _proposed(cabinet, other, today=True):
        said = _suggest(cabinet, other, _shared(cabinet, other, verdict.better))
        if said is not None:
            yield said


def _enemies_with(cabinet: Cabinet, other: Power) -> frozenset[Power]:
    return frozenset(enemy for ally, enemy in cabinet.known.against if ally == other)


def _shared(cabinet: Cabinet, other: Power, strategy: Strategy) -> tuple[Sentence, ...]:
    """Orders of a strategy in which one helps the other.

    One support and the order that it is for.
    """
    position, me = cabinet.position, cabinet.me
    owners = {act.place: owner_of(act, position) for act in strategy.acts}
    for act in strategy.acts:
        if not isinstance(act.order, Support):
            continue
        giver, ward = owners[act.place], owners.get(province_of(act.order.supported))
        if giver is None or ward is None or giver == ward or {giver, ward} != {me, other}:
            continue
        helped = next(each.order for each in strategy.acts if each.place == province_of(act.order.supported))
        sentences: list[Sentence] = [Ordered(giver, act.order)]
        if _is_helped(act.order, helped):
            if isinstance(helped, Move):
                sentences.append(Ordered(ward, helped))
            return tuple(sentences)
    return ()


def _is_helped(support: Support, order: MovementOrder) -> bool:
    if support.target is None:
        return isinstance(order, Hold | Support)
    return isinstance(order, Move) and aim_of(order) == aim_of(support)


def _suggest(cabinet: Cabinet, other: Power, sentences: Sequence[Sentence]) -> Propose | None:
    """A suggestion to a power.

    None if L has no words for it, it makes no sense, or the power is distrusted.
    """
    me = cabinet.me
    if other in cabinet.known.distrusted:
        return None
    deal = deal_of(sentences, (me, other), cabinet.position) if sentences else None
    if deal is None or level(Propose(me, (other,), deal)) > cabinet.view.level:
        return None
    standing = [each for each in cabinet.view.agreements if set(each.powers) <= {me, other}]
    if any(faults(deal, (me, other), cabinet.position, cabinet.view.rulebook, standing)):
        return None
    return Propose(me, (other,), deal)


# ── what was said, and the end ──────────────────────────────────────────────────────────────────


def _proposed(cabinet: Cabinet, other: Power, *, today: bool = False) -> list[Deal]:
    """Deals proposed to a power this year, or this phase."""
    phase = cabinet.position.phase
    found: list[Deal] = []
    for each in reversed(cabinet.view.talk):
        if each.phase.year != phase.year or (today and each.phase != phase):
            break
        said = each.utterance
        if isinstance(said, Propose) and said.speaker == cabinet.me and other in said.hearers:
            found.append(said.deal)
    return found


def _years(cabinet: Cabinet) -> Sequence[dict[Power, int]]:
    return centers_by_year((each.position for each in cabinet.view.history), cabinet.position)


def _likes_end(cabinet: Cabinet, sharers: Collection[Power]) -> bool:
    """True if the Diplomat expects no more of playing on."""
    goal = cabinet.view.rulebook.victory_centers
    return opinion(cabinet.me, frozenset(sharers), _years(cabinet), goal).agrees


def _draw(cabinet: Cabinet) -> Propose | None:
    """A draw of all who are left.

    In a spring in which nothing has moved for years.
    """
    position, me = cabinet.position, cabinet.me
    alive = powers_left(position)
    others = tuple(sorted(alive - {me}))
    if position.phase.season != "S" or cabinet.view.draws == "none" or me not in alive or not others:
        return None
    if hope(_years(cabinet)) > _STUCK or not _likes_end(cabinet, alive):
        return None
    return Propose(me, others, Agree(group((me, *others)), Drw()))
