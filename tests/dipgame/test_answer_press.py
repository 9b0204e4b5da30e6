"""A proposal is accepted, rejected, withdrawn, or lapses; what was agreed reaches the ledger and the bots."""

import pytest

from dipgame.games import queries, talk
from dipgame.games.errors import Gone, Malformed, Unclear
from dipgame.games.models import Agreement, Promise, Proposal

pytestmark = pytest.mark.database

ALL = "propose(fra, [eng ger], Agree([eng fra ger], pce([eng fra ger])))"


def state(message):
    return message.proposals.get().state


def test_an_accepted_proposal_is_an_agreement(story):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    answer = story.answers("ENG", asked, "accept")
    assert (answer.text, answer.reply_to_id) == ("Agreed.", asked.pk)
    assert answer.term == "accept(eng, fra, Agree([eng fra], pce([eng fra])))"
    assert state(asked) == "accepted"
    assert [(row.power, row.state, row.lasting) for row in Promise.objects.all()] == [
        ("ENG", "open", True),
        ("FRA", "open", True),
    ]


@pytest.mark.parametrize(("who", "act"), [("ENG", "accept"), ("ENG", "reject"), ("FRA", "withdraw")])
def test_a_proposal_that_l_has_no_more_is_not_open(story, who, act):
    """A deal that binds any power, as an earlier version stored it."""
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    asked.proposals.update(term="propose(fra, eng, [Commit(power, fra, pce([eng fra]))])")
    with pytest.raises(Gone, match="cannot be read any more"):
        story.answers(who, asked, act)


@pytest.mark.parametrize(("who", "act", "after"), [("ENG", "reject", "rejected"), ("FRA", "withdraw", "withdrawn")])
def test_rejected_or_taken_back(story, who, act, after):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    story.answers(who, asked, act)
    assert state(asked) == after
    assert not Agreement.objects.exists()
    story.says("ENG", "FRA", "I offer peace")


def test_a_typed_yes_answers_too(story):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    story.says("ENG", "FRA", "yes")
    assert state(asked) == "accepted"


@pytest.mark.parametrize(("text", "after", "accepted"), [("Yes, I am in.", "open", ["ENG"]), ("no", "rejected", [])])
def test_a_proposal_to_a_group_is_answered_in_the_pair(story, text, after, accepted):
    story.begins()
    asked = story.says("FRA", "ENG GER", term=ALL)
    story.says("ENG", "FRA", text)
    assert state(asked) == after
    assert asked.proposals.get().accepted == accepted


def test_a_yes_in_the_pair_to_one_of_two_proposals_is_asked_about(story):
    story.begins()
    asked = story.says("FRA", "ENG GER", term=ALL)
    alone = story.says("FRA", "ENG", "I offer peace")
    with pytest.raises(Unclear):
        story.says("ENG", "FRA", "yes")
    assert (state(asked), state(alone)) == ("open", "open")


@pytest.mark.parametrize(("who", "act"), [("FRA", "accept"), ("ENG", "withdraw"), ("GER", "accept"), ("RUS", "reject")])
def test_only_those_asked_answer_and_only_the_proposer_takes_back(story, who, act):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    with pytest.raises(Gone):
        story.answers(who, asked, act)
    assert state(asked) == "open"


def test_an_answer_of_no_kind(story):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    with pytest.raises(Malformed):
        story.answers("ENG", asked, "burn")


def test_twice_is_once(story):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    story.answers("ENG", asked, "accept")
    with pytest.raises(Gone):
        story.answers("ENG", asked, "reject")
    assert Agreement.objects.count() == 1


def test_a_proposal_to_several_needs_them_all(story):
    story.begins()
    asked = story.says("FRA", "ENG GER", term=ALL)
    story.answers("ENG", asked, "accept")
    assert state(asked) == "open"
    assert not Agreement.objects.exists()
    story.answers("GER", asked, "accept")
    assert state(asked) == "accepted"
    assert Agreement.objects.get().between == "ENG FRA GER"


def test_one_no_among_several_is_a_no(story):
    story.begins()
    asked = story.says("FRA", "ENG GER", term=ALL)
    story.answers("ENG", asked, "accept")
    story.answers("GER", asked, "reject")
    assert state(asked) == "rejected"


def test_an_open_proposal_lapses_with_its_phase(story):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    assert state(asked) == "cancelled"
    with pytest.raises(Gone):
        story.answers("ENG", asked, "accept")
    story.says("ENG", "FRA", "I offer peace")
    assert Proposal.objects.filter(state="open").count() == 1


def test_what_is_agreed_is_in_the_view_of_those_who_agreed(story):
    story.begins()
    story.answers("GER", story.says("FRA", "GER", "I offer peace"), "accept")
    for power, seen in (("FRA", 1), ("GER", 1), ("ENG", 0)):
        view = queries.seat_view(story.seat(power))
        assert len(view.agreements) == seen
        assert len(view.talk) == 2 * seen
        assert (view.level, view.protocol) == (9, "talk")


def test_a_bot_that_agreed_gives_its_orders_again(story):
    story.begins(bots="dumbbot")
    before = story.sheet("GER")
    assert before.bot_state == "ok"
    asked = story.says("FRA", "GER", "I offer peace")
    with story.committed(work=False):
        from dipgame.games import services

        services.answer_press(story.seat("GER"), asked.pk, "accept")
    waiting = story.sheet("GER")
    assert (waiting.bot_state, waiting.ready) == ("waiting", False)
    story.work()
    assert story.sheet("GER").bot_state == "ok"


def test_unread_marks_count_what_others_said(story):
    story.begins()
    for number in range(3):
        last = story.says("FRA", "ENG", f"number {number}", plain=True)
    story.says("FRA", "ENG GER", "to both", plain=True)
    bob = story.seat("ENG")
    assert talk.unread(bob) == {"ENG FRA": 3, "ENG FRA GER": 1}
    assert talk.unread(story.seat("FRA")) == {}
    assert talk.unread(story.seat("RUS")) == {}
    from dipgame.games import services

    assert services.see_press(bob, ["FRA", "ENG"], last.pk - 1)
    assert talk.unread(bob)["ENG FRA"] == 1
    assert not services.see_press(bob, ["FRA", "ENG"], 1)
    assert services.see_press(bob, ["FRA", "ENG"], last.pk + 10**9)
    assert talk.unread(bob) == {"ENG FRA GER": 1}
    story.says("FRA", "ENG", "one more", plain=True)
    assert talk.unread(bob)["ENG FRA"] == 1
    story.says("ENG", "FRA", "an answer reads what was before", plain=True)
    assert "ENG FRA" not in talk.unread(bob)
    with pytest.raises(Malformed):
        services.see_press(bob, ["FRA", "GER"], 1)
