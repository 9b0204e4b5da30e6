"""The site behind a DAIDE session.

Each act is a service's, with the checks of any player.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from django.contrib.auth.models import AnonymousUser

from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.phase import Phase
from adjudication.position import Position, opening, position_from_dict
from adjudication.powers import POWERS, Power, as_power
from daide.table import LEVEL_OF_L, Heard, Played, Player, Refusal, Status, Table
from daide.tokens import MalformedText, Words, text_of, words_of
from dipgame import limits
from dipgame.accounts.guests import TooManyGuestsError
from dipgame.accounts.models import User
from dipgame.games import clock, convert, queries, services
from dipgame.games.errors import AboveLevel, Malformed, OutOfTurn, Refused
from dipgame.games.models import Game, GamePhase, Message, Seat
from dipgame.games.players import player_name
from dipgame.games.votes.end_vote import choice_of
from dipgame.security import is_sound
from dipgame.switches import READ_ONLY, is_on
from frontend.access import Access, access_for
from negotiation.diplomacy import DIPLOMACY
from negotiation.errors import MalformedTermError
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Utterance

__all__ = ["PREFIX", "SiteDesk"]

PREFIX: Final = "In DAIDE: "
"""Before press that L has no words for, where it is sent as text."""

_RESULTS: Final[dict[str, Status]] = {"solo": "solo", "conceded": "solo", "draw": "draw"}


class SiteDesk:
    """A client's desk.

    address: from where it comes, for limits. tell_all: sends words about the game to all its clients. came_back: told
    the number of a guest whose program is here again, so that its older connection ends.
    """

    def __init__(
        self, address: str, tell_all: Callable[[str, str, str], None], came_back: Callable[[int], None]
    ) -> None:
        self.address, self.slug = address, ""
        self.user: User | None = None
        self._tell_all, self._came_back = tell_all, came_back

    # ── coming and going ──────────────────────────────────────────────────────────────────────────

    def join(self, name: str, version: str) -> None:
        called, _, game = name.partition("@")
        slug, _, word = game.partition(":")
        self._check_switches()
        if not is_sound(name + version) or (word and not limits.WORDS.allows(self.address)):
            raise Refusal
        try:
            program = services.seat_program(called, version, self.address, slug, word)
        except (Refused, TooManyGuestsError):
            raise Refusal from None
        self.user, self.slug = program.user, program.game.slug

    def watch(self) -> None:
        game = queries.games_to_watch().first()
        if game is None:
            raise Refusal
        self.slug = game.slug

    def come_back(self, power: Power, passcode: int) -> None:
        if limits.PASSCODES.is_reached(self.address):
            raise Refusal
        program = queries.program_with(power, passcode)
        if program is None:
            limits.PASSCODES.allows(self.address)
            raise Refusal
        self.user, self.slug = program.user, program.game.slug
        self._came_back(program.user_id)
        self._seat()

    def leave(self) -> None:
        if self.user is None:
            return
        access = self._access()
        try:
            services.leave_game(self.user, access.game)
        except Refused:
            raise Refusal from None

    def drop(self) -> bool:
        """Free the seat of a waiting game; True if the game runs."""
        access = self._access()
        if access.game.status == Game.Status.OPEN and access.seat is not None:
            self.leave()
        return access.game.status == Game.Status.RUNNING and access.power is not None

    # ── the game ──────────────────────────────────────────────────────────────────────────────────

    def table(self) -> Table:
        if not self.slug:
            return Table()
        access = self._access()
        game, seat, row = access.game, access.seat, access.latest_phase()
        options = frozenset({"PDA"} if game.draws == "some" else ())
        program = None if self.user is None else queries.program_of(self.user.pk, game)
        terms = Table(
            passcode=0 if program is None else program.passcode,
            level=LEVEL_OF_L[game.press_level],
            options=options,
            lengths=(game.movement_seconds, game.retreat_seconds, game.adjustment_seconds),
            rulebook=convert.rulebook_of(game),
        )
        if row is None:
            return replace(terms, position=_first_of(game))
        position = convert.position_of(row)
        sheet = None if seat is None else queries.order_sheet(seat)
        over = game.status in (Game.Status.FINISHED, Game.Status.CANCELLED)
        return replace(
            terms,
            power=access.power,
            status=_RESULTS.get(game.result, "closed") if over else "running",
            position=position,
            index=row.index,
            orders={} if sheet is None else {each.key: each.order for each in sheet.orders},
            decides=sheet is not None and sheet.must_decide,
            ready=sheet is not None and sheet.ready,
            seconds=_seconds_left(row),
            alive=frozenset(queries.powers_on_board(position)),
            winner=as_power(game.winner) if game.winner else None,
            sharers=tuple(map(as_power, game.sharers.split())),
            players=_players(game, position) if over else (),
            heard=queries.newest_number(game.pk) if seat is not None else 0,
        )

    def played(self, begin: int, end: int) -> Sequence[Played]:
        rows = list(queries.phases_of(self._access().game).filter(index__gte=begin, index__lte=end))
        return [_played(row, after) for row, after in pairwise(rows)]

    def played_in(self, phase: Phase) -> Played:
        row = queries.phase_named(self._access().game, str(phase))
        if row is None or (after := queries.phase_after(row)) is None:
            raise Refusal
        return _played(row, after)

    def first(self) -> Position:
        row = queries.phases_of(self._access().game).first()
        return opening() if row is None else convert.position_of(row)

    # ── what a player does ────────────────────────────────────────────────────────────────────────

    def order(self, orders: Sequence[Order]) -> Sequence[bool]:
        seat, phase = self._playing()
        try:
            verdicts = services.submit_orders(seat, phase.name, [format_order(order) for order in orders])
        except Refused:
            raise Refusal from None
        return [verdict.order is not None for verdict in verdicts]

    def cancel(self, key: str | None) -> bool:
        seat, phase = self._playing()
        sheet = queries.order_sheet(seat)
        keys = [key] if key is not None else [each.key for each in sheet.orders] if sheet is not None else []
        try:
            return sum(services.cancel_order(seat, phase.name, each) for each in keys) > 0
        except Refused:
            raise Refusal from None

    def ready(self, ready: bool) -> None:
        seat, phase = self._playing()
        try:
            services.set_ready(seat, phase.name, ready)
        except Refused:
            raise Refusal from None

    def draw(self, sharers: tuple[Power, ...], agrees: bool) -> None:
        seat, phase = self._playing()
        try:
            services.cast_vote(seat, phase.name, "end", choice_of(frozenset(sharers)), True if agrees else None)
        except Refused:
            raise Refusal from None

    def say(self, hearers: tuple[Power, ...], readings: Sequence[Utterance], press: Words) -> tuple[Power, ...]:
        seat, phase = self._playing()
        if not limits.MESSAGES.allows(seat.user_id):
            raise Refusal
        for reading in readings:
            try:
                services.send_press(seat, hearers, "", format_term(reading, DIPLOMACY), phase_name=phase.name)
            except (OutOfTurn, Malformed):
                continue
            except AboveLevel:
                raise Refusal(huh=True) from None
            except Refused:
                raise Refusal from None
            return ()
        if readings:
            raise Refusal
        return self._say_to_programs(seat, phase, hearers, press)

    def _say_to_programs(
        self, seat: Seat, phase: GamePhase, hearers: tuple[Power, ...], press: Words
    ) -> tuple[Power, ...]:
        """Send press as text to programs; return the other hearers."""
        programs = queries.programs_in(seat.game)
        seats = seat.game.seats.filter(power__in=hearers)
        able = tuple(as_power(each.power) for each in seats if each.user_id in programs)
        if able:
            try:
                services.send_press(seat, able, f"{PREFIX}{text_of(press)}", plain=True, phase_name=phase.name)
            except Refused:
                return hearers
        return tuple(power for power in hearers if power not in able)

    def messages(self, after: int, last: int) -> Sequence[Heard]:
        access = self._access()
        rows = queries.messages_since(access.game, access.seat, after) or []
        programs = queries.programs_in(access.game)
        return [_heard(row, programs) for row in rows if after < row.pk <= last and row.speaker.power != access.power]

    def tell(self, name: str, words: str) -> None:
        self._check_switches()
        if not limits.MESSAGES.allows(self.address if self.user is None else self.user.pk):
            raise Refusal
        self._tell_all(self.slug, name, words)

    # ── who it is ─────────────────────────────────────────────────────────────────────────────────

    def _access(self) -> Access:
        """The client's access, by the one gate. Raises Refusal."""
        access = access_for(self.user or AnonymousUser(), self.slug)
        if access is None or (self.user is None and access.delayed):
            raise Refusal
        return access

    def _seat(self) -> Seat:
        """The client's seat, taken back from a bot. Raises Refusal."""
        access = self._access()
        if access.seat is not None:
            return access.seat
        if self.user is None or not queries.is_kept_for(self.user, access.game):
            raise Refusal
        try:
            services.take_seat_back(self.user, access.game)
        except Refused:
            raise Refusal from None
        seat = self._access().seat
        if seat is None:
            raise Refusal
        return seat

    def _playing(self) -> tuple[Seat, GamePhase]:
        """The client's seat and the phase now played. Raises Refusal."""
        self._check_switches()
        seat = self._seat()
        phase = queries.live_phase(seat.game)
        if phase is None or not limits.COMMANDS.allows(seat.user_id):
            raise Refusal
        return seat, phase

    def _check_switches(self) -> None:
        if is_on(READ_ONLY):
            raise Refusal

    def standing(self) -> tuple[str, int | None, int | None, Power | None]:
        """Address, seat, guest and power, as topics of news need them."""
        access = self._access() if self.slug else None
        seat = None if access is None else access.seat
        return (
            self.slug,
            None if seat is None else seat.pk,
            None if self.user is None else self.user.pk,
            None if access is None else access.power,
        )


