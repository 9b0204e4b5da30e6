"""The wire's types as TypeScript declarations, for checking the browser's modules.

No kept library makes TypeScript from msgspec's types, so their JSON schema is written out here.
"""

import inspect
import json
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from frontend.wire.commands import COMMANDS
from frontend.wire.learn import LESSONS
from frontend.wire.page import PAGES
from frontend.wire.puzzles import PUZZLES
from frontend.wire.replies import REPLIES
from frontend.wire.sandbox import SANDBOX

__all__ = ["declarations"]

_NAMES: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations() -> str:
    """`static/wire.d.ts` as it must be for the types of now."""
    commands, replies = _named(COMMANDS), _named(REPLIES)
    _, shapes = msgspec.json.schema_components(
        (*COMMANDS, *REPLIES, *PAGES, *LESSONS, *SANDBOX, *PUZZLES), ref_template="{name}"
    )
    parts = ["// Made by `python -m frontend.wire` from frontend/wire/*.py: change those, then make it again.\n"]
    parts += [_interface(name, shape) for name, shape in sorted(shapes.items())]
    parts.append(f"export type Command = {commands};\n")
    parts.append(f"export type Reply = {replies};\n")
    return "\n".join(parts)


def _named(types: tuple[type, ...]) -> str:
    return " | ".join(each.__name__ for each in types)


def _interface(name: str, shape: Mapping[str, Any]) -> str:
    needed = set(shape.get("required", ()))
    about = inspect.cleandoc(shape.get("description", ""))
    lines = [f"/** {about} */"] if about else []
    lines.append(f"export interface {name} {{")
    for field, kind in shape.get("properties", {}).items():
        lines.append(f"  {field}{'' if field in needed else '?'}: {_type(kind)};")
    return "\n".join([*lines, "}"]) + "\n"


def _type(kind: Mapping[str, Any]) -> str:
    if "$ref" in kind:
        return str(kind["$ref"])
    if "anyOf" in kind:
        return " | ".join(_type(each) for each in kind["anyOf"])
    if "enum" in kind:
        return " | ".join(json.dumps(value) for value in kind["enum"])
    match kind.get("type"):
        case "array" if "prefixItems" in kind:
            return f"[{', '.join(_type(each) for each in kind['prefixItems'])}]"
        case "array":
            return f"Array<{_type(kind.get('items', {}))}>"
        case "object":
            return f"Record<string, {_type(kind.get('additionalProperties') or {})}>"
        case str() as name:
            return _NAMES[name]
        case _:
            return "unknown"
