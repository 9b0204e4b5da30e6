"""Trust: how likely a power keeps a promise, learned from those it kept and broke.

Laplace's rule of succession, (kept + 1) / (kept + broken + 2), with recency: an older promise counts less. The thesis
leaves trust open (chapter 5, among the pluggable models of the world model).
"""

from collections.abc import Iterable
from typing import Final

from adjudication.phase import Phase
from adjudication.powers import POWERS, Power, as_power
from bots.hana.remember.personality import Personality
from bots.hana.remember.rules import RULES, TrustRule
from bots.view import LedgerLine, Said
from negotiation.compliance import State
from negotiation.diplomacy import Opn
from negotiation.terms import Belief, Inform, Not

__all__ = ["laplace", "movements_between", "trusts_in"]

_DOUBT: Final = 2.0
"""Number of promises the prior counts for: with 0.5 that is Laplace's rule."""


def laplace(kept: float, broken: float, prior: float = 0.5) -> float:
    """The rule of succession, (kept + 2 * prior) / (kept + broken + 2); with the prior 0.5 it is Laplace's."""
    return (kept + _DOUBT * prior) / (kept + broken + _DOUBT)


def trusts_in(
    ledger: Iterable[LedgerLine],
    now: Phase,
    personality: Personality,
    rule: TrustRule = RULES.trust,
    talk: Iterable[Said] = (),
) -> dict[Power, float]:
    """By power the chance in [0, 1] that it keeps a promise, as it looks at the phase `now`.

    The personality's `trust` is the first opinion, its `forgiveness` lets broken promises fade faster. What lasts
    counts a little for each movement phase in which it was kept, and fully when it is broken. Void ones say nothing.
    talk: what was heard; who says of a third power that it cannot be trusted is believed as far as he is trusted.
    """
    faded = rule.broken_lasts + personality.forgiveness * (rule.broken_lasts_forgiven - rule.broken_lasts)
    kept, broken = dict.fromkeys(POWERS, 0.0), dict.fromkeys(POWERS, 0.0)
    for line in ledger:
        age = movements_between(line.judged, now)
        if line.state is State.BROKEN:
            broken[line.agent] += rule.broken_counts * faded**age
        elif line.state is State.KEPT:
            phases = 1 + movements_between(line.made, line.judged)
            counts = min(rule.lasting_most, rule.lasting * phases) if line.lasting else 1.0
            kept[line.agent] += counts * rule.kept_lasts**age
    own = {power: laplace(kept[power], broken[power], personality.trust) for power in POWERS}
    for (teller, power), told in _slandered(talk).items():
        broken[power] += rule.hearsay * own[teller] * faded ** movements_between(told, now)
    return {power: laplace(kept[power], broken[power], personality.trust) for power in POWERS}


def _slandered(talk: Iterable[Said]) -> dict[tuple[Power, Power], Phase]:
    """Accusations of distrust: accuser, accused, latest phase.

    An accuser is believed once.
    """
    found: dict[tuple[Power, Power], Phase] = {}
    for said in talk:
        match said.utterance:
            case Inform(speaker, hearers, Belief(agent, Not(Opn(power, "trusted")))) if agent == speaker:
                if power not in hearers:
                    found[as_power(speaker), power] = said.phase
            case _:
                pass
    return found


def movements_between(earlier: Phase, later: Phase) -> int:
    """Number of movement phases between two phases, the first included.

    Never below 0.
    """
    return max(0, _movements_before(later) - _movements_before(earlier))


def _movements_before(phase: Phase) -> int:
    """Movement phases of the calendar that are over when the phase begins."""
    in_year = {("S", "M"): 0, ("S", "R"): 1, ("F", "M"): 1}.get((phase.season, phase.kind), 2)
    return 2 * phase.year + in_year
