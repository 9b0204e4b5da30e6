"""Features, fits and plans of the mind learnt from games."""

from pathlib import Path

import numpy as np
import pytest

from adjudication.batch import encode_orders
from adjudication.encoding import VERB
from adjudication.engine import adjudicate
from adjudication.orders import Hold, Move, Order, Support
from adjudication.position import opening
from adjudication.powers import POWERS, Power
from adjudication.written import parse_written
from bots.hana.foresee import learnt
from bots.hana.foresee.lately import NOTHING_LATELY, lately_of
from bots.hana.foresee.learnt import FEATURES, features_of, logit
from bots.hana.foresee.minds import foresee
from bots.hana.foresee.pairs import PAIRS, pairs_given
from bots.hana.foresee.prior import MINDS
from bots.hana.search.problem import Movement
from bots.view import PastPhase

PHASE = Movement.of(opening())


def written(*texts: str) -> list[Order]:
    orders = [parse_written(text, "M") for text in texts]
    assert all(isinstance(order, Hold | Move | Support) for order in orders)
    return [order for order in orders if order is not None]


def past_of(**orders: tuple[str, ...]) -> PastPhase:
    given: dict[Power, list[Order]] = {power: written(*orders.get(power, ())) for power in POWERS}
    return PastPhase(opening(), adjudicate(opening(), given).outcomes)


def test_its_chances_are_a_distribution_over_each_units_orders_and_its_plans_are_legal() -> None:
    foresight = foresee(PHASE, 320, 24)
    assert np.add.reduceat(foresight.learnt, PHASE.legal.starts[:-1]) == pytest.approx(np.ones(22))
    plans = foresight.orders[MINDS.index("learnt")]
    for column in range(22):
        assert np.isin(plans[:, column], PHASE.legal.of(column)).all()


def test_the_same_position_is_foreseen_alike() -> None:
    one, two = (foresee.__wrapped__(PHASE, 320, 8) for _ in range(2))
    assert (one.orders == two.orders).all()
    assert (one.learnt == two.learnt).all()


def test_a_support_fits_its_move_whichever_is_decided_first() -> None:
    phase = Movement.of(opening())
    orders = written("A MUN - TYR", "A BER - MUN", "F KIE H")
    row = encode_orders(opening(), {"GER": orders}, phase.rulebook)
    legal, powers = phase.legal, phase.boards.powers[0].astype(np.int64)
    pairs = np.zeros((len(legal.codes), len(PAIRS)))
    pairs_given(legal.codes, legal.starts, powers, np.arange(22), row, pairs)

    def seen(order: str, pair: str) -> float:
        given = encode_orders(opening(), {"GER": written(order)}, phase.rulebook)
        (column,) = np.flatnonzero(given & VERB)
        return float(pairs[legal.index(int(column), int(given[column])), PAIRS.index(pair)])

    assert seen("A MUN - TYR", "makes room") == 1
    assert seen("A MUN S A BER - SIL", "support move amiss") == 1


def test_attacks_and_help_are_remembered_and_fade() -> None:
    war = past_of(AUS=("A VIE - TYR",), ITA=("A VEN - TRI",), GER=("A MUN S A VIE - TYR",))
    first = lately_of([war])
    italy, austria, germany = (POWERS.index(power) for power in ("ITA", "AUS", "GER"))
    assert first.attacked[italy, austria] == 1
    assert first.attacked[austria, italy] == 0
    assert first.helped[germany, austria] == 1
    assert lately_of([war, past_of()]).attacked[italy, austria] == pytest.approx(0.7)
    assert lately_of([]) is NOTHING_LATELY


def test_features_are_numbers_and_have_names() -> None:
    assert len(set(FEATURES)) == len(FEATURES)
    shares = np.full(len(PHASE.legal.codes), 0.1)
    losses = np.full(len(PHASE.legal.codes), np.nan)
    found = features_of(PHASE, shares, shares, losses, lately_of([past_of(ITA=("A VEN - TRI",))]))
    assert found.shape == (len(PHASE.legal.codes), len(FEATURES))
    assert np.isfinite(found).all()


def test_weights_of_other_features_are_refused(monkeypatch, tmp_path: Path) -> None:
    np.savez(tmp_path / "learnt.npz", features=np.zeros(3), pairs=np.zeros(len(PAIRS)))
    monkeypatch.setattr(learnt, "LEARNT", tmp_path / "learnt.npz")
    logit.cache_clear()
    with pytest.raises(ValueError, match="other features"):
        logit()
    logit.cache_clear()
