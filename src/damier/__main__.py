"""`python -m damier`: the command `damier`."""

from damier.cli import main

main()
