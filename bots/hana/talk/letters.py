"""HANA's first messages of a phase: greetings, broken words, warnings, fears.

The mind speaks, as the character is: who bears grudges names a broken word, who is grateful thanks for a kept one, who
is loyal owns up to one it broke, who minds leaders warns of them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from adjudication.phase import FIRST_PHASE
from adjudication.powers import POWERS, Power
from bots.hana.judge.reach import steps_between
from bots.hana.remember.personality import Personality
from bots.hana.talk.explaining import feared_from
from bots.hana.talk.favours import has_robbed, has_thanked, was_of_use
from bots.hana.talk.promises import courtesy
from bots.hana.talk.situation import Situation
from bots.hana.talk.stances import leader
from bots.view import LedgerLine
from negotiation.compliance import State
from negotiation.diplomacy import Aly, Opn
from negotiation.terms import (
    Agree,
    Belief,
    Courtesy,
    Desire,
    Inform,
    Manner,
    Query,
    Utterance,
    Variable,
    Which,
)

__all__ = ["letters"]

_NEIGHBOURS: Final = 3
"""The nearest powers that are greeted, and those to whom one is among these."""
_WRITES_ALL: Final = 0.9
"""Sociability from which a character greets everybody."""


def letters(situation: Situation, said: Sequence[Utterance]) -> list[Utterance]:
    """Messages before its proposals (said).

    At most one to each, and an idea with a greeting.
    """
    if not situation.free:
        return []
    if situation.view.position.phase == FIRST_PHASE:
        return _greetings(situation, said)
    found: list[Utterance] = []
    for partner in situation.others:
        found += next(chain(_settled(situation, partner), _provoked(situation, partner)), [])
    spoken_to = {hearer for each in (*found, *said) for hearer in each.hearers}
    for friend in situation.friends:
        if friend in situation.partners and friend not in spoken_to:
            found += _warned(situation, friend)
    if not said:
        found += next((_afraid(situation, power) for power in situation.partners if power not in spoken_to), [])
    return found


# ── first letters ───────────────────────────────────────────────────────────────────────────────


def _greetings(situation: Situation, said: Sequence[Utterance]) -> list[Utterance]:
    me = situation.view.power
    proposed_to = {hearer for each in said for hearer in each.hearers}
    found: list[Utterance] = []
    for power in situation.others:
        if power in situation.partners or _nears(situation, power) or situation.personality.sociability >= _WRITES_ALL:
            found.append(Courtesy(me, (power,), Manner.GREET))
            asks = power not in proposed_to and _asks_first(me, power)
            if asks and situation.rng.random() < situation.personality.sociability:
                found.append(_first_question(situation, power))
    return found


def _asks_first(me: Power, other: Power) -> bool:
    """True if the one asks the other for ideas first.

    Of each power's neighbours about half.
    """
    ranks = POWERS.index(me), POWERS.index(other)
    return (sum(ranks) % 2 == 0) is (ranks[0] < ranks[1])


def _nears(situation: Situation, power: Power) -> bool:
    """True if this power is among the nearest of the other."""
    position, me = situation.view.position, situation.view.power
    others = [other for other in (*situation.others, me) if other != power]
    return me in sorted(others, key=lambda other: steps_between(position, power, other))[:_NEIGHBOURS]


def _first_question(situation: Situation, power: Power) -> Query:
    """Against whom, where one would fight; else on what one could agree."""
    me = situation.view.power
    wish: Desire
    if situation.personality.aggressiveness and situation.rng.random() < 0.5:
        variable = Variable("?p")
        wish = Desire(power, Aly((me, power), (variable,)))  # type: ignore[arg-type]
    else:
        variable = Variable("?d")
        wish = Desire(power, Agree((me, power), variable))
    return Query(me, (power,), Which(variable, wish))


# ── words broken and kept ───────────────────────────────────────────────────────────────────────


def _settled(situation: Situation, partner: Power) -> Iterator[list[Utterance]]:
    """Remarks about newly judged promises, the weightiest first."""
    lines = [line for line in _lately(situation) if partner in line.powers]
    for line in lines:
        mine = line.agent == situation.view.power
        theirs = line.agent == partner
        for wanted, state, manner, chance in _SAID:
            fits = (mine if wanted == "mine" else theirs) and line.state is state
            due = fits and _is_worth_a_word(situation, partner, line)
            due = due and not (manner is Manner.THANK and has_thanked(situation, partner))
            if due and situation.rng.random() < chance(situation.personality):
                said = courtesy(situation, partner, manner, line)
                angry = manner is Manner.BLAME and situation.rng.random() < _hardness(situation.personality)
                yield [said, courtesy(situation, partner, Manner.THREATEN)] if angry else [said]


def _is_worth_a_word(situation: Situation, partner: Power, line: LedgerLine) -> bool:
    """A broken word always; a kept one where it was a favour, and not while it lasts, nor to who robs."""
    if line.state is not State.KEPT:
        return True
    taker = partner if line.agent == situation.view.power else situation.view.power
    return not line.lasting and was_of_use(situation, line, taker) and not has_robbed(situation, partner)


def _lately(situation: Situation) -> list[LedgerLine]:
    """The promises judged in the last movement phase, the broken ones first."""
    moves = [past.position.phase for past in situation.view.history if past.position.phase.kind == "M"]
    found = [line for line in situation.view.ledger if moves and line.judged == moves[-1]]
    return sorted(found, key=lambda line: line.state is not State.BROKEN)


_SAID: Final[tuple[tuple[str, State, Manner, Callable[[Personality], float]], ...]] = (
    ("mine", State.BROKEN, Manner.JEST, lambda who: who.humour * (1 - who.loyalty)),
    ("mine", State.BROKEN, Manner.APOLOGISE, lambda who: who.loyalty * max(who.sociability, who.loyalty)),
    ("theirs", State.BROKEN, Manner.BLAME, lambda who: max(who.loyalty, who.aggressiveness, 1 - who.forgiveness)),
    ("theirs", State.KEPT, Manner.THANK, lambda who: max(who.gratitude, 0.5 * who.sociability)),
    ("mine", State.KEPT, Manner.WELCOME, lambda who: who.loyalty**4),
)
"""Promises of the last turn: maker, state, manner of the remark, and its chance by character."""


def _hardness(personality: Personality) -> float:
    """Readiness to threaten."""
    return personality.aggressiveness * (1 - personality.forgiveness)


def _provoked(situation: Situation, partner: Power) -> Iterator[list[Utterance]]:
    """A threat to who stands at its borders without a promise, once a year; admiration for who took a center."""
    me, who = situation.view.power, situation.personality
    near = not situation.reach(partner).isdisjoint(situation.view.position.centers_of(me))
    threat = courtesy(situation, partner, Manner.THREATEN)
    due = near and partner not in situation.friends and not _said_this_year(situation, threat)
    if due and situation.rng.random() < _THREAT * _hardness(who):
        yield [threat]
    admired = _grew(situation, partner) and not has_robbed(situation, partner)
    if admired and situation.rng.random() < _PRAISE * max(who.humour, who.gratitude * who.chattiness):
        yield [courtesy(situation, partner, Manner.PRAISE)]


_THREAT: Final = 0.6
_PRAISE: Final = 0.5


def _grew(situation: Situation, power: Power) -> bool:
    """True if the power gained only others' centers last turn."""
    moves = [past.position for past in situation.view.history if past.position.phase.kind == "M"]
    if not moves:
        return False
    new = set(situation.view.position.centers_of(power)) - set(moves[-1].centers_of(power))
    return bool(new) and new.isdisjoint(moves[-1].centers_of(situation.view.power))


def _said_this_year(situation: Situation, said: Utterance) -> bool:
    year = situation.view.position.phase.year
    return any(each.utterance == said and each.phase.year == year for each in situation.view.talk)


# ── others ──────────────────────────────────────────────────────────────────────────────────────


def _warned(situation: Situation, friend: Power) -> list[Utterance]:
    """Warning of a too strong power, once a year per friend."""
    who, me = leader(situation), situation.view.power
    if who is None or who == friend or situation.rng.random() >= situation.personality.vigilance:
        return []
    warning = Inform(me, (friend,), Belief(me, Opn(who, "leading")))
    return [] if _said_this_year(situation, warning) else [warning]


def _afraid(situation: Situation, power: Power) -> list[Utterance]:
    """Fear of a near power, said in advance: now and then."""
    who = situation.personality
    if situation.rng.random() >= max(who.caution**3, who.caution * who.chattiness):
        return []
    feared = feared_from(situation, power)
    return [] if feared is None else [Inform(situation.view.power, (power,), feared)]
