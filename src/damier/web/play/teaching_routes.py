"""Games that teach themselves: the routes by which a learning is begun, followed and stopped."""

from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, Request

from damier.games.game import BadInput, Game
from damier.web.offers import Games, Offer, offer_named, said_clearly
from damier.web.play.generations import Learnt, Told, learnt_of
from damier.web.play.models.teaching import (
    GenerationView,
    LearningAsked,
    LearningWanted,
    NowView,
    OtherView,
    SelfTaughtView,
)
from damier.web.play.teaching import Lesson, Teaching

FEW = 0.02  # share of games without an end that is not worth a word

router = APIRouter()


def _teaching(request: Request) -> Teaching:
    found: Teaching = request.app.state.sittings.room.teaching
    return found


@router.post("/learnt")
def show_learnt(wanted: LearningAsked, request: Request, offers: Games) -> SelfTaughtView:
    """What a game has taught itself so far, and how its learning stands."""
    offer = offer_named(wanted.game, offers)
    return view_learnt(offer, offer.with_options(wanted.options), _teaching(request))


@router.post("/learning", status_code=201)
def start_learning(wanted: LearningWanted, request: Request, offers: Games) -> SelfTaughtView:
    """Let a game teach itself from its rules alone, behind, or go on with that. One game is learnt at a time."""
    offer, game = _game(wanted, offers)
    chosen = {"hidden": wanted.hidden, "positions": wanted.positions, "nodes": wanted.nodes}
    settings: dict[str, Any] = {name: value for name, value in chosen.items() if value is not None}
    try:
        lesson = Lesson(game, offer.name, offer.title, learnt_of(game).folder, wanted.minutes)
        _teaching(request).begin(lesson, settings, wanted.anew)
    except Exception as error:
        raise said_clearly(game, error) from error
    return view_learnt(offer, game, _teaching(request))


@router.post("/learning/stop")
def stop_learning(wanted: LearningAsked, request: Request, offers: Games) -> SelfTaughtView:
    """Let the learning of a game rest; what was learnt is kept, and it can be gone on with."""
    offer, game = _game(wanted, offers)
    _teaching(request).stop(game)
    return view_learnt(offer, game, _teaching(request))


def _game(wanted: LearningAsked, offers: dict[str, Offer]) -> tuple[Offer, Game]:
    offer = offer_named(wanted.game, offers)
    game = offer.with_options(wanted.options)
    try:
        game.check_options()
    except Exception as error:
        raise said_clearly(game, error) from error
    return offer, game


# --------------------------------------------------------------------------------------------------------------------
# Views


def view_learnt(offer: Offer, game: Game, teaching: Teaching) -> SelfTaughtView:
    """What a game has taught itself, and how its learning stands; of one that has no place for it, why."""
    try:
        lesson, learnt, trouble = teaching.of(game), learnt_of(game), ""
    except BadInput as error:
        lesson, learnt, trouble = None, Learnt(Path(), {}, []), str(error)
    is_running = lesson is not None and lesson.is_running
    at_rest: Literal["resting", "none"] = "resting" if learnt.settings else "none"
    return SelfTaughtView(
        game=offer.name,
        title=offer.title,
        status=lesson.status if lesson else at_rest,
        now=_view_now(lesson) if lesson and is_running else None,
        trouble=lesson.error if lesson else trouble,
        other=None if is_running else _view_other(teaching.last),
        hidden=learnt.settings.get("hidden"),
        generations=[_view_generation(each) for each in learnt.generations],
        best=learnt.best,
        playable=learnt.numbers,
        endless=lesson.endless if lesson and lesson.endless > FEW else 0.0,
        longest=lesson.longest if lesson else 0,
        drawn=bool(lesson and lesson.decided == 0),
    )


def _view_now(lesson: Lesson) -> NowView:
    return NowView(
        generation=lesson.generation,
        doing=lesson.doing,
        done=lesson.done,
        total=lesson.total,
        seconds=round(lesson.seconds, 1),
        minutes=lesson.minutes,
    )


def _view_generation(told: Told) -> GenerationView:
    return GenerationView(
        number=told.number,
        games=told.games,
        positions=told.positions,
        error=told.error,
        match_games=told.match_games,
        points=told.points,
        better=told.is_better,
        rating=told.rating,
        seconds=told.seconds,
    )


def _view_other(lesson: Lesson | None) -> OtherView | None:
    if lesson is None or not lesson.is_running:
        return None
    return OtherView(game=lesson.name, title=lesson.title, options=lesson.game.options)
