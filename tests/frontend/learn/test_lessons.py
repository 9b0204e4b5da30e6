"""The seven lessons as data: solvable, hinted, no dead ends."""

import pytest

from adjudication.notation import format_order
from adjudication.options import legal_orders
from adjudication.orders import Hold
from adjudication.rulebook import STANDARD_RULES
from frontend.learn import judging
from frontend.learn.lessons import Lesson, Step, all_lessons, lesson_called
from frontend.learn.stages import Stage, after_step, before_step, trust_at
from negotiation.compliance import State


def answer(lesson: Lesson, step: Step, stage: Stage) -> judging.Verdict:
    """The verdict on the step's own solution."""
    if step.kind == "ask":
        return judging.choose(step, next(at for at, each in enumerate(step.choices) if each.right))
    if step.kind == "talk":
        return judging.say(lesson, step, stage, step.sample)
    texts = step.accept[0] if step.accept else step.show
    return judging.open_orders(
        lesson, step, stage, [judging.read_order(lesson, step, stage.position, t) for t in texts]
    )


def played(lesson: Lesson) -> list[tuple[Step, Stage, judging.Verdict]]:
    """All steps, each with stage and verdict on its solution."""
    answers: list[object] = []
    found = []
    for step in lesson.steps:
        stage = before_step(lesson, answers)
        verdict = answer(lesson, step, stage)
        found.append((step, stage, verdict))
        answers.append(verdict.answer)
    return found


LESSONS = all_lessons()
ORDERED = [
    pytest.param(lesson, at, id=f"{lesson.slug}-{at + 1}")
    for lesson in LESSONS
    for at, step in enumerate(lesson.steps)
    if step.kind == "orders"
]


def test_there_are_seven_lessons_of_two_to_five_minutes() -> None:
    assert [lesson.number for lesson in LESSONS] == [1, 2, 3, 4, 5, 6, 7]
    assert all(2 <= lesson.minutes <= 5 for lesson in LESSONS)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_each_lesson_can_be_played_to_its_end(lesson: Lesson) -> None:
    steps = played(lesson)
    assert [verdict.hint for *_, verdict in steps if not verdict.solved] == []
    assert all(step.after for step, *_ in steps)


@pytest.mark.parametrize(("lesson", "at"), ORDERED)
def test_every_accepted_set_of_orders_is_legal_and_solves_the_step(lesson: Lesson, at: int) -> None:
    step, stage, _ = played(lesson)[at]
    for texts in step.accept or [step.show]:
        mine = [judging.read_order(lesson, step, stage.position, text) for text in texts]
        verdict = judging.open_orders(lesson, step, stage, mine)
        assert verdict.solved, texts
        assert verdict.stage is not None
        fates = [each for each in verdict.stage.outcomes if each.power == lesson.power]
        assert all(each.result != "illegal" for each in fates)


@pytest.mark.parametrize(("lesson", "at"), ORDERED)
def test_every_wrong_order_gets_a_hint(lesson: Lesson, at: int) -> None:
    """Each legal order of each unit, alone and beside the solution."""
    step, stage, verdict = played(lesson)[at]
    solution = [judging.read_order(lesson, step, stage.position, text) for text in verdict.answer]
    for orders in legal_orders(stage.position, lesson.power, STANDARD_RULES).values():
        for order in orders:
            beside = [each for each in solution if getattr(each, "region", 0) != getattr(order, "region", 1)]
            for mine in ([order], [*beside, order]):
                tried = judging.open_orders(lesson, step, stage, mine)
                assert tried.solved or len(tried.hint) > 20, [format_order(each) for each in mine]
    assert len(judging.open_orders(lesson, step, stage, []).hint) > 20


@pytest.mark.parametrize(("lesson", "at"), ORDERED)
def test_wrong_single_orders_have_hints_of_their_own(lesson: Lesson, at: int) -> None:
    """Different mistakes are answered differently."""
    step, *_ = played(lesson)[at]
    says = [hint.say for hint in step.hints]
    assert len(set(says)) >= min(2, len(says))
    assert step.nudge


