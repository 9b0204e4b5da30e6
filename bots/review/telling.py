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


_OTHERS_SAME: Final = "and all other powers ordering what they did"


def title_of(moment: Moment, viewer: Power | None = None) -> str:
    """`England missed Belgium`."""
    who = _name(moment.powers[0], viewer)
    places, also = _places(moment.places), _places(moment.also)
    match moment.kind:
        case "blunder":
            return f"{who} let {places} go" + (f" and missed {also}" if also and moment.phase.startswith("F") else "")
        case "missed":
            return f"{who} missed {places}"
        case "support":
            return f"{who} supported {_ward(moment, viewer)}, and it decided {places}"
        case "betrayal":
            to = _listed([_name(power, viewer, "object") for power in moment.powers[1:]])
            promise = "a promise" if len(moment.powers) == 2 else "promises"
            gained = f"{'kept' if moment.is_kept else 'took'} {places}" + (f" and kept {also}" if also else "")
            return f"{who} broke {promise} to {to} and {gained}"
        case "deal":
            other = _name(moment.powers[1], viewer, "object")
            if not moment.places:  # a review made before deals had places
                return f"{who} and {other} could each have had a center more"
            got = "kept" if moment.is_kept else "won"
            if also:
                return f"{who} and {other} could have dealt: {places} for {also}"
            return f"{who} could have {got} {places} with {_with(moment.powers[1], viewer)} help, to the good of both"
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
    name, has = _name(who, viewer), "have" if who == viewer else "has"
    lines = [_count(moment, who, viewer, f"With the better orders, {_OTHERS_SAME},")]
    if moment.phase.startswith("S"):
        also = f" Besides, the better orders would have {_places(moment.also)} after the spring." if moment.also else ""
        lines.append(f"By the end of the year {_low(name, who, viewer)} had lost {_places(moment.places)}.{also}")
    if moment.given_up:
        lines.append(f"In exchange the better orders give up {_places(moment.given_up)}.")
    lines += _open(moment)
    before, now, then = moment.chances[who]
    if _is_end(moment):
        lines.append(_end("better orders", then, "those given", now))
    else:
        lines.append(
            f"{_whose(who, viewer)} chance to come in first would be {then} % instead of {now} % (before: {before} %)."
        )
    ours, theirs, count = moment.holds
    lines.append(
        f"It was no luck: against {ours} of {count} sets of orders that our bots expected of the others, the better "
        f"orders hold {place_name(moment.places[0])}; those given do against {theirs}."
    )
    if moment.later:
        less, more = moment.later
        when = "at the game's end" if moment.is_last_year else "a year later"
        lines.append(
            f"When simple bots play on from both boards, 32 times each, {_low(name, who, viewer)} {has} {more:g} "
            f"centers on average {when} instead of {less:g}."
        )
    return lines


def _count(moment: Moment, who: Power, viewer: Power | None, condition: str) -> str:
    """Centers with other orders, and with those given.

    In spring nobody wins any: the page says how many it would be.
    """
    given, other = moment.centers[who]
    name = _low(_name(who, viewer), who, viewer)
    if moment.phase.startswith("S"):
        return (
            f"{condition} {name} would own {_centers(other)} instead of {given} if centers were counted then. (They "
            "change hands only after the fall.)"
        )
    return f"{condition} {name} would end the year with {_centers(other)} instead of {given}."


def _open(moment: Moment) -> list[str]:
    if not moment.is_open or moment.phase.startswith("S"):
        return []
    return ["That counts the board after these moves: a unit dislodged only then could still retreat into a center."]


def _is_end(moment: Moment) -> bool:
    """True if the game ended with this phase."""
    return moment.is_last_year and moment.phase.startswith("F")


def _end(one: str, first: int, other: str, second: int) -> str:
    """Shares of the first place, in percent, with two sets of orders."""
    both = f"with the {one}: {_share(first)}; with {other}: {_share(second)}"
    return f"The game ended with this fall. First place {both}."


