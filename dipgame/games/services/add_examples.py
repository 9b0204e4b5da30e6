"""Example games of our own bots, from the files in `games/examples`: something to look at on a new site.

Bots played them in the arena (`tools/example_game.py`). A file holds orders, messages and what bots noted of their
thoughts; boards, outcomes and the ledger of promises follow from them by the rules. A file whose game is not over
becomes a running game with a slow clock: its bots think once a phase, which stays open until its deadline. Examples
count neither in the ranking nor in any number of games.
"""

import gzip
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.options import must_decide
from adjudication.orders import Order
from adjudication.outcomes import outcome_as_dict
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power, as_power
from dipgame.accounts.models import User
from dipgame.games import clock, convert, queries, talk
from dipgame.games.models import BotState, Game, GamePhase, Message, Seat, SeatPhase
from dipgame.games.numbers import new_number
from dipgame.games.services.close_game import close_if_over
from dipgame.games.services.judge_promises import judge_promises
from dipgame.games.services.store_talk import store_talk
from dipgame.transactions import atomic
from negotiation.diplomacy import DIPLOMACY
from negotiation.levels import level
from negotiation.parser import parse
from negotiation.terms import Accept, Propose, Reject

__all__ = ["EXAMPLES", "add_examples", "is_fresh", "remove_examples"]

EXAMPLES: Final = Path(__file__).resolve().parents[1] / "examples"
_ENDING: Final = ".json.gz"
_SLOW: Final = {"movement_seconds": 259_200, "retreat_seconds": 86_400, "adjustment_seconds": 86_400}


def is_fresh() -> bool:
    """True if nobody has an account and no game was ever offered."""
    return not User.objects.exists() and not Game.objects.exists()


def add_examples() -> int:
    """Add the example games that are not there; returns how many. None where EXAMPLE_GAMES is off."""
    if not settings.EXAMPLE_GAMES:
        return 0
    added = 0
    for file in sorted(EXAMPLES.glob(f"*{_ENDING}")):
        name = file.name.removesuffix(_ENDING)
        with atomic():
            if not Game.objects.filter(example=name).exists():
                _add(name, json.loads(gzip.decompress(file.read_bytes())))
                added += 1
    return added


def remove_examples() -> int:
    """Delete all example games; returns how many."""
    with atomic():
        games = Game.objects.exclude(example="")
        count = games.count()
        games.delete()
    return count


def _add(name: str, data: Mapping[str, Any]) -> None:
    at = clock.now()
    game = Game.objects.create(
        name=data["name"],
        example=name,
        status=Game.Status.RUNNING,
        started_at=at,
        seed=data["seed"],
        edition=data["edition"],
        end_year=data["end_year"],
        press_level=data["press_level"],
        press_protocol=data["press_protocol"],
        **_SLOW,
    )
    seats = {power: Seat(game=game, power=power, bot=data["seats"][power], joined_at=at) for power in POWERS}
    Seat.objects.bulk_create(seats.values())
    position, phases, over = opening(), data["phases"], bool(data["over"])
    for index, record in enumerate(phases):
        is_live = not over and index == len(phases) - 1
        phase = _open(game, index, position, at, is_live=is_live)
        _write_talk(phase, seats, record["talk"], at)
        orders = _orders(record["orders"], position)
        _write_sheets(phase, seats, orders, record["minds"])
        if is_live:
            return
        resolution = adjudicate(position, orders, convert.rulebook_of(game))
        happened = judge_promises(phase, resolution)
        phase.status, phase.resolved_at, phase.deadline = GamePhase.Status.RESOLVED, at, None
        phase.outcomes = [outcome_as_dict(each) for each in resolution.outcomes]
        phase.save()
        store_talk(phase, happened, at, new_number(after=queries.newest_number(phase.game_id)))
        position = resolution.next
    if not close_if_over(game, len(phases), position, at):
        raise ValueError(f"example {name} is not over after its last phase")


def _open(game: Game, index: int, position: Position, at: datetime, *, is_live: bool) -> GamePhase:
    deadline = clock.deadline_of(game, position.phase, at)
    return GamePhase.objects.create(
        game=game,
        index=index,
        name=str(position.phase),
        position=convert.position_row(position),
        opened_at=at,
        deadline=deadline,
        closes_at=deadline if is_live else None,
    )


def _write_talk(phase: GamePhase, seats: Mapping[Power, Seat], messages: list[Mapping[str, str]], at: datetime) -> None:
    """Write the messages of a phase and what follows from them. A yes or no answers the last proposal of another in its
    conversation."""
    parley, proposed = talk.parley_in(phase), dict[str, list[Message]]()
    for said in messages:
        utterance = parse(said["term"], DIPLOMACY)
        speaker = seats[as_power(utterance.speaker)]
        between = talk.between((utterance.speaker, *utterance.hearers))
        open_here = proposed.setdefault(between, [])
        answers = open_here if isinstance(utterance, Accept | Reject) else ()
        parley, happened = parley.said(utterance)
        message = Message.objects.create(
            id=new_number(),
            game_id=phase.game_id,
            phase=phase,
            speaker=speaker,
            between=between,
            text=said["text"],
            term=said["term"],
            level=level(utterance),
            reply_to=next((each for each in reversed(answers) if each.speaker_id != speaker.pk), None),
            at=at,
        )
        if isinstance(utterance, Propose):
            open_here.append(message)
        if happened:
            store_talk(phase, happened, at, message.pk, message)
            parley = talk.parley_in(phase)  # tables bear the numbers of their rows from here on


def _orders(texts: Mapping[str, list[str]], position: Position) -> dict[Power, tuple[Order, ...]]:
    kind = position.phase.kind
    return {as_power(power): tuple(parse_order(text, kind, position) for text in each) for power, each in texts.items()}


def _write_sheets(
    phase: GamePhase,
    seats: Mapping[Power, Seat],
    orders: Mapping[Power, tuple[Order, ...]],
    minds: Mapping[str, Mapping[str, Any]],
) -> None:
    """Write what the bots decided in the arena on their sheets: no bot has to think before the next phase."""
    position = convert.position_of(phase)
    sheets = []
    for power, seat in seats.items():
        decides = must_decide(position, power)
        sheets.append(
            SeatPhase(
                seat=seat,
                phase=phase,
                orders=convert.orders_row(orders.get(power, ())),
                must_decide=decides,
                ready=True,
                bot_state=BotState.OK if decides else BotState.NONE,
                bot_since=phase.opened_at if decides else None,
                memory=minds.get(power),
            )
        )
    SeatPhase.objects.bulk_create(sheets)
