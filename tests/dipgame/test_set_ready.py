"""Somebody is ready; when everybody is, the phase is resolved at once."""

from dipgame.games import queries, services

RETREAT = {
    "phase": "F1902R",
    "units": ["FRA A BUR", "ENG F LON"],
    "dislodged": [{"unit": "ENG A BUR", "from": "PAR", "retreats": ["BEL", "RUH"]}],
    "centers": {"FRA": ["PAR"], "ENG": ["LON"]},
}


def test_the_last_ready_resolves_the_phase(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA")
    assert story.phase == "S1901M"
    story.ready("ENG")
    assert story.phase == "F1901M"
    assert story.unit("BUR") == "FRA A BUR"


def test_ready_can_be_taken_back(story):
    story.begins()
    story.ready("FRA")
    with story.committed():
        services.set_ready(story.seat("FRA"), "S1901M", False)
    story.ready("ENG")
    assert story.phase == "S1901M"


def test_orders_can_be_changed_while_others_are_awaited(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA")
    story.orders("FRA", "A PAR - PIC")
    assert story.sheet("FRA").ready
    story.ready("ENG")
    assert story.unit("PIC") == "FRA A PIC"


def test_who_has_nothing_to_decide_is_not_waited_for(story):
    story.begins(at=RETREAT)
    ready = {each.power: (each.must_decide, each.ready) for each in queries.standings(story.game)}
    assert ready["ENG"] == (True, False)
    assert ready["FRA"] == (False, True)
    assert ready["TUR"] == (False, True)
    story.ready("ENG")
    assert story.phase != "F1902R"


def test_who_has_nothing_to_decide_cannot_stop_being_ready(story):
    story.begins(at=RETREAT)
    services.set_ready(story.seat("FRA"), "F1902R", False)
    assert story.sheet("FRA").ready


def test_a_bot_is_ready_by_answering_only(story):
    story.begins()
    services.set_ready(story.seat("TUR"), "S1901M", False)
    assert story.sheet("TUR").ready


def test_everybody_sees_who_is_ready(story, outbox):
    story.begins()
    outbox.messages.clear()
    story.ready("FRA")
    assert outbox.told(f"game.{story.game.slug}") == [{"type": "game.changed", "what": "ready"}]
    assert [each.power for each in queries.standings(story.game) if not each.ready] == ["ENG"]
