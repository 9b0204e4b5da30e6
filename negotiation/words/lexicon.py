"""What players call things: provinces, powers, units, verbs. Tables only."""

from collections.abc import Mapping
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.powers import Power, as_power

__all__ = [
    "ADJECTIVES",
    "AREAS",
    "COAST_WORDS",
    "KIND_WORDS",
    "POWER_WORDS",
    "PROVINCE_ADJECTIVES",
    "PROVINCE_WORDS",
    "RISKY",
    "UNIT_NOUNS",
    "VERBS",
    "verb_forms",
    "words",
]


def words(text: str) -> frozenset[str]:
    """A set of words written as one string."""
    return frozenset(text.split())


_NICKNAMES: Final[dict[Province, str]] = {
    "ADR": "adriatic, adriatic sea",
    "AEG": "aegean, egean, agean, aegaen",
    "ALB": "albainia",
    "ANK": "angora",
    "APU": "apulia, puglia, alpulia",
    "ARM": "armernia",
    "BAL": "baltic, balt",
    "BAR": "barents, barent sea, barrents",
    "BEL": "belg, belguim, begium, belgum",
    "BER": "berl, berln",
    "BLA": "bla, blacksea, black, blk, bls, blac, bs",
    "BOH": "bohem, bohemi, bohemai",
    "BRE": "brst",
    "BUD": "buda, budpest, budapast",
    "BUL": "bulg, bulgeria",
    "BUR": "burg, burgandy, burgendy, burgundi, bourgogne, burgy",
    "CLY": "clyd",
    "CON": "const, constant, istanbul, constantinopel, constantinopole, consta",
    "DEN": "denm, dk",
    "EAS": (
        "ems, emed, east med, eastern med, east mediterranean, e med, emd, eastmed, eme, em, eastern mediterranean sea"
    ),
    "ECH": "channel, eng channel, ec, ech, english ch, engchannel, engl channel",
    "EDI": "edin, edinburg, edinborough, edinbrough",
    "FIN": "finn, finnland",
    "GAL": "galacia, galica, galecia, galic, galicja",
    "GAS": "gasc, gascogne, gascon",
    "GOB": "bothnia, gulf of both, bot, gob, gulf bothnia, gulf of botnia, botnia",
    "GOL": "lyon, gulf of lyons, golyo, lyo, gol, gulf lyon, gul, lyons, goly, gulf of lions",
    "GRE": "grece, greec, hellas",
    "HEL": "heligoland, helgoland, helig, heligoland bight, heligoland blight, helgoland blight, heli, hbight, helg"
    ", hgb",
    "HOL": "holl, netherlands, neth, dutch",
    "ION": "ionian, ioni",
    "IRI": "irish, irish sea, ire",
    "KIE": "keil, kil, kiell",
    "LON": "lond",
    "LVN": "livon, livonia, liv, livo, lvo, lvn, livona",
    "LVP": "lpl, liverpol, lvp, lpool, lvl, lvpl, l'pool",
    "MAO": ("mid, mid atlantic, mid-atlantic, midatlantic, mid-atl, mid atl, midatl, mao, mat, atlantic, mid ocean"),
    "MAR": "mars, marseille, marsaille, marsailles, marselles, marseiles, marseillies",
    "MOS": "mosc, moskow, mosow",
    "MUN": "munch, munic, munchen, muni, münchen",
    "NAF": "n africa, north afr, nafrica, n. africa, nth africa, maf",
    "NAO": "north atlantic, nat, n atl, north atl, n atlantic, nao, northatlantic, natl",
    "NAP": "napoli, napels, nap",
    "NTH": "north, nth, nsea, n sea, nts, north see, northsea, ns, n. sea",
    "NWG": ("norwegian, nws, nwg, nrg, norw sea, norwegian see, norg, norweg, nwgs, norwgn, norwegen sea"),
    "NWY": "norwey, nwy, nor, norw, nrw, nway, noway, nwa",
    "PAR": "paree, parris",
    "PIC": "pic, pica, picardie, piccardy, picard, piccy",
    "PIE": "pied, piedmonte, peidmont, piemonte, piedmnt",
    "POR": "port, portgual, portugul",
    "PRU": "prus, prusia",
    "ROM": "roma",
    "RUH": "ruh, rhur, rur, ruhr valley",
    "RUM": "romania, roumania, rum, rom'ia, rumainia, romainia, rumenia",
    "SER": "serb, servia",
    "SEV": "sevast, sebastopol, sevestapol, sevastapol, sevestopol, sevas, sev",
    "SIL": "siles, silisia, silesai, schlesien",
    "SKA": "skag, skaggerak, skagerak, skaggerrak, skagg, skager, skagarak, skagarrak",
    "SMY": "smyr, smryna, izmir, smirna",
    "SPA": "spai, spian, espana",
    "STP": "st p, st pete, st petes, st petersberg, saint petersburg, petersburg, st. petersburg, st.p, st.pete, "
    "st. pete, pete, st.petersburg, stp, petrograd, st pet, st. p, saint pete, s. petersburg, petes, st p's",
    "SWE": "swed, sweeden, swedn, swe",
    "SYR": "syr",
    "TRI": "triest, trst",
    "TUN": "tunisia, tunesia, tun, tunisa",
    "TUS": "tusc, toscana, tuscana",
    "TYR": "tyrol, tirol, tyrolea, tyro, tyrolian, tirolia, trl, tyl, tryolia, tyorlia, tyrollia",
    "TYS": (
        "tyrrhenian, tyrr, tyn, tyrrenian, tyrrhenian sea, tyrh, tyrrh, tys, tyrs, "
        "tyrhennian, tyrrehnian, tyrrenian sea, tyrrhennian, tyrhenian"
    ),
    "UKR": "ukr, ukrain, ukrane",
    "VEN": "venezia, venise, venis, veniece",
    "VIE": "wien, viena, veinna",
    "WAL": "whales",
    "WAR": "warsa, wars, warsawa, warszawa, waw",
    "WES": "wmed, wms, west med, western med, w med, wme, westmed, west mediterranean, western mediterranean sea, wmd",
    "YOR": "york, yorks, yorkshir",
}

