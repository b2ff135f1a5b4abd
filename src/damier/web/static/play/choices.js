// Moves that are offered by their names: those of the books, with the openings they lead to, and those of which the board cannot tell
// which is meant.

import { h } from "../dom.js";
import { language, t } from "../words.js";

const SHOWN = 40; // of moves that have no cells

/** The name of an opening in the page's language, where the game knows it. */
export const openingName = (state, name) => state.names[language]?.[name] ?? name;

/** Legal moves, those of the books with the names of the openings they lead to, in the page's language. */
export function legal(table) {
  const { state } = table;
  if (!table.showsBook) return state.legal.map((move) => ({ ...move, book: null }));
  return table.book.among(state.legal.map((move) => (move.book ? { ...move, book: openingName(state, move.book) } : move)));
}

/** Moves of the book, in blue, with the names of the openings they lead to. */
export function showBook(table) {
  const books = legal(table).filter((move) => move.book !== null);
  const playable = table.state.result === null && (table.isPersons || table.state.paused);
  table.bookMoves.hidden = !books.length || !playable;
  const key = JSON.stringify([books, t("book-moves")]);
  if (table.drawnBook === key) return;
  table.drawnBook = key;
  table.bookMoves.replaceChildren(
    h("span", { class: "unseen-not" }, `${t("labelled", { what: t("book-moves") })} `),
    ...books.map(({ name, book }) => h("button", { type: "button", class: "book-move", title: book || t("book-move"), on: { click: () => table.move(name) } }, name)),
  );
}

export function showChoices(table, moves) {
  table.choices.hidden = !moves.length;
  const hinted = table.state?.hint?.thought?.move;
  table.choices.replaceChildren(
    ...moves.slice(0, SHOWN).map(({ name }) =>
      h("button", { type: "button", "data-move": name, class: name === hinted ? "suggested" : "", on: { click: () => table.move(name) } }, name),
    ),
  );
}
