"""The one table of names: what people call provinces, powers, units and coasts, and how they misspell them.

The order field, the command line and the talk all read it. Names are in lower case, words parted by one
blank. A name that several places share lists them all, the likeliest first: the unit and the board decide,
or the writer is asked. Codes and full names are not repeated here; they come from the board.
"""

from collections.abc import Mapping
from typing import Final, Literal

from adjudication.board import STANDARD, Province, UnitKind
from adjudication.powers import Power, as_power

__all__ = [
    "ADJECTIVES",
    "AREAS",
    "COAST_FORMS",
    "KIND_WORDS",
    "PLACE_NAMES",
    "POWER_WORDS",
    "PROVINCE_ADJECTIVES",
    "UNIT_NOUNS",
]

_NICKNAMES: Final[Mapping[Province, str]] = {
    "ADR": "adriatic, adriatic sea, ad, adri, adria, adratic, andriatic, adriactic",
    "AEG": "aegean, egean, agean, aegaen, aegian, aege, egn",
    "ALB": "albainia, alban, albana",
    "ANK": "angora, anka, ankora, ancara",
    "APU": "apulia, apulien, puglia, alpulia, apul, appulia",
    "ARM": "armernia, armen, armania, aremnia",
    "BAL": "baltic, balt, balitc, bal sea",
    "BAR": "barents, barent sea, barrents, barent, bar sea, barets, barentz",
    "BEL": "belg, belguim, begium, belgum, bruxelles, brussels",
    "BER": "berl, berln",
    "BLA": "bla, blacksea, black, blk, bls, blac, bs, bla sea, blk sea",
    "BOH": "bohem, bohemi, bohemai, bohmen",
    "BRE": "brst",
    "BUD": "buda, budpest, budapast, budapesth, bdp",
    "BUL": "bulg, bulgeria, bulgara",
    "BUR": "burg, burgandy, burgendy, burgundi, bourgogne, burgy, burgundry, bgy",
    "CLY": "clyd, glasgow",
    "CON": (
        "const, constant, istanbul, constantinopel, constantinopole, consta, constan, cst, constantiople"
        ", konstantinopel, kon"
    ),
    "DEN": "denm, dk, danmark, dmk",
    "EAS": (
        "ems, emed, east med, eastern med, east mediterranean, e med, emd, eastmed, eme, em, eastern mediterranean sea"
        ", east, eastern, e mediterranean, eastern medit"
    ),
    "ECH": "channel, eng channel, ec, ech, english ch, engchannel, engl channel, eng, eng ch, en ch, e channel, engch",
    "EDI": "edin, edinburg, edinborough, edinbrough, edinburough, edinboro",
    "FIN": "finn, finnland, finld",
    "GAL": "galacia, galica, galecia, galic, galicja, galizia, galizien",
    "GAS": "gasc, gascogne, gascon, gascongy, gasconny",
    "GOB": (
        "bothnia, gulf of both, bot, gob, gulf bothnia, gulf of botnia, botnia, gulf of bot, gulf both, gb, gulfofb"
        ", g of bothnia, bothia"
    ),
    "GOL": (
        "lyon, gulf of lyons, golyo, lyo, gol, gulf lyon, lyons, goly, gulf of lions, gulf lyons, gulfofl, gl"
        ", gulf of lyo, lions, gulf of lion, lion, g of lyon, gly"
    ),
    "GRE": "grece, greec, hellas",
    "HEL": (
        "heligoland, helgoland, helig, heligoland bight, helgoland bight, heligoland bite, helgoland bite"
        ", heligoland blight, helgoland blight, heli, hbight, helg, hgb, hel bight, helgo, bight"
    ),
    "HOL": "holl, netherlands, neth, dutch, the netherlands, nederland, amsterdam",
    "ION": "ionian, ioni, ionian see",
    "IRI": "irish, irish sea, ire, iri sea, irs",
    "KIE": "keil, kil, kiell",
    "LON": "lond, londres, lndn",
    "LVN": "livon, livonia, livo, lvo, lvn, livona, lva, livl, livland, livonnia",
    "LVP": "lpl, liverpol, lvp, lpool, lvl, lvpl, l'pool, livp, liverp, lpo, lver, liverpoool, liver",
    "MAO": (
        "mid, mid atlantic, mid-atlantic, midatlantic, mid-atl, mid atl, midatl, mao, mat, mid ocean, matl, m atl"
        ", mid-atlantic ocean, m atlantic, middle atlantic, mid atlantic sea"
    ),
    "MAR": "mars, marseille, marsaille, marsailles, marselles, marseiles, marseillies, mrs, marsielles, marsellies",
    "MOS": "mosc, moskow, mosow, moskau, moskva, msk",
    "MUN": "munch, munic, munchen, muni, münchen, muenchen, munick, mnch",
    "NAF": "n africa, north afr, nafrica, n. africa, nth africa, maf, nora, noraf, n afr, nafr, north aftica, naf",
    "NAO": (
        "north atlantic, nat, n atl, north atl, n atlantic, nao, northatlantic, natl, north atlantic sea"
        ", nth atlantic, nth atl, noratl, north atlanic"
    ),
    "NAP": "napoli, napels, nap, neapel, nples",
    "NTH": (
        "nth, nsea, n sea, nts, north see, northsea, ns, n. sea, nth sea, norsea, nor sea, no sea, noth sea"
        ", nort sea, nst, nrth, nrth sea"
    ),
    "NWG": (
        "norwegian, nws, nwg, nrg, norw sea, norwegian see, norg, norweg, nwgs, norwgn, norwegen sea, norwsea"
        ", norwegian ocean, nwg sea, norway sea, nrwg, norwegain sea, norwegain"
    ),
    "NWY": "norwey, nwy, nrw, nway, noway, nwa, nry, norge, norwy, nrwy",
    "PAR": "paree, parris, prs",
    "PIC": "pic, pica, picardie, piccardy, picard, piccy, piccardie, pickardy, pcy",
    "PIE": "pied, piedmonte, peidmont, piemonte, piedmnt, piemont, pidmont, pdm",
    "POR": "port, portgual, portugul, lisbon, prt",
    "PRU": "prus, prusia, preussen, prussa, pruss",
    "ROM": "roma, rom, rme",
    "RUH": "ruh, rhur, rur, ruhr valley, rhr",
    "RUM": "romania, roumania, rum, rom'ia, rumainia, romainia, rumenia, rumaina, rmn",
    "SER": "serb, servia, serbien, srb, sebia",
    "SEV": (
        "sevast, sebastopol, sevestapol, sevastapol, sevestopol, sevas, sev, sevastopal, sebastapol, sevastpol"
        ", sevistopol, svp"
    ),
    "SIL": "siles, silisia, silesai, schlesien, selesia, sleisa",
    "SKA": (
        "skag, skaggerak, skagerak, skaggerrak, skagg, skager, skagarak, skagarrak, skagerrack, skagerack"
        ", skaggerack, skaggerrack, skagarack, skagurak, skagerrat"
    ),
    "SMY": "smyr, smryna, izmir, smirna, smrna, smyna",
    "SPA": "spai, spian, espana, spn, spane",
    "STP": (
        "st p, st pete, st petes, st petersberg, saint petersburg, petersburg, st. petersburg, st.p, st.pete, "
        "st. pete, pete, st.petersburg, stp, petrograd, st pet, st. p, saint pete, s. petersburg, petes, st p's"
        ", pet, s petersburg, st peter, st peters, st petersburgh, st petes burg, stpete, stpetes, leningrad, pete's"
        ", st pburg, spb, peters, petersberg, saint petersberg, st petersbourg"
    ),
    "SWE": "swed, sweeden, swedn, swe, sverige, sweedon",
    "SYR": "syr, siria, syri, syira",
    "TRI": "triest, trst, trieste, treiste, triste, trieest",
    "TUN": "tunisia, tunesia, tun, tunisa, tuni, tunes",
    "TUS": "tusc, toscana, tuscana, tuscony, tuskany, tuscanny, tos",
    "TYR": (
        "tyrol, tirol, tyrolea, tyro, tyrolian, tirolia, trl, tyl, tryolia, tyorlia, tyrollia, tyroleia, tirola"
        ", tir, tyrola, tyrolla"
    ),
    "TYS": (
        "tyrrhenian, tyrr, tyn, tyrrenian, tyrrhenian sea, tyrh, tyrrh, tys, tyrs, "
        "tyrhennian, tyrrehnian, tyrrenian sea, tyrrhennian, tyrhenian, tyrrhanian, tyrannian, tyrranean"
        ", tyrrhenean, tyr sea, tyhrrenian, tyrrennian, tyh, tyrehnian, tyrenian"
    ),
    "UKR": "ukr, ukrain, ukrane, ukrania, ukranie, ukrainia",
    "VEN": "venezia, venise, venis, veniece, vence, venecia, vnc",
    "VIE": "wien, viena, veinna, vienne, vna",
    "WAL": "whales, wls",
    "WAR": "warsa, wars, warsawa, warszawa, waw, warschau, warsw, wsw",
    "WES": (
        "wmed, wms, west med, western med, w med, wme, westmed, west mediterranean, western mediterranean sea, wmd"
        ", west, western, wes med, w mediterranean, western medit"
    ),
    "YOR": "york, yorks, yorkshir, yorshire, yorkshrie",
}
_SHARED: Final[Mapping[str, tuple[Province, ...]]] = {
    "atlantic": ("MAO", "NAO"),
    "atlantic ocean": ("MAO", "NAO"),
    "gul": ("GOL", "GOB"),
    "gulf": ("GOL", "GOB"),
    "gulf of": ("GOL", "GOB"),
    "liv": ("LVN", "LVP"),
    "med": ("WES", "EAS"),
    "mediterranean": ("WES", "EAS"),
    "mediterranean sea": ("WES", "EAS"),
    "nor": ("NWY", "NWG"),
    "norw": ("NWY", "NWG"),
    "north": ("NTH", "NAO", "NAF"),
    "nrt": ("NTH", "NAO", "NAF"),
    "na": ("NAO", "NAF"),
}
"""Short names that several places share, the likeliest first."""