def _first_of(game: Game) -> Position:
    return opening() if game.first_position is None else position_from_dict(game.first_position)


def _played(row: GamePhase, after: GamePhase) -> Played:
    past = convert.past_phase(row)
    return Played(past.position, past.outcomes, convert.position_of(after))


def _seconds_left(row: GamePhase) -> int | None:
    if row.deadline is None or not row.is_live:
        return None
    return max(0, int((row.deadline - clock.now()).total_seconds()))


def _players(game: Game, position: Position) -> tuple[Player, ...]:
    programs = queries.programs_in(game)
    seats = {seat.power: seat for seat in game.seats.select_related("user", "game")}
    found = []
    for power in POWERS:
        seat, centers = seats[power], len(position.centers_of(power))
        program = programs.get(seat.user_id or 0)
        name = player_name(seat, game) if program is None else program.name
        out = None if centers else _year_out(game, power)
        found.append(Player(power, name, "" if program is None else program.version, centers, out))
    return tuple(found)


def _year_out(game: Game, power: Power) -> int:
    """The year after which a power had no center."""
    year = 0
    for row in queries.phases_of(game):
        if convert.position_of(row).centers_of(power):
            year = convert.phase_of(row).year
    return year


def _heard(row: Message, programs: Container[int | None]) -> Heard:
    """A message, with its press if a program said it.

    That was read when it was said; whoever else writes such text writes text.
    """
    speaker = as_power(row.speaker.power)
    hearers = tuple(as_power(power) for power in row.powers if power != speaker)
    press: Words = ()
    if not row.term and row.text.startswith(PREFIX) and row.speaker.user_id in programs:
        try:
            press = words_of(row.text.removeprefix(PREFIX))
        except (MalformedText, ValueError):
            press = ()
    return Heard(row.pk, speaker, hearers, tuple(_said(row.term)), press)


def _said(term: str) -> list[Utterance]:
    try:
        return [parse(line, DIPLOMACY) for line in term.splitlines() if line.strip()]
    except MalformedTermError:
        return []
