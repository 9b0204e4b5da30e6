"""Rows are written in one way, by `dipgame/transactions.py`.

See `docs/site.md`, "How rows are written".
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from dipgame import transactions
from dipgame.transactions import Step, atomic, hold, lock, made
from tests.scored import each_of

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted(
    path.relative_to(ROOT)
    for room in ("dipgame", "frontend")
    for path in (ROOT / room).rglob("*.py")
    if "migrations" not in path.parts
)
THE_ROOM = "dipgame/transactions.py"
WRITERS = (
    "dipgame/games/services/",
    "dipgame/games/events.py",  # the numbers of what happened
    "dipgame/games/management/commands/switch.py",  # an operator's switches, read by all processes
    "dipgame/accounts/",
    "dipgame/experiments/",
    "dipgame/ranking/update.py",
    "dipgame/sandbox/",
    "dipgame/in_parts.py",
    "dipgame/review/",
    "dipgame/explorer/",
    "dipgame/puzzles/",
    "dipgame/imports/",
)
"""Modules that may write rows: services of games, and rooms with rows of their own."""

ON_ROWS = ("save", "delete", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "select_for_update")
WRITES = frozenset({*ON_ROWS, *(f"a{name}" for name in ON_ROWS), "acreate", "aupdate"})
NO_ROWS = {
    ("dipgame/cache.py", "delete"): "a key of Redis",
    ("frontend/fonts.py", "save"): "a file",
}
BEGIN_AND_LOCK = frozenset({"atomic", "on_commit", "select_for_update", "set_autocommit", "savepoint", "set_rollback"})
RAW = {
    "dipgame/games/events.py": "counts what happened, in one statement",
    "dipgame/health.py": "asks whether the database answers",
    "dipgame/prepared.py": "reads, with SQL that was made once",
}


def tree_of(path: Path) -> ast.Module:
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.as_posix()


def calls(tree: ast.Module) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    """All calls of a method, or of a function of a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func


def is_write(call: ast.Call, called: ast.Attribute) -> bool:
    if called.attr in WRITES:
        return True
    on_manager = isinstance(called.value, ast.Attribute) and called.value.attr == "objects"
    # `rows.update(field=...)`; a dictionary or a set is updated with something that has no name.
    return (called.attr == "update" and bool(call.keywords)) or (called.attr == "create" and on_manager)


def transactions_begun_in(tree: ast.Module) -> list[int]:
    imported = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and (
            (node.module == "django.db" and "transaction" in {each.name for each in node.names})
            or node.module == "django.db.transaction"
        )
    ]
    plain = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Import) and "django.db" in ast.dump(node)]
    called = [call.lineno for call, function in calls(tree) if function.attr in BEGIN_AND_LOCK]
    return [*imported, *plain, *called]


def writes_in(tree: ast.Module, name: str) -> list[str]:
    found = [(call.lineno, function.attr) for call, function in calls(tree) if is_write(call, function)]
    return [f"{attribute} in line {line}" for line, attribute in found if (name, attribute) not in NO_ROWS]


@each_of(SOURCES, name=name_of)
def test_one_room_begins_transactions_and_locks_rows(path):
    if name_of(path) != THE_ROOM:
        assert transactions_begun_in(tree_of(path)) == []


@each_of(SOURCES, name=name_of)
def test_rows_are_written_where_rows_are_written(path):
    if not name_of(path).startswith((*WRITERS, THE_ROOM)):
        assert writes_in(tree_of(path), name_of(path)) == []


@each_of(SOURCES, name=name_of)
def test_sql_of_our_own_stands_in_three_places(path):
    if name_of(path) not in RAW:
        assert [call.lineno for call, function in calls(tree_of(path)) if function.attr == "cursor"] == []


@pytest.mark.parametrize(
    "line",
    [
        "game.save()",
        "Seat.objects.filter(pk=1).update(user=None)",
        "phase.delete()",
        "Game.objects.create(name='x')",
        "Seat.objects.bulk_create(rows)",
    ],
)
def test_the_check_sees_a_write(line):
    assert writes_in(ast.parse(line), "frontend/game/views.py")


@pytest.mark.parametrize(
    "line",
    [
        "from django.db import connection, transaction",
        "from django.db.transaction import atomic",
        "import django.db.transaction",
        "rows.select_for_update()",
        "somewhere.atomic()",
    ],
)
def test_the_check_sees_a_transaction(line):
    assert transactions_begun_in(ast.parse(line))


@pytest.mark.parametrize("line", ["found.update({1: 2})", "seen.update(names)", "make.create(1)"])
def test_the_check_leaves_dictionaries_alone(line):
    assert writes_in(ast.parse(line), "frontend/game/views.py") == []


@pytest.fixture
def complaints(monkeypatch):
    found = []
    monkeypatch.setattr(transactions, "on_disorder", [found.append])
    return found


@pytest.mark.django_db
def test_a_lock_that_comes_too_late_is_complained_of(complaints):
    with atomic():
        hold(Step.GAME, 7)
        hold(Step.NEWS)
        hold(Step.GAME, 7)  # held already
        assert complaints == []
        hold(Step.GAME, 7, 1)
    assert complaints == ["locked GAME 7 1 after NEWS: lock it before"]


@pytest.mark.django_db
def test_games_are_locked_by_their_numbers(complaints):
    with atomic():
        hold(Step.GAME, 3)
        hold(Step.GAME, 3, 1)
        hold(Step.GAME, 5)
        assert complaints == []
        hold(Step.GAME, 4)
    assert len(complaints) == 1


@pytest.mark.django_db
def test_what_is_new_is_held_already(complaints):
    with atomic():
        hold(Step.NEWS)
        made(Step.GAME, 9)
        hold(Step.GAME, 9)
    assert complaints == []


@pytest.mark.django_db
def test_another_transaction_begins_with_no_lock(complaints, cast):
    from dipgame.accounts.models import User

    for _ in range(2):
        with atomic():
            assert lock(User.objects.all(), Step.PERSON, cast.bob.pk).get(pk=cast.bob.pk) == cast.bob
            with atomic():
                hold(Step.NEWS)
    assert complaints == []
