"""The pseudo-code of the books: every algorithm has some, each step has its line, and all of it is there in French."""

import re

import pytest

from damier.games import load
from damier.search.catalogue import ALGORITHMS
from damier.search.driver import Options
from damier.trace import trace
from damier.trace.book import book
from damier.trace.book.french import PHRASES, in_french
from damier.trace.book.pages import PAGES
from damier.trace.book.pages_together import PAGES as PAGES_TOGETHER
from damier.trace.code import functions, lines, listing

# What is seen of the steps of each algorithm: a line of a kind of step has the words that tell of it
WORDS = {
    "enter": r"^function|has n, and is told p|evaluate",
    "leaf": r"is a leaf|game is over|noisy move is left|h\(n\)|evaluate|min\(v\(n\), x\)",
    "cut": r"cut|leave the loop",
    "hit": r"that bound",
    "leave": r"return|is worth",
    "take": r"take|return e",
    "insert": r"insert",
    "purge": r"remove from G",
    "stop": r"stop",
    "bound": r"p ← v\(n\)|α ← max\(α",
    "grow": r"function Grow",
    "back": r"← .*best of the sons",
    "stand": r"α ← max\(α, h\(n\)\)",
    "pass": r"Memory\(root|v ← Eval|w ← −PVS",
}
SCENES = [
    ("tree", "[[[3, 12], [8, 2]], [[4, 6], [14, 5]], [[2, 7], [1, 9]]]", {}),
    ("random-tree", "", {"branching": 4, "depth": 4, "seed": 2, "values": 100}),
    ("tictactoe", "xo./.x./o..", {}),
]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_step_has_its_line_in_the_book(algorithm: str) -> None:
    found = book(algorithm)
    assert found.source
    assert set(found.text) == {"en", "fr"}
    assert len(found.text["en"]) == len(found.text["fr"])
    assert {line for places in listing(algorithm).places.values() for line in places} == set(found.marks)
    for name, text, options in SCENES:
        game = load(name, **options)
        position = game.parse(text)
        depth = 3 if name == "tictactoe" else game.full_depth(position) or 4
        run = trace(game, position, algorithm, depth, Options(processors=3, list_length=14 if algorithm == "itersss" else None))
        assert run.steps
        for step, line in zip(run.steps, lines(run), strict=True):
            assert re.search(WORDS[step.kind], found.text["en"][found.marks[line]]), (step, found.text["en"][found.marks[line]])


def test_every_page_belongs_to_an_algorithm() -> None:
    shown = {function for algorithm in ALGORITHMS for function in functions(algorithm)}
    assert set(PAGES) | set(PAGES_TOGETHER) <= shown
    assert not set(PAGES) & set(PAGES_TOGETHER)


def test_no_english_is_left_in_french_and_no_phrase_is_idle() -> None:
    """Only names of functions, one-letter variables, Max and Min, max and min are the same in both."""
    used = set()
    for algorithm in ALGORITHMS:
        for line in book(algorithm).text["en"]:
            rest = line
            for phrase in sorted(PHRASES, key=len, reverse=True):
                if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", rest):
                    used.add(phrase)
                    rest = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", " ", rest)
            names = set(re.findall(r"[A-Z][A-Za-z0-9]+(?=\()", line)) | {"max", "min"}
            assert set(re.findall(r"[A-Za-z]{2,}\d?", rest)) <= names, line
    assert used == set(PHRASES)
    assert in_french("if n is a leaf then return h(n)") == "si n est une feuille alors renvoyer h(n)"
