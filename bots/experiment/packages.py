"""Packages for researchers, which a site that only plays games may do without."""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

__all__ = ["RESEARCH", "PackageMissingError", "how_to_install", "load", "missing"]

RESEARCH: Final[Mapping[str, str]] = {
    "vl_convert": "charts of experiments",
    "duckdb": "figures as Parquet",
    "storages": "logs of experiments in an S3 store",
    "boto3": "logs of experiments in an S3 store",
}
"""What each module is for."""


class PackageMissingError(RuntimeError):
    """A package for researchers is not installed; its words say how to get it."""


def load(module: str) -> Any:
    """Import a module of these, large as it is, where it is needed. Raises PackageMissingError."""
    try:
        return import_module(module)
    except ImportError as problem:
        words = RESEARCH[module]
        raise PackageMissingError(f"This site makes no {words}. {how_to_install()}") from problem


def missing() -> dict[str, str]:
    """Modules that are not installed, with what each is for."""
    return {module: words for module, words in RESEARCH.items() if find_spec(module) is None}


def how_to_install() -> str:
    """Say what an operator does about it."""
    return (
        "Install the packages for researchers: pip install --require-hashes --no-deps "
        "--requirement requirements-research.lock, or build the image with RESEARCH=1."
    )
