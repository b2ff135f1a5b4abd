// One board for any game: it knows cells, their owners and the cells a move points at, and nothing of the rules.
// Cells are drawn first (cells.js); above them lie scores and arrows (overlays.js), what moves (motion.js) and the targets a
// person can point at (targets.js): a click on one cell after the other, or a drag from the first to the last (dragging.js).

import { svg } from "../dom.js";
import { language, t } from "../words.js";
import { Cells, inWords, placeName } from "./cells.js";
import { cellsBefore, compare, marksOfChanges } from "./changes.js";
import { press } from "./dragging.js";
import { Geometry, LABEL, has, pointIn, same } from "./geometry.js";
import { Motion } from "./motion.js";
import { arrowsOfMoves, scoresOfMoves, shapesDrawn, worthsOfPieces } from "./overlays.js";
import { fits, pickerOf } from "./picker.js";
import { Strokes } from "./strokes.js";
import { targetsOf, walk } from "./targets.js";

export { inWords };

const MOST_COLUMNS = 10; // a wider board is scrolled on a narrow screen
const SMALLEST_CELL = 34; // on the screen, of a board that can be scrolled

const NOTHING = { playable: false, hint: [], scores: null, arrows: [], pieces: [], isFlipped: false, isStep: false };

let boards = 0;

export class Board {
  /** `onMove(name)` is called with a move, `onChoices(moves)` with those that have no cells left to point at; it `fills` its room. */
  constructor(holder, onMove = () => {}, onChoices = () => {}, fills = false) {
    this.holder = holder;
    this.onMove = onMove;
    this.onChoices = onChoices;
    this.onDraw = null; // called with all arrows and circles, where a person may draw them
    this.number = ++boards;
    this.fills = fills;
    this.drawn = {};
    this.focused = null; // the cell that had the focus when its target was last taken away
    this.motion = new Motion(this);
    this.strokes = new Strokes(this);
  }

  /**
   * Show a state, and on it: whether the person may move (`playable`), the cells of a `hint`, `arrows` of good moves (their
   * `cells`, `text` and `rank`). `scores` are to stand above the columns, or on the squares: those `known`, whether they are
   * `exact`, and whether it `isSolving` for the others. `pieces` are what some cells are worth (`cell`, `text`). `isFlipped` turns a board round. `isStep` says that the last move was
   * just made: it is seen to be.
   */
  show(state, look = {}) {
    const { playable, hint, scores, arrows, pieces, isFlipped, isStep } = { ...NOTHING, ...look };
    if (state.id !== this.state?.id || state.here !== this.state?.here || !playable) this.pointed = [];
    this.pointed ??= [];
    Object.assign(this, { state, playable, hint, scores, arrows, pieces, isFlipped, isStep });
    this.draw();
  }

  /** Draw what has changed: the cells, if it is they, what lies above them, and the targets. */
  draw() {
    this.focused = document.activeElement?.closest?.(".target")?.dataset.cell ?? this.focused;
    const { id, here, text, players } = this.state;
    const isScored = Boolean(this.scores && this.state.board.falling);
    const key = JSON.stringify([id, here, text, players, language, this.isFlipped, isScored, this.state.legal.length > 0]);
    if (key !== this.drawn.key) this.drawPicture(key);
    const step = this.pointed.length;
    this.layer("hints", [key, this.hint], () => this.hints());
    this.layer("scores", [key, this.scores, this.scores && this.pointed], () => scoresOfMoves(this.geometry, this.scores, this.begun(), step));
    this.layer("pieces", [key, this.pieces], () => worthsOfPieces(this.geometry, this.pieces));
    this.layer("arrows", [key, this.arrows], () => arrowsOfMoves(this.geometry, this.arrows));
    const shapes = this.state.shapes ?? [];
    this.layer("shapes", [key, shapes], () => shapesDrawn(this.geometry, shapes, (place) => placeName(this.state.board, place)));
    const isNew = this.layer("targets", [key, this.playable, this.pointed, this.state.legal, this.hint, this.scores && this.hasScoresOnCells], () => this.targets());
    if (isNew) this.refocus([...this.picture.querySelectorAll(".target")]);
  }

