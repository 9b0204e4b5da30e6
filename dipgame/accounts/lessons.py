"""Progress in the lessons, kept in the session or with the person.

Progress is `{"move": [answer, ...]}`: the answers of each lesson so far, as `frontend.learn.stages` reads them.
"""

from collections.abc import Mapping, MutableMapping
from typing import Any, Final, TypeAlias

from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import User
from dipgame.transactions import atomic

__all__ = ["Progress", "forget_lesson", "join_lessons", "keep_answers", "progress_of", "take_over"]

Progress: TypeAlias = dict[str, list[Any]]

_KEY: Final = "lessons"


def progress_of(session: MutableMapping[str, Any], person: User | None) -> Progress:
    """The answers given so far, by lesson."""
    kept = session.get(_KEY, {}) if person is None else person.lessons
    return {slug: list(answers) for slug, answers in kept.items()}


def keep_answers(session: MutableMapping[str, Any], person: User | None, slug: str, answers: list[Any]) -> None:
    """Keep the answers of a lesson, unless more are kept already."""
    if person is None:
        session[_KEY] = _joined(session.get(_KEY, {}), {slug: answers})
    else:
        join_lessons(person, {slug: answers})


def forget_lesson(session: MutableMapping[str, Any], person: User | None, slug: str) -> None:
    """Begin a lesson anew."""
    if person is None:
        session[_KEY] = {name: answers for name, answers in session.get(_KEY, {}).items() if name != slug}
        return
    with atomic():
        row = lock_person(person.pk)
        person.lessons = {name: answers for name, answers in row.lessons.items() if name != slug}
        User.objects.filter(pk=person.pk).update(lessons=person.lessons)


def take_over(session: MutableMapping[str, Any], person: User) -> None:
    """Move the session's progress to a person who has signed in."""
    learnt = session.pop(_KEY, None)
    if learnt:
        join_lessons(person, learnt)


def join_lessons(person: User, learnt: Mapping[str, list[Any]]) -> None:
    """Add progress to a person's own."""
    with atomic():
        row = lock_person(person.pk)
        person.lessons = _joined(row.lessons, learnt)
        User.objects.filter(pk=person.pk).update(lessons=person.lessons)


def _joined(one: Mapping[str, list[Any]], other: Mapping[str, list[Any]]) -> Progress:
    """Of each lesson whichever has come further."""
    return {slug: max(one.get(slug, []), other.get(slug, []), key=len) for slug in {**one, **other}}
