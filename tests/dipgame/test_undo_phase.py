"""The host or the staff take the last phase back, and everything stands as it stood before it was resolved."""

from functools import partial

import pytest

from bots.registry import Bot
from dipgame.games import clock, convert, queries, services, talk
from dipgame.games.errors import Late, NotRunning
from dipgame.games.models import Agreement, BotSpeech, GamePhase, Hearing, Message, News, Notice, Promise, Proposal
from dipgame.games.services.resolve_phase import resolve_phase
from tests.bots.hana.casts import swift

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NTH = "Do(mto(Unit(eng, Region(lon, sea)), Region(nth, sea)))"
TOLD = f"inform(eng, fra, [Commit(eng, fra, {NTH})])"


@pytest.fixture
def played(story):
    return story.begins(fill_bot="holdbot")


def undo(story, phase="S1901M"):
    with story.committed():
        return services.undo_phase(story.game, phase, story.cast.alice)


def ledger():
    return {(row.power, row.content): (row.state, row.done) for row in Promise.objects.all()}


def test_the_board_is_played_anew_with_the_orders_there_were(played):
    played.orders("FRA", "A PAR - BUR")
    played.ready("FRA", "ENG")
    assert played.phase == "F1901M"
    undo(played)
    assert (played.phase, played.row.status) == ("S1901M", "open")
    assert played.row.outcomes is None
    assert played.row.deadline > clock.now()
    assert played.unit("PAR") == "FRA A PAR"
    assert played.sheet("FRA").orders == {"PAR": "A PAR - BUR"}
    assert not played.sheet("FRA").ready
    assert played.sheet("GER").ready, "a bot that gave orders is not asked again"
    assert "Spring 1901" in Notice.objects.get().words

    played.orders("FRA", "A PAR - PIC")
    played.ready("FRA", "ENG")
    assert played.unit("PIC") == "FRA A PIC"


def test_pages_are_told(played):
    played.ready("FRA", "ENG")
    before = dict(News.objects.values_list("topic", "number"))
    undo(played)
    after = dict(News.objects.values_list("topic", "number"))
    for topic in (f"game.{played.game.slug}", f"seat.{played.seat('FRA').pk}"):
        assert after[topic] > before.get(topic, 0)
    played.game.refresh_from_db()
    assert played.game.undone == 1


def test_promises_judged_by_it_are_open_again(played):
    played.answers("ENG", played.says("FRA", "ENG", "I offer peace"), "accept")
    played.says("ENG", "FRA", term=TOLD)
    before = ledger()
    played.orders("ENG", "F LON - NTH")
    played.ready("FRA", "ENG")
    assert ledger()["ENG", NTH] == ("kept", True)
    undo(played)
    assert ledger() == before
    assert not Agreement.objects.filter(done=True).exists()
    played.orders("ENG", "F LON - ECH")
    played.ready("FRA", "ENG")
    assert ledger()["ENG", NTH][0] == "broken"


def test_what_earlier_phases_judged_stays(played):
    played.answers("ENG", played.says("FRA", "ENG", "I offer peace"), "accept")
    played.says("ENG", "FRA", term=TOLD)
    played.orders("ENG", "F LON - NTH")
    played.ready("FRA", "ENG")
    before = ledger()
    assert {state for state, _ in before.values()} == {"kept"}
    judged = set(Promise.objects.values_list("power", "content", "judged__name"))
    played.orders("ENG", "F NTH - BEL")
    played.ready("FRA", "ENG")
    undo(played, "F1901M")
    assert ledger() == before
    assert set(Promise.objects.values_list("power", "content", "judged__name")) == judged


