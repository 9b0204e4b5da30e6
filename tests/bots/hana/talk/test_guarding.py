"""A guide counts only agreements, and answers about danger and builds."""

from dataclasses import replace

import pytest

from adjudication.board import Province
from adjudication.notation import format_order, parse_order
from adjudication.orders import Order
from adjudication.position import Position
from bots.hana.talk.one_mind import counsel_in, is_of_one_mind
from bots.view import Agreement
from negotiation.diplomacy import Scd, Tpc, action_of
from negotiation.terms import Agree, Commit, Commits, Courtesy, Do, Manner, Propose
from tests.bots.boards import board
from tests.bots.hana.talk.test_tutoring import Talk

OWNED = {
    "FRA": "BRE PAR MAR POR SPA",
    "GER": "BER KIE MUN HOL",
    "ENG": "EDI LVP LON NWY",
    "ITA": "ROM NAP VEN TUN",
}
UNITS = (
    *("FRA A BEL", "FRA F BRE", "FRA F MAO", "FRA A GAS", "FRA A MAR", "FRA A PIE"),
    *("GER A HOL", "GER A KIE", "GER A RUH", "GER F DEN"),
    *("ENG F ECH", "ENG F NTH", "ITA F WES", "ITA A VEN"),
)
FALL = board("F1902M", *UNITS, centers=OWNED)
SPRING = board("S1903M", *UNITS, centers=OWNED)
WINTER = board("W1901A", "FRA F MAO", "FRA A SPA", "FRA A BEL", *UNITS[6:], centers=OWNED)


def deal(position: Position, *texts: str) -> Commits:
    """Orders of France and Germany, each promised to the other."""
    found = []
    for text in texts:
        power, order = text.split(maxsplit=1)
        other = "GER" if power == "FRA" else "FRA"
        found.append(Commit(power, (other,), Do(action_of(power, parse_order(order, "M", position), position))))  # type: ignore[arg-type]
    return Commits(tuple(found))


def advised(talk: Talk) -> dict[Province, str]:
    orders: dict[Province, Order] = {order.region: order for order in counsel_in(talk.view).orders}  # type: ignore[union-attr]
    return {place: format_order(order) for place, order in orders.items()}


def test_what_it_proposed_and_nobody_accepted_binds_no_advice() -> None:
    talk = Talk(FALL, "FRA")
    before = advised(talk)
    talk.said([Propose("GER", ("FRA",), deal(FALL, "FRA A GAS - SPA"))])
    assert advised(talk) == before
    assert "agreed" not in " ".join(talk.asked("what should I do?") + talk.asked("why?"))


def test_an_agreed_move_over_sea_is_advised_only_with_its_convoy() -> None:
    talk = Talk(FALL, "FRA")
    alone = deal(FALL, "FRA A BEL - SPA VIA", "FRA A GAS S A BEL - SPA")
    talk.view = replace(talk.view, agreements=(Agreement(FALL.phase, ("FRA", "GER"), alone),))
    assert "SPA" not in advised(talk)["BEL"]
    assert "BEL" not in advised(talk)["GAS"]
    near = board("F1902M", "FRA A GAS", "FRA F MAO", *UNITS[6:], centers=OWNED)
    talk = Talk(near, "FRA")
    both = deal(near, "FRA A GAS - POR VIA", "FRA F MAO C A GAS - POR")
    talk.view = replace(talk.view, agreements=(Agreement(near.phase, ("FRA", "GER"), both),))
    assert advised(talk)["GAS"].startswith("A GAS - POR")
    assert advised(talk)["MAO"].startswith("F MAO C A GAS - POR")


def test_in_later_years_it_proposes_to_the_pupil_what_it_would_advise_and_nothing_else() -> None:
    talk = Talk(SPRING, "FRA")
    counsel = counsel_in(talk.view)
    same = format_order(counsel.orders[0])
    assert is_of_one_mind(talk.view, counsel, Propose("GER", ("FRA",), deal(SPRING, f"FRA {same}")))
    for text in ("FRA A BEL - SPA VIA", "FRA F BRE - ENG"):
        other = Propose("GER", ("FRA",), deal(SPRING, text.replace("ENG", "ECH")))
        assert not is_of_one_mind(talk.view, counsel, other)


