"""A phase as a problem to search: which units get genes, what each may be ordered, what the others may do."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, LegalOrders, legal_orders, policies_of
from adjudication.board import Province
from adjudication.encoding import (
    CENTERS,
    CONVOY,
    FAR,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
    VIA,
)
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from bots.hana.search.evolution import Genes, Scene
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights, regards_array

__all__ = ["MOST_PROMISES", "NO_SIDE_INTERESTS", "Flags", "Movement", "SideInterests", "genes_of", "scene_of"]

Codes: TypeAlias = npt.NDArray[np.int32]
Words: TypeAlias = npt.NDArray[np.int64]

Flags: TypeAlias = npt.NDArray[np.bool_]

_VOID_CHANCE: Final = 50
"""Percentage of mutations that empty the gene of another power's unit."""

MOST_PROMISES: Final = 62
"""Most promises a search can tell apart: one bit each."""

_ROUTES: Final = 128 * 128
"""Routes from a place to another, as numbers."""

_NO_PLACES: Final[Words] = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Movement:
    """A movement phase in arrays: the board, every unit's legal orders, the rules. Column i is `position.units[i]`."""

    position: Position
    boards: Boards
    legal: LegalOrders
    rulebook: Rulebook

    @classmethod
    def of(cls, position: Position, rulebook: Rulebook = STANDARD_RULES) -> Self:
        """The arrays of a movement phase; of the last few they are remembered. Raises ImpossiblePosition for another
        phase."""
        return cls._of(position, rulebook)

    @classmethod
    @lru_cache(maxsize=32)
    def _of(cls, position: Position, rulebook: Rulebook) -> Self:
        boards = Boards.of([position])
        return cls(position, boards, legal_orders(boards, rulebook=rulebook), rulebook)

    def columns_of(self, power: Power) -> Words:
        """The columns of a power's units."""
        return np.flatnonzero(self.boards.powers[0] == POWERS.index(power))


@dataclass(frozen=True, eq=False, slots=True)
class SideInterests:
    """Side interests of a power beside the board: attitudes and promises.

    regards: what a center of another power is worth to it, in centers. spared: centers it means to leave alone, so that
    threatening them is worth nothing. friends: powers whose units it does not fear for its centers. promises: of its
    own, by legal order of the board which ones break it, and the price of that in centers; the last MOST_PROMISES
    count. agreed: orders that were promised, anybody's; plans may count on them. barred: by legal order, what partners
    are not asked for, because it would break their word.
    """

    regards: Mapping[Power, float] = field(default_factory=dict)
    spared: frozenset[Province] = frozenset()
    friends: frozenset[Power] = frozenset()
    promises: tuple[tuple[Flags, float], ...] = ()
    agreed: tuple[int, ...] = ()
    barred: Flags | None = None


NO_SIDE_INTERESTS: Final = SideInterests()


def scene_of(
    phase: Movement,
    power: Power,
    profiles: Codes,
    weights: Weights = STANDARD_WEIGHTS,
    interests: SideInterests = NO_SIDE_INTERESTS,
) -> Scene:
    """Scene for the compiled search: plans of `power` against these samples.

    profiles: samples of the others' orders.
    """
    boards = phase.boards
    return Scene(
        boards.units,
        boards.fleets[0],
        boards.owners[0],
        POWERS.index(power),
        np.ascontiguousarray(profiles),
        weights.as_array(),
        weights.learnt,
        int(boards.turns[0] % 2),
        regards_array(interests.regards),
        sum(1 << CENTERS.index(center) for center in interests.spared if center in CENTERS),
        sum(1 << POWERS.index(friend) for friend in interests.friends),
        np.array([price for _, price in interests.promises[-MOST_PROMISES:]], np.float64),
        policies_of(phase.rulebook),
    )


def genes_of(
    phase: Movement, power: Power, partners: Collection[int] = (), interests: SideInterests = NO_SIDE_INTERESTS
) -> Genes:
    """One gene for each unit of the power, then one for each partner: a column of somebody else's unit.

    Left out, as they never help or only by the grace of others: going by sea where one can walk, but to a unit that may
    come the other way, and convoys for whom no unit of the plan offers a fleet; unless they were promised. Partners are
    asked for nothing that would break their word, and not to help units outside of the plan.
    """
    barred = interests.barred.tobytes() if partners and interests.barred is not None else b""
    agreed = tuple(code for code in interests.agreed if _goes_by_sea(code))
    genes, places = _genes_of(phase, power, tuple(sorted(partners)), agreed, barred)
    return genes._replace(breaks=_breaks(places, interests))


def _goes_by_sea(code: int) -> bool:
    """True if an order needs, or is, a convoy.

    Other promised orders do not change which orders a plan may contain.
    """
    verb = code & VERB
    return verb == CONVOY or (verb == MOVE and code & (FAR | VIA) != 0)


