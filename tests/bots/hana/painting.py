"""Hanging a painting, the thesis' example of an RNP (section 3.3): three agents, five resources, 1125 complete plans.

Joan and Bep carry the painting, facing each other; Tonia looks on. Steps are told from where each agent faces, so
Joan's left is Bep's right. The painting stays whole as long as its carriers make the same way and hold it level.
"""

from dataclasses import dataclass, replace

from bots.hana.rnp.problem import Action, Environment, Plan, State

STEPS = {"hold": (0, 0), "forward": (1, 0), "backward": (-1, 0), "left": (0, -1), "right": (0, 1)}
LIFTS = {"keep": 0, "raise": 1, "descend": -1}
FACING = {"Joan": 1, "Bep": -1, "Tonia": 1}


@dataclass(frozen=True)
class Room:
    """State of the room.

    The carriers' way since the start, the height at which they hold the painting, and whether it is whole.
    """

    way: tuple[int, int] = (0, 0)
    height: int = 0
    whole: bool = True


def control(room: Room) -> State:
    """Everybody has legs, the carriers have arms; nobody acts once the painting is broken."""
    if not room.whole:
        return frozenset()
    legs = {(agent, f"{agent}'s legs") for agent in FACING}
    return frozenset(legs | {(agent, f"{agent}'s arms") for agent in ("Joan", "Bep")})


def transition(room: Room, plan: Plan) -> Room:
    done = {action.resource: action.operator for action in plan}
    ways = {agent: tuple(FACING[agent] * part for part in STEPS[done[f"{agent}'s legs"]]) for agent in ("Joan", "Bep")}
    lifts = {agent: LIFTS[done[f"{agent}'s arms"]] for agent in ("Joan", "Bep")}
    if ways["Joan"] != ways["Bep"] or lifts["Joan"] != lifts["Bep"]:
        return replace(room, whole=False)
    way = room.way[0] + ways["Joan"][0], room.way[1] + ways["Joan"][1]
    return Room(way, room.height + lifts["Joan"])


HANGING = Environment(
    {
        **{f"{agent}'s legs": tuple(STEPS) for agent in FACING},
        **{f"{agent}'s arms": tuple(LIFTS) for agent in ("Joan", "Bep")},
    },
    control,
    transition,
)


def whole(room: Room) -> float:
    """The utility of everybody: 1 as long as the painting is whole."""
    return float(room.whole)


def act(agent: str, operator: str) -> Action:
    """`act("Joan", "left")`: the operator says whether it is done with legs or arms."""
    return Action(agent, operator, f"{agent}'s {'arms' if operator in LIFTS else 'legs'}")


def plan(*told: str) -> Plan:
    """`plan("Joan left", "Bep right")`"""
    return frozenset(act(*each.split()) for each in told)
