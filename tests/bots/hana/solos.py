"""Positions two years before somebody wins, or does not, for the tests of who sees it and who is asked to stop it."""

from tests.bots.boards import board

_ELEVEN_IN_THE_EAST = {
    "TUR": "CON ANK SMY BUL RUM GRE SER BUD VIE TRI SEV",
    "RUS": "MOS WAR STP",
    "ITA": "VEN ROM NAP TUN",
    "GER": "BER KIE MUN DEN HOL BEL SWE",
    "FRA": "PAR BRE MAR SPA POR",
    "ENG": "LON LVP EDI NWY",
}

EASTERN = board(
    "S1908M",
    *("TUR A BOH", "TUR A TYR", "TUR A VIE", "TUR A GAL", "TUR A SEV", "TUR A UKR", "TUR A RUM", "TUR A TRI"),
    *("TUR F ION", "TUR F ADR", "TUR F AEG", "RUS F STP/SC", "ITA A PIE", "ITA F NAP", "GER A RUH", "GER F DEN"),
    *("GER A BEL", "GER A KIE", "FRA A BUR", "FRA F MAO", "FRA A PAR", "FRA F GOL", "ENG F NTH", "ENG F NWG"),
    *("ENG A NWY", "ENG F ECH", "ENG F IRI"),
    centers=_ELEVEN_IN_THE_EAST,
)
"""Turkey has eleven; before it Russia and Italy are all but empty, and the west fights with itself."""

WESTERN = board(
    "F1907M",
    *("FRA A BUR", "FRA A MUN", "FRA A PIE", "FRA A RUH", "FRA A BEL", "FRA A HOL", "FRA F NTH", "FRA F ECH"),
    *("FRA F IRI", "FRA F WES", "FRA F TYS", "ENG A LVP", "ENG F NWG", "GER A KIE", "GER F BAL", "GER A BER"),
    *("ITA A VEN", "ITA F ION", "AUS A TRI", "AUS A VIE", "AUS A BUD", "AUS F GRE", "RUS A WAR", "RUS A SWE"),
    *("RUS F NWY", "RUS A SEV", "RUS A RUM", "TUR F AEG", "TUR A BUL", "TUR A CON"),
    centers={
        "FRA": "PAR BRE MAR SPA POR BEL HOL MUN TUN LON DEN",
        "ENG": "LVP EDI",
        "GER": "KIE BER",
        "ITA": "VEN ROM NAP",
        "AUS": "TRI VIE BUD GRE SER",
        "RUS": "WAR SWE NWY SEV RUM MOS STP",
        "TUR": "BUL CON ANK SMY",
    },
)
"""France has eleven and goes for Germany, England and Italy, of whom none can hold alone."""

SLOWER = board(
    "S1908M",
    *("TUR A BUD", "TUR A SER", "TUR A VIE", "TUR A GAL", "TUR A SEV", "TUR A UKR", "TUR A RUM", "TUR A TRI"),
    *("TUR F ION", "TUR F AEG", "TUR F GRE", "RUS A MOS", "RUS F STP/SC", "ITA A VEN", "ITA A ROM", "ITA F NAP"),
    *("GER A MUN", "GER A BER", "GER F DEN", "GER A KIE", "GER F HOL", "FRA A MAR", "FRA F MAO", "FRA A PAR"),
    *("FRA F SPA/SC", "ENG F NTH", "ENG F NWG", "ENG A NWY", "ENG A LVP"),
    centers=_ELEVEN_IN_THE_EAST,
)
"""Turkey has eleven and only Russia lies open."""

SHUT_IN = board(
    "S1908M",
    *("TUR A BUD", "TUR A SER", "TUR A TRI", "TUR A RUM", "TUR A SEV", "TUR A VIE", "TUR A GAL", "TUR A BUL"),
    *("TUR F AEG", "TUR F BLA", "TUR F ION", "TUR A MOS", "RUS A UKR", "RUS A WAR", "RUS A LVN", "RUS A STP"),
    *("GER A MUN", "GER A BOH", "GER A TYR", "GER A SIL", "GER A BER", "ITA A VEN", "ITA F ADR", "ITA F NAP"),
    *("ITA A APU", "ITA F TYS", "FRA F TUN", "FRA F WES", "FRA A PIE", "FRA A MAR", "FRA A ROM"),
    *("ENG A NWY", "ENG F NTH"),
    centers={
        "TUR": "CON ANK SMY BUL RUM GRE SER BUD VIE TRI SEV MOS",
        "RUS": "WAR STP",
        "GER": "BER KIE MUN DEN SWE HOL",
        "ITA": "VEN ROM NAP",
        "FRA": "PAR BRE MAR SPA POR TUN BEL",
        "ENG": "LON LVP EDI NWY",
    },
)
"""Turkey has twelve, and a wall of units all around it."""

BEHIND = board(
    "S1908M",
    *("TUR A BUD", "TUR A SER", "TUR A TRI", "TUR A RUM", "TUR A SEV", "TUR A VIE", "TUR A GAL", "TUR A BUL"),
    *("TUR F AEG", "TUR F BLA", "TUR F ION", "TUR A ARM", "RUS A UKR", "RUS A WAR", "RUS A LVN", "RUS A MOS"),
    *("GER A BOH", "GER A TYR", "GER A SIL", "ITA A VEN", "ITA F ADR", "ITA F NAP", "ITA A APU", "ITA F TYS"),
    *("ITA F TUN", "FRA A BUR", "FRA A RUH", "FRA A HOL", "FRA F NTH", "FRA F ECH", "FRA F IRI", "FRA F SKA"),
    *("FRA A DEN", "FRA A KIE", "FRA F BAL", "FRA A BEL"),
    centers={
        "TUR": "CON ANK SMY BUL RUM GRE SER BUD VIE TRI SEV",
        "FRA": "PAR BRE MAR SPA POR BEL HOL KIE DEN LON",
        "RUS": "WAR STP MOS",
        "GER": "MUN BER",
        "ITA": "VEN ROM NAP TUN",
        "ENG": "LVP EDI NWY SWE",
    },
)
"""Turkey has eleven and is walled in; France has ten, and England no unit left."""
