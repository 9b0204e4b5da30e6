"""People in experiments: they agree, are asked, are seated in a game of the site, are asked again, or withdraw.

What is taken away calls them by a code. Their games are the site's own, played as all others; when one has ended its
log is written as those of bots, with what was said in L and in the English that L is written in, never as it was typed.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from django.db.models import F, Q
from django.utils import timezone

from adjudication.packed import read_word
from adjudication.position import position_as_dict
from adjudication.powers import Power, as_power
from bots.arena.game import Record
from bots.experiment.figures import figures_of
from bots.experiment.file.declaration import PERSON, Declaration, People
from bots.experiment.file.plans import game_of, labels_of, left_out, plan_of, record_of
from dipgame.accounts.models import User
from dipgame.experiments import logs
from dipgame.experiments.counting import count_if_due
from dipgame.experiments.errors import Refused
from dipgame.experiments.models import Experiment, GameRun, Participant
from dipgame.experiments.site_games import record_of_game
from dipgame.games.errors import Refused as GameRefused
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Guess
from dipgame.games.services import Terms, create_game, join_game, leave_game
from dipgame.games.services.fill_seats import seat_bot
from dipgame.games.services.start_game import start_if_full
from dipgame.transactions import Step, atomic, lock

__all__ = [
    "LONGEST_ANSWER",
    "agree",
    "answer_after",
    "answer_before",
    "count_games_that_ended",
    "has_played",
    "participant_of",
    "withdraw",
]

LONGEST_ANSWER: Final = 2_000


def participant_of(person: User, experiment: Experiment) -> Participant | None:
    """The person as one who takes part."""
    return experiment.participants.filter(person=person).select_related("run__game").first()


def agree(person: User, experiment: Experiment) -> Participant:
    """The person has agreed to take part.

    Who withdrew before a game of theirs began is somebody new, with another code. Raises Refused where it is over, and
    for who withdrew from a game of it.
    """
    _people_of(experiment)
    _check_open(experiment)
    if participant_of(person, experiment) is None and has_played(person, experiment):
        raise Refused(
            "You withdrew from this experiment after playing. Nobody can play in it twice; it keeps no data about you."
        )
    found, _ = Participant.objects.get_or_create(
        experiment=experiment, person=person, defaults={"agreed_at": timezone.now()}
    )
    return found


def has_played(person: User, experiment: Experiment) -> bool:
    """True if the person sat in a started game of the experiment.

    Read from the games themselves, so that the experiment remembers nobody who withdrew.
    """
    games = Game.objects.filter(run__experiment=experiment).exclude(status__in=[Game.Status.OPEN])
    mine = Q(seats__user=person) | Q(seats__owner=person) | Q(absences__user=person)
    return games.filter(mine).exists()


def answer_before(participant: Participant, answers: Sequence[str]) -> None:
    """Keep what was answered, and seat the person in a game.

    Raises Refused, also where no seat is left.
    """
    experiment = participant.experiment
    kept = _checked(answers, experiment.declaration.people.before if experiment.declaration.people else ())
    if participant.person is None:
        raise Refused("You withdrew from this experiment.")
    with atomic():
        # One after the other, so that two do not take the same seat.
        experiment = lock(Experiment.objects.all(), Step.EXPERIMENT, experiment.pk).get(pk=experiment.pk)
        try:
            participant.refresh_from_db()
        except Participant.DoesNotExist:
            raise Refused("You withdrew from this experiment.") from None
        if participant.run_id is not None:
            return
        _check_open(experiment)
        _seat(participant, participant.person)
        participant.before = kept
        participant.save(update_fields=["before", "run", "power"])


def _seat(participant: Participant, person: User) -> None:
    experiment, declaration = participant.experiment, participant.experiment.declaration
    for run in experiment.runs.filter(state=GameRun.State.PEOPLE).select_related("game").order_by("order"):
        labels = labels_of(declaration, game_of(run.number))
        taken = set(run.participants.values_list("power", flat=True))
        free = [power for power, label in labels.items() if label == PERSON and power not in taken]
        if not free or (run.game is not None and run.game.status != Game.Status.OPEN):
            continue
        try:
            if run.game is None:
                run.game = create_game(person, _terms(declaration, run, free[0]))
                run.save(update_fields=["game"])
                _seat_bots(
                    run.game, {power: declaration.bots[label] for power, label in labels.items() if label != PERSON}
                )
            else:
                join_game(person, run.game, free[0], _word(run))
        except GameRefused as refused:
            raise Refused(str(refused)) from None
        participant.run, participant.power = run, free[0]
        return
    raise Refused("All games of this experiment have their players. Thank you for being willing.")


def _terms(declaration: Declaration, run: GameRun, power: str) -> Terms:
    playing = plan_of(declaration, game_of(run.number))
    seconds = 60 * (declaration.people.phase_minutes if declaration.people else 15)
    return Terms(
        name=f"Experiment {run.experiment.slug}, game {run.order + 1}", power=power, word=_word(run),
        movement_seconds=seconds, retreat_seconds=seconds, adjustment_seconds=seconds, first_seconds=None,
        edition=playing.rulebook, end_year=playing.until, press_level=playing.level, press_protocol=playing.protocol,
        press_plain=False, faces="all", watching="after",
        first_position=position_as_dict(read_word(playing.first)) if playing.first else None,
    )  # fmt: skip


def _word(run: GameRun) -> str:
    """Private word of the run's game, which strangers would need to join."""
    return f"{run.experiment.slug} {run.number}"


