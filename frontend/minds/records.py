"""Read a bot's beliefs, plans and feelings from its journal.

People may read them after the game.

A bot may keep a record of the phase at hand in its memory under "journal"; `bots.hana.remember.journal` says what is
in it.
Records are old data of whatever version of a bot: what is missing or odd is left out, never an error.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from adjudication.board import STANDARD
from adjudication.names import place_name
from adjudication.notation import NotationError, format_order, parse_order
from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power
from dipgame.games import convert, queries
from dipgame.games.models import Game, Seat, SeatPhase
from frontend.board import Scene
from frontend.rows import row_words
from frontend.words import listed
from negotiation.diplomacy import DIPLOMACY
from negotiation.english.reported_speech import pledge, report
from negotiation.errors import TalkError
from negotiation.parser import parse_formula
from negotiation.terms import Agree, Commits, Propose

__all__ = ["MindPage", "minds_of", "page_from", "page_of", "scene_of"]


@dataclass(frozen=True, slots=True)
class Degree:
    """A degree in [0, 1] with its name; percent is what a bar shows."""

    name: str
    degree: float

    @property
    def percent(self) -> int:
        return round(100 * min(max(self.degree, 0.0), 1.0))


@dataclass(frozen=True, slots=True)
class Guess:
    """An order a unit was thought to get. came: it got it."""

    text: str
    percent: int
    came: bool


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Forecast for one unit.

    given: its order, if none of the guesses was right.
    """

    place: str
    guesses: tuple[Guess, ...]
    given: str


