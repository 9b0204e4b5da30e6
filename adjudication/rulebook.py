"""Disputed and optional rules as named policies in one value.

Each field is one rule that players or rulebooks disagree on; the number is its issue in the DATC
(Diplomacy Adjudicator Test Cases, version 3.0). `EDITIONS` are the sets people know by name. What
is not a field here is not disputed in this project; `docs/rules.md` lists those choices too.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from adjudication.board import STANDARD

__all__ = [
    "EDITIONS",
    "STANDARD_RULES",
    "ConvoyIntent",
    "ConvoyedOrigin",
    "DisorderRule",
    "Paradox",
    "Rulebook",
    "SupportCoasts",
]

ConvoyIntent: TypeAlias = Literal["own_fleet", "via_only", "any_fleet"]
Paradox: TypeAlias = Literal["szykman", "text_2023", "all_hold"]
ConvoyedOrigin: TypeAlias = Literal["open", "closed"]
DisorderRule: TypeAlias = Literal["owned_centers", "home_centers"]
SupportCoasts: TypeAlias = Literal["must_match", "ignored"]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules a game is played by.

    Raises ValueError for a threshold or year out of range.

    convoys: whether fleets may carry armies at all.
    convoy_intent (4.A.3): when an army going to a neighbour goes by sea. "own_fleet": marked VIA, or
        a fleet of its own power is legally ordered to carry it. "via_only": only when marked VIA.
        "any_fleet": also when only foreign fleets offer.
    land_fallback (4.A.3): whether an army that meant to go by sea to a neighbour walks when the
        convoy fails or was never ordered.
    paradox (4.A.2): what happens where convoyed armies decide the fate of their own fleets and the
        rules give no answer or two. "szykman": those convoys are called off. "text_2023": such an
        army does not cut support given to an attack on a fleet it needs; what that leaves open goes
        by Szykman. "all_hold": the armies and the attackers of their fleets all stay.
    convoyed_origin (4.A.5): whether a unit may retreat to where an attacker came from who came by sea.
    disorder (4.D.8): from where the distance is counted when units are removed by rule.
        "owned_centers": the nearest center the power owns, every unit over land and sea.
        "home_centers": the nearest home center, armies over land and sea, fleets by water and coast.
    support_coasts (4.B.4): whether a support that names a coast counts for a move to another one.
    victory_centers: how many centers win the game, owned by one power and more than by any other.
    draw_year: the game is a draw once the fall of this year is over; None for no such year.
    """

    name: str = "2023"
    convoys: bool = True
    convoy_intent: ConvoyIntent = "own_fleet"
    land_fallback: bool = False
    paradox: Paradox = "szykman"
    convoyed_origin: ConvoyedOrigin = "open"
    disorder: DisorderRule = "owned_centers"
    support_coasts: SupportCoasts = "must_match"
    victory_centers: int = 18
    draw_year: int | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.victory_centers <= len(STANDARD.centers):
            raise ValueError(f"{self.victory_centers} centers cannot be the number that wins")
        if self.draw_year is not None and not 1 <= self.draw_year <= 9999:
            raise ValueError(f"year {self.draw_year} is not between 1 and 9999")


STANDARD_RULES: Final = Rulebook()
"""The 2023 rulebook, with the DATC's preference where it is silent."""

EDITIONS: Final[dict[str, Rulebook]] = {
    "2023": STANDARD_RULES,
    "datc3": Rulebook(name="datc3"),
    "classic": Rulebook(name="classic", land_fallback=True, disorder="home_centers"),
    "dipgame": Rulebook(name="dipgame", convoys=False, victory_centers=17),
}
"""Rulebooks by name. `2023` and `datc3` differ in name only: the DATC 3.0 was written for the 2023 rulebook."""
