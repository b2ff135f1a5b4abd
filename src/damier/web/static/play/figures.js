// The figures of chess as outlines, drawn for damier around the middle of a square of 100, and what they are called.

import { svg } from "../dom.js";

const FIGURES = {
  p: {
    name: "pawn",
    outline:
      "M0-28a12 12 0 0 1 8.5 20.5h4.5v5h-5.5c1 9 5 14 9.5 18q6 3 6 9v6h-46v-6q0-6 6-9c4.5-4 8.5-9 9.5-18h-5.5v-5h4.5" +
      "A12 12 0 0 1 0-28z",
    lines: "",
  },
  n: {
    name: "knight",
    outline:
      "M-23 30.5v-5c0-7 6-9 10-13c4-4 7-8 8-14c-4 3-8 4-11 5c-3 4-6 6-9 5c-4-1-6-5-4-9c3-8 8-13 10-20l4-12l7 8" +
      "c17 1 29 16 29 37c0 6 3 7 3 13v5z",
    lines: "M-15.5-12.5l3-1.5M-24.5 2l1.5-1.5M-2-17c9 4 14 14 14 29",
  },
  b: {
    name: "bishop",
    outline:
      "M0-39a4.5 4.5 0 0 1 3 7.8c8 7 13 15.2 13 25.2c0 5.5-2.5 9.5-6.5 12h4v5h-4.5c1 4 3 6 7 7.5q8 2 8 8v4h-48v-4" +
      "q0-6 8-8c4-1.5 6-3.5 7-7.5h-4.5v-5h4c-4-2.5-6.5-6.5-6.5-12c0-10 5-18.2 13-25.2a4.5 4.5 0 0 1 3-7.8z",
    lines: "M5-20l-7 12M-9.5 6h19",
  },
  r: {
    name: "rook",
    outline: "M-24-30h11v7h8v-7h10v7h8v-7h11v14l-7 6l2 24l6 6v10.5h-50v-10.5l6-6l2-24l-7-6z",
    lines: "M-17-10h34M-19 14h38",
  },
  q: {
    name: "queen",
    outline:
      "M-29-19.5a4.5 4.5 0 1 1 3.5-1.7l8 19.2l.8-24.2a4.5 4.5 0 1 1 4-1l6.2 21.7l4.6-24a4.5 4.5 0 1 1 3.8 0l4.6 24" +
      "l6.2-21.7a4.5 4.5 0 1 1 4 1l.8 24.2l8-19.2a4.5 4.5 0 1 1 3.5 1.7l-8 31.5c0 4 3 6 3 10v8.5h-48v-8.5c0-4 3-6 3-10z",
    lines: "M-21 12q21-6 42 0M-23.5 21q23.5-6 47 0",
  },
  k: {
    name: "king",
    outline:
      "M-2.5-41h5v5h5.5v5h-5.5v7.5c4 3 5.5 7.5 5.5 11.5c3-7 9-9 14-8c8 2 10 10 7 17c-2 5-7 9-9 15c0 4 3 6 3 10v8.5h-46v-8.5" +
      "c0-4 3-6 3-10c-2-6-7-10-9-15c-3-7-1-15 7-17c5-1 11 1 14 8c0-4 1.5-8.5 5.5-11.5v-7.5h-5.5v-5h5.5z",
    lines: "M-20 12q20-6 40 0M-23 21q23-6 46 0M0-12v20",
  },
};

const kindOf = (cell) => (cell.look === "piece" ? FIGURES[cell.text.toLowerCase()] : undefined);

/** Whether a cell holds a figure. */
export const isFigure = (cell) => kindOf(cell) !== undefined;

/** What a figure is called. */
export const figureName = (cell) => kindOf(cell)?.name ?? "";

/** A figure of its owner's colour in the middle of a cell. */
export function figure(cell, x, y, className) {
  const { outline, lines } = kindOf(cell);
  const transform = `translate(${x} ${y + 4}) scale(1.12)`;
  return svg(
    "g",
    { class: `figure p${cell.owner}${className}` },
    svg("path", { class: "outline", d: outline, transform }),
    svg("path", { class: "lines", d: lines, transform }),
  );
}
