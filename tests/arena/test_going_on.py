"""Matches that go on where they were: whoever was killed when, each game is played, kept and counted once."""

import os
import random
import re
import signal
import time
from pathlib import Path

import pytest

from damier.arena import Match, Opening, Report, match
from damier.arena.record import MatchGame, read_games
from damier.games.game import BadInput
from damier.processes.pool import Pool
from lengths import times
from programs import DAMIER, running

SIDES = ("depth=1,hash=1,name=one", "depth=2,hash=1,name=two")


def play(out: Path, **terms) -> Report:
    return match("tictactoe", *SIDES, **{"games": 6, "jobs": 1, "out": out, "goes_on": True, **terms})


def told(games: list[MatchGame] | tuple[MatchGame, ...]) -> list[tuple]:
    """All of the games but the seconds, in the order of their numbers."""
    return sorted((game.number, game.names, game.result, game.reason, game.opening, game.moves) for game in games)


def test_a_match_goes_on(tmp_path: Path) -> None:
    out, whole = tmp_path / "games.txt", tmp_path / "whole.txt"
    uninterrupted = play(whole)
    contest = Match("tictactoe", *SIDES, games=6, jobs=1, out=out, on_game=lambda report: contest.stop())
    assert len(contest.run().games) == 1
    with out.open("a") as file:
        file.write("2 | two | one | 1-0 | end of the ga")  # somebody was killed here
    seen: list[int] = []
    report = play(out, on_game=lambda each: seen.append(len(each.games)))
    assert seen == [2, 3, 4, 5, 6]
    assert told(report.games) == told(uninterrupted.games) == told(read_games(out.read_text().splitlines()))
    assert report.to_json() == uninterrupted.to_json()
    again = Match("tictactoe", *SIDES, games=6, jobs=1, out=out, goes_on=True, workers=_nobody)
    assert told(again.run().games) == told(report.games)
    assert again.taken_over == 6


def _nobody(*terms: object):
    class Nobody:
        jobs = 0

        def run(self, tasks, on_end) -> None:
            assert list(tasks) == []

        def stop(self) -> None:
            pass

    return Nobody()


