"""A deadline comes near: who has not written is told once, and whose promise is due."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from adjudication.orders import Hold
from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, convert, queries, talk
from dipgame.games.models import GamePhase, Notification, SeatPhase
from dipgame.games.services.notify import When, notify
from dipgame.transactions import atomic
from negotiation.foresight import Given, Standing, breaks

__all__ = ["remind"]

_WORTH_A_MAIL: Final = timedelta(minutes=10)
"""A mail about a deadline that is nearer comes too late."""


def remind() -> int:
    """See to the phases whose deadline is near; returns how many. Each is seen to once, however often it is put off."""
    now = clock.now()
    near = GamePhase.objects.filter(
        status=GamePhase.Status.OPEN, reminded=False, deadline__gt=now, deadline__lte=now + clock.LONGEST_WARNING
    ).select_related("game")
    return sum(_remind(phase, now) for phase in near if clock.is_near(phase, now))


def _remind(phase: GamePhase, now: datetime) -> bool:
    with atomic():
        open_still = GamePhase.objects.filter(pk=phase.pk, status=GamePhase.Status.OPEN, reminded=False)
        if not open_still.update(reminded=True):
            return False  # another worker was quicker, or the phase is over
        sheets = SeatPhase.objects.filter(phase=phase, must_decide=True, ready=False, seat__user__isnull=False)
        sheets = sheets.defer("memory", "talk_memory").select_related("seat__game")
        awaited = list(sheets.order_by("seat__power"))
        if not awaited:
            return True
        turn, deadline = parse_phase(phase.name).turn, clock.deadline_in(phase)
        until = f"until {clock.mark(deadline)}"
        when = When.INBOX if clock.is_live(phase.game) or deadline - now < _WORTH_A_MAIL else When.AT_ONCE
        late, due = {}, {}
        for sheet in awaited:
            person = sheet.seat.user_id
            if person is None:
                continue
            if _lacks_orders(sheet, phase):
                late[person] = f"{turn}: orders of yours are missing, {until}."
            others = convert.readable(sheet, lambda sheet=sheet: _owed(sheet, phase), ())  # type: ignore[misc]
            if others:
                names = " and ".join(POWER_NAMES[as_power(power)] for power in others)
                due[person] = f"{turn}: your promise to {names} is due, and your orders do not keep it, {until}."
        notify(phase.game, late, Notification.Kind.DEADLINE, f"deadline:{phase.pk}", when=when)
        notify(phase.game, due, Notification.Kind.PROMISE, f"promise:{phase.pk}", when=when)
    return True


def _lacks_orders(sheet: SeatPhase, phase: GamePhase) -> bool:
    found = queries.sheet_as_it_stands(sheet, phase, sheet.seat)
    return not found.orders or bool(found.missing)


def _owed(sheet: SeatPhase, phase: GamePhase) -> Sequence[str]:
    """The powers to whom something is promised for this very phase that the orders as they stand do not do."""
    seat, position, rulebook = sheet.seat, convert.position_of(phase), convert.rulebook_of(phase.game)
    me = convert.power_of(seat)
    written = queries.sheet_as_it_stands(sheet, phase, seat)
    given = [Given(me, each.order) for each in written.orders]
    if position.phase.kind == "M":
        given += [Given(me, Hold(unit.kind, unit.region), written=False) for unit in written.missing]
    owed: dict[str, None] = {}
    for agreement in queries.agreements_in_force(phase.game, me):
        done = frozenset(each.index for each in agreement.promises.all() if each.done)
        standing = Standing(talk.deal_of(agreement), done)
        if any(not check.lasting for check in breaks(standing, me, given, position, rulebook).values()):
            owed |= dict.fromkeys(power for power in agreement.between.split() if power != me)
    return tuple(owed)
