"""The story of a game, for its review, from its rows."""

from collections import defaultdict

from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.powers import Power, as_power
from adjudication.reasons import WITHOUT_ORDER
from bots.review.played import Breach, Phase
from bots.review.reviewing import Story
from bots.view import Agreement as AgreementValue
from dipgame.games import convert, queries, talk
from dipgame.games.models import Agreement, Game, GamePhase, Promise

__all__ = ["story_of"]


def story_of(game: Game) -> Story:
    """All phases of a game, with their deals and broken promises."""
    rows = list(queries.phases_of(game))
    deals, breaches = _deals(game, len(rows))
    phases = [
        Phase(convert.position_of(row), _orders(row), tuple(deals[row.index]), tuple(breaches[row.index]))
        for row in rows
    ]
    winner = as_power(game.winner) if game.winner else None
    return Story(phases, convert.rulebook_of(game), game.end_year, winner)


def _orders(row: GamePhase) -> dict[Power, list[Order]]:
    found: dict[Power, list[Order]] = defaultdict(list)
    for outcome in convert.outcomes_of(row):
        if outcome.reason not in WITHOUT_ORDER:
            found[outcome.power].append(outcome.order)
    return found


def _deals(game: Game, phases: int) -> tuple[dict[int, list[AgreementValue]], dict[int, list[Breach]]]:
    """Deals in force and promises broken, by the number of the phase."""
    deals: dict[int, list[AgreementValue]] = defaultdict(list)
    breaches: dict[int, list[Breach]] = defaultdict(list)
    agreements = Agreement.objects.filter(game=game, message__undone=False).select_related("phase").order_by("id")
    for row in agreements.prefetch_related("promises__judged"):
        deal = convert.readable(row, lambda row=row: _value(row), None)  # type: ignore[misc]
        if deal is None:
            continue
        promises = list(row.promises.all())
        judged = [each.judged.index for each in promises if each.judged is not None]
        last = max(judged, default=row.phase.index) if row.done else phases
        for index in range(row.phase.index, last + 1):
            deals[index].append(deal)
        for each in promises:
            if each.state == Promise.State.BROKEN and each.judged is not None:
                to = tuple(power for power in deal.powers if power != each.power)
                breaches[each.judged.index].append(Breach(as_power(each.power), to, each.reason, deal))
    return deals, breaches


def _value(row: Agreement) -> AgreementValue:
    powers = tuple(as_power(power) for power in row.between.split())
    return AgreementValue(parse_phase(row.phase.name), powers, talk.deal_of(row))
