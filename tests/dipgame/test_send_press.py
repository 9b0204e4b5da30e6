"""Somebody says something: what is written, what is refused, and who may read it."""

import pytest

from dipgame.games import services, talk
from dipgame.games.errors import (
    AboveLevel,
    Late,
    Malformed,
    NoPress,
    NotRunning,
    OutOfTurn,
    TooFast,
    TooLong,
    Unclear,
)
from dipgame.games.models import GamePhase, Message, Proposal
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_term

pytestmark = pytest.mark.database

PEACE = "propose(fra, eng, Agree([eng fra], pce([eng fra])))"


def test_a_clear_sentence_is_understood_and_kept_as_typed(story):
    story.begins()
    message = story.says("FRA", "ENG", "I offer peace")
    assert (message.text, message.term, message.level) == ("I offer peace", PEACE, 1)
    assert message.powers == ("ENG", "FRA")
    assert [row.term for row in message.proposals.all()] == [PEACE]


def test_the_reading_that_was_chosen_is_what_is_said(story):
    story.begins()
    text = "i'll move paris to burgundy or picardy"
    with pytest.raises(Unclear) as refused:
        story.says("FRA", "GER", text)
    assert len(refused.value.heard.readings) == 2
    assert not Message.objects.exists()
    chosen = "inform(fra, ger, [Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(bur, amy))))])"
    message = story.says("FRA", "GER", text, chosen)
    assert (message.text, message.term) == (text, chosen)


def test_why_is_asked_as_far_as_the_games_language_goes(story):
    for level, why in ((3, "Desire(eng, pce([eng fra]))"), (9, "Explain(Desire(eng, ¬pce([eng fra])))")):
        story.begins(press_level=level)
        story.says("FRA", "ENG", "I offer peace")
        story.says("ENG", "FRA", "No, thank you.")
        assert story.says("FRA", "ENG", "Why not?").term == f"query(fra, eng, {why})"


def test_what_was_understood_is_kept_with_the_message(story):
    story.begins()
    deal = Message.objects.get(pk=story.says("FRA", "ENG", "How about peace?").pk)
    assert (talk.heard_of(deal).verdict, talk.heard_of(deal).act.key) == ("claim", "propose:pact")
    assert deal.heard["readings"][0][0] == [PEACE]
    plain = Message.objects.get(pk=story.says("FRA", "GER", "Is the map open?", plain=True).pk)
    heard = talk.heard_of(plain)
    assert (heard.verdict, heard.said) == ("talk", ())
    assert heard.for_bots


def test_an_older_message_is_heard_by_what_it_said_in_l(story):
    story.begins()
    story.says("FRA", "ENG", "How about peace?")
    Message.objects.update(heard=None)
    heard = talk.heard_of(Message.objects.get())
    assert [format_term(one, DIPLOMACY) for one in heard.for_bots] == [PEACE]
    Message.objects.update(term="", level=None)
    (told,) = talk.heard_of(Message.objects.get()).for_bots
    assert format_term(told, DIPLOMACY) == "mumble(fra, eng)"


def test_plain_text_is_sent_as_it_is_and_means_nothing_to_bots(story):
    story.begins(bots="blabbot")
    message = story.says("FRA", "ENG GER", "<b>Bonjour</b> à tous", plain=True)
    assert (message.text, message.term, message.level) == ("<b>Bonjour</b> à tous", "", None)
    assert not message.hearings.exists()
    assert talk.talk_of(story.seat("GER"), story.row) == ()


def test_a_yes_after_plain_text_that_speaks_of_something_is_asked_about(story):
    story.begins()
    story.says("ENG", "FRA", "I offer peace")
    story.says("ENG", "FRA", "bonjour à tous", plain=True)
    assert story.says("FRA", "ENG", "ok").term == PEACE.replace("propose(fra, eng", "accept(fra, eng")
    story.says("ENG", "FRA", "I offer an alliance against Germany")
    story.says("ENG", "FRA", "and a postcard from Munich", plain=True)
    with pytest.raises(Unclear) as refused:
        story.says("FRA", "ENG", "ok")
    assert refused.value.heard.readings


