"""The chances of an experiment's tests, against counting all cases."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from scipy.stats import permutation_test

from adjudication.powers import POWERS
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import Side
from bots.experiment.file.plans import Numbered, labels_of
from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.hypotheses import between_pairs, between_seats, between_sessions, verdicts_of
from bots.experiment.report import report_of
from bots.experiment.statistics import Lot, chance_of_as_much
from bots.experiment.summary import format_summary

SIDES: tuple[Side, ...] = ("more", "less", "other")


def counted(sums: list[int], total: int, side: Side) -> float:
    more = sum(each >= total for each in sums) / len(sums)
    less = sum(each <= total for each in sums) / len(sums)
    return {"more": more, "less": less, "other": min(1.0, 2 * min(more, less))}[side]


@pytest.mark.parametrize("side", SIDES)
def test_between_seats_is_the_share_of_all_ways_to_draw(side: Side) -> None:
    rng = Random(1)
    for _ in range(20):
        games = [[rng.randrange(-3, 12) for _ in POWERS] for _ in range(3)]
        counts = [rng.randrange(1, 7) for _ in games]
        ways = product(*(combinations(game, count) for game, count in zip(games, counts, strict=True)))
        sums = [sum(map(sum, way)) for way in ways]
        total = rng.choice(sums)
        p, exact = between_seats(games, counts, total, side)
        assert exact
        assert p == pytest.approx(counted(sums, total, side))


@pytest.mark.parametrize("side", SIDES)
def test_between_sessions_is_the_share_of_all_ways_to_share_out(side: Side) -> None:
    rng = Random(2)
    for _ in range(20):
        one, other = ([rng.randrange(0, 9) * 3 for _ in range(rng.randrange(1, 6))] for _ in range(2))
        sums = [sum(way) for way in combinations([*one, *other], len(one))]
        p, exact = between_sessions(one, other, side)
        assert exact
        assert p == pytest.approx(counted(sums, sum(one), side))


@pytest.mark.parametrize("side", SIDES)
def test_between_pairs_is_the_share_of_all_ways_to_draw_signs(side: Side) -> None:
    rng = Random(4)
    for _ in range(20):
        differences = [rng.randrange(-5, 8) * 2 for _ in range(rng.randrange(1, 9))]
        sums = [sum(way) for way in product(*((value, -value) for value in differences))]
        p, exact = between_pairs(differences, side)
        assert exact
        assert p == pytest.approx(counted(sums, sum(differences), side))


@pytest.mark.parametrize(("side", "words"), [("more", "greater"), ("less", "less"), ("other", "two-sided")])
def test_between_pairs_agrees_with_scipy(side: Side, words: str) -> None:
    differences = [3, -1, 4, 1, -5, 9, 2, 0]
    drawn = {"permutation_type": "samples", "n_resamples": 2**8, "alternative": words}
    test = permutation_test((differences,), lambda x, axis: x.sum(axis=axis), **drawn)
    assert between_pairs(differences, side)[0] == pytest.approx(test.pvalue)


def test_many_large_differences_of_pairs_are_taken_as_normal() -> None:
    differences = [10_007 * (number % 7 - 2) + number for number in range(400)]
    p, exact = between_pairs([each * 1_000 + 1 for each in differences], "more")
    assert not exact
    assert p == pytest.approx(between_pairs([number % 7 - 2 for number in range(400)], "more")[0], abs=0.01)
    assert between_pairs([0, 0], "more") == (1.0, True)


def test_many_large_numbers_are_taken_as_normal_and_come_close() -> None:
    rng = Random(3)
    games = [[rng.randrange(0, 30) for _ in POWERS] for _ in range(40)]
    total = sum(sum(game[:2]) for game in games) + 40
    p, exact = between_seats(games, [2] * 40, total, "more")
    assert exact
    large = [[value * 100_003 + rng.randrange(9) for value in game] for game in games]
    q, is_exact = between_seats(large, [2] * 40, total * 100_003, "more")
    assert not is_exact
    assert q == pytest.approx(p, abs=0.01)


def figures(number: int, players: str, first: str) -> Figures:
    """A game: a letter for each power's player, and one * for each power that shares first place."""
    share = 1 / first.count("*")
    of = {power: {"first": share * (sign == "*")} for power, sign in zip(POWERS, first, strict=True)}
    seated = dict(zip(POWERS, ({"t": "talker", "m": "dumbbot"}[each] for each in players), strict=True))
    return Figures("s", number, seated, of, {}, None, 1)


