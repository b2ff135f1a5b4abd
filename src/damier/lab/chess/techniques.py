"""What each technique of the player's search is worth in chess (`lab/techniques.py`), on positions from openings to endings."""

from damier.lab.techniques import SourcedPosition, Subject, experiment

POSITIONS = (  # openings, middle games and endings by turns
    SourcedPosition("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "the rules"),
    SourcedPosition(
        "two knights", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "P. McKenzie, Kiwipete"
    ),
    SourcedPosition("four rooks", "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1", "Bratko-Kopec test, 2"),
    SourcedPosition("Spanish", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5", "1. e4 ... 5. O-O"),
    SourcedPosition("mirror", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "S. Edwards"),
    SourcedPosition("pawns", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "R. Fine, Basic Chess Endings, 70"),
    SourcedPosition("Sicilian", "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6", "1. e4 ... 5. Nc3 a6"),
    SourcedPosition("king hunt", "b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24", "Kasparov - Topalov, 1999"),
    SourcedPosition("two rooks", "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", "F. Reinfeld, Win at Chess, 2"),
    SourcedPosition("Nimzo-Indian", "rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4", "1. d4 ... 3. Nc3 Bb4"),
    SourcedPosition("closed", "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1", "Bratko-Kopec test, 3"),
    SourcedPosition("minor pieces", "4b3/p3kp2/6p1/3pP2p/2pP1P2/4K1P1/P3N2P/8 w - - 0 1", "Bratko-Kopec test, 8"),
)
DEPTH = 12
RESIGN = 1000, 3

SUBJECT = Subject("chess", POSITIONS, DEPTH, RESIGN)
SIZE = len(POSITIONS)
run = experiment(SUBJECT)