@pytest.mark.parametrize(("lesson", "at"), ORDERED)
def test_a_hint_is_about_an_order_that_can_be_given(lesson: Lesson, at: int) -> None:
    """No hint waits for an order nobody can write."""
    step, stage, _ = played(lesson)[at]
    units = [each.region for each in stage.position.units_of(lesson.power)]
    units += [each.unit.region for each in stage.position.dislodged]
    for hint in step.hints:
        named = [word for word in hint.order.replace("*", "").split() if len(word) >= 3 and word.isupper()]
        places = [word for word in named if word not in ("BUILD", "REMOVE", "DISBAND", "WAIVE")]
        if places and hint.order[0] in "AF" and "?" not in hint.order:
            assert places[0] in units, hint.order


def test_an_impossible_order_is_refused_with_the_reason_of_the_rules() -> None:
    lesson = lesson_called("move")
    stage = before_step(lesson, [])
    with pytest.raises(judging.NotPossible) as no:
        judging.read_order(lesson, lesson.steps[0], stage.position, "A PAR - MUN")
    assert "Munich" in no.value.message
    assert "one step" in no.value.hint
    with pytest.raises(judging.NotPossible):
        judging.read_order(lesson, lesson.steps[0], stage.position, "marmalade")


def test_a_wrong_answer_says_why_and_keeps_nothing() -> None:
    for step in (step for lesson in LESSONS for step in lesson.steps if step.kind == "ask"):
        says = [each.say for each in step.choices]
        assert len(set(says)) == len(says)
        assert sum(each.right for each in step.choices) == 1, step.title
        wrong = next(at for at, each in enumerate(step.choices) if not each.right)
        assert judging.choose(step, wrong) == judging.Verdict(False, step.choices[wrong].say)
        with pytest.raises(judging.NotPossible):
            judging.choose(step, 9)


LINES = [
    ("support me into Belgium", True, ""),
    ("Can you help me take Belgium?", True, ""),
    ("Support A PIC - BEL and I will stay out of the Channel", True, ""),
    ("peace?", False, "Peace is welcome"),
    ("Let us keep the Channel empty", False, "no help for Belgium"),
    ("I want Belgium", False, "what is England to do"),
    ("hello", False, "what do you want of England"),
    ("xyzzy plugh", False, "not understood"),
]


@pytest.mark.parametrize(("text", "solves", "hint"), LINES, ids=[text for text, *_ in LINES])
def test_a_line_is_read_by_the_real_reader(text: str, solves: bool, hint: str) -> None:
    lesson = lesson_called("deal")
    verdict = judging.say(lesson, lesson.steps[0], before_step(lesson, []), text)
    assert verdict.solved is solves
    assert hint in verdict.hint


TORN = "Please stay out of the channel, as will I"
"""A line that may ask England to keep out, or both."""


def test_a_line_that_may_mean_several_things_asks_which_one() -> None:
    lesson = lesson_called("deal")
    step, stage, _ = played(lesson)[2]
    asked = judging.say(lesson, step, stage, TORN)
    assert len(asked.readings) > 1
    both = next(at for at, words in enumerate(asked.readings) if "both of you" in words)
    assert judging.say(lesson, step, stage, TORN, both).solved


def states(lesson: Lesson, upto: int) -> dict[str, State]:
    """State of each power's promises after so many steps."""
    step, stage, verdict = played(lesson)[upto - 1]
    after = after_step(lesson, step, stage, verdict.answer)
    return {each.agent: each.state for bond in after.bonds for each in bond.promises}


def test_the_ledger_tells_that_a_promise_was_kept() -> None:
    lesson = lesson_called("deal")
    assert states(lesson, 1) == {"ENG": State.OPEN}
    assert states(lesson, 2) == {"ENG": State.KEPT}


