"""Invariants of a game, checked on its rows after every step.

They hold whatever was done to the game, and in whatever order.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser

from dipgame.accounts.models import User
from dipgame.games import queries, talk
from dipgame.games.events import game_topic, seat_topic
from dipgame.games.models import (
    Agreement,
    BotState,
    Game,
    GamePhase,
    Hearing,
    Message,
    Notification,
    Promise,
    Proposal,
    SeatPhase,
)
from dipgame.games.queries.conduct import sanction_in_force
from frontend.access import access_for
from frontend.game.state import state_of
from frontend.talk.state import press_of

__all__ = ["Watch", "digest"]

MARK = "word "
"""So begins the text of everything that is said by a test; what follows is said once."""

_COUNTED = ("game.changed", "sheet.changed", "press.changed", "message.said")


@dataclass
class Watch:
    """Checker of one game that remembers what may not change.

    said: texts that were said, with the conversation each was said in. resolved: by row, the phases that are over.
    seated: everybody who has had a seat, before the game began or later.
    """

    game_id: int
    outbox: Any
    said: dict[str, str] = field(default_factory=dict)
    resolved: dict[int, Any] = field(default_factory=dict)
    undone: int = 0
    numbers: dict[str, int] = field(default_factory=dict)
    told: int = 0
    seated: set[int] = field(default_factory=set)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.game_id)

    def look(self, viewers: Iterable[User | AnonymousUser] = ()) -> None:
        """Raise AssertionError if an invariant does not hold.

        viewers: people whose pages must not show what is hidden from them.
        """
        game = self.game
        self.seated.update(game.seats.filter(user__isnull=False).values_list("user", flat=True))
        self._phases(game)
        self._seats(game)
        self._messages(game)
        self._ledger(game)
        self._numbers(game)
        for viewer in viewers:
            self._view(game, viewer)

    def _phases(self, game: Game) -> None:
        """Check that one phase is live and resolved ones do not change.

        A phase that was taken back counts as resolved no more. Each phase has seven sheets, and no bot is left
        thinking.
        """
        rows = list(GamePhase.objects.filter(game=game).order_by("index").prefetch_related("sheets"))
        assert [row.index for row in rows] == list(range(len(rows)))
        last = [row.name for row in rows[-1:]]
        assert [row.name for row in rows if row.is_live] == last * (game.status == Game.Status.RUNNING)
        assert max(Counter(row.name for row in rows).values(), default=1) == 1
        if game.undone != self.undone:
            assert game.undone == self.undone + 1
            self.undone = game.undone
            stand = {row.pk for row in rows if not row.is_live}
            self.resolved = {pk: kept for pk, kept in self.resolved.items() if pk in stand}
        over = {row.pk: _past(row) for row in rows if row.status == GamePhase.Status.RESOLVED}
        assert {pk: over.get(pk) for pk in self.resolved} == self.resolved
        self.resolved = over
        for row in rows:
            assert len(row.sheets.all()) == 7
        assert not Hearing.objects.filter(phase__game=game, state=Hearing.State.THINKING).exists()

    def _seats(self, game: Game) -> None:
        seats = list(game.seats.all())
        people = [seat.user_id for seat in seats if seat.user_id is not None]
        if game.status in (Game.Status.OPEN, Game.Status.RUNNING):
            assert not User.objects.filter(pk__in=people, left_at__isnull=False).exists()
            assert not [person for person in User.objects.filter(pk__in=people) if sanction_in_force(person, "ban")]
            live = [f":{row.pk}" for row in GamePhase.objects.filter(game=game, status__in=("open", "claimed"))]
            kinds = (Notification.Kind.PHASE, Notification.Kind.DEADLINE, Notification.Kind.PROMISE)
            for told in Notification.objects.filter(game=game, kind__in=kinds, seen_at=None):
                assert told.key.endswith(tuple(live)), told.key
            assert people or game.status == Game.Status.OPEN, "bots play alone"
        assert len(people) == len(set(people))
        if game.status == Game.Status.RUNNING:
            assert not [seat.power for seat in seats if seat.is_free]
            assert all(seat.bot for seat in seats if seat.user_id is None)

    def _messages(self, game: Game) -> None:
        """Check that messages are stored once, in their order and conversation."""
        rows = list(Message.objects.filter(game=game, text__startswith=MARK).order_by("pk"))
        assert [(row.text, row.between) for row in rows] == [*self.said.items()], "in the order in which it was said"
        ids = [row.pk for row in Message.objects.filter(game=game).order_by("pk")]
        assert len(ids) == len(set(ids))
        known = {row.phase_id for row in rows}
        assert known <= set(GamePhase.objects.filter(game=game).values_list("pk", flat=True))

    def _ledger(self, game: Game) -> None:
        """Check that exactly the accepted proposals became agreements.

        Each agreement has promises; one that is done has only promises that are done. While the game runs, open
        proposals belong to the live phase.
        """
        accepted = Proposal.objects.filter(message__game=game, state=Proposal.State.ACCEPTED)
        made = Agreement.objects.filter(game=game, proposal__isnull=False)
        assert sorted(accepted.values_list("pk", flat=True)) == sorted(made.values_list("proposal", flat=True))
        promises = Promise.objects.filter(agreement__game=game)
        lines = Counter(promises.values_list("agreement", flat=True))
        assert all(lines[pk] for pk in Agreement.objects.filter(game=game).values_list("pk", flat=True))
        unfinished = set(promises.filter(done=False).values_list("agreement", flat=True))
        assert not Agreement.objects.filter(game=game, done=True, pk__in=unfinished).exists()
        if game.status == Game.Status.RUNNING:
            live = GamePhase.objects.get(game=game, status__in=("open", "claimed"))
            lingering = Proposal.objects.filter(message__game=game, state=Proposal.State.OPEN).exclude(phase=live)
            assert not lingering.exists()

    def _numbers(self, game: Game) -> None:
        """Check that news numbers never fall, and rise with each event.

        A game's number rises by one for each counted event sent to its pages, a seat's by at least one. Numbers
        of messages rise, too, at each seat.
        """
        seats = list(game.seats.all())
        topics = [game_topic(game.slug), *(seat_topic(seat.pk) for seat in seats)]
        now = queries.news_of(topics)
        fresh, self.told = self.outbox.messages[self.told :], len(self.outbox.messages)
        told = Counter(
            topic for topic, message in fresh if message["type"] in _COUNTED and not _is_uncounted(topic, message)
        )
        for topic in topics:
            before = self.numbers.get(topic)
            assert before is None or now[topic] >= before
            if before is not None and topic == game_topic(game.slug):
                assert now[topic] - before == told[topic], topic
            elif before is not None:
                assert now[topic] - before >= told[topic], topic
        by_seat: dict[str, list[int]] = {}
        for topic, message in fresh:
            if message["type"] == "message.said":
                by_seat.setdefault(topic, []).append(message["number"])
        for topic, numbers in by_seat.items():
            assert numbers == sorted(set(numbers))
            assert topic not in now or numbers[-1] <= now[topic]
        self.numbers = now

    def _view(self, game: Game, viewer: User | AnonymousUser) -> None:
        """Check that a viewer's page shows no hidden messages or orders.

        A player may read exactly the messages of their conversations. Somebody who never had a part in the game
        has no notifications of it.
        """
        access = access_for(viewer, game.slug)
        if access is None or game.status != Game.Status.RUNNING:
            return
        shown = json.dumps([state_of(access), press_of(access)], default=str)
        power = access.seat.power if access.seat is not None else ""
        for text, between in self.said.items():
            if power not in between.split():
                assert f'"{text}"' not in shown, (text, power)
        if power:
            heard = {row.text for row in talk.messages_for(access.game, access.seat) if row.text.startswith(MARK)}
            assert heard == {text for text, between in self.said.items() if power in between.split()}
        phase = queries.live_phase(game)
        outcomes = json.dumps([row.outcomes for row in GamePhase.objects.filter(game=game)])
        for sheet in SeatPhase.objects.filter(phase=phase).exclude(seat__power=power):
            for order in sheet.orders.values():
                assert f'"{order}"' not in shown or order in outcomes, (order, power)
        if access.seat is None and viewer.is_authenticated and not viewer.is_staff:
            told = Notification.objects.filter(game=game, user=viewer.pk)
            was_here = game.absences.filter(user=viewer.pk).exists() or game.host_id == viewer.pk
            assert was_here or viewer.pk in self.seated or not told.exists()


def _past(row: GamePhase) -> Any:
    sheets = sorted((sheet.seat_id, sheet.orders) for sheet in row.sheets.all())
    return row.name, row.resolved_at, row.outcomes, row.position, sheets


def _is_uncounted(topic: str, message: dict[str, Any]) -> bool:
    """True if the event says that bots are writing.

    Pages look at that again without a number (`events.bots_busy`).
    """
    return topic.startswith("seat.") and message["type"] == "game.changed"


def _asked(sheet: SeatPhase) -> str:
    """Tell how far its bot has come.

    In a phase that is over it makes no difference whether a bot that had not answered was asked already.
    """
    over = sheet.phase.status != GamePhase.Status.OPEN
    return BotState.WAITING if over and sheet.bot_state == BotState.THINKING else sheet.bot_state


def digest(game: Game) -> Any:
    """The game as players know it, without times and row numbers.

    Games that two orders of the same acts come to have equal digests.
    """
    game = Game.objects.get(pk=game.pk)
    seats = {seat.pk: seat.power for seat in game.seats.all()}
    phases = {row.pk: row for row in GamePhase.objects.filter(game=game).order_by("index")}
    sheets = SeatPhase.objects.filter(phase__game=game).select_related("phase")
    return json.loads(
        json.dumps(
            {
                "game": [game.status, game.result, game.winner, game.sharers, game.undone, game.host_id],
                "paused": game.paused_until is not None,
                "seats": [
                    [seat.power, seat.user_id, seat.bot, seat.owner_id, seat.votes, seat.start_wish, seat.wishes]
                    for seat in game.seats.order_by("power")
                ],
                "phases": [[row.name, row.status, row.outcomes] for row in phases.values()],
                "sheets": sorted(
                    [phases[row.phase_id].index, seats[row.seat_id], row.orders, row.ready, _asked(row)]
                    for row in sheets
                ),
                "said": sorted(
                    [row.between, seats[row.speaker_id], row.text, row.term, row.undone, phases[row.phase_id].index]
                    for row in Message.objects.filter(game=game)
                ),
                "proposed": sorted([row.term, row.state] for row in Proposal.objects.filter(message__game=game)),
                "promised": sorted(
                    [row.power, row.content, row.state, row.done]
                    for row in Promise.objects.filter(agreement__game=game)
                ),
                "heard": sorted(
                    [seats[row.seat_id], row.state, row.message_id is None]
                    for row in Hearing.objects.filter(phase__game=game)
                ),
                "absent": sorted(game.absences.values_list("kind", "user", "power")),
            },
            default=str,
        )
    )
