"""Interleave every pair of services; compare with doing them in order.

Each pair of acts of a scene is done by two threads, interleaved at the borders of their transactions by a seed
(`tests/dipgame/interleaved.py`). What comes of it has to be what comes of the one order or of the other or, where one
of them was refused, of the other alone; nothing else may be raised, no deadlock say; and all that `watch` asks for
holds. Every run takes some of them; `INTERLEAVINGS=2000` is the long run (`make nightly`).
"""

import os
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist

from dipgame.accounts.guests import GUEST_STAYS
from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.errors import Refused
from dipgame.games.models import Game, Hearing, Message
from tests.dipgame.interleaved import Interleaver, by_chance, one_after_the_other
from tests.dipgame.scenes import SCENES, SHARES, Act, Scene, is_played, joins
from tests.dipgame.watch import MARK, Watch, digest
from tests.effort import examples

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.slow,
    pytest.mark.timeout(7200),
]

GONE = Game.DoesNotExist | User.DoesNotExist
HOW_MANY = int(os.environ.get("INTERLEAVINGS", examples(75)))


# --- what comes of two at once ----------------------------------------------------------------------------------------


def nothing_done(result: Any) -> bool:
    """True if the act was refused, or found nothing to do."""
    return result is None or result is False or isinstance(result, Refused | ObjectDoesNotExist)


def came_of(scene: Scene, watch: Watch, results: list[Any]) -> Any:
    """The game afterwards, all of which holds."""
    for result in results:
        # Of a game or a person that is gone a page says just that.
        assert not isinstance(result, Exception) or isinstance(result, Refused | GONE), repr(result)
    if not Game.objects.filter(pk=scene.story.game.pk).exists():
        return None
    said = {
        row.text: row.between for row in Message.objects.filter(game=scene.game, text__startswith=MARK).order_by("pk")
    }
    watch.said = said
    watch.look([scene.person("dora")])
    return digest(scene.game)


def pairs_to_try(acts: dict[str, Act], many: int) -> Iterator[tuple[str, str, int]]:
    """Pairs of acts, each with the number of interleavings to try.

    Together they are `many`: several of each pair or, where there are more pairs, one of some of them.
    """
    pairs = list(combinations_with_replacement(sorted(acts), 2))
    for at, (one, other) in enumerate(pairs):
        times = many * (at + 1) // len(pairs) - many * at // len(pairs)
        if times:
            yield one, other, times


@pytest.mark.parametrize("name", SCENES)
def test_two_at_once_are_as_one_after_the_other(name: str, story: Any) -> None:
    people = {each: getattr(story.cast, each) for each in ("alice", "bob", "charlie")}
    people["dora"] = User.objects.create_user("dora@example.org", "Dora", is_staff=True)
    people["emil"] = User.objects.create_user("emil@example.org", "Emil")
    people["guest"] = User(name="Guest 1", is_guest=True, date_joined=clock.now() - 2 * GUEST_STAYS)
    people["guest"].save()
    scene = Scene(story, people)
    acts = SCENES[name](story)
    scene.keep()
    faults, done = [], 0
    with Interleaver() as interleaver:
        for pair in pairs_to_try(acts, round(HOW_MANY * SHARES[name])):
            faults += try_pair(scene, interleaver, acts, pair)
            done += pair[2]
    print(f"{name}: {done} interleavings")
    assert not faults, "\n".join(faults)


def try_pair(scene: Scene, interleaver: Interleaver, acts: dict[str, Act], pair: tuple[str, str, int]) -> list[str]:
    """Faults of a pair of acts, interleaved by several seeds."""
    one, other, times = pair
    both: list[Callable[[], Any]] = [lambda: acts[one](scene), lambda: acts[other](scene)]
    faults = []
    allowed = []
    try:
        for first in (0, 1):
            scene.write_back()
            watch = Watch(scene.story.game.pk, scene.story.outbox)
            allowed.append(came_of(scene, watch, interleaver.run(both, one_after_the_other(first))))
    except AssertionError as problem:
        return [f"{one} + {other}, one after the other: {_short(problem)}"]
    alone: dict[int, Any] = {}
    for number in range(times):
        scene.write_back()
        watch = Watch(scene.story.game.pk, scene.story.outbox)
        watch.look()
        try:
            results = interleaver.run(both, by_chance(f"{one} {other} {number}"))
            found = came_of(scene, watch, results)
        except AssertionError as problem:
            faults.append(f"{one} + {other}, seed {number}, {interleaver.trace}: {_short(problem)}")
            continue
        trace = interleaver.trace
        if found in allowed:
            continue
        for at in (0, 1):
            if nothing_done(results[1 - at]):
                if at not in alone:
                    scene.write_back()
                    once = interleaver.run([both[at]], one_after_the_other(0))
                    alone[at] = came_of(scene, Watch(scene.story.game.pk, scene.story.outbox), once)
                if alone[at] == found:
                    break
        else:
            if all(map(nothing_done, results)):
                continue
            faults.append(f"{one} + {other}, seed {number}, {trace}, {results}: {difference(found, allowed)}")
    return faults


def difference(found: dict[str, Any] | None, allowed: list[dict[str, Any] | None]) -> str:
    """Differences of the game from that after either order of acts."""
    if found is None or None in allowed:
        return f"the game is {'gone' if found is None else 'there'}"
    return " | ".join(
        "; ".join(f"{key}: {found[key]} not {each[key]}"[:700] for key in found if found[key] != each[key])
        for each in allowed
        if each is not None
    )


def _short(problem: AssertionError) -> str:
    return str(problem)[:900]


def test_the_scheduler_gives_the_same_run_by_the_same_seed(story: Any) -> None:
    """Another seed gives another run, in which another person is seated."""
    story.waits()
    people = {"charlie": story.cast.charlie, "dora": User.objects.create_user("dora@example.org", "Dora")}
    scene = Scene(story, people)
    scene.keep()
    both = [lambda: joins("charlie", "GER")(scene), lambda: joins("dora", "GER")(scene)]
    with Interleaver() as interleaver:

        def sits(seed: int) -> tuple[list[str], int | None]:
            scene.write_back()
            interleaver.run(both, by_chance(str(seed)))
            return interleaver.trace, scene.seat("GER").user_id

        runs = [sits(seed) for seed in range(8)]
        assert [sits(seed) for seed in range(8)] == runs
        assert {who for _, who in runs} == {person.pk for person in people.values()}


def test_hearing_is_left_as_it_was(story: Any) -> None:
    """Rows that are written back are those that were kept."""
    acts = is_played(story)
    scene = Scene(story, {"alice": story.cast.alice, "bob": story.cast.bob})
    scene.keep()
    before = digest(scene.game)
    assert Hearing.objects.filter(seat__power="TUR", state="waiting").exists()
    acts["France orders"](scene)
    assert digest(scene.game) != before
    scene.write_back()
    assert digest(scene.game) == before
