"""`damier rules`: the rules of a game for people, with its example on the board."""

import textwrap

from damier.cli.common import GameArgument, LanguageOption, load_game

WIDTH = 100  # of a line


def rules(game: GameArgument, language: LanguageOption = "") -> None:
    """Tell the rules of a game, with an example on the board.

    \b
    Example: damier rules nim
    Example: damier rules chess --language fr
    Example: damier rules ./mygame.py
    """
    from rich.console import Console

    from damier.cli.board import draw
    from damier.games.spoken import example_of, in_language, parts_of, rules_of
    from damier.records.session import Session

    played = load_game(game)
    text = in_language(rules_of(played), language)
    if not text:
        raise ValueError(f"{played.title} says nothing of its rules: write RULES in its file, or a docstring")
    for kind, lines in parts_of(text):
        if kind == "example":
            session = Session.from_text(played, example_of(played)[0])
            Console(highlight=False).print(draw(played.board(session.position, session.turn)))
        for line in lines:
            mark = "- " if kind == "list" else ""
            print(textwrap.fill(line, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark)))
        print()
