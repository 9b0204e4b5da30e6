"""Hints beside the orders: words, receivers, the switch."""

from typing import Any

import pytest
from django.test import Client

from adjudication.notation import parse_order
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit, opening
from dipgame.accounts.models import User
from frontend.game.hints import hints_of

UNITS = [("FRA", "A", "PAR"), ("FRA", "A", "MAR"), ("GER", "A", "MUN"), ("ITA", "A", "VEN")]
TALKERS = frozenset({"GER", "ITA"})


def hints(orders: list[str], units: Any = UNITS, phase: str = "S1902M", **more: Any) -> list[tuple[str, str, str, str]]:
    position = Position(parse_phase(phase), tuple(sorted(Unit(*unit) for unit in units)), more.pop("centers", {}))
    written = [parse_order(text, position.phase.kind) for text in orders]
    more = {"talkers": TALKERS} | more
    return [
        (each["kind"], each["text"], each["order"], each["power"])
        for each in hints_of(position, "FRA", written, **more)
    ]


def test_units_without_orders_are_named() -> None:
    assert hints([])[0] == ("missing", "Marseilles and Paris have no orders. They hold.", "", "")
    assert hints(["A PAR H"])[0][1] == "Marseilles has no order. It holds unless you give it one."


def test_a_free_center_in_reach_is_named_with_the_order() -> None:
    found = [each for each in hints([]) if each[0] == "center"]
    assert ("center", "Your army in Marseilles can go to Spain, a free center.", "A MAR - SPA", "") in found


def test_a_move_that_others_could_stop_comes_with_help_and_whom_to_ask() -> None:
    found = hints(["A PAR - BUR", "A MAR H"])
    assert found == [
        ("bounce", "Paris to Burgundy would bounce if Germany went there, too.", "", ""),
        ("help", "Your army in Marseilles could support Paris into Burgundy.", "A MAR S A PAR - BUR", ""),
        ("agree", "You could ask Germany to stay out of Burgundy, or to support you there.", "", "GER"),
    ]


def test_a_supported_move_is_no_risk() -> None:
    assert [kind for kind, *_ in hints(["A PAR - BUR", "A MAR S A PAR - BUR"])] == ["done"]


def test_a_move_into_a_held_place_needs_more_strength() -> None:
    units = [*UNITS, ("GER", "A", "BUR")]
    found = hints(["A PAR - BUR", "A MAR H"], units)
    assert found[0][1] == "Paris to Burgundy would bounce while Germany stays there: one against one. Add a support."
    assert found[1][2] == "A MAR S A PAR - BUR"


def test_a_promise_to_stay_out_ends_the_warning() -> None:
    assert [kind for kind, *_ in hints(["A PAR - BUR", "A MAR H"], kept=frozenset({("GER", "BUR")}))] == ["done"]


def test_a_promised_support_ends_the_warning() -> None:
    promised = {"PAR": ("GER",)}
    assert [kind for kind, *_ in hints(["A PAR - BUR", "A MAR H"], supporters=promised)] == ["done"]


SPAIN = [("FRA", "A", "SPA"), ("FRA", "F", "MAO")]


def test_a_center_is_won_by_staying_before_another_is_taken() -> None:
    home = {"BRE": "FRA", "MAR": "FRA"}
    ordered = hints(["F MAO - POR"], SPAIN, "F1901M", centers=home)
    open_to_both = hints([], SPAIN, "F1901M", centers=home)
    assert "center" not in [kind for kind, *_ in ordered]
    assert [order for kind, _, order, _ in open_to_both if kind == "center"] == ["F MAO - POR"]
    assert "A SPA - POR" in [order for *_, order, _ in hints([], SPAIN[:1], "S1902M", centers=home | {"SPA": "FRA"})]


CHANNEL = [("FRA", "F", "BRE"), ("ENG", "F", "ECH")]
GUARD = "Brest is your center, and no unit of yours will stand there: England from the English Channel could enter."


