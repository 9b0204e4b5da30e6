"""The letter of a turn: what befell me, most important first, each line with its places."""

from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.position import position_from_dict
from frontend.game.chapters import Chapter, Word
from frontend.game.letter import letter_of, places_in


def chapter(data, words=(), **orders):
    """A phase carried out: the board, and orders by power."""
    position = position_from_dict(data)
    read = {
        power: [parse_order(text, position.phase.kind, position) for text in texts] for power, texts in orders.items()
    }
    resolution = adjudicate(position, read)
    return Chapter(position, resolution.outcomes, resolution.next, tuple(words))


def following(before, **orders):
    """The phase after that one."""
    position = before.after
    read = {
        power: [parse_order(text, position.phase.kind, position) for text in texts] for power, texts in orders.items()
    }
    resolution = adjudicate(position, read)
    return Chapter(position, resolution.outcomes, resolution.next)


def texts(lines):
    return [line.text for line in lines]


FALL = {
    "phase": "F1902M",
    "units": ["FRA A PIC", "FRA F ECH", "FRA F IRI", "ENG A LON", "ENG F LVP", "ENG F NTH", "GER A MUN", "GER A RUH"],
    "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON", "LVP", "EDI"], "GER": ["MUN", "BER"]},
}
LANDING = {"FRA": ["F IRI - LVP", "F ECH S F IRI - WAL"], "ENG": ["F LVP - NAO", "F NTH - NWY"]}


def test_a_center_lost_and_one_won_come_first_with_their_places():
    lines = letter_of([chapter(FALL, **LANDING)], "ENG")
    assert texts(lines) == ["You lost Liverpool to France.", "You took Norway."]
    assert [line.places for line in lines] == [("LVP",), ("NWY",)]
    assert [line.tone for line in lines] == ["bad", "good"]
    assert texts(letter_of([chapter(FALL, **LANDING)], "FRA"))[0] == "You took Liverpool from England."


def test_who_only_watches_reads_a_neutral_one():
    lines = letter_of([chapter(FALL, **LANDING)], None)
    assert texts(lines) == ["France took Liverpool from England.", "England took Norway."]
    assert {line.tone for line in lines} == {"plain"}


DUEL = {
    "phase": "S1902M",
    "units": ["FRA A BUR", "FRA A PAR", "GER A MUN", "GER A RUH"],
    "centers": {"FRA": ["PAR", "BRE"], "GER": ["MUN", "BER"]},
}
ATTACK = {"GER": ["A MUN - BUR", "A RUH S A MUN - BUR"]}


def test_a_beaten_unit_and_what_became_of_it_are_one_sentence():
    fight = chapter(DUEL, **ATTACK)
    assert texts(letter_of([fight], "FRA"))[0] == (
        "Your army in Burgundy was driven out by Germany from Munich and must retreat or disband."
    )
    retreat = following(fight, FRA=["A BUR - GAS"])
    both = letter_of([fight, retreat], "FRA")
    assert texts(both)[0] == "Your army in Burgundy was driven out by Germany from Munich and retreated to Gascony."
    assert both[0].places == ("BUR", "MUN")
    assert texts(letter_of([fight, retreat], "GER"))[0] == (
        "You drove France's army in Burgundy out; it retreated to Gascony."
    )
    assert texts(letter_of([retreat], "FRA")) == ["Your army in Burgundy retreated to Gascony."]
    gone = following(fight)
    assert texts(letter_of([fight, gone], "FRA"))[0].endswith("from Munich and was disbanded.")


def test_words_kept_and_broken_to_me_and_by_me():
    words = [
        Word("GER", ("FRA",), "Germany will not move to Burgundy", False, ("BUR",)),
        Word("ENG", ("FRA",), "England will hold in London", True, ("LON",)),
        Word("FRA", ("ENG",), "You will stay out of the English Channel", False, ("ECH",)),
        Word("ITA", ("AUS",), "Italy will hold in Venice", False, ("VEN",)),
    ]
    lines = letter_of([chapter(DUEL, words)], "FRA")
    assert texts(lines) == [
        "Germany broke its word: it was not to move to Burgundy.",
        "England kept its word to hold in London.",
        "You broke your word to England: you were to stay out of the English Channel.",
    ]
    assert lines[0].places == ("BUR",)
    watched = letter_of([chapter(DUEL, words)], None)
    assert "Italy broke its word to Austria: it was to hold in Venice." in texts(watched)
    assert not any("kept" in text for text in texts(watched))


def test_a_foreign_unit_in_my_center_in_spring_is_a_warning():
    board = DUEL | {"units": ["FRA A GAS", "GER A BUR"]}
    moves = chapter(board, GER=["A BUR - PAR"], FRA=["A GAS - SPA"])
    assert texts(letter_of([moves], "FRA")) == [
        "Germany's army in Paris takes your center if it is there after the fall.",
        "Your army in Spain takes the center if it is there after the fall.",
    ]


