"""The theatre: searches of one small tree, step by step, for a page that plays them forward and back by itself.

A request names a game, a position and one to three algorithms; the answer has the tree once, and for each algorithm all its
steps, the lines of its code at which they happen, and the counters, which are those of `damier search --json`.
"""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fastapi import APIRouter, Request, Response

from damier.games.book_trees import BOOK_TREES
from damier.games.game import BadInput, Game
from damier.games.game_text import NotWanted, Wanted
from damier.rules import INFINITY, WIN
from damier.search.catalogue import ALGORITHMS, ON_PROCESSORS
from damier.search.driver import Options, module_of
from damier.trace import Trace, trace
from damier.trace.book import book
from damier.trace.code import lines, listing
from damier.trace.tree import MOST_NODES
from damier.web.errands import while_wanted
from damier.web.offers import Games, Offer, said_clearly
from damier.web.theatre.depths import usual_depth
from damier.web.theatre.models import (
    MOST_ALGORITHMS,
    MOST_LANES,
    AlgorithmView,
    BlockView,
    Evening,
    LanesView,
    NodesView,
    Performance,
    Programme,
    PseudoCodeView,
    Repertoire,
    StepsView,
    TreeView,
    Whereabouts,
)
from damier.web.theatre.positions import view_nodes
from damier.wording import quoted

MOST_EVENTS = 400_000  # of the log: a step of SSS* takes several
MOST_STEPS = 60_000  # of one search: more cannot be looked at
MOST_ENTERED = 100_000  # nodes, again and again, in one search

ALGORITHM_OPTIONS = {  # what one algorithm is told, as the command calls it
    "window": "margin",
    "alphabeta-sorted": "note",
    "tolerant": "tolerance",
    "null-move": "reduction",
    "quiescence": "checks",
}

router = APIRouter(prefix="/api/theatre")


@router.get("")
def show_repertoire() -> Repertoire:
    """The algorithms and the trees of textbooks."""
    algorithms = []
    for name, (_, about) in ALGORITHMS.items():
        module = module_of(name)
        algorithms.append(
            AlgorithmView(
                name=name,
                title=_title(module.TITLE),
                about=about,
                has_list=_has_list(name),
                has_table=_has_table(name),
                has_lanes=name in ON_PROCESSORS,
            )
        )
    return Repertoire(
        algorithms=algorithms,
        trees={name: tree.text for name, tree in BOOK_TREES.items()},
        most_algorithms=MOST_ALGORITHMS,
        most_nodes=MOST_NODES,
        most_lanes=MOST_LANES,
    )


@router.post("", response_model=Evening)
async def perform(wanted: Programme, request: Request, offers: Games) -> Response:
    """Search a position with each algorithm and tell every step."""

    def work(is_wanted: Wanted) -> str:
        return _evening(wanted, offers, is_wanted).model_dump_json()

    return Response(await while_wanted(work, request.is_disconnected), media_type="application/json")


@router.post("/positions", response_model=NodesView)
async def show_positions(wanted: Whereabouts, request: Request, offers: Games) -> Response:
    """The positions of some nodes below a position, by the moves that lead to them."""

    def work(is_wanted: Wanted) -> str:
        game = _game(wanted, offers)
        with _in_a_line(game):
            return view_nodes(game, wanted.position, [tuple(path) for path in wanted.paths], is_wanted).model_dump_json()

    return Response(await while_wanted(work, request.is_disconnected), media_type="application/json")


def _game(wanted: Programme | Whereabouts, offers: dict[str, Offer]) -> Game:
    """The game of a request, with its options."""
    if wanted.game not in offers:
        raise BadInput(f"there is no game {quoted(wanted.game)}; there are {', '.join(offers)}")
    return offers[wanted.game].with_options(wanted.options)


@contextmanager
def _in_a_line(game: Game) -> Iterator[None]:
    """Whatever the rules of a game raise, as one line."""
    try:
        game.check_options()
        yield
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(str(error)) from error
    except Exception as error:
        raise said_clearly(game, error) from error


def _evening(wanted: Programme, offers: dict[str, Offer], is_wanted: Wanted) -> Evening:
    """The tree and the searches of it; NotWanted before the next search if nobody waits for it any more."""
    for algorithm in wanted.algorithms:
        if algorithm not in ALGORITHMS:
            raise BadInput(f"unknown algorithm {quoted(algorithm)}; there are {', '.join(ALGORITHMS)}")
    game = _game(wanted, offers)
    offer = offers[wanted.game]
    with _in_a_line(game):
        position = game.parse(wanted.position)
        if game.outcome(position) is not None:
            raise BadInput(f"the game is over in this position: {game.text(position)[:200]}")
        game.moves(position)  # a position the rules cannot deal with is refused here
        depth = wanted.depth or usual_depth(game, position, is_wanted)
        found = []
        for algorithm in wanted.algorithms:
            if not is_wanted():
                raise NotWanted
            found.append(_search(game, position, algorithm, depth, wanted))
    first = next((each for each in found if not _is_apart(each)), found[0])
    return Evening(
        game=offer.name,
        title=offer.title,
        position=first.position,
        depth=depth,
        unit=first.scale.unit,
        wins=first.scale.has_wins,
        win=WIN,
        infinity=INFINITY,
        tree=_view_tree(first),
        performances=[_view(each, first, _command(offer, wanted, each, depth)) for each in found],
    )