def test_a_match_may_become_longer_and_not_another(tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    play(out, games=2)
    assert told(play(out, games=4).games) == told(play(tmp_path / "other.txt", games=4).games)
    assert len(play(out, games=3).games) == 3
    with pytest.raises(BadInput, match="of something else: seed is 1 there, and 2 here"):
        play(out, seed=2)
    with pytest.raises(BadInput, match="of something else: settings is 'depth=2,hash=1,name=two' there"):
        match("tictactoe", SIDES[0], "depth=3,name=two", jobs=1, games=2, out=out, goes_on=True)
    with pytest.raises(BadInput, match=r"game \d began with 'moves .*' there, and begins with 'start' here"):
        play(out, openings=[Opening()])
    with pytest.raises(BadInput, match="only go on from a file of its games: --out"):
        match("tictactoe", *SIDES, goes_on=True)


def test_another_match_may_be_appended(tmp_path: Path) -> None:
    """As it always was; then the last one goes on."""
    out = tmp_path / "games.txt"
    play(out, games=2)
    play(out, games=2, seed=2, goes_on=False)
    play(out, games=4, seed=2)
    assert [game.number for game in read_games(out.read_text().splitlines())] == [0, 1, 0, 1, 2, 3]


def test_files_from_before_are_not_gone_on_with(tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    out.write_text("# game\n1 | a | b | 1-0 | end of the game | start | a1 | 0.001 0.000\n")
    with pytest.raises(BadInput, match="does not say of what it is"):
        play(out)


EARLIER = '[Event "another match"]\n[Round "1"]\n\n1. a1 *\n\n'


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The lines and the PGN of a match of two games, the latter after those of another one."""
    folder = tmp_path_factory.mktemp("pgn")
    (folder / "games.pgn").write_text(EARLIER)
    play(folder / "games.txt", games=2, pgn=folder / "games.pgn")
    return (folder / "games.txt").read_text(), (folder / "games.pgn").read_text()


@pytest.mark.parametrize("cut", ["nothing", "the last game", "into the moves", "into the tags", "between", "all", "the file"])
def test_the_pgn_has_the_same_games(written: tuple[str, str], tmp_path: Path, cut: str) -> None:
    lines, text = written
    last = text.rindex("[Event")
    ends = {"nothing": len(text), "the last game": last, "into the moves": len(text) - 5, "into the tags": last + 30}
    ends |= {"between": text.rindex("\n\n", 0, -2) + 2, "all": len(EARLIER), "the file": 0}
    out, pgn = tmp_path / "games.txt", tmp_path / "games.pgn"
    out.write_text(lines)
    pgn.write_text(text[: ends[cut]])
    games = 3 if cut == "into the moves" else 2
    play(out, games=games, pgn=pgn, workers=Pool if games == 3 else _nobody)
    after, earlier = pgn.read_text(), "" if cut == "the file" else EARLIER
    assert after.startswith(earlier)
    assert re.findall(r'\[Round "(\d+)"\]', after.removeprefix(earlier)) == ["1", "2", "3"][:games]
    assert _bare(after).startswith(_bare(earlier + text.removeprefix(EARLIER)).rstrip())
    assert after == text or cut != "nothing"


def _bare(pgn: str) -> str:
    """Without what the sides told of their moves, which may be lost."""
    return " ".join(re.sub(r"\{[^}]*\}", "", pgn).split())


def test_a_player_who_was_killed_plays_again(tmp_path: Path) -> None:
    """His processes end at any time; no game is lost by it, none is counted twice."""
    games = times(10, 800)
    out, whole = tmp_path / "games.txt", play(tmp_path / "whole.txt", games=games)
    with running(DAMIER, *_command(out, games)) as process:
        chance = random.Random(2)
        for _ in range(times(2, 20)):
            time.sleep(0.2 + chance.random())
            for child in _children(process.pid)[-1:]:
                os.kill(child, signal.SIGKILL)
        process.communicate(timeout=120)
    assert told(read_games(out.read_text().splitlines())) == told(whole.games)


def test_a_match_whose_driver_is_killed_goes_on(tmp_path: Path) -> None:
    games, kills = times(6, 200), times(2, 50)
    out, whole = tmp_path / "games.txt", play(tmp_path / "whole.txt", games=games, jobs=2)
    chance = random.Random(3)
    for _ in range(kills):
        before = out.stat().st_size if out.exists() else 0
        with running(DAMIER, *_command(out, games)) as process:
            while process.poll() is None and (not out.exists() or out.stat().st_size == before):
                time.sleep(0.005)
            time.sleep(chance.random() * 0.05)
            process.kill()
    report = play(out, games=games)
    assert told(report.games) == told(whole.games) == told(read_games(out.read_text().splitlines()))


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    out = tmp_path / "games.txt"
    with running(DAMIER, *_command(out, 5000)) as process:
        while process.poll() is None and (not out.exists() or out.stat().st_size < 1000):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        said, complaint = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "ended before its time" in said
    assert complaint.splitlines()[-1] == f"damier: the same command with --resume goes on from {out}"
    games = read_games(out.read_text().splitlines())
    assert f"games     {len(games)}:" in said
    assert len({game.number for game in games}) == len(games)


def _command(out: Path, games: int) -> list[str]:
    return ["match", "tictactoe", *SIDES, "--games", str(games), "--jobs", "2", "--out", str(out), "--resume"]


def _children(pid: int) -> list[int]:
    """Damier's own processes that a process has started."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdecimal():
            try:
                fields = (each / "stat").read_text().rpartition(")")[2].split()
                if int(fields[1]) == pid and "damier.arena.worker" in (each / "cmdline").read_text():
                    found.append(int(each.name))
            except OSError:
                continue
    return found
