"""Nothing is spotted, parsed or classified twice while a message is understood."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from adjudication.position import opening
from negotiation.english.context import context_of
from negotiation.gists import telling
from negotiation.grammar import reading
from negotiation.grammar.chart import Chart
from negotiation.understanding import understand
from negotiation.words import spotting
from negotiation.words.entities import tokenized

TEXTS = [
    "peace plz, what do you think",
    "a dmz in burgundy? lol no",
    "Hello! Yes, I am in. But stay out of Piedmont, please.",
    "Listen. England is in Brest. You take it with Gascony, I help. Deal?",
    "support me into Belgium, no wait, into Holland",
    "I will hold in Munich if you move Paris to Picardy, or to Gascony",
]


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, str]]:
    """Count each thing that is spotted, parsed and classified."""
    counts: Counter[tuple[str, str]] = Counter()

    def counted(kind: str, of: Callable[..., Any], key: int) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            counts[kind, repr(arguments[key])] += 1
            return of(*arguments)

        return call

    monkeypatch.setattr(spotting, "tokenized", counted("spot", tokenized, 0))
    monkeypatch.setattr(reading, "Chart", counted("parse", Chart, 2))
    monkeypatch.setattr(telling, "traits_of", counted("classify", telling.traits_of, 0))
    for cached in (spotting.spot, spotting._named, reading._rows, telling.gist_of, telling._classified):
        cached.cache_clear()
    return counts


@pytest.mark.parametrize("text", TEXTS)
def test_no_words_are_looked_at_twice(text: str, done: Counter[tuple[str, str]]) -> None:
    understand(text, context_of("FRA", ("GER",), opening()))
    assert {kind for kind, _ in done} == {"spot", "parse", "classify"}
    assert [key for key, times in done.items() if times > 1] == []
