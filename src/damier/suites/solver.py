"""Who answers the problems of a suite: damier's player, or another program that speaks UCI."""

import contextlib
from dataclasses import replace
from typing import Any, Protocol

from damier.arena.opponent import Forfeit, Limits
from damier.arena.setting import Setting, read_setting
from damier.arena.sides import seen_by
from damier.arena.uci import points
from damier.arena.uci_program import UciProgram
from damier.engine.levels import STRONGEST
from damier.engine.mates import find_mate
from damier.engine.player import Player, Thought
from damier.games.game import BadInput, Game
from damier.rules import MOST_PLIES
from damier.suites.answer import ProblemAnswer
from damier.wording import quoted


class ProblemSolver(Protocol):
    """One who answers. Each problem is new to it: nothing is kept from those before."""

    def start(self) -> None:
        """Make ready to answer."""

    def solve(self, position: str, mate: int | None = None) -> ProblemAnswer:
        """What it plays in a position; where a mate in so many moves is wanted, it may look for just that."""

    def close(self) -> None:
        """End what was started."""


class OwnSolver:
    """damier's player. One that looks as far ahead as it can searches for mates as for `go mate` of UCI."""

    def __init__(self, game: Game, setting: Setting) -> None:
        self.game = game
        self.setting = setting

    def start(self) -> None:
        player = self._player()
        player.warm()
        player.depth, player.seconds = 1, None
        player.think(self.game.start())

    def solve(self, position: str, mate: int | None = None) -> ProblemAnswer:
        root = self.game.parse(position)
        found: list[tuple[float, str]] = []

        def note(thoughts: list[Thought]) -> None:
            thought = thoughts[0]
            name = self.game.uci_name(root, thought.move)
            if not found or found[-1][1] != name:
                found.append((thought.seconds, name))

        player = self._player()
        question = player.question(root, nodes=self.setting.nodes, on_depth=note)
        if mate is not None and player.level == STRONGEST:
            thought = find_mate(player, question, mate)
        else:
            thought = player.ask(question)
        move = self.game.uci_name(root, thought.move)
        return ProblemAnswer(
            move, thought.seconds, thought.depth, thought.nodes, thought.value, moves_to_mate(thought), tuple(found)
        )

    def close(self) -> None:
        """There is nothing to end."""

    def _player(self) -> Player:
        setting = self.setting
        depth = setting.depth or MOST_PLIES
        return Player(
            self.game, setting.seconds, depth, setting.hash_mb, setting.level, setting.techniques, 1, threads=setting.threads
        )


class UciSolver:
    """Another program, started again whenever it has failed."""

    def __init__(self, game: Game, setting: Setting, patience: float) -> None:
        self.game = game
        self.setting = setting
        self.patience = patience
        self.program: UciProgram | None = None

    def start(self) -> None:
        self.program = UciProgram(self.setting.command, self.setting.told)
        self.program.start(self.patience)

    def solve(self, position: str, mate: int | None = None) -> ProblemAnswer:
        try:
            if self.program is None:
                self.start()
            assert self.program is not None
            self.program.new_game(self.patience)
            limits = Limits(self.setting.seconds, self.setting.depth, None, self.setting.nodes)
            turn = self.game.turn(self.game.parse(position))
            said = self.program.search(f"fen {position}", limits, turn, self.patience)
        except Forfeit as reason:
            self.close()
            return ProblemAnswer(failure=str(reason))
        return ProblemAnswer(said.move, said.seconds, said.depth or 0, said.nodes or 0, points(said), said.mate, said.found)

    def close(self) -> None:
        if self.program is not None:
            with contextlib.suppress(Forfeit):
                self.program.close()
            self.program = None


def moves_to_mate(thought: Thought) -> int | None:
    """In how many moves the player mates; negative if it is mated."""
    if thought.plies is None:
        return None
    return (thought.plies + 1) // 2 if thought.value > 0 else -(thought.plies // 2)


def setting_for(text: str, seconds: float | None, depth: int | None, nodes: int | None) -> Setting:
    """How problems are answered, with these limits in the place of those in the text."""
    setting = read_setting(text)
    if setting.clock is not None:
        raise BadInput(f"setting {quoted(text)}: a clock for a game does not say how long a problem takes; say --time")
    if seconds is not None or depth is not None or nodes is not None:
        setting = replace(setting, seconds=seconds, depth=depth, nodes=nodes)
    if setting.protocol == "nboard":
        raise BadInput(f"setting {quoted(text)}: problems are answered by damier or a UCI program")
    return setting


def solver_for(game: Game, setting: Setting, patience: float) -> ProblemSolver:
    """Who answers with this setting, not yet started."""
    if setting.protocol == "uci":
        return UciSolver(game, setting, patience)
    return OwnSolver(seen_by(setting, game), setting)


def answer_to_json(answer: ProblemAnswer) -> dict[str, Any]:
    return vars(answer)


def answer_from_json(said: dict[str, Any]) -> ProblemAnswer:
    """An answer that a process tells: JSON has no tuples."""
    return ProblemAnswer(**said | {"found": tuple((seconds, move) for seconds, move in said["found"])})