def test_a_center_left_empty_beside_a_foreign_unit_is_named() -> None:
    mine = {"BRE": "FRA"}
    left = hints(["F BRE - MAO"], CHANNEL, centers=mine)
    assert ("guard", GUARD, "", "") in left
    promised = frozenset({("ENG", "BRE")})
    for found in (
        hints(["F BRE H"], CHANNEL, centers=mine),
        hints(["F BRE - MAO"], CHANNEL, centers=mine, kept=promised),
        hints(["F BRE - MAO"], CHANNEL, centers={"BRE": "GER"}),
    ):
        assert "guard" not in [kind for kind, *_ in found]


def test_nobody_is_asked_who_does_not_talk() -> None:
    assert "agree" not in [kind for kind, *_ in hints(["A PAR - BUR", "A MAR H"], talkers=frozenset())]


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (1, "You have more centers than units: build a unit. Choose Brest or Marseilles."),
        (-2, "You have fewer centers than units: remove 2 units. The one furthest from your centers helps you least."),
        (0, ""),
    ],
)
def test_winter(left: int, words: str) -> None:
    centers = {"PAR": "FRA", "MAR": "FRA", "BRE": "FRA"}
    found = hints([], [("FRA", "A", "PAR")], "W1902A", left=left, centers=centers)
    assert [text for _, text, *_ in found] == ([words] if words else [])


def test_a_ready_player_gets_no_hints() -> None:
    assert hints(["A PAR - BUR", "A MAR H"], ready=True) == []


def test_there_are_five_at_most_on_a_full_board() -> None:
    assert len(hints_of(opening(), "RUS", [])) <= 5


# ── who gets them ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.django_db
def test_on_in_a_guided_game_and_off_once_switched_off(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    where = client.post("/play/", {"new": "1"})["Location"]
    state = client.get(f"{where}state").json()
    assert state["you"]["hints"] is True
    assert state["sheet"]["hints"][0]["kind"] == "missing"
    assert client.post("/my/hints/", {"on": "0"}).status_code == 204
    state = client.get(f"{where}state").json()
    assert (state["you"]["hints"], state["sheet"]["hints"]) == (False, [])
    assert User.objects.get(pk=cast.alice.pk).hints == "off"


@pytest.mark.django_db
def test_the_page_knows_who_guides(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    guided, other = (
        client.post("/play/", wish)["Location"] for wish in ({"new": "1", "power": "GER"}, {"bot": "holdbot"})
    )
    assert client.get(guided).context["page"]["guide"] == "ENG"
    assert client.get(other).context["page"]["guide"] == ""


@pytest.mark.django_db
def test_off_but_on_offer_in_any_game_with_bots_alone(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    where = client.post("/play/", {"bot": "holdbot"})["Location"]
    state = client.get(f"{where}state").json()
    assert (state["you"]["hints"], state["sheet"]["hints"]) == (False, [])
    client.post("/my/hints/", {"on": "1"})
    assert client.get(f"{where}state").json()["sheet"]["hints"]


@pytest.mark.django_db
def test_a_supporters_word_and_a_peace_are_counted_on(client: Client, cast: Any, story: Any) -> None:
    story.begins(bob=False, press_level=6)
    User.objects.filter(pk=cast.alice.pk).update(hints="on")
    story.orders("FRA", "A PAR - BUR", "A MAR H", "F BRE - MAO")
    client.force_login(cast.alice)

    def texts() -> str:
        hints = client.get(f"/games/{story.game.slug}/state").json()["sheet"]["hints"]
        return " ".join(each["text"] for each in hints)

    assert "Paris to Burgundy would bounce if Germany went there" in texts()
    deal = "propose(ger, fra, [Commit(ger, fra, hlp(ger, fra, bur))])"
    story.answers("FRA", story.says("GER", "FRA", term=deal), "accept")
    assert "Paris to Burgundy" not in texts()


@pytest.mark.django_db
def test_none_are_offered_beside_people(client: Client, cast: Any, story: Any) -> None:
    story.begins()
    User.objects.filter(pk=cast.alice.pk).update(hints="on")
    client.force_login(cast.alice)
    state = client.get(f"/games/{story.game.slug}/state").json()
    assert (state["you"]["hints"], state["sheet"]["hints"]) == (None, [])


@pytest.mark.django_db
def test_a_stranger_switches_nothing(client: Client) -> None:
    assert client.post("/my/hints/", {"on": "0"}).status_code == 404
