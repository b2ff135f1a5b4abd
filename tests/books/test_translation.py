"""Names of openings in French: the well-known ones as the French say them, and all others without losing a proper name."""

import re
from pathlib import Path

import pytest

from damier.books.openings import OpeningName, openings_of
from damier.books.translation import Translation, languages_of, opening_in, opening_said, translation_of
from damier.files import read_text
from damier.games import load
from damier.games.game import BadInput
from damier.games.spoken import letters_of
from damier.records.session import Session
from own_games import nim

CHESS = {
    "Sicilian Defence": "Défense sicilienne",
    "Sicilian Defence: Dragon Variation": "Défense sicilienne, variante du dragon",
    "Sicilian Defence: Dragon Variation, Yugoslav Attack": "Défense sicilienne, variante du dragon, attaque yougoslave",
    "Sicilian Defence: Accelerated Dragon": "Défense sicilienne, dragon accéléré",
    "Sicilian Defence: Najdorf Variation": "Défense sicilienne, variante Najdorf",
    "Sicilian Defence: Scheveningen Variation, Keres Attack": "Défense sicilienne, variante Scheveningen, attaque Keres",
    "Sicilian Defence: Closed Variation": "Défense sicilienne, variante fermée",
    "Sicilian Defence: French Variation": "Défense sicilienne, variante française",
    "Sicilian Defence: Old Sicilian": "Défense sicilienne, vieille sicilienne",
    "Sicilian Defence: Wing Gambit": "Défense sicilienne, gambit de l'aile",
    "Sicilian Defence: Smith-Morra Gambit": "Défense sicilienne, gambit Smith-Morra",
    "French Defence": "Défense française",
    "French Defence: Advance Variation": "Défense française, variante d'avance",
    "French Defence: Exchange Variation": "Défense française, variante d'échange",
    "French Defence: Winawer Variation, Delayed Exchange": "Défense française, variante Winawer, échange différé",
    "French Defence: Poisoned Pawn Variation": "Défense française, variante du pion empoisonné",
    "French Defence: Tarrasch Variation": "Défense française, variante Tarrasch",
    "Caro-Kann Defence": "Défense Caro-Kann",
    "Caro-Kann Defence: Accelerated Panov Attack": "Défense Caro-Kann, attaque Panov accélérée",
    "Ruy Lopez": "Partie espagnole",
    "Ruy Lopez: Exchange Variation": "Partie espagnole, variante d'échange",
    "Ruy Lopez: Berlin Defence": "Partie espagnole, défense berlinoise",
    "Ruy Lopez: Morphy Defence, Modern Steinitz Defence": "Partie espagnole, défense Morphy, défense Steinitz moderne",
    "Ruy Lopez: Marshall Attack": "Partie espagnole, attaque Marshall",
    "Italian Game": "Partie italienne",
    "Italian Game: Two Knights Defence": "Partie italienne, défense des deux cavaliers",
    "Italian Game: Evans Gambit Declined": "Partie italienne, gambit Evans refusé",
    "Italian Game: Giuoco Piano": "Partie italienne, Giuoco Piano",
    "Scotch Game": "Partie écossaise",
    "Scotch Gambit": "Gambit écossais",
    "Four Knights Game": "Partie des quatre cavaliers",
    "Three Knights Opening": "Ouverture des trois cavaliers",
    "Vienna Game": "Partie viennoise",
    "Vienna Gambit": "Gambit viennois",
    "Bishop's Opening": "Ouverture du fou",
    "Centre Game": "Partie du centre",
    "Danish Gambit": "Gambit danois",
    "Latvian Gambit": "Gambit letton",
    "King's Gambit": "Gambit du roi",
    "King's Gambit Accepted": "Gambit du roi accepté",
    "King's Gambit Declined: Falkbeer Countergambit": "Gambit du roi refusé, contre-gambit Falkbeer",
    "Petrov Defence": "Défense Petrov",
    "Philidor Defence": "Défense Philidor",
    "Scandinavian Defence": "Défense scandinave",
    "Alekhine Defence: Four Pawns Attack": "Défense Alekhine, attaque des quatre pions",
    "Pirc Defence: Austrian Attack": "Défense Pirc, attaque autrichienne",
    "Modern Defence": "Défense moderne",
    "Queen's Gambit": "Gambit dame",
    "Queen's Gambit Accepted": "Gambit dame accepté",
    "Queen's Gambit Declined": "Gambit dame refusé",
    "Queen's Gambit Declined: Orthodox Defence": "Gambit dame refusé, défense orthodoxe",
    "Slav Defence": "Défense slave",
    "Semi-Slav Defence: Meran Variation": "Défense semi-slave, variante de Meran",
    "Albin Countergambit": "Contre-gambit Albin",
    "Queen's Pawn Game": "Partie du pion dame",
    "London System": "Système de Londres",
    "Catalan Opening": "Ouverture catalane",
    "King's Indian Defence": "Défense est-indienne",
    "King's Indian Attack": "Attaque est-indienne",
    "Queen's Indian Defence": "Défense ouest-indienne",
    "Nimzo-Indian Defence: Classical Variation": "Défense nimzo-indienne, variante classique",
    "Bogo-Indian Defence": "Défense bogo-indienne",
    "Old Indian Defence": "Défense vieille-indienne",
    "Grünfeld Defence": "Défense Grünfeld",
    "Neo-Grünfeld Defence": "Défense néo-Grünfeld",
    "Budapest Gambit": "Gambit de Budapest",
    "Dutch Defence": "Défense hollandaise",
    "English Opening": "Ouverture anglaise",
    "English Opening: Symmetrical Variation": "Ouverture anglaise, variante symétrique",
    "Grob's Attack": "Attaque Grob",
    "Black Knights' Tango": "Tango des cavaliers noirs",
}
OTHELLO = {
    "Tiger": "Tigre",
    "Rose": "Rose",
    "Buffalo": "Buffle",
    "Tanida Buffalo": "Buffle Tanida",
    "Heath: Mimura Variation II": "Heath, deuxième variante Mimura",
    "Cow": "Vache",
    "Chimney": "Cheminée",
    "Perpendicular Opening": "Ouverture perpendiculaire",
}
GAMES = {"chess": CHESS, "othello": OTHELLO}


