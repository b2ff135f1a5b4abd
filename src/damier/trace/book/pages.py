"""Pages of the searches that one processor does: by module and function of `damier.search`. What `@` means: `__init__.py`.

h(n) is the value of a leaf. Where a minus sign stands before a call, values are those of the player to move (negamax).
"""

# Where the books tell of an algorithm: chapter 15 of Alliot and Schiex, Alliot's slides, the TIPE, the report of the EFREI
SOURCES: dict[str, str] = {
    "minimax": "Alliot, Schiex, 15.2.2",
    "minimax-won": "Alliot 2020",
    "minimax2": "TIPE 2013",
    "alphabeta-minimax": "Alliot, Schiex, 15.2.3",
    "alphabeta": "Alliot, Schiex, 15.2.3",
    "alphabeta-sorted": "EFREI",
    "tolerant": "Alliot, Schiex, 15.7.4",
    "null-move": "Alliot 2020",
    "quiescence": "Alliot 2020",
    "scout": "Alliot, Schiex, 15.4",
    "pvs": "Marsland, Campbell 1982",
    "sss": "Alliot, Schiex, 15.3",
    "itersss": "Alliot, Schiex, 15.3",
    "memory": "Alliot, Schiex, 15.5.3",
    "memory-depth": "Alliot 2020",
    "window": "Alliot, Schiex, 15.5.4",
    "mtd": "Alliot, Schiex, 15.5.4",
    "mtd-inf": "Alliot, Schiex, 15.5.4",
    "negac": "Alliot, Schiex, 15.6",
    "star": "Alliot, Schiex, 15.5.5",
    "pvsplit": "Alliot, Schiex, 15.5.5",
    "bstar": "Berliner 1979",
    "bpip": "Baum, Smith 1997",
}

PAGES: dict[tuple[str, str], str] = {}

PAGES["minimax", "minimax"] = """
function Minimax(n)                                            @enter
    if n is a leaf then return h(n)                            @leaf
    if n is Max then v ← −∞ else v ← +∞
    for each son s of n do
        if n is Max then v ← max(v, Minimax(s))
        else v ← min(v, Minimax(s))
    return v                                                   @leave
"""

PAGES["minimax_won", "minimax_won"] = """
function Minimax(n)                                            @enter
    if n is a leaf then return h(n)                            @leaf
    if n is Max then v ← −∞ else v ← +∞
    for each son s of n do
        if n is Max then v ← max(v, Minimax(s))
        else v ← min(v, Minimax(s))
        if nothing can be better than v then leave the loop    @cut
    return v                                                   @leave
"""

PAGES["minimax2", "minimax2"] = """
function Minimax2(n, b)                                        @enter
    if n is a leaf then return h(n)                            @leaf
    if n is Max then v ← −∞ else v ← +∞
    for each son s of n do
        if n is Max then v ← max(v, Minimax2(s, v))
        else v ← min(v, Minimax2(s, v))
        if n is Max and v ≥ b, or n is Min and v ≤ b then
            leave the loop                                     @cut
    return v                                                   @leave
"""

PAGES["alphabeta_minimax", "alphabeta_minimax"] = """
function AlphaBeta(n, α, β)                                    @enter
    if n is a leaf then return h(n)                            @leaf
    for each son s of n do
        v ← AlphaBeta(s, α, β)
        if n is Max then α ← max(α, v) else β ← min(β, v)
        if α ≥ β then leave the loop                           @cut
    if n is Max then return α else return β                    @leave
"""

PAGES["alphabeta", "alphabeta"] = """
function AlphaBeta(n, α, β)                                    @enter
    if n is a leaf then return h(n)                            @leaf
    for each son s of n do
        α ← max(α, −AlphaBeta(s, −β, −α))
        if α ≥ β then leave the loop                           @cut
    return α                                                   @leave
"""

PAGES["alphabeta_sorted", "alphabeta_sorted"] = """
function AlphaBeta(n, α, β)                                    @enter
    if n is a leaf then return h(n)                            @leaf
    give each son of n a note, and sort them, the best first
    for each son s of n do
        α ← max(α, −AlphaBeta(s, −β, −α))
        if α ≥ β then leave the loop                           @cut
    return α                                                   @leave
"""

PAGES["tolerant", "tolerant"] = """
function Tolerant(n, α, β)                                     @enter
    if n is a leaf then return h(n)                            @leaf
    for each son s of n do
        α ← max(α, −Tolerant(s, −β, −α))
        if α ≥ β − tolerance then
            α ← max(α, β) and leave the loop                   @cut
    return α                                                   @leave
"""

PAGES["null_move", "null_move"] = """
function NullMove(n, α, β, d)                                  @enter
    if n is a leaf or d = 0 then return h(n)                   @leaf
    if a pass is allowed at n then
        v ← −NullMove(n after a pass, −β, 1 − β, d − 1 − R)
        if v ≥ β then the moves of n are cut                   @cut
            return v                                           @leave
    for each son s of n do
        α ← max(α, −NullMove(s, −β, −α, d − 1))
        if α ≥ β then leave the loop                           @cut 1
    return α                                                   @leave 1
"""

