"""Packages for researchers: optional where only games are played."""

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
"""Purpose of each module."""


class PackageMissingError(RuntimeError):
    """A package for researchers is missing; the message says how to install it."""


def load(module: str) -> Any:
    """Import one of these large modules. Raises PackageMissingError."""
    try:
        return import_module(module)
    except ImportError as problem:
        words = RESEARCH[module]
        raise PackageMissingError(f"This site makes no {words}. {how_to_install()}") from problem


def missing() -> dict[str, str]:
    """Modules that are not installed, with their purpose."""
    return {module: words for module, words in RESEARCH.items() if find_spec(module) is None}


def how_to_install() -> str:
    """Instructions for an operator."""
    return (
        "Install the packages for researchers: pip install --require-hashes --no-deps "
        "--requirement requirements-research.lock, or build the image with RESEARCH=1."
    )
