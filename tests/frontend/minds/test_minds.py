"""Looking into the bots' minds: for all who may see the game, once it is over, and not a moment sooner."""

from typing import Any

import pytest
from django.urls import reverse

from bots.hana.remember.events import Happening
from dipgame.games import clock
from dipgame.games.models import Game, GamePhase, SeatPhase
from frontend.minds.records import _HAPPENED, page_of

pytestmark = pytest.mark.django_db

JOURNAL: dict[str, Any] = {
    "phase": "S1901M",
    "personality": "classicist",
    "feeling": "Happy",
    "events": [["S1901M", "proposed", "FRA", "pce(fra, ger)"], ["S1901M", "I gained a center", "GER", "HOL"]],
    "believed": {"FRA A PAR": [["A PAR - BUR", 0.6], ["A PAR - PIC", 0.25]], "ENG F LON": [["F LON - ENG", 0.5]]},
    "feared": [["MUN", 0.4, ["FRA"]]],
    "planned": {"orders": ["A MUN - RUH", "F KIE - HOL"], "utility": 5.25, "uncertainty": 0.4},
    "towards": {
        "FRA": {
            "trust": 0.75,
            "regard": -0.2,
            "price": 1.5,
            "warmth": 0.1,
            "talks": True,
            "emotions": {"gratitude": 0.5},
            "desires": {"peace": 0.6},
            "intentions": {},
        }
    },
    "deals": [
        {
            "with": ["FRA"],
            "deal": "Agree([fra, ger], pce([fra, ger]))",
            "decision": "accepted",
            "reason": "It brings both more.",
        }
    ],
    "broken": [
        {"promise": "dmz([fra ger], bur)", "to": ["FRA"], "gain": 1.5, "price": 0.5, "reason": "It was worth more."}
    ],
}


def over(story: Any, journal: object = JOURNAL) -> Game:
    """A game that is over, whose Germany kept this journal in the first phase."""
    game: Game = story.begins().game
    story.orders("FRA", "A PAR - BUR")
    sheet = SeatPhase.objects.get(seat__game=game, seat__power="GER", phase__name="S1901M")
    story.deadline_passes()
    sheet.refresh_from_db()
    sheet.memory = {"journal": journal}
    sheet.save()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result="draw", finished_at=clock.now())
    game.refresh_from_db()
    return game


def test_all_that_a_bot_noted_can_be_read(story, cast, client):
    game = over(story)
    page = client.get(reverse("game_minds", args=[game.slug]), follow=True)
    assert page.redirect_chain[-1][0] == f"/games/{game.slug}/minds/GER/S1901M"
    text = page.content.decode()
    for words in (
        "HoldBot",
        "happy",
        "5.2",
        "60 %",
        "France proposes peace with Germany.",
        "It brings both more.",
        "Promises it broke",
        "staying out of Burgundy",
        "worth 0.2 of its own",
        "France made a proposal",
        "Where it feared",
    ):
        assert words in text, words
    assert 'aria-current="page"' in text


@pytest.mark.parametrize(
    ("noted", "text"),
    [
        ({"decision": "proposed"}, "Germany proposes peace with France."),
        ({"decision": "accepted"}, "France proposes peace with Germany."),
        ({"decision": "rejected"}, "France proposes peace with Germany."),
        ({"decision": "told", "deal": ""}, "In its messages with France."),
        ({"decision": "accepted", "deal": "Agree([fra, ger], pce([fr…"}, "The deal was too long for the journal."),
    ],
)
def test_a_deal_is_told_as_the_offer_of_whoever_made_it(story, noted, text):
    deal = JOURNAL["deals"][0] | noted
    game = over(story, {**JOURNAL, "deals": [deal]})
    (told,) = page_of(SeatPhase.objects.get(seat__game=game, seat__power="GER", phase__name="S1901M")).dealings
    assert (told.decision, told.text) == (deal["decision"], text)


@pytest.mark.parametrize(
    ("promise", "text", "to"),
    [
        ("pce([fra ger])", "Germany will keep peace with France", ""),
        ("dmz([ger], bur)", "Germany will stay out of Burgundy", "France"),
    ],
)
def test_a_broken_promise_names_whom_it_was_given_to_once(story, promise, text, to):
    game = over(story, {**JOURNAL, "broken": [JOURNAL["broken"][0] | {"promise": promise}]})
    (told,) = page_of(SeatPhase.objects.get(seat__game=game, seat__power="GER", phase__name="S1901M")).breaches
    assert (told.text, told.to) == (text, to)


