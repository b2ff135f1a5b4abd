"""The conversation about one game: a WebSocket on which the page says what to do and hears what happens.

The page sends one JSON object a message, `{"do": "move", "move": "e4"}`; see `requests.Order` for all of them. It hears

    {"kind": "state", "state": ...}     the whole game, whenever something has changed
    {"kind": "progress", ...}           what the engine is doing, ten times a second while it does something
    {"kind": "preparation", ...}        how much of the engine is compiled, until all is: then the game is told again
    {"kind": "look", ...}               the boards along a line that was asked for
    {"kind": "book", ...}               what the book that learns knows of the position, after the game if it has changed
    {"kind": "error", "error": ...}     why something could not be done; the game is as it was

Of several changes only the last is told: a page that is slow to listen misses what is past, and nothing piles up.
"""

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from damier.games.game import BadInput
from damier.records.shapes import Shape
from damier.records.variations import ROOT
from damier.web.guard import MOST_MESSAGE
from damier.web.play import requests
from damier.web.play.book_views import view_book
from damier.web.play.models.books import BookView
from damier.web.play.sitting import Sitting
from damier.web.play.state_views import StateViews
from damier.web.play.views import view_look
from damier.web.refusals import said

TICK = 0.06  # seconds between looks at what the engine is doing
MOST_ERRORS = 20  # that wait to be told
NO_SUCH_GAME = 4404


