"""What the commands have for chess alone; `COMMANDS` are those of its own."""

from damier.cli.chess.uci import uci

COMMANDS = (uci,)