def test_a_guess_that_came_true_is_marked_and_a_wrong_one_corrected(story, cast):
    game = over(story)
    sheet = SeatPhase.objects.get(seat__game=game, seat__power="GER", phase__name="S1901M")
    page = page_of(sheet)
    france = next(each for each in page.stances if each.power == "FRA")
    assert [(guess.text, guess.percent, guess.came) for guess in france.foreseen[0].guesses] == [
        ("to Burgundy", 60, True),
        ("to Picardy", 25, False),
    ]
    england = next(each for each in page.stances if each.power == "ENG")
    assert (england.foreseen[0].guesses[0].came, england.foreseen[0].given) == (False, "holds")


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", None])
def test_no_mind_is_open_while_the_game_is_played(story, cast, client, who):
    game = over(story)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING, result="", finished_at=None)
    if who:
        client.force_login(getattr(cast, who))
    for address in (
        reverse("game_minds", args=[game.slug]),
        reverse("game_mind", args=[game.slug, "GER", "S1901M"]),
    ):
        page = client.get(address)
        assert page.status_code == 403
        assert "when the game is over" in page.content.decode()
        assert "5.2" not in page.content.decode()


def test_a_private_game_is_opened_to_nobody_else(story, cast, client):
    game = over(story)
    Game.objects.filter(pk=game.pk).update(private_word="inkwell")
    assert client.get(reverse("game_mind", args=[game.slug, "GER", "S1901M"])).status_code == 404
    client.force_login(cast.bob)
    assert client.get(reverse("game_mind", args=[game.slug, "GER", "S1901M"])).status_code == 200


def test_bots_without_a_journal_say_so(story, cast, client):
    game = over(story, journal=None)
    page = client.get(reverse("game_minds", args=[game.slug]))
    assert page.status_code == 404
    assert "kept a journal" in page.content.decode()


@pytest.mark.parametrize("asked", ["?power=XXX", "?phase=W1999A", "?power=GER&phase=S1901M"])
def test_odd_requests_lead_to_the_first_phase(story, cast, client, asked):
    game = over(story)
    page = client.get(reverse("game_minds", args=[game.slug]) + asked)
    assert page.status_code == 302
    assert page["Location"] == f"/games/{game.slug}/minds/GER/S1901M"


@pytest.mark.parametrize(("power", "phase"), [("FRA", "S1901M"), ("XXX", "S1901M"), ("GER", "F1950M")])
def test_an_unknown_power_or_phase_is_not_found(story, cast, client, power, phase):
    game = over(story)
    assert client.get(f"/games/{game.slug}/minds/{power}/{phase}").status_code == 404


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"towards": 7, "believed": [], "deals": "x", "broken": [3], "events": [[1]], "feared": [["MUN"]], "planned": 1},
        {"towards": {"FRA": None, "GER": {}}, "believed": {"FRA A PAR": [["no order", 0.5], 7, ["A PAR H", "much"]]}},
        {"planned": {"orders": ["A MUN - MUN", 5, "<script>alert(1)</script>"], "utility": True, "uncertainty": "x"}},
        {"deals": [{"with": ["FRA"], "deal": "<b>bold</b>", "decision": "<i>", "reason": 5}], "feeling": ["Sad"]},
        {"feared": [["<b>", 0.5, ["FRA", 7]]], "broken": [{"promise": "dmz(", "to": "FRA", "reason": None}]},
    ],
)
def test_odd_journals_are_shown_as_far_as_they_go(story, cast, client, odd):
    game = over(story, journal={"phase": "S1901M", **odd})
    page = client.get(reverse("game_mind", args=[game.slug, "GER", "S1901M"]))
    assert page.status_code == 200
    for markup in (b"<script>alert", b"<b>bold", b"<i>"):
        assert markup not in page.content


def test_a_journal_that_went_on_from_an_earlier_phase_is_no_journal_of_this_one(story, cast, client):
    game = over(story)
    later = SeatPhase.objects.filter(seat__game=game, seat__power="GER", phase__name="F1901M")
    assert later.update(memory={"journal": JOURNAL})
    text = client.get(reverse("game_mind", args=[game.slug, "GER", "S1901M"])).content.decode()
    assert GamePhase.objects.filter(game=game, name="F1901M").exists()
    assert "F1901M" not in text


def test_a_mind_speaks_words_and_no_codes(story: Any) -> None:
    events = [
        ["S1901M", "I attacked them", "FRA", "BUR"],
        ["S1901M", "kept their word", "ENG", "pce(eng, ger)"],
        ["F1901M", "took my center", "FRA", "MUN"],
        ["F1901M", "a happening of another version", "FRA"],
    ]
    game = over(story, JOURNAL | {"events": events, "deals": [{"with": ["FRA"], "deal": "Agree([fra, ge"}]})
    page = page_of(SeatPhase.objects.get(seat__game=game, seat__power="GER", phase__name="S1901M"))
    assert page.lately == (
        "Spring 1901: it attacked France: Burgundy",
        "Spring 1901: England kept its word",
        "Fall 1901: France took a center from it: Munich",
    )
    assert page.dealings[0].text == "The deal was too long for the journal."


def test_every_happening_has_words() -> None:
    assert set(_HAPPENED) == {each.value for each in Happening}