  get hasScoresOnCells() {
    return [this.scores.isSolving, this.scores.known.length];
  }

  /** Draw a layer of the picture anew, if what it shows has changed. */
  layer(name, shown, make) {
    const key = JSON.stringify(shown);
    if (this.drawn[name] === key) return false;
    this.drawn[name] = key;
    this.picture.querySelector(`:scope > .${name}`).replaceWith(make());
    return true;
  }

  /** The board and its cells; the layers above them are still empty. */
  drawPicture(key) {
    const { id, here } = this.state;
    const isMove = id === this.drawn.id && here !== this.drawn.here && this.isStep;
    this.motion.finish();
    this.drawn = { key, id, here };
    this.geometry = new Geometry(this.state, this.isFlipped, Boolean(this.scores));
    this.cells = new Cells(this.geometry, this.state, this.number, isMove ? this.placed() : []);
    this.picture = this.draft();
    this.holder.classList.toggle("wide", this.geometry.columns > MOST_COLUMNS);
    const isDrawing = this.strokes.cursor !== null;
    this.holder.replaceChildren(this.picture, this.strokes.told);
    if (isDrawing) this.strokes.leaveKeys();
    if (isMove) this.motion.begin();
    this.wasDragged = false;
  }

  /** The cells of pieces that came from nowhere with the last move. */
  placed() {
    const { board, changed, last } = this.state;
    return changed?.length ? compare(cellsBefore(board.cells, changed), board.cells, last).placed : [];
  }