def test_it_proposes_no_unit_of_its_own_beside_the_pupils_home() -> None:
    talk = Talk(SPRING, "FRA")
    for text, fine in (("GER A RUH - BUR", False), ("GER A HOL - PIC VIA", False), ("GER A KIE - MUN", True)):
        said = Propose("GER", ("FRA",), deal(SPRING, text))
        assert is_of_one_mind(talk.view, counsel_in(talk.view), said) is fine


def test_it_does_not_claim_a_center_that_it_gave_to_the_pupil() -> None:
    talk = Talk(FALL, "FRA")
    claim = Courtesy("GER", ("FRA",), Manner.NOTE, Tpc("wantmine", ("HOL",)))
    assert is_of_one_mind(talk.view, counsel_in(talk.view), claim)
    given = Agreement(FALL.phase, ("FRA", "GER"), Agree(("FRA", "GER"), Scd("FRA", ("HOL",))))
    talk.view = replace(talk.view, agreements=(given,))
    assert not is_of_one_mind(talk.view, counsel_in(talk.view), claim)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("is it safe?", ("Brest", "Spain", "Gascony")),
        ("Is the English fleet in the English Channel dangerous for me?", ("England", "Brest", "English Channel")),
        ("is my home safe from England?", ("England", "Brest", "guards")),
        ("is Spain safe?", ("Italy", "Spain", "Western Mediterranean", "Gascony")),
        ("Is that safe for me? Picardy is next to Paris and Paris is empty.", ("Paris",)),
        ("Italy broke its word to me. What now?", ("Italy", "Spain", "Western Mediterranean")),
        ("what about my fleet?", ("Brest", "Mid-Atlantic Ocean", "ecause")),
        ("what should I build?", ("inter", "center")),
    ],
)
def test_danger_is_answered_from_the_board(text: str, words: tuple[str, ...]) -> None:
    told = " ".join(Talk(FALL, "FRA").asked(text))
    assert all(word in told for word in words), told
    assert "cannot be trusted" not in told
    assert "friend" not in told


@pytest.mark.parametrize("text", ["is it safe?", "what should I build?", "Italy lied to me. What now?"])
def test_why_after_such_an_answer_has_a_reason(text: str) -> None:
    talk = Talk(FALL, "FRA")
    talk.asked(text)
    told = " ".join(talk.asked("why?"))
    assert "supply center" in told or "holds against" in told or "centers are counted" in told, told
    assert "trust" not in told


def test_in_the_first_winter_it_names_builds_with_place_and_reason_unasked_and_asked() -> None:
    talk = Talk(WINTER, "FRA")
    unasked = " ".join(map(talk.english, talk.opens()))
    assert "uild" in unasked
    assert "army in Marseilles" in unasked
    assert "fleet in Brest" in unasked
    assert "closest to" in unasked or "shortest way" in unasked
    asked = " ".join(talk.asked("what should I build?"))
    assert "closest to" in asked or "shortest way" in asked


def test_in_winter_an_open_home_is_guarded_by_a_build() -> None:
    talk = Talk(WINTER, "FRA")
    told = " ".join(talk.asked("is Brest safe?"))
    assert "English Channel" in told
    assert "uild" in told


def test_its_goodbye_says_that_it_goes_on_answering() -> None:
    talk = Talk(board("S1902M", *UNITS, centers=OWNED), "FRA")
    bye = Courtesy("GER", ("FRA",), Manner.ADVICE, Tpc("guidebye"))
    assert "nswer" in talk.english(bye)
    assert "stop" not in talk.english(bye)
    assert bye in talk.opens()


def test_it_advises_to_guard_an_open_center_that_somebody_reaches() -> None:
    talk = Talk(FALL, "FRA")
    assert advised(talk)["GAS"].startswith("A GAS - SPA")
    told = " ".join(talk.asked("what should I do?") + talk.asked("why Spain?"))
    assert "Italy" in told