def test_what_says_nothing_in_l_goes_out_as_it_is_where_plain_text_may(story):
    story.begins()
    message = story.says("FRA", "ENG", "blorb the frot")
    assert (message.text, message.term, talk.heard_of(message).verdict) == ("blorb the frot", "", "talk")
    story.begins(press_plain=False)
    with pytest.raises(Unclear):
        story.says("FRA", "ENG", "blorb the frot")


def test_a_place_in_plain_text_is_what_there_may_mean(story):
    story.begins()
    story.says("GER", "FRA", "ah, burgundy, vineyards and all", plain=True)
    with pytest.raises(Unclear) as refused:
        story.says("FRA", "GER", "can you support me there?")
    offered = [format_term(one[0], DIPLOMACY) for one in [each.said for each in refused.value.heard.readings]]
    assert "propose(fra, ger, [Commit(ger, fra, hlp(ger, fra, bur))])" in offered


def test_a_term_alone_is_said_in_english(story):
    story.begins()
    assert story.says("FRA", "ENG", term=PEACE).text == "How about peace between us?"


REFUSED = [
    (("ENG", "  "), {}, Malformed),
    (("ENG", "a\x00b"), {"plain": True}, Malformed),
    (("ENG", "turn \u202e round"), {"plain": True}, Malformed),
    (("FRA", "I offer peace"), {}, Malformed),
    (("ENG FRA", "I offer peace"), {}, Malformed),
    (("XYZ", "I offer peace"), {}, Malformed),
    (("", "I offer peace"), {}, Malformed),
    (("ENG", "a" * 1001), {"plain": True}, TooLong),
    (("ENG", "", "propose(fra, eng,"), {}, Malformed),
    (("ENG", "", PEACE * 100), {}, TooLong),
    (("GER", "", PEACE), {}, Malformed),
    (("ENG", "", PEACE.replace("fra, eng", "eng, fra", 1)), {}, Malformed),
    (("ENG", "", "inform(fra, eng, Feel(fra, Sad))"), {}, AboveLevel),
    (("ENG", "", "accept(fra, eng, Agree([eng fra], pce([eng fra])))"), {}, OutOfTurn),
]


@pytest.mark.parametrize(("said", "how", "error"), REFUSED)
def test_a_refused_message_changes_nothing(story, said, how, error):
    story.begins(press_level=3)
    with pytest.raises(error) as refused:
        story.says("FRA", *said, **how)
    assert refused.value.message.endswith(".")
    assert not Message.objects.exists()


def test_the_protocol_names_its_rule_and_what_may_be_said(story):
    story.begins(press_protocol="l3")
    story.says("FRA", "ENG", term=PEACE)
    with pytest.raises(OutOfTurn) as refused:
        story.says("ENG", "FRA", "How about an alliance of us against Germany?")
    assert "answered before another is made" in refused.value.message
    assert "accept" in refused.value.allowed
    assert Message.objects.count() == 1


def test_a_word_for_time_is_never_too_much(story):
    story.begins(press_level=3)
    assert story.says("FRA", "ENG", "Let's have peace until the end of 1903.").level == 6


def test_what_is_asked_or_said_beside_deals_is_said_in_l(story):
    story.begins(press_level=3)
    assert story.says("FRA", "ENG", "hi there!").term == "greet(fra, eng)"
    asked = story.says("FRA", "ENG", "where is your fleet in London going?")
    assert asked.term == "query(fra, eng, Which(?r, Do(mto(Unit(eng, Region(lon, sea)), ?r))))"
    assert story.says("FRA", "ENG", "hey, peace?").term == PEACE


def states(story):
    """The proposals of the game as they stand, oldest first."""
    return list(Proposal.objects.order_by("id").values_list("state", flat=True))


def test_a_counter_offer_answers_by_itself_and_says_nothing_else(story):
    story.begins()
    asked = story.says("FRA", "ENG", "Please move your fleet in London to the North Sea")
    countered = story.says("ENG", "FRA", "Sure, if you move your fleet in Brest to Gascony")
    assert states(story) == ["countered", "open"]
    assert [message.text for message in Message.objects.order_by("id")] == [asked.text, countered.text]
    story.answers("FRA", countered, "accept")
    assert states(story) == ["countered", "accepted"]


