"""Records of a finished game: players, promises, and quotes."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power, as_power
from bots.registry import BOTS
from dipgame.games import queries, talk
from dipgame.games.models import Game, Message, Promise
from dipgame.games.players import hides_bots
from frontend.access import Access
from frontend.game.state import page_of_player
from frontend.minds.records import minds_of
from frontend.result.figures import Score
from frontend.result.moments import Pledged
from frontend.words import listed
from negotiation.diplomacy import Aly, Pce

__all__ = ["Quote", "Row", "is_scored", "pledged_in", "quotes_of", "rows_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """A power at the end. page: the address of its player's page, or empty. face: the name of its bot, or empty.
    opening: what its first orders are called; "" for no name. character: what its bot is like; has_mind: whether its
    thoughts can be read."""

    power: Power
    name: str
    player: str
    page: str
    face: str
    opening: str
    character: str
    has_mind: bool
    is_you: bool
    centers: int
    score: Score | None
    kept: int
    broken: int


@dataclass(frozen=True, slots=True)
class Quote:
    """A line said in the game. why: what it is remembered for."""

    why: str
    text: str
    power: Power
    said: str
    phase: str
    more: str


def rows_of(access: Access, scores: dict[Power, Score] | None) -> tuple[Row, ...]:
    """All seven, most centers first; scores None where the game counts for nobody."""
    game = access.game
    minds = {seat.power for seat in minds_of(game)} if access.sees_all or talk.is_open(game, access.seat) else set()
    masked = hides_bots(game) and not access.sees_all
    bots = {seat.power: None if masked else BOTS.get(seat.bot) for seat in game.seats.all()}
    openings = {seat.power: seat.opening for seat in game.seats.all()}
    promises = list(queries.promises_judged(access.game, access.seat, sees_all=access.sees_all))
    rows = []
    for standing in queries.standings(game, unmasked=access.sees_all):
        bot = bots[standing.power]
        given = [each for each in promises if each.power == standing.power]
        rows.append(
            Row(
                power=standing.power,
                name=standing.name,
                player=standing.player or "nobody",
                page=page_of_player(standing, game, unmasked=access.sees_all),
                face=standing.face,
                opening=openings[standing.power],
                character=bot.description if bot else "",
                has_mind=standing.power in minds and not masked,
                is_you=standing.power == access.power,
                centers=standing.centers,
                score=None if scores is None else scores[standing.power],
                kept=sum(each.state == Promise.State.KEPT for each in given),
                broken=sum(each.state == Promise.State.BROKEN for each in given),
            )
        )
    return tuple(sorted(rows, key=lambda row: (-row.centers, POWERS.index(row.power))))


def quotes_of(access: Access, boards: Sequence[Position]) -> tuple[Quote, ...]:
    """The words that were kept the longest, the lie that paid best, and the word broken soonest; each message once.

    Only messages this viewer may read are quoted.
    """
    promises = list(queries.promises_judged(access.game, access.seat, sees_all=access.sees_all))
    kept = [each for each in promises if each.state == Promise.State.KEPT and _length(each) > 0]
    broken = [each for each in promises if each.state == Promise.State.BROKEN]
    readable = set(talk.messages_for(access.game, access.seat, sees_all=access.sees_all).values_list("pk", flat=True))
    found: dict[int, Quote] = {}
    # A deal was kept as long as the first promise in it that was not.
    lied = {each.agreement_id for each in broken}

    def add(promise: Promise, why: str, more: str) -> None:
        said, asked = (_words(promise), None) if promise.state == Promise.State.KEPT else _given_in(promise)
        if asked is not None and asked.pk in readable:
            more = f"{POWER_NAMES[as_power(asked.speaker.power)]} had written: “{asked.text}” {more}"
        found.setdefault(said.pk, _quote(said, why, more))

    kept = [each for each in kept if each.agreement_id not in lied]
    if kept:
        best = max(kept, key=lambda each: (_length(each), -each.pk))
        add(best, "Kept the longest", f"Still kept in {_turn(best)}, {_phases(best)} later.")
    if broken:
        paid = max(broken, key=lambda each: (_gain(each, boards), -_length(each), -each.pk))
        gain = _gain(paid, boards)
        if gain:
            took = f"took {gain} center{'s' if gain > 1 else ''} from {_others(paid)} that year"
            more = f"{POWER_NAMES[as_power(paid.power)]} broke it in {_turn(paid)} and {took}."
            add(paid, "The lie that paid best", more)
        soonest = min(broken, key=lambda each: (_length(each), each.pk))
        length = "at once" if _length(soonest) == 0 else f"{_phases(soonest)} later"
        more = f"{POWER_NAMES[as_power(soonest.power)]} broke it {length}, in {_turn(soonest)}."
        add(soonest, "Broken the soonest", more)
    return tuple(quote for message, quote in found.items() if message in readable)


def pledged_in(access: Access, boards: Sequence[Position]) -> list[Pledged]:
    """Judged promises this viewer may know, with what breaches won."""
    found = []
    for each in queries.promises_judged(access.game, access.seat, sees_all=access.sees_all):
        if each.state in (Promise.State.KEPT, Promise.State.BROKEN) and each.judged is not None:
            kept = each.state == Promise.State.KEPT
            to = tuple(as_power(power) for power in each.agreement.between.split() if power != each.power)
            gain = 0 if kept else _gain(each, boards)
            peace = isinstance(talk.formula_of(each.content), Pce | Aly)
            found.append(Pledged(parse_phase(each.judged.name), as_power(each.power), to, kept, gain, peace))
    return found


def _words(promise: Promise) -> Message:
    """The message in which it stood: the proposal, or the promise given freely."""
    agreement = promise.agreement
    return agreement.message if agreement.proposal is None else agreement.proposal.message


def _given_in(promise: Promise) -> tuple[Message, Message | None]:
    """The message in which the power gave its word, and the proposal it accepted."""
    asked = _words(promise)
    if asked.speaker.power == promise.power:
        return asked, None
    answers = [promise.agreement.message, *asked.replies.select_related("speaker", "phase")]
    said = next((each for each in answers if each.speaker.power == promise.power and each.text), None)
    return (asked, None) if said is None else (said, asked)


def _length(promise: Promise) -> int:
    """Phases between the word and its last judgement."""
    return 0 if promise.judged is None else promise.judged.index - promise.agreement.phase.index


def _phases(promise: Promise) -> str:
    length = _length(promise)
    return f"{length} phase{'s' if length != 1 else ''}"


def _turn(promise: Promise) -> str:
    return "" if promise.judged is None else parse_phase(promise.judged.name).turn


def _others(promise: Promise) -> str:
    return listed(
        [POWER_NAMES[as_power(power)] for power in promise.agreement.between.split() if power != promise.power]
    )


def _gain(promise: Promise, boards: Sequence[Position]) -> int:
    """Centers the breaker took, by the end of the year of the breach, from those the promise was given to."""
    if promise.judged is None:
        return 0
    here = parse_phase(promise.judged.name)
    before = next((board for board in boards if board.phase == here), None)
    later = [board for board in boards if board.phase.sort_key > here.sort_key]
    after = next((board for board in later if board.phase.season == "W" or board.phase.year > here.year), None)
    if before is None or after is None:
        return 0
    victims = {power for power in promise.agreement.between.split() if power != promise.power}
    return sum(
        owner == promise.power and before.centers.get(place) in victims for place, owner in after.centers.items()
    )


def _quote(message: Message, why: str, more: str) -> Quote:
    speaker = as_power(message.speaker.power)
    to = listed([POWER_NAMES[as_power(power)] for power in message.powers if power != speaker])
    said = f"{POWER_NAMES[speaker]} to {to}, {parse_phase(message.phase.name).turn}"
    return Quote(why, message.text, speaker, said, message.phase.name, more)


def is_scored(game: Game) -> bool:
    """True if the ending gives points: an abandoned game does not."""
    return game.result in (Game.Result.SOLO, Game.Result.CONCEDED, Game.Result.DRAW)
