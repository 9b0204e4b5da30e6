"""Games as XML of jDip."""

import re

import pytest

from adjudication.games import FORMATS, GameFileError, read_game
from adjudication.games.replay import Replay
from adjudication.orders import Move
from adjudication.position import opening, position_from_dict
from adjudication.powers import Power
from tests.adjudication.games.recorded import bots_game

SPRING = """<?xml version="1.0"?>
<game creator="jDip" creatorVersion="1.7" specification="FORMAT_1_0">
  <variant name="Standard" version="1.0"><map name="Color"/></variant>
  <info><gameInfo><name>Kitchen table</name></gameInfo></info>
  <setup/>
  <turn season="Spring" phase="Movement" year="1905" resolved="true">
    <positions>
      <position province="lon" lastOccupier="England"><unit power="England" type="army"/></position>
      <position province="eng"><unit power="England" type="fleet"/></position>
      <position province="stp">
        <unit power="Russia" coast="sc" type="fleet"/><SC owner="Russia" homePower="Russia"/>
      </position>
      <position province="par"><SC owner="none" homePower="France"/></position>
    </positions>
    <adjustments/>
    <orders>
      <orderSet power="England">
        <order id="E.0.0" text="England: A lon -&gt; eng -&gt; bre"/>
        <order id="E.0.1" text="England: F eng Convoys A lon -&gt; bre"/>
      </orderSet>
      <orderSet power="Russia"><order id="R.0.2" text="Russia: F stp/sc -&gt; bot"/></orderSet>
    </orders>
    <results/>
    <dislodgedUnits/>
  </turn>
  <turn season="Fall" phase="Movement" year="1905" resolved="false">
    <positions>
      <position province="bre"><unit power="England" type="army"/></position>
      <position province="eng"><unit power="England" type="fleet"/></position>
      <position province="bot"><unit power="Russia" type="fleet"/></position>
      <position province="stp"><SC owner="Russia" homePower="Russia"/></position>
    </positions>
  </turn>
</game>
"""


def test_a_game_of_jdip_is_read() -> None:
    game = read_game(SPRING)
    assert (game.name, str(game.final.phase), len(game.phases)) == ("Kitchen table", "F1905M", 1)
    assert [str(unit) for unit in game.final.units] == ["ENG A BRE", "ENG F ECH", "RUS F GOB"]


@pytest.mark.parametrize(
    "fleet", ['<unit power="Russia" type="fleet"/>', '<unit power="Russia" coast="sc" type="fleet"/>']
)
def test_a_coast_may_stand_in_the_province(fleet: str) -> None:
    before = """province="stp">
        <unit power="Russia" coast="sc" type="fleet"/>"""
    assert before in SPRING
    assert read_game(SPRING.replace(before, f'province="stp/sc">{fleet}')) == read_game(SPRING)


def test_dislodged_units_are_written_with_their_retreats() -> None:
    text = FORMATS["jdip"].write(bots_game("3-solo"))
    words = r"<dislodged location=\"[a-z/]+\" power=\"\w+\" unitType=\"\w+\" retreats=\"[a-z/ ]+\"/>"
    assert re.search(words, text)


def test_a_way_by_sea_is_kept_where_the_army_could_walk() -> None:
    position = position_from_dict({"phase": "S1905M", "units": ["FRA A PIC", "ENG F ECH"], "centers": {}})
    replay = Replay(position)
    orders: dict[Power, list[Move]] = {"FRA": [Move("A", "PIC", "BRE", via=True)]}
    replay.play(orders)
    text = FORMATS["jdip"].write(replay.game())
    assert "France: A pic -&gt; bre by Convoy" in text
    assert read_game(text) == replay.game()


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("<?xml", "<!DOCTYPE game [<!ENTITY a 'b'>]><?xml", "not XML|document type"),
        ('<?xml version="1.0"?>', "<!DOCTYPE game [<!ENTITY a 'b'>]>", "a document type .* is not read"),
        ("</game>", "", "this is not XML: no element found"),
        ("game ", "jsx ", "no game in a format|mismatched"),
        ('name="Standard"', 'name="Loeb9"', "'Loeb9' is not Standard"),
        ("A lon -&gt; eng -&gt; bre", "A lon swims", "S1905M, England: 'England: A lon swims' is not an order as jDip"),
        ("A lon -&gt; eng -&gt; bre", "A lon Hold", "the file has ENG A BRE, which the orders do not lead to"),
        ('province="bot"', 'province="xyz"', "line [0-9]+: 'xyz' is not a place"),
        ('power="Russia" type', 'power="Utopia" type', "line [0-9]+: 'Utopia' is not a power"),
        (
            'type="fleet"/></position>\n      <position province="stp"><SC',
            'type="wing"/><SC',
            "mismatched|not army or fleet",
        ),
        (' year="1905" resolved="false"', "", "<turn> has no attribute year"),
        ('year="1905" resolved="false"', 'year="1907" resolved="false"', "leaves out F1905M"),
        ('season="Fall"', 'season="Autumn"', "is not a phase"),
    ],
)
def test_what_is_wrong_in_a_document(before: str, after: str, words: str) -> None:
    assert before in SPRING
    with pytest.raises(GameFileError, match=words):
        read_game(SPRING.replace(before, after))


def test_elements_that_stand_too_deep() -> None:
    with pytest.raises(GameFileError, match="more than 30 elements"):
        read_game("<game>" + "<a>" * 100_000, "jdip")


def test_a_game_that_is_not_begun() -> None:
    game = Replay(opening()).game("Tea & <b>")
    assert read_game(FORMATS["jdip"].write(game)) == game