def test_what_is_about_something_else_leaves_a_proposal_open_unless_it_is_said_to_counter_it(story):
    story.begins()
    peace = story.says("FRA", "ENG", term=PEACE)
    other = "Please move your fleet in Brest to Gascony"
    story.says("ENG", "FRA", other)
    assert states(story) == ["open", "open"]
    story.says("ENG", "FRA", "How about an alliance of us against Germany?", instead=peace.pk)
    assert states(story) == ["countered", "open", "open"]
    story.says("ENG", "FRA", "Please move your army in Paris to Picardy", instead=peace.pk)
    assert states(story)[0] == "countered"


def test_who_proposes_what_was_proposed_accepts_it(story):
    story.begins()
    story.says("FRA", "ENG", term=PEACE)
    said = story.says("ENG", "FRA", "Let us make peace")
    assert (said.text, said.term) == ("Let us make peace", PEACE.replace("propose(fra, eng", "accept(eng, fra"))
    assert states(story) == ["accepted"]


def test_proposals_in_other_conversations_wait_for_nobody(story):
    story.begins()
    story.says("FRA", "ENG", term=PEACE)
    story.says("FRA", "ENG GER", "How about a draw?")
    draw = story.says("ENG", "AUS FRA GER ITA RUS TUR", "How about a draw?")
    assert states(story) == ["open"] * 3
    story.answers("FRA", draw, "accept")
    story.answers("ENG", Message.objects.order_by("id")[0], "accept")
    assert states(story) == ["accepted", "open", "open"]


def test_where_the_protocol_wants_an_answer_first_a_counter_offer_gives_it_in_the_same_message(story):
    story.begins(press_protocol="l3")
    peace = story.says("FRA", "ENG", term=PEACE)
    said = story.says("ENG", "FRA", "Please move your fleet in Brest to Gascony", instead=peace.pk)
    assert said.text == "Please move your fleet in Brest to Gascony"
    assert said.term.startswith("reject(eng, fra")
    assert states(story) == ["rejected", "open"]
    again = story.says("ENG", "FRA", "How about an alliance of us against Germany?", instead=said.pk)
    assert again.term.startswith("withdraw(eng, fra)")
    assert states(story) == ["rejected", "withdrawn", "open"]


def test_nobody_counters_what_was_not_asked_of_them(story):
    story.begins()
    theirs = story.says("FRA", "GER", "I offer peace")
    story.says("ENG", "FRA", "I offer peace", instead=theirs.pk)
    assert states(story) == ["open", "open"]


def test_a_free_game_knows_no_turns(story):
    story.begins(press_protocol="free")
    for _ in range(2):
        story.says("FRA", "ENG", term=PEACE)
    assert Proposal.objects.filter(state="open").count() == 2


@pytest.mark.parametrize(("terms", "plain"), [({"press_level": 0}, True), ({"press_plain": False}, True)])
def test_games_without_talk_or_without_plain_text(story, terms, plain):
    story.begins(**terms)
    with pytest.raises(NoPress):
        story.says("FRA", "ENG", "bonjour", plain=plain)


def test_nobody_talks_before_the_game_or_after_it(story):
    story.waits()
    with pytest.raises(NotRunning):
        story.says("FRA", "ENG", "bonjour", plain=True)
    services.cancel_game(story.game)
    with pytest.raises(NotRunning):
        story.says("FRA", "ENG", "bonjour", plain=True)


def test_nothing_is_said_while_a_phase_is_resolved(story):
    story.begins()
    row = story.row
    GamePhase.objects.filter(pk=row.pk).update(status="claimed", claim="0" * 32, claimed_at=row.opened_at)
    with pytest.raises(Late):
        story.says("FRA", "ENG", "bonjour", plain=True)


def test_a_flood_is_stopped(story):
    story.begins()
    for number in range(15):
        story.says("FRA", "ENG", f"message {number}", plain=True)
    with pytest.raises(TooFast):
        story.says("FRA", "GER", "and another", plain=True)
    assert Message.objects.count() == 15
    story.says("ENG", "FRA", "I am still here", plain=True)


def test_the_seats_it_concerns_are_told_that_it_happened_and_no_words(story, outbox):
    story.begins()
    outbox.messages.clear()
    story.says("FRA", "ENG", "I offer peace")
    told = dict(outbox.messages)
    assert set(told) == {f"seat.{story.seat(power).pk}" for power in ("FRA", "ENG")}
    assert set(map(str, told.values())) == {"{'type': 'press.changed', 'word': False}"}
