"""Orders, outcomes and refusals as plain English sentences, for pages, the command line and the API."""

from typing import Final

from adjudication.board import Province, UnitKind, province_of
from adjudication.names import coast_phrase, region_phrase
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, UnitOrder, Waive
from adjudication.powers import POWER_NAMES, Power
from adjudication.reasons import Reason

__all__ = ["order_phrase", "order_sentence", "outcome_sentence", "refusal_sentence", "unit_phrase"]

_KINDS: Final[dict[UnitKind, str]] = {"A": "army", "F": "fleet"}


def unit_phrase(kind: UnitKind, region: str) -> str:
    """`the army in Paris`, `the fleet on the south coast of Spain`."""
    return f"the {_KINDS[kind]} {'on' if '/' in region else 'in'} {region_phrase(region)}"


def order_sentence(order: Order) -> str:
    """The order as a sentence: `The army in Paris moves to Burgundy.`"""
    match order:
        case Hold(kind, region):
            return _sentence(f"{unit_phrase(kind, region)} holds")
        case Move(kind, region, target, via):
            return _sentence(
                f"{unit_phrase(kind, region)} moves to {region_phrase(target)}{' by convoy' if via else ''}"
            )
        case Support(kind, region, other_kind, other, target):
            goal = "" if target is None else f" to {region_phrase(target)}"
            return _sentence(f"{unit_phrase(kind, region)} supports {unit_phrase(other_kind, other)}{goal}")
        case Convoy(kind, region, army, target):
            carried = f"{unit_phrase('A', army)} to {region_phrase(target)}"
            return _sentence(f"{unit_phrase(kind, region)} convoys {carried}")
        case Retreat(kind, region, target):
            return _sentence(f"{unit_phrase(kind, region)} retreats to {region_phrase(target)}")
        case Disband(kind, region):
            return _sentence(f"{unit_phrase(kind, region)} disbands")
        case Build(kind, region):
            place = f"{'on' if '/' in region else 'in'} {region_phrase(region)}"
            return _sentence(f"{'an army' if kind == 'A' else 'a fleet'} is built {place}")
        case Remove(kind, region):
            return _sentence(f"{unit_phrase(kind, region)} is removed")
        case Waive():
            return "A build is left unused."


def order_phrase(order: Order) -> str:
    """The order as a noun phrase: `its army in Munich to Burgundy`."""
    match order:
        case Build(kind, region):
            return f"a new {_KINDS[kind]} {'on' if '/' in region else 'in'} {region_phrase(region)}"
        case Waive():
            return "no build"
        case _:
            unit = unit_phrase(order.kind, order.region).replace("the ", "its ", 1)
    match order:
        case Hold():
            return f"{unit} to hold"
        case Move(_, _, target):
            return f"{unit} to {region_phrase(target)}"
        case Support(_, _, other_kind, other, goal):
            into = "" if goal is None else f" to {region_phrase(goal)}"
            return f"{unit} to support {unit_phrase(other_kind, other)}{into}"
        case Convoy(_, _, army, target):
            return f"{unit} to carry {unit_phrase('A', army)} to {region_phrase(target)}"
        case Retreat(_, _, target):
            return f"{unit} to retreat to {region_phrase(target)}"
        case Disband() | Remove():
            return f"{unit} to disband"


def outcome_sentence(power: Power, order: Order, reason: Reason, by: tuple[Province, ...] = ()) -> str:
    """The outcome of an order as a sentence, with its reason."""
    return _filled(_FATES.get(reason) or _REFUSALS[reason], power, order, by)


def refusal_sentence(power: Power, order: Order, reason: Reason, by: tuple[Province, ...] = ()) -> str:
    """Why an order is not legal."""
    return _filled(_REFUSALS[reason], power, order, by)


_FATES: Final[dict[Reason, str]] = {
    Reason.MOVED: "{unit} moved to {target}.",
    Reason.HELD: "{unit} held.",
    Reason.NO_ORDER: "{unit} had no order and held.",
    Reason.SUPPORTED: "{unit} supported {helped}.",
    Reason.CONVOYED: "{unit} carried {helped}.",
    Reason.CONVOY_UNUSED: "{unit} stood ready to carry {helped}, but it did not sail.",
    Reason.RETREATED: "{unit} retreated to {target}.",
    Reason.DISBANDED: "{unit} disbanded.",
    Reason.NO_RETREAT: "{unit}, dislodged from {by}, had nowhere to retreat and was disbanded.",
    Reason.NOT_RETREATED: "{unit} had no valid retreat order and was disbanded.",
    Reason.BUILT: "{power} built {made}.",
    Reason.WAIVED: "{power} left a build unused.",
    Reason.NOT_BUILT: "{power} ordered one build too few, so it was left unused.",
    Reason.REMOVED: "{unit} was removed.",
    Reason.DISORDER: "{unit} was removed by rule: {power} ordered too few removals, and it stood farthest from home.",
    Reason.NO_CENTERS: "{unit} was removed: {power} has no center left.",
    Reason.BOUNCED: "{unit} could not enter {target}: {attack_was} just as strong.",
    Reason.OUTMATCHED: "{unit} could not enter {target}: {attack_was} stronger.",
    Reason.HELD_OFF: "{unit} was not strong enough to take {target}.",
    Reason.HEAD_ON: "{unit} met the unit coming from {by} head to head, and both were equally strong.",
    Reason.HEAD_ON_LOST: "{unit} met the unit coming from {by} head to head, and that one was stronger.",
    Reason.OWN_UNIT: "{unit} could not enter {target}: a unit of its own power stayed there.",
    Reason.OWN_SUPPORT: "{unit} could not take {target}: {by} cannot help against a unit of its own power.",
    Reason.NO_CONVOY: "{unit} had no convoy to {target}.",
    Reason.CONVOY_BROKEN: "{unit} did not reach {target}: the convoy was broken by the attack from {by}.",
    Reason.PARADOX: "{unit} took no part: the convoy would have decided its own fate.",
    Reason.CUT: "The support of {unit_inside} was cut by the attack from {by}.",
    Reason.DISLODGED: "{unit} was dislodged by the attack from {by}.",
    Reason.RETREATS_MET: "{unit} met another retreat to {target}, and both units disbanded.",
    Reason.SUPPORT_UNMATCHED: "{unit} supported {helped}, but that unit had another order.",
    Reason.CONVOY_UNMATCHED: "{unit} offered to carry {helped}, but that army had another order.",
}