@lru_cache(maxsize=128)
def _genes_of(
    phase: Movement, power: Power, partners: tuple[int, ...], promises: tuple[int, ...], barred: bytes
) -> tuple[Genes, Words]:
    """The genes, and where each of their codes stands among the legal ones."""
    columns = np.concatenate([phase.columns_of(power), np.array(partners, np.int64)]).astype(np.int64)
    mine = len(columns) - len(partners)
    gene_at = np.full(128, -1, np.int64)
    gene_at[PROVINCE_AT[phase.boards.regions[0, columns]]] = np.arange(len(columns))
    agreed = np.array(promises, np.int32)
    all_places = [_places(phase, int(column)) for column in columns[:mine]]
    all_places += [_askable(phase, column, barred) for column in partners]
    places = np.concatenate([_NO_PLACES, *all_places])
    codes = phase.legal.codes[places]
    gene = np.repeat(np.arange(len(columns)), [len(each) for each in all_places])
    known = np.concatenate([codes, agreed])
    verb = codes & VERB
    wards = PROVINCE_AT[codes >> OTHER_SHIFT & PART]
    promised = np.isin(codes, agreed) if len(agreed) else np.zeros(len(codes), np.bool_)
    sails = PROVINCE_AT[codes >> UNIT_SHIFT & PART] * 128 + (codes >> TARGET_SHIFT & PART)
    passes = _passing(phase, codes)
    goes = (verb == MOVE) & ((codes & VIA == 0) | passes | promised)
    afoot = codes & (FAR | VIA) == 0
    walks = (verb == HOLD) | (goes & (afoot | _among(sails, _offered(known)) | promised))
    route = wards * 128 + PROVINCE_AT[codes >> TARGET_SHIFT & PART]
    aids = (verb != HOLD) & (verb != MOVE)
    aids &= (verb != CONVOY) | _among(route, np.concatenate([_far_routes(known), sails[passes]])) | promised
    friend = gene_at[wards] >= 0
    strangers = aids & ~friend & ((verb != CONVOY) | promised) & (gene < mine)
    part = np.select([walks, aids & friend, strangers], [0, 1, 2], 3)
    kept = np.flatnonzero(part < 3)
    kept = kept[np.lexsort((part[kept], gene[kept]))]
    counts = np.bincount(gene[kept] * 3 + part[kept], minlength=3 * len(columns)).reshape(-1, 3)
    ends = np.cumsum(counts).reshape(-1, 3)
    genes = Genes(
        columns,
        mine,
        np.ascontiguousarray(codes[kept]),
        np.concatenate([[0], ends[:, 2]]).astype(np.int64),
        np.ascontiguousarray(ends[:, 0]),
        np.ascontiguousarray(ends[:, 1]),
        gene_at,
        np.array([0] * mine + [_VOID_CHANCE] * len(partners), np.int64),
        np.zeros(len(kept), np.int64),
    )
    return genes, places[kept]


def _places(phase: Movement, column: int) -> Words:
    """Indices of a unit's orders among the legal ones."""
    return np.arange(phase.legal.starts[column], phase.legal.starts[column + 1], dtype=np.int64)


def _askable(phase: Movement, column: int, barred: bytes) -> Words:
    """Orders a partner's unit may be asked for.

    Those that do not break its word, or all if every order does.
    """
    places = _places(phase, column)
    if not barred:
        return places
    fine = places[~np.frombuffer(barred, np.bool_)[places]]
    return fine if len(fine) else places


def _breaks(places: Words, interests: SideInterests) -> Words:
    """By code, a bit for each promise it breaks. places: where the codes stand among the legal ones."""
    breaks = np.zeros(len(places), np.int64)
    for bit, (breaking, _) in enumerate(interests.promises[-MOST_PROMISES:]):
        breaks |= breaking[places].astype(np.int64) << bit
    return breaks


def _offered(codes: Codes) -> Words:
    """Routes by sea, 128 * start + target, for which one of these orders is a convoy."""
    convoys = codes[codes & VERB == CONVOY]
    return np.asarray(PROVINCE_AT[convoys >> OTHER_SHIFT & PART] * 128 + (convoys >> TARGET_SHIFT & PART), np.int64)


def _passing(phase: Movement, codes: Codes) -> Flags:
    """Needless convoys past a unit that may come the other way."""
    found = np.asarray(codes & VIA != 0, np.bool_)
    if not found.any():
        return found
    walks = phase.legal.codes[(phase.legal.codes & VERB == MOVE) & (phase.legal.codes & (FAR | VIA) == 0)]
    there = PROVINCE_AT[walks >> UNIT_SHIFT & PART] * 128 + PROVINCE_AT[walks >> TARGET_SHIFT & PART]
    back = (codes >> TARGET_SHIFT & PART) * 128 + PROVINCE_AT[codes >> UNIT_SHIFT & PART]
    return np.asarray(found & _among(back, there), np.bool_)


def _among(routes: Words, known: Words) -> Flags:
    """True for each route, 128 * start + target, that is known."""
    found = np.zeros(_ROUTES, np.bool_)
    found[known] = True
    return found[routes]


def _far_routes(codes: Codes) -> Words:
    """Routes by sea that armies with these orders could not walk."""
    far = codes[(codes & VERB == MOVE) & (codes & FAR != 0)]
    return np.asarray(PROVINCE_AT[far >> UNIT_SHIFT & PART] * 128 + (far >> TARGET_SHIFT & PART), np.int64)
