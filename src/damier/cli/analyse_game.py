"""`damier analyse --game`: each move of a game beside the best one, and what the difference was worth."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from damier.cli.common import GRACE, interruptible, print_json

if TYPE_CHECKING:
    from damier.engine.judge import Judge
    from damier.games.game import Game

SIGNS = ("??", "?")  # of a blunder, a mistake
NARROWEST = 4  # letters, of the column of moves


@dataclass
class JudgedMove:
    """A move of a game, for the player who made it: its score, the best move's, and the loss, in points."""

    number: int
    player: int
    move: str
    score: int
    best_move: str
    best: int
    exact: bool
    unit: int
    marks: tuple[int, int]  # from how many of what people count on a loss is a blunder, a mistake

    @property
    def loss(self) -> int:
        return self.best - self.score

    @property
    def mark(self) -> str:
        return next((sign for least, sign in zip(self.marks, SIGNS, strict=True) if self.loss >= least * self.unit), "")


def analyse_game(
    game: "Game", written: str, judge: "Judge", seconds: float | None, depth: int | None, language: str, json_: bool
) -> None:
    """Judge every move of a game that left a choice; Ctrl-C ends with those that are judged."""
    from damier.books.translation import opening_said
    from damier.records.session import Session

    played = Session.from_record(game, written)
    opening = opening_said(played, language)
    session = Session(game, played.positions[0])
    width = max(NARROWEST, *map(len, played.move_names()), 0)
    steps: list[JudgedMove] = []
    is_stopped = False

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        judge.stop()

    if not json_:
        if opening:
            print(opening)
        print(f"{'':>3}  {'':13}  {'move':{width}}  {'score':>6}  {'best':{width}}  {'score':>6}  {'loss':>6}")
    for move in played.moves:
        if len(session.legal_moves()) > 1:
            step = _step(session, move, judge, seconds, depth, stop)
            if is_stopped:
                break
            steps.append(step)
            if not json_:
                print(_in_columns(game, step, width), flush=True)
        session.follow(move)
    if json_:
        answer = {"game": game.name, "unit": game.unit, "moves": [_as_json(step) for step in steps], **_totals(steps)}
        print_json(answer | ({"opening": opening._asdict()} if opening else {}))
    else:
        _tell_totals(game, steps)


def _step(session: Any, move: int, judge: "Judge", seconds: float | None, depth: int | None, stop: Any) -> JudgedMove:
    game, position = session.game, session.position
    legal = session.legal_moves()
    found = interruptible(lambda: judge.best(position, len(legal), seconds, depth, session.past), stop, grace=GRACE)
    values = {thought.move: thought.value for thought in found}
    return JudgedMove(
        number=len(session.moves) + 1,
        player=session.turn,
        move=session.move_name(move),
        score=values.get(move, found[-1].value),
        best_move=session.move_name(found[0].move),
        best=found[0].value,
        exact=found[0].exact,
        unit=game.unit,
        marks=game.marks,
    )


def _in_columns(game: "Game", step: JudgedMove, width: int) -> str:
    from damier.engine.judge import short_text
    from damier.rules import WIN

    score, best = (short_text(number, step.unit, step.exact) for number in (step.score, step.best))
    loss = short_text(step.loss, step.unit, step.exact).lstrip("+") if 0 < step.loss < WIN else ""
    sure = "exact" if step.exact else ""
    best_move = step.best_move if step.loss else ""
    return (
        f"{step.number:>3}  {game.players[step.player]:13}  {step.move:{width}}  {score:>6}  {best_move:{width}}  "
        f"{best if step.loss else '':>6}  {loss:>6} {step.mark:2}  {sure}".rstrip()
    )


def _as_json(step: JudgedMove) -> dict[str, Any]:
    return {
        "number": step.number,
        "player": step.player,
        "move": step.move,
        "score": step.score,
        "best_move": step.best_move,
        "best": step.best,
        "loss": step.loss,
        "mark": step.mark,
        "exact": step.exact,
    }


def _totals(steps: list[JudgedMove]) -> dict[str, Any]:
    by_player = [[step for step in steps if step.player == player] for player in (0, 1)]
    return {
        "losses": [sum(step.loss for step in own) for own in by_player],
        "mistakes": [sum(bool(step.mark) for step in own) for own in by_player],
    }


def _tell_totals(game: "Game", steps: list[JudgedMove]) -> None:
    from damier.engine.judge import short_text
    from damier.rules import WIN

    totals = _totals(steps)
    for player, loss, mistakes in zip(game.players, totals["losses"], totals["mistakes"], strict=True):
        words = f"{mistakes} {'mistake' if mistakes == 1 else 'mistakes'}"
        lost = short_text(loss, game.unit, False).lstrip("+")
        print(f"{player}: {words}" + (f", {lost} {game.counted}s lost in all" if loss < WIN else ""))
