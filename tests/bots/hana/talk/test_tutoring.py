"""A guide's proposals, advice, answers and reasons come from one mind."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from adjudication.board import province_of
from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.notation import format_order, parse_order
from adjudication.options import legal_orders
from adjudication.orders import Order, Waive
from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Memory
from bots.hana.agent import Hana
from bots.hana.judge.guiding import GUIDES, guide_of
from bots.hana.talk.guide import GUIDE_PERSONALITY, Guide
from bots.hana.talk.one_mind import counsel_in, is_of_one_mind
from bots.hana.talk.talker import TalkingHana
from bots.view import Agreement, PastPhase, Said, SeatView
from negotiation.diplomacy import Dmz, Scd, Tpc, action_of, order_of
from negotiation.english.context import context_of
from negotiation.english.writer import write
from negotiation.levels import FREE, subterms
from negotiation.terms import (
    Agree,
    Commit,
    Commits,
    Courtesy,
    Desire,
    Do,
    Inform,
    Manner,
    Propose,
    Reject,
    Utterance,
)
from negotiation.understanding import understand
from tests.bots.boards import board
from tests.bots.hana.casts import SWIFT

CENTERS = {"TUR": "ANK CON SMY", "RUS": "SEV MOS WAR STP", "AUS": "VIE BUD TRI", "ITA": "ROM NAP VEN"}
REST = ("RUS F SEV", "RUS A UKR", "AUS A SER", "AUS A TRI", "ITA F ION", "ITA A APU")


class Talk:
    """A guide and its pupil in one phase, with what was said."""

    def __init__(self, position: Position, pupil: Power, history: Sequence[PastPhase] = ()) -> None:
        self.pupil, self.guide = pupil, guide_of(pupil)
        self.bot = Guide(TalkingHana(Hana(GUIDE_PERSONALITY, SWIFT)))
        self.view = SeatView(self.guide, position, STANDARD_RULES, level=FREE, protocol="talk", history=tuple(history))
        self.memory: Memory = {}

    def said(self, words: Sequence[Utterance]) -> None:
        talk = (*self.view.talk, *(Said(self.view.position.phase, each) for each in words))
        self.view = replace(self.view, talk=talk)

    def opens(self) -> list[Utterance]:
        words = self.bot.open_talk(self.view, self.memory, Random(1), 5)
        self.memory = words.memory
        self.said(words.utterances)
        return [each for each in words.utterances if self.pupil in each.hearers]

    def hears(self, heard: Utterance) -> list[Utterance]:
        self.said([heard])
        words = self.bot.hear(self.view, self.memory, self.view.talk[-1], Random(1), 5)
        self.memory = words.memory
        self.said(words.utterances)
        return list(words.utterances)

    def asked(self, text: str) -> list[str]:
        """The guide's answers to a line of its pupil, in English."""
        talk = [each.utterance for each in self.view.talk]
        context = replace(context_of(self.pupil, (self.guide,), self.view.position, talk), level=FREE)
        answers = [each for heard in understand(text, context).for_bots for each in self.hears(heard)]
        return [self.english(each) for each in answers]

    def english(self, said: Utterance) -> str:
        context = context_of(self.guide, (self.pupil,), self.view.position, [])
        if isinstance(said, Courtesy) and said.manner is Manner.ADVICE and not isinstance(said.about, Tpc):
            context = replace(context, position=None)
        return write(said, Random(3), context)


def advised(words: Sequence[Utterance], pupil: Power) -> dict[str, Order]:
    """Orders in what is advised, by province."""
    found = {}
    for said in words:
        if isinstance(said, Courtesy) and said.manner is Manner.ADVICE:
            for part in subterms(said.about) if said.about is not None else ():
                if isinstance(part, Do) and (told := order_of(part.action))[0] == pupil:
                    found[province_of(getattr(told[1], "region", ""))] = told[1]
    return found


