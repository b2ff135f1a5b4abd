// Moves that share all their cells and differ in what comes of them, as promotions do: they are chosen on the last of these cells.

import { svg } from "../dom.js";
import { t } from "../words.js";
import { inWords } from "./cells.js";
import { letterSize } from "./draw.js";
import { figure, isFigure } from "./figures.js";
import { onChosen } from "./targets.js";

const NEXT = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Whether moves can be told apart on a cell of this board: there must be room for all of them. */
export function fits({ geometry, pointed }, moves) {
  return geometry.kind === "squares" && pointed.length > 0 && moves.length > 1 && moves.length <= Math.max(geometry.rows, geometry.columns);
}

/**
 * The choices, one below the other from the cell on, or above it, or beside it where that is not high enough: each shows what
 * would stand there. `choose(name)` is called with a move, `cancel()` if it is none of them.
 */
export function pickerOf(board, moves, choose, cancel) {
  const { geometry, state, pointed } = board;
  const place = pointed.at(-1);
  const { x, y, width, height } = geometry.square(place, 0, 0);
  const isHigh = moves.length <= geometry.rows;
  const [room, begin, size] = isHigh
    ? [geometry.top + geometry.rows * height, y, height]
    : [geometry.left + geometry.columns * width, x, width];
  const least = isHigh ? geometry.top : geometry.left;
  const isBack = begin + moves.length * size > room + 1 && begin - (moves.length - 1) * size >= least - 1;
  const from = isBack ? begin : Math.max(least, Math.min(begin, room - moves.length * size));
  const group = svg("g", { class: "picker", role: "group", "aria-label": t("choose-outcome") });
  const beside = svg("rect", { class: "beside", x: 0, y: 0, width: geometry.total.width, height: geometry.total.height, rx: 26 });
  beside.addEventListener("click", () => board.isDragged || cancel());
  group.append(beside);
  const differ = new Set(moves.map(({ becomes }) => becomes && JSON.stringify(becomes))).size === moves.length;
  const buttons = moves.map(({ name, becomes }, i) => {
    const at = from + (isBack ? -i : i) * size;
    const [left, top] = isHigh ? [x, at] : [at, y];
    const shown = differ && becomes ? becomes : null;
    const words = shown ? `${t("play-move", { move: name })}: ${inWords(shown, state.players)}` : t("play-move", { move: name });
    const button = svg("g", { class: "pick", role: "button", tabindex: 0, "aria-label": words, "data-move": name });
    button.append(svg("rect", { class: "ground", x: left + 1, y: top + 1, width: width - 2, height: height - 2, rx: 8 }));
    button.append(...drawn(board, shown, name, left + width / 2, top + height / 2));
    onChosen(button, () => board.isDragged || choose(name));
    return button;
  });
  group.append(...buttons);
  group.addEventListener("keydown", (event) => {
    if (event.key === "Escape") cancel();
    else if (event.key in NEXT) {
      const at = buttons.indexOf(event.target) + (isBack ? -1 : 1) * NEXT[event.key];
      buttons[(at + buttons.length) % buttons.length].focus();
    } else {
      const letter = event.key.toLowerCase();
      const found = moves.find(({ becomes }) => differ && becomes?.text.toLowerCase() === letter);
      if (!found || event.ctrlKey || event.metaKey || event.altKey) return;
      choose(found.name);
    }
    event.preventDefault();
    event.stopPropagation();
  });
  return group;
}

/** What would stand in the cell, as it is drawn on the board; the name of the move where that does not tell. */
function drawn(board, cell, name, x, y) {
  if (cell && isFigure(cell)) return [figure(cell, x, y, "")];
  if (cell && (cell.look === "disc" || cell.text === "X" || cell.text === "O")) {
    const place = board.pointed.at(-1);
    const [cx, cy] = board.geometry.middle(place);
    return [svg("g", { transform: `translate(${x - cx} ${y - cy})` }, ...board.cells.piece(cell, place))];
  }
  const text = cell?.text || name;
  const owner = cell && cell.owner >= 0 ? ` p${cell.owner}` : "";
  return [svg("text", { class: `piece${owner}`, x, y, "font-size": Math.min(letterSize(text), 150 / Math.max(1, text.length)) }, text)];
}
