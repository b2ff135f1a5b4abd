"""`damier web`: the page in the browser."""

from typing import Annotated

import typer

from damier.cli.common import NoTablesOption


def web(
    files: Annotated[list[str] | None, typer.Argument(help="your own games, as ./mygame.py")] = None,
    port: Annotated[int, typer.Option(help="0: any that is free")] = 8000,
    host: Annotated[
        str, typer.Option(help="where to listen; beyond this computer the page needs the printed token")
    ] = "127.0.0.1",
    no_tables: NoTablesOption = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the page")] = True,
) -> None:
    """Play, analyse and watch searches in the browser, on your own computer.

    \b
    Example: damier web
    Example: damier web ./mygame.py --port 8080 --no-browser
    """
    if not 0 <= port <= 65535:
        raise ValueError(f"port is {port}; it can be 0 to 65535")
    from damier.web.server import serve

    serve(files or [], host=host, port=port, open_browser=browser, builds_tables=not no_tables)