def test_what_was_agreed_since_counts_no_more_and_can_be_read(played):
    played.ready("FRA", "ENG")
    made = played.says("ENG", "FRA", term=TOLD.replace("nth", "ech").replace("lon, sea", "lon, sea"))
    offer = played.says("FRA", "ENG", "I offer peace")
    undo(played)
    assert {row.pk for row in Message.objects.filter(undone=True)} >= {made.pk, offer.pk}
    assert {row.text for row in talk.messages_for(played.game, played.seat("FRA"))} >= {offer.text}
    assert ledger() == {("ENG", NTH.replace("nth", "ech")): ("void", True)}
    assert not Proposal.objects.filter(state="open").exists()
    seat = played.seat("ENG")
    view = queries.seat_view(seat)
    assert (view.talk, view.agreements, view.ledger) == ((), (), ())


def test_a_proposal_that_lapsed_is_open_again(played):
    offer = played.says("FRA", "ENG", "I offer peace")
    played.ready("FRA", "ENG")
    assert Proposal.objects.get(message=offer).state == "cancelled"
    undo(played)
    assert Proposal.objects.get(message=offer).state == "open"
    played.answers("ENG", offer, "accept")
    assert Agreement.objects.filter(done=False).count() == 1


def test_bots_remember_nothing_of_it(story, put_on_offer):
    put_on_offer(Bot("quick", "Quick", "", partial(swift, "diplomat"), talks=True))
    story.waits()
    with story.committed(work=False):
        for power in ("AUS", "GER", "ITA", "RUS", "TUR"):
            services.replace_player(story.seat(power), "quick" if power in ("GER", "RUS") else "holdbot")
    story.work()
    story.bots_speak()
    remembered = {power: dict(queries.memory_of(story.sheet(power))) for power in ("GER", "RUS")}
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    story.says("FRA", "GER", "I offer peace")
    story.bots_speak()
    undo(story)
    assert {power: dict(queries.memory_of(story.sheet(power))) for power in ("GER", "RUS")} == remembered
    assert not Hearing.objects.filter(phase__name="F1901M").exists()
    assert not BotSpeech.objects.filter(phase__name="F1901M").exists()
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"


def test_another_phase_than_was_seen_is_not_taken_back(played):
    played.ready("FRA", "ENG")
    played.ready("FRA", "ENG")
    with pytest.raises(Late, match="now Fall 1901"):
        undo(played)
    assert played.phase == "S1902M"


def test_nothing_to_take_back_and_nothing_that_is_over(played):
    with pytest.raises(NotRunning, match="Nothing has happened"):
        undo(played)
    played.ready("FRA", "ENG")
    services.cancel_game(played.game)
    with pytest.raises(NotRunning):
        undo(played)


def test_not_while_a_worker_resolves(played):
    played.ready("FRA", "ENG")
    GamePhase.objects.filter(pk=played.row.pk).update(status="claimed", claim="0" * 32, claimed_at=clock.now())
    with pytest.raises(Late, match="being resolved"):
        undo(played)


def test_a_worker_that_comes_late_writes_nothing(played):
    played.ready("FRA", "ENG")
    gone = played.row.pk
    undo(played)
    assert not resolve_phase(gone, force=True)
    assert not resolve_phase(played.row.pk)
    assert played.phase == "S1901M"


def test_it_goes_back_to_what_a_person_decided(story):
    """A retreat in which only bots decide is taken back with the moves before it."""
    story.begins(
        at={
            "phase": "S1901M",
            "units": ["FRA A PAR", "FRA A GAS", "GER A BUR", "ENG F LON"],
            "centers": {"FRA": ["PAR", "MAR"], "ENG": ["LON"], "GER": ["MUN", "BER"]},
        }
    )
    story.orders("FRA", "A PAR - BUR", "A GAS S A PAR - BUR")
    with story.committed(work=False):
        services.resolve_phase(story.row.pk, force=True)
    assert story.phase == "S1901R"
    undo(story)
    assert story.phase == "S1901M"
    assert convert.position_of(story.row).unit_at("BUR") is not None


def test_who_was_replaced_meanwhile_stays_so(played):
    played.ready("FRA", "ENG")
    services.replace_player(played.seat("ENG"), "holdbot", played.cast.alice)
    undo(played)
    played.ready("FRA")
    assert played.phase == "F1901M"
