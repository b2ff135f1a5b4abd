"""Pages of the searches by several processors, and of those that grow a tree in memory; as in `pages.py`."""

PAGES: dict[tuple[str, str], str] = {}

PAGES["star", "star"] = """
function Star(root)                                            @enter
    if root is a leaf then return h(root)                      @leaf
    p ← −∞
    while a son of the root waits or is searched do
        the master deals out what waits to whoever is free
        the master hears what is found
    return p                                                   @leave
"""

PAGES["star", "begin"] = """
function Begin(n)
    one processor has n, and is told p                         @enter
    v(n) ← +∞
"""

PAGES["star", "hear"] = """
function Hear(n, x)
    v(n) ← min(v(n), x)                                        @hear
    if v(n) ≤ p, or all sons of n are known then Conclude(n)
"""

PAGES["star", "conclude"] = """
function Conclude(n)
    stop whoever still searches below n                        @stop
    the sons of n that wait are cut                            @cut
    n is worth v(n)                                            @leave
    Raise(n)
"""

PAGES["star", "raise_bound"] = """
function Raise(n)
    if v(n) > p then p ← v(n)                                  @bound
        Conclude(s) for each son s of the root with v(s) ≤ p
"""

PAGES["pvsplit", "pvsplit"] = """
function PVSplit(n, α, β)                                      @enter
    if n is a leaf then return h(n)                            @leaf
    α ← max(α, −PVSplit(first son of n, −β, −α))               @bound
    while α < β and a son of n waits or is searched do
        whoever is free takes the next son s: v ← −AlphaBeta(s, −β, −α)
        once one is done: α ← max(α, v)                        @bound 1
    stop whoever still searches below n                        @stop
    the sons of n that wait are cut                            @cut
    return α                                                   @leave
"""

PAGES["bstar", "bstar"] = """
function BStar(root)
    evaluate the root                                          @plant
    Grow(root), BackUp(root)
    repeat
        b ← most hopeful son of the root, r ← most hopeful other son
        if low(b) ≥ high(r) then return b
        n ← b to prove the best, or r to disprove the rest
        while n has sons do n ← most hopeful son of n
        Grow(n), BackUp(n)
"""

PAGES["bstar", "back_up"] = """
function BackUp(n)
    repeat
        low(n), high(n) ← best of the sons of n                @back
        n ← father of n
    until nothing changes
"""

PAGES["bpip", "bpip"] = """
function BPIP(root)
    evaluate the root                                          @plant
    repeat
        BackUp(root)
        if to know more would gain too little then
            return the son with the best mean
        weigh how much each leaf matters
        Grow(n) for each leaf n that matters most
"""

PAGES["bpip", "back_up"] = """
function BackUp(root)
    for each new or changed node n, sons before fathers do
        spread(n) ← by evaluation at a leaf, else best of the sons of n    @back
"""

PAGES["grown_tree", "grow"] = """
function Grow(n)                                               @grow
    for each son s of n do
        evaluate s                                             @son
"""
