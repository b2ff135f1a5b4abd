"""What is checked of rules follows from the contract: a rule that is added to it is checked without another line."""

from collections.abc import Iterator
from typing import Any

import pytest
from test_contract import check_agreement, rules_of

from damier.games import load
from damier.games.asking import arguments_for
from damier.games.game import BadInput, Game
from damier.games.own_file import load_file
from damier.kernel import CONTRACT, ContractFunction, Gives, Promise, contract
from damier.rules import goes_on
from own_games import NIM

BROKEN = {
    "return [take]": "must return a whole number, not [",
    "return take / 2": "must return a whole number, not 0.5",
    "return 10": "gives 10; expected 0 to 9",
    "return 9 if take == 2 else 0": "gives 9 after move 2; position 21; expected: nothing is that lively",
    "return eval('0')": "cannot be compiled",
    "return p.stones if least else None": "must return a whole number, not nothing (None)",
    "return p.heaps": "AttributeError",
}
TWO_FACED = """
from damier.kernel import compiled_as

def face():
    return 1

@compiled_as(face)
def other_face():
    return lambda: 2

@rule
def liveliness(p: Nim, take, least):
    return face()
"""


@pytest.fixture
def liveliness() -> Iterator[ContractFunction]:
    """A rule that nobody knows of."""

    def too_lively(at: Any) -> str:
        lively = next((move for move in at.moves if at.ask("liveliness", move=move) == 9), None)
        return "" if lively is None else f"9 after {at.named(lively)}"

    @contract(
        gives=Gives("a whole number", lowest=0, highest=9),
        asked=goes_on,
        promises=[Promise("nothing is that lively", too_lively)],
    )
    def liveliness(position: Any, move: Any, least: Any) -> Any:
        """How much happens after a move."""
        return 0

    yield CONTRACT["liveliness"]
    del CONTRACT["liveliness"]


@pytest.mark.usefixtures("liveliness")
@pytest.mark.parametrize("body", BROKEN)
def test_it_is_checked_in_a_users_file(tmp_path, body):
    file = tmp_path / "lively.py"
    file.write_text(f"{NIM}\n@rule\ndef liveliness(p: Nim, take, least):\n    {body}\n")
    with pytest.raises(BadInput) as refused:
        load(str(file))
    assert "lively.py line 2" in str(refused.value)
    assert "rule 'liveliness'" in str(refused.value)
    assert BROKEN[body] in str(refused.value)


def test_it_is_compared_compiled_and_plain(tmp_path, liveliness):
    file = tmp_path / "two_faced.py"
    file.write_text(NIM + TWO_FACED)
    with pytest.raises(BadInput, match="rule 'liveliness' gives 1 as plain Python and 2 compiled"):
        load(str(file))
    module = load_file(file)
    game = Game("two_faced", module, {})
    start = game.start()
    assert liveliness in rules_of(start)
    with pytest.raises(AssertionError, match="liveliness"):
        check_agreement(game, rules_of(start), start, game.moves(start))
    check_agreement(game, [rule for rule in rules_of(start) if rule is not liveliness], start, game.moves(start))


def test_every_rule_says_what_it_is_asked_with():
    game = load("nim")
    assert len(CONTRACT) >= 22
    for entry in CONTRACT.values():
        assert len(arguments_for(entry, game.start(), 1, game.weights())) == len(entry.parameters)


def test_a_rule_about_something_unknown_is_refused():
    entry = ContractFunction(lambda position, weather: 0, False, Gives("a whole number"), None)
    with pytest.raises(LookupError, match="does not say what 'weather' is"):
        arguments_for(entry, None, 0, None)
