"""A whole told game: what was promised, and what the ledger says after each phase."""

import pytest

from dipgame.games import queries, talk
from dipgame.games.models import Agreement, Promise

pytestmark = pytest.mark.database


def ledger(power, story):
    return {(row.power, row.content): row.state for row in talk.promises_for(story.game, story.seat(power))}


BUR = "Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy)))"
SUP = "Do(sup(Unit(ger, Region(mun, amy)), mto(Unit(fra, Region(par, amy)), Region(bur, amy))))"
DEAL = f"propose(fra, ger, [Commit(ger, fra, {SUP}), Commit(fra, ger, {BUR})])"


def agreed(story, term, by):
    story.answers(by, story.says("FRA", by, term=term), "accept")


def test_kept_broken_and_lasting(story):
    story.begins(bots="holdbot")
    story.answers("GER", story.says("FRA", "GER", term=DEAL), "accept")
    story.answers("ENG", story.says("FRA", "ENG", "I offer peace"), "accept")
    story.says(
        "ENG",
        "FRA",
        term="inform(eng, fra, [Commit(eng, fra, Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea))))])",
    )
    assert set(Promise.objects.values_list("state", flat=True)) == {"open"}

    story.orders("FRA", "A PAR - BUR", "F BRE - ECH")
    story.orders("ENG", "F LON - NTH")
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    rows = {row.content: row for row in Promise.objects.exclude(lasting=True)}
    assert rows[BUR].state == "kept"
    assert (rows[SUP].state, rows[SUP].power) == ("broken", "GER")
    assert "Germany" in rows[SUP].reason
    assert rows["Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea)))"].state == "kept"
    peace = Promise.objects.filter(lasting=True)
    assert {(row.power, row.state, row.done) for row in peace} == {("ENG", "kept", False), ("FRA", "kept", False)}
    assert Agreement.objects.filter(done=False).count() == 1

    story.orders("FRA", "F ECH - LON")
    story.ready("FRA", "ENG")
    stabbed = peace.get(power="FRA")
    assert (stabbed.state, stabbed.done, stabbed.judged.name) == ("broken", True, "F1901M")
    assert "attacks England" in stabbed.reason
    assert peace.get(power="ENG").state == "kept"

    story.ready("FRA", "ENG")
    assert peace.get(power="FRA").judged.name == "F1901M", "what is broken stays broken"


def test_the_ledger_is_between_those_who_promised(story):
    story.begins()
    story.answers("GER", story.says("FRA", "GER", term=DEAL), "accept")
    assert len(ledger("FRA", story)) == len(ledger("GER", story)) == 2
    assert ledger("ENG", story) == {}
    assert not talk.promises_for(story.game, None).exists()


def test_a_promise_for_another_season_waits(story):
    story.begins(press_level=6)
    later = f"propose(fra, ger, [Commit(fra, ger, {BUR[:-1]}, ⟨fal, 1901⟩))])"
    story.answers("GER", story.says("FRA", "GER", term=later), "accept")
    story.ready("FRA", "ENG")
    assert Promise.objects.get().state == "open"
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    assert Promise.objects.get().state == "kept"


def test_a_deal_that_cannot_be_judged_stops_no_game(story, monkeypatch, caplog):
    story.begins()
    story.answers("ENG", story.says("FRA", "ENG", "I offer peace"), "accept")

    def fails(*_):
        raise RuntimeError("no idea")

    monkeypatch.setattr("negotiation.ledger.judged", fails)
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    assert "could not be judged" in caplog.text


def told(story, power):
    """Ledger lines in the seat's view."""
    return [
        (str(line.made), str(line.judged), line.agent, line.powers, line.state, line.lasting)
        for line in queries.seat_view(story.seat(power)).ledger
    ]


def test_a_seats_view_tells_what_became_of_its_promises_and_of_nobody_elses(story, django_assert_max_num_queries):
    story.begins(bots="holdbot")
    story.answers("GER", story.says("FRA", "GER", term=DEAL), "accept")
    story.answers("ENG", story.says("FRA", "ENG", "I offer peace"), "accept")
    assert told(story, "FRA") == [], "nothing was judged yet"
    story.orders("FRA", "A PAR - BUR", "F BRE - ECH")
    story.ready("FRA", "ENG")
    with_germany = [
        ("S1901M", "S1901M", "GER", ("FRA", "GER"), "broken", False),
        ("S1901M", "S1901M", "FRA", ("FRA", "GER"), "kept", False),
    ]
    with_england = [("S1901M", "S1901M", power, ("ENG", "FRA"), "kept", True) for power in ("ENG", "FRA")]
    assert told(story, "FRA") == with_germany + with_england
    assert told(story, "GER") == with_germany
    assert told(story, "TUR") == []
    story.orders("FRA", "F ECH - LON")
    story.ready("FRA", "ENG")
    assert told(story, "ENG") == [
        ("S1901M", "F1901M", "ENG", ("ENG", "FRA"), "kept", True),
        ("S1901M", "F1901M", "FRA", ("ENG", "FRA"), "broken", True),
    ]
    seat, phase = story.seat("FRA"), queries.latest_phase(story.game)
    with django_assert_max_num_queries(1):
        assert len(talk.ledger_of(seat, phase)) == 4
