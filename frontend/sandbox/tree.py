"""The tree of a sandbox: positions, and the orders between them.

What a browser sends is grown anew from its first position: positions after it follow from the orders alone.

    {"rules": "2023", "position": {...}, "at": 1, "nodes": [
        {"parent": null, "orders": {}, "text": "Why not Burgundy?", "marks": ["PAR - BUR", "MUN"]},
        {"parent": 0, "made": {"FRA": ["A PAR - BUR"]}, "orders": {}}]}

`made` led from the parent to the node, `orders` are written on it and not carried out. `text` is a comment, `marks` are
arrows between provinces and circles about one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from adjudication.board import STANDARD
from adjudication.engine import adjudicate
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.position import Position, position_as_dict
from adjudication.position_text import format_position
from adjudication.powers import POWER_NAMES, Power
from adjudication.reasons import Reason
from adjudication.rulebook import Rulebook
from dipgame.security import is_sound
from frontend.sandbox.acts import NotPossible, Setting, setting_of, title_of, written_in
from frontend.wire.sandbox import SandboxNode, SandboxStart

__all__ = ["LARGEST_TREE", "LONGEST_COMMENT", "MOST_NODES", "Tree", "grown", "read_tree", "single"]

LARGEST_TREE: Final = 150_000
"""Bytes of a tree as sent."""

MOST_NODES: Final = 100
LONGEST_COMMENT: Final = 2_000
MOST_MARKS: Final = 40
_MARK: Final = re.compile(r"([A-Z]{3})(?: - ([A-Z]{3}))?")

_Texts = Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=40)]
_Orders = dict[Annotated[str, Meta(max_length=3)], _Texts]


class _Node(msgspec.Struct, frozen=True):
    parent: int | None = None
    made: _Orders | None = None
    orders: _Orders = {}
    text: Annotated[str, Meta(max_length=LONGEST_COMMENT)] = ""
    marks: Annotated[tuple[Annotated[str, Meta(max_length=9)], ...], Meta(max_length=MOST_MARKS)] = ()


class _Sent(msgspec.Struct, frozen=True):
    position: dict[str, Any]
    nodes: Annotated[tuple[_Node, ...], Meta(min_length=1)]
    rules: Annotated[str, Meta(max_length=20)] = "2023"
    at: int = 0


_Written: TypeAlias = Mapping[str, Sequence[str]] | Mapping[Power, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Node:
    """A position in a tree.

    made: the orders that led to it, with outcomes; empty for the first. orders: those written on it. text: a comment.
    marks: arrows and circles, as `PAR - BUR` and `MUN`.
    """

    parent: int | None
    position: Position
    made: Mapping[Power, Sequence[Order]]
    outcomes: tuple[Outcome, ...]
    orders: Mapping[Power, Sequence[Order]]
    text: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tree:
    """Positions, each after its parent. at: the one that is looked at."""

    rules: Rulebook
    nodes: tuple[Node, ...]
    at: int

    def children(self, node: int) -> list[int]:
        """Numbers of the nodes that follow from this one."""
        return [number for number, each in enumerate(self.nodes) if each.parent == node]

    def as_dict(self) -> dict[str, Any]:
        """JSON that `grown` reads."""
        return {
            "rules": self.rules.name,
            "position": position_as_dict(self.nodes[0].position),
            "at": self.at,
            "nodes": [
                {
                    "parent": each.parent,
                    "made": _texts(each.made),
                    "orders": _texts(each.orders),
                    **({"text": each.text} if each.text else {}),
                    **({"marks": list(each.marks)} if each.marks else {}),
                }
                for each in self.nodes
            ],
        }

    def as_text(self) -> str:
        """The tree as text: the first position, then orders and fates."""
        return "\n".join([format_position(self.nodes[0].position).rstrip(), *self._lines(0, "")]) + "\n"

    def start(self, key: str) -> SandboxStart:
        """The tree as a page begins with it.

        key: of its storage in the tab.
        """
        following = {number: next(iter(self.children(number)), None) for number in range(len(self.nodes))}
        child, parent = self.at, self.nodes[self.at].parent
        while parent is not None:
            following[parent] = child
            child, parent = parent, self.nodes[parent].parent
        return {
            "key": f"sandbox:{key}",
            "rules": self.rules.name,
            "nodes": [_node(each, following[number]) for number, each in enumerate(self.nodes)],
            "at": self.at,
        }

    def _lines(self, number: int, way: str) -> list[str]:
        lines: list[str] = []
        node = self.nodes[number]
        children = self.children(number)
        lines += ["", *node.text.splitlines()] if node.text else []
        for index, child in enumerate(children, 1):
            name = way if len(children) == 1 else f"{way}.{index}" if way else str(index)
            title = title_of(node.position.phase) + (f", variation {name}" if name else "")
            lines += ["", title, "-" * len(title)]
            lines += [_fate(each) for each in self.nodes[child].outcomes if each.reason is not Reason.NO_ORDER]
            lines += self._lines(child, name)
        written = [f"{power}: {text}" for power, texts in _texts(node.orders).items() for text in texts]
        if written and not children:
            title = f"{title_of(node.position.phase)}, orders not carried out"
            lines += ["", title, "-" * len(title), *written]
        return lines


def single(
    setting: Setting, orders: Mapping[Power, Sequence[str]], text: str = "", marks: tuple[str, ...] = ()
) -> Tree:
    """A tree of one position with orders, a comment and arrows."""
    return Tree(setting.rules, (Node(None, setting.position, {}, (), _kept(setting, orders), text, marks),), 0)


def read_tree(body: bytes) -> Tree:
    """Grow the tree that a browser sent. Raises NotPossible or msgspec.MsgspecError."""
    return grown(msgspec.json.decode(body))


def grown(data: object) -> Tree:
    """Carry out all orders from the first position on.

    Raises NotPossible, which says what cannot be, or msgspec.MsgspecError for what is no tree.
    """
    sent = msgspec.convert(data, _Sent)
    if len(sent.nodes) > MOST_NODES:
        raise NotPossible(f"A sandbox that is kept has at most {MOST_NODES} positions. Remove some variations first.")
    first = setting_of(sent.position, sent.rules)
    if sent.nodes[0].parent is not None or not 0 <= sent.at < len(sent.nodes):
        raise NotPossible("This is no tree of positions.")
    root = sent.nodes[0]
    nodes = [Node(None, first.position, {}, (), _kept(first, root.orders), _sound(root.text), _marks(root.marks))]
    for each in sent.nodes[1:]:
        if each.parent is None or not 0 <= each.parent < len(nodes):
            raise NotPossible("This is no tree of positions.")
        before = Setting(nodes[each.parent].position, first.rules)
        made = _kept(before, each.made or {})
        resolution = adjudicate(before.position, made, first.rules)
        here = Setting(resolution.next, first.rules)
        orders, text, marks = _kept(here, each.orders), _sound(each.text), _marks(each.marks)
        nodes.append(Node(each.parent, resolution.next, made, resolution.outcomes, orders, text, marks))
    return Tree(first.rules, tuple(nodes), sent.at)


def _sound(text: str) -> str:
    """A comment that can be stored. Raises NotPossible."""
    if not is_sound(text):
        raise NotPossible("A comment has a character that cannot be stored. Remove it.")
    return text.strip()


def _marks(marks: Sequence[str]) -> tuple[str, ...]:
    """Arrows and circles between provinces, each once; others are left out."""
    found = [match for mark in marks if (match := _MARK.fullmatch(mark))]
    known = [match[0] for match in found if {match[1], match[2] or match[1]} <= set(STANDARD.provinces)]
    return tuple(dict.fromkeys(known))


def _kept(setting: Setting, orders: _Written) -> dict[Power, list[Order]]:
    return {power: list(mine.values()) for power, mine in written_in(setting, orders).items() if mine}


def _texts(orders: Mapping[Power, Sequence[Order]]) -> dict[Power, list[str]]:
    return {power: [format_order(order) for order in mine] for power, mine in orders.items()}


def _node(node: Node, following: int | None) -> SandboxNode:
    return {
        "parent": node.parent,
        "position": position_as_dict(node.position),
        "made": None if node.parent is None else _texts(node.made),
        "orders": _texts(node.orders),
        "next": following,
        "text": node.text,
        "marks": list(node.marks),
    }


def _fate(outcome: Outcome) -> str:
    reason = "" if outcome.result == "ok" else f" ({outcome.reason.value})"
    return f"{POWER_NAMES[outcome.power]}: {format_order(outcome.order)}{reason}"