FILE = """version = 1
name = "x"
bots.talker = "blabbot"
[[sessions]]
name = "s"
seats = { talker = 2, dumbbot = 5 }
""" + "\n".join(f'[[tests]]\nhypothesis = "h"\nof = "talker"\nexpect = "{side}"' for side in SIDES)  # fmt: skip


def test_first_place_is_tested_as_the_thesis_experiment_tests_it() -> None:
    games = [figures(0, "ttmmmmm", "*......"), figures(1, "mttmmmm", "**.*..."), figures(2, "mmmmttm", "....**.")]
    verdicts = verdicts_of(read_declaration(FILE), games)
    lots = [Lot(2, 1), Lot(2, 3), Lot(2, 2)]
    assert verdicts[0].p == pytest.approx(chance_of_as_much(lots, 1 + Fraction(1, 3) + 1))
    assert verdicts[0].difference > 0
    # Holm: the least times three, the next times two, and never less than one before.
    ps = [each.p or 0 for each in verdicts]
    assert ps[0] < ps[2] < ps[1]
    assert [each.adjusted for each in verdicts] == pytest.approx(
        [min(1, 3 * ps[0]), min(1, max(ps[1], 2 * ps[2], 3 * ps[0])), min(1, max(2 * ps[2], 3 * ps[0]))]
    )


def test_without_games_nothing_is_said() -> None:
    assert {(each.games, each.p, each.adjusted) for each in verdicts_of(read_declaration(FILE), [])} == {
        (0, None, None)
    }


COMPARED = """version = 1
name = "x"
bots.talker = "blabbot"
[[sessions]]
name = "s"
seats = { talker = 2, dumbbot = 5 }
[[sessions]]
name = "t"
seats = { talker = 2, dumbbot = 5 }
[[tests]]
hypothesis = "h"
of = "talker"
compare = "sessions"
sessions = ["s", "t"]
"""


def test_the_difference_of_shares_stays_inside_minus_one_and_one() -> None:
    """All first places against none, in one game each and in three."""
    for games in (1, 3):
        won = [figures(number, "ttmmmmm", "**.....") for number in range(games)]
        lost = [replace(figures(number, "ttmmmmm", "..*...."), session="t") for number in range(games)]
        (verdict,) = verdicts_of(read_declaration(COMPARED), [*won, *lost])
        assert verdict.difference == 0.5
        assert verdict.low is not None
        assert verdict.high is not None
        assert -1 <= verdict.low < 0.5 < verdict.high <= 1
    (verdict, *_) = verdicts_of(read_declaration(FILE), [figures(0, "ttmmmmm", "*......")])
    assert (verdict.games, verdict.low) == (1, None)


def test_no_finished_game_and_one_alone_are_told_in_words() -> None:
    declaration = read_declaration(FILE)
    assert "No game counts yet: none has ended, or all are left out." in format_summary(declaration, [])
    assert "no games yet" in format_summary(declaration, [])
    assert "(no games yet)" in report_of(declaration, FILE, [], "1")
    one = format_summary(declaration, [figures(0, "ttmmmmm", "*......")])
    assert "0.50 (0.05 to 0.95)" in one, "half of the first places of two seats in one game"
    assert "no interval: one game, or all are equal" in one


