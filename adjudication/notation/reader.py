"""One order as people type it, read left to right with a few words of look-ahead."""

from collections.abc import Sequence

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.names import either, places_named, region_phrase
from adjudication.notation.cursor import Cursor
from adjudication.notation.errors import AmbiguousOrder, IllegalOrder
from adjudication.notation.tokens import POWERS_NAMED
from adjudication.notation.vocabulary import BESIDE, BY_WHOM, EXAMPLES, IN_PLACE, INTENDED, KINDS, MOVE, ONWARD, SMALL
from adjudication.options import legal_orders
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from adjudication.powers import POWER_NAMES
from adjudication.seas import can_carry, mask_of
from adjudication.written import MalformedOrder, shortened

__all__ = ["Reader"]


class Reader(Cursor):
    """Reads one order from a text.

    helper_last: True if the unit that does what is said stands at the end: `support A Par with A Mar`.
    """

    helper_last = False

    def order(self) -> Order:
        self.skip_small()
        if self.tokens[:1] == ["NO"] and self.verb(1) == "B":
            self.at = 2
            self.expect_end()
            return Waive()
        if self.peek() in POWERS_NAMED and self._power_before_order():
            self.whose = POWERS_NAMED[self.peek()]
            self.at += 1
            self.skip_small()
        order = self._verb_first() or self._unit_first()
        self.skip("PLEASE")
        self.expect_end()
        self._check_whose(order)
        return order

    def _check_whose(self, order: Order) -> None:
        """Raises IllegalOrder where the text names another power."""
        if self.whose is None or isinstance(order, Waive | Build):
            return
        unit = self._standing(province_of(order.region))
        if unit is not None and unit.power != self.whose:
            owner, named = POWER_NAMES[unit.power], POWER_NAMES[self.whose]
            raise IllegalOrder(f"The unit in {region_phrase(unit.province)} is {owner}'s, not {named}'s.")

    def _power_before_order(self) -> bool:
        """True if the power at the cursor only says whose order follows."""
        if self.verb(1) in ("B", "D", "W") and len(self.peek(1)) > 1:
            return True
        return not places_named(self.peek()) and self.peek(1) not in ("", *KINDS)

    def _verb_first(self) -> Order | None:
        verb, word = self.verb(), self.peek()
        if not verb or word == "-" or self.name()[0] > (len(word) > 1) or self._is_place():
            return None
        self.at += 1
        match "D" if self.phase_kind == "A" and verb == "R" else verb:
            case "B" | "D" | "W":
                if self._stepped_back(verb):
                    return None
                return (None if verb == "W" else self._without_place(verb)) or self._adjustment(verb)
            case "H":
                return Hold(*self.complete(*self.unit()))
            case "S":
                return self._supported_first()
            case "C":
                return self._carried_first()
            case "-" | "R":
                return self._moved_first(verb)
            case _:
                raise self.malformed()

    def _is_place(self) -> bool:
        """True if the verb at the cursor names a place: `Con - Bul`."""
        acts = self.verb(1) != "" or (self.phase_kind == "A" and self.peek(1) in ("", *KINDS))
        return acts and self.peek() in STANDARD.provinces

    def _stepped_back(self, verb: str) -> bool:
        """Undo the step over a letter that is no verb: `W - ...`."""
        if verb in ("B", "D", "W") and self.peek() == "-":
            self.at -= 1
            return True
        return False

    def _moved_first(self, verb: str) -> Order:
        """`move A Lvp to Edi`, `move Lvp Edi`, `attack Burgundy from Paris`."""
        self._onward()
        kind, region = self.unit()
        if self.skip(*BY_WHOM):
            target = region
            unit = self.complete(*self.unit())
            return Retreat(*unit, target) if self._retreats(verb) else Move(*unit, target, self._via(unit[1], target))
        if self.verb() in (MOVE, "R"):
            self.at += 1
        elif not self._is_place_next():
            raise MalformedOrder(f"'{shortened(self.text)}' does not say where to. {EXAMPLES[self.phase_kind]}")
        return self._move(verb, *self.complete(kind, region))

    def _supported_first(self) -> Order:
        """`support A Par - Bur with A Mar`."""
        self.helper_last = True
        supported, target = self._supported()
        if not self.skip(*BY_WHOM):
            text = shortened(self.text)
            raise MalformedOrder(f"'{text}' does not say who supports. A support looks like A MAR S A PAR - BUR.")
        return Support(*self.complete(*self.unit()), *supported, target)

    def _carried_first(self) -> Order:
        """`convoy A Lon - Bel with F NTH`."""
        self.helper_last = True
        army, target = self._carried()
        if not self.skip(*BY_WHOM):
            text = shortened(self.text)
            raise MalformedOrder(f"'{text}' does not say which fleet. A convoy looks like F NTH C A LON - BEL.")
        return Convoy(*self.complete(*self.unit()), army, target)

    def _unit_first(self) -> Order:
        if self.peek() in POWERS_NAMED and self.peek(1) in KINDS:
            self.whose = POWERS_NAMED[self.peek()]
        kind, region = self.unit()
        self.skip(*INTENDED)
        verb = self.verb()
        if not verb:
            if self.phase_kind != "A" and self.name()[0] == len(self.tokens) - self.at > 0:
                return self._move(MOVE, *self.complete(kind, region))
            if self.at < len(self.tokens):
                raise self.malformed()
            if self.phase_kind == "A":
                return self._due(kind, region)
            raise MalformedOrder(f"'{shortened(self.text)}' does not say what to do. {EXAMPLES[self.phase_kind]}")
        self.at += 1
        if verb in ("B", "D"):
            self.skip_small()
            if kind is None and self.peek() in KINDS:
                kind = KINDS[self.peek()]
                self.at += 1
            return self._dismissal_or_build(verb, kind, region)
        return self._movement(verb, *self.complete(kind, region))

    def _movement(self, verb: str, kind: UnitKind, region: Region) -> Order:
        match verb:
            case "H":
                while self.skip(*IN_PLACE):
                    pass
                return Hold(kind, region)
            case "-" | "R":
                return self._move(verb, kind, region)
            case "S":
                supported, target = self._supported()
                return Support(kind, region, *supported, target)
            case "C" if kind == "A" and self.peek() in (MOVE, *ONWARD):
                return self._sails(region)
            case "C":
                return Convoy(kind, region, *self._carried())
            case "VIA" if kind == "A":
                return self._sails(region)
            case _:
                raise self.malformed()

    def _sails(self, region: Region) -> Move:
        """A move by sea: `via NTH to Nwy`, `is convoyed to Nwy`."""
        ends = [at for at in range(self.at, len(self.tokens)) if self.tokens[at] in (MOVE, *ONWARD)]
        if self.phase_kind != "M" or not ends:
            raise self.malformed()
        route = self._route(ends[-1])
        self._onward()
        target = self.place()
        if route:
            self._check_route("A", region, route, target)
        return Move("A", region, target, True)

    def _retreats(self, verb: str) -> bool:
        return self.phase_kind == "R" or verb == "R"

    def _move(self, verb: str, kind: UnitKind, region: Region) -> Order:
        """The cursor stands after the verb."""
        self._onward()
        if self.verb() == "H" and not self.peek(1):
            self.at += 1
            return Hold(kind, region)
        if self.peek() == "OTB" or (verb == "R" and self.verb() == "D"):
            self.at += 1
            return Disband(kind, region)
        target, via = self._destination(kind, region)
        return Retreat(kind, region, target) if self._retreats(verb) else Move(kind, region, target, via)

    def _onward(self) -> None:
        """Step over what may stand between a verb in words and the place."""
        worded = self.tokens[self.at - 1] != "-"
        if self.peek(-1) == "TO" and self.verb() == MOVE and len(self.peek()) > 1:
            self.at += 1
        while self.peek() in ONWARD or (worded and self.peek() == "-"):
            worded = worded and self.peek() != "-"
            self.at += 1

    def _destination(self, kind: UnitKind | None, region: Region) -> tuple[Region, bool]:
        """A place, `NTH - Nwy` or `Nwy via NTH`: where to, and whether by sea."""
        stages = [self.place()]
        while self.peek() in ("-", "TO") and self.peek(1):
            self.at += 1
            stages.append(self.place())
        *route, target = stages
        if route:
            self._check_route(kind, region, route, target)
        return target, self._via(region, target) or bool(route)

    def _via(self, region: Region, target: Region) -> bool:
        """`via`, `via convoy`, `by sea`, `via NTH and NWG`."""
        if self.verb() not in ("VIA", "C") or (self.helper_last and not BY_WHOM & {*self.tokens[self.at + 1 :]}):
            return False
        self.at += 1
        route = self._route(len(self.tokens))
        if route:
            self._check_route("A", region, route, target)
        return True

    def _route(self, end: int) -> list[Region]:
        """The seas of a route, up to this token."""
        route: list[Region] = []
        while self.at < end:
            if self.peek() in BESIDE | SMALL or self.verb() == "C":
                self.at += 1
                continue
            if self.peek() in KINDS:
                self.at += 1
            route.append(self.place())
        return route

    def _check_route(self, kind: UnitKind | None, region: Region, route: Sequence[Region], target: Region) -> None:
        """Raises MalformedOrder unless fleets in these seas would carry an army, IllegalOrder where one is missing."""
        army, goal = province_of(region), province_of(target)
        for sea in route:
            if kind == "F" or STANDARD.provinces[province_of(sea)].kind != "sea":
                raise MalformedOrder(
                    f"'{shortened(self.text)}' goes by way of {region_phrase(sea)}; only an army goes by sea."
                )
            unit = self._standing(sea)
            if self.position is not None and (unit is None or unit.kind != "F"):
                raise IllegalOrder(f"There is no fleet in {region_phrase(sea)}.")
        if not can_carry(army, goal, mask_of(route)):
            seas = " and ".join(region_phrase(sea) for sea in route)
            raise MalformedOrder(f"No army gets from {region_phrase(army)} to {region_phrase(goal)} by way of {seas}.")

    def _supported(self) -> tuple[tuple[UnitKind, Region], Region | None]:
        """A unit, and where it is supported to; the cursor stands after the verb."""
        if self.peek() == MOVE and self.verb(1) == "H":
            self.at += 1
        self.skip_small()
        worded = len(self.peek()) > 1 and self.peek() not in ONWARD
        moves = worded and self.verb() == MOVE
        self.at += moves or (worded and self.verb() == "H")
        unit = self.complete(*self.unit())
        if self.verb() == MOVE and (self.peek() != "TO" or self.verb(1) != "H"):
            self.at += 1
            self._onward()
            if not (self.verb() == "H" and not self.peek(1)):
                return unit, self._destination(*unit)[0]
        if self._is_place_next():
            return unit, self._destination(*unit)[0]
        if moves:
            raise self.malformed()
        self.skip("TO", "IN")
        self.at += self.verb() == "H"
        return unit, None

    def _is_place_next(self) -> bool:
        """True at a place that no verb leads to."""
        return not self.verb() and self.peek() not in BY_WHOM and self.name()[0] > 0

    def _carried(self) -> tuple[Province, Province]:
        """An army, and where it is carried; the cursor stands after the verb."""
        _, army = self.unit()
        if self.verb() == MOVE:
            self.at += 1
            self._onward()
        elif not self._is_place_next():
            text = shortened(self.text)
            raise MalformedOrder(f"'{text}' does not say where to. A convoy looks like F NTH C A LON - BEL.")
        return province_of(army), province_of(self._destination("A", army)[0])

    # winter

    def _adjustment(self, verb: str) -> Order:
        if verb == "W":
            self.skip("ONE")
            self.skip_small()
            self.skip("A")
            self.at += self.verb() == "B"
            return Waive()
        kind, region = self.unit()
        return self._dismissal_or_build(verb, kind, region)

    def _without_place(self, verb: str) -> Order | None:
        """`build an army`: the one way left; None if a place follows.

        Likewise for what is removed or disbanded. Raises AmbiguousOrder where there are several ways, IllegalOrder
        where there is none.
        """
        start = self.at
        whose, kind = self.unit_words()
        power = whose or self.power or self.whose
        if self.at < len(self.tokens) or self.phase_kind == "M" or self.position is None or power is None:
            self.at = start
            return None
        ways = [
            order
            for orders in legal_orders(self.position, power).values()
            for order in orders
            if isinstance(order, Build if verb == "B" else Remove | Disband) and kind in (None, order.kind)
        ]
        if len(ways) == 1:
            return ways[0]
        unit = {"A": "an army", "F": "a fleet", None: "a unit"}[kind]
        if not ways:
            does = "build" if verb == "B" else "give up"
            raise IllegalOrder(f"{POWER_NAMES[power]} cannot {does} {unit} now.")
        places = tuple(dict.fromkeys(order.region for order in ways))
        raise AmbiguousOrder(f"Say where: {either([region_phrase(place) for place in places])}.", places)

    def _due(self, kind: UnitKind | None, region: Region) -> Order:
        """A unit alone in winter: removed where it stands and its power has too many, built otherwise."""
        unit = self._standing(province_of(region))
        if unit is None or self.position is None:
            return Build(*self._built(kind, region))
        many = len(self.position.units_of(unit.power)) > len(self.position.centers_of(unit.power))
        return Remove(*self.complete(kind, region)) if many else Build(*self._built(kind, region))

    def _dismissal_or_build(self, verb: str, kind: UnitKind | None, region: Region) -> Order:
        if verb == "B":
            return Build(*self._built(kind, region))
        kind, region = self.complete(kind, region)
        return Remove(kind, region) if self.phase_kind == "A" else Disband(kind, region)

    def _built(self, kind: UnitKind | None, region: Region) -> tuple[UnitKind, Region]:
        if kind is not None:
            return kind, region
        if "/" in region:
            return "F", region
        if STANDARD.provinces[region].kind == "coast":
            name = STANDARD.provinces[region].name
            raise AmbiguousOrder(f"Say what to build in {name}: an army or a fleet.", (f"A {region}", f"F {region}"))
        return "A", region
