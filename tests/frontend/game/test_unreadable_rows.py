"""A row that cannot be read, written by other code or by hand, costs what it says and no page of its game."""

from django.core.cache import cache
from django.db import transaction
from django.db.models import F, TextField, Value
from django.db.models.functions import Concat

from dipgame.games import queries, services
from dipgame.games.convert import position_of
from dipgame.games.models import Agreement, GamePhase, Message, Promise, Proposal, SeatPhase

BROKEN = "nonsense(" + "x" * 20
ROWS = {
    "what a message said in L": lambda game: Message.objects.exclude(term="").update(term=BROKEN),
    "a proposal": lambda game: Proposal.objects.update(term=BROKEN),
    "a promise": lambda game: Promise.objects.update(content=BROKEN),
    "a deal": lambda game: Agreement.objects.update(deal=BROKEN),
    "a speaker's conversation": lambda game: Message.objects.update(
        between=Concat(F("between"), Value(" XXX"), output_field=TextField())
    ),
    "orders on a sheet": lambda game: SeatPhase.objects.filter(phase__status="open").update(
        orders={"PAR": "A PAR to the moon", "MAR": "A MAR H"}
    ),
    "what became of orders": lambda game: GamePhase.objects.exclude(outcomes=None).update(outcomes=[{"order": "?"}]),
    "the board": lambda game: GamePhase.objects.filter(status="open").update(position={"units": "?"}),
    "a board that was": lambda game: GamePhase.objects.filter(index=1).update(position={"units": "?"}),
}


def test_the_pages_of_the_game_and_the_game_go_on(story, cast, client):
    story.begins(bots="blabbot")
    offer = story.says("ENG", "FRA", "I offer peace")
    story.answers("FRA", offer, "accept")
    for _ in range(3):
        story.deadline_passes()
    story.says("ENG", "FRA", "I offer a DMZ in Burgundy")
    client.force_login(cast.alice)
    for what, breaks in ROWS.items():
        cache.clear()
        with transaction.atomic():
            breaks(story.game)
            goes_on(story, client, what)
            transaction.set_rollback(True)


def goes_on(story, client, what):
    page = f"/games/{story.game.slug}/"
    for part in ("", "state", "press", "options", f"phases/{story.phase}.json", f"phases/{story.phase}.svg"):
        assert client.get(f"{page}{part}").status_code == 200, (what, part)
    for name in ("/", "/games/", "/mine/"):
        assert client.get(name).status_code in (200, 302, 404), (what, name)
    assert queries.seat_view(story.seat("TUR")).power == "TUR"
    before = story.phase
    with story.committed(work=False):
        assert services.resolve_phase(story.row.pk, force=True)
    assert story.phase != before, what


def test_a_board_that_cannot_be_read_is_what_the_orders_made_of_the_one_before(story):
    story.begins(bots="blabbot")
    for _ in range(4):
        story.deadline_passes()
    boards = [position_of(row) for row in GamePhase.objects.order_by("index")]
    GamePhase.objects.update(position={"units": "?"})
    assert [position_of(row) for row in GamePhase.objects.order_by("index")] == boards
