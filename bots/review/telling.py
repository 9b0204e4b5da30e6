"""Moments in plain words."""

from collections.abc import Sequence
from typing import Final

from adjudication.names import place_name
from adjudication.notation import parse_order
from adjudication.orders import Support
from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, Power
from adjudication.sentences import order_sentence
from bots.review.moment import Kind, Moment

__all__ = ["KIND_NAMES", "lines_of", "sentences_of", "title_of", "turn_of"]

KIND_NAMES: Final[dict[Kind, str]] = {
    "blunder": "Blunder",
    "missed": "Missed center",
    "support": "Support that decided",
    "betrayal": "Betrayal that paid",
    "deal": "Deal to be had",
    "solo": "Solo not stopped",
}


def title_of(moment: Moment, viewer: Power | None = None) -> str:
    """`England missed Belgium`."""
    who = _name(moment.powers[0], viewer)
    places = _listed([place_name(place) for place in moment.places])
    match moment.kind:
        case "blunder":
            return f"{who} let {places} go"
        case "missed":
            return f"{who} missed {places}"
        case "support":
            return f"{who} supported {_ward(moment, viewer)}, and it decided {places}"
        case "betrayal":
            return f"{who} broke a promise to {_name(moment.powers[1], viewer, 'object')} and took {places}"
        case "deal":
            return f"{who} and {_name(moment.powers[1], viewer, 'object')} could each have had a center more"
        case "solo":
            return f"{who} could have been held to {_centers(moment.centers[moment.powers[0]][1])}"


def sentences_of(moment: Moment, viewer: Power | None = None) -> list[str]:
    """The numbers behind a moment, a sentence each."""
    match moment.kind:
        case "blunder" | "missed":
            return _mistake(moment, viewer)
        case "support":
            return _support(moment, viewer)
        case "betrayal":
            return _betrayal(moment, viewer)
        case "deal":
            return _deal(moment, viewer)
        case "solo":
            return _solo(moment, viewer)


def lines_of(texts: Sequence[str]) -> list[str]:
    """Orders of a movement as sentences."""
    return [order_sentence(parse_order(text, "M")) for text in texts]


def _mistake(moment: Moment, viewer: Power | None) -> list[str]:
    (who,) = moment.powers
    given, better = moment.centers[who]
    name, has = _name(who, viewer), "have" if who == viewer else "has"
    before, now, then = moment.chances[who]
    lines = [
        f"With the better orders, and all other powers ordering what they did, {_low(name, who, viewer)} would hold "
        f"{_centers(better)} instead of {given}{' after the spring' if moment.phase.startswith('S') else ''}.",
        f"{_whose(who, viewer)} chance to come in first would be {then} % instead of {now} % (before: {before} %).",
    ]
    ours, theirs, count = moment.holds
    lines.append(
        f"It was no luck: against {ours} of {count} sets of orders that our bots expected of the others, the better "
        f"orders hold {place_name(moment.places[0])}; those given do against {theirs}."
    )
    less, more = moment.later
    lines.append(
        f"When simple bots play on from both boards, 32 times each, {_low(name, who, viewer)} {has} {more:g} centers "
        f"on average a year later instead of {less:g}."
    )
    return lines


def _support(moment: Moment, viewer: Power | None) -> list[str]:
    helper, helped = moment.powers[0], moment.powers[-1]
    have, without = moment.centers[helped]
    _, now, then = moment.chances[helped]
    places = _listed([place_name(place) for place in moment.places])
    name = _low(_name(helped, viewer), helped, viewer)
    lines = [
        f"Without this one order {name} would not have {places}: {_centers(without)} instead of {have}.",
        f"It was worth {now - then} percentage points of {_low(_whose(helped, viewer), helped, viewer)} chance to come "
        f"in first: {now} % instead of {then} %.",
    ]
    if helper != helped:
        lines.append(f"The help came from another power: {_low(_name(helper, viewer), helper, viewer)}.")
    return lines


def _betrayal(moment: Moment, viewer: Power | None) -> list[str]:
    who, victim = moment.powers[0], moment.powers[1]
    before, now, then = moment.chances[who]
    places = _listed([place_name(place) for place in moment.places])
    return [
        moment.told,
        f"By the end of the year {_low(_name(who, viewer), who, viewer)} had taken {places} from "
        f"{_name(victim, viewer, 'object')}.",
        f"The best orders we found that keep the promise lead to a chance of {then} % to come in first; those given to "
        f"{now} % (before: {before} %).",
    ]


def _deal(moment: Moment, viewer: Power | None) -> list[str]:
    lines = []
    for power in moment.powers:
        given, better = moment.centers[power]
        _, now, then = moment.chances[power]
        lines.append(
            f"{_name(power, viewer)} would hold {_centers(better)} instead of {given}; "
            f"chance to come in first {then} % instead of {now} %."
        )
    held, count = moment.holds
    lines.append("Neither gets its center without the other's part. All other orders are as they were given.")
    lines.append(f"Against {held} of {count} sets of orders that our bots expected of the others, both get theirs.")
    return lines


def _solo(moment: Moment, viewer: Power | None) -> list[str]:
    winner, *doers = moment.powers
    given, better = moment.centers[winner]
    held, count = moment.holds
    names = _listed([_name(power, viewer, "object") for power in doers])
    return [
        f"{_name(winner, viewer)} came to {_centers(given)} and won. With these orders of {names} it would have had "
        f"{better}, whatever else was ordered staying the same.",
        f"They also stop {held} of {count} sets of orders that our bots expected of {_name(winner, viewer, 'object')}.",
    ]


def _ward(moment: Moment, viewer: Power | None) -> str:
    """The power that was supported, or the own unit or attack."""
    helper, helped = moment.powers[0], moment.powers[-1]
    if helper != helped:
        return _name(helped, viewer, "object")
    # The support comes before the order of the unit it goes to.
    order = parse_order(moment.ordered[helper][0], "M")
    what = "attack" if isinstance(order, Support) and order.target is not None else "unit"
    return f"{'your' if helper == viewer else 'its'} own {what}"


def _name(power: Power, viewer: Power | None, case: str = "subject") -> str:
    if power == viewer:
        return "You" if case == "subject" else "you"
    return POWER_NAMES[power]


def _whose(power: Power, viewer: Power | None) -> str:
    return "Your" if power == viewer else f"{POWER_NAMES[power]}'s"


def _low(words: str, power: Power, viewer: Power | None) -> str:
    """Words inside of a sentence: a name keeps its capital."""
    return words.lower() if power == viewer else words


def _centers(count: int) -> str:
    return f"{count} center{'s' if count != 1 else ''}"


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def turn_of(moment: Moment) -> str:
    """`Fall 1903`."""
    return parse_phase(moment.phase).turn