def asked_of(said: Utterance, pupil: Power) -> list[Order]:
    """Orders of the pupil in what is proposed, told or asked."""
    parts = subterms(said) if isinstance(said, Propose | Inform) else ()
    orders = [order_of(part.action) for part in parts if isinstance(part, Do)]
    return [order for power, order in orders if power == pupil]


def year_of(pupil: Power, seed: int) -> list[Position]:
    """Positions of a first year as advised, against random moves."""
    rng, positions, position = Random(seed), [opening()], opening()
    lesson = GUIDES[guide_of(pupil)]
    orders: dict[Power, Sequence[Order]] = {pupil: lesson.spring}
    for power in POWERS:
        if power != pupil:
            legal = legal_orders(position, power)
            orders[power] = [rng.choice([*options]) for options in legal.values()]
    position = adjudicate(position, orders).next
    if position.phase.kind == "M":
        positions.append(position)
    return positions


@pytest.mark.parametrize("pupil", POWERS)
def test_nothing_it_proposes_in_the_first_year_contradicts_its_advice(pupil: Power) -> None:
    for seed in range(3):
        for position in year_of(pupil, seed)[0 if seed == 0 else 1 :]:
            talk = Talk(position, pupil)
            words = talk.opens()
            for deal in [each.deal for each in words if isinstance(each, Propose)]:
                words += talk.hears(Reject(pupil, (talk.guide,), deal))
            for text in ("what should I do?", "what do you want?", "any ideas?", "what should we agree on?"):
                heard = context_of(pupil, (talk.guide,), position, [each.utterance for each in talk.view.talk])
                for one in understand(text, replace(heard, level=FREE)).for_bots:
                    words += talk.hears(one)
            told = advised(words, pupil)
            assert len(told) == len(position.units_of(pupil))
            for said in words:
                for order in asked_of(said, pupil):
                    assert format_order(order) == format_order(told[province_of(getattr(order, "region", ""))])


@pytest.mark.parametrize("pupil", POWERS)
def test_the_same_advice_is_given_when_asked_and_asked_again(pupil: Power) -> None:
    talk = Talk(opening(), pupil)
    first = advised(talk.opens(), pupil)
    learn = Courtesy(pupil, (talk.guide,), Manner.ADVICE, Tpc("opening"))
    assert advised(talk.hears(learn), pupil) == first
    assert advised(talk.hears(learn), pupil) == first
    assert all(refusal(talk.view.position, pupil, order) is None for order in first.values())


def _deal(position: Position, text: str) -> Commits:
    order = parse_order(text, "M", position)
    return Commits((Commit("TUR", ("RUS",), Do(action_of("TUR", order, position))),))


def test_ankara_to_armenia_is_not_asked_after_ankara_to_constantinople() -> None:
    talk = Talk(opening(), "TUR")
    talk.opens()
    counsel = counsel_in(talk.view)
    other, same = (Propose("RUS", ("TUR",), _deal(opening(), text)) for text in ("F ANK - ARM", "F ANK - CON"))
    assert not is_of_one_mind(talk.view, counsel, other)
    assert is_of_one_mind(talk.view, counsel, same)
    zone = Propose("RUS", ("TUR",), Agree(("RUS", "TUR"), Dmz(("RUS", "TUR"), ("BUL",))))
    assert not is_of_one_mind(talk.view, counsel, zone)


def test_an_order_the_pupil_and_the_guide_agreed_on_is_advised_from_then_on() -> None:
    talk = Talk(opening(), "TUR")
    talk.opens()
    agreed = Agreement(opening().phase, ("RUS", "TUR"), _deal(opening(), "F ANK - ARM"))
    talk.view = replace(talk.view, agreements=(*talk.view.agreements, agreed))
    orders = {format_order(each) for each in counsel_in(talk.view).orders}
    assert "F ANK - ARM" in orders
    assert "A CON - BUL" in orders


