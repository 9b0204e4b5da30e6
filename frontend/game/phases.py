"""One phase of a game for the browser: its layers, everybody's orders with their fates, and what I may order now."""

from collections.abc import Iterable
from typing import Any, Final

from adjudication.board import Region, province_of
from adjudication.notation import format_order
from adjudication.orders import Move, Retreat, Waive
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power, as_power
from dipgame.games import convert, queries, talk
from dipgame.games.models import GamePhase, Promise
from frontend.access import Access
from frontend.board import LAYERS, Scene, render_layers
from frontend.display import USUAL, DisplayOptions
from frontend.game.chapters import Chapter, Line, Word
from frontend.game.letter import letter_of, places_in
from frontend.game.options import options_of
from frontend.game.shared import shared
from frontend.game.state import title_of
from frontend.game.world import front_page, world_of
from frontend.rows import row_words
from frontend.wire.page import Fate, LetterLine, LetterView, PhaseView
from negotiation.english.reported_speech import pledge

__all__ = [
    "arrivals_of",
    "board_of",
    "board_to_send",
    "fate_of",
    "front_page_of",
    "phase_json",
    "scene_of",
]

_BROWSERS_OWN: Final = "layer-targets"
_NAMES: Final = "layer-labels"


def scene_of(
    access: Access, row: GamePhase, display: DisplayOptions = USUAL, sight: queries.Sight | None = None
) -> Scene:
    """The picture of a phase, with the orders the viewer may see.

    Orders not decided yet are drawn for their writer and the game master alone.
    """
    sight = sight or access.look()
    position = convert.position_of(row)
    power = access.power
    before = sight.last_turn(row) if _shows_memory(row) else []
    orders = {power: _own_orders(sight, row)} if power is not None and row.is_live else {}
    if row.is_live and row == sight.live:
        orders |= {convert.power_of(seat): [each.order for each in sheet.orders] for seat, sheet in sight.all_sheets}
    return Scene(
        position=position,
        orders=orders,
        outcomes=convert.outcomes_of(row),
        memory=[outcome for each in before for outcome in convert.outcomes_of(each)],
        viewer=power,
        labels=display.labels,  # type: ignore[arg-type]
        hatching=display.hatching,
        title=f"{access.game.name}, {title_of(position.phase, row.status)}",
    )


def phase_json(
    access: Access,
    row: GamePhase,
    display: DisplayOptions = USUAL,
    *,
    layers: bool = True,
    sight: queries.Sight | None = None,
) -> PhaseView:
    """Everything the page needs to show the phase. Without `layers` for a page that has them already.

    arrivals: [from region, to region] of every unit that moved into this position. letter: what
    befell the viewer, in this phase once it is over, else since the last moves; without lines before the first.
    """
    sight = sight or access.look()
    scene = scene_of(access, row, display, sight)
    last_turn = sight.last_turn(row)
    before = {each.name: convert.outcomes_of(each) for each in last_turn}
    past = next(reversed(before.values()), ())
    names = [name for name in LAYERS if name != _BROWSERS_OWN] if layers else []
    shown: PhaseView = {
        "name": row.name,
        "title": title_of(scene.position.phase, row.status),
        "kind": scene.position.phase.kind,
        "status": row.status,
        "layers": render_layers(scene, names),
        "orders": [fate_of(outcome) for outcome in sorted(scene.outcomes, key=_sort_key)],
        "arrivals": arrivals_of(past, scene.position),
        "letter": _letter(access, sight, row, [row] if row.status == GamePhase.Status.RESOLVED else last_turn),
    }
    if row.is_live and access.power is not None:
        shown["options"] = options_of(scene.position, access.power, convert.rulebook_of(access.game))
    return shown


def board_of(access: Access, row: GamePhase, display: DisplayOptions, sight: queries.Sight) -> PhaseView:
    """The phase as pages fetch it, drawn once for all watchers."""
    drawn = f"{row.name}:{row.status}:{display.key}"
    return shared(access, drawn, lambda: phase_json(access, row, display, sight=sight))


def board_to_send(access: Access, name: str, display: DisplayOptions, sight: queries.Sight) -> PhaseView | None:
    """The phase without names of provinces; None where it is gone.

    Drawn once for all who only watch.
    """

    def drawn() -> PhaseView | None:
        row = sight.phase_named(name)
        if row is None:
            return None
        view = phase_json(access, row, display, sight=sight)
        return {**view, "layers": {layer: text for layer, text in view["layers"].items() if layer != _NAMES}}

    return shared(access, f"sent:{name}:{display.key}", drawn)


