"""Experiments with Kalah, and games like it."""

SMALL = (  # solved by `small-games`: the game, its positions, its value; nothing is captured if the opposite pit is empty
    ("kalah:pits=4:seeds=1", 1_986, None),
    ("kalah:pits=4:seeds=2", 179_771, None),
    ("kalah:pits=4:seeds=3", 2_934_307, None),
    ("kalah:pits=4:seeds=4", 22_145_126, None),
)
EXPERIMENTS = {"scout": ("scout", "Scout and PVS against alpha-beta on Kalah and Awale, by depth")}
PLAIN_DEPTH = 9  # plies that plain alpha-beta looks ahead in `first-move` and `steady-values`