PAIRED = """version = 1
name = "x"
seed = 3
matched = true
powers = "rotated"
bots.keeper = { bot = "hana", loyalty = 1.0 }
bots.breaker = { bot = "hana", loyalty = 0.0 }
[[sessions]]
name = "keeping"
games = 7
seats = { keeper = 1, dumbbot = 6 }
[[sessions]]
name = "breaking"
games = 7
seats = { breaker = 1, dumbbot = 6 }
[[tests]]
hypothesis = "Keeping one's word is worth centers."
of = "keeper"
against = "breaker"
variable = "centers"
compare = "pairs"
sessions = ["keeping", "breaking"]
"""


def paired(numbers: list[int], centers: list[float], *, session: int) -> list[Figures]:
    """Games of `PAIRED` with the one player's centers."""
    declaration = read_declaration(PAIRED)
    found = []
    for number, value in zip(numbers, centers, strict=True):
        game = Numbered(session, number)
        players = labels_of(declaration, game)
        of = {power: {"centers": value if players[power] != "dumbbot" else 9.0} for power in POWERS}
        found.append(Figures(declaration.sessions[session].name, game.number, players, of, {}, None, 1))
    return found


def test_rotated_seats_are_compared_in_pairs() -> None:
    """Six pairs, each a center more: one of 64 ways."""
    games = paired(list(range(6)), [1, 2, 3, 4, 5, 6], session=0) + paired(
        list(range(6)), [0, 1, 2, 3, 4, 5], session=1
    )
    (verdict,) = verdicts_of(read_declaration(PAIRED), games)
    assert (verdict.games, verdict.unit, verdict.difference, verdict.note) == (6, "pairs", 1.0, "")
    assert verdict.p == pytest.approx(1 / 64)
    assert verdict.low is None, "equal differences have no interval"
    summary = format_summary(read_declaration(PAIRED), games)
    assert "more than breaker in breaking, game by game with the same seats and seed" in summary
    assert "6 pairs, difference +1.000" in summary


def test_games_without_a_partner_are_told_and_not_counted() -> None:
    games = paired([0, 1, 4], [3, 4, 5], session=0) + paired([0, 1, 2], [1, 5, 2], session=1)
    moved = replace(games[1], players=dict(zip(POWERS, ["keeper", *["dumbbot"] * 6], strict=True)))
    (verdict,) = verdicts_of(read_declaration(PAIRED), [games[0], moved, *games[2:]])
    assert (verdict.games, verdict.difference, verdict.p) == (1, 2.0, 0.5)
    assert verdict.note == (
        "games not paired: 2 without the same game in the other session (not played, failed or left out); "
        "2 with other seats than its partner"
    )
    (none,) = verdicts_of(read_declaration(PAIRED), games[:3])
    assert (none.p, none.games) == (None, 0)
    assert "games not paired: 3 without" in format_summary(read_declaration(PAIRED), games[:3])
    assert "games not paired: 3 without" in report_of(read_declaration(PAIRED), PAIRED, games[:3], "1")


def test_figures_that_an_earlier_version_did_not_count_are_not_tested() -> None:
    text = PAIRED.replace('"centers"', '"standing"')
    (verdict,) = verdicts_of(read_declaration(text), paired([0], [3], session=0))
    assert (verdict.p, verdict.games) == (None, 0)
    assert verdict.note.startswith("counted by an earlier version")


def with_standing(games: list[Figures]) -> list[Figures]:
    return [
        replace(game, of={power: {"standing": counts["centers"]} for power, counts in game.of.items()})
        for game in games
    ]


def test_pairs_leave_out_a_game_that_an_earlier_version_counted() -> None:
    text = PAIRED.replace('"centers"', '"standing"')
    one, other = paired([0, 1], [3, 4], session=0), with_standing(paired([0, 1], [1, 1], session=1))
    (verdict,) = verdicts_of(read_declaration(text), [*with_standing(one[:1]), one[1], *other])
    assert (verdict.games, verdict.difference) == (1, 2.0)
    assert verdict.note.startswith("games not paired: 2 because one of the two was counted by an earlier version")