@pytest.mark.parametrize("pupil", POWERS)
@pytest.mark.parametrize("text", ["why?", "Why that?", "how come?", "can you explain that?"])
def test_it_gives_a_reason_for_each_order_it_advised(pupil: Power, text: str) -> None:
    talk = Talk(opening(), pupil)
    talk.opens()
    talk.asked("what should I do?")
    reasons = talk.asked(text)
    lesson = GUIDES[talk.guide]
    assert len(reasons) == len(lesson.spring)
    assert all("because" in each.lower() for each in reasons), reasons
    assert talk.asked(text) != reasons


def test_it_gives_the_reasons_of_its_proposal() -> None:
    talk = Talk(opening(), "TUR")
    deal = next(each for each in talk.opens() if isinstance(each, Propose))
    talk.view = replace(talk.view, talk=talk.view.talk[: [each.utterance for each in talk.view.talk].index(deal) + 1])
    reasons = " ".join(talk.asked("why?"))
    assert "Black Sea" in reasons
    assert "peace" in reasons.lower()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("why should I move to Constantinople?", "Ankara"),
        ("why Bulgaria?", "supply center"),
        ("why not Armenia?", "Ankara"),
        ("why the Black Sea?", "empty"),
    ],
)
def test_a_why_that_names_a_place_is_answered_about_that_place(text: str, words: str) -> None:
    talk = Talk(opening(), "TUR")
    talk.opens()
    assert words in " ".join(talk.asked(text))


MOMENTS = {
    "fall": board("F1901M", "TUR F CON", "TUR A BUL", "TUR A ANK", *REST, centers=CENTERS),
    "retreat": board(
        "F1901R",
        "TUR F CON",
        "TUR A ANK",
        *REST[:2],
        "AUS A BUL",
        centers=CENTERS,
        dislodged={"TUR A GRE": ("BUL", ("ALB",))},
    ),
    "no retreat": board("F1901R", "TUR F CON", *REST, centers=CENTERS),
    "build": board("W1901A", "TUR F CON", "TUR A BUL", *REST, centers=CENTERS | {"TUR": "ANK CON SMY BUL"}),
    "removal": board("W1902A", "TUR F CON", "TUR A RUM", "TUR A ANK", *REST, centers=CENTERS | {"TUR": "ANK CON"}),
    "no build": board("W1901A", "TUR F CON", "TUR A BUL", "TUR A ANK", *REST, centers=CENTERS),
    "later spring": board("S1903M", "TUR F AEG", "TUR A BUL", "TUR A CON", *REST, centers=CENTERS),
}
WANTED = {
    "fall": ("fall", "Bulgaria"),
    "retreat": ("retreat", "Albania"),
    "no retreat": ("none", "next turn"),
    "build": ("4 supply centers and 2 units", "build"),
    "removal": ("remove", "army in Rumania"),
    "no build": ("inter", "build"),
    "later spring": ("spring", "fleet in the Aegean Sea"),
}


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("text", ["what should I do?", "I am new here, how do I play?"])
def test_what_to_do_is_answered_about_this_moment_of_the_board(moment: str, text: str) -> None:
    talk = Talk(MOMENTS[moment], "TUR")
    told = " ".join(talk.asked(text))
    assert all(words in told for words in WANTED[moment]), told


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_it_advises_can_be_ordered_and_has_a_reason(moment: str) -> None:
    talk = Talk(MOMENTS[moment], "TUR")
    counsel = counsel_in(talk.view)
    for order in counsel.orders:
        assert refusal(talk.view.position, "TUR", order) is None, format_order(order)
        why = counsel.reason(order)
        assert talk.english(Courtesy("RUS", ("TUR",), Manner.ADVICE, why))