def _place_names() -> dict[str, tuple[Province, ...]]:
    names = dict(_SHARED)
    for code, nicknames in _NICKNAMES.items():
        for name in nicknames.split(", "):
            if names.setdefault(name, (code,)) != (code,):
                raise ValueError(f"the name '{name}' stands for {names[name]} and for {code}")
    for code, facts in STANDARD.provinces.items():
        name = facts.name.lower()
        names |= dict.fromkeys((code.lower(), name, name.replace("-", " ")), (code,))
    return names


PLACE_NAMES: Final[Mapping[str, tuple[Province, ...]]] = _place_names()
"""Name -> the provinces it may stand for."""

POWER_WORDS: Final[Mapping[str, Power]] = {
    word: as_power(power)
    for power, listed in {
        "AUS": "austria aus austrians habsburgs habsburg archduke austro-hungary austira asutria aust",
        "ENG": "england eng brits brit britain uk englishman engand enlgand britannia engl",
        "FRA": "france fra frenchman frenchie frenchy frogs farnce frace franch",
        "GER": "germany ger germans kaiser gemany germnay grmany germ",
        "ITA": "italy ita italians itlay itally itay ital",
        "RUS": "russia rus russians tsar czar rusia russa ruskie ruskies russ",
        "TUR": "turkey tur turks turk sultan ottomans ottoman turky tukey truky turkiye",
    }.items()
    for word in listed.split()
}
"""Word for a power -> its code."""

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
"""Adjective of a power -> its code."""

AREAS: Final[Mapping[str, tuple[Province, ...]]] = {
    "iberia": ("SPA", "POR"),
    "low countries": ("BEL", "HOL"),
    "lowlands": ("BEL", "HOL"),
    "benelux": ("BEL", "HOL"),
    "scandinavia": ("NWY", "SWE"),
}
"""Names for several provinces at once."""

PROVINCE_ADJECTIVES: Final[Mapping[str, Province]] = {
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
"""Adjective of a province -> its code."""

KIND_WORDS: Final[Mapping[str, UnitKind | Literal[""]]] = {
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
"""Word for a unit -> its kind; "" where the word leaves it open."""

UNIT_NOUNS: Final = frozenset(
    {"unit", "units", "men", "troops", "lads", "boys", "lot", "chap", "chaps", "guys", "guy", "force", "forces"}
    | {"piece", "pieces", "soldiers"}
)
"""Words for a unit that leave its kind open."""

COAST_FORMS: Final[Mapping[str, str]] = {
    form: f"{side[0].upper()}C"
    for side in ("north", "south", "east", "west")
    for form in (f"{side[0]}c", f"{side} coast", f"{side}ern coast", f"{side[0]} coast")
}
"""Name of a coast -> its code."""
