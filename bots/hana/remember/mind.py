"""The mind of a HANA: what it has taken in of a game, and how it therefore stands to each other power.

Only emotions are kept between calls, with how far it has looked; trust, desires, intentions and attitudes are worked
out from them and the view. So a mind that was lost grows again from the history.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.hana.attitude import Attitude
from bots.hana.remember.desires import desires_of, intentions_of, lead_of, threats_of
from bots.hana.remember.events import Event, Happening, board_events, promise_events, talk_events
from bots.hana.remember.feelings import Emotions, faded, moved
from bots.hana.remember.personality import Personality
from bots.hana.remember.rules import ALWAYS, RULES, SHOWN, Rules
from bots.hana.remember.trust import trusts_in
from bots.view import Said, SeatView

__all__ = ["Disposition", "Mind", "attitudes_of", "dispositions_of", "from_memory", "review"]

_LATELY: Final = 40
"""Number of recent events it remembers."""
_SCALES: Final[Mapping[str, tuple[float, float, int]]] = {
    "trust": (0.02, 0.98, 2),
    "regard": (-1.0, 0.3, 2),
    "price": (0.0, 3.0, 1),
    "warmth": (-1.0, 1.0, 1),
}
"""Least, most and digits of what is shown: coarse, so that what was thought for an attitude serves for the next."""
_ENOUGH: Final = 0.5
"""The degree of an intention from which it is carried out."""


@dataclass(frozen=True, slots=True)
class Mind:
    """State of the world model.

    upto: the last phase taken in, `S1901M`. heard: number of messages taken in. emotions: towards each power. lately:
    the latest events, oldest first, each with its phase.
    """

    upto: str = ""
    heard: int = 0
    emotions: Emotions = field(default_factory=dict)
    lately: tuple[tuple[str, Event], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The JSON form, which `from_memory` reads under the name "mind"."""
        return {
            "upto": self.upto,
            "heard": self.heard,
            "emotions": {power: dict(felt) for power, felt in self.emotions.items()},
            "lately": [[phase, str(event.what), event.power, event.about] for phase, event in self.lately],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read the JSON form. Raises ValueError, KeyError or TypeError for anything else."""
        if data["upto"]:
            parse_phase(data["upto"])
        if data["heard"] < 0:
            raise ValueError("heard is below 0")
        emotions = {
            power: {name: float(felt[name]) for name in RULES.emotions if 0 <= felt.get(name, -1) <= 1}
            for power in POWERS
            if (felt := data["emotions"].get(power))
        }
        lately = tuple(
            (str(phase), Event(Happening(what), _power(power), str(about)))
            for phase, what, power, about in data["lately"]
        )
        return cls(data["upto"], int(data["heard"]), emotions, lately[-_LATELY:])


def _power(text: str) -> Power:
    return POWERS[POWERS.index(text)]


def from_memory(memory: Mapping[str, Any]) -> Mind:
    """Load the mind from memory; start fresh if missing or malformed."""
    try:
        return Mind.from_dict(memory["mind"])
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return Mind()


# --- Taking in ------------------------------------------------------------------------------------


def review(mind: Mind, view: SeatView, personality: Personality, rules: Rules = RULES) -> Mind:
    """The mind after everything that happened since it last looked: phases, promises and talk, in their order.

    Taking in the same view twice changes nothing the second time. A mind of another game starts anew.
    """
    names = [str(past.position.phase) for past in view.history]
    if (mind.upto and mind.upto not in names) or mind.heard > len(view.talk):
        mind = Mind()
    first = names.index(mind.upto) + 1 if mind.upto else 0
    for index in range(first, len(view.history)):
        past = view.history[index]
        follows = view.history[index + 1].position if index + 1 < len(view.history) else view.position
        mind = _heard(mind, view, past.position, personality, rules)
        events = (
            *board_events(past, follows, view.power),
            *promise_events(view.ledger, past.position.phase, view.power),
        )
        mind = _felt(mind, names[index], events, personality, rules)
        if past.position.phase.kind == "M":
            mind = replace(mind, emotions=faded(mind.emotions, personality, rules))
        mind = replace(mind, upto=names[index])
    return _heard(mind, view, view.position, personality, rules)


def _heard(mind: Mind, view: SeatView, position: Position, personality: Personality, rules: Rules) -> Mind:
    """The mind after the talk of the position's phase; talk of earlier phases not yet heard is passed over."""
    talk, phase = view.talk, position.phase
    upto = mind.heard
    while upto < len(talk) and talk[upto].phase.sort_key <= phase.sort_key:
        upto += 1
    if upto == mind.heard:
        return mind
    start = upto
    while start > 0 and talk[start - 1].phase == phase:
        start -= 1
    said: tuple[Said, ...] = talk[start:upto]
    events = tuple(talk_events(said, max(0, mind.heard - start), position, view.power))
    return replace(_felt(mind, str(phase), events, personality, rules), heard=upto)


def _felt(mind: Mind, phase: str, events: tuple[Event, ...], personality: Personality, rules: Rules) -> Mind:
    if not events:
        return mind
    lately = (*mind.lately, *((phase, event) for event in events))[-_LATELY:]
    return replace(mind, emotions=moved(mind.emotions, events, personality, rules), lately=lately)


# --- Looking ahead --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disposition:
    """All that the mind holds about one other power, for explaining and for the journal. Degrees in [0, 1]."""

    beliefs: Mapping[str, float]
    emotions: Mapping[str, float]
    desires: Mapping[str, float]
    intentions: Mapping[str, float]
    attitude: Attitude


def dispositions_of(
    mind: Mind, view: SeatView, personality: Personality, rules: Rules = RULES
) -> dict[Power, Disposition]:
    """Dispositions towards every other power still on the board."""
    position = view.position
    alive = {unit.power for unit in position.units} | set(position.centers.values())
    alive |= {each.unit.power for each in position.dislodged}
    trusts = trusts_in(
        view.ledger,
        position.phase,
        personality,
        rules.trust,
        [said for said in view.talk if said.utterance.speaker != view.power],
    )
    threats = threats_of(position, view.power)
    return {
        power: _disposition(
            {
                "trust": trusts[power],
                "distrust": max(0.0, 1 - 2 * trusts[power]),
                "threat": threats[power],
                "lead": lead_of(power, position, view.power),
            },
            mind.emotions.get(power, {}),
            personality,
            rules,
        )
        for power in POWERS
        if power in alive and power != view.power
    }


def attitudes_of(mind: Mind, view: SeatView, personality: Personality, rules: Rules = RULES) -> dict[Power, Attitude]:
    """Attitudes for search and negotiation, to every other power on the board."""
    return {power: each.attitude for power, each in dispositions_of(mind, view, personality, rules).items()}


def _disposition(
    beliefs: Mapping[str, float], emotions: Mapping[str, float], personality: Personality, rules: Rules
) -> Disposition:
    desires = desires_of(beliefs, emotions, personality, rules)
    intentions = intentions_of(beliefs, emotions, desires, personality, rules)
    sources = {ALWAYS: 1.0, **beliefs, **emotions, **desires, **intentions}
    shown = {name: beliefs.get(name, 0.0) if name == "trust" else 0.0 for name in SHOWN}
    for rule in rules.show:
        shown[rule.then] += rule.strength(personality) * sources.get(rule.when, 0.0)
    scaled = {
        name: round(min(most, max(least, shown[name])), digits) + 0.0 for name, (least, most, digits) in _SCALES.items()
    }
    attitude = Attitude(**scaled, talks=intentions["not negotiate"] < _ENOUGH)
    return Disposition(beliefs, dict(emotions), desires, intentions, attitude)
