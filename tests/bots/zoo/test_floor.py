"""Open proposals of a phase, for the bots of the zoo."""

import pytest

from bots.zoo.floor import open_proposals, open_with
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse

PEACE = "Agree([fra ger], pce([fra ger]))"
ZONE = "Agree([fra ger], dmz([fra ger], bur))"
OFFERS = (f"propose(fra, ger, {PEACE})", f"propose(fra, ger, {ZONE})")


@pytest.mark.parametrize(
    ("answers", "left"),
    [
        ((), 2),
        (("withdraw(fra, ger)",), 1),
        (("withdraw(fra, ger)", "withdraw(fra, ger)"), 0),
        (("withdraw(ger, fra)",), 1),
        (("withdraw(fra, ita)",), 2),
        ((f"reject(ger, fra, {ZONE})", "withdraw(fra, ger)"), 0),
    ],
    ids=["open", "last", "both", "by the hearer", "from another", "the one left"],
)
def test_a_withdrawn_proposal_is_not_open(answers: tuple[str, ...], left: int) -> None:
    said = [parse(text, DIPLOMACY) for text in (*OFFERS, *answers)]
    assert [proposal for proposal, _ in open_proposals(said)] == said[:left]
    assert open_with("GER", said) == ({"FRA"} if left else set())
