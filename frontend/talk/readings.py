"""Readings of a text or of clicked orders: candidates and near misses.

Each with its L and English.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from adjudication.notation import NotationError, format_order, parse_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import Power, as_power
from dipgame.games import convert, queries, talk
from dipgame.games.errors import Malformed, NotRunning, Refused
from dipgame.games.legible import legible
from dipgame.games.models import Game, GamePhase, Seat
from dipgame.games.services.send_press import MAX_MESSAGE, check_sayable, checked_hearers
from frontend.talk.holes import holes_in
from frontend.talk.stretches import marked
from frontend.talk.word import against_my_word
from frontend.wire.talk import Candidate, CardOrder, Reading
from negotiation.diplomacy import DIPLOMACY, Action, Ent, Hlp, Unnamed, action_of, order_of
from negotiation.english.reported_speech import report
from negotiation.errors import ProtocolRefusedError
from negotiation.floor import Floor, given_promise
from negotiation.heard import Heard
from negotiation.levels import level, subterms
from negotiation.nearest import nearest
from negotiation.printer import format_term
from negotiation.protocols import act_of
from negotiation.terms import Accept, Commit, Commits, Deal, Do, Formula, Not, Propose, Utterance, group
from negotiation.understanding import understand
from negotiation.unnamed import keeping_actions

__all__ = ["MOST_WAYS", "offer_reading", "orders_in", "phase_played", "readback", "reading_of", "shown_heard"]

MOST_WAYS: Final = 6
"""Orders that are shown, at most, where any one of them would do what a promise without a unit asks."""

_THEIRS_OPEN: Final = "Answer their proposal first: accept or reject it."
_MINE_OPEN: Final = "Your last proposal is still open: wait for the answer, or take it back first."


def reading_of(seat: Seat, hearers: Iterable[str], text: str) -> Reading:
    """Reading of the text as if said now.

    Raises a kind of Refused where nobody can talk.
    """
    to = checked_hearers(seat, hearers)
    phase = phase_played(seat)
    return shown_heard(seat, to, understand(legible(text.strip()[:MAX_MESSAGE]), talk.context_for(seat, phase, to)))


def shown_heard(seat: Seat, to: Sequence[Power], heard: Heard) -> Reading:
    """Wire form of an understanding."""
    phase = phase_played(seat)
    floor = talk.floor_in(phase.game, phase, seat)
    context = talk.context_for(seat, phase, to)
    text, unread = heard.text, heard.unread
    names = any(heard.mentions) and not heard.readings
    near = nearest(text, context, highest=phase.game.press_level) if names else []
    return {
        "verdict": "clear" if heard.said else "choose" if heard.readings else "none",
        "candidates": [_candidate(phase, floor, each.said) for each in heard.readings],
        "unplaced": list(unread),
        "nearest": near,
        "question": "" if heard.question is None else heard.question.text,
        "allowed": list(floor.allowed(seat.power, to)),
        "stretches": marked(text, unread, context),
        "holes": holes_in(heard, context, convert.rulebook_of(phase.game)),
    }


def offer_reading(seat: Seat, hearers: Iterable[str], asked: Sequence[str], offered: Sequence[str]) -> Reading:
    """Orders clicked on the map as a proposal: those asked of the powers whose units they are, mine in return.

    Raises Malformed for what is no order, for units nobody has, and for orders asked of powers not spoken to.
    """
    to = checked_hearers(seat, hearers)
    phase = phase_played(seat)
    position = convert.position_of(phase)
    everybody = group((seat.power, *to))
    commits = []
    for mine, text in dict.fromkeys([*((False, text) for text in asked), *((True, text) for text in offered)]):
        power, action = _action(text, position)
        if (power == seat.power) is not mine or power not in everybody:
            whose = "You can offer your own units only" if mine else "Ask the owner of the unit"
            raise Malformed(f"{whose}: {text}.")
        others = group(other for other in everybody if other != power)
        commits.append(Commit(power, others if power == seat.power else (seat.power,), Do(action)))
    if not commits:
        raise Malformed("Choose an order to ask for or to offer.")
    utterance = Propose(seat.power, to, Commits(tuple(commits)))
    floor = talk.floor_in(phase.game, phase, seat)
    return {
        "verdict": "clear",
        "candidates": [_candidate(phase, floor, [utterance])],
        "unplaced": [],
        "nearest": [],
        "question": "",
        "allowed": list(floor.allowed(seat.power, to)),
        "stretches": [],
        "holes": [],
    }


def readback(utterances: Sequence[Utterance], viewer: Power | None) -> str:
    """`You propose peace with Germany.`, `France asks you to …`; of several utterances one after the other."""
    return " ".join(report(utterance, viewer) for utterance in utterances)


def orders_in(term: Formula, phase: GamePhase) -> list[CardOrder]:
    """Every order a term speaks of, in the order of the text, for drawing on the map.

    Of what names no unit the first ways to do it on the phase's board are shown.
    """
    found: list[CardOrder] = []
    denied = {id(part.item) for part in subterms(term) if isinstance(part, Not)}
    for part in subterms(term):
        if isinstance(part, Do):
            power, order = order_of(part.action)
            found.append({"power": power, "text": format_order(order), "denied": id(part) in denied, "choice": False})
        elif isinstance(part, Hlp | Ent):
            able = _ways_in(part, phase)
            found += [
                {
                    "power": part.power,
                    "text": format_order(order),
                    "denied": id(part) in denied,
                    "choice": len(able) > 1 and id(part) not in denied,
                }
                for order in able
            ]
    return [each for index, each in enumerate(found) if each not in found[:index]]


def _ways_in(part: Unnamed, phase: GamePhase) -> list[Order]:
    """The first orders that would do what names no unit, by the rules of the game."""
    found = keeping_actions(part, convert.position_of(phase), convert.rulebook_of(phase.game))
    return [order_of(action)[1] for action in found[:MOST_WAYS]]


def phase_played(seat: Seat) -> GamePhase:
    """The phase now played. Raises NotRunning where none is."""
    phase = queries.live_phase(seat.game)
    if phase is None:
        raise NotRunning("You can write messages only while the game is played; it has not begun, or is over.")
    return phase


def _candidate(phase: GamePhase, floor: Floor, read_as: Sequence[Utterance]) -> Candidate:
    utterances = [floor.meant(utterance) for utterance in read_as]
    return {
        "l": "\n".join(format_term(utterance, DIPLOMACY) for utterance in utterances),
        "english": readback(utterances, as_power(utterances[0].speaker)),
        "level": max(map(level, utterances)),
        "act": act_of(utterances[-1]),
        "orders": [order for utterance in utterances for order in orders_in(utterance, phase)],
        "against": against_my_word(phase.game, as_power(utterances[0].speaker), phase, _deals(utterances)),
        "blocked": _blocked(phase.game, floor, utterances),
    }


def _deals(utterances: Sequence[Utterance]) -> list[Deal]:
    """Deals that would bind the speaker."""
    asked = [utterance.deal for utterance in utterances if isinstance(utterance, Propose | Accept)]
    return [*asked, *(promise for utterance in utterances if (promise := given_promise(utterance)) is not None)]


def _blocked(game: Game, floor: Floor, utterances: Sequence[Utterance]) -> str:
    """Why this may not be said now; empty when it may."""
    try:
        for utterance in utterances:
            check_sayable(game, utterance)
            floor, _ = floor.said(utterance)
    except Refused as no:
        return no.message
    except ProtocolRefusedError as no:
        return _out_of_turn(utterance, no)
    return ""


def _out_of_turn(utterance: Utterance, no: ProtocolRefusedError) -> str:
    if isinstance(utterance, Propose):
        if "accept" in no.allowed:
            return _THEIRS_OPEN
        if "withdraw" in no.allowed:
            return _MINE_OPEN
    return str(no)


def _action(text: str, position: Position) -> tuple[Power, Action]:
    """Parse an order as an action of L, with the unit's owner."""
    try:
        order = parse_order(text, position.phase.kind, position)
        region = getattr(order, "region", None)
        standing = [*position.units, *(each.unit for each in position.dislodged)]
        unit = next((each for each in standing if region and each.province == region[:3]), None)
        owner = unit.power if unit is not None else position.centers.get(region[:3]) if region else None
        if owner is None:
            raise Malformed(f"No unit stands there: {text[:60]}.")
        return owner, action_of(owner, order, position)
    except NotationError as error:
        raise Malformed(str(error)) from None
    except ValueError as error:
        raise Malformed(f"This cannot be asked: {error}.") from None
