"""The rules' table: what rows do, computed by hand, and what its author is told about a mistake."""

from dataclasses import replace
from pathlib import Path

import pytest

from bots.hana.remember.desires import desires_of, intentions_of
from bots.hana.remember.events import Event, Happening
from bots.hana.remember.feelings import faded, mood_of, moved
from bots.hana.remember.personality import FACTORS, NEUTRAL, PERSONALITIES, personalities_in
from bots.hana.remember.rules import RULES, combined, derived, rules_in, rules_with
from bots.hana.remember.typed_rows import TableError

HALF = replace(NEUTRAL, **dict.fromkeys(FACTORS, 0.5))  # type: ignore[arg-type] # all of them are numbers
TEXT = """
[trust]
kept_lasts = 1
broken_lasts = 1
broken_lasts_forgiven = 1
lasting = 0.1
lasting_most = 1
[emotions]
anger = { lasts = 0.9, factor = "forgiveness", lasts_with = 0.5 }
joy = { lasts = 0.5 }
[rules]
feel = [
  { when = "broke their word", then = "anger", by = 0.5 },
  { when = "supported me", then = "anger", by = -0.4, times = "forgiveness" },
  { when = "I gained a center", then = "joy", by = 0.8 },
]
want = [
  { when = "anger", then = "revenge", by = 1, times = "1 - forgiveness" },
  { when = "trust", then = "revenge", by = -0.5 },
]
intend = [
  { when = "revenge", then = "attack", by = 0.8 },
]
show = [{ when = "attack", then = "regard", by = -0.3 }]
mood = [
  { when = "anger", least = 0.5, feeling = "Angry" },
  { when = "joy", least = 0.5, feeling = "Happy" },
]
"""
SMALL = rules_in(TEXT)


def test_a_change_takes_its_share_of_what_is_missing_or_of_what_is_there():
    assert combined(0.0, 0.5) == pytest.approx(0.5)
    assert combined(0.5, 0.5) == pytest.approx(0.75)
    assert combined(0.75, -0.4) == pytest.approx(0.45)
    assert combined(0.5, 7) == 1.0
    assert combined(0.5, -7) == 0.0


def test_events_leave_emotions_that_fade():
    betrayed = Event(Happening.BROKE_WORD, "GER")
    helped = Event(Happening.SUPPORTED, "GER")
    felt = moved({}, [betrayed, betrayed], HALF, SMALL)
    assert felt["GER"]["anger"] == pytest.approx(0.75)
    felt = moved(felt, [helped], HALF, SMALL)
    assert felt["GER"]["anger"] == pytest.approx(0.75 * (1 - 0.4 * 0.5))
    assert faded(felt, HALF, SMALL)["GER"]["anger"] == pytest.approx(0.6 * 0.7)
    assert faded(felt, replace(HALF, forgiveness=1.0), SMALL)["GER"]["anger"] == pytest.approx(0.6 * 0.5)
    for _ in range(30):
        felt = faded(felt, HALF, SMALL)
    assert felt == {}, "what is hardly there is over"


def test_desires_and_intentions_follow():
    desires = desires_of({"trust": 0.5}, {"anger": 0.6}, HALF, SMALL)
    assert desires == {"revenge": pytest.approx(0.6 * 0.5 * 0.75)}
    intentions = intentions_of({"trust": 0.5}, {"anger": 0.6}, desires, HALF, SMALL)
    assert intentions == {"attack": pytest.approx(0.8 * 0.225), "help": 0.0, "not negotiate": 0.0}


def test_the_first_row_that_fits_is_the_mood():
    felt = {"GER": {"anger": 0.6}, "FRA": {"joy": 0.9}}
    assert mood_of(felt, "FRA", rules=SMALL) == "Happy"
    assert mood_of(felt, "FRA", "GER", SMALL) == "Angry"
    assert mood_of({}, "FRA", "GER", SMALL) is None


def test_every_happening_and_every_emotion_of_the_table_is_used():
    assert {rule.when for rule in RULES.feel} == set(Happening)
    assert {rule.then for rule in RULES.feel} == set(RULES.emotions)
    assert derived(RULES.want, {}, NEUTRAL) == dict.fromkeys(RULES.desires, 0.0)


