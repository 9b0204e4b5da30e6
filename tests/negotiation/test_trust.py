"""Sure readings stay sure beside small talk; doubtful ones are offered."""

import pytest

from negotiation.english.context import context_of
from tests.negotiation.data import lines, read, result


@pytest.mark.parametrize("more", ["Thanks.", "Hello.", "Good luck!"])
def test_what_stands_beside_a_sure_deal_leaves_it_sure(more):
    assert read(f"{more} Could you support me into Belgium?", context_of("ENG", ("FRA",))).verdict == "clear"


@pytest.mark.parametrize("case", lines("asked_about.jsonl"), ids=lambda case: case["text"][:40])
def test_what_is_asked_about_is_offered(case):
    assert result(case).offered
