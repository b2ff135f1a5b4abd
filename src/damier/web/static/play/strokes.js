// Arrows and circles that a person draws on the board: with the right button, after a long press of a finger, or by keyboard.
// A stroke from cell to cell is an arrow, on one cell a circle; the same stroke again takes it away.

import { h, svg } from "../dom.js";
import { t } from "../words.js";
import { placeName } from "./cells.js";
import { same } from "./geometry.js";
import { shapesDrawn } from "./overlays.js";

const LONG = 450; // milliseconds of a press by finger that is to draw
const TREMBLE = 10; // pixels
const MOST = 64; // shapes on a board, as the server keeps them
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Shift and Alt choose other colours. */
const colourOf = ({ shiftKey, altKey }) => (shiftKey && altKey ? "yellow" : shiftKey ? "red" : altKey ? "blue" : "green");

const isSame = (a, b) => same(a.start, b.start) && same(a.end, b.end);

/** Shapes with one more; one that is there in the same colour goes, in another it changes. */
function toggled(shapes, shape) {
  const others = shapes.filter((each) => !isSame(each, shape));
  const was = shapes.find((each) => isSame(each, shape));
  return was?.colour === shape.colour ? others : [...others, shape].slice(-MOST);
}

export class Strokes {
  /** Drawing on a board, whose `onDraw(shapes)` is told all that is to be there. */
  constructor(board) {
    this.board = board;
    this.cursor = null; // the cell that the keyboard is at, while it draws
    this.told = h("p", { class: "unseen", role: "status" });
  }

  get isPossible() {
    return Boolean(this.board.onDraw && this.board.state && this.board.geometry.kind !== "fields");
  }

  /** Hear what is done on a new picture. */
  listen(picture) {
    picture.addEventListener("contextmenu", (event) => this.isPossible && event.preventDefault());
    picture.addEventListener("touchmove", (event) => this.isDrawing && event.preventDefault(), { passive: false });
    picture.addEventListener("click", (event) => this.clear(event));
  }

  /** A press: by the right button it draws at once, by a finger if it lasts; `giveUp()` ends what it would be otherwise. */
  press(event, giveUp) {
    if (!this.isPossible) return;
    if (event.button === 2) this.begin(event);
    else if (event.pointerType === "touch" && event.isPrimary) {
      const cancel = () => {
        clearTimeout(timer);
        for (const name of ["pointermove", "pointerup", "pointercancel"]) removeEventListener(name, end);
      };
      const end = (later) => {
        const isStill = later.type === "pointermove" && Math.hypot(later.clientX - event.clientX, later.clientY - event.clientY) < TREMBLE;
        if (!isStill) cancel();
      };
      const timer = setTimeout(() => {
        cancel();
        giveUp?.();
        this.board.isDragged = true; // no click comes of it
        this.begin(event);
      }, LONG);
      for (const name of ["pointermove", "pointerup", "pointercancel"]) addEventListener(name, end);
    }
  }

  begin(event) {
    const start = this.board.cellAt(event);
    if (!start) return;
    this.isDrawing = true;
    const shapeTo = (later) => ({ colour: colourOf(later), start, end: this.board.cellAt(later) });
    const follow = (later) => {
      const shape = shapeTo(later);
      this.preview(shape.end ? shape : null);
    };
    const end = (later) => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
      this.isDrawing = false;
      this.preview(null);
      const shape = shapeTo(later);
      if (later.type === "pointerup" && shape.end) this.draw(shape);
      setTimeout(() => (this.board.isDragged = false));
    };
    const listeners = { pointermove: follow, pointerup: end, pointercancel: end };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
    this.preview({ colour: colourOf(event), start, end: start });
  }

  preview(shape) {
    const layer = this.board.picture.querySelector(".sketch");
    layer.replaceChildren(...(shape ? [shapesDrawn(this.board.geometry, [shape], () => "")] : []));
  }

  draw(shape) {
    this.board.onDraw(toggled(this.board.state.shapes ?? [], shape));
  }

  /** A click where nothing can be done takes all away. */
  clear(event) {
    if (!this.isPossible || this.board.isDragged || event.target.closest(".target, .picker")) return;
    if (this.board.state.shapes?.length) this.board.onDraw([]);
  }

  // ------------------------------------------------------------------------------------------------------------------
  // By keyboard

  /** Begin to draw at a cell, or at the middle of the board: arrow keys lead on, Enter draws, Escape ends it. */
  takeKeys(place) {
    if (!this.isPossible || this.cursor) return;
    const { rows, columns } = this.board.geometry;
    this.cursor = place ?? [Math.floor(rows / 2), Math.floor(columns / 2)];
    this.start = null;
    this.showCursor();
    this.say(t("drawing-begins"));
  }

  leaveKeys() {
    this.cursor = this.start = null;
    this.board.picture.querySelector(".cursor")?.remove();
    this.preview(null);
    this.told.textContent = "";
  }

  say(words = "") {
    const { cells } = this.board.state.board;
    this.told.textContent = `${placeName({ ...this.board.state.board, cells }, this.cursor)}${words ? `. ${words}` : ""}`;
  }

  showCursor() {
    const { picture, geometry } = this.board;
    picture.querySelector(".cursor")?.remove();
    const cursor = svg("g", { class: "cursor", tabindex: 0, role: "application", "aria-label": t("drawing") });
    cursor.append(svg("rect", geometry.square(this.cursor, 4, 8)));
    cursor.addEventListener("keydown", (event) => this.key(event));
    cursor.addEventListener("blur", () => !picture.contains(document.activeElement) && setTimeout(() => this.lost()));
    picture.append(cursor);
    cursor.focus({ preventScroll: true });
  }

  /** The focus has gone elsewhere, and not to a cursor drawn anew. */
  lost() {
    if (this.cursor && !document.activeElement?.closest?.(".cursor")) this.leaveKeys();
  }

  key(event) {
    const step = STEPS[event.key];
    if (step) this.go(step);
    else if (event.key === "Enter" || event.key === " ") this.set(event);
    else if (event.key === "Escape" || event.key === "d") this.leaveKeys();
    else if (event.key === "Delete" || event.key === "Backspace") this.board.onDraw([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go([down, right]) {
    const { geometry } = this.board;
    const sign = geometry.isTurned ? -1 : 1;
    const [row, column] = [this.cursor[0] + sign * down, this.cursor[1] + sign * right];
    if (row < 0 || column < 0 || row >= geometry.rows || column >= geometry.columns) return;
    this.cursor = [row, column];
    this.showCursor();
    if (this.start) this.preview({ colour: "green", start: this.start, end: this.cursor });
    this.say();
  }

  /** The first time a stroke begins here, the second time it ends here. */
  set(event) {
    if (!this.start) {
      this.start = this.cursor;
      this.preview({ colour: colourOf(event), start: this.start, end: this.start });
      this.say(t("drawing-to"));
      return;
    }
    const shape = { colour: colourOf(event), start: this.start, end: this.cursor };
    this.start = null;
    this.preview(null);
    this.draw(shape);
    this.say(t("drawing-done"));
  }
}
