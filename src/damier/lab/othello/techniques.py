"""What each technique of the player's search is worth in Othello (`lab/techniques.py`), on positions of one game.

It is the game that Buro prints at the end of his article on opening books: Logistello 38-26 Rev/Kitty, on the Internet in 1993.
"""

from damier.lab.techniques import SourcedPosition, Subject, experiment

GAME = (
    "f5d6c3d3c4f4e3f3g4f6e2d2e1c1c2f2g5b1f1b4b5b3g6b2f7g3e6e7c5c6a4a3d1a6a5h3h5h4h6h7d8e8b7c7d7g1g2b6a1h2h1a2g8a8h8c8g7f8b8a7"
)
DEPTH = 10
AFTER = (6, 10, 14, 18, 22, 26, 30, 34)  # moves: the end is further away than the depth

POSITIONS = tuple(SourcedPosition(f"after {moves} moves", GAME[: 2 * moves], "Logistello - Rev/Kitty, 1993") for moves in AFTER)

SUBJECT = Subject("othello", POSITIONS, DEPTH)
SIZE = len(POSITIONS)
run = experiment(SUBJECT)