  draft() {
    const { width, height } = this.geometry.total;
    const { kind, columns } = this.geometry;
    const scale = kind === "fields" ? 1.5 : Math.max(1, 440 / width);
    const picture = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      class: kind,
      role: "group",
      "aria-label": t("board-of", { title: this.state.title }),
    });
    picture.style.maxWidth = this.fills ? "" : `${Math.round(Math.min(width * scale, 760))}px`;
    picture.style.minWidth = columns > MOST_COLUMNS ? `${columns * SMALLEST_CELL}px` : "";
    if (kind !== "fields") picture.append(svg("rect", { class: "panel", x: 1, y: 1, width: width - 2, height: height - 2, rx: 26 }));
    if (kind === "falling") picture.append(this.holes());
    picture.append(this.labels(), this.cellsWithMarks());
    for (const name of ["motion", "hints", "scores", "pieces", "arrows", "shapes", "targets", "sketch"]) picture.append(svg("g", { class: name }));
    picture.addEventListener("pointerdown", (event) => this.strokes.press(event, press(event, this)));
    picture.addEventListener("keydown", (event) => this.key(event));
    this.strokes.listen(picture);
    return picture;
  }

  cellsWithMarks() {
    return this.cells.all(marksOfChanges(this.cells, this.state.changed, this.state.last));
  }

  /** The cells once more, as they are. */
  drawCells() {
    this.cells.fresh = [];
    this.picture.querySelector(":scope > .cells").replaceWith(this.cellsWithMarks());
  }

  /** Where one can look through a board in which discs fall. */
  holes() {
    const holes = svg("clipPath", { id: `holes-${this.number}` });
    this.state.board.cells.forEach((line, row) =>
      line.forEach((_, column) => {
        const [cx, cy] = this.geometry.middle([row, column]);
        holes.append(svg("circle", { cx, cy, r: 42 }));
      }),
    );
    return svg("defs", {}, holes);
  }

  /** The names of rows and columns; pits have their own, on the rim where they lie. */
  labels() {
    const group = svg("g", { class: "labels", "aria-hidden": "true" });
    const { rows, columns, cells } = this.state.board;
    const { geometry } = this;
    const [above, below] = [LABEL / 2 + 12, geometry.total.height - LABEL / 2 - (geometry.kind === "squares" ? 10 : 12)];
    const name = (text, place, y, owner = "") => text && group.append(svg("text", { class: owner, x: geometry.middle(place)[0], y }, text));
    if (geometry.pitsNamed) {
      const last = geometry.rows - 1;
      cells[0].forEach((cell, column) => name(cell.name, [0, column], above, this.turnClass(cell)));
      cells[last].forEach((cell, column) => name(cell.name, [last, column], below, this.turnClass(cell)));
    } else columns.forEach((text, column) => name(text, [0, column], geometry.namesAbove ? above : below));
    rows.forEach((text, row) => group.append(svg("text", { x: LABEL / 2 + 10, y: geometry.middle([row, 0])[1] }, text)));
    return group;
  }

  /** The names of pits that can be chosen now stand out. */
  turnClass({ owner }) {
    return owner === this.state.turn ? "to-sow" : "";
  }

  hints() {
    const group = svg("g", { class: "hints" });
    for (const place of this.hint) {
      const cell = this.state.board.cells[place[0]]?.[place[1]];
      if (cell) group.append(this.cells.mark(cell, place, "hinted"));
    }
    return group;
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

  // ------------------------------------------------------------------------------------------------------------------
  // Making a move

  /** The moves that begin with the cells pointed at so far. */
  begun() {
    const begins = (move) => this.pointed.every((cell, i) => move.cells[i] && same(move.cells[i], cell));
    return this.state.legal.filter(begins);
  }

  /** Those of them that the person may make. */
  candidates() {
    return this.playable ? this.begun() : [];
  }

  /** What can be pointed at; moves that no cell tells apart are chosen on their last one, or beside the board. */
  targets() {
    const step = this.pointed.length;
    const moves = this.candidates();
    const complete = moves.filter((move) => move.cells.length === step);
    const ahead = moves.filter((move) => move.cells.length > step);
    this.picture.querySelector(":scope > .picker")?.remove();
    const isPicked = !ahead.length && fits(this, complete);
    this.onChoices(isPicked ? [] : complete);
    const targets = targetsOf(this, ahead);
    if (isPicked) {
      const picker = pickerOf(this, complete, (name) => this.make(name), () => this.letGo());
      this.picture.append(picker);
      setTimeout(() => picker.isConnected && picker.querySelector(".pick").focus({ preventScroll: true }));
    }
    return targets;
  }

  /** Point at a cell: one more of a move's cells, or the first of another move. */
  point(place, goesOn) {
    if (has(this.pointed, place) && !goesOn) this.pointed = [];
    else this.pointed = goesOn ? [...this.pointed, place] : [place];
    const moves = this.candidates();
    const isMeant = moves.length === 1 && (moves[0].cells.length === this.pointed.length || this.pointed.length > 1);
    if (isMeant) this.make(moves[0].name);
    else this.draw();
  }

  make(name) {
    this.wasDragged = Boolean(this.isDragged); // who has brought a piece to its place need not see it go there
    this.letGo();
    this.onMove(name);
  }

  /** Nothing is pointed at any more; the focus goes back to the piece that was. */
  letGo() {
    if (this.picture.querySelector(".picker")?.contains(document.activeElement)) this.focused = `${this.pointed[0]}`;
    this.pointed = [];
    this.draw();
  }

  // ------------------------------------------------------------------------------------------------------------------
  // What is done on the board

  /** The cell at the place of an event; null beside the board. */
  cellAt({ clientX, clientY }) {
    const point = pointIn(this.picture, clientX, clientY);
    return point && this.geometry.cellAt(point);
  }

  /** Escape lets go of a piece, `d` begins to draw; arrow keys walk. */
  key(event) {
    if (event.key === "Escape" && this.pointed.length) this.letGo();
    else if (event.key === "d" && this.onDraw && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      this.strokes.takeKeys(event.target.closest(".target")?.dataset.cell.split(",").map(Number));
    } else walk(event, this);
  }
}
