"""What the commands have for Othello alone; `COMMANDS` are those of its own."""

from damier.cli.othello.nboard import nboard

COMMANDS = (nboard,)
