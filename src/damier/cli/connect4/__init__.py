"""What the commands have for Connect 4 alone."""

COMMANDS = ()
