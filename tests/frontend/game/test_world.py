"""The news of the world beside the letter of a turn: others' doings, at most five lines, each with its place."""

from frontend.game.chapters import Word
from frontend.game.letter import letter_of
from frontend.game.world import front_page, world_of
from tests.frontend.game.test_letter import FALL, LANDING, chapter, texts

EVERYBODY = ("AUS", "ENG", "FRA", "ITA", "RUS", "TUR")
LAST_STAND = {
    "phase": "F1904M",
    "units": ["RUS A GAL", "RUS A BUD", "TUR A SER", "ITA A ROM", "FRA A PAR"],
    "centers": {
        "AUS": ["VIE"],
        "RUS": ["BUD", "WAR", "MOS", "SEV"],
        "ITA": ["ROM"],
        "TUR": ["CON"],
        "FRA": ["PAR", "BRE"],
    },
}
STORM = {"RUS": ["A GAL - VIE"], "TUR": ["A SER H"]}


def test_who_fell_who_leads_and_who_took_what_are_told_with_their_places():
    lines = world_of([chapter(LAST_STAND, **STORM)], "FRA")
    assert texts(lines) == [
        "Austria is out of the game.",
        "Russia leads with 5 centers, before you with 2 and Turkey with 2.",
        "Russia took Vienna from Austria.",
        "Turkey took Serbia.",
    ]
    assert [line.places for line in lines] == [("VIE",), ("BUD", "MOS", "SEV", "VIE", "WAR"), ("VIE",), ("SER",)]


def test_what_the_letter_tells_is_not_told_again():
    turn = [chapter(FALL, **LANDING)]
    assert texts(world_of(turn, "GER")) == [
        "England and France lead with 3 centers each.",
        "France took Liverpool from England.",
        "England took Norway.",
    ]
    assert texts(world_of(turn, "ENG")) == ["You and France lead with 3 centers each."]
    assert texts(world_of(turn, None)) == ["England and France lead with 3 centers each."]


def test_a_word_given_to_everybody_and_broken_is_news_for_all_but_who_broke_it():
    words = [
        Word("GER", EVERYBODY, "Germany will stay out of Burgundy", False, ("BUR",)),
        Word("GER", ("ITA",), "Germany will hold in Munich", False, ("MUN",)),
        Word("RUS", ("AUS", "ENG", "FRA", "GER", "ITA", "TUR"), "Russia will hold in Warsaw", True, ("WAR",)),
    ]
    turn = [chapter(FALL, words)]
    told = "Germany broke the word it gave everybody: it was to stay out of Burgundy."
    assert texts(world_of(turn, "FRA")) == [told]
    assert not any("Burgundy" in text for text in texts(letter_of(turn, "FRA")))
    assert world_of(turn, "FRA")[0].places == ("BUR",)
    assert told not in texts(world_of(turn, "GER"))
    assert any("stay out of Burgundy" in text for text in texts(letter_of(turn, "GER")))


def test_where_nothing_changed_there_is_no_news():
    assert world_of([chapter(FALL)], "FRA") == ()
    assert world_of([], "FRA") == ()


def test_there_are_never_more_than_five_lines():
    open_field = {
        "phase": "F1901M",
        "units": ["AUS A SER", "ENG F NWY", "GER A HOL", "ITA A TUN", "RUS F SWE", "TUR A BUL", "FRA A SPA"],
        "centers": {"FRA": ["PAR"]},
    }
    lines = world_of([chapter(open_field)], "FRA")
    assert len(lines) == 5
    assert all(line.places for line in lines)
    assert len(front_page([chapter(open_field)])) == 5


def test_centers_of_nobody_are_told_before_those_taken_from_a_power():
    raid = {
        "phase": "F1901M",
        "units": ["FRA A BUR", "FRA A SPA", "FRA F POR", "FRA A RUH", "GER A HOL", "ENG A LON"],
        "centers": {"GER": ["MUN", "KIE"], "ENG": ["LON"], "FRA": ["PAR"]},
    }
    lines = world_of([chapter(raid, FRA=["A BUR - MUN", "A RUH - KIE"])], "ENG")
    assert "France took Portugal and Spain, and Kiel and Munich from Germany." in texts(lines)
