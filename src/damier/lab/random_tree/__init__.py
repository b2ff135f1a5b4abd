"""Experiments with random trees."""

EXPERIMENTS = {
    "uniform-trees": ("uniform_trees", "leaves visited in random uniform trees, and SSS* by the length of its list G"),
    "scout-trees": ("scout_trees", "Scout against alpha-beta on uniform trees, by depth and branching"),
    "equivalence": ("equivalence", "SSS* and MTD(+inf) visit the same leaves in the same order"),
    "best-first": ("best_first", "B* and BPIP: nodes to prove the best move, and how often it is chosen within so many nodes"),
}
