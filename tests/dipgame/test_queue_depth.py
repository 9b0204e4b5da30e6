"""How much lies in the queue of the bots, in a real Redis."""

from dipgame.games import queue


def test_the_depth_is_how_often_workers_are_still_to_be_woken(redis, db):
    assert queue.depth() == 0
    for number in range(3):
        queue.send(queue.PLAY_BOT, number)
    queue.send(queue.HEAR, 1)
    queue.send(queue.RESOLVE_PHASE, 1)
    assert queue.depth() == 4
