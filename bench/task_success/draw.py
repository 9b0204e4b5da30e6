"""Draws deals on real boards: `python -m bench.task_success.draw` writes `deals.jsonl`, `second_deals.jsonl`,
`third_deals.jsonl`, `fourth_deals.jsonl`, `fifth_deals.jsonl` and `sixth_deals.jsonl`, the same for the same seed.

A deal is what somebody wants to get across: the exact term in L, who says it to whom on which board, and what was said
before. The wordings beside it were written for the deals that stand in the file; another seed needs new ones.
"""

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from adjudication.board import province_of
from adjudication.orders import Move
from adjudication.powers import POWERS, Power
from bench.task_success.boards import boards
from bench.task_success.scene import NothingFitsError, Scene
from negotiation import terms as l
from negotiation.diplomacy import DIPLOMACY, Aly, Dmz, Drw, Hld, Pce, Scd, turn_of, unit_of
from negotiation.printer import format_term

__all__ = ["SEED", "drawn", "drawn_again", "drawn_fifth", "drawn_fourth", "drawn_sixth", "drawn_third"]

SEED: Final = 14
_SECOND_SEED: Final = 1815
_THIRD_SEED: Final = 1703
_FOURTH_SEED: Final = 1923
_FIFTH_SEED: Final = 2027
_SIXTH_SEED: Final = 2153
_HERE: Final = Path(__file__).parent
_PATIENCE: Final = 400

Said: TypeAlias = list[l.Utterance]
"""Messages before."""

Drawn: TypeAlias = tuple[Said, l.Utterance]


def _order(scene: Scene, number: int) -> Drawn:
    match number % 6:
        case 0 | 3:
            return [], scene.propose(scene.yours(scene.move(scene.you)))
        case 1:
            return [], scene.inform(l.Commits((scene.mine(scene.move(scene.me)),)))
        case 2:
            return [], scene.propose(scene.yours(l.Not(scene.move(scene.you))))
        case 4:
            return [], scene.propose(scene.yours(l.Do(Hld(unit_of(scene.pick(scene.position.units_of(scene.you)))))))
        case _:
            return [], scene.inform(l.Commits((scene.mine(l.Not(scene.move(scene.me))),)))


def _support(scene: Scene, number: int) -> Drawn:
    if number % 2:
        return [], scene.propose(scene.mine(scene.support(scene.me, scene.you)[0]))
    return [], scene.propose(scene.yours(scene.support(scene.you, scene.me)[0]))


def _hold(scene: Scene, number: int) -> Drawn:
    if number % 2:
        return [], scene.propose(scene.mine(scene.support(scene.me, scene.you, hold=True)[0]))
    return [], scene.propose(scene.yours(scene.support(scene.you, scene.me, hold=True)[0]))


def _convoy(scene: Scene, number: int) -> Drawn:
    if number % 2:
        return [], scene.propose(scene.mine(scene.convoy(scene.me, scene.you)[0]))
    return [], scene.propose(scene.yours(scene.convoy(scene.you, scene.me)[0]))


def _zone(scene: Scene, number: int) -> Drawn:
    us = (scene.me, scene.you)
    if number % 3 == 2:
        place = scene.pick(scene.between(*us))
        return [], scene.propose(scene.yours(Dmz((scene.you,), (place,))))
    return [], scene.agree(Dmz(us, tuple(scene.some(scene.between(*us), 1 + number % 2))))


def _bounce(scene: Scene, number: int) -> Drawn:
    place = scene.pick(scene.between(scene.me, scene.you))
    moves = [
        scene.act(power, scene.pick([order for _, order in scene.steps(power) if province_of(order.target) == place]))
        for power in (scene.me, scene.you)
    ]
    return [], scene.agree(l.And(tuple(moves)))


def _peace(scene: Scene, number: int) -> Drawn:
    if number % 3 == 1:
        three = (scene.me, scene.you, scene.him)
        return [], l.Propose(scene.me, (scene.you, scene.him), l.Agree(three, Pce(three)))
    if number % 3 == 2:
        return [], scene.propose(scene.yours(Pce((scene.you, scene.him))))
    return [], scene.agree(Pce((scene.me, scene.you)))


def _alliance(scene: Scene, number: int) -> Drawn:
    against: tuple[Power, ...] = ((scene.him,), (), (scene.him, scene.other))[number % 3]
    return [], scene.agree(Aly((scene.me, scene.you), against))


