"""The names of the algorithms, without importing them: name -> (module, what it is, in a line)."""

ALGORITHMS: dict[str, tuple[str, str]] = {
    "minimax": ("minimax", "visits everything to the horizon"),
    "minimax-won": ("minimax_won", "minimax that stops at a score that cannot be beaten"),
    "minimax2": ("minimax2", "minimax with one bound, the best of the elder brothers"),
    "alphabeta-minimax": ("alphabeta_minimax", "alpha-beta with Max and Min told apart"),
    "alphabeta": ("alphabeta", "alpha-beta, each node seen from the player to move"),
    "alphabeta-sorted": ("alphabeta_sorted", "alpha-beta with a note for each move, the best tried first (--note)"),
    "tolerant": ("tolerant", "alpha-beta that also cuts what is not clearly better (--tolerance): not exact"),
    "null-move": ("null_move", "alpha-beta that first tries to pass (--reduction): not exact"),
    "quiescence": ("quiescence", "alpha-beta that plays captures and checks out beyond its horizon (--checks)"),
    "scout": ("scout", "tests each move against the best so far before evaluating it"),
    "pvs": ("pvs", "principal variation search: Scout within alpha-beta's window"),
    "sss": ("sss", "SSS*: best-first among Max's strategies, with the list G"),
    "itersss": ("itersss", "SSS* with a list G of bounded length (--list-length)"),
    "memory": ("memory", "alpha-beta with a transposition table, fixed depth"),
    "memory-depth": ("memory_depth", "alpha-beta with a table that serves at any depth, best move first"),
    "window": ("window", "alpha-beta with memory in a window around a guess, searched again if need be"),
    "mtd": ("mtd", "MTD(f): null windows around a guess until the bounds meet"),
    "mtd-inf": ("mtd_inf", "MTD(+inf): MTD from above; on trees it is SSS*, leaf by leaf"),
    "negac": ("negac", "NegaC*: null windows that halve the interval of the value"),
    "star": ("star", "a master deals out the moves to simulated processors (--processors, --grain)"),
    "pvsplit": ("pvsplit", "simulated processors share out the other moves along the principal variation"),
    "bstar": ("bstar", "B*: proves which move is best, by bounds, not what it is worth (--spread)"),
    "bpip": ("bpip", "BPIP: leaves have distributions, the tree grows where they matter; gives a move (--spread, --gain)"),
}

# Those whose value need not be minimax's at their depth, and why
NOT_MINIMAX: dict[str, str] = {
    "tolerant": "cuts what is not clearly better",
    "null-move": "believes what a pass says",
    "quiescence": "looks beyond the horizon",
    "bstar": "looks for a move",
    "bpip": "looks for a move",
}
ON_PROCESSORS = ("star", "pvsplit")  # those that simulated processors run
CHOOSERS = ("bstar", "bpip")  # those that look for a move and not for its value
VALUED = tuple(name for name in ALGORITHMS if name not in CHOOSERS)  # the others
