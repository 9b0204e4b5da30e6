"""Skills of HANA: declared once, by name, and less is less."""

import itertools

from bots.company import OFFERS, asked_for, offered, usual_offers
from bots.hana.remember.personality import PERSONALITIES
from bots.registry import BOTS
from bots.skills import NORMAL, SKILLS


def test_every_hana_plays_at_every_skill() -> None:
    for name in ("hana", "hana-mute", "company", *(f"hana-{name}" for name in PERSONALITIES if name != "neutral")):
        for skill in SKILLS:
            found = OFFERS[offered(name, skill)]
            assert found.skill == skill
        assert offered(name) == offered(name, NORMAL.name) == name


def test_a_name_is_taken_apart_as_it_was_made() -> None:
    for name in ("hana-diplomat", "company"):
        for skill in SKILLS:
            assert asked_for(offered(name, skill)) == (name, skill)
    assert asked_for("holdbot") == ("holdbot", "")
    assert asked_for("") == ("", "")


def test_what_plays_one_way_only_is_not_renamed() -> None:
    assert offered("holdbot", "strong") == "holdbot"
    assert offered("deep blue", "strong") == "deep blue"
    assert offered("hana", "brutal") == "hana"
    assert offered("hana-strong", "gentle") == "hana-strong"


def test_menus_show_each_once() -> None:
    names = [offer.name for offer in usual_offers()]
    assert len(names) == len(set(names))
    assert not any(name.endswith(skill) for name in names for skill in SKILLS)


def test_a_skill_does_not_tell_the_character() -> None:
    """All HANAs of a skill have one name while characters are hidden."""
    for skill in SKILLS:
        called = {bot.alias or bot.title for bot in BOTS.values() if bot.skill == skill and bot.talks}
        assert len(called) == 1, called


def test_the_stronger_search_more_and_waver_less() -> None:
    found = [skill.strength for skill in SKILLS.values()]
    for weaker, stronger in itertools.pairwise(found):
        assert weaker.most < stronger.most
        assert weaker.foresight < stronger.foresight
        assert weaker.slack > stronger.slack


def test_the_gentle_keep_their_character_with_half_its_bite() -> None:
    vengeful = PERSONALITIES["vengeful"]
    gentle = SKILLS["gentle"].of(vengeful)
    assert (gentle.name, gentle.aggressiveness, gentle.loyalty) == ("vengeful", 0.5, vengeful.loyalty)
    assert NORMAL.of(vengeful) == vengeful