def _share(percent: int) -> str:
    if percent in {0, 100}:
        return "alone" if percent else "not reached"
    return f"shared by {round(100 / percent)} powers"


def _support(moment: Moment, viewer: Power | None) -> list[str]:
    helper, helped = moment.powers[0], moment.powers[-1]
    have, without = moment.centers[helped]
    _, now, then = moment.chances[helped]
    name = _low(_name(helped, viewer), helped, viewer)
    lines = [
        f"Without this one order {name} would not have {_places(moment.places)}: {_centers(without)} at the year's end "
        f"instead of {have}.",
        *_open(moment),
    ]
    if _is_end(moment):
        lines.append(_end("support", now, "a hold instead", then))
    else:
        lines.append(
            f"It was worth {now - then} percentage points of {_low(_whose(helped, viewer), helped, viewer)} chance to "
            f"come in first: {now} % instead of {then} %."
        )
    if helper != helped:
        lines.append(f"The help came from another power: {_low(_name(helper, viewer), helper, viewer)}.")
    return lines


def _betrayal(moment: Moment, viewer: Power | None) -> list[str]:
    who = moment.powers[0]
    before, now, then = moment.chances[who]
    name = _low(_name(who, viewer), who, viewer)
    if who not in moment.centers:  # a review made before betrayals had centers
        return [moment.told, f"The orders given lead to a chance of {now} %; honest ones to {then} %."]
    lost, won = moment.traded
    lines = [
        moment.told,
        _count(moment, who, viewer, f"With orders that keep every promise, {_OTHERS_SAME},"),
        f"So {name} would be without {_places(lost)}{f' and have {_places(won)} instead' if won else ''}.",
        *_open(moment),
    ]
    if _is_end(moment):
        lines.append(_end("orders given", now, "every promise kept", then))
    else:
        lines.append(
            f"Those orders lead to a chance of {then} % to come in first; those given to {now} % (before: {before} %)."
        )
    return lines


def _deal(moment: Moment, viewer: Power | None) -> list[str]:
    lines = []
    for power in moment.powers:
        given, better = moment.centers[power]
        _, now, then = moment.chances[power]
        number = f"{_centers(better)} instead of {given}" if better != given else f"{_centers(given)}, as it did"
        first = f"; chance to come in first {then} % instead of {now} %"
        if _is_end(moment):
            first = f"; first place {_share(then)} instead of {_share(now)}"
        # Of less than half a point nothing is said.
        lines.append(f"{_name(power, viewer)} would end the year with {number}{first if then != now else ''}.")
    one, other = moment.powers
    name = _low(_name(one, viewer), one, viewer)
    if moment.rivals and len(set(moment.centers[other])) == 1:
        loser = _listed([_name(power, viewer, "object") for power in moment.rivals])
        gains = "gain" if other == viewer else "gains"
        lines.append(f"What {_name(other, viewer, 'object')} {gains}: {loser} would have fewer centers.")
    if moment.places:
        gets = "get" if one == viewer else "gets"
        lines.append(f"We found no orders by which {name} {gets} {_places(moment.places)} alone.")
    lines.append("All other orders are as they were given.")
    lines += _open(moment)
    held, count = moment.holds
    success = f"this brings {_places(moment.places)} and serves both"
    if moment.also or not moment.places:
        success = "both get theirs"
    lines.append(f"Against {held} of {count} sets of orders that our bots expected of the others, {success}.")
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


def _with(power: Power, viewer: Power | None) -> str:
    return "your" if power == viewer else f"{POWER_NAMES[power]}'s"


def _low(words: str, power: Power, viewer: Power | None) -> str:
    """Words inside of a sentence: a name keeps its capital."""
    return words.lower() if power == viewer else words


def _centers(count: int) -> str:
    return f"{count} center{'s' if count != 1 else ''}"


def _places(places: Sequence[str]) -> str:
    return _listed([place_name(place) for place in places])


def _listed(words: Sequence[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def turn_of(moment: Moment) -> str:
    """`Fall 1903`."""
    return parse_phase(moment.phase).turn
