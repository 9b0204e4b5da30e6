"""What the tests of games may ask for."""

import importlib
from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest

from bots import company, registry
from bots.registry import Bot

_OFFERED_BY = (
    ("bots.registry", "BOTS"),
    ("dipgame.games.queries", "BOTS"),
    ("dipgame.games.services.deliver", "BOTS"),
    ("dipgame.games.services.fill_seats", "OFFERS"),
)


@pytest.fixture
def put_on_offer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Mapping[str, Bot]], None]:
    """Puts these bots, by name, on offer beside the usual ones until the test is over."""

    def put(bots: Mapping[str, Bot]) -> None:
        usual: dict[str, dict[str, object]] = {"BOTS": dict(registry.BOTS), "OFFERS": dict(company.OFFERS)}
        for module, name in _OFFERED_BY:
            monkeypatch.setattr(importlib.import_module(module), name, MappingProxyType({**usual[name], **bots}))

    return put