# Forms that mean something else far more often; a table of nicknames stays readable without such exceptions.
_NOT_NAMES: Final = words("whales ns noway bs gul dutch wars constant dk mars munch")


def _province_words() -> dict[str, Province]:
    words: dict[str, Province] = {}
    for code, names in _NICKNAMES.items():
        for name in names.split(", "):
            if name not in _NOT_NAMES:
                words[name] = code
    for code, facts in STANDARD.provinces.items():
        words[code.lower()] = code
        words[facts.name.lower()] = code
        words[facts.name.lower().replace("-", " ")] = code
    return words


PROVINCE_WORDS: Final[Mapping[str, Province]] = _province_words()
"""Lower-case name -> province. Names may have several words."""

RISKY: Final = words(
    "war arm con bar spa nap pie gas den ion gal fin bud par mar vie pic mid mat nat nor north irish liv rom norwegian"
    " atlantic pete ec bot lyon lyons york port ire both eng channel black em"
)
"""Names that are also words: read as a province only in capitals or where an order would have one."""

POWER_WORDS: Final[Mapping[str, Power]] = {
    word: as_power(power)
    for power, words in {
        "AUS": "austria aus austrians habsburgs habsburg archduke austro-hungary austira asutria aust",
        "ENG": "england eng brits brit britain uk englishman engand enlgand britannia engl",
        "FRA": "france fra frenchman frenchie frenchy frogs farnce frace franch",
        "GER": "germany ger germans kaiser gemany germnay grmany germ",
        "ITA": "italy ita italians itlay itally itay ital",
        "RUS": "russia rus russians tsar czar rusia russa ruskie ruskies russ",
        "TUR": "turkey tur turks turk sultan ottomans ottoman turky tukey truky turkiye",
    }.items()
    for word in words.split()
}

