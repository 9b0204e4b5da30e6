"""A program gives orders."""

import pytest

from dipgame.games import services
from frontend.api import acting

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice(story, cast, program):
    story.begins()
    return program(cast.alice)


def at(story, path):
    return f"/game/{story.game.slug}/{path}"


def test_each_order_has_a_verdict_and_the_good_ones_stand(story, alice):
    answer = alice.put(
        at(story, "orders"),
        {"phase": "S1901M", "orders": ["army paris to burgundy", "A MAR - LON", "F LON - NTH", "nonsense"]},
    )
    assert answer.status == 200
    verdicts = answer.body["verdicts"]
    assert [each["order"] for each in verdicts] == ["A PAR - BUR", None, None, None]
    assert [each.get("code") for each in verdicts] == [None, "illegal", "foreign", "malformed"]
    assert all(each["detail"] for each in verdicts[1:])
    assert [each["text"] for each in answer.body["sheet"]["orders"]] == ["A PAR - BUR"]
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_put_replaces_and_post_adds(story, alice):
    alice.put(at(story, "orders"), {"phase": "S1901M", "orders": ["A PAR - BUR", "A MAR - SPA"]})
    alice.put(at(story, "orders"), {"phase": "S1901M", "orders": ["A PAR - PIC"]})
    assert story.sheet("FRA").orders == {"PAR": "A PAR - PIC"}
    alice.post(at(story, "orders"), {"phase": "S1901M", "orders": ["F BRE - MAO"]})
    assert story.sheet("FRA").orders == {"BRE": "F BRE - MAO", "PAR": "A PAR - PIC"}


def test_the_same_orders_again_change_nothing(story, alice, outbox):
    body = {"phase": "S1901M", "orders": ["A PAR - BUR"]}
    first = alice.put(at(story, "orders"), body)
    outbox.messages.clear()
    assert alice.put(at(story, "orders"), body).body == first.body
    assert outbox.messages == []


def test_an_order_is_taken_back(story, alice):
    alice.put(at(story, "orders"), {"phase": "S1901M", "orders": ["A PAR - BUR"]})
    answer = alice.delete(at(story, "orders/PAR?phase=S1901M"))
    assert answer.body["orders"] == []
    assert alice.get(at(story, "orders")).body == answer.body
    assert alice.delete(at(story, "orders/XYZ?phase=S1901M")).code == "malformed"


def test_ready_with_orders_that_all_stand(story, alice):
    refused = {"phase": "S1901M", "orders": ["A PAR - LON"], "ready": True}
    assert not alice.put(at(story, "orders"), refused).body["sheet"]["ready"]
    good = {"phase": "S1901M", "orders": ["A PAR - BUR"], "ready": True}
    assert alice.put(at(story, "orders"), good).body["sheet"]["ready"]
    assert not alice.post(at(story, "ready"), {"phase": "S1901M", "ready": False}).body["ready"]


def test_a_stale_phase_is_a_conflict_that_names_the_present_one(story, alice):
    story.deadline_passes()
    calls = {
        "orders": alice.put(at(story, "orders"), {"phase": "S1901M", "orders": ["A PAR - BUR"]}),
        "ready": alice.post(at(story, "ready"), {"phase": "S1901M"}),
        "take back": alice.delete(at(story, "orders/PAR?phase=S1901M")),
    }
    for answer in calls.values():
        assert (answer.status, answer.code, answer.body["phase"]) == (409, "late", "F1901M")
    assert story.sheet("FRA").orders == {}


def test_a_replayed_request_orders_nothing_in_the_next_phase(story, alice):
    body = {"phase": "S1901M", "orders": ["A PAR - BUR"], "ready": True}
    alice.put(at(story, "orders"), body)
    story.ready("ENG")
    story.work()
    assert story.phase == "F1901M"
    assert alice.put(at(story, "orders"), body).status == 409
    assert story.sheet("FRA").orders == {}


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"phase": "S1901M"},
        {"phase": "X1901M", "orders": []},
        {"phase": "S0000M", "orders": []},
        {"phase": "S1901M", "orders": "A PAR - BUR"},
        {"phase": "S1901M", "orders": ["x" * 201]},
        {"phase": "S1901M", "orders": ["A PAR H"] * 101},
        {"phase": "S1901M", "orders": [], "power": "ENG"},
    ],
)
def test_a_body_that_does_not_fit_says_where(story, alice, body):
    answer = alice.put(at(story, "orders"), body)
    assert (answer.status, answer.code) == (400, "malformed")
    assert "/api/schema" in answer.body["detail"]


def test_builds_and_waives(story, cast, program):
    story.begins(at={"phase": "W1901A", "units": ["FRA A SPA", "ENG F LON"], "centers": {"FRA": ["PAR", "BRE", "MAR"]}})
    alice = program(cast.alice)
    answer = alice.put(at(story, "orders"), {"phase": "W1901A", "orders": ["A PAR B", "WAIVE"]})
    assert [each["order"] for each in answer.body["verdicts"]] == ["BUILD A PAR", "WAIVE"]
    again = alice.put(at(story, "orders"), {"phase": "W1901A", "orders": ["A PAR B", "WAIVE"]})
    assert again.body["sheet"] == answer.body["sheet"]
    assert again.body["sheet"]["adjustments"] == 0


def test_orders_stand_where_the_game_ends_before_it_is_ready(story, alice, monkeypatch):
    def too_late(seat, *given):
        services.cancel_game(story.game)
        return services.set_ready(seat, *given)

    monkeypatch.setattr(acting, "set_ready", too_late)
    answer = alice.put(at(story, "orders"), {"phase": "S1901M", "orders": ["A PAR - BUR"], "ready": True})
    assert answer.status == 200
    assert [each["order"] for each in answer.body["verdicts"]] == ["A PAR - BUR"]
    assert answer.body["sheet"] is None
