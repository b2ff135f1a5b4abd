"""Experiments with random trees."""

EXPERIMENTS = {
    "uniform-trees": ("uniform_trees", "leaves visited in random uniform trees, and SSS* by the length of its list G"),
    "scout-trees": ("scout_trees", "Scout against alpha-beta on uniform trees, by depth and branching"),
    "equivalence": ("equivalence", "SSS* and MTD(+inf) visit the same leaves in the same order"),
}
