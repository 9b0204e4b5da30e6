"""Keeps learnt weights: the one file of arrays and its manifest, a model at a time."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from negotiation.learnt.weighing import hashed

__all__ = ["digest_of", "keep", "packed"]

_ROOM: Final = Path(__file__).parent.parent / "negotiation" / "learnt"
_FILE: Final = _ROOM / "weights.npz"
_MANIFEST: Final = _ROOM / "weights.json"
_RARITY_STEP: Final = 1 / 60


def digest_of(paths: Iterable[Path]) -> str:
    """The hash of the lines in these files."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()


def packed(
    kinds: Sequence[str], biases: Sequence[float], rows: Mapping[str, tuple[float, Mapping[str, float]]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the facts of a model of kinds. rows: by feature its rarity, and what it says for which kinds."""
    by_number = sorted((hashed(feature), rarity, told) for feature, (rarity, told) in rows.items())
    at = {kind: number for number, kind in enumerate(kinds)}
    weights = [(at[kind], weight) for _, _, told in by_number for kind, weight in told.items()]
    step = max(abs(weight) for _, weight in weights) / 127
    return {
        "biases": np.array(biases, np.float32),
        "numbers": np.array([number for number, _, _ in by_number], np.uint32),
        "rarities": np.array([round(rarity / _RARITY_STEP) for _, rarity, _ in by_number], np.uint8),
        "sizes": np.array([len(told) for _, _, told in by_number], np.uint16),
        "of_kinds": np.array([kind for kind, _ in weights], np.uint16),
        "weights": np.array([round(weight / step) for _, weight in weights], np.int8),
    }, {"kinds": list(kinds), "step": step, "rarity_step": _RARITY_STEP}


def keep(name: str, found: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    """Write a model beside the others."""
    kept: dict[str, Any] = {}
    manifest: dict[str, Any] = {"models": {}}
    if _FILE.exists():
        with np.load(_FILE) as others:
            kept = {each: others[each] for each in others.files if not each.startswith(f"{name}.")}
        manifest = json.loads(_MANIFEST.read_text("utf-8"))
    kept |= {f"{name}.{each}": array for each, array in found.items()}
    np.savez_compressed(_FILE, **{each: kept[each] for each in sorted(kept)})
    manifest["models"][name] = dict(facts)
    manifest["file"] = hashlib.sha256(_FILE.read_bytes()).hexdigest()
    _MANIFEST.write_text(json.dumps(manifest, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
