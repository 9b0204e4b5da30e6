"""A program votes."""

import pytest

from dipgame.games.models import Game

pytestmark = pytest.mark.django_db


def test_a_vote_is_cast_seen_by_others_and_withdrawn(story, cast, program):
    story.begins()
    alice, bob = program(cast.alice), program(cast.bob)
    at = f"/game/{story.game.slug}/votes"
    offered = {each["vote"]: each for each in alice.get(at).body["votes"]}
    choice = offered["end"]["choices"][0]["choice"]
    answer = alice.post(at, {"phase": "S1901M", "vote": "end", "choice": choice})
    mine = [motion["mine"] for vote in answer.body["votes"] for motion in vote["motions"]]
    assert "yes" in mine
    seen = bob.get(f"/game/{story.game.slug}").body["motions"]
    assert [(each["vote"], each["choice"]) for each in seen] == [("end", choice)]
    alice.post(at, {"phase": "S1901M", "vote": "end", "choice": choice, "answer": ""})
    assert bob.get(f"/game/{story.game.slug}").body["motions"] == []


def test_what_cannot_be_voted_for_is_refused(story, cast, program):
    story.begins()
    alice = program(cast.alice)
    at = f"/game/{story.game.slug}/votes"
    assert alice.post(at, {"phase": "S1901M", "vote": "lunch", "choice": "soup"}).code == "malformed"
    assert alice.post(at, {"phase": "S1901M", "vote": "end", "choice": "soup"}).code == "malformed"
    stale = alice.post(at, {"phase": "F1901M", "vote": "end", "choice": "draw"})
    assert (stale.status, stale.code) == (409, "late")
    assert Game.objects.get(pk=story.game.pk).status == Game.Status.RUNNING
