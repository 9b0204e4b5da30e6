"""Keep a tree of positions under a link, and find it again."""

import base64
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from dipgame.sandbox.models import SharedTree

__all__ = ["share_tree", "shared_tree"]

_LETTERS: Final = 16


def share_tree(tree: Mapping[str, Any]) -> str:
    """Keep the tree; returns its slug, the same for the same tree."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"))
    slug = base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()[:_LETTERS]
    SharedTree.objects.get_or_create(slug=slug, defaults={"tree": tree})
    return slug


def shared_tree(slug: str) -> Any:
    """The tree under a slug; None for none."""
    return SharedTree.objects.filter(slug=slug).values_list("tree", flat=True).first()
