"""Orders and deals against one's promises are marked."""

from dipgame.games import services
from frontend.access import access_for
from frontend.game.sheets import sheet_of
from frontend.talk.state import press_of

ZONE = "propose(fra, eng, Agree([eng fra], dmz([eng fra], [ech]), ⟨win, 1903⟩))"
HOLD = "propose(fra, eng, [Commit(fra, eng, Do(hld(Unit(fra, Region(ech, flt)))))])"
PEACE = "propose(fra, eng, Agree([eng fra], pce([eng fra])))"


def rows(story, power="FRA"):
    return {each["text"]: each for each in sheet_of(story.seat(power))["orders"]}


def test_an_order_against_ones_own_word_says_to_whom_and_what(story):
    story.begins(press_level=6)
    story.answers("ENG", story.says("FRA", "ENG", term=ZONE), "accept")
    story.orders("FRA", "F BRE - ECH", "A PAR - PIC")
    shown = rows(story)
    assert (
        shown["F BRE - ECH"]["breach"] == "breaks your word to England (staying out of the English Channel, until 1903)"
    )
    assert shown["A PAR - PIC"]["breach"] == ""
    story.orders("FRA", "F BRE - MAO")
    assert not any(row["breach"] for row in rows(story).values())


def test_a_unit_left_in_a_zone_without_an_order_is_named(story):
    story.begins(press_level=6)
    story.answers("ENG", story.says("FRA", "ENG", term=ZONE.replace("ech", "par")), "accept")
    missing = {each["unit"]: each["breach"] for each in sheet_of(story.seat("FRA"))["missing"]}
    assert missing["PAR"] == "breaks your word to England (staying out of Paris, until 1903)"
    assert missing["BRE"] == ""


def test_who_promised_to_help_stands_beside_the_order_that_it_helps(story):
    story.begins()
    story.answers("FRA", story.says("ENG", "FRA", "I will support you into the English Channel with my fleet in London", "propose(eng, fra, [Commit(eng, fra, hlp(eng, fra, ech))])"), "accept")  # fmt: skip  # noqa: E501
    story.orders("FRA", "F BRE - ECH", "A PAR - PIC")
    assert rows(story)["F BRE - ECH"]["remark"] == "England promised support"
    assert rows(story)["A PAR - PIC"]["remark"] == ""
    story.ready("FRA", "ENG")
    story.orders("FRA", "A PAR - PIC" if story.unit("PAR") else "A PIC - BEL")
    assert not any(row["remark"] for row in rows(story).values())


def test_accepting_or_proposing_against_a_deal_in_force_is_told_before(story, cast):
    story.begins()
    story.answers("ENG", story.says("FRA", "ENG", term=PEACE), "accept")
    story.says("GER", "FRA", term="propose(ger, fra, Agree([fra ger], aly([fra ger], [eng])))")
    talk = press_of(access_for(cast.alice, story.game.slug))
    cards = [message["card"]["against"] for message in talk["messages"] if "card" in message]
    assert cards == [[], ["peace with England"]]
    from frontend.talk.readings import reading_of

    reading = reading_of(story.seat("FRA"), ["GER"], "How about an alliance of us against England?")
    assert [each["against"] for each in reading["candidates"]] == [["peace with England"]]
    assert reading_of(story.seat("FRA"), ["GER"], "I offer peace")["candidates"][0]["against"] == []
    # Nobody else learns of it.
    (theirs,) = [each for each in press_of(access_for(cast.bob, story.game.slug))["messages"] if "card" in each]
    assert theirs["card"]["against"] == []


BRINK = {
    "phase": "S1902M",
    "units": ["FRA F ECH", "FRA A PAR", "ENG F NTH"],
    "centers": {"FRA": ["PAR", "BRE"], "ENG": ["LON", "EDI"]},
}


def promises(story, person):
    found = press_of(access_for(person, story.game.slug))["promises"]
    return {each["by"]: each for each in found}


def test_the_panel_knows_which_promise_the_orders_break(story, cast):
    story.begins(at=BRINK)
    story.answers("ENG", story.says("FRA", "ENG", term=PEACE), "accept")
    mine = promises(story, cast.alice)["FRA"]["id"]
    story.orders("FRA", "F ECH - IRI")
    assert sheet_of(story.seat("FRA"))["breaking"] == []
    story.orders("FRA", "F ECH - LON")
    assert sheet_of(story.seat("FRA"))["breaking"] == [mine]
    assert rows(story)["F ECH - LON"]["breach"] == "breaks your word to England (peace)"


def test_what_one_side_broke_is_over_for_the_other(story, cast):
    story.begins(at=BRINK)
    story.answers("ENG", story.says("FRA", "ENG", term=PEACE), "accept")
    story.orders("FRA", "F ECH - LON")
    story.deadline_passes()
    ledger = promises(story, cast.alice)
    assert ledger["FRA"]["state"] == "broken"
    assert (ledger["ENG"]["state"], ledger["ENG"]["lasting"]) == ("over", False)
    assert ledger["ENG"]["short"] == "peace with you"
    assert ledger["ENG"]["reason"] == "It ended when everybody else broke it."
    story.orders("ENG", "F NTH - ECH" if not story.unit("LON") else "F NTH - LON")
    assert not any(row["breach"] for row in rows(story, "ENG").values())


def test_who_broke_a_peace_of_three_may_be_attacked_by_the_others(story, cast):
    story.begins(at=BRINK)
    deal = "propose(fra, [eng ger], Agree([eng fra ger], pce([eng fra ger])))"
    message = story.says("FRA", "ENG GER", term=deal)
    story.answers("ENG", message, "accept")
    story.answers("GER", message, "accept")
    story.orders("FRA", "F ECH - LON")
    story.deadline_passes()
    assert promises(story, cast.bob)["ENG"]["state"] == "kept"
    story.orders("ENG", "F NTH - LON" if story.unit("LON") else "F NTH - ECH")
    assert not any(row["breach"] for row in rows(story, "ENG").values())


def test_what_was_promised_is_due_no_more_when_the_game_has_ended(story, cast):
    story.begins(at=BRINK)
    story.answers("ENG", story.says("FRA", "ENG", term=PEACE), "accept")
    story.answers("ENG", story.says("FRA", "ENG", "I will hold in the English Channel", HOLD), "accept")
    assert {each["state"] for each in press_of(access_for(cast.alice, story.game.slug))["promises"]} == {"open"}
    with story.committed():
        services.cancel_game(story.game)
    over = press_of(access_for(cast.alice, story.game.slug))
    assert {(each["state"], each["lasting"], each["reason"]) for each in over["promises"]} == {
        ("over", False, "The game ended before.")
    }
    assert [each["open"] for each in over["partners"]] == [0]


def test_a_unit_that_cannot_leave_a_place_has_not_kept_out_of_it_and_is_still_due(story, cast):
    """In winter, too, when no order is given to it."""
    story.begins(at=BRINK)
    story.answers(
        "ENG", story.says("FRA", "ENG", term="propose(fra, eng, [Commit(fra, eng, dmz(fra, ech))])"), "accept"
    )
    story.orders("FRA", "F ECH - NTH")
    story.deadline_passes()
    press = press_of(access_for(cast.bob, story.game.slug))
    (row,) = press["promises"]
    assert (row["state"], row["lasting"]) == ("void", True)
    assert press["partners"] == [{"power": "FRA", "kept": 0, "broken": 0, "void": 0, "open": 1}]
