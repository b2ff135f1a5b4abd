"""Settings as people write them."""

import pytest

from damier.arena.setting import read_setting
from damier.arena.sides import check_sides
from damier.books.aims import EVEN, MAY_DRAW, MUST_WIN
from damier.engine.clock import GameClock
from damier.engine.levels import STRONGEST, Traps
from damier.games import load
from damier.games.game import BadInput


def test_a_setting_says_how_a_side_plays() -> None:
    setting = read_setting("level=club, seconds=0.1,killers=off,table=on,hash=16,evaluation=table,size=6")
    assert (setting.level.number, setting.seconds, setting.depth, setting.hash_mb) == (5, 0.1, None, 16)
    assert (setting.techniques.killers, setting.techniques.table) == (False, True)
    assert setting.options == {"evaluation": "table", "size": 6}
    assert setting.name == "level=club, seconds=0.1,killers=off,table=on,hash=16,evaluation=table,size=6"


def test_time_and_depth() -> None:
    assert read_setting("level=3").seconds == 1.0
    assert (read_setting("depth=6").seconds, read_setting("depth=6").depth) == (None, 6)
    clocked = read_setting("clock=2+0.02,name=quick")
    assert (clocked.name, clocked.seconds, clocked.clock) == ("quick", None, GameClock(2.0, 0.02))
    assert read_setting("clock=60").clock == GameClock(60.0, 0.0)
    assert clocked.limits(1.5).clock == GameClock(1.5, 0.02)
    assert clocked.limits(1.5).wait(60.0) == 2.5
    assert read_setting("seconds=0.5").limits(None).wait(60.0) == 60.5
    assert read_setting("depth=9").limits(None).wait(60.0) == 60.0


def test_a_book_is_a_file_or_the_users_own() -> None:
    written = ("depth=1", "book=off", "book=on", "book=mine.book")
    assert [read_setting(text).book for text in written] == [None, None, "", "mine.book"]


def test_what_a_draw_counts_by_the_book() -> None:
    written = ("book=on", "book=on,aim=any", "book=mine.book,aim=win", "aim=draw,book=on")
    assert [read_setting(text).aim for text in written] == [EVEN, EVEN, MUST_WIN, MAY_DRAW]


def test_a_style_is_part_of_the_level() -> None:
    setting = read_setting("style=traps,rating=1200,loss=0.25,depth=5")
    assert (setting.level.name, setting.level.traps) == ("strong+traps:1200:0.25", Traps(1200, 0.25))
    assert read_setting(f"level={setting.level.name}").level == setting.level
    assert read_setting("level=perfect,style=traps").level.traps == Traps()
    assert read_setting("style=sound").level == STRONGEST
    assert read_setting("level=people:1500").level.rating == 1500


def test_another_program_is_a_command() -> None:
    setting = read_setting("depth=6,name=other,nboard:my engine -n 1,2 'a b'")
    assert (setting.protocol, setting.command) == ("nboard", ("my", "engine", "-n", "1,2", "a b"))
    assert (setting.name, setting.depth, setting.seconds) == ("other", 6, None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("level", "'level' in setting 'level' is not written name=value"),
        ("level=10", "there is no level '10'"),
        ("seconds=soon", "seconds is 'soon'; it must be a number from"),
        ("seconds=nan", "seconds is 'nan'"),
        ("seconds=0", "seconds is '0'"),
        ("depth=0", "depth is '0'; it must be a whole number from 1 to 250"),
        ("hash=-3", "hash is '-3'"),
        ("clock=2+x", "clock is 'x'"),
        ("clock=2,seconds=1", "not both"),
        ("killers=maybe", "killers is 'maybe'; a technique is on or off"),
        ("style=wild", "there is no style 'wild'; styles: sound, traps"),
        ("style=traps,level=club", "level 'club' errs itself; the style traps is for the levels 7 expert"),
        ("style=traps,loss=-1", "a loss is '-1'; it must be a number from 0 to 1000"),
        ("rating=1500", "a rating of the other player, and a loss, are for the style traps"),
        ("level=people:strong", "a rating is 'strong'; it must be a number from 0"),
        ("style=traps,nboard:a", "another program is told"),
        ("nboard:", "names no program"),
        ("nboard:'a", "cannot be read"),
        ("book=on,nboard:a", "another program is told"),
        ("book=on,aim=lose", "aim is 'lose'; it can be any, win, draw"),
        ("aim=win", "aim is the book's, and there is none"),
        ("level=3,nboard:a", "another program is told seconds, clock, depth or nodes only"),
    ],
)
def test_what_cannot_be_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_setting(text)
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("game", "one", "two", "complaint"),
    [
        ("kalah", "level=3", "colour=red", "kalah has no option 'colour'"),
        ("kalah", "seeds=4", "seeds=6", "settings play different games"),
        ("kalah", "seeds=few", "level=3", "option seeds is 'few'; it must be a whole number"),
        ("kalah", "level=9", "level=3", "nobody plays Kalah perfectly yet"),
        ("kalah", "book=none.book", "level=3", "setting 'book=none.book': there is no book none.book"),
        ("connect4", "level=3", "nboard:python", "NBoard programs play othello, not connect4"),
        ("othello", "level=3", "nodes=9,nboard:python", "NBoard knows no limit of nodes; say depth"),
        ("othello", "level=3", "nboard:no-such-program -x", "there is no program 'no-such-program'"),
    ],
)
def test_who_cannot_meet(game: str, one: str, two: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_sides(load(game), [read_setting(one), read_setting(two)])
    assert complaint in str(refused.value)
