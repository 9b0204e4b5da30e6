"""Sentences by level of the language, for trying the talk."""

from typing import Final

__all__ = ["EXAMPLES", "UNSAYABLE", "Level"]

Level = tuple[int, str, tuple[str, ...]]

EXAMPLES: Final[tuple[Level, ...]] = (
    (
        1,
        "Deals: peace, alliances, zones, orders",
        ("Peace?", "Let's keep the English Channel empty", "You take Belgium and I take Spain"),
    ),
    (2, "Wishes, plans and beliefs", ("I want Belgium", "I will move to Burgundy", "Germany wants Belgium")),
    (3, "Questions", ("What will you do?", "Do you want Belgium?", "Are you allied with Germany?")),
    (4, "Talk about talk, and what is not so", ("Germany offered me peace",)),
    (5, "Feelings", ("I am angry with you",)),
    (6, "Times", ("Peace until 1903", "Let us be allies against Germany until 1904")),
    (7, "Reasons", ("Why don't you want peace?",)),
    (8, "Arguments", ("The fact that Germany wants Burgundy speaks against the claim that I want peace with you.",)),
)
"""Level, what it adds, and sentences that are read at it on the first board, from France to England."""

UNSAYABLE: Final[tuple[str, ...]] = (
    "Plans to build somewhere in winter.",
    "Requests to pass something on to a third power.",
    "Bets, jokes and stories: they are sent as they are, and a bot answers only that it heard them.",
)
"""Contents that bind nobody, because the language has no words for them."""
