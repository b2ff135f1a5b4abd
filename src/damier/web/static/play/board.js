// One board for any game: it knows cells, their owners and the cells a move points at, and nothing of the rules.
// Cells are drawn first; above them lie the targets a person can point at, by mouse, finger or keyboard: a click on one
// cell after the other, or a drag from the first to the last.

import { svg } from "../dom.js";
import { language, t } from "../words.js";
import { crown, grown, isSeeds, letterSize, seeds } from "./draw.js";
import { figure, figureName, isFigure } from "./figures.js";
import { kindOf, signOf, verdictOf } from "./verdicts.js";

const SIZE = 100; // of a cell, in the units of the drawing
const PIT_HEIGHT = 128; // with room for the number of seeds below
const FIELD_WIDTH = 330; // of a cell that shows a name and a number
const [PEBBLES, MOST_PEBBLES] = [9, 36]; // in a line, and in all, that are drawn one by one
const PAD = 20;
const LABEL = 32;
const [SCORES, SCORES_MIDDLE] = [46, 36]; // the height and the middle of the line of scores
const BADGE = 35; // from the middle of a cell down to the score of a move that goes from cell to cell
const LETTER = 22; // the width of a letter
const MOST_COLUMNS = 10; // a wider board is scrolled on a narrow screen
const SMALLEST_CELL = 34; // on the screen, of a board that can be scrolled

const CHEQUERED = ["wood", "checks"]; // themes
const CROWN = "K"; // the text of a disc that is a king
const FIELD = /^(\S+) (-?\d+)$/;

const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const has = (cells, cell) => cells.some((other) => same(other, cell));

/** What stands in a cell, in words. */
export function inWords(cell, players) {
  const owner = cell.owner >= 0 ? players[cell.owner] : "";
  const disc = cell.look === "disc" && (cell.text === CROWN ? t("disc-crowned") : cell.text || t("disc"));
  const what = isFigure(cell) ? t(`figure-${figureName(cell)}`) : disc || cell.text;
  return [owner, what].filter(Boolean).join(", ") || t("empty");
}

const NOTHING = { playable: false, hint: [], scores: null, arrows: [], isFlipped: false };
const DRAGGED = 8; // pixels that a finger or the mouse may tremble before it drags

let boards = 0;

// Whether the board is played by keyboard: the focus came to it by Tab, and no click since
let isByKeyboard = false;
addEventListener("keydown", (event) => (isByKeyboard ||= event.key === "Tab"), true);
addEventListener("pointerdown", () => (isByKeyboard = false), true);

export class Board {
  /** `onMove(name)` is called with a move, `onChoices(moves)` with those that have no cells left to point at; it `fills` its room. */
  constructor(holder, onMove = () => {}, onChoices = () => {}, fills = false) {
    this.holder = holder;
    this.onMove = onMove;
    this.onChoices = onChoices;
    this.number = ++boards;
    this.fills = fills;
    this.drawn = {};
    this.focused = null; // the cell that had the focus when its target was last taken away
  }

  /**
   * Show a state, and on it: whether the person may move (`playable`), the cells of a `hint`, `arrows` of good moves (their
   * `cells`, `text` and `rank`). `scores` are to stand above the columns, or on the squares: those `known`, whether they are
   * `exact`, and whether it `isSolving` for the others. `isFlipped` turns a board round.
   */
  show(state, look = {}) {
    const { playable, hint, scores, arrows, isFlipped } = { ...NOTHING, ...look };
    if (state.id !== this.state?.id || state.here !== this.state?.here || !playable) this.pointed = [];
    this.pointed ??= [];
    Object.assign(this, { state, playable, hint, scores, arrows, isFlipped });
    this.draw();
  }