def _search(game: Game, position: Any, algorithm: str, depth: int, wanted: Programme) -> Trace:
    """One search, small enough to be looked at."""
    options = Options(
        guess=wanted.guess,
        margin=wanted.margin,
        list_length=wanted.list_length if algorithm == "itersss" else None,
        note=wanted.note,
        tolerance=wanted.tolerance,
        reduction=wanted.reduction,
        checks=wanted.checks,
        processors=wanted.processors,
        grain=wanted.grain,
        message=wanted.message,
        nodes=MOST_ENTERED,
        log=MOST_EVENTS,
    )
    found = trace(game, position, algorithm, depth, options)
    if not found.result.complete or found.lost or len(found.steps) > MOST_STEPS:
        raise BadInput(f"{found.title} takes more than {MOST_STEPS:,} steps, too many to look at; search less deep")
    return found


def _view_tree(found: Trace) -> TreeView:
    nodes = found.nodes
    return TreeView(
        fathers=[node.father for node in nodes],
        moves=[node.name for node in nodes],
        max=[node.is_max for node in nodes],
        scores=[node.score for node in nodes],
        aside=[node.aside for node in nodes],
        named=found.has_names,
    )


def _is_apart(found: Trace) -> bool:
    """Whether a search has visited what is none of the tree that all share."""
    return any(node.aside for node in found.nodes)


def _view(found: Trace, first: Trace, command: str | None) -> Performance:
    result, steps = found.result, found.steps
    return Performance(
        algorithm=found.algorithm,
        title=_title(found.title),
        has_list=found.has_list,
        has_table=_has_table(found.algorithm),
        interval=found.interval,
        exact=found.nodes[0].exact,
        value=result.value,
        low=result.interval[0] if result.interval else None,
        high=result.interval[1] if result.interval else None,
        leaves=result.leaves,
        nodes=result.nodes,
        hits=result.hits,
        passes=result.passes,
        memory=result.memory,
        moves=[found.nodes[node].name for node in found.line[1:]],
        line=found.line,
        command=command,
        code=listing(found.algorithm).text,
        book=PseudoCodeView(**book(found.algorithm)._asdict()),
        steps=StepsView(
            kind=[step.kind for step in steps],
            node=[step.node for step in steps],
            alpha=[step.alpha for step in steps],
            beta=[step.beta for step in steps],
            value=[step.value for step in steps],
            solved=[step.is_solved for step in steps],
            place=[step.place for step in steps],
            line=lines(found),
            time=found.times(),
            processor=[step.processor for step in steps],
        ),
        lanes=_view_lanes(found),
        tree=_view_tree(found) if _is_apart(found) and found is not first else None,
    )


def _view_lanes(found: Trace) -> LanesView | None:
    if found.result.timeline is None:
        return None
    figures = found.result.timeline.figures
    return LanesView(
        processors=figures.processors,
        time=figures.time,
        idle=figures.idle,
        thrown_away=figures.thrown_away,
        sequential=figures.sequential,
        speed_up=figures.speed_up,
        nodes_each=list(figures.nodes_each),
        blocks=[BlockView(**block._asdict()) for block in found.blocks],
    )


def _command(offer: Offer, wanted: Programme, found: Trace, depth: int) -> str | None:
    """The search as a person types it; a game from a file has no name that all terminals know."""
    if offer.own:
        return None
    words = ["damier", "search", offer.name]
    words += [wanted.position] if wanted.position.strip() else []
    for option, value in wanted.options.items():
        words += ["--set", f"{option}={value}"]
    words += ["--algorithm", found.algorithm, "--depth", str(depth)]
    if wanted.guess is not None:
        words += ["--guess", str(wanted.guess)]
    for algorithm, option in ALGORITHM_OPTIONS.items():
        if found.algorithm == algorithm and getattr(wanted, option) != getattr(Options, option):
            words += [f"--{option}", str(getattr(wanted, option))]
    if found.algorithm == "itersss" and wanted.list_length is not None:
        words += ["--list-length", str(wanted.list_length)]
    if found.result.timeline:
        words += ["--processors", str(wanted.processors)]
        words += ["--grain", str(wanted.grain)] if wanted.grain != Options.grain and found.algorithm == "star" else []
        words += ["--message", str(wanted.message)] if wanted.message != Options.message else []
    return shlex.join([*words, "--json"])


def _title(title: str) -> str:
    return title[:1].upper() + title[1:]


def _has_list(algorithm: str) -> bool:
    return bool(getattr(module_of(algorithm), "USES_STATES", False))


def _has_table(algorithm: str) -> bool:
    return bool(getattr(module_of(algorithm), "USES_TABLE", False))
