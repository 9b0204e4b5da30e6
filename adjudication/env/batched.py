"""Many games at once on the batch kernel.

Actions, observations and rewards are those of `DiplomacyEnv`.

Game by game the results are those of `DiplomacyEnv`; tests hold it to that. It needs numba and compiles itself at the
first call, but neither Gymnasium nor PettingZoo.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.encoding import PROVINCES, REGIONS, decode_order
from adjudication.env.actions import FIRSTS, SLOTS, WIDTH
from adjudication.env.features import FIRST_YEAR, PHASES, PLANES, Reward, check_settings, final_rewards
from adjudication.orders import Retreat
from adjudication.phase import Phase
from adjudication.position import Dislodged, Position, Unit, opening
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.victory import verdict

try:
    from adjudication.batch.boards import Boards
    from adjudication.batch.compiling import compiling_alone
    from adjudication.batch.layout import Outcomes
    from adjudication.batch.reference import decide_row
    from adjudication.batch.resolving import policies_of, retreat_orders
    from adjudication.batch.rows import resolve_rows
    from adjudication.env import stepping
    from adjudication.env.tables import COLUMNS, FALL, FALL_RETREATS, SPRING, Games
except ImportError as error:
    raise ImportError("adjudication.env.batched needs: pip install 'dipgame-adjudication[env,kernel]'") from error

__all__ = ["BatchEnv", "Step"]

Shorts: TypeAlias = npt.NDArray[np.int16]
Flags: TypeAlias = npt.NDArray[np.bool_]


class Step(NamedTuple):
    """Results of a step.

    Shapes are (games, 7), powers in the order of POWERS.

    rewards: float32. terminated: bool, the power is out, or the game is over by the rules. truncated: bool, the last
    year is over. illegal: int16, actions that counted as no order.
    """

    rewards: npt.NDArray[np.float32]
    terminated: Flags
    truncated: Flags
    illegal: Shorts


class BatchEnv:
    """Games side by side.

    A step plays one phase of each, whatever phase that is.

    last_year, reward, rulebook: as in `DiplomacyEnv`. restart: a game that ends begins anew at once, from where it
    began; its last step still tells of the end. Without it, a game that is over stays so and takes any action.

    rows: int16 (games, 7, 17), the row of every slot. legal: int16, the legal actions of all slots one after the
    other, and starts: int64 (games * 7 * 17 + 1,): slot i, counted through games, powers and slots, has
    `legal[starts[i]:starts[i + 1]]`, ascending. over: bool (games,). They hold until the next step.

    Raises ValueError as `DiplomacyEnv` does, and for fewer games than one.
    """

    _compiled = False

    def __init__(
        self,
        games: int,
        *,
        last_year: int = 1920,
        reward: Reward = "centers",
        rulebook: Rulebook = STANDARD_RULES,
        restart: bool = False,
    ) -> None:
        check_settings(last_year, reward, rulebook)
        if games < 1:
            raise ValueError(f"games: {games} is not 1 or more")
        self.last_year = last_year
        self.reward: Reward = reward
        self.rulebook = rulebook
        self.restart = restart
        self.over: Flags = np.ones(games, np.bool_)
        self.rows: Shorts = np.zeros((games, len(POWERS), SLOTS), np.int16)
        self.starts: npt.NDArray[np.int64] = np.zeros(self.rows.size + 1, np.int64)
        self.legal: Shorts = np.zeros(0, np.int16)
        self._games = Games.room(games)
        self._late: Flags = np.zeros(games, np.bool_)
        self._gone: Flags = np.zeros((games, len(POWERS)), np.bool_)
        self._first = Games.room(games)
        self._policies = policies_of(rulebook)
        self._by_sea_open = rulebook.convoyed_origin == "open"
        if not BatchEnv._compiled:
            # One process compiles, the others load what it has kept.
            with compiling_alone():
                self.reset()
                self.step(np.zeros(self.rows.shape, np.int64))
                self.observe([0])
            BatchEnv._compiled = True
        self.reset()

    def __len__(self) -> int:
        return len(self.over)

    def reset(self, positions: Sequence[Position] | None = None) -> None:
        """Begin all games.

        At these positions, one for each game or one for all, else at the opening.

        Raises ImpossiblePosition for one that is not a movement phase, ValueError for a wrong number of them, for one
        that ends a game, for more than 34 units, more than 17 of a power or a year after the last.
        """
        given = list(positions or [opening()])
        if len(given) not in (1, len(self)):
            raise ValueError(f"positions: {len(given)} were given, not 1 or {len(self)}")
        for index, position in enumerate(given):
            most = max(len(position.units_of(power)) for power in POWERS)
            if most > SLOTS or len(position.units) > COLUMNS:
                raise ValueError(f"positions[{index}]: more than {COLUMNS} units, or more than {SLOTS} of a power")
            if position.phase.year > self.last_year:
                raise ValueError(f"positions[{index}]: {position.phase} is after the last year {self.last_year}")
            if verdict(position, self.rulebook) is not None:
                raise ValueError(f"positions[{index}]: the game is over in this position")
        boards = Boards.of(given)
        for first, array in (
            (self._first.regions, boards.regions),
            (self._first.powers, boards.powers),
            (self._first.fleets, boards.fleets),
        ):
            first[:, : boards.width] = array
        self._first.counts[:] = boards.counts
        self._first.owners[:] = boards.owners
        self._first.kinds[:] = np.where(boards.turns % 2, FALL, SPRING)
        self._first.years[:] = boards.turns // 2
        self._begin(np.ones(len(self), np.bool_))
        self._read_legal()

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> Step:
        """Play one phase of every game.

        actions: integers (games, 7, 17). Raises ValueError for another shape or kind of array.
        """
        if actions.shape != self.rows.shape or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(f"actions: the array is {actions.dtype} {actions.shape}, not integers {self.rows.shape}")
        games, playing = self._games, ~self.over
        before = self.centers()
        codes = np.empty(self.rows.shape, np.int32)
        illegal = np.zeros((len(self), len(POWERS)), np.int16)
        numbers = np.ascontiguousarray(actions, np.int64)
        stepping.read_actions(numbers, self.legal, self.starts, self.rows, codes, illegal)
        self._move(codes)
        home_centers = self.rulebook.disorder == "home_centers"
        stepping.advance(games, self.over, codes, home_centers, self._by_sea_open)
        centers = self.centers()
        self._gone |= (centers == 0) & (self._unit_counts() == 0)
        winners = self._winners(centers)
        drawn = winners.any(axis=1)
        if self.rulebook.draw_year is not None:
            drawn |= games.years > self.rulebook.draw_year
        ended = playing & drawn
        late = playing & ~ended & (games.years > self.last_year)
        if self.reward == "centers":
            rewards = (centers - before).astype(np.float32)
        else:
            rewards = final_rewards(self.reward, centers, winners)
            rewards[~(ended | late)] = 0
        terminated = self._gone | ended[:, None] | (self.over[:, None] & ~self._late[:, None])
        truncated = (late | self._late)[:, None] & ~terminated
        self.over |= ended | late
        self._late |= late
        if self.restart and self.over.any():
            self._begin(self.over.copy())
        self._read_legal()
        return Step(rewards, terminated, truncated, illegal)

    def sample(self, chance: np.random.Generator) -> Shorts:
        """Legal actions by chance: int16 (games, 7, 17).

        Each legal one of a slot is as likely as another.
        """
        lengths = np.diff(self.starts)
        picks = self.starts[:-1] + (chance.random(len(lengths)) * lengths).astype(np.int64)
        return self.legal[picks].reshape(self.rows.shape)

    def orders(self) -> npt.NDArray[np.int64]:
        """Orders of `legal`, numbered over the map: int64.

        `actions.FIRSTS[row] + action` for each entry, all below 19,338.
        """
        return np.repeat(FIRSTS[self.rows.ravel()], np.diff(self.starts)) + self.legal

    def mask(self, chosen: Sequence[int] | npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
        """Masks of the chosen games: int8 (chosen, 7, 17, 853).

        As `DiplomacyEnv` gives them; 100 kB a game.
        """
        masks = np.zeros((len(chosen), len(POWERS) * SLOTS, WIDTH), np.int8)
        for index, game in enumerate(chosen):
            first = int(game) * len(POWERS) * SLOTS
            starts = self.starts[first : first + len(POWERS) * SLOTS + 1]
            slots = np.repeat(np.arange(len(POWERS) * SLOTS), np.diff(starts))
            masks[index, slots, self.legal[starts[0] : starts[-1]]] = 1
        return masks.reshape(len(chosen), len(POWERS), SLOTS, WIDTH)

    def observe(self, chosen: Sequence[int] | npt.NDArray[np.int64] | None = None) -> dict[str, npt.NDArray[Any]]:
        """Observations of the chosen games, or of all.

        board: int8 (games, 81, 27), phase: int8 (games, 5), year: int16 (games, 1), due: int8 (games, 7), rows: int16
        (games, 7, 17). All powers see the same.
        """
        games = self._games
        which = np.arange(len(self)) if chosen is None else np.asarray(chosen, np.int64)
        board = np.zeros((len(which), len(REGIONS), len(PLANES)), np.int8)
        stepping.write_planes(games, which, board)
        phase = np.eye(len(PHASES), dtype=np.int8)[games.kinds[which]]
        year = (games.years[which] - FIRST_YEAR).astype(np.int16)[:, None]
        return {"board": board, "phase": phase, "year": year, "due": games.due[which], "rows": self.rows[which]}

    def centers(self) -> npt.NDArray[np.int64]:
        """Centers of each power: int64 (games, 7)."""
        return np.stack([(self._games.owners == power).sum(axis=1) for power in range(len(POWERS))], axis=1)

    def position(self, game: int) -> Position:
        """One game's position as a value."""
        games = self._games
        kind = int(games.kinds[game])
        season_kind = PHASES[kind]
        phase = Phase(season_kind[0], int(games.years[game]), season_kind[1])  # type: ignore[arg-type]
        board = self._boards(np.array([game]))
        if kind not in (SPRING + 1, FALL_RETREATS):
            still = board.position(0)
            return Position(phase, still.units, still.centers)
        outcomes = Outcomes(
            games.after[game : game + 1],
            games.attackers[game : game + 1],
            games.contested[game : game + 1],
            games.by_sea[game : game + 1],
            np.zeros(1, np.bool_),
        )
        return _retreat_position(phase, board, outcomes, self.rulebook)

    def _begin(self, which: Flags) -> None:
        array: Any
        first: Any
        for array, first in zip(self._games, self._first, strict=True):
            array[which] = first[which]
        self._games.attackers[which] = -1
        self.over = self.over & ~which
        self._late = np.zeros(len(self), np.bool_) if which.all() else self._late & ~which
        self._gone[which] = ((self.centers() == 0) & (self._unit_counts() == 0))[which]

    def _read_legal(self) -> None:
        self.legal = stepping.write_legal_actions(
            self._games, self.over, self.rulebook.convoys, self._by_sea_open, self.starts, self.rows
        )

    def _move(self, codes: npt.NDArray[np.int32]) -> None:
        """Decide the movement phases among the games."""
        games = self._games
        which = np.flatnonzero(~self.over & ((games.kinds == SPRING) | (games.kinds == FALL)))
        if not len(which):
            return
        orders = np.zeros((len(which), COLUMNS), np.int32)
        stepping.spread_orders(games, which, codes, orders)
        outcomes = Outcomes.room(len(which), COLUMNS)
        units = self._boards(which).units
        resolve_rows(units, np.arange(len(which)), orders, self._policies, outcomes)
        for row in np.flatnonzero(outcomes.undecided):
            found = decide_row(self._boards(which[row : row + 1]), 0, orders[row], self.rulebook)
            count = int(games.counts[which[row]])
            outcomes.after[row, :count] = found.after
            outcomes.attackers[row, :count] = found.attackers
            outcomes.contested[row] = found.contested
            outcomes.by_sea[row] = found.by_sea
        games.after[which], games.attackers[which] = outcomes.after, outcomes.attackers
        games.contested[which], games.by_sea[which] = outcomes.contested, outcomes.by_sea

    def _boards(self, which: npt.NDArray[np.int64]) -> Boards:
        games = self._games
        turns = 2 * games.years[which] + (games.kinds[which] >= FALL)
        return Boards(
            games.regions[which],
            games.powers[which],
            games.fleets[which],
            games.counts[which],
            games.owners[which],
            turns.astype(np.int32),
        )

    def _unit_counts(self) -> npt.NDArray[np.int64]:
        games = self._games
        real = (np.arange(COLUMNS) < games.counts[:, None]) & (games.after >= 0)
        return np.stack([(real & (games.powers == power)).sum(axis=1) for power in range(len(POWERS))], axis=1)

    def _winners(self, centers: npt.NDArray[np.int64]) -> Flags:
        most = centers.max(axis=1, keepdims=True)
        leads = centers == most
        alone = (leads.sum(axis=1, keepdims=True) == 1) & (most >= self.rulebook.victory_centers)
        found: Flags = leads & alone
        return found


def _retreat_position(phase: Phase, board: Boards, outcomes: Outcomes, rulebook: Rulebook) -> Position:
    """A retreat phase as a value.

    From the units before the movement, and their outcomes.
    """
    options = retreat_orders(board, outcomes, 0, 0, rulebook)
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    for column in range(int(board.counts[0])):
        unit = board.unit(0, column)
        attacker = int(outcomes.attackers[0, column])
        if outcomes.after[0, column] < 0:
            continue
        if attacker < 0:
            units.append(Unit(unit.power, unit.kind, REGIONS[outcomes.after[0, column]]))
            continue
        retreats = [decode_order(code) for code in options.of(column).tolist()]
        places = sorted(each.target for each in retreats if isinstance(each, Retreat))
        dislodged.append(Dislodged(unit, board.unit(0, attacker).province, tuple(places)))
    contested = frozenset(
        code for place, code in enumerate(PROVINCES) if int(outcomes.contested[0, place >> 6]) >> (place & 63) & 1
    )
    return Position(phase, tuple(sorted(units)), board.position(0).centers, tuple(sorted(dislodged)), contested)
