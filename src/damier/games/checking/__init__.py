"""Looking for what is wrong with a game: its rules in random games, watched, plain and compiled, beside what they promise.

`operations.py` does sums as compiled code does and says where they go wrong, `watched.py` has rules do theirs so, `walk.py` is
a random game, `answers.py` asks and compares, `writing.py` looks at names and texts, `compiler.py` says in plain words what the
compiler does not take, and `fault.py` is what is found.
"""
