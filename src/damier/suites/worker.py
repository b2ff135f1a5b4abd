"""A process that answers problems, one after the other: positions in, answers out (`arena/process.py`)."""

import json
from typing import Any

from damier.arena.process import Say, Work, serve
from damier.games import load
from damier.suites.solver import answer_to_json, setting_for, solver_for


def main() -> None:
    """Answer what is asked until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        game = load(terms["game"])
        setting = setting_for(terms["setting"], terms["seconds"], terms["depth"], terms["nodes"])
        solver = solver_for(game, setting, terms["patience"])
        solver.start()
        say({"ready": True})
        return lambda asked: {"answer": answer_to_json(solver.solve(**json.loads(asked)))}

    serve(begin)