  /** Draw what has changed: the cells, if it is they, and the targets. */
  draw() {
    this.focused = document.activeElement?.closest?.(".target")?.dataset.cell ?? this.focused;
    const { id, here, text, players } = this.state;
    const marks = [this.hint, this.scores, this.scores && this.pointed, this.arrows, this.isFlipped];
    const key = JSON.stringify([id, here, text, players, language, marks]);
    if (key !== this.drawn.key) {
      this.isNew = id === this.drawn.id && here !== this.drawn.here && !this.isDragged;
      this.drawn = { key, id, here };
      this.measure();
      this.picture = this.draft();
      this.holder.classList.toggle("wide", this.columns > MOST_COLUMNS);
      this.holder.replaceChildren(this.picture);
    }
    const targets = JSON.stringify([key, this.playable, this.pointed, this.state.legal]);
    if (targets !== this.drawn.targets) {
      this.drawn.targets = targets;
      this.picture.querySelector(".targets").replaceWith(this.targets());
      this.refocus([...this.picture.querySelectorAll(".target")]);
    }
  }

  /** The board and its cells. */
  draft() {
    const { width, height } = this.total;
    const scale = this.kind === "fields" ? 1.5 : Math.max(1, 440 / width);
    const picture = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      class: this.kind,
      role: "group",
      "aria-label": t("board-of", { title: this.state.title }),
    });
    picture.style.maxWidth = this.fills ? "" : `${Math.round(Math.min(width * scale, 760))}px`;
    picture.style.minWidth = this.columns > MOST_COLUMNS ? `${this.columns * SMALLEST_CELL}px` : "";
    if (this.kind !== "fields") {
      picture.append(svg("rect", { class: "panel", x: 1, y: 1, width: width - 2, height: height - 2, rx: 26 }));
    }
    if (this.kind === "falling") picture.append(this.holes());
    picture.append(this.labels(), this.cells(), this.scoresOfMoves(), this.arrowsOfMoves(), svg("g", { class: "targets" }));
    picture.addEventListener("pointerdown", (event) => this.press(event));
    picture.addEventListener("keydown", (event) => this.walk(event));
    return picture;
  }

  /** Where one can look through a board in which discs fall. */
  holes() {
    const holes = svg("clipPath", { id: `holes-${this.number}` });
    this.state.board.cells.forEach((line, row) =>
      line.forEach((_, column) => {
        const [cx, cy] = this.middle([row, column]);
        holes.append(svg("circle", { cx, cy, r: 42 }));
      }),
    );
    return svg("defs", {}, holes);
  }

  /** Give the focus back to the cell that had it, or to one in its column, unless it has gone elsewhere. */
  refocus(targets) {
    if (!targets.length || this.focused === null) return;
    const column = `,${this.focused.split(",")[1]}`;
    const target =
      targets.find((each) => each.dataset.cell === this.focused) ??
      targets.find((each) => each.dataset.cell.endsWith(column)) ??
      targets[0];
    if ([document.body, null].includes(document.activeElement)) target.focus({ preventScroll: true });
    this.focused = null;
  }

  /** What kind of board it is, and how large. */
  measure() {
    const { board, legal } = this.state;
    const all = board.cells.flat();
    this.rows = board.cells.length;
    this.columns = board.cells[0]?.length ?? 0;
    const pits = all.some((cell) => cell.look === "pit");
    const named = all.every((cell) => cell.owner < 0 && cell.look === "plain" && FIELD.test(cell.text));
    if (board.falling) this.kind = "falling";
    else if (pits) this.kind = "pits";
    else if (all.length && named && legal.every((move) => !move.cells.length)) this.kind = "fields";
    else this.kind = "squares";
    this.turned = this.isFlipped && this.kind === "squares";
    this.isChequered = this.kind === "squares" && (CHEQUERED.includes(board.theme) || all.some((cell) => isFigure(cell)));
    this.seeds = pits && all.some((cell) => isSeeds(cell));
    const longest = Math.max(0, ...all.filter((cell) => cell.look === "plain").map((cell) => cell.text.length));
    this.width = this.kind === "fields" ? FIELD_WIDTH : Math.max(SIZE, longest > 3 ? 30 + LETTER * longest : SIZE);
    this.height = this.seeds ? PIT_HEIGHT : SIZE;
    const pointed = legal.flatMap((move) => move.cells);
    this.namesAbove = pits && this.rows > 1 && pointed.length > 0 && pointed.every(([row]) => row === 0);
    const named_rows = board.rows.some(Boolean) ? LABEL : 0;
    const named_columns = board.columns.some(Boolean) ? LABEL : 0;
    const pad = this.kind === "fields" ? 4 : PAD;
    this.left = pad + named_rows;
    const scored = this.kind === "falling" && this.scores ? SCORES : 0;
    this.top = pad + scored + (this.namesAbove ? named_columns : 0);
    this.total = {
      width: 2 * pad + named_rows + this.columns * this.width,
      height: 2 * pad + scored + named_columns + this.rows * this.height,
    };
  }

  /** The middle of a cell. */
  middle([row, column]) {
    if (this.turned) [row, column] = [this.rows - 1 - row, this.columns - 1 - column];
    return [this.left + (column + 0.5) * this.width, this.top + (row + 0.5) * this.height];
  }

  labels() {
    const group = svg("g", { class: "labels", "aria-hidden": "true" });
    const { rows, columns } = this.state.board;
    const bottom = this.total.height - LABEL / 2 - (this.kind === "squares" ? 10 : 12);
    columns.forEach((name, column) => {
      const [x] = this.middle([0, column]);
      group.append(svg("text", { x, y: this.namesAbove ? LABEL / 2 + 12 : bottom }, name));
    });
    rows.forEach((name, row) => {
      const [, y] = this.middle([row, 0]);
      group.append(svg("text", { x: LABEL / 2 + 10, y }, name));
    });
    return group;
  }

  /** Arrows from the first to the last cell of good moves, the best the strongest; what moves to one cell are worth on it. */
  arrowsOfMoves() {
    const group = svg("g", { class: "arrows", "aria-hidden": "true" });
    for (const { cells, text, rank } of [...this.arrows].reverse()) {
      if (!cells.length) continue;
      const [x1, y1] = this.middle(cells[0]);
      const [x2, y2] = this.middle(cells.at(-1));
      const arrow = svg("g", { class: `arrow rank${Math.min(rank, 2)}` });
      if (cells.length > 1) {
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
        const [ex, ey] = [x2 - 34 * dx, y2 - 34 * dy]; // where the head begins
        arrow.append(
          svg("path", { class: "shaft", d: `M${x1 + 22 * dx} ${y1 + 22 * dy}L${ex} ${ey}` }),
          svg("path", { class: "head", d: `M${x2} ${y2}L${ex - 20 * dy} ${ey + 20 * dx}L${ex + 20 * dy} ${ey - 20 * dx}z` }),
          svg("text", { x: x1 + 0.8 * (ex - x1), y: y1 + 0.8 * (ey - y1) }, text),
        );
      } else arrow.append(svg("circle", { cx: x1, cy: y1, r: 36 }), svg("text", { x: x1, y: y1 }, text));
      group.append(arrow);
    }
    return group;
  }

  /** What each move is worth, above its column or on its square. */
  scoresOfMoves() {
    const group = svg("g", { class: "scores" });
    if (!this.scores) return group;
    const { known, isSolving } = this.scores;
    const bestByCell = new Map(); // several moves may begin, or go on, at a cell: the best of them counts
    for (const { name, cells } of this.begun()) {
      const cell = cells[this.pointed.length];
      if (!cell || !this.scorePlace(cells)) continue;
      const found = known.find((each) => each.move === name);
      const best = bestByCell.get(`${cell}`);
      if (!best?.found || (found && known.indexOf(found) < known.indexOf(best.found))) bestByCell.set(`${cell}`, { found, cells });
    }
    for (const { found, cells } of bestByCell.values()) {
      const [x, y] = this.scorePlace(cells);
      if (found) group.append(this.score(found, x, y, cells.length > 1));
      else if (isSolving && cells.length === 1) group.append(svg("text", { class: "solving", x, y, "aria-hidden": "true" }, "…"));
    }
    return group;
  }

  /** Where the score of a move stands: on the next of its cells, or above its column; nowhere on other boards. */
  scorePlace(cells) {
    if (!["falling", "squares"].includes(this.kind)) return null;
    const [x, y] = this.middle(cells[this.pointed.length]);
    if (cells.length > 1) return [x, y + BADGE];
    return [x, this.kind === "falling" ? SCORES_MIDDLE : y];
  }

  /** Whether the score of the moves to a cell, or a sign that it is looked for, stands on the cell. */
  isScored(place) {
    if (!this.scores || this.kind !== "squares") return false;
    const isHere = ({ cells }) => cells.length === 1 && same(cells[0], place);
    return this.scores.isSolving || this.scores.known.some(isHere);
  }

  score({ move, score, text, plies, best }, x, y, isBadge) {
    const kind = kindOf(score);
    const words = signOf(text);
    const sure = this.scores.exact ? "exact" : "estimate";
    const label = t(`score-${sure}`, { move, score: kind === text || plies !== null ? verdictOf({ score, text, plies }) : words });
    const group = svg("g", { class: `score ${kind} ${sure}${isBadge ? " badge" : ""}`, role: "img", "aria-label": label });
    const half = words.length > 4 ? 46 : 42;
    if (isBadge) group.append(svg("rect", { class: best ? "best" : "", x: x - 31, y: y - 13, width: 62, height: 26, rx: 13 }));
    else if (best) group.append(svg("rect", { class: "best", x: x - half, y: y - 21, width: 2 * half, height: 42, rx: 21 }));
    group.append(svg("text", { x, y, class: words.length > 4 ? "long" : "" }, words));
    return group;
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Cells

  cells() {
    const group = svg("g", { class: "cells" });
    this.state.board.cells.forEach((line, row) =>
      line.forEach((cell, column) => group.append(this.cell(cell, [row, column]))),
    );
    return group;
  }

  cell(cell, place) {
    const group = svg("g", { class: "cell", role: "img", "aria-label": `${this.placeName(place)}: ${inWords(cell, this.state.players)}` });
    if (this.kind === "fields") group.append(...this.field(cell, place));
    else if (this.kind === "pits") group.append(...this.pit(cell, place));
    else group.append(this.ground(place));
    if (has(this.state.last, place) && (cell.look !== "disc" || this.isChequered)) group.append(this.mark(cell, place, "last"));
    if (cell.name && this.kind === "squares") group.append(this.nameOfCell(cell, place));
    if (["falling", "squares"].includes(this.kind)) group.append(...this.piece(cell, place));
    if (has(this.hint, place)) group.append(this.mark(cell, place, "hinted"));
    return group;
  }

  /** An empty cell: a hole to look through, or a square of the chequered board. */
  ground(place) {
    const [x, y] = this.middle(place);
    if (this.kind === "falling") return svg("circle", { class: "hole", cx: x, cy: y, r: 42 });
    const shade = (place[0] + place[1]) % 2 ? "square dark" : "square light";
    if (this.isChequered) return svg("rect", { class: shade, x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
    const [w, h] = [this.width - 4, this.height - 4];
    return svg("rect", { class: shade, x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 8 });
  }

  /** The name of a cell, small in its corner. */
  nameOfCell(cell, place) {
    const [x, y] = this.middle(place);
    return svg("text", { class: "cell-name", x: x - this.width / 2 + 12, y: y - this.height / 2 + 11, "aria-hidden": "true" }, cell.name);
  }

  piece(cell, place) {
    const [x, y] = this.middle(place);
    if (cell.look === "disc") return [this.disc(cell, place)];
    if (!cell.text) return [];
    const owner = cell.owner >= 0 ? ` p${cell.owner}` : "";
    const fresh = this.isNew && has(this.state.last, place) ? " fresh" : "";
    if (isFigure(cell)) return [figure(cell, x, y, fresh)];
    if (owner && cell.text === "X") {
      return [svg("path", { class: `stroke${owner}${fresh}`, d: `M${x - 24} ${y - 24}l48 48m0-48l-48 48` })];
    }
    if (owner && cell.text === "O") return [svg("circle", { class: `stroke${owner}${fresh}`, cx: x, cy: y, r: 27 })];
    return [svg("text", { class: `piece${owner}${fresh}`, x, y, "font-size": letterSize(cell.text) }, cell.text)];
  }

  disc({ owner, text }, place) {
    const [cx, cy] = this.middle(place);
    const isLast = has(this.state.last, place);
    const disc = svg(
      "g",
      { class: `disc p${owner}` },
      svg("circle", { class: "edge", cx, cy, r: 42 }),
      svg("circle", { class: "face", cx, cy, r: 31 }),
    );
    if (isLast && !this.isChequered) disc.append(svg("circle", { class: "last", cx, cy, r: 11 }));
    if (text === CROWN) disc.append(crown(cx, cy));
    if (isLast && this.isNew) {
      disc.classList.add(this.kind === "falling" ? "dropped" : "fresh");
      disc.style.setProperty("--drop", `${-SIZE * (place[0] + 1)}px`);
      disc.style.setProperty("--fall-time", `${180 + 70 * place[0]}ms`);
    }
    return this.kind === "falling" ? svg("g", { "clip-path": `url(#holes-${this.number})` }, disc) : disc;
  }

  /** A pit with its seeds; one beside an empty place in its column stretches over it, as a store does. */
  pit(cell, place) {
    const [x, y] = this.middle(place);
    if (cell.look !== "pit") return this.piece(cell, place);
    const owner = cell.owner >= 0 ? ` p${cell.owner}` : "";
    if (!isSeeds(cell)) {
      return [
        svg("circle", { class: `pit${owner}`, cx: x, cy: y, r: 42 }),
        svg("text", { class: `piece${owner}`, x, y, "font-size": letterSize(cell.text) }, cell.text),
      ];
    }
    const { x: left, y: top, width, height, rx } = this.hollow(place);
    const middle = top + height / 2;
    const number = this.numberAbove(place) ? top - 15 : top + height + 17;
    return [
      svg("rect", { class: `pit${owner}`, x: left, y: top, width, height, rx }),
      ...seeds(Number(cell.text), left + width / 2, middle, height / width),
      svg("text", { class: `count${owner}`, x, y: number }, cell.text),
    ];
  }

  /** Player 1's numbers stand above, on the rim of the board, if there is more than one row. */
  numberAbove([row]) {
    return this.rows > 1 && row === 0;
  }

  /** The outline of a pit. */
  hollow([row, column]) {
    const [x, y] = this.middle([row, column]);
    const radius = 44;
    const isFree = (r) => {
      const other = this.state.board.cells[r]?.[column];
      return other && other.look === "plain" && !other.text && other.owner < 0;
    };
    const above = isFree(row - 1) ? this.height : 0;
    const below = isFree(row + 1) ? this.height : 0;
    const shift = this.numberAbove([row, column]) ? 12 : -12;
    const [up, down] = [above && 24, below && 24];
    return {
      x: x - radius,
      y: y - radius + shift - above + up,
      width: 2 * radius,
      height: 2 * radius + above + below - up - down,
      rx: radius,
    };
  }

  /** A field of a position that draws nothing of its own: its number, its name, and pebbles if it is a small number. */
  field(cell, place) {
    const [x, y] = this.middle(place);
    const [, name, number] = FIELD.exec(cell.text);
    const left = x - FIELD_WIDTH / 2 + 4;
    const pebbles = svg("g", { class: "pebbles" });
    const count = number > 0 && number <= MOST_PEBBLES ? Number(number) : 0;
    const top = y - (Math.ceil(count / PEBBLES) - 1) * 9.5;
    for (let i = 0; i < count; i++) {
      const line = Math.floor(i / PEBBLES);
      pebbles.append(svg("circle", { cx: left + 138 + 19 * (i % PEBBLES), cy: top + 19 * line, r: 7 }));
    }
    const middle = count ? left + 66 : x;
    return [
      svg("rect", { class: "panel", x: left, y: y - 48, width: FIELD_WIDTH - 8, height: 96, rx: 18 }),
      svg("text", { class: `number${number.length > 4 ? " long" : ""}`, x: middle, y: y - 9 }, number),
      svg("text", { class: "name", x: middle, y: y + 27 }, name),
      pebbles,
    ];
  }

  mark(cell, place, name) {
    const [x, y] = this.middle(place);
    if (this.kind === "pits" && cell.look === "pit") {
      if (isSeeds(cell)) return svg("rect", { class: name, ...grown(this.hollow(place), 3) });
      return svg("circle", { class: name, cx: x, cy: y, r: 45 });
    }
    if (this.kind === "falling") return svg("circle", { class: name, cx: x, cy: y, r: 39 });
    if (this.isChequered && name === "last") {
      return svg("rect", { class: "last whole", x: x - SIZE / 2, y: y - SIZE / 2, width: SIZE, height: SIZE });
    }
    const [w, h] = [this.width - 10, this.height - 10];
    return svg("rect", { class: name, x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 6 });
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Targets

  /** The moves that begin with the cells pointed at so far. */
  begun() {
    const begins = (move) => this.pointed.every((cell, i) => move.cells[i] && same(move.cells[i], cell));
    return this.state.legal.filter(begins);
  }

  /** Those of them that the person may make. */
  candidates() {
    return this.playable ? this.begun() : [];
  }

  targets() {
    const group = svg("g", { class: "targets" });
    const step = this.pointed.length;
    const moves = this.candidates();
    this.onChoices(moves.filter((move) => move.cells.length === step));
    const ahead = moves.filter((move) => move.cells.length > step);
    const places = ahead.map((move) => move.cells[step]);
    const first = moves.length && step ? this.state.legal.map((move) => move.cells[0]).filter(Boolean) : [];
    const unique = [...places, ...first].filter((cell, i, all) => all.findIndex((other) => same(other, cell)) === i);
    unique.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (this.state.board.falling) unique.sort((a, b) => a[1] - b[1]);
    for (const place of unique) {
      const goesOn = has(places, place);
      const named = ahead.filter((move) => same(move.cells[step], place) && move.cells.length === step + 1);
      group.append(this.target(place, goesOn, named.length === 1 ? named[0].name : null));
    }
    return group;
  }

  target(place, goesOn, name) {
    const [x, y] = this.middle(place);
    const [row, column] = place;
    const isChosen = has(this.pointed, place);
    const cell = this.state.board.cells[row][column];
    const does = isChosen ? t("chosen") : name === null ? t("choose") : t("play-move", { move: name });
    const ahead = goesOn ? this.begun().filter((move) => same(move.cells[this.pointed.length] ?? [-1, -1], place)) : [];
    const books = ahead.filter((move) => move.book !== null);
    const kinds = [isChosen && "chosen", !goesOn && "other", this.pointed.length && goesOn && "goal", books.length && "book"];
    const target = svg("g", {
      class: ["target", ...kinds.filter(Boolean)].join(" "),
      role: "button",
      tabindex: 0,
      "aria-label": `${this.placeName(place)}: ${inWords(cell, this.state.players)}; ${does}${books.length ? `; ${t("book-move")}` : ""}`,
      "data-cell": `${row},${column}`,
    });
    if (name !== null) target.setAttribute("data-move", name);
    const names = [...new Set(books.map((move) => move.book).filter(Boolean))];
    if (books.length) target.append(svg("title", {}, [t("book-move"), ...names.slice(0, 4)].join("\n")));
    const falls = this.state.board.falling;
    const hit = falls
      ? { x: x - this.width / 2, y: 0, width: this.width, height: this.total.height }
      : { x: x - this.width / 2, y: y - this.height / 2, width: this.width, height: this.height };
    target.append(svg("rect", { class: "hit", ...hit }), this.ghost(cell, place));
    if (this.kind === "squares") {
      const [w, h] = [this.width - 8, this.height - 8];
      target.append(svg("rect", { class: "frame", x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 6 }));
      if (books.length) target.append(svg("circle", { class: "bookmark", cx: x + w / 2 - 10, cy: y - h / 2 + 10, r: 7 }));
    }
    const choose = () => this.point(place, goesOn);
    target.addEventListener("click", () => {
      if (!this.isDragged) choose();
    });
    target.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose();
      }
    });
    return target;
  }

  /** What appears on a cell when it is pointed at. */
  ghost(cell, place) {
    const [x, y] = this.middle(place);
    if (this.kind === "falling") return svg("circle", { class: `ghost p${this.state.turn}`, cx: x, cy: y, r: 40 });
    if (this.kind === "pits" && isSeeds(cell)) return svg("rect", { class: "ghost ring", ...grown(this.hollow(place), 1) });
    if (this.kind === "pits") return svg("circle", { class: "ghost ring", cx: x, cy: y, r: 43 });
    const [w, h] = [this.width - 6, this.height - 6];
    const square = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 7 };
    if (cell.text || cell.look === "disc") {
      return svg("rect", { class: `ghost ring${this.pointed.length ? " taken" : ""}`, ...square });
    }
    const dot = this.isScored(place) ? "" : svg("circle", { class: "dot", cx: x, cy: y, r: 8 });
    return svg("g", {}, dot, svg("rect", { class: `ghost p${this.state.turn}`, ...square }));
  }

  /** Point at a cell: one more of a move's cells, or the first of another move. */
  point(place, goesOn) {
    if (has(this.pointed, place) && !goesOn) this.pointed = [];
    else this.pointed = goesOn ? [...this.pointed, place] : [place];
    const moves = this.candidates();
    const isMeant = moves.length === 1 && (moves[0].cells.length === this.pointed.length || this.pointed.length > 1);
    if (isMeant) {
      this.pointed = [];
      this.draw();
      this.onMove(moves[0].name);
    } else this.draw();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // Dragging, and walking by arrow keys

  /** The cell at a place of the screen; null beside the board. */
  cellAt(clientX, clientY) {
    const matrix = this.picture.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let [row, column] = [Math.floor((y - this.top) / this.height), Math.floor((x - this.left) / this.width)];
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return null;
    if (this.turned) [row, column] = [this.rows - 1 - row, this.columns - 1 - column];
    return [row, column];
  }

  /** A press on a piece that can be moved to another cell: it may be dragged there. */
  press(event) {
    const from = this.cellAt(event.clientX, event.clientY);
    this.isDragged = false;
    if (!from || event.button !== 0 || !this.playable) return;
    const starts = this.state.legal.filter((move) => move.cells.length > 1 && same(move.cells[0], from));
    if (!starts.length) return;
    const [startX, startY] = [event.clientX, event.clientY];
    let held = null;
    const follow = (moved) => {
      if (!held && Math.hypot(moved.clientX - startX, moved.clientY - startY) < DRAGGED) return;
      if (!held) {
        this.isDragged = true;
        this.pointed = [from];
        this.draw();
        held = this.lift(from);
      }
      const { x, y } = new DOMPoint(moved.clientX, moved.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
      held.setAttribute("transform", `translate(${x} ${y})`);
    };
    const end = (last) => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
      if (!held) return;
      held.remove();
      this.picture.classList.remove("dragging");
      const to = last.type === "pointerup" ? this.cellAt(last.clientX, last.clientY) : null;
      const goes = to && starts.some((move) => same(move.cells[1], to));
      if (goes) this.point(to, true);
      else {
        this.pointed = [];
        this.draw();
      }
      setTimeout(() => (this.isDragged = false)); // after the click that the browser makes of it
    };
    const listeners = { pointermove: follow, pointerup: end, pointercancel: end };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
  }

  /** A copy of what stands in a cell, to be dragged. */
  lift(place) {
    const [x, y] = this.middle(place);
    const held = svg("g", { class: "held" });
    const inner = svg("g", { transform: `translate(${-x} ${-y})` }, ...this.piece(this.state.board.cells[place[0]][place[1]], place));
    held.append(inner);
    this.picture.append(held);
    this.picture.classList.add("dragging");
    return held;
  }

  /** Arrow keys lead from a target to the nearest one in their direction; Escape lets go of a piece. */
  walk(event) {
    if (event.key === "Escape" && this.pointed.length) {
      this.pointed = [];
      this.draw();
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const target = event.target.closest(".target");
    if (!step || !target || !isByKeyboard) return; // after a click the arrow keys walk through the game
    event.preventDefault();
    event.stopPropagation();
    const [x, y] = this.middle(target.dataset.cell.split(",").map(Number));
    const others = [...this.picture.querySelectorAll(".target")].map((other) => {
      const [ox, oy] = this.middle(other.dataset.cell.split(",").map(Number));
      const along = (ox - x) * step[0] + (oy - y) * step[1];
      const aside = Math.abs((ox - x) * step[1]) + Math.abs((oy - y) * step[0]);
      return { other, along, distance: along + 2.5 * aside };
    });
    const ahead = others.filter(({ along }) => along > 1).sort((a, b) => a.distance - b.distance);
    ahead[0]?.other.focus();
  }

  placeName([row, column]) {
    const { rows, columns, cells } = this.state.board;
    if (cells[row][column].name) return cells[row][column].name;
    if (rows[row] && columns[column]) return `${columns[column]}${rows[row]}`;
    return t("row-column", { row: rows[row] || row + 1, column: columns[column] || column + 1 });
  }
}