_REFUSALS: Final[dict[Reason, str]] = {
    Reason.WRONG_PHASE: "This order does not belong to this phase.",
    Reason.NO_UNIT: "There is no unit in {place}.",
    Reason.FOREIGN_UNIT: "The unit in {place} is not {power_s} to order.",
    Reason.TWO_ORDERS: "{unit} was given different orders, so none of them counts.",
    Reason.SAME_PLACE: "{mover} is in {target} already.",
    Reason.NOT_ADJACENT: "{unit} cannot reach {target}.",
    Reason.WRONG_TERRAIN: "{a_kind} cannot enter {target}.",
    Reason.COAST_NEEDED: "Say which coast of {target_name}: {coasts}.",
    Reason.WRONG_COAST: "{unit} cannot reach {target}.",
    Reason.NO_ROUTE: "{unit} needs a convoy to {target}, and no chain of fleets at sea leads there.",
    Reason.CONVOYS_OFF: "This game is played without convoys.",
    Reason.SUPPORTS_ITSELF: "{unit} cannot support itself.",
    Reason.SUPPORT_OUT_OF_REACH: "{unit} cannot support into {target}: it could not go there itself.",
    Reason.SUPPORTED_MISSING: "There is no unit in {other} to support.",
    Reason.SUPPORTED_CANNOT: "The unit in {other} cannot go to {target}.",
    Reason.NOT_AT_SEA: "Only a fleet at sea can convoy.",
    Reason.CONVOY_NOWHERE: "A convoy goes from coast to coast.",
    Reason.NO_ARMY: "There is no army in {other} to convoy.",
    Reason.CONVOY_USELESS: "{unit} cannot help an army from {other} to {target}.",
    Reason.NOT_DISLODGED: "The unit in {place} was not dislodged.",
    Reason.TO_ATTACKER: "{unit} cannot retreat to {target}, where its attacker came from.",
    Reason.OCCUPIED: "{target_start} is occupied.",
    Reason.CONTESTED: "{unit} cannot retreat to {target}, where units bounced.",
    Reason.NOT_HOME: "{place_start} is not a home center of {power}.",
    Reason.NOT_OWNED: "{place_start} does not belong to {power} now.",
    Reason.NO_BUILD_DUE: "{power} has no more units to build.",
    Reason.NO_REMOVAL_DUE: "{power} has no more units to remove.",
    Reason.TWICE: "{place_start} was named in an order before this one.",
}


def _filled(template: str, power: Power, order: Order, by: tuple[Province, ...]) -> str:
    """The template with the order's words put in; those it does not ask for are harmless."""
    places = " and ".join(region_phrase(province) for province in by)
    words = {
        "power": POWER_NAMES[power],
        "power_s": f"{POWER_NAMES[power]}'s",
        "by": places,
        "attack_was": f"the attacks from {places} were" if len(by) > 1 else f"the attack from {places} was",
        "other": "",
        "helped": "",
    }
    if not isinstance(order, Waive):
        words |= _unit_words(order)
    return template.format_map(words)


def _unit_words(order: UnitOrder) -> dict[str, str]:
    unit = unit_phrase(order.kind, order.region)
    place = region_phrase(province_of(order.region))
    target, mover = order.region, unit
    words = {"unit": _start(unit), "unit_inside": unit, "place": place, "place_start": _start(place)}
    match order:
        case Move() | Retreat():
            target = order.target
        case Support(_, _, other_kind, other, None):
            mover = unit_phrase(other_kind, other)
            target = other
            words |= {"other": region_phrase(province_of(other)), "helped": mover}
        case Support(_, _, other_kind, other, str(goal)):
            mover = unit_phrase(other_kind, other)
            target = goal
            words |= {"other": region_phrase(province_of(other)), "helped": f"{mover} to {region_phrase(goal)}"}
        case Convoy(_, _, army, goal):
            mover = unit_phrase("A", army)
            target = goal
            words |= {"other": region_phrase(army), "helped": f"{mover} to {region_phrase(goal)}"}
        case _:
            pass
    return words | {
        "mover": _start(mover),
        "target": region_phrase(target),
        "target_start": _start(region_phrase(target)),
        "target_name": region_phrase(province_of(target)),
        "coasts": coast_phrase(province_of(target)),
        "a_kind": "An army" if order.kind == "A" else "A fleet",
        "made": f"{'an army' if order.kind == 'A' else 'a fleet'} {'on' if '/' in order.region else 'in'} "
        f"{region_phrase(order.region)}",
    }


def _start(phrase: str) -> str:
    return phrase[0].upper() + phrase[1:]


def _sentence(clause: str) -> str:
    return f"{_start(clause)}."
