"""A puzzle as the beginning of a study."""

from django.http import HttpRequest, HttpResponse

from adjudication.powers import POWER_NAMES
from adjudication.rulebook import STANDARD_RULES
from adjudication.written import format_order
from bots.puzzles.goal import by_power
from bots.puzzles.puzzle import Puzzle, task_of
from frontend.puzzles.pages import knows_solution
from frontend.sandbox.acts import Setting
from frontend.sandbox.arrows import arrows_of
from frontend.sandbox.tree import single
from frontend.sandbox.views import sandbox_page

__all__ = ["puzzle_study"]


def puzzle_study(request: HttpRequest, found: Puzzle, came_from: str) -> HttpResponse:
    """The sandbox at a puzzle's position.

    With orders and arrows of the solution for those who know it.
    """
    known = knows_solution(request, found.key)
    answer = found.answer if known else ()
    orders = {power: [format_order(each) for each in own] for power, own in by_power(found.position, answer).items()}
    text = f"{POWER_NAMES[found.goal.power]}: {task_of(found.goal, found.position)}"
    tree = single(Setting(found.position, STANDARD_RULES), orders, text, arrows_of(answer))
    source = {"title": "a puzzle", "url": came_from}
    return sandbox_page(request, tree, f"puzzle:{found.key}:{known}", {"source": source})
