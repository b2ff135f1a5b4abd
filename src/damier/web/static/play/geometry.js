// Where everything of a board lies, in the units of its drawing: what kind of board it is, how large, and the way from a
// place on the screen to a cell.

import { isSeeds } from "./draw.js";
import { isFigure } from "./figures.js";

export const SIZE = 100; // of a cell
const PIT_HEIGHT = 128; // with room for the number of seeds below
export const FIELD_WIDTH = 330; // of a cell that shows a name and a number
const PAD = 20;
export const LABEL = 32;
const [SCORES, SCORES_MIDDLE] = [46, 36]; // the height and the middle of the line of scores
const BADGE = 35; // from the middle of a cell down to the score of a move that goes from cell to cell
const LETTER = 22; // the width of a letter
const CHEQUERED = ["wood", "checks"]; // themes
export const FIELD = /^(\S+) (-?\d+)$/;

export const same = (a, b) => a[0] === b[0] && a[1] === b[1];
export const has = (cells, cell) => cells.some((other) => same(other, cell));

export class Geometry {
  /** The geometry of a state's board, perhaps turned round, perhaps with scores. */
  constructor({ board, legal }, isFlipped, isScored) {
    const all = board.cells.flat();
    this.board = board;
    this.rows = board.cells.length;
    this.columns = board.cells[0]?.length ?? 0;
    const pits = all.some((cell) => cell.look === "pit");
    const named = all.every((cell) => cell.owner < 0 && cell.look === "plain" && FIELD.test(cell.text));
    if (board.falling) this.kind = "falling";
    else if (pits) this.kind = "pits";
    else if (all.length && named && legal.every((move) => !move.cells.length)) this.kind = "fields";
    else this.kind = "squares";
    this.isTurned = isFlipped && this.kind === "squares";
    this.isChequered = this.kind === "squares" && (CHEQUERED.includes(board.theme) || all.some((cell) => isFigure(cell)));
    this.hasSeeds = pits && all.some((cell) => isSeeds(cell));
    const longest = Math.max(0, ...all.filter((cell) => cell.look === "plain").map((cell) => cell.text.length));
    this.width = this.kind === "fields" ? FIELD_WIDTH : Math.max(SIZE, longest > 3 ? 30 + LETTER * longest : SIZE);
    this.height = this.hasSeeds ? PIT_HEIGHT : SIZE;
    this.labelRooms(legal);
    const namedRows = board.rows.some(Boolean) ? LABEL : 0;
    const pad = this.kind === "fields" ? 4 : PAD;
    this.left = pad + namedRows;
    const scored = this.kind === "falling" && isScored ? SCORES : 0;
    this.top = pad + scored + (this.namesAbove ? LABEL : 0);
    this.total = {
      width: 2 * pad + namedRows + this.columns * this.width,
      height: 2 * pad + scored + (this.namesAbove ? LABEL : 0) + (this.namesBelow ? LABEL : 0) + this.rows * this.height,
    };
  }

  /** Whether there is room for names above the cells and below: pits with names have them on either side. */
  labelRooms(legal) {
    const { cells, columns } = this.board;
    const isNamed = (line) => this.kind === "pits" && line?.some((cell) => cell.look === "pit" && cell.name);
    this.pitsNamed = this.rows > 1 && isNamed(cells[0]) && isNamed(cells.at(-1));
    const pointed = legal.flatMap((move) => move.cells);
    const isAbove = this.kind === "pits" && this.rows > 1 && pointed.length > 0 && pointed.every(([row]) => row === 0);
    const hasNames = columns.some(Boolean);
    this.namesAbove = this.pitsNamed || (hasNames && isAbove);
    this.namesBelow = this.pitsNamed || (hasNames && !isAbove);
  }

  /** The middle of a cell. */
  middle([row, column]) {
    if (this.isTurned) [row, column] = [this.rows - 1 - row, this.columns - 1 - column];
    return [this.left + (column + 0.5) * this.width, this.top + (row + 0.5) * this.height];
  }

  /** The outline of a cell, smaller on every side. */
  square(place, inset, rx) {
    const [x, y] = this.middle(place);
    const [width, height] = [this.width - 2 * inset, this.height - 2 * inset];
    return { x: x - width / 2, y: y - height / 2, width, height, rx };
  }

  /** Where the score of a move stands: on the next of its cells, or above its column; nowhere on other boards. */
  scorePlace(cells, step) {
    if (!["falling", "squares"].includes(this.kind)) return null;
    const [x, y] = this.middle(cells[step]);
    if (cells.length > 1) return [x, y + BADGE];
    return [x, this.kind === "falling" ? SCORES_MIDDLE : y];
  }

  /** Where the worth of a piece stands: at the foot of its cell, in the middle of a disc or a pit. */
  worthPlace(place) {
    const [x, y] = this.middle(place);
    const isDisc = this.board.cells[place[0]][place[1]].look === "disc" && !this.isChequered;
    return [x, this.kind === "squares" && !isDisc ? y + BADGE : y];
  }

  /** Player 1's numbers stand above, on the rim of the board, if there is more than one row. */
  numberAbove([row]) {
    return this.rows > 1 && row === 0;
  }

  /** The outline of a pit; one beside an empty place in its column stretches over it, as a store does. */
  hollow([row, column]) {
    const [x, y] = this.middle([row, column]);
    const radius = 44;
    const isFree = (r) => {
      const other = this.board.cells[r]?.[column];
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

  /** The cell at a point of the drawing; null beside the cells. */
  cellAt({ x, y }) {
    let [row, column] = [Math.floor((y - this.top) / this.height), Math.floor((x - this.left) / this.width)];
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return null;
    if (this.isTurned) [row, column] = [this.rows - 1 - row, this.columns - 1 - column];
    return [row, column];
  }
}

/** A place of the screen in the units of a drawing; null where it is not shown. */
export function pointIn(picture, clientX, clientY) {
  const matrix = picture.getScreenCTM();
  return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : null;
}
