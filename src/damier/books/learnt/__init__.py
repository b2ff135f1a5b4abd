"""The book that learns from games (Buro, "L'apprentissage des ouvertures chez Logistello").

places.py   positions as the book knows them: by key, symmetric ones and transpositions being one
nodes.py    what is known of positions, in memory: arrays that compiled code works on
rows.py     the same as bytes, one row of the file a position, each with its checksum
values.py   V_T, the minimax of results, and V_D, the value of deviating, kept right as games come in
store.py    the file: SQLite, one writer, many readers, sealed so that damage is noticed
book.py     the book: games go in, advice comes out
learner.py  what to do after a game: which ones to keep, which alternatives to look into, what to play out
background.py  learning behind a conversation, while nobody wants a move

reading.py    games as they stand in files of all formats
judging.py    which of them can be, and how they ended
importing.py  files into a book, a batch at a time
exporting.py  the games of a book as a file
avoiding.py   moves to avoid, as text
checking.py   whether all of a book is as it must be
"""
