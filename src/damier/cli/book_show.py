"""`damier book show` and `damier book probe`: what a book holds, and what it knows of a position."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from damier.books.aims import USUAL_AIM, aim_named
from damier.cli.book_common import RESULTS, BookOption, opened, said, sizes, worth_json, worth_said
from damier.cli.common import (
    AimOption,
    GameArgument,
    JsonOption,
    PositionArgument,
    SetOption,
    SizeOption,
    count,
    load_game,
    print_json,
)

if TYPE_CHECKING:
    from damier.books.learnt.book import Choice, LearntBook
    from damier.records.session import Session

MOST_PLIES = 60
FILES_SHOWN = 10


def show(
    game: GameArgument,
    book: BookOption = None,
    plies: Annotated[int, typer.Option("--plies", help="how long the lines are")] = 6,
    width: Annotated[int, typer.Option("--width", help="moves shown in a position, those most played")] = 3,
    aim: AimOption = USUAL_AIM,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """What a book holds: games, positions, the files that were read, and the lines most played as a small tree.

    Of each move: how many games, won, drawn and lost by who makes it, and what the results and deviations make of it. The aim
    is the first player's.

    \b
    Example: damier book show othello
    Example: damier book show chess --plies 10 --width 2 --json
    """
    if not 0 <= plies <= MOST_PLIES or width < 1:
        raise ValueError(f"plies is from 0 to {MOST_PLIES}, and width at least 1")
    from damier.records.session import Session

    played, aimed = load_game(game, size, settings), aim_named(aim)
    with opened(played, book) as found:
        sources = found.store.sources()
        least = max(1, found.store.totals.games // 50)
        lines = list(_tree(found, Session(played), plies, width, least, aimed))
        if json_:
            files = [each._asdict() for each in sources]
            print_json({**sizes(found), "files": files, "lines": [_branch(each) for each in lines]})
            return
        print(f"{said(found)}, {count(found.store.path.stat().st_size)} bytes")
        for each in sources[:FILES_SHOWN]:
            end = "" if each.whole else ", not to its end yet"
            print(f"read: {each.name}, {count(each.kept)} of {count(each.read)} games{end}")
        if len(sources) > FILES_SHOWN:
            print(f"read: {count(len(sources) - FILES_SHOWN)} more files")
    for ply, name, choice in lines:
        print(f"{'  ' * ply + name:24}{_games(choice)}  {_known(choice):6}{worth_said(choice.worth):>6}")


def _branch(line: "tuple[int, str, Choice]") -> dict[str, object]:
    ply, name, choice = line
    return {"ply": ply + 1, **_choice_json(name, choice)}


def _tree(book: "LearntBook", session: "Session", plies: int, width: int, least: int, aim: int) -> Any:
    """The moves most played, each followed by those after it, in at least so many games."""
    from damier.books.learnt.nodes import OTHER_AIM
    from damier.books.learnt.places import Places

    position, ply = session.position, len(session.moves)
    page = book.look(position, ply, aim if session.turn == 0 else OTHER_AIM[aim]) if ply < plies else None
    if page is None:
        return
    around = Places(book.game).around(position, ply)
    number_of = dict(zip(around.moves, around.numbers.tolist(), strict=True))
    known = {number_of[each.move]: each for each in reversed(page.choices) if sum(each.games) >= least}  # one of symmetric ones
    for each in sorted(known.values(), key=lambda each: -sum(each.games))[:width]:
        yield len(session.moves), session.move_name(each.move), each
        session.make(each.move)
        yield from _tree(book, session, plies, width, least, aim)
        session.undo()


def _games(choice: "Choice") -> str:
    won, drawn, lost = choice.games
    return f"{count(sum(choice.games)):>9} {f'+{count(won)} ={count(drawn)} -{count(lost)}':>24}"


def _known(choice: "Choice") -> str:
    return "-" if choice.value is None else RESULTS[choice.value]


def _choice_json(name: str, choice: "Choice") -> dict[str, object]:
    won, drawn, lost = choice.games
    return {
        "move": name,
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "value": choice.value,
        "worth": worth_json(choice.worth),
        "avoid": choice.is_avoided,
    }


def probe(
    game: GameArgument,
    position: PositionArgument = "",
    book: BookOption = None,
    aim: AimOption = USUAL_AIM,
    size: SizeOption = "",
    settings: SetOption = None,
    json_: JsonOption = False,
) -> None:
    """What a book knows of a position: of each move the games won, drawn and lost, its values, and what the book plays.

    `known` is the minimax of results (V_T), `worth` the value of deviating well (V_D): win, loss, or from -1 to 1.

    \b
    Example: damier book probe othello f5d6c3
    Example: damier book probe chess "e4 c5" --aim win
    """
    from damier.records.session import Session

    aimed = aim_named(aim)
    played = load_game(game, size, settings)
    session = Session.from_text(played, played.in_file(position))
    with opened(played, book) as found:
        advice = found.advise_in(session, aimed)
    page = advice.page
    choice = None if advice.move is None else session.move_name(advice.move)
    if json_:
        print_json(
            {
                "position": session.text,
                "known": page is not None,
                "value": page.value if page else None,
                "worth": worth_json(page.worth) if page else None,
                "searched": page.searched if page else 0,
                "move": choice,
                "avoid": [session.move_name(move) for move in advice.avoid],
                "moves": [_choice_json(session.move_name(each.move), each) for each in page.choices] if page else [],
            }
        )
        return
    print(session.text)
    if page is None:
        print("no game of the book went through this position")
        return
    _print_page(session, page.choices)
    searched = f"; alternatives searched {page.searched} plies deep" if page.searched else ""
    print(f"position  {RESULTS[page.value]}, worth {worth_said(page.worth)}{searched}")
    avoided = ", ".join(session.move_name(move) for move in advice.avoid)
    print(f"the book  {f'plays {choice}' if choice else 'has no move to play'}{f'; avoids {avoided}' if avoided else ''}")


def _print_page(session: "Session", choices: "list[Choice]") -> None:
    print(f"{'move':8}{'won':>9}{'drawn':>9}{'lost':>9}  known  worth")
    for each in choices:
        won, drawn, lost = each.games
        name = session.move_name(each.move)
        mark = "  avoid" if each.is_avoided else ""
        print(f"{name:8}{count(won):>9}{count(drawn):>9}{count(lost):>9}  {_known(each):5}{worth_said(each.worth):>7}{mark}")