@dataclass(frozen=True, slots=True)
class Stance:
    """Attitude of the bot to one power.

    feelings and wishes have the strongest first.
    """

    power: Power
    name: str
    trust: int | None
    feelings: tuple[Degree, ...]
    wishes: tuple[Degree, ...]
    remarks: tuple[str, ...]
    foreseen: tuple[Foreseen, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal it weighed, and why it did what it did."""

    text: str
    decision: str
    reason: str


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise it broke knowing what it did.

    to: whom it was given to, where the text does not name them.
    """

    text: str
    to: str
    reason: str


@dataclass(frozen=True, slots=True)
class Fear:
    """A province in which the bot expected an attack."""

    place: str
    percent: int
    who: str


@dataclass(frozen=True, slots=True)
class MindPage:
    """One bot in one phase. plan: place and words of each order. worth: in centers. sure: how much of the others'
    orders it thought to know, in percent."""

    feeling: str
    worth: float | None
    sure: int | None
    orders: tuple[Order, ...]
    plan: tuple[tuple[str, str], ...]
    stances: tuple[Stance, ...]
    fears: tuple[Fear, ...]
    dealings: tuple[Dealing, ...]
    breaches: tuple[Breach, ...]
    lately: tuple[str, ...]


_FEELINGS: Final = {"VeryHappy": "very happy", "Happy": "happy", "Sad": "sad", "Angry": "angry"}
_WORTH_SAYING: Final = 0.05
"""The least that a center of somebody else's has to be worth, in centers, for a remark."""
_LISTED: Final = 12
"""The most rows of a kind that are read."""


def minds_of(game: Game) -> dict[Seat, list[SeatPhase]]:
    """The sheets with a journal of each bot of a game, oldest first; seats in the order of the powers. A seat that a
    bot gave up to a person keeps what the bot wrote. A journal counts for the phase it names: memory goes on."""
    found: dict[Seat, list[SeatPhase]] = {}
    for sheet in queries.sheets_with_journal(game):
        found.setdefault(sheet.seat, []).append(sheet)
    return found


def page_of(sheet: SeatPhase) -> MindPage:
    """Page made of a sheet's journal."""
    journal = _table(sheet.memory).get("journal")
    position, outcomes = convert.position_of(sheet.phase), convert.outcomes_of(sheet.phase)
    return page_from(journal, convert.power_of(sheet.seat), position, outcomes)


def page_from(record: object, me: Power, position: Position, outcomes: Sequence[Outcome] = ()) -> MindPage:
    """Page made of a journal.

    outcomes: of the phase, once it is over.
    """
    journal = _table(record)
    planned = _table(journal.get("planned"))
    orders = tuple(_orders(_texts(planned.get("orders"), 40), position))
    worth, doubt = _number(planned.get("utility")), _number(planned.get("uncertainty"))
    return MindPage(
        feeling=_FEELINGS.get(str(journal.get("feeling")), ""),
        worth=worth,
        sure=None if doubt is None else round(100 * (1 - min(max(doubt, 0.0), 1.0))),
        orders=orders,
        plan=tuple(row_words(order) for order in orders),
        stances=tuple(_stances(journal, me, position, outcomes)),
        fears=tuple(_fears(_rows(journal.get("feared")))),
        dealings=tuple(_dealings(_rows(journal.get("deals")), me)),
        breaches=tuple(_breaches(_rows(journal.get("broken")), me)),
        lately=tuple(_lately(_rows(journal.get("events")))),
    )


def scene_of(sheet: SeatPhase, page: MindPage) -> Scene:
    """The board of the phase with what the bot ordered, as it planned it; fates are not drawn."""
    power = convert.power_of(sheet.seat)
    title = f"The board of {_turn(sheet.phase.name)} with the plan of {POWER_NAMES[power]}"
    return Scene(convert.position_of(sheet.phase), {power: page.orders}, viewer=power, title=title)


# --- Powers -----------------------------------------------------------------------------------------


def _stances(
    journal: Mapping[str, Any], me: Power, position: Position, outcomes: Sequence[Outcome]
) -> Iterable[Stance]:
    towards, believed = _table(journal.get("towards")), _table(journal.get("believed"))
    for power in POWERS:
        held = _table(towards.get(power))
        foreseen = tuple(_foreseen(power, believed, position, outcomes))
        if power == me or not (held or foreseen):
            continue
        trust = _number(held.get("trust"))
        yield Stance(
            power,
            POWER_NAMES[power],
            None if trust is None else Degree("", trust).percent,
            _degrees(held.get("emotions")),
            _degrees(held.get("desires")),
            tuple(_remarks(held)),
            foreseen,
        )


def _remarks(held: Mapping[str, Any]) -> Iterable[str]:
    """Meanings of an attitude's numbers, for those that mean anything."""
    regard, price = _number(held.get("regard")) or 0.0, _number(held.get("price"))
    if regard <= -_WORTH_SAYING:
        yield f"Every center they lose is worth {-regard:.2g} of its own."
    elif regard >= _WORTH_SAYING:
        yield f"Every center they have is worth {regard:.2g} of its own."
    if price:
        yield f"To break its word to them it would ask {price:.2g} center{'' if price == 1 else 's'}."
    if held.get("talks") is False:
        yield "It does not talk to them any more."


def _foreseen(
    power: Power, believed: Mapping[str, Any], position: Position, outcomes: Sequence[Outcome]
) -> Iterable[Foreseen]:
    given = {outcome.order.region: outcome.order for outcome in outcomes if hasattr(outcome.order, "region")}
    for unit in position.units_of(power):
        order = given.get(unit.region)
        guesses = tuple(_guesses(_rows(believed.get(str(unit))), order, position))
        if guesses:
            missed = order is not None and not any(guess.came for guess in guesses)
            yield Foreseen(place_name(unit.region), guesses, _words(order) if missed and order is not None else "")


def _guesses(rows: Iterable[Any], given: Order | None, position: Position) -> Iterable[Guess]:
    for row in rows:
        text, degree = _pair(row)
        for order in _orders([text], position):
            came = given is not None and format_order(given) == format_order(order)
            yield Guess(_words(order), Degree("", degree).percent, came)


def _words(order: Order) -> str:
    return row_words(order)[1]


def _degrees(value: object) -> tuple[Degree, ...]:
    found = [Degree(str(name)[:40], degree) for name, each in _table(value).items() if (degree := _number(each))]
    return tuple(sorted(found, key=lambda each: -each.degree)[:_LISTED])


# --- Fears, deals, news -------------------------------------------------------------------------------


def _fears(rows: Iterable[Any]) -> Iterable[Fear]:
    for row in rows:
        match row:
            case [str(where), int() | float() as chance, [*powers]]:
                who = ", ".join(POWER_NAMES[power] for power in POWERS if power in powers)
                yield Fear(_place(where), Degree("", chance).percent, who)


_ANSWERS: Final = ("accepted", "rejected")
"""Decisions about a deal that the other one offered."""


def _dealings(rows: Iterable[Any], me: Power) -> Iterable[Dealing]:
    for row in map(_table, rows):
        partners = [power for power in _powers(row.get("with")) if power != me]
        decision = _text(row, "decision")
        text = _deal(str(row.get("deal", "")), me, partners, is_theirs=decision in _ANSWERS)
        yield Dealing(text, decision, _text(row, "reason"))


def _deal(text: str, me: Power, partners: Sequence[Power], *, is_theirs: bool) -> str:
    """A deal in English, as the offer of whoever made it.

    A note on no deal names the partners; a deal cut short cannot be read.
    """
    if not text:
        return f"In its messages with {listed([POWER_NAMES[power] for power in partners])}." if partners else ""
    with suppress(TalkError, ValueError):
        deal = parse_formula(text, DIPLOMACY)
        if partners and isinstance(deal, Agree | Commits):
            speaker, *hearers = (*partners, me) if is_theirs else (me, *partners)
            return report(Propose(speaker, tuple(hearers), deal))
    return "The deal was too long for the journal."


def _breaches(rows: Iterable[Any], me: Power) -> Iterable[Breach]:
    for row in map(_table, rows):
        text = "The promise was too long for the journal."
        with suppress(TalkError, ValueError):
            text = pledge(me, parse_formula(str(row.get("promise", "")), DIPLOMACY))
        to = [POWER_NAMES[power] for power in _powers(row.get("to"))]
        unnamed = [name for name in to if name not in text]
        yield Breach(text, listed(unnamed) if unnamed else "", _text(row, "reason"))


_HAPPENED: Final[Mapping[str, str]] = {
    "kept their word": "{who} kept its word",
    "broke their word": "{who} broke its word",
    "I broke my word": "it broke its word to {who}",
    "took my center": "{who} took a center from it",
    "dislodged my unit": "{who} drove one of its units out",
    "attacked me": "{who} attacked it",
    "supported me": "{who} supported it",
    "I attacked them": "it attacked {who}",
    "I gained a center": "it gained a center",
    "I lost a center": "it lost a center",
    "proposed": "{who} made a proposal",
    "accepted": "{who} accepted a proposal",
    "rejected": "{who} rejected a proposal",
    "told something": "{who} told it something",
    "was kind": "{who} was kind",
    "was angry": "{who} was angry",
    "haggled": "{who} haggled",
    "talked nonsense": "{who} talked nonsense",
    "flooded me": "{who} sent it too many messages",
}
"""Words for what a bot remembers, by the name it is kept under."""


def _lately(rows: Iterable[Any]) -> Iterable[str]:
    for row in rows:
        match row:
            case [str(phase), str(what), str(power), *about] if power in POWER_NAMES and what in _HAPPENED:
                place = about[0] if about and isinstance(about[0], str) else ""
                where = f": {_place(place)}" if place[:3] in STANDARD.provinces and len(place) in (3, 6) else ""
                yield f"{_turn(phase)}: {_HAPPENED[what].format(who=POWER_NAMES[power])}{where}"


def _turn(phase: str) -> str:
    try:
        return parse_phase(phase).turn
    except ValueError:
        return "Earlier"


# --- Reading what may be anything --------------------------------------------------------------------


def _table(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _rows(value: object) -> Sequence[Any]:
    return value[:_LISTED] if isinstance(value, list) else ()


def _texts(value: object, most: int) -> list[str]:
    return [each for each in value[:most] if isinstance(each, str)] if isinstance(value, list) else []


def _powers(value: object) -> list[Power]:
    """Powers by their codes, one or more."""
    named = [value] if isinstance(value, str) else _texts(value, len(POWERS))
    return [power for power in POWERS if power in named]


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return value[:400] if isinstance(value, str) else ""


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _pair(row: object) -> tuple[str, float]:
    match row:
        case [str(text), int() | float() as degree]:
            return text, float(degree)
    return "", 0.0


def _place(region: str) -> str:
    try:
        return place_name(region)
    except KeyError:
        return region[:20]


def _orders(texts: Iterable[str], position: Position) -> Iterable[Order]:
    for text in texts:
        try:
            yield parse_order(text, position.phase.kind, position)
        except NotationError:
            continue
