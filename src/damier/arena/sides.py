"""From settings to those who play: which class stands for which protocol, and whether two settings can meet at all."""

import shutil
from collections.abc import Sequence
from dataclasses import replace

from damier.arena import nboard, own, uci
from damier.arena.nboard import NBoardEngine
from damier.arena.opponent import Opponent
from damier.arena.own import OwnPlayer
from damier.arena.setting import Setting
from damier.arena.uci import UciEngine
from damier.games.game import BadInput, Game
from damier.wording import quoted


def seen_by(setting: Setting, game: Game) -> Game:
    """The match's game as a side sees it: its setting may change options."""
    known = game.known_options
    for option, value in setting.options.items():
        if option not in known:
            raise BadInput(
                f"setting {quoted(setting.name)}: {game.name} has no option {quoted(option)}; "
                f"it has {', '.join(known) or 'none'}"
            )
        if isinstance(known[option], int) and not isinstance(value, int):
            raise BadInput(f"setting {quoted(setting.name)}: option {option} is {quoted(value)}; it must be a whole number")
    seen = replace(game, options=game.options | setting.options)
    try:
        seen.check_options()
    except BadInput as error:
        raise BadInput(f"setting {quoted(setting.name)}: {error}") from None
    return seen


def opponent_for(game: Game, setting: Setting) -> Opponent:
    """Who plays by this setting, not yet started."""
    if setting.protocol == "nboard":
        return NBoardEngine(game, setting)
    return UciEngine(game, setting) if setting.protocol == "uci" else OwnPlayer(game, setting)


def check_side(game: Game, setting: Setting) -> None:
    """Refuse, before anything begins, a setting that cannot play this game, as the side sees it."""
    if setting.protocol == "nboard":
        nboard.check(game, setting)
        if shutil.which(setting.command[0]) is None:
            raise BadInput(f"setting {quoted(setting.name)}: there is no program {quoted(setting.command[0])}")
    elif setting.protocol == "uci":
        uci.check(game, setting)
    else:
        own.check(game, setting)


def check_sides(played: Game, settings: Sequence[Setting]) -> None:
    """Refuse settings that cannot play this game, or not the same one."""
    games = [seen_by(setting, played) for setting in settings]
    for game, setting in zip(games, settings, strict=True):
        check_side(game, setting)
    first, *others = (game.text(game.start()) for game in games)
    for start in others:
        if start != first:
            raise BadInput(f"settings play different games: one starts from {quoted(first)}, another from {quoted(start)}")