PAGES["quiescence", "quiet_alphabeta"] = """
function AlphaBeta(n, α, β, d)                                 @enter
    if d = 0 then return PlayOut(n, α, β)
    if n is a leaf then return h(n)                            @leaf
    for each son s of n do
        α ← max(α, −AlphaBeta(s, −β, −α, d − 1))
        if α ≥ β then leave the loop                           @cut
    return α                                                   @leave
"""

PAGES["quiescence", "play_out"] = """
function PlayOut(n, α, β)                                      @enter
    if the game is over at n then return h(n)                  @leaf
    if no noisy move is left at n then return h(n)             @quiet
    if nobody is in check then α ← max(α, h(n))                @stand
    for each noisy son s of n do
        α ← max(α, −PlayOut(s, −β, −α))
        if α ≥ β then leave the loop                           @cut
    return α                                                   @leave
"""

PAGES["scout", "scout_eval"] = """
function Eval(n)                                               @enter
    if n is a leaf then return h(n)                            @leaf
    v ← Eval(first son of n)
    for each other son s of n do
        if n is Max and Test(s, v, >), or n is Min and not Test(s, v, ≥) then
            v ← Eval(s)                                        @pass
    return v                                                   @leave
"""

PAGES["scout", "scout_test"] = """
function Test(n, v, c)                                         @enter
    if n is a leaf then return whether h(n) c v                @leaf
    for each son s of n do
        if Test(s, v, c) is true at Max, or false at Min then
            leave the loop with this answer                    @cut
    return the last answer                                     @leave
"""

PAGES["pvs", "pvs"] = """
function PVS(n, α, β)                                          @enter
    if n is a leaf then return h(n)                            @leaf
    v ← −∞
    for each son s of n do
        a ← max(α, v)
        if s is the first son then w ← −PVS(s, −β, −a)
        else
            w ← −PVS(s, −a − 1, −a)
            if a < w < β then w ← −PVS(s, −β, −a)              @pass
        v ← max(v, w)
        if v ≥ β then leave the loop                           @cut
    return v                                                   @leave
"""

PAGES["sss", "sss"] = """
function SSS(root)
    insert (root, live, +∞) into G                             @add
    repeat
        (n, t, e) ← take the first state of G                  @take
        if n = root and t = solved then return e               @finish
        if t = live then
            if n is a leaf then v ← h(n)                       @evaluate
                insert (n, solved, min(e, v)) into G           @add 1
            else insert (s, live, e) into G                    @add 2
                for each son s of Max, for the first son s of Min
        else if n is Min then
            remove from G all states below the father of n     @purge
            insert (father of n, solved, e) into G             @add 3
        else if n has a next brother then
            insert (next brother of n, live, e) into G         @add 4
        else insert (father of n, solved, e) into G            @add 5
"""

PAGES["room", "add"] = """
function Insert(state, G)
    if no state of G dominates it then put it into G
        remove from G all states that it dominates             @purge
"""

PAGES["room", "choose"] = """
function Choose(G)
    return the first state of G for which there is room
"""

PAGES["memory", "memory"] = """
function Memory(n, α, β)                                       @enter
    if n is a leaf then return h(n)                            @leaf
    if n is in the table then
        if low(n) ≥ β or high(n) ≤ α or low(n) = high(n) then
            return that bound                                  @hit
        α ← max(α, low(n)), β ← min(β, high(n))
    v ← −∞
    for each son s of n do
        v ← max(v, −Memory(s, −β, −max(α, v)))
        if v ≥ β then leave the loop                           @cut
    if v < β then high(n) ← v
    if v > α then low(n) ← v
    return v                                                   @leave
"""

PAGES["memory_depth", "memory_depth"] = """
function Memory(n, α, β, d)                                    @enter
    if n is a leaf or d = 0 then return h(n)                   @leaf
    if n is in the table at depth d then
        if low(n) ≥ β or high(n) ≤ α or low(n) = high(n) then
            return that bound                                  @hit
        α ← max(α, low(n)), β ← min(β, high(n))
    v ← −∞
    for each son s of n do, the best of an earlier search first
        v ← max(v, −Memory(s, −β, −max(α, v), d − 1))
        if v ≥ β then leave the loop                           @cut
    if v < β then high(n) ← v
    if v > α then low(n) ← v
    return v                                                   @leave
"""

PAGES["window", "run"] = """
function Window(root, f, m)
    v ← Memory(root, f − m, f + m)                             @ask
    if v ≤ f − m then v ← Memory(root, −∞, f − m)              @ask 1
    if v ≥ f + m then v ← Memory(root, f + m, +∞)              @ask 2
    return v
"""

PAGES["mtd", "mtd"] = """
function MTD(root, f)
    v ← f, low ← −∞, high ← +∞
    while low < high do
        if v = low then β ← v + 1 else β ← v
        v ← Memory(root, β − 1, β)                             @ask
        if v < β then high ← v else low ← v
    return v
"""

PAGES["mtd_inf", "run"] = """
function Value(root)
    return MTD(root, +∞)
"""

PAGES["negac", "run"] = """
function NegaC(root)
    low ← least possible value, high ← greatest possible value
    while low < high do
        m ← (low + high) / 2, rounded down
        v ← Memory(root, m, m + 1)                             @ask
        if v ≤ m then high ← v else low ← v
    return low
"""