@pytest.mark.parametrize("compare", ["seats", "sessions"])
def test_tests_leave_out_a_game_that_an_earlier_version_counted(compare: str) -> None:
    text = COMPARED.replace('of = "talker"', 'of = "talker"\nvariable = "standing"').replace(
        '"sessions"', f'"{compare}"'
    )
    counted_now = [
        replace(figures(number, "ttmmmmm", "*......"), session=name, of={power: {"standing": 2.0} for power in POWERS})
        for name in ("s", "t")
        for number in (0, 1)
    ]
    (verdict,) = verdicts_of(read_declaration(text), [*counted_now, figures(2, "ttmmmmm", "*......")])
    assert verdict.games == 4
    assert verdict.p is not None
    assert verdict.note.startswith("1 game of an earlier version is not counted")


def test_sessions_with_different_numbers_of_games_are_told_as_that() -> None:
    text = PAIRED.replace("games = 7", "games = 2", 1)
    games = paired([0, 1], [3, 4], session=0) + paired([1, 2, 3, 4], [1, 1, 2, 2], session=1)
    (verdict,) = verdicts_of(read_declaration(text), games)
    assert verdict.games == 1
    assert verdict.note == (
        "games not paired: 3 because the sessions have 2 and 7 games; "
        "1 without the same game in the other session (not played, failed or left out)"
    )


def test_a_report_says_why_a_difference_has_no_interval() -> None:
    page = report_of(read_declaration(PAIRED), PAIRED, paired([0], [3], session=0) + paired([0], [1], session=1), "1")
    assert "(one game, or all are equal)</td>" in page


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("matched = true\n", "", "compare"),
        ('"breaking"]', '"keeping"]', "sessions"),
        ("{ breaker = 1, dumbbot = 6 }", "{ dumbbot = 6, breaker = 1 }", "sessions"),
        ('against = "breaker"', 'against = "keeper"', "against"),
        ('of = "keeper"', 'of = "breaker"', "of"),
    ],
)
@pytest.mark.parametrize("name", ["keeping", "keeping, matched"])
def test_a_fault_of_pairs_stands_at_its_field(old: str, new: str, key: str, name: str) -> None:
    assert old in PAIRED
    with pytest.raises(BadFileError) as bad:
        read_declaration(PAIRED.replace(old, new).replace('"keeping"', f'"{name}"'))
    assert [fault.place for fault in bad.value.faults] == [("tests", 0, key)]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("matched = true\n", "", "needs matched = true at the top of the file: only then game 1 of both sessions"),
        ('"breaking"]', '"keeping"]', "needs two sessions"),
        (', "breaking"]', "]", "needs two sessions"),
        (
            "{ breaker = 1, dumbbot = 6 }",
            "{ dumbbot = 6, breaker = 1 }",
            "'keeper' has seat 1 of 'keeping' and",
        ),
        ("{ breaker = 1, dumbbot = 6 }", "{ breaker = 2, dumbbot = 5 }", "'breaker' seats 1, 2 of 'breaking'; pairs"),
        ('against = "breaker"\n', "", "'keeper' does not sit in 'breaking'"),
        ('against = "breaker"', 'against = "nobody"', "'against' is one of"),
        ('name = "breaking"', 'name = "breaking"\npowers = "uniform"', "and 'breaking' 'uniform'; pairs need the same"),
        ('compare = "pairs"', 'compare = "sessions"', "'against' is for compare = \"pairs\"; leave it out"),
    ],
)
def test_sessions_that_cannot_be_paired_say_why(old: str, new: str, why: str) -> None:
    assert old in PAIRED
    with pytest.raises(BadFileError) as bad:
        read_declaration(PAIRED.replace(old, new))
    assert why in str(bad.value)