def test_an_attack_that_failed_is_told_with_its_places():
    board = DUEL | {"units": ["FRA A BUR", "GER A MUN", "GER A PIC", "ITA A MAR"]}
    lines = letter_of(
        [chapter(board, GER=["A MUN - BUR", "A PIC - PAR"], ITA=["A MAR - BUR"], FRA=["A BUR - PAR"])], "FRA"
    )
    kept_out = {line.text: line.places for line in lines if "kept out" in line.text}
    assert kept_out == {
        "Germany's army in Munich was kept out of Burgundy.": ("MUN", "BUR"),
        "Germany's army in Picardy was kept out of Paris.": ("PIC", "PAR"),
        "Italy's army in Marseilles was kept out of Burgundy.": ("MAR", "BUR"),
    }


def test_a_broken_peace_shows_where_it_was_broken():
    peace = Word("GER", ("FRA",), "Germany will keep peace with you", kept=False)
    [line] = [line for line in letter_of([chapter(DUEL, [peace], **ATTACK)], "FRA") if "word" in line.text]
    assert line.places == ("BUR",)


def test_a_quiet_turn_shows_my_units():
    assert letter_of([chapter(DUEL, GER=["A MUN H"])], "FRA")[0].places == ("BUR", "PAR")


def test_help_failures_and_builds():
    board = DUEL | {"units": ["FRA A GAS", "FRA A MAR", "FRA A PAR", "GER A MUN", "GER A BUR"]}
    moves = chapter(
        board, GER=["A BUR S A GAS - MAR", "A MUN - RUH"], FRA=["A MAR - SPA", "A GAS - MAR", "A PAR S A BUR - MUN"]
    )
    found = texts(letter_of([moves], "FRA"))
    assert "Germany's army in Burgundy supported you to Marseilles." in found
    assert any(text.startswith("Your army in Paris") for text in found)
    assert not any(text.startswith("The ") for text in found)
    winter = chapter(
        {"phase": "W1902A", "units": [], "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON"], "TUR": ["ANK"]}},
        FRA=["BUILD A PAR", "BUILD F BRE"],
        ENG=["BUILD F LON"],
        TUR=["BUILD F ANK"],
    )
    assert texts(letter_of([winter], "FRA")) == [
        "You built an army in Paris and a fleet in Brest.",
        "England built a fleet in London.",
    ]


def test_the_end_of_a_power():
    board = {"phase": "F1902M", "units": ["FRA A PAR", "GER A BUR"], "centers": {"FRA": ["BRE"], "GER": ["MUN", "PAR"]}}
    last = chapter(board | {"units": ["GER F BRE"]}, GER=["F BRE H"])
    assert texts(letter_of([last], "FRA")) == [
        "Nothing of yours is left: you are out of the game.",
        "You lost Brest to Germany.",
    ]
    assert texts(letter_of([following(last)], "FRA")) == texts(letter_of([following(last)], None))


def test_nothing_to_tell_is_said_and_no_phase_has_no_letter():
    quiet = chapter(DUEL, FRA=["A BUR H", "A PAR H"])
    assert texts(letter_of([quiet], "FRA")) == ["All your orders were carried out."]
    assert letter_of([], "FRA") == ()


def test_without_an_order_nothing_was_carried_out():
    assert texts(letter_of([chapter(DUEL)], "FRA")) == ["You gave no orders; your units held."]
    assert texts(letter_of([chapter(DUEL, FRA=["A BUR H"])], "FRA")) == ["All your orders were carried out."]
    winter = DUEL | {"phase": "W1902A", "units": ["FRA A BUR", "GER A MUN", "GER A RUH"]}
    assert texts(letter_of([chapter(winter)], "FRA")) == ["You gave no orders; nothing was built."]


def test_places_of_a_term():
    term = "Do(sup(Unit(ger, Region(mun, amy)), mto(Unit(fra, Region(par, amy)), Region(bur, amy))))"
    assert places_in(term) == ("MUN", "PAR", "BUR")


def test_an_army_that_found_no_convoy_was_kept_out_by_nobody():
    board = DUEL | {"units": ["FRA A PIC", "FRA F BRE", "ENG A LON", "ENG F NTH"]}
    moves = chapter(board, ENG=["A LON - BRE VIA"], FRA=["A PIC H"])
    assert not any("kept out" in text for text in texts(letter_of([moves], "FRA")))


def test_an_army_whose_convoy_was_broken_was_kept_out_by_nobody():
    board = DUEL | {"units": ["FRA F MAO", "FRA F IRI", "ENG A LON", "ENG F ECH"]}
    moves = chapter(board, ENG=["A LON - BRE VIA", "F ECH C A LON - BRE"], FRA=["F MAO - ECH", "F IRI S F MAO - ECH"])
    assert not any("kept out" in text for text in texts(letter_of([moves], "FRA")))
