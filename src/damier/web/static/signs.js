// Signs on buttons. They are drawn: not every font has such characters, and some show them as coloured pictures.

import { svg } from "./dom.js";

/** The shapes of those that lead through something, in a square of 20. */
export const STEPS = {
  first: "M5 4v12M16 4L8 10l8 6z",
  previous: "M14 4L6 10l8 6z",
  next: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
};

/** Those of what is switched on and off. */
export const SWITCHES = {
  flip: "M6.5 3v13M3.5 13L6.5 16.5L9.5 13M13.5 17V4M10.5 7L13.5 3.5L16.5 7",
  sound: "M3 8v4h3l4 3.5v-11L6 8zM13 7.5q2 2.5 0 5M15.5 5.5q3.5 4.5 0 9",
  book: "M10 5.5q-3-2-7-1.5v11q4-.5 7 1.5zM10 5.5q3-2 7-1.5v11q-4-.5-7 1.5z",
};

/** Something that goes elsewhere, and a question. */
export const SHARE = "M10 12V3M6.5 6L10 2.5L13.5 6M5 9.5H3.5v8h13v-8H15";
export const HELP = "M6.6 7.2a3.4 3.4 0 1 1 5 3c-1.1.6-1.6 1.2-1.6 2.5M10 16v.4";

/** What is right, and what is not; the cross also closes things. */
export const RIGHT = "M4 10.5l4 4.5L16 5.5";
export const WRONG = "M5 5l10 10M15 5L5 15";

/** A sign of a shape; what the button does is told by its label. */
export function icon(shape) {
  return svg("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: shape }));
}
