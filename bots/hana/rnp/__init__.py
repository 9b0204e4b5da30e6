"""The resource negotiation problem of the thesis, exact and small, without Diplomacy: estimates are held to it."""