def _division(scene: Scene, number: int) -> Drawn:
    mine = scene.some(scene.to_gain(scene.me, (scene.you,)), 1 + number % 3 // 2)
    rest = [place for place in scene.to_gain(scene.you, (scene.me,)) if place not in mine]
    shares = (Scd(scene.me, tuple(mine)), Scd(scene.you, tuple(scene.some(rest, 1 + (number % 3 + 1) // 2))))
    return [], scene.agree(l.And(shares))


def _exchange(scene: Scene, number: int) -> Drawn:
    got: l.Formula
    gave: l.Formula
    match number % 5:
        case 0:
            got, gave = scene.support(scene.you, scene.me)[0], scene.support(scene.me, scene.you)[0]
        case 1:
            got, gave = scene.move(scene.you), scene.move(scene.me)
        case 2:
            got, gave = scene.support(scene.you, scene.me)[0], scene.move(scene.me)
        case 3:
            got, gave = scene.move(scene.you), scene.support(scene.me, scene.you)[0]
        case _:
            got, gave = l.Not(scene.move(scene.you)), l.Not(scene.move(scene.me))
    return [], scene.propose(scene.mine(gave), scene.yours(got))


def _conditional(scene: Scene, number: int) -> Drawn:
    """I do something for you if somebody else does something."""
    gift = scene.support(scene.me, scene.you)[0] if number % 2 else scene.move(scene.me)
    return [], scene.inform(l.Implies(scene.move(scene.him), l.Commits((scene.mine(gift),))))


def _counter(scene: Scene, number: int) -> Drawn:
    """Yes to what is proposed, on a condition."""
    open_ = scene.asked()
    wish = scene.yours(scene.support(scene.you, scene.me)[0] if number % 2 else scene.move(scene.you))
    if wish in getattr(open_.deal, "items", ()):
        raise NothingFitsError
    if isinstance(open_.deal, l.Agree):
        deal: l.Deal = scene.both(l.And((open_.deal.content, wish.content)))
    else:
        deal = l.Commits((*open_.deal.items, wish))
    return [open_], l.Propose(scene.me, (scene.you,), deal)


def _accept(scene: Scene, number: int) -> Drawn:
    open_ = scene.asked()
    return [open_], l.Accept(scene.me, (scene.you,), open_.deal)


def _reject(scene: Scene, number: int) -> Drawn:
    open_ = scene.asked()
    return [open_], l.Reject(scene.me, (scene.you,), open_.deal)


def _withdraw(scene: Scene, number: int) -> Drawn:
    deals: list[l.Deal] = [
        scene.both(Pce((scene.me, scene.you))),
        scene.both(Aly((scene.me, scene.you), (scene.him,))),
        l.Commits((scene.mine(scene.support(scene.me, scene.you)[0]),)),
        l.Commits((scene.yours(scene.move(scene.you)),)),
    ]
    return [l.Propose(scene.me, (scene.you,), scene.pick(deals))], l.Withdraw(scene.me, (scene.you,))


def _draw(scene: Scene, number: int) -> Drawn:
    us = (scene.me, scene.you)
    match number % 4:
        case 0:
            return [], scene.agree(Drw())
        case 1:
            return [], scene.agree(Drw(us))
        case 2:
            return [], scene.agree(Drw((*us, scene.him)))
        case _:
            return [], scene.agree(Drw((*us, scene.him, scene.other)))


def _warning(scene: Scene, number: int) -> Drawn:
    match number % 4:
        case 0:
            own = set(scene.position.centers_of(scene.you)) | {
                unit.province for unit in scene.position.units_of(scene.you)
            }
            attacks = [order for _, order in scene.steps(scene.him) if province_of(order.target) in own]
            return [], scene.inform(l.Belief(scene.me, scene.act(scene.him, scene.pick(attacks))))
        case 1:
            threat = l.Commits((scene.mine(scene.move(scene.me)),))
            return [], scene.inform(l.Implies(scene.move(scene.you), threat))
        case 2:
            return [], scene.inform(l.Belief(scene.me, Aly((scene.him, scene.other), (scene.you,))))
        case _:
            owned = scene.position.centers_of(scene.you)
            center = scene.pick(place for place in scene.to_gain(scene.him, ()) if place in owned)
            return [], scene.inform(l.Belief(scene.me, l.Desire(scene.him, center)))


def _opinion(scene: Scene, number: int) -> Drawn:
    match number % 4:
        case 0:
            center = scene.pick(scene.to_gain(scene.him, (scene.me, scene.you)))
            content: l.Formula = l.Desire(scene.him, center)
        case 1:
            content = Aly((scene.him, scene.other))
        case 2:
            content = l.Not(scene.move(scene.him))
        case _:
            content = scene.move(scene.him)
    return [], scene.inform(l.Belief(scene.me, content))


def _report(scene: Scene, number: int) -> Drawn:
    match number % 4:
        case 0:
            said: l.Utterance = l.Inform(scene.him, (scene.me,), scene.move(scene.him))
        case 1:
            deal = l.Agree((scene.me, scene.him), Aly((scene.me, scene.him), (scene.you,)))
            said = l.Propose(scene.him, (scene.me,), deal)
        case 2:
            return [], scene.inform(l.Agree((scene.him, scene.other), Pce((scene.him, scene.other))))
        case _:
            said = l.Propose(scene.him, (scene.me,), l.Agree((scene.me, scene.him), Pce((scene.me, scene.him))))
    return [], scene.inform(said)


def _plans(scene: Scene, number: int) -> Drawn:
    """Questions after plans, answered by yes or no."""
    match number % 4:
        case 0 | 2:
            return [], scene.query(scene.move(scene.you))
        case 1:
            return [], scene.query(scene.support(scene.you, scene.him)[0])
        case _:
            return [], scene.query(l.Desire(scene.you, scene.pick(scene.to_gain(scene.you, ()))))


def _information(scene: Scene, number: int) -> Drawn:
    match number % 4:
        case 0:
            return [], scene.query(l.Agree((scene.you, scene.him), Pce((scene.you, scene.him))))
        case 1:
            return [], scene.query(l.Agree((scene.you, scene.him), Aly((scene.you, scene.him))))
        case 2:
            return [], scene.query(scene.move(scene.him))
        case _:
            deal = l.Agree((scene.you, scene.him), Aly((scene.you, scene.him), (scene.me,)))
            return [], scene.query(l.Propose(scene.him, (scene.you,), deal))


def _time(scene: Scene, number: int) -> Drawn:
    us = (scene.me, scene.you)
    match number % 4:
        case 0:
            return [], scene.agree(Pce(us), scene.year_end(1))
        case 1:
            return [], scene.agree(Dmz(us, (scene.pick(scene.between(*us)),)), scene.year_end(0))
        case 2:
            return [], scene.agree(Aly(us, (scene.him,)), scene.year_end(2))
        case _:
            order = scene.move(scene.you)
            return [], scene.propose(scene.yours(l.Do(order.action, turn_of(scene.position.phase))))


def _pronoun(scene: Scene, number: int) -> Drawn:
    """Draw a sentence that refers to the one before it."""
    match number % 5:
        case 0 | 1:
            helper, helped = ((scene.me, scene.you), (scene.you, scene.me))[number % 5]
            support, given = scene.support(helper, helped)
            moved = Move(given.supported_kind, given.supported, given.target or "")
            told = l.Commits((l.Commit(helped, (helper,), scene.act(helped, moved)),))
            commit = l.Commit(helper, (helped,), support)
            return [l.Inform(helped, (helper,), told)], scene.propose(commit)
        case 2:
            worry = l.Belief(scene.you, l.Desire(scene.him, scene.pick(scene.to_gain(scene.him, ()))))
            return [l.Inform(scene.you, (scene.me,), worry)], scene.agree(Aly((scene.me, scene.you), (scene.him,)))
        case 3:
            _, order = scene.step(scene.you)
            told = l.Commits((scene.yours(scene.act(scene.you, order)),))
            return [l.Inform(scene.you, (scene.me,), told)], scene.propose(
                scene.yours(l.Not(scene.act(scene.you, order)))
            )
        case _:
            place = scene.pick(scene.between(scene.me, scene.you))
            asked = l.Query(scene.you, (scene.me,), l.Desire(scene.me, place))
            return [asked], scene.agree(Dmz((scene.me, scene.you), (place,)))


def _several(scene: Scene, number: int) -> Drawn:
    """Several things in one message."""
    match number % 3:
        case 0:
            first, second = scene.some(scene.position.units_of(scene.you), 2)
            orders = []
            for unit in (first, second):
                found = [order for mover, order in scene.steps(scene.you) if mover == unit]
                orders.append(scene.act(scene.you, scene.pick(found)))
            return [], scene.propose(*(scene.yours(order) for order in orders))
        case 1:
            place = scene.pick(scene.between(scene.me, scene.you))
            us = (scene.me, scene.you)
            return [], scene.agree(l.And((Pce(us), Dmz(us, (place,)))))
        case _:
            us = (scene.me, scene.you)
            return [], scene.agree(l.And((Aly(us, (scene.him,)), scene.support(scene.me, scene.you)[0])))


_KINDS: Final[dict[str, tuple[int, Callable[[Scene, int], Drawn]]]] = {
    "order": (9, _order),
    "support": (6, _support),
    "hold": (6, _hold),
    "convoy": (6, _convoy),
    "zone": (6, _zone),
    "bounce": (6, _bounce),
    "peace": (6, _peace),
    "alliance": (6, _alliance),
    "division": (9, _division),
    "exchange": (9, _exchange),
    "conditional": (6, _conditional),
    "counter": (9, _counter),
    "accept": (6, _accept),
    "reject": (6, _reject),
    "withdraw": (6, _withdraw),
    "draw": (9, _draw),
    "warning": (6, _warning),
    "opinion": (6, _opinion),
    "report": (6, _report),
    "plans": (9, _plans),
    "information": (6, _information),
    "time": (6, _time),
    "pronoun": (6, _pronoun),
    "several": (6, _several),
}
"""Kind of deal -> how many, and how one is drawn. A multiple of three each, so that every third holds all kinds."""


_WEAK: Final = {
    "support",
    "warning",
    "opinion",
    "plans",
    "information",
    "time",
    "pronoun",
    "exchange",
    "counter",
    "report",
}
"""Kinds that were read worst when the second series was drawn: six of each, three of the others."""


def drawn(seed: int = SEED) -> Iterator[dict[str, Any]]:
    """The deals as JSON values: id, kind, board, talk, l."""
    return _drawn(seed, {kind: range(count) for kind, (count, _) in _KINDS.items()}, "")


def drawn_again(seed: int = _SECOND_SEED) -> Iterator[dict[str, Any]]:
    """A second series of deals, for wordings that the first had not shown."""
    return _drawn(seed, {kind: range(1, 7 if kind in _WEAK else 4) for kind in _KINDS}, "second-")


def drawn_third(seed: int = _THIRD_SEED) -> Iterator[dict[str, Any]]:
    """A third series: six of each kind, nine draws and counter-offers."""
    return _drawn(seed, _even(), "third-")


def drawn_fourth(seed: int = _FOURTH_SEED) -> Iterator[dict[str, Any]]:
    """A fourth series, with as many of each kind as the third."""
    return _drawn(seed, _even(), "fourth-")


def drawn_fifth(seed: int = _FIFTH_SEED) -> Iterator[dict[str, Any]]:
    """A fifth series, with as many of each kind as the third."""
    return _drawn(seed, _even(), "fifth-")


def drawn_sixth(seed: int = _SIXTH_SEED) -> Iterator[dict[str, Any]]:
    """A sixth series, with as many of each kind as the third."""
    return _drawn(seed, _even(), "sixth-")


def _even() -> dict[str, range]:
    """Six of each kind, nine draws and counter-offers."""
    return {kind: range(1, 10 if kind in ("counter", "draw") else 7) for kind in _KINDS}


def _drawn(seed: int, numbers: dict[str, range], prefix: str) -> Iterator[dict[str, Any]]:
    where = cycle(boards().items())
    seen = set()
    for kind, (_, draw) in _KINDS.items():
        for place, number in enumerate(numbers[kind], 1):
            rng = Random(f"{seed} {kind} {place - 1}")
            for _ in range(_PATIENCE):
                name, position = next(where)
                alive = [power for power in POWERS if position.units_of(power) and position.centers_of(power)]
                try:
                    talk, term = draw(Scene(rng, position, *rng.sample(alive, 4)), number)
                except NothingFitsError:
                    continue
                if term not in seen or talk:
                    break
            else:
                raise LookupError(f"no board has a deal for {kind} {number}")
            seen.add(term)
            yield {
                "id": f"{prefix}{kind}-{place}",
                "kind": kind,
                "board": name,
                "talk": [format_term(each, DIPLOMACY) for each in talk],
                "l": format_term(term, DIPLOMACY),
            }


def main() -> None:
    """Write the files anew."""
    for name, deals in (
        ("deals", drawn()),
        ("second_deals", drawn_again()),
        ("third_deals", drawn_third()),
        ("fourth_deals", drawn_fourth()),
        ("fifth_deals", drawn_fifth()),
        ("sixth_deals", drawn_sixth()),
    ):
        text = "".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in deals)
        (_HERE / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
