"""A worker among others without a master: it chooses what it searches, says so, and tells all what it has found.

Each has the whole top of the tree (`tree.py`), and fills it with what it finds and what it hears. It chooses at random among
the subtrees that come next and that nobody has announced, after a random moment, and announces its choice. Where two have
chosen the same, the one with the higher lot gives way, waits for a random moment, and chooses again (Alliot-Schiex 15.5.5).
Whoever sees the bounds of the root meet knows the answer: everybody does, a moment later. Who has gone is missed by nobody,
since what he had announced is free again.
"""

import random
import threading
import time
from collections.abc import Sequence
from itertools import islice
from typing import Any

from damier.errors import in_a_line
from damier.games import load
from damier.parallel.grain import GrainWatch, choose_grain
from damier.parallel.question import Question
from damier.parallel.subtree import GRAIN, LONG, Subtrees
from damier.parallel.tree import Node, Path, SharedTree
from damier.processes.serving import Say, Work, serve
from damier.rules import INFINITY

LONGEST_WAIT = 0.02  # seconds


class Peer:
    """One of many."""

    def __init__(self) -> None:
        self._news = threading.Condition()  # guards all of this
        self._tree: SharedTree | None = None
        self._subtrees: Subtrees | None = None
        self._heard: list[dict[str, Any]] = []  # before there was a tree
        self._claims: dict[int, Path] = {}  # what others have announced
        self._since: dict[int, float] = {}  # and when
        self._number = 0
        self._say: Say = lambda what: None
        self._own: Path | None = None
        self._lot = 0.0
        self._is_under_way = False
        self._is_conflict = False

    def begin(self, terms: dict[str, Any], say: Say) -> Work:
        """Get ready for a question."""
        self._say = say
        try:
            question = Question(**terms)
            game = load(question.game, **question.options)
            subtrees = Subtrees(game, question)
            tree = SharedTree(game, game.parse(question.position), question.depth, question.depth)
        except (ValueError, MemoryError) as error:
            say({"refused": in_a_line(error)})
            raise
        with self._news:
            self._subtrees, self._tree = subtrees, tree
            for news in self._heard:
                self._take(news)

        def take_part(asked: dict[str, Any]) -> dict[str, Any]:
            try:
                return self._take_part(subtrees, tree, question, asked)
            except ValueError as error:
                say({"refused": in_a_line(error)})
                raise

        return take_part

    def hear(self, news: dict[str, Any]) -> None:
        """What another one tells."""
        with self._news:
            if self._tree is None:
                self._heard.append(news)
            else:
                self._take(news)
            self._news.notify_all()

    def _take(self, news: dict[str, Any]) -> None:
        """Note what was told, and give up what we search if it no longer matters, or is another one's."""
        assert self._tree is not None
        who = news["from"]
        if "gone" in news:
            self._claims.pop(who, None)
        elif "claim" in news:
            self._claims[who], self._since[who] = tuple(news["claim"]), time.monotonic()
            if self._own == self._claims[who] and (news["lot"], who) < (self._lot, self._number):
                self._is_conflict = True
                self._give_up()
        elif "split" in news:
            self._split(tuple(news["split"]))
        else:
            if not news.get("is_partial"):
                self._claims.pop(who, None)
            self._tree.learn(news["path"], news["low"], news["high"], news["line"])
            self._tree.learn_replies(news["path"], news.get("replies", ()))
            if self._is_under_way and not self._is_wanted():
                self._give_up()

    def _split(self, path: Path) -> None:
        """Nobody searches this as a whole any more: who does gives it up, and tells what he knows of the replies."""
        assert self._tree is not None
        self._tree.split(path)
        for who in [who for who, claimed in self._claims.items() if claimed == path]:
            del self._claims[who]
        if self._own == path:
            self._is_conflict = True
            self._give_up()

    def _ask_to_split(self) -> None:
        """Where there is nothing to do, and somebody has searched the same for long, it is shared out."""
        assert self._tree is not None
        nodes = {who: self._tree.find(path) for who, path in self._claims.items()}
        long = [who for who, node in nodes.items() if node is not None and node.depth > 1 and node.children is None]
        long = [who for who in long if time.monotonic() > self._since[who] + LONG]
        if long:
            path = self._claims[min(long, key=lambda who: self._since[who])]
            self._say({"tell": {"split": list(path)}})
            self._split(path)

    def _give_up(self) -> None:
        if self._is_under_way and self._subtrees is not None:
            self._subtrees.stop()

    def _is_wanted(self) -> bool:
        """Whether what we search still matters, and is ours."""
        assert self._tree is not None
        node = self._tree.find(self._own) if self._own is not None else None
        return not self._is_conflict and (node is None or node.is_open())

    def _take_part(self, subtrees: Subtrees, tree: SharedTree, question: Question, asked: dict[str, Any]) -> dict[str, Any]:
        """Search until the root is known; what it is worth."""
        self._number, others = int(asked["number"]), int(asked["workers"])
        chance = random.Random(asked["seed"])
        with self._news:
            is_known = tree.root.is_known
        if not is_known:
            self._measure(subtrees, tree, question, others)
            with self._news:
                self._news.wait(chance.uniform(0, LONGEST_WAIT))
        watch = GrainWatch()
        while True:
            with self._news:
                if tree.root.is_known:
                    return {"score": tree.root.low, "line": tree.line()}
                waiting = list(islice(tree.tasks(set(self._claims.values())), others))
                if not waiting or self._is_conflict:
                    if not waiting:
                        self._ask_to_split()
                    self._is_conflict = False
                    self._news.wait(chance.uniform(0, LONGEST_WAIT))
                    continue
                node = chance.choice(waiting[: 1 + len(self._claims)])
                self._own, self._lot = node.path, chance.random()
                self._is_under_way = True
                subtrees.ready()
                self._say({"tell": {"claim": list(node.path), "lot": self._lot}})
            seconds = self._search(subtrees, tree, node)
            if seconds is not None and watch.larger(seconds):
                with self._news:
                    tree.grain = min(tree.grain + 1, tree.root.depth)

    def _search(self, subtrees: Subtrees, tree: SharedTree, node: Node) -> float | None:
        """Search a subtree and tell all of it; the seconds it took, None if it was given up."""

        def window() -> tuple[int, int]:
            with self._news:
                return node.window()

        def is_wanted() -> bool:
            with self._news:
                return self._is_wanted()

        def tell_low(low: int, is_proved: bool) -> None:
            with self._news:
                tree.learn(node.path, low=low)
            known = {"low": low, "high": INFINITY, "line": [], "is_proved": is_proved}
            self._say({"tell": {"path": list(node.path), "is_partial": True, **known}})

        found = subtrees.search(node.path, node.depth, window, tell_low, is_wanted)
        with self._news:
            is_given_up = not self._is_wanted()
            self._is_under_way = False
            self._own = None
            tree.learn(node.path, found.low, found.high, found.line)
            tree.learn_replies(node.path, found.replies)
        self._say({"tell": {"path": list(node.path), "is_given_up": is_given_up, **found.to_json()}})
        return None if is_given_up else found.seconds

    def _measure(self, subtrees: Subtrees, tree: SharedTree, question: Question, workers: int) -> None:
        """See how deep one comes in the time of a task, and choose the size of tasks by that."""
        seconds: list[float] = []
        lines: dict[int, Sequence[int]] = {}  # best play at the last odd depth, and at the last even one
        for depth in range(1, question.depth + 1):
            subtrees.ready()
            found = subtrees.search((), depth, lambda: (-INFINITY, INFINITY), seconds=LONG if depth > 1 else None)
            if found.is_stopped:
                break
            seconds.append(found.seconds)
            lines[depth % 2] = found.line
            with self._news:
                if depth == question.depth or (found.is_proved and found.low == found.high):
                    tree.learn((), found.low, found.high, found.line)
                    self._say({"tell": {"path": [], "is_given_up": False, **found.to_json()}})
                    return
            if found.seconds >= GRAIN:
                break
        with self._news:
            tree.look_first_at(lines.get(question.depth % 2, ()))
            is_enough = seconds[-1] >= GRAIN  # else the next depth takes long
            tree.grain = choose_grain(seconds, question.depth, workers) if is_enough else len(seconds)


def main() -> None:
    """Take part until the input ends."""
    peer = Peer()
    serve(peer.begin, peer.hear)