def _seat_bots(game: Game, bots: Mapping[Power, str]) -> None:
    with atomic():
        game = lock_game(game.pk)
        for seat in game.seats.filter(power__in=bots):
            seat_bot(game, seat, bots[as_power(seat.power)])
        start_if_full(game)


def answer_after(participant: Participant, answers: Sequence[str]) -> None:
    """Keep what was answered when the game was over. Raises Refused before."""
    game = participant.run.game if participant.run else None
    if game is None or game.status != Game.Status.FINISHED:
        raise Refused("These questions are for when your game is over.")
    people = _people_of(participant.experiment)
    participant.after = _checked(answers, people.after)
    participant.save(update_fields=["after"])


def withdraw(participant: Participant) -> None:
    """Delete what is known of the person, and what the experiment knows of their game. In a game that goes on a bot
    plays for them; in one that has not begun their seat is free again, and it waits for somebody else."""
    run, person = participant.run, participant.person
    with atomic():
        if run is not None:
            lock(Experiment.objects.all(), Step.EXPERIMENT, run.experiment_id).get(pk=run.experiment_id)
            run = lock(GameRun.objects.all(), Step.RUN, run.pk).get(pk=run.pk)
            game = lock_game(run.game_id) if run.game_id else None
            if game is not None and person is not None:
                Guess.objects.filter(game=game, by=person).delete()
                with suppress(GameRefused):  # it is over, or they left it before
                    leave_game(person, game)
            if game is None or game.status != Game.Status.OPEN:
                _forget(run)
            elif not game.seats.exclude(user=None).exists():
                run.game = None  # called off, for nobody is left; another begins with the next who come
                run.save(update_fields=["game"])
        participant.delete()
    if run is not None and run.state == GameRun.State.FAILED:
        logs.forget(run)
        count_if_due(run.experiment_id)


def _forget(run: GameRun) -> None:
    """Take what is known of the game out of the experiment: it is marked as failed."""
    if run.state != GameRun.State.FAILED:
        Experiment.objects.filter(pk=run.experiment_id).update(
            done=F("done") - int(run.state == GameRun.State.DONE),
            failed=F("failed") + 1,
            faults=F("faults") - run.faults,
            counted=None,
            counted_games=0,
        )
    run.state, run.figures, run.faults, run.ended_at = GameRun.State.FAILED, None, 0, timezone.now()
    run.error = "Somebody who took part in it withdrew; what was known of it is deleted."
    run.save(update_fields=["state", "figures", "faults", "ended_at", "error"])


def count_games_that_ended() -> None:
    """Write the logs of games of people that have ended, and note what was guessed in their polls."""
    ended = GameRun.objects.filter(state=GameRun.State.PEOPLE).filter(
        Q(game__status=Game.Status.FINISHED) | Q(game__status=Game.Status.CANCELLED)
    )
    for run in ended.select_related("game", "experiment"):
        _count(run)
    silent = Participant.objects.filter(guessed__isnull=True, person__isnull=False, run__game__guesses__by=F("person"))
    for participant in silent.select_related("run"):
        guess = Guess.objects.filter(game__run=participant.run, by=participant.person).first()
        if guess is not None:
            Participant.objects.filter(pk=participant.pk).update(guessed=guess.bots.split())


def _count(run: GameRun) -> None:
    mine = GameRun.objects.filter(pk=run.pk, state=GameRun.State.PEOPLE)
    game = run.game
    declaration = run.experiment.declaration
    record: Record | None = None
    words = "Its people left before its end."
    if game is not None and game.status != Game.Status.CANCELLED and game.result not in Game.CLOSED:
        record = record_of(declaration, record_of_game(game, plan_of(declaration, game_of(run.number))))
        words = left_out(declaration, record)
    if game is None or record is None or words:
        with atomic():
            lock(Experiment.objects.all(), Step.EXPERIMENT, run.experiment_id).get(pk=run.experiment_id)
            if mine.update(state=GameRun.State.FAILED, error=words, ended_at=timezone.now()):
                Experiment.objects.filter(pk=run.experiment_id).update(failed=F("failed") + 1)
        return
    figures = figures_of(record)
    with atomic():
        lock(Experiment.objects.all(), Step.EXPERIMENT, run.experiment_id).get(pk=run.experiment_id)
        if mine.update(
            state=GameRun.State.DONE, figures=figures.as_dict(), faults=figures.faults, ended_at=game.finished_at
        ):
            Experiment.objects.filter(pk=run.experiment_id).update(done=F("done") + 1)
            logs.keep(run, record)
    count_if_due(run.experiment_id)


def _check_open(experiment: Experiment) -> None:
    if experiment.state != Experiment.State.RUNNING:
        raise Refused("This experiment is not open to players now.")


def _people_of(experiment: Experiment) -> People:
    people = experiment.declaration.people
    if people is None:
        raise Refused("Nobody but bots plays in this experiment.")
    return people


def _checked(answers: Sequence[str], questions: Sequence[str]) -> list[str]:
    if len(answers) != len(questions):
        raise Refused("The questions have changed; answer those that are here now.")
    for answer in answers:
        if len(answer) > LONGEST_ANSWER or "\0" in answer:
            raise Refused(f"An answer has at most {LONGEST_ANSWER} characters.")
    return [answer.strip() for answer in answers]