AREAS: Final[Mapping[str, tuple[Province, ...]]] = {
    "iberia": ("SPA", "POR"),
    "low countries": ("BEL", "HOL"),
    "lowlands": ("BEL", "HOL"),
    "benelux": ("BEL", "HOL"),
    "scandinavia": ("NWY", "SWE"),
}
"""Names for several provinces at once."""

ADJECTIVES: Final[Mapping[str, Power]] = {
    "austrian": "AUS",
    "austro-hungarian": "AUS",
    "english": "ENG",
    "british": "ENG",
    "french": "FRA",
    "german": "GER",
    "italian": "ITA",
    "russian": "RUS",
    "turkish": "TUR",
}

KIND_WORDS: Final[Mapping[str, str]] = {
    "army": "A",
    "armies": "A",
    "amry": "A",
    "troops": "A",
    "fleet": "F",
    "fleets": "F",
    "navy": "F",
    "ship": "F",
    "boat": "F",
    "unit": "",
    "units": "",
    "piece": "",
    "guy": "",
}

COAST_WORDS: Final[Mapping[str, str]] = {
    "nc": "NC",
    "north coast": "NC",
    "northern coast": "NC",
    "n coast": "NC",
    "sc": "SC",
    "south coast": "SC",
    "southern coast": "SC",
    "s coast": "SC",
    "ec": "EC",
    "east coast": "EC",
    "eastern coast": "EC",
    "e coast": "EC",
    "wc": "WC",
    "west coast": "WC",
    "western coast": "WC",
}

VERBS: Final[Mapping[str, str]] = {
    "move": "move moves moving moved mv mvoe",
    "go": "go goes going went gone",
    "head": "head heads heading headed",
    "march": "march marches marching marched",
    "advance": "advance advances advancing advanced",
    "send": "send sends sending sent",
    "bring": "bring brings bringing brought",
    "order": "order orders ordering ordered",
    "shift": "shift shifts shifting shifted",
    "push": "push pushes pushing pushed",
    "sail": "sail sails sailing sailed",
    "step": "step steps stepping stepped",
    "slide": "slide slides sliding slid",
    "enter": "enter enters entering entered",
    "occupy": "occupy occupies occupying occupied",
    "attack": "attack attacks attacking attacked",
    "hit": "hit hits hitting",
    "invade": "invade invades invading invaded",
    "strike": "strike strikes striking struck",
    "tap": "tap taps tapping tapped",
    "cut": "cut cuts cutting",
    "poke": "poke pokes poking poked",
    "support": "support supports supporting supported supp suppport suport sup s'ing spt",
    "help": "help helps helping helped",
    "back": "back backs backing backed",
    "hold": "hold holds holding held",
    "stay": "stay stays staying stayed",
    "stand": "stand stands standing stood",
    "sit": "sit sits sitting sat",
    "convoy": "convoy convoys convoying convoyed",
    "ferry": "ferry ferries ferrying ferried",
    "carry": "carry carries carrying carried",
    "transport": "transport transports transporting transported",
    "leave": "leave leaves leaving left",
    "vacate": "vacate vacates vacating vacated",
    "pull": "pull pulls pulling pulled",
    "withdraw": "withdraw withdraws withdrawing withdrew withdrawn",
    "retreat": "retreat retreats retreating retreated",
    "build": "build builds building built",
    "disband": "disband disbands disbanding disbanded",
    "remove": "remove removes removing removed",
    "bounce": "bounce bounces bouncing bounced standoff stand-off",
    "keep": "keep keeps keeping kept",
    "take": "take takes taking took taken",
    "get": "get gets getting got gotten",
    "have": "have has having had",
    "grab": "grab grabs grabbing grabbed",
    "claim": "claim claims claiming claimed",
    "receive": "receive receives receiving received",
    "capture": "capture captures capturing captured",
    "agree": "agree agrees agreeing agreed",
    "ally": "ally allies allying allied",
    "work": "work works working worked",
    "team": "team teams teaming teamed",
    "join": "join joins joining joined",
    "fight": "fight fights fighting fought",
    "target": "target targets targeting targeted",
    "demilitarize": "demilitarize demilitarise demilitarizing demilitarising",
    "dmz": "dmz dmzing dmz'd dmzed dmzs",
    "give": "give gives giving gave given",
    "let": "let lets letting",
    "draw": "draw draws drawing drew",
    "avoid": "avoid avoids avoiding avoided",
    "cover": "cover covers covering covered",
    "defend": "defend defends defending defended",
    "protect": "protect protects protecting protected",
    "use": "use uses using used",
    "come": "come comes coming came",
    "retake": "retake retakes retaking retook retaken",
    "conquer": "conquer conquers conquering conquered",
    "contest": "contest contests contesting contested",
    "pressure": "pressure pressures pressuring pressured",
    "destroy": "destroy destroys destroying destroyed",
    "eliminate": "eliminate eliminates eliminating eliminated",
    "stab": "stab stabs stabbing stabbed",
    "partner": "partner partnering partnered",
    "waive": "waive waives waiving waived",
    "coordinate": "coordinate coordinates coordinating coordinated",
    "cooperate": "cooperate cooperates cooperating cooperated",
    "collaborate": "collaborate collaborates collaborating collaborated",
    "concede": "concede concedes conceding conceded",
    "trade": "trade trades trading traded",
    "swap": "swap swaps swapping swapped",
    "touch": "touch touches touching touched",
    "force": "force forcing forced",
}