def _letter(access: Access, sight: queries.Sight, row: GamePhase, rows: list[GamePhase]) -> LetterView:
    """The letter about these phases, which are over and follow one another."""
    nothing: LetterView = {"title": "", "lines": [], "world": [], "fates": []}
    return convert.readable(row, lambda: _written_letter(access, sight, rows), nothing) if rows else nothing


def front_page_of(access: Access) -> tuple[str, tuple[Line, ...]]:
    """The news of the last turn of a game, and its name: `Fall 1908`; without lines where no turn is over."""
    sight = access.look()
    over = [row for row in sight.all_phases if row.status == GamePhase.Status.RESOLVED]
    moves = [at for at, row in enumerate(over) if row.name.endswith("M")]
    if not moves:
        return "", ()
    chapters = _chapters(access, sight, over[moves[-1] :])
    return chapters[0].before.phase.turn, front_page(chapters)


def _chapters(access: Access, sight: queries.Sight, rows: list[GamePhase]) -> list[Chapter]:
    """These phases, which are over and follow one another, with the words this viewer may know."""
    after = sight.after(rows[-1]) or rows[-1]
    boards = [convert.position_of(each) for each in (*rows, after)]
    words: dict[str, list[Word]] = {each.name: [] for each in rows}
    for promise in sight.ended_with(rows):
        word = convert.readable(promise, lambda promise=promise: _word(promise, access.power), None)  # type: ignore[misc]
        if word is not None and promise.judged is not None:
            words[promise.judged.name].append(word)
    return [
        Chapter(boards[at], convert.outcomes_of(each), boards[at + 1], tuple(words[each.name]))
        for at, each in enumerate(rows)
    ]


def _written_letter(access: Access, sight: queries.Sight, rows: list[GamePhase]) -> LetterView:
    chapters = _chapters(access, sight, rows)
    return {
        "title": chapters[0].before.phase.turn,
        "lines": _lines(letter_of(chapters, access.power)),
        "world": _lines(world_of(chapters, access.power)),
        "fates": [
            outcome.text
            for chapter in chapters
            for outcome in sorted(chapter.outcomes, key=_sort_key)
            if outcome.power == access.power
        ],
    }


def _lines(lines: Iterable[Line]) -> list[LetterLine]:
    return [{"text": line.text, "tone": line.tone, "places": list(line.places)} for line in lines]


def _word(promise: Promise, reader: Power | None) -> Word | None:
    """A promise that came to its end, for the letter."""
    if promise.state not in (promise.State.KEPT, promise.State.BROKEN) or talk.is_own_gain(promise):
        return None
    content, by = talk.formula_of(promise.content), as_power(promise.power)
    to = tuple(as_power(power) for power in promise.agreement.between.split() if power != by)
    said = pledge(by, content, reader, talk.time_of(talk.deal_of(promise.agreement), content))
    return Word(by, to, said, promise.state == promise.State.KEPT, places_in(promise.content))


def _shows_memory(row: GamePhase) -> bool:
    """A phase whose own arrows are drawn needs no others beneath them."""
    return row.status != GamePhase.Status.RESOLVED


def _own_orders(sight: queries.Sight, row: GamePhase) -> list[Any]:
    sheet = sight.sheet
    if sheet is None or str(sheet.phase) != row.name:
        return []
    return [each.order for each in sheet.orders]


def _sort_key(outcome: Outcome) -> tuple[str, str]:
    return outcome.power, format_order(outcome.order)


def fate_of(outcome: Outcome) -> Fate:
    """An order and its fate, for the page."""
    order = outcome.order
    place, words = row_words(order)
    return {
        "power": outcome.power,
        "order": format_order(order),
        "kind": None if isinstance(order, Waive) else order.kind,
        "place": place,
        "words": words,
        "text": outcome.text,
        "result": outcome.result,
        "reason": outcome.reason.value,
    }


def arrivals_of(past: tuple[Outcome, ...], position: Position) -> list[tuple[Region, Region]]:
    """[From region, to region] of every unit that moved into this position."""
    found = []
    for outcome in past:
        if outcome.result != "ok" or not isinstance(outcome.order, Move | Retreat):
            continue
        unit = position.unit_at(province_of(outcome.order.target))
        if unit is not None and unit.power == outcome.power:
            found.append((outcome.order.region, unit.region))
    return found
