"""While one types, the page gets completions, names, unread words and gaps."""

from time import process_time

import pytest

from dipgame import limits
from dipgame.games.models import Message


def complete(ask, person, text, to=("ENG",)):
    status, answer = ask(person, type="complete", text=text, to=list(to), ref=3)
    assert (status, answer["type"], answer["ref"]) == (200, "completions", 3), answer
    return answer


def words(answer):
    return [one["text"] for one in answer["completions"]]


def test_the_next_words_and_names_fit_the_board_of_this_game(story, cast, ask):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    answer = complete(ask, cast.alice, "I will move Burgundy to ")
    assert answer["question"] == "Where?"
    assert {"Munich", "Belgium", "Ruhr"} <= set(words(answer))
    munich = next(one for one in answer["completions"] if one["text"] == "Munich")
    assert munich == {"text": "Munich", "start": 24, "kind": "place", "place": "MUN", "power": "GER"}
    assert not Message.objects.exists()


def test_a_question_is_asked_only_where_names_alone_come_next(story, cast, ask):
    story.begins()
    assert complete(ask, cast.alice, "will you ")["question"] == ""
    assert complete(ask, cast.alice, "Let's ally against ")["question"] == "Which power?"


def test_what_is_open_between_two_is_offered_to_be_answered(story, cast, ask):
    story.begins()
    story.says("ENG", "FRA", "Let us make peace")
    assert words(complete(ask, cast.alice, ""))[:2] == ["Yes", "No"]
    assert "Yes" not in words(complete(ask, cast.alice, "", ["GER"]))
    assert "Yes" not in words(complete(ask, cast.bob, "", ["FRA"]))


def test_places_are_counted_as_a_browser_counts_letters(story, cast, ask):
    story.begins()
    (spain, *_) = complete(ask, cast.alice, "🙂🙂 move Marseilles to spa")["completions"]
    assert (spain["text"], spain["start"]) == (
        "Spain",
        len("🙂🙂".encode("utf-16-le")) // 2 + len(" move Marseilles to "),
    )


def test_only_who_plays_is_told_and_only_where_one_can_talk(story, cast, ask):
    story.begins()
    for person in (cast.charlie, None):
        status, answer = ask(person, type="complete", text="will you ", to=["ENG"])
        assert (status, answer["code"]) == (403, "not_seated")
    story.game.press_level = 0
    story.game.save()
    assert ask(cast.alice, type="complete", text="will you ", to=["ENG"])[1]["code"] == "no_press"


def test_each_person_may_ask_so_often_and_then_still_says_what_they_like(story, cast, ask):
    story.begins()
    for _ in range(limits.COMPLETIONS.most):
        limits.COMPLETIONS.allows(cast.alice.pk)
    status, answer = ask(cast.alice, type="complete", text="", to=["ENG"])
    assert (status, answer["code"]) == (429, "too_fast")
    complete(ask, cast.bob, "", ["FRA"])
    assert ask(cast.alice, type="read", text="peace?", to=["ENG"])[0] == 200


def test_asking_what_may_be_typed_uses_up_no_other_command(story, cast, ask):
    story.begins()
    for _ in range(limits.COMMANDS.most - 1):
        limits.COMMANDS.allows(cast.alice.pk)
    complete(ask, cast.alice, "")
    complete(ask, cast.alice, "I ")
    assert ask(cast.alice, type="read", text="peace?", to=["ENG"])[0] == 200


def test_a_message_too_long_to_be_sent_is_not_gone_on_with(story, cast, ask):
    story.begins()
    assert complete(ask, cast.alice, "x " * 600)["completions"] == []


def test_a_keystroke_takes_the_server_little_time_however_much_was_said(story, cast, ask):
    story.begins()
    for at in range(14):
        both = ("ENG", "FRA") if at % 2 else ("FRA", "ENG")
        story.says(*both, "I will move to the English Channel", plain=at % 3 == 0)
    complete(ask, cast.alice, "")
    times = []
    for text in ("w", "will you ", "will you support me in", "I will move Paris to ", "if you move to Belgium, I w"):
        began = process_time()
        complete(ask, cast.alice, text)
        times.append(process_time() - began)
    assert sorted(times)[len(times) // 2] < 0.06  # twice what it may take, for a machine with other work


def stretches(ask, person, text, to=("ENG",)):
    _, answer = ask(person, type="read", text=text, to=list(to))
    return [
        (
            text.encode("utf-16-le")[2 * one["start"] : 2 * one["end"]].decode("utf-16-le"),
            *(one[fact] for fact in ("kind", "place", "power")),
            *(("unread",) if one["unread"] else ()),
        )
        for one in answer["reading"]["stretches"]
    ]


def test_what_names_something_is_marked_with_whose_it_is(story, cast, ask):
    story.begins()
    marks = stretches(ask, cast.alice, "🙂 I will support your fleet in Kiel to Den. I am allied with Germany")
    assert [each[:4] for each in marks if each[1] != "words"] == [
        ("your fleet in Kiel", "unit", "KIE", "GER"),
        ("Den", "place", "DEN", ""),
        ("Germany", "power", "", "GER"),
    ]


def test_words_that_were_not_read_are_marked_and_so_are_the_names_among_them(story, cast, ask):
    story.begins()
    marks = stretches(ask, cast.alice, "Let's make peace. The quince marmalade of Munich is romantic")
    assert marks == [
        ("The quince marmalade of", "words", "", "", "unread"),
        ("Munich", "place", "MUN", "GER", "unread"),
        ("is romantic", "words", "", "", "unread"),
    ]


def test_where_nothing_was_read_no_word_is_marked_for_it(story, cast, ask):
    story.begins()
    assert stretches(ask, cast.alice, "the quince marmalade is romantic") == []


def holes(ask, person, text, to=("ENG",)):
    _, answer = ask(person, type="read", text=text, to=list(to))
    return answer["reading"]["holes"]


def test_a_help_without_a_unit_may_be_given_one(story, cast, ask):
    story.begins()
    (hole,) = holes(ask, cast.alice, "I will support you into Burgundy", ["GER"])
    assert hole["question"] == "With which unit?"
    assert {each["label"]: each["text"] for each in hole["fillers"]} == {
        "Marseilles": "I will support you into Burgundy from Marseilles",
        "Paris": "I will support you into Burgundy from Paris",
    }
    assert {(each["place"], each["power"]) for each in hole["fillers"]} == {("MAR", "FRA"), ("PAR", "FRA")}
    assert holes(ask, cast.alice, hole["fillers"][0]["text"], ["GER"]) == []


def test_a_filled_hole_is_read_as_one_thing_and_of_one_unit(story, cast, ask):
    story.begins()
    (hole,) = holes(ask, cast.alice, "Can you support me into Burgundy?", ["GER"]) or [{"fillers": []}]
    for each in hole["fillers"]:
        _, answer = ask(cast.alice, type="read", text=each["text"], to=["GER"])
        (candidate,) = answer["reading"]["candidates"]
        assert [order["choice"] for order in candidate["orders"]] == [False]


@pytest.mark.parametrize(
    "text", ["Let's make peace", "I will move Paris to Burgundy", "hm", "", "the quince is romantic"]
)
def test_what_leaves_nothing_open_has_no_hole(story, cast, ask, text):
    story.begins()
    assert holes(ask, cast.alice, text) == []
