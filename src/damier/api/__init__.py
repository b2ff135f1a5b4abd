"""damier for programs: `damier.load` gives a `Game` that can do everything, and that is all there is to know.

`game.py` is that object; `duel.py` a game against damier, move by move.
"""
