"""Alpha-beta without a master: the workers choose for themselves what they search (`peer.py`; Alliot-Schiex 15.5.5).

What stands here is the network between them, and no more: what one tells is told to all others; who comes later hears all that
was found before; that somebody has gone is said. It decides nothing, and any of the workers may be lost, also all of them.
The answer is what the first of them says who sees the bounds of the root meet.
"""

import random
from typing import Any

from damier.parallel.question import Question
from damier.parallel.shared import Shared, SharedSearch
from damier.parallel.tree import Path
from damier.processes.staff import Kind, Places, Seat, Word


class Distributed(SharedSearch):
    """The network."""

    WORKER = "damier.parallel.peer"

    def __init__(
        self, question: Question, places: Places, jobs: int = 0, seconds: float | None = None, seed: int | None = None
    ) -> None:
        super().__init__(question, places, jobs, seconds)
        self._chance = random.Random(seed)
        self._numbers: dict[Seat, int] = {}
        self._count = 0
        self._claims: dict[Seat, Path] = {}
        self._found: list[dict[str, Any]] = []  # what was told of positions, in its order
        self._answer: dict[str, Any] | None = None

    def _is_over(self) -> bool:
        return self._answer is not None

    def _attend(self, word: Word) -> None:
        seat = word.seat
        if word.kind is Kind.READY:
            self._welcome(seat)
        elif word.kind is Kind.GONE:
            number = self._numbers.pop(seat, None)
            if number is not None:
                self._tell_all({"gone": True, "from": number})
            self._staff.hire()
            self.effort.lose(word, self._claims.pop(seat, None if number is None else ()))
        elif "tell" in word.said and seat in self._numbers:
            self._pass_on(seat, dict(word.said["tell"]))
        elif "done" in word.said:
            self._answer = word.said["done"]

    def _welcome(self, seat: Seat) -> None:
        """Somebody has come: he is told what is known, and begins."""
        self._count += 1
        self._numbers[seat] = self._count
        for news in self._found:
            self._staff.say(seat, {"order": news})
        for other, path in self._claims.items():
            self._staff.say(seat, {"order": {"claim": list(path), "lot": 0.0, "from": self._numbers[other]}})
        self._staff.say(seat, {"number": self._count, "workers": self.jobs, "seed": self._chance.getrandbits(32)})

    def _pass_on(self, seat: Seat, news: dict[str, Any]) -> None:
        news["from"] = self._numbers[seat]
        if "claim" in news:
            self._claims[seat] = tuple(news["claim"])
        elif "split" in news:
            self._found.append(news)
        else:
            self._found.append(news)
            self.effort.rest_on(news)
            if not news.get("is_partial"):
                self._claims.pop(seat, None)
                self.effort.add(news)
                self.effort.tasks += 1
                self.effort.stopped += bool(news["is_given_up"])
        self._tell_all(news, but=seat)

    def _tell_all(self, news: dict[str, Any], but: Seat | None = None) -> None:
        for seat in self._numbers:
            if seat is not but:
                self._staff.say(seat, {"order": news})

    def _told(self, seconds: float) -> Shared:
        if self._answer is None:
            return self._shared(None, [], 0, False, False, seconds)
        score, line = int(self._answer["score"]), [int(move) for move in self._answer["line"]]
        return self._shared(score, line, self.question.depth, True, self._is_exact(score), seconds)
