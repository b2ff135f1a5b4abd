"""What all games at the board share: the library, seats for engines, their memory, open books, who learns, and who builds."""

from dataclasses import dataclass, field

from damier.engine.pondering import Ponderer
from damier.web.play.learning import LearningQueue
from damier.web.play.library import Library
from damier.web.play.open_books import OpenBooks
from damier.web.play.seats import Memories, Preparations, Seats
from damier.web.play.tables_behind import TablesBehind
from damier.web.play.teaching import Teaching


@dataclass
class Room:
    """What all sittings share."""

    library: Library
    tables: TablesBehind | None = None  # who builds those of endings that come near; None: nobody
    seats: Seats = field(default_factory=Seats)
    memories: Memories = field(default_factory=Memories)
    preparations: Preparations = field(default_factory=Preparations)
    ponderer: Ponderer = field(default_factory=Ponderer)
    open_books: OpenBooks = field(default_factory=OpenBooks)
    learning: LearningQueue = field(init=False)
    teaching: Teaching = field(default_factory=Teaching)

    def __post_init__(self) -> None:
        self.learning = LearningQueue(self.seats, self.open_books.keep_memory)
