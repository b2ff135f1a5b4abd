// A position to look at, drawn small: nothing on it can be pointed at, and who listens hears what stands beside it instead.

import { h } from "./dom.js";
import { Board } from "./play/board.js";
import { t } from "./words.js";

/** The picture of a position; `arrows` are the cells of moves to show on it. */
export function picture(id, { board, ...position }, title, arrows = []) {
  const holder = h("div", { class: "board picture", "data-theme": board.theme || null, "aria-hidden": "true" });
  const players = position.players.map((player) => t(player));
  const shown = arrows.map((cells) => ({ cells, text: "", rank: 0 }));
  new Board(holder, undefined, undefined, true).show({ ...position, board, id, here: 0, title, players }, { arrows: shown });
  return holder;
}