def verb_forms() -> dict[str, tuple[str, str]]:
    """Form -> (base, tag): b base, s third person, g -ing, d past."""
    forms: dict[str, tuple[str, str]] = {}
    for base, listed in VERBS.items():
        for form in listed.split():
            tag = "g" if form.endswith("ing") and form != "bring" else "b"
            if form == base:
                tag = "b"
            elif tag == "b" and form.endswith("s"):
                tag = "s"
            elif form.endswith("ed") or form in _PAST:
                tag = "d"
            forms.setdefault(form, (base, tag))
    return forms


_PAST: Final = words(
    "went gone sent brought slid struck held stood sat left withdrew withdrawn built kept took taken got"
    " gotten had fought gave given drew came retook retaken"
)

PROVINCE_ADJECTIVES: Final[Mapping[str, str]] = {
    word: province
    for province, each in {
        "DEN": "danish dane",
        "SWE": "swedish swede",
        "FIN": "finnish finn",
        "GRE": "greek",
        "SER": "serbian serb",
        "BUL": "bulgarian",
        "RUM": "rumanian romanian",
        "BEL": "belgian",
        "HOL": "dutch",
        "POR": "portuguese",
        "SPA": "spanish",
        "TUN": "tunisian",
        "BOH": "bohemian",
        "GAL": "galician",
        "UKR": "ukrainian",
        "LVN": "livonian",
        "PRU": "prussian",
        "SIL": "silesian",
        "TYR": "tyrolean tyrolian",
        "ALB": "albanian",
        "ARM": "armenian",
        "SYR": "syrian",
        "BUR": "burgundian",
        "GAS": "gascon",
        "WAL": "welsh",
        "APU": "apulian",
        "TUS": "tuscan",
    }.items()
    for word in each.split()
}
"""What is of a province. In other words it is a power's where that has a name of its own."""
UNIT_NOUNS: Final = words("unit units men troops lads boys lot chap chaps guys guy force forces piece pieces soldiers")
"""What a unit may be called that is no word for an army or a fleet."""
