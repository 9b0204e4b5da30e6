"""Acts in the sandbox, carried out without keeping anything.

The browser sends the position and all orders along; everything is checked anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, assert_never

import msgspec
from msgspec import Meta

from adjudication.board import STANDARD, province_of
from adjudication.engine import adjudicate
from adjudication.facts import exact
from adjudication.legality import refusal
from adjudication.notation import NotationError, divide, format_order, parse_order
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, MovementOrder, Order, Waive
from adjudication.packed import position_word
from adjudication.phase import Phase
from adjudication.position import ImpossiblePosition, Position, position_as_dict, position_from_dict
from adjudication.position_text import format_position, parse_position
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS, Rulebook
from adjudication.victory import verdict
from adjudication.written import parse_written
from frontend.board import LAYERS, Scene, render_layers
from frontend.game import writing
from frontend.game.options import options_of
from frontend.game.phases import arrivals_of, fate_of
from frontend.game.places import CODE_WORDS
from frontend.wire.replies import AnswerReply
from frontend.wire.sandbox import SandboxBoard, SandboxResult, SandboxSheets
from frontend.wire.state import Sheet

__all__ = [
    "Act",
    "NotPossible",
    "Question",
    "Setting",
    "Start",
    "asked_about",
    "carry_out",
    "setting_of",
    "title_of",
    "written_in",
]

Written = Mapping[Power, Mapping[str, Order]]
"""Orders by power and key."""

_LAST_YEAR: Final = 9000
_MOST_LINES: Final = 100
_LONGEST_TEXT: Final = 8000
_LONGEST_LIST: Final = 2000
_BROWSERS_OWN: Final = "layer-targets"
_ORDERS: Final = "layer-orders"


class NotPossible(ValueError):  # noqa: N818 - named after what was asked
    """Raised with a sentence for the person who asked."""


class Act(msgspec.Struct, frozen=True):
    """An act as sent.

    position: in its JSON form. orders: those written so far, by power. text: an order, a list of them, or a position to
    read. power: whose sheet is open; unit: whose order is taken back.
    """

    do: Literal["open", "read", "order", "cancel", "ask", "resolve"]
    position: dict[str, Any] = {}
    rules: Annotated[str, Meta(max_length=20)] = "2023"
    orders: dict[str, list[str]] = {}
    power: Annotated[str, Meta(max_length=3)] = ""
    text: Annotated[str, Meta(max_length=_LONGEST_TEXT)] = ""
    unit: Annotated[str, Meta(max_length=9)] = ""


class Question(msgspec.Struct, frozen=True):
    """A question as sent: what HANA would order for a power."""

    position: dict[str, Any]
    power: Annotated[str, Meta(max_length=3)]
    rules: Annotated[str, Meta(max_length=20)] = "2023"


class Start(msgspec.Struct, frozen=True):
    """A game to begin with a position, as sent.

    power: of the person, or empty for one by lot.
    """

    position: dict[str, Any]
    power: Annotated[str, Meta(max_length=3)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""
    skill: Annotated[str, Meta(max_length=20)] = ""
    rules: Annotated[str, Meta(max_length=20)] = "2023"


@dataclass(frozen=True, slots=True)
class Setting:
    """A position and the rules it is played by."""

    position: Position
    rules: Rulebook


def setting_of(position: Mapping[str, Any], rules: str) -> Setting:
    """Read a position and the name of a rulebook.

    Raises NotPossible, which says what is wrong.
    """
    return _setting(lambda: position_from_dict(position), rules)


def _setting(read: Callable[[], Position], rules: str) -> Setting:
    if rules not in EDITIONS:
        raise NotPossible(f"There is no rulebook “{rules}” here.")
    try:
        board = read()
    except ImpossiblePosition as error:
        raise NotPossible(f"This cannot stand on the board: {error.reason}.") from None
    if board.phase.year > _LAST_YEAR:
        raise NotPossible(f"The sandbox ends with the year {_LAST_YEAR}.")
    return Setting(board, EDITIONS[rules])


def _scene(setting: Setting, written: Written) -> Scene:
    """The picture of a position with the orders written on it."""
    orders = {power: list(mine.values()) for power, mine in written.items()}
    return Scene(setting.position, orders=orders, labels="long", title=f"Sandbox, {setting.position.phase.title}")


def carry_out(act: Act) -> SandboxBoard | SandboxSheets | SandboxResult | AnswerReply:
    """Carry out an act. Raises NotPossible."""
    if act.do == "read":
        return _board(_setting(lambda: parse_position(act.text), act.rules), {})
    setting = setting_of(act.position, act.rules)
    written = written_in(setting, act.orders)
    match act.do:
        case "open":
            return _board(setting, written)
        case "order":
            return _ordered(setting, written, act)
        case "cancel":
            power = _power(act.power)
            mine = {key: order for key, order in written.get(power, {}).items() if key != act.unit}
            return _sheets(setting, {**written, power: mine}, power, [power])
        case "ask":
            return _explained(setting, act)
        case "resolve":
            return _result(setting, written)
        case _:
            assert_never(act.do)


def asked_about(question: Question) -> tuple[Setting, Power]:
    """The position and the power of a question.

    Raises NotPossible, also for a power with nothing to order.
    """
    setting, power = setting_of(question.position, question.rules), _power(question.power)
    if not legal_orders(setting.position, power, setting.rules):
        raise NotPossible(f"{POWER_NAMES[power]} has nothing to order here.")
    return setting, power


def written_in(
    setting: Setting, orders: Mapping[str, Sequence[str]] | Mapping[Power, Sequence[str]]
) -> dict[Power, dict[str, Order]]:
    """Orders as the browser holds them, without those that are not possible."""
    position = setting.position
    found: dict[Power, dict[str, Order]] = {}
    for power in POWERS:
        mine: dict[str, Order] = {}
        for text in orders.get(power, ())[: writing.MOST_ORDERS]:
            order = parse_written(text, position.phase.kind)
            if order is None or refusal(position, power, order, setting.rules) is not None:
                continue
            if writing.has_room(position, power, mine, order):
                mine = writing.keyed([*mine.values(), order])
        found[power] = mine
    return found


def _board(setting: Setting, written: Written) -> SandboxBoard:
    position = setting.position
    names = [name for name in LAYERS if name != _BROWSERS_OWN]
    layers = render_layers(_scene(setting, written), names)
    playing = [power for power in POWERS if legal_orders(position, power, setting.rules)]
    return {
        "type": "board",
        "phase": str(position.phase),
        "kind": position.phase.kind,
        "title": title_of(position.phase),
        "position": position_as_dict(position),
        "text": format_position(position),
        "layers": layers,
        "options": {power: options_of(position, power, setting.rules) for power in playing},
        "sheets": {power: _sheet(setting, written, power, layers[_ORDERS]) for power in playing},
        "won": _won(setting),
        "word": position_word(position),
    }


def title_of(phase: Phase) -> str:
    """`Fall 1901`, `Fall 1901, retreats`, `Winter 1901`."""
    return f"{phase.turn}{CODE_WORDS['stages'][phase.kind]}"


def _won(setting: Setting) -> str:
    ended = verdict(setting.position, setting.rules)
    if ended is None:
        return ""
    return f"{POWER_NAMES[ended.winner]} has won here." if ended.winner else "A game would be drawn here."


def _sheet(setting: Setting, written: Written, power: Power, drawing: str) -> Sheet:
    return writing.sheet_of(setting.position, power, written.get(power, {}), drawing=drawing)


def _sheets(
    setting: Setting,
    written: Written,
    power: Power,
    changed: Sequence[Power],
    refused: Sequence[tuple[str, str]] = (),
) -> SandboxSheets:
    drawing = render_layers(_scene(setting, written), [_ORDERS])[_ORDERS]
    return {
        "type": "sheets",
        "power": power,
        "sheets": {each: _sheet(setting, written, each, drawing) for each in changed},
        "refused": [{"text": text, "message": message} for text, message in refused],
    }


# --- Orders ---------------------------------------------------------------------------------------


def _ordered(setting: Setting, written: dict[Power, dict[str, Order]], act: Act) -> SandboxSheets:
    """Write orders, each for the power whose unit it names."""
    position = setting.position
    if len(act.text) > _LONGEST_LIST:
        raise NotPossible("These are more orders than there can be units.")
    texts = (divide(act.text, position.phase.kind, position) or [act.text])[:_MOST_LINES]
    changed: list[Power] = []
    refused: list[tuple[str, str]] = []
    for text in texts:
        try:
            power, order = _read(setting, text, act.power)
            if not writing.has_room(position, power, written[power], order):
                raise NotPossible(_full(position, power))
        except NotPossible as no:
            if len(texts) == 1:
                raise
            refused.append((text, str(no)))
            continue
        written[power] = writing.keyed([*written[power].values(), order])
        changed.append(power)
    if not changed:
        raise NotPossible(" ".join(message for _, message in refused[:3]) or "There is no order in this.")
    shown = _power(act.power) if act.power in changed else changed[0]
    return _sheets(setting, written, shown, list(dict.fromkeys([shown, *changed])), refused)


def _full(position: Position, power: Power) -> str:
    due = needed_adjustments(position, power)
    what = ("build" if due > 0 else "removal") + ("s" if abs(due) != 1 else "")
    return f"{POWER_NAMES[power]} has {abs(due)} {what} this winter, all ordered. Take one of them back first."


def _read(setting: Setting, text: str, open_sheet: str) -> tuple[Power, Order]:
    """An order that may stand, and whose it is. Raises NotPossible."""
    position = setting.position
    try:
        order = parse_order(text, position.phase.kind, position)
    except NotationError as error:
        raise NotPossible(str(error)) from None
    power = _owner(position, order, open_sheet)
    refused = refusal(position, power, order, setting.rules)
    if refused is not None:
        raise NotPossible(refused.text)
    if isinstance(order, MovementOrder):
        order = exact(order, position.standing[province_of(order.region)], position.standing)
    return power, order


def _owner(position: Position, order: Order, open_sheet: str) -> Power:
    """The power of the unit, or of the home to build in."""
    if isinstance(order, Waive):
        return _power(open_sheet)
    place = province_of(order.region)
    if isinstance(order, Build):
        return STANDARD.home_of.get(place) or _power(open_sheet)
    beaten = next((each.unit for each in position.dislodged if each.unit.province == place), None)
    unit = (beaten if position.phase.kind == "R" else None) or position.unit_at(place)
    if unit is None:
        raise NotPossible(f"No unit stands in {STANDARD.provinces[place].name}.")
    return unit.power


def _power(code: str) -> Power:
    try:
        return as_power(code)
    except ValueError:
        raise NotPossible("Choose a power first.") from None


def _explained(setting: Setting, act: Act) -> AnswerReply:
    """Say why an order would not do."""
    try:
        _read(setting, act.text, act.power)
    except NotPossible as no:
        return {"type": "answer", "legal": False, "message": str(no)}
    return {"type": "answer", "legal": True, "message": "That would do."}


# --- What comes of them ---------------------------------------------------------------------------


def _result(setting: Setting, written: Written) -> SandboxResult:
    position = setting.position
    orders = {power: list(mine.values()) for power, mine in written.items()}
    resolution = adjudicate(position, orders, setting.rules)
    # Units that stood where they were, without an order, are not told of.
    told = [each for each in resolution.outcomes if each.reason is not Reason.NO_ORDER]
    scene = Scene(position, outcomes=told, labels="long")
    outcomes = sorted(told, key=lambda each: (each.power, format_order(each.order)))
    return {
        "type": "result",
        "title": title_of(position.phase),
        "layers": render_layers(scene, [name for name in LAYERS if name != _BROWSERS_OWN]),
        "orders": [fate_of(each) for each in outcomes],
        "after": position_as_dict(resolution.next),
        "word": position_word(resolution.next),
        "next_title": title_of(resolution.next.phase),
        "arrivals": arrivals_of(resolution.outcomes, resolution.next),
    }
