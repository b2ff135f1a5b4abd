"""A process that answers problems, one after the other: positions in, answers out (`processes/serving.py`)."""

from typing import Any

from damier.games import load
from damier.processes.serving import Say, Work, serve
from damier.suites.solver import answer_to_json, setting_for, solver_for


def main() -> None:
    """Answer what is asked until the input ends."""

    def begin(terms: dict[str, Any], say: Say) -> Work:
        game = load(terms["game"])
        setting = setting_for(terms["setting"], terms["seconds"], terms["depth"], terms["nodes"])
        solver = solver_for(game, setting, terms["patience"])
        solver.start()
        most = setting.seconds + terms["patience"] if setting.seconds is not None else float("inf")  # for a problem

        def answer(asked: dict[str, Any]) -> dict[str, Any]:
            say({"seconds": most})
            return answer_to_json(solver.solve(**asked))

        return answer

    serve(begin)
