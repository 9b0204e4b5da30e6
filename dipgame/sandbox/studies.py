"""Keep, change and find studies."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.db.models import QuerySet

from dipgame.games import clock
from dipgame.sandbox.models import Study
from dipgame.security import is_sound

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "LONGEST_TITLE",
    "MOST_STUDIES",
    "CannotKeep",
    "ChangedMeanwhile",
    "delete_study",
    "own_studies",
    "public_studies",
    "save_study",
    "study_named",
    "version_of",
]

LONGEST_TITLE: Final = 80
MOST_STUDIES: Final = 200
"""Studies of one person."""


class CannotKeep(ValueError):  # noqa: N818 - named after what was asked
    """Raised with a sentence for the person who asked."""


class ChangedMeanwhile(CannotKeep):
    """Raised where another window saved the study meanwhile."""


def version_of(study: Study) -> str:
    """Name of the study as it was saved last."""
    return study.changed_at.isoformat()


def save_study(
    owner: "User", slug: str, title: str, tree: Mapping[str, Any], *, is_public: bool, version: str = ""
) -> Study:
    """Keep a new study, or change the owner's with this slug.

    version: the one that was opened; another one is not replaced. Raises CannotKeep, which says what is wrong.
    """
    title = " ".join(title.split())
    if not title or len(title) > LONGEST_TITLE or not title.isprintable() or not is_sound(title):
        raise CannotKeep(f"A title has 1 to {LONGEST_TITLE} characters.")
    mine = Study.objects.filter(owner=owner)
    if not slug:
        if mine.count() >= MOST_STUDIES:
            raise CannotKeep(f"You have {MOST_STUDIES} studies, the most there can be. Delete one first.")
        return Study.objects.create(owner=owner, title=title, is_public=is_public, tree=tree)
    study = mine.filter(slug=slug).first() if is_sound(slug) else None
    if study is None:
        raise CannotKeep("This study is not yours, or it was deleted. Save yours as a new one.")
    now = clock.now()
    opened = mine.filter(pk=study.pk, changed_at=study.changed_at) if version == version_of(study) else mine.none()
    if not opened.update(title=title, is_public=is_public, tree=tree, changed_at=now):
        raise ChangedMeanwhile("This study was saved in another window since you opened it here.")
    study.title, study.is_public, study.tree, study.changed_at = title, is_public, tree, now
    return study


def delete_study(owner: "User", slug: str) -> bool:
    """Delete a study of the owner; says whether there was one."""
    return bool(Study.objects.filter(owner=owner, slug=slug).delete()[0])


def study_named(slug: str) -> Study | None:
    """The study with this slug, or None."""
    return Study.objects.filter(slug=slug).select_related("owner").first()


def public_studies() -> QuerySet[Study]:
    """Studies for everybody, the newest first, without their trees."""
    listed = Study.objects.filter(is_public=True, owner__is_active=True)
    return listed.select_related("owner").defer("tree").order_by("-changed_at", "-id")


def own_studies(owner: "User") -> QuerySet[Study]:
    """All studies of a person, the newest first, without their trees."""
    return Study.objects.filter(owner=owner).defer("tree").order_by("-changed_at", "-id")
