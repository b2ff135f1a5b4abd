"""Traces of searches by several processors: who visits what, what is drawn of it, and what is exported."""

import json
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from damier.games import load
from damier.search import Options
from damier.search.catalogue import ON_PROCESSORS
from damier.trace import to_json, to_svg, trace
from damier.trace.lanes import MOST_LANES

SVG = "{http://www.w3.org/2000/svg}"
GAME = load("random-tree", branching=4, depth=3, seed=38, values=100)

pytestmark = pytest.mark.xdist_group("random-tree")


def traced(algorithm, processors=3, **options):
    return trace(GAME, GAME.start(), algorithm, 3, Options(processors=processors, **options))


@pytest.mark.parametrize("algorithm", ON_PROCESSORS)
def test_every_step_belongs_to_a_block_of_its_processor(algorithm):
    found = traced(algorithm)
    assert all(before.time <= after.time for before, after in pairwise(found.steps))
    for step in found.steps:
        if step.kind == "enter":
            path = [step.node]
            while found.nodes[path[-1]].father >= 0:
                path.append(found.nodes[path[-1]].father)
            at_work = [block for block in found.blocks if block.start <= step.time < block.end]
            assert sum(block.node in path and block.processor == step.processor for block in at_work) == 1
    entered = [step for step in found.steps if step.kind == "enter"]
    assert len({(step.processor, step.time) for step in entered}) == len(entered) == found.result.nodes


@pytest.mark.parametrize("algorithm", ON_PROCESSORS)
def test_what_is_said_of_values_is_true(algorithm):
    """Also of a position that is given up when the bound has risen since it was entered."""
    exact = {node.path: node.value for node in trace(GAME, GAME.start(), "minimax", 3).nodes}
    for processors in (1, 2, 3, 5, 16):
        for grain in (1, 2):
            found = traced(algorithm, processors, grain=grain)
            for node in found.nodes:
                low, high = node.bounds
                assert low <= exact[node.path] <= high, (processors, grain, node)
            for block in found.blocks:
                if block.value is not None and block.alpha < block.value < block.beta:
                    assert block.value == exact[found.nodes[block.node].path]


@pytest.mark.parametrize("algorithm", ON_PROCESSORS)
def test_a_log_that_is_too_short_tells_the_beginning(algorithm):
    whole = traced(algorithm).steps
    for log in (1, 2, 5, 20, 50, 100, len(whole) - 1):
        found = traced(algorithm, log=log)
        assert found.lost > 0
        assert found.steps == whole[: len(found.steps)]
    assert len(found.steps) > 0
    stopped = traced(algorithm, nodes=30)
    assert not stopped.result.complete
    to_svg(stopped)


def test_what_is_thrown_away_is_hatched_and_told():
    found = traced("star")
    drawn = ElementTree.fromstring(to_svg(found))
    blocks = [group for group in drawn.iter(f"{SVG}g") if "data-block" in group.attrib]
    assert [int(group.attrib["data-block"]) for group in blocks] == [block.node for block in found.blocks]
    for group, block in zip(blocks, found.blocks, strict=True):
        assert (len(group.findall(f"{SVG}line")) > 0) == block.is_thrown_away
        assert ("stopped" in group.findtext(f"{SVG}title")) == block.is_stopped
    told = json.loads(json.dumps(to_json(found)))
    assert told["lanes"]["time"] == 35
    assert told["lanes"]["thrown_away"] == sum(block.end - block.start for block in found.blocks if block.is_thrown_away) == 19
    assert [each["is_stopped"] for each in told["lanes"]["blocks"]] == [block.is_stopped for block in found.blocks]
    assert {step["processor"] for step in told["steps"]} == {0, 1, 2}
    assert [step["kind"] for step in told["steps"]].count("stop") == sum(block.is_stopped for block in found.blocks) == 2


def test_a_drawing_has_so_many_lanes():
    for processors in (2, 1024):
        found = traced("star", processors, grain=2)
        text = to_svg(found)
        busy = len({block.processor for block in found.blocks})
        assert len(set(re.findall(r'data-processor="(\d+)"', text))) == busy <= MOST_LANES
        assert (f"{processors - busy:,} more processors with nothing to do" in text) == (processors > busy)
    assert "data-block" not in to_svg(trace(GAME, GAME.start(), "alphabeta", 3))
    assert "lanes" not in to_json(trace(GAME, GAME.start(), "alphabeta", 3))
