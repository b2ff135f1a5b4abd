"""Positions that the player looks at to a fixed depth: openings, middle games and an ending."""

from damier.lab.parallel import by_player

POSITIONS = (
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 9",
    "r4rk1/pp1n1ppp/2p1pn2/q7/2PP4/2N1PN2/PP2QPPP/R4RK1 w - - 0 14",
    "r2q1rk1/1b2bppp/p2ppn2/1p6/3BP3/P1N2P2/1PPQ2PP/2KR1B1R w - - 0 13",
    "2r3k1/pp3ppp/2n1b3/3p4/3P4/P1N1P3/1P3PPP/3R1BK1 b - - 0 20",
    "8/5pk1/6p1/1p1r3p/p1p2R1P/P1P3P1/1P3PK1/8 w - - 0 40",
)

WORK = by_player("chess", POSITIONS, (20, 19, 20, 19, 20, 26), simulated_depth=5, title="Chess to depth 19 to 26")