def test_after_a_loss_it_names_what_was_lost() -> None:
    before = board("F1902M", "TUR F CON", "TUR A ANK", "TUR A BUL", *REST, centers=CENTERS | {"TUR": "ANK CON SMY BUL"})
    after = replace(
        board("S1903M", "TUR F CON", "TUR A ANK", *REST, "AUS A BUL", centers=CENTERS | {"AUS": "VIE BUD TRI BUL"}),
        phase=parse_phase("S1903M"),
    )
    talk = Talk(after, "TUR", [PastPhase(before, ())])
    assert "Bulgaria" in talk.asked("what should I do?")[0]


def test_it_names_units_that_could_support_or_says_that_none_can() -> None:
    talk = Talk(opening(), "RUS")
    talk.opens()
    assert "Budapest" in " ".join(talk.asked("who can help me?"))
    winter = Talk(MOMENTS["build"], "TUR")
    assert "not" in winter.asked("who could help me?")[0]


def test_a_zone_is_explained_with_the_one_between_the_two_in_the_first_year_alone() -> None:
    talk = Talk(opening(), "TUR")
    talk.opens()
    assert "Black Sea" in " ".join(talk.asked("what does DMZ mean?"))
    later = Talk(MOMENTS["later spring"], "TUR")
    told = " ".join(later.asked("what does DMZ mean?"))
    assert "stay out" in told or "empty" in told
    assert "Black Sea" not in told


BOTH_REACH = board(
    "S1903M",
    *("FRA A PIC", "FRA A MAR", "FRA F BRE", "GER A RUH", "GER A MUN", "ENG F LON", "AUS A VIE"),
    centers={"FRA": "PAR BRE MAR", "GER": "BER KIE MUN HOL", "ENG": "LON EDI LVP", "AUS": "VIE"},
)
"""France, guided by Germany; both stand beside Belgium, which nobody has."""


FIRST_FALL = replace(BOTH_REACH, phase=parse_phase("F1901M"))


def test_it_advises_no_center_that_it_goes_for_itself() -> None:
    talk = Talk(BOTH_REACH, "FRA")
    counsel = counsel_in(talk.view)
    assert counsel.into("BEL") is None
    assert all("BEL" not in counsel.reason(order).named for order in counsel.orders)
    gives = Propose("GER", ("FRA",), Agree(("FRA", "GER"), Scd("FRA", ("BEL",))))
    assert not is_of_one_mind(talk.view, counsel, gives)


def test_it_advises_a_center_that_it_leaves_to_its_pupil() -> None:
    alone = replace(BOTH_REACH, units=tuple(unit for unit in BOTH_REACH.units if unit.region != "RUH"))
    assert format_order(counsel_in(Talk(alone, "FRA").view).into("BEL") or Waive()) == "A PIC - BEL"


@pytest.mark.parametrize(
    "said",
    [
        Inform("GER", ("ENG",), Desire("GER", "BEL")),
        Propose("GER", ("ENG",), Agree(("ENG", "GER"), Scd("GER", ("BEL",)))),
    ],
)
def test_it_advises_no_center_that_it_asked_others_for(said: Utterance) -> None:
    talk = Talk(FIRST_FALL, "FRA")
    assert counsel_in(talk.view).into("BEL") is not None
    talk.said([said])
    assert counsel_in(talk.view).into("BEL") is None


@pytest.mark.parametrize("centers", ["VIE BUD TRI", "VIE BUD TRI SER"])
def test_a_unit_that_stays_supports_its_advised_move(centers: str) -> None:
    """It defends its place as by a hold."""
    units = ("AUS A TRI", "AUS A SER", "AUS F ALB", "TUR A BUL", "TUR A CON", "RUS F RUM", "ITA F ION", "ITA A APU")
    position = board("F1901M", *units, centers=CENTERS | {"AUS": centers})
    counsel = counsel_in(Talk(position, "AUS").view)
    assert [format_order(order) for order in counsel.orders][:2] == ["F ALB - GRE", "A SER S F ALB - GRE"]
    assert counsel.reason(counsel.orders[1]) == Tpc("guidesecond", ("SER", "GRE"))
