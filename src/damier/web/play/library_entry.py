"""A game at the board as it is kept in the library, and taken up again as it was left."""

import time
from collections.abc import Mapping
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from damier.books.aims import USUAL_AIM, aim_named
from damier.games.formats import known
from damier.games.game import BadInput
from damier.games.game_text import RESULTS, result_of
from damier.records.listing import players_in
from damier.records.session import Session
from damier.records.variations import Variations
from damier.threads import MOST_THREADS
from damier.web.offers import Offer
from damier.web.play.learning import Learning
from damier.web.play.library import Kept
from damier.web.play.settings import MOST_DEPTH, Settings, Side

if TYPE_CHECKING:
    from damier.web.play.sitting import Sitting

SHOWN = ("Event", "Site", "Date", "Round", "Result")  # of the tags of a game
MOST_SHOWN = 200  # letters of each


def entry_of(sitting: "Sitting") -> Kept:
    """The game as it is kept in the library."""
    sides = [
        {"program": side.is_program, "level": side.level, "depth": side.depth, "generation": side.generation}
        for side in sitting.settings.sides
    ]
    content = {
        "about": _about(sitting),
        "options": sitting.tree.game.options,
        "start": sitting.start,
        "tree": sitting.tree.to_json(),
        "sides": sides,
        "seconds": sitting.settings.seconds,
        "base": sitting.settings.base,
        "increment": sitting.settings.increment,
        "book": sitting.settings.book,
        "warns": sitting.settings.warns,
        "learn": sitting.settings.learn,
        "aim": sitting.settings.aim,
        "threads": sitting.settings.threads,
        "analysis": sitting.settings.analysis,
        "learning": astuple(sitting.learning) if sitting.learning else None,
        "left": sitting.clocks.shown() if sitting.clocks else None,
        "spent": sitting.spent.shown(),
        "ended": [sitting.ended.node, sitting.ended.winner, sitting.ended.reason] if sitting.ended else None,
        "paused": sitting.is_paused,
    }
    moves = len(sitting.tree.main_line()) - 1
    return Kept(
        id=sitting.id,
        game=sitting.offer.name,
        title=sitting.offer.title,
        summary=f"{moves} move{'' if moves == 1 else 's'}",
        begun=sitting.begun,
        changed=time.time(),
        content=content,
    )


def _about(sitting: "Sitting") -> dict[str, Any]:
    """Who played, the result and the event, for the list of games."""
    tree = sitting.tree
    programs = [side.manner if side.is_program else None for side in sitting.settings.sides]
    return {
        "people": [name[:MOST_SHOWN] for name in players_in(tree.game, tree.tags)],
        "sides": programs,
        "result": result_told(sitting),
        "event": known(tree.tags.get("Event", ""))[:MOST_SHOWN],
    }


def shown_headers(tags: Mapping[str, str]) -> dict[str, str]:
    """What a page shows of the tags of a game that was read: the usual ones, where they say something."""
    return {name: value[:MOST_SHOWN] for name in SHOWN if (value := known(tags.get(name, "")))}


def result_told(sitting: "Sitting") -> str:
    """The result of the main line, as in PGN; what a game that was read tells, where the board does not; or nothing."""
    last = sitting.tree.main_line()[-1]
    score = sitting.tree.session_to(last).score
    if score is None and sitting.ended is not None:
        score = 1 if sitting.ended.winner == 0 else -1
    if score is not None:
        return result_of(score)
    told = sitting.tree.tags.get("Result", "")
    return told if told in RESULTS else ""


def taken_up(kept: Kept, offer: Offer) -> tuple[Variations, str, Settings]:
    """The tree of a game that was kept, its start as it was written, and its settings. Raises BadInput if it cannot be."""
    try:
        content = kept.content
        start = str(content["start"])
        session = Session.from_text(offer.with_options(content["options"]), start)
        first, second = (_side(side) for side in content["sides"])
        base, increment = content["base"], float(content["increment"])
        book, warns, learn, analysis = (bool(content.get(each)) for each in ("book", "warns", "learn", "analysis"))
        threads = min(MOST_THREADS, max(1, int(content.get("threads", 1))))
        aim = str(content.get("aim", USUAL_AIM))
        aim_named(aim)
        seconds = float(content["seconds"])
        settings = Settings((first, second), seconds, base, increment, book, warns, learn, aim, threads, analysis)
        return Variations.from_json(session, content["tree"]), start, settings
    except (KeyError, TypeError, IndexError, ValueError) as error:
        raise BadInput(f"the game that was kept cannot be taken up again: {error}") from error


def _side(kept: dict[str, Any]) -> Side:
    depth = kept.get("depth")  # games that were kept before there was one have none
    generation = kept.get("generation")  # the same
    return Side(
        bool(kept["program"]),
        str(kept["level"]),
        None if depth is None else min(MOST_DEPTH, max(1, int(depth))),
        None if generation is None else max(0, int(generation)),
    )


def restore(sitting: "Sitting", content: dict[str, Any]) -> None:
    """What else a game had when it was kept: its clocks, its end, whether it stood still."""
    from damier.web.play.sitting import Ended

    sitting.is_paused = bool(content["paused"])
    if sitting.clocks and content["left"]:
        sitting.clocks.set([float(seconds) for seconds in content["left"]])
    if content.get("spent"):  # games that were kept before it was counted have none
        sitting.spent.set([float(seconds) for seconds in content["spent"]])
    if content["ended"]:
        sitting.ended = Ended(*content["ended"])
    if content.get("learning"):
        sitting.learning = Learning(*content["learning"])