@pytest.mark.parametrize("name", GAMES)
def test_well_known_openings_are_called_as_the_french_call_them(name: str) -> None:
    table = translation_of(load(name), "fr")
    assert table is not None
    assert {english: table.say(english) for english in GAMES[name]} == GAMES[name]


@pytest.mark.parametrize("name", GAMES)
def test_every_name_has_a_french_form_that_keeps_its_proper_names(name: str) -> None:
    """Words of the table are said in French; any other word with a capital letter stays as it is."""
    game = load(name)
    table, openings = translation_of(game, "fr"), openings_of(game)
    assert table is not None
    assert openings is not None
    written = read_text(game.module.OPENING_NAMES["fr"])
    said = [line.split("\t")[0] for line in written.splitlines() if line and not line.startswith("#")]
    translated = set(re.findall(r"[^\W\d]\w*", " ".join(said)))
    for line in openings._lines:
        french = table.say(line.name)
        assert french[:1] == french[:1].upper()
        assert "*" not in french
        proper = [word for word in re.findall(r"[^\W\d]\w*", line.name) if word[0].isupper() and word not in translated]
        for word in proper:
            assert word in re.findall(r"[^\W\d]\w*", french), (line.name, french)
        assert not re.search(r"\b(Defence|Variation|Attack|Opening|Line|Game|System|with|Pawn|Knights?)\b", french)


def test_all_chess_names_stay_different() -> None:
    """Two openings of one name would be a mistake in the table."""
    game = load("chess")
    table, openings = translation_of(game, "fr"), openings_of(game)
    assert table is not None
    assert openings is not None
    names = [line.name for line in openings._lines]
    assert len({table.say(name) for name in names}) == len(names)


def test_an_opening_is_said_in_the_language_that_is_asked_for() -> None:
    game = load("chess")
    session = Session.from_text(game, "1. e4 e6 2. Nf3 c5 3. h4")
    english, french = OpeningName("B40", "Sicilian Defence: French Variation"), "B40 Défense sicilienne, variante française"
    assert opening_said(session, "") == opening_said(session, "en") == english
    assert str(opening_said(session, "fr")) == french
    assert str(opening_in(game, english, "fr")) == french
    assert opening_said(Session(game), "fr") is None
    said = "chess has nothing in the language 'xx'; openings: en, fr; letters of figures: en, fr, de, es, it, nl"
    with pytest.raises(BadInput, match=said):
        opening_said(Session(game), "xx")


def test_a_language_of_which_only_letters_are_known_is_taken() -> None:
    """Openings keep the names of the lines then."""
    game = load("chess")
    session = Session.from_text(game, "1. e4 e6 2. Nf3 c5 3. h4")
    assert set(letters_of(game)) > set(languages_of(game))
    for language in letters_of(game):
        assert (translation_of(game, language) is None) == (language not in languages_of(game))
    assert opening_said(session, "de_DE.UTF-8") == opening_said(session, "en")


def test_games_without_names_have_nothing_to_say() -> None:
    game = load("tictactoe")
    assert languages_of(game) == []
    assert opening_said(Session(game), "xx") is None


def test_the_first_line_that_fits_counts_and_words_take_the_form_they_are_asked_for() -> None:
    table = Translation(
        "* Red Fish\trotes * \t2\n* Fish\tFisch *\t3\nSmall\tklein / kleine / kleines\nNew *\tneu * / neue *\t1\n", "t"
    )
    assert table.say("Small Fish") == "Fisch kleines"
    assert table.say("Small Red Fish") == "Rotes kleine"
    assert table.say("New Small") == "Neu klein"
    assert table.say("Other: Small Fish, Whale Fish") == "Other, Fisch kleines, Fisch Whale"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "Ruy Lopez\n",
            "mine line 1: expected a name, how it is said and perhaps a form, from 1, with tabs between: 'Ruy Lopez'",
        ),
        ("# x\n* Defence\tdéfense *\tfeminine\n", "mine line 2: expected a name"),
        ("* Defence\tdéfense *\t0\n", "mine line 1: expected a name"),
        ("* Defence\tdéfense\n", r"mine line 1: every \* of '\* Defence' must be in 'défense' once"),
    ],
)
def test_bad_tables_are_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        Translation(text, "mine")


def test_a_game_of_ones_own_declares_its_names_too(tmp_path: Path) -> None:
    lines = 'OPENINGS = [("1", "Long Step", "3"), ("2", "Long Step: Answer", "3 1")]\n'
    table = 'OPENING_NAMES = {"fr": [("* Step", "pas *", "1"), ("Long", "long / longue"), ("Answer", "réponse")]}\n'
    file = tmp_path / "steps.py"
    file.write_text(nim(head=lines + table))
    session = Session(load(str(file)))
    for move in (3, 1):
        session.play(move)
    assert str(opening_said(session, "fr")) == "2 Pas long, réponse"
    file.write_text(nim(head=lines + table.replace('("Answer", "réponse")', '"Answer"')))
    with pytest.raises(BadInput, match=r"OPENING_NAMES is .*; it must be a dictionary of languages"):
        load(str(file))
