"""Compiled fits between orders of one power's units, for the learnt mind."""

from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import compiler
from adjudication.encoding import (
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
)

__all__ = ["PAIRS", "pairs_given", "walk_plans"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]
Codes: TypeAlias = npt.NDArray[np.int32]
Whole: TypeAlias = Any

PAIRS: Final = (
    "backed", "backing diverted", "was to be held", "crowd", "makes room", "blocked", "vacated", "swap",
    "held", "in the way", "support hold fits", "support hold amiss", "support move fits", "support move amiss",
    "supported by others too", "convoy fits", "convoy amiss",
)  # fmt: skip

pairing: Final = compiler(Path(__file__))
_PAIR_COUNT: Final = len(PAIRS)


@pairing
def write_pairs(code: Whole, given: Words, count: Whole, seen: Numbers) -> None:
    """Write how an order fits to the first `count` of `given`."""
    seen[:] = 0
    verb, place = code & VERB, PROVINCE_AT[code >> UNIT_SHIFT & PART]
    goal, ward = PROVINCE_AT[code >> TARGET_SHIFT & PART], PROVINCE_AT[code >> OTHER_SHIFT & PART]
    for index in range(count):
        other = given[index]
        its_verb, its_place = other & VERB, PROVINCE_AT[other >> UNIT_SHIFT & PART]
        its_goal, its_ward = PROVINCE_AT[other >> TARGET_SHIFT & PART], PROVINCE_AT[other >> OTHER_SHIFT & PART]
        its_move = its_verb == MOVE
        aided = its_verb != HOLD and not its_move and its_ward == place
        if verb == MOVE:
            if aided:
                if its_verb == SUPPORT_HOLD:
                    seen[2] += 1
                elif its_goal == goal:
                    seen[0] += 1
                else:
                    seen[1] += 1
            if its_move:
                if its_goal == goal:
                    seen[3] += 1
                if its_place == goal and its_goal == place:
                    seen[7] += 1
                elif its_goal == place:
                    seen[4] += 1
                elif its_place == goal:
                    seen[6] += 1
            elif its_place == goal:
                seen[5] += 1
        else:
            if aided:
                seen[8 if its_verb == SUPPORT_HOLD else 1] += 1
            if its_move and its_goal == place:
                seen[9] += 1
            if verb != HOLD and its_place == ward:
                if verb == SUPPORT_HOLD:
                    seen[11 if its_move else 10] += 1
                elif verb == SUPPORT_MOVE:
                    seen[12 if its_move and its_goal == goal else 13] += 1
                else:
                    seen[15 if its_move and its_goal == goal else 16] += 1
            if verb == SUPPORT_MOVE and its_verb == SUPPORT_MOVE and its_ward == ward and its_goal == goal:
                seen[14] += 1


@pairing
def pairs_given(  # noqa: PLR0917
    codes: Codes, starts: Words, powers: Words, sequence: Words, row: Codes, pairs: Numbers
) -> None:
    """Write how each legal order fits to those given before it.

    pairs: float64 (orders, PAIRS).
    """
    given = np.zeros(len(sequence), np.int64)
    count, whose = 0, -1
    for column in sequence:
        if powers[column] != whose:
            count, whose = 0, powers[column]
        for order in range(starts[column], starts[column + 1]):
            write_pairs(np.int64(codes[order]), given, count, pairs[order])
        given[count] = row[column]
        count += 1


@pairing
def walk_plans(  # noqa: PLR0917 - compiled functions take their arguments by position
    codes: Codes,
    starts: Words,
    powers: Words,
    sequence: Words,
    utilities: Numbers,
    weights: Numbers,
    luck: Numbers,
    plans: Codes,
    chances: Numbers,
) -> None:
    """Draw plans unit by unit, and add up chances.

    plans: int32 (samples, units), written. chances: float64 (orders,), added to. luck: float64 (samples, units), from 0
    to 1.
    """
    samples = len(plans)
    given = np.zeros(len(sequence), np.int64)
    seen = np.zeros(_PAIR_COUNT)
    found = np.zeros(len(codes))
    for sample in range(samples):
        count, whose = 0, -1
        for column in sequence:
            if powers[column] != whose:
                count, whose = 0, powers[column]
            first, end = starts[column], starts[column + 1]
            most = -np.inf
            for order in range(first, end):
                write_pairs(np.int64(codes[order]), given, count, seen)
                utility = utilities[order]
                for pair in range(_PAIR_COUNT):
                    utility += seen[pair] * weights[pair]
                found[order] = utility
                most = max(most, utility)
            total = 0.0
            for order in range(first, end):
                found[order] = np.exp(found[order] - most)
                total += found[order]
            left = luck[sample, column] * total
            chosen = end - 1
            for order in range(first, end):
                chances[order] += found[order] / total / samples
            for order in range(first, end):
                left -= found[order]
                if left < 0:
                    chosen = order
                    break
            plans[sample, column] = codes[chosen]
            given[count] = codes[chosen]
            count += 1