MISTAKES = [
    ('when = "supported me", then = "anger"', 'when = "waved", then = "anger"', "feel, row 2: 'when' has to be one of"),
    ('then = "joy", by', 'then = "glee", by', "feel, row 3: 'then' has to be one of anger, joy, not 'glee'"),
    ('when = "trust"', 'when = "thrust"', "want, row 2: 'when'"),
    ('then = "attack", by', 'then = "sulk", by', "intend, row 1: 'then' has to be one of attack, help"),
    ('times = "forgiveness"', 'times = "height"', "feel, row 2: 'times' has to be one of trust, loyalty"),
    ("by = -0.4", 'by = "much"', "feel, row 2: 'by' has to be a number, not 'much'"),
    ("by = 0.8 },\n]\nwant", "bye = 0.8 },\n]\nwant", "feel, row 3: there is no field 'bye'"),
    ("by = -0.4", "by = nan", "feel, row 2: 'by' has to be a number, not nan"),
    ("by = -0.4", f"by = {10**400}", "feel, row 2: 'by' has to be a number, not 1000"),
    ('when = "joy", least = 0.5', 'when = "joy", least = inf', "mood, row 2: 'least' has to be a number, not inf"),
    ("lasts = 0.5 }", "lasts = nan }", "emotion 'joy': 'lasts' has to be a number, not nan"),
    ("kept_lasts = 1\n", "kept_lasts = 1\nhearsay = inf\n", "trust: 'hearsay' has to be a number, not inf"),
    (", by = -0.3 }]", " }]", "show, row 1: the field 'by' is missing"),
    ("lasts = 0.5 }", "lasts = 1.5 }", "emotion 'joy': 'lasts' has to be between 0 and 1, not 1.5"),
    ('feeling = "Happy"', 'feeling = "Merry"', "mood, row 2: 'feeling' has to be one of VeryHappy, Happy"),
    ("kept_lasts = 1\n", "", "trust: the field 'kept_lasts' is missing"),
    ("[emotions]", "[emotion]", "rules: the table [emotions] is missing"),
    ("want = [", "wont = [", "rules: 'want' has to be a list of rows"),
    ("[rules]", "[rules", "rules: "),
]


@pytest.mark.parametrize(("right", "wrong", "told"), MISTAKES)
def test_a_mistake_in_the_table_names_row_and_field(right, wrong, told):
    assert right in TEXT
    with pytest.raises(TableError) as caught:
        rules_in(TEXT.replace(right, wrong))
    assert str(caught.value).startswith(told)


ROW = 'title = "X"\ndescription = "Y."\nstrategy = "dynamic"\n' + "".join(f"{name} = 0.5\n" for name in FACTORS)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("greed = 0.5", "greed = 1.5", "personality 'x': 'greed' has to be between 0 and 1, not 1.5"),
        ("greed = 0.5", "greet = 0.5", "personality 'x': there is no field 'greet'"),
        ("greed = 0.5\n", "", "personality 'x': the field 'greed' is missing"),
        ("greed = 0.5", "greed = true", "personality 'x': 'greed' has to be a number, not True"),
        ('"dynamic"', '"wild"', "personality 'x': 'strategy' has to be one of conservative"),
        ('"X"', "7", "personality 'x': 'title' has to be a text in quotes, not 7"),
    ],
)
def test_a_mistake_in_a_personality_names_row_and_field(right, wrong, told):
    text = f"[x]\n{ROW}"
    assert personalities_in(text)["x"].tau == 0.5
    with pytest.raises(TableError) as caught:
        personalities_in(text.replace(right, wrong))
    assert str(caught.value).startswith(told)


def test_rules_are_changed_row_by_row():
    changed = rules_with(
        {
            "trust": {"broken_counts": 9},
            "emotions": {"anger": {"lasts": 1.0}},
            "feel": [
                {"when": "broke their word", "then": "anger", "by": 0.0},
                {"when": "haggled", "then": "joy", "by": 0.5},
            ],
        }
    )
    assert (changed.trust.broken_counts, RULES.trust.broken_counts) == (9, 3)
    assert changed.emotions["anger"].left(NEUTRAL) == 1
    assert [row.then for row in changed.feel] == [*(row.then for row in RULES.feel), "joy"]
    betrayed, haggled = Event(Happening.BROKE_WORD, "GER"), Event(Happening.HAGGLED, "GER")
    assert not moved({}, [betrayed], NEUTRAL, changed)["GER"]["anger"]
    assert moved({}, [haggled], NEUTRAL, changed)["GER"]["joy"] == 0.5
    assert rules_with({}) == RULES


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"courage": {}}, "rules: 'courage' cannot be changed so"),
        ({"trust": 3}, "rules: 'trust' cannot be changed so"),
        ({"emotions": {"anger": 3}}, "rules: 'emotions' cannot be changed so"),
        ({"feel": [3]}, "rules: 'feel' cannot be changed so"),
        ({"trust": {"hearsay": -1}}, "trust: 'hearsay' has to be 0 or more, not -1"),
        ({"feel": [{"when": ["x"], "then": "joy", "by": 1}]}, "feel, row "),
    ],
)
def test_a_mistake_in_a_change_names_row_and_field(changes, told):
    with pytest.raises(TableError) as caught:
        rules_with(changes)
    assert str(caught.value).startswith(told)


def test_the_page_shows_the_personalities_as_they_are():
    page = (Path(__file__).resolve().parents[4] / "docs" / "hana.md").read_text(encoding="utf-8")
    (head,) = [line for line in page.splitlines() if line.startswith("| | trust |")]
    assert head == f"| | {' | '.join(FACTORS)} | strategy |"
    for each in PERSONALITIES.values():
        numbers = " | ".join(f"{getattr(each, name):g}" for name in FACTORS)
        assert f"| {each.name} | {numbers} | {each.strategy} |\n" in page