class Talk:
    """One page that listens to one game."""

    def __init__(self, socket: WebSocket, sitting: Sitting, hands: ThreadPoolExecutor) -> None:
        self._socket = socket
        self._sitting = sitting
        self._views = StateViews(sitting)
        self._hands = hands  # threads in which the game is asked: its rules may take a while
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._has_changed = True
        self._errors: list[str] = []
        self._answers: list[dict[str, Any]] = []
        self._last: Any = None
        self._is_ready = True  # whether the engine was, when the game was last told
        self._share = 0.0  # of it that was told to be compiled
        self._failed = ""  # why what the engine does could not be told
        self._book: BookView | None = None  # as it was told last

    async def run(self) -> None:
        """Talk until the page goes away."""
        await self._aside(self._sitting.listen, self._hear)  # first, or what changes before is not heard of
        speaking = asyncio.create_task(self._speak())
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                text = message.get("text")
                if text is None or len(text) > MOST_MESSAGE:
                    self._refuse("a message is one JSON object, in at most 64 KiB")
                else:
                    await self._aside(self._do, text)
        finally:
            speaking.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await speaking
            await self._aside(self._sitting.leave, self._hear)

    async def _aside(self, function: Any, *arguments: Any) -> Any:
        return await self._loop.run_in_executor(self._hands, function, *arguments)

    def _hear(self, error: BadInput | None = None) -> None:
        """Something has changed, or gone wrong; called from any thread."""
        with contextlib.suppress(RuntimeError):  # the server may have ended
            self._loop.call_soon_threadsafe(self._note, error)

    def _note(self, error: BadInput | None) -> None:
        if error is not None:
            self._refuse(str(error))
        else:
            self._has_changed = True
            self._news.set()

    def _refuse(self, error: str) -> None:
        if len(self._errors) < MOST_ERRORS:
            self._errors.append(error)
        self._news.set()

    async def _speak(self) -> None:
        """Tell what has changed as soon as it has, and what the engine does now and then."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), TICK)
            self._news.clear()
            while self._errors:
                await self._send({"kind": "error", "error": self._errors.pop(0)})
            while self._answers:
                await self._send(self._answers.pop(0))
            await self._tell_preparation()
            is_news, self._has_changed = self._has_changed, False
            if is_news:
                self._is_ready = self._sitting.thinking.preparation.is_done
                try:
                    state = await self._aside(self._views.state)
                    await self._socket.send_text(f'{{"kind":"state","state":{state.model_dump_json()}}}')
                except BadInput as error:
                    await self._send({"kind": "error", "error": str(error)})
            if is_news or (self._book is not None and self._book.status == "opening"):
                await self._tell_book()
            await self._tell_progress()

    async def _tell_preparation(self) -> None:
        """Say how much of the engine is compiled; once it is ready, whoever may have missed that, the game is told again."""
        preparation = self._sitting.thinking.preparation
        if preparation.is_done:
            self._has_changed = self._has_changed or not self._is_ready
        elif (share := preparation.share) is not None and (rounded := round(share, 2)) > self._share:
            self._share = rounded
            await self._send({"kind": "preparation", "share": rounded})

    async def _tell_progress(self) -> None:
        """Say what the engine does; where that cannot be written, why, once: the game goes on being told."""
        try:
            progress = await self._aside(self._views.progress)
        except BadInput as error:
            if str(error) != self._failed:
                self._failed = str(error)
                await self._send({"kind": "error", "error": str(error)})
            return
        told = progress.model_dump(exclude={"seconds"}) if progress and self._sitting.thinking.job is None else object()
        if progress is not None and told != self._last:
            await self._socket.send_text(progress.model_dump_json())
        self._last = told

    async def _tell_book(self) -> None:
        book: BookView = await self._aside(view_book, self._sitting)
        if book != self._book:
            self._book = book
            await self._socket.send_text(book.model_dump_json())

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_json(message)

    def _do(self, text: str) -> None:
        """Do what a message says; what cannot be done is told, and changes nothing."""
        try:
            wanted = requests.ORDERS.validate_json(text)
            answer = self._obey(wanted)
            if answer is not None:
                self._loop.call_soon_threadsafe(self._answers.append, answer)
                self._hear_news()
        except ValidationError as error:
            self._hear(BadInput(said(error.errors()[0])))
        except BadInput as error:
            self._hear(error)

    def _hear_news(self) -> None:
        self._loop.call_soon_threadsafe(self._news.set)

    def _obey(self, wanted: Any) -> dict[str, Any] | None:
        sitting, thinking = self._sitting, self._sitting.thinking
        match wanted:
            case requests.DoMove():
                sitting.move(wanted.move, wanted.walk)
            case requests.DoGo():
                sitting.go(wanted.node)
            case requests.DoUndo():
                sitting.undo(wanted.count)
            case requests.DoRedo():
                sitting.redo(wanted.count)
            case requests.DoNode(do="remove"):
                sitting.remove(wanted.node)
            case requests.DoNode():
                sitting.promote(wanted.node)
            case requests.DoComment():
                sitting.comment(wanted.node, wanted.text)
            case requests.DoDraw():
                sitting.draw(wanted.node, [Shape(each.colour, each.start, each.end) for each in wanted.shapes])
            case requests.DoGlyph():
                sitting.glyph(wanted.node, wanted.glyph)
            case requests.DoInsert():
                sitting.insert(wanted.node, wanted.line, wanted.go)
            case requests.DoSet():
                sitting.set(wanted.settings())
            case requests.DoResume():
                sitting.resume(wanted.steps)
            case requests.DoAnalyse():
                thinking.analyse(wanted.lines, wanted.scores, wanted.threat)
            case requests.DoCheck():
                thinking.check_game(wanted.seconds)
            case requests.DoTry():
                sitting.try_move(wanted.node, wanted.move)
            case requests.DoLook():
                line = sitting.line_from(wanted.node, wanted.line)
                first = sitting.tree.nodes[ROOT].situation
                return view_look(sitting.tree.game, first, wanted.node, wanted.line, line).model_dump()
            case requests.DoPlain():
                plain: dict[str, Callable[[], None]] = {
                    "pause": sitting.pause,
                    "now": thinking.hurry,
                    "resign": sitting.resign,
                    "hint": thinking.ask_hint,
                    "forgive": thinking.forgive,
                    "uncheck": thinking.stop_check,
                    "learn": sitting.learn,
                    "state": self._hear,
                }
                plain[wanted.do]()
        return None