def test_the_ledger_tells_who_broke_a_promise_and_a_bot_trusts_less() -> None:
    lesson = lesson_called("broken")
    assert states(lesson, 1) == {"FRA": State.KEPT, "GER": State.BROKEN}
    step, stage, verdict = played(lesson)[3]
    after = after_step(lesson, step, stage, verdict.answer)
    assert trust_at(after, "FRA", "ITA") < trust_at(stage, "FRA", "ITA") / 2


@pytest.mark.parametrize(("lesson", "at"), ORDERED)
def test_holding_everything_solves_nothing(lesson: Lesson, at: int) -> None:
    _, stage, _ = played(lesson)[at]
    held = [
        order
        for orders in legal_orders(stage.position, lesson.power, STANDARD_RULES).values()
        for order in orders
        if isinstance(order, Hold)
    ]
    assert not judging.open_orders(lesson, lesson.steps[at], stage, held).solved


REFUSED = [
    ("winter", 0, "A SER - BUL", "attacker came from", "attacked from Bulgaria"),
    ("move", 1, "A BUR - BER", "Berlin", "Munich"),
    ("fleets", 0, "A YOR - MAO", "cannot enter", "North Sea"),
]


@pytest.mark.parametrize(("slug", "at", "text", "reason", "hint"), REFUSED, ids=[text for _, _, text, *_ in REFUSED])
def test_the_hint_beside_a_refusal_is_about_what_is_refused(
    slug: str, at: int, text: str, reason: str, hint: str
) -> None:
    lesson = lesson_called(slug)
    step, stage, _ = played(lesson)[at]
    with pytest.raises(judging.NotPossible) as no:
        judging.read_order(lesson, step, stage.position, text)
    assert reason in no.value.message
    assert hint in no.value.hint
    assert "Possible" not in no.value.hint
    assert "simply walk in" not in no.value.hint


def test_nothing_ordered_draws_nothing() -> None:
    lesson = lesson_called("winter")
    step, stage, _ = played(lesson)[2]
    verdict = judging.open_orders(lesson, step, stage, [])
    assert verdict.stage is None
    assert "Nothing is ordered yet" in verdict.hint


def test_an_improbable_reading_that_is_not_asked_for_is_no_choice() -> None:
    lesson = lesson_called("deal")
    step, stage, _ = played(lesson)[2]
    offered = judging.say(lesson, step, stage, TORN).readings
    assert offered
    assert not any("peace" in words for words in offered)


def test_an_unclear_line_is_no_reproach_by_its_readings() -> None:
    lesson = lesson_called("broken")
    step, stage, _ = played(lesson)[1]
    verdict = judging.say(lesson, step, stage, "I will hold maybe")
    assert not verdict.solved
    assert verdict.readings == ()
    assert "“" in verdict.hint


MISSING = [
    ("deal: no ships in the Channel, yours or mine", "in one sentence"),
    ("I promise not to enter the channel. You the same?", "in one sentence"),
]


@pytest.mark.parametrize(("text", "missing"), MISSING, ids=[text for text, _ in MISSING])
def test_the_hint_at_a_half_understood_zone_names_what_is_missing(text: str, missing: str) -> None:
    lesson = lesson_called("deal")
    step, stage, _ = played(lesson)[2]
    verdict = judging.say(lesson, step, stage, text)
    assert verdict.solved or missing in verdict.hint


def test_the_reasons_a_question_asks_about_stand_first() -> None:
    outcomes = before_step(lesson_called("reasons"), []).outcomes
    assert [each.text[:34] for each in outcomes[:2]] == [
        "The army in Warsaw could not enter",
        "The support of the army in Ukraine",
    ]


def test_a_board_of_another_game_is_called_so() -> None:
    steps = lesson_called("winter").steps
    assert all(step.say[0].startswith("Another game") for step in steps[1:])


def test_a_ring_on_the_board_is_explained() -> None:
    steps = lesson_called("move").steps
    assert all("ring" in " ".join(steps[at].say) for at in (0, 2))


def test_the_first_step_tells_the_goal_of_the_game() -> None:
    assert "18 of its 34 centers" in " ".join(lesson_called("move").steps[0].say)
