"""A search run with a log, and the whole tree below it: what it visited, what it cut and what it never saw."""

from dataclasses import replace
from typing import Any

import numpy as np

from damier.games.game import BadInput, Game
from damier.kernel import native
from damier.network.estimate import estimate
from damier.rules import LOSS, ONGOING, WIN, forced, is_max, limits, outcome, play, same_player
from damier.search.driver import DEFAULT_DEPTH, Options, check, module_of, search
from damier.trace.aside import Asides, Place
from damier.trace.nodes import Node, Scale, Trace
from damier.trace.replay import Replay
from damier.trace.replay_grown import ReplayGrown
from damier.trace.replay_lanes import ReplayLanes
from damier.trace.replay_list import ReplayList

CAPACITY = 100_000  # events
MOST_NODES = 2_000  # of the tree down to the horizon, and what is set aside: more cannot be looked at
PASS_NAME = "pass"

_NO_WINDOWS = ("minimax", "minimax-won")  # what they return is the value, whatever their log says of windows


def trace(
    game: Game,
    position: Any,
    algorithm: str = "alphabeta",
    depth: int = DEFAULT_DEPTH,
    options: Options | None = None,
    *,
    most_nodes: int = MOST_NODES,
) -> Trace:
    """Search a position and rebuild what happened, from as many events as options.log says, or CAPACITY.

    Raises BadInput if the tree down to the horizon has more than `most_nodes` nodes.
    """
    options = options or Options()
    check(algorithm, depth, options)
    if options.deepen:
        raise BadInput("a trace shows one search at one depth: it cannot be combined with deepening")
    weights = game.weights(position) if options.weights is None else options.weights
    options = replace(options, log=options.log or CAPACITY, weights=weights, work=None)
    position = native(position)
    nodes = grow(game, position, depth, weights, most_nodes)
    result = search(position, algorithm, depth, options)
    module = module_of(algorithm)
    if asides := Asides.of(module, options, result.events):
        nodes = grow(game, position, depth, weights, most_nodes, asides, options.checks)
    if result.complete and not result.interval:
        nodes[0].at_least = nodes[0].at_most = result.value
    for node in nodes:
        node.exact = algorithm in _NO_WINDOWS
    found = Trace(
        game=game.name,
        position=game.text(position),
        algorithm=algorithm,
        title=module.TITLE,
        result=result,
        nodes=nodes,
        lost=result.events_lost,
        has_list=getattr(module, "USES_STATES", False),
        interval=getattr(module, "INTERVAL", ""),
        has_names=game.names_moves,
        scale=Scale(tuple(int(bound) for bound in limits(position)) == (LOSS, WIN), game.unit),
        line=_line(nodes, result.line),
    )
    if result.timeline:
        ReplayLanes(found, result.timeline).replay()
    elif found.interval:
        ReplayGrown(found).run(result.events)
    elif found.has_list:
        ReplayList(found).run(result.events)
    else:
        Replay(found, getattr(module, "MINIMAX_CONVENTION", False)).run(result.events)
    return found


def grow(
    game: Game,
    position: Any,
    depth: int,
    weights: Any = (),
    most_nodes: int = MOST_NODES,
    asides: Asides | None = None,
    checks: int = 0,
) -> list[Node]:
    """All nodes of the tree below a position down to a depth, level by level from the left, and those set aside."""
    weights = np.asarray(weights, np.int32)
    asides = asides or Asides()
    positions, turns = [position], [game.turn(position)]
    nodes = [Node(0, -1, 0, 0, -1, "", (), bool(is_max(position)))]
    places: list[tuple[Place, tuple[int, ...]]] = [(Place(depth, checks), ())]
    for node in nodes:  # which grows meanwhile
        here = positions[node.id]
        score = int(outcome(here))
        node.is_over = score != ONGOING
        place, path = places[node.id]
        if score == ONGOING and asides.is_opened(place, path):
            sons = list(asides.sons(here, place, path))
            if len(nodes) + len(sons) > most_nodes:
                raise BadInput(
                    f"the tree to depth {depth} has more than {most_nodes:,} nodes, too many to look at; search less deep"
                )
            for index, (move, passed, there) in enumerate(sons):
                child = native(play(here, move)) if passed is None else passed
                name = game.move_name(here, move, turns[node.id]) if passed is None else PASS_NAME
                is_same = passed is None and bool(same_player(here, child))
                to_max = node.is_max == is_same
                node.sons.append(len(nodes))
                path_there = (*node.path, name)
                nodes.append(Node(len(nodes), node.id, index, node.ply + 1, move, name, path_there, to_max, aside=there.aside))
                positions.append(child)
                turns.append(turns[node.id] if is_same else 1 - turns[node.id])
                places.append((there, (*path, move)))
            if place.depth <= 0 and not forced(here):
                standing = int(estimate(here, weights))
                node.standing = standing if node.is_max else -standing
        else:
            score = int(estimate(here, weights)) if score == ONGOING else score
            node.score = score if node.is_max else -score
    return nodes


def _line(nodes: list[Node], line: list[int]) -> list[int]:
    found = [0]
    for move in line:
        found.append(next(son for son in nodes[found[-1]].sons if nodes[son].move == move))
    return found
