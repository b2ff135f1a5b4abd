// A board as a picture of its own: an SVG that needs no style sheet, a PNG, or all boards of a line as a GIF.

import { Gif, paletteOf } from "../gif.js";
import { h, wait } from "../dom.js";
import { Board } from "./board.js";
import { alongLine } from "./changes.js";

const STYLES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "paint-order",
  "opacity", "visibility", "display", "font-family", "font-size", "font-style", "font-weight", "text-anchor", "dominant-baseline",
];
const ROUNDED = new Set(["rect"]); // whose corners a style sheet may round
const NEEDLESS = ["class", "style", "tabindex", "role", "aria-label", "aria-hidden", "data-cell", "data-move"];
const PNG_SIDE = 1200; // points of the longer side
const GIF_SIDES = [[60, 480], [120, 400], [Infinity, 320]]; // of so many boards at most
export const MOST_BOARDS = 200;
const [EACH, LAST] = [80, 300]; // hundredths of a second that a board is shown
const MOST_BYTES = 12 * 1024 * 1024;
const SAMPLES = 8; // boards that tell the colours

/** A drawing of a board as the text of an SVG file; `look` is as the board takes it, and whether there are `coordinates`. */
export function svgOf(state, look) {
  const holder = h("div", { class: "board still", "aria-hidden": "true" });
  document.body.append(holder);
  try {
    const { rows, columns } = state.board;
    const board = look.coordinates ? state.board : { ...state.board, rows: rows.map(() => ""), columns: columns.map(() => "") };
    new Board(holder).show({ ...state, board }, { ...look, playable: false });
    return selfContained(holder.querySelector("svg"), state.title);
  } finally {
    holder.remove();
  }
}

/** The text of an SVG file that looks as this one does on the page. */
function selfContained(picture, title) {
  const copy = picture.cloneNode(true);
  inline(picture, copy);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    if (each.matches(".targets, text:empty") || each.getAttribute("display") === "none") each.remove();
    else for (const name of NEEDLESS) each.removeAttribute(name);
  }
  const { width, height } = picture.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", Math.round(width));
  copy.setAttribute("height", Math.round(height));
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  copy.prepend(name);
  return new XMLSerializer().serializeToString(copy);
}

/** Write what the page's style sheets say of each element into its copy. */
function inline(from, to) {
  const style = getComputedStyle(from);
  for (const name of STYLES) {
    const value = plainColour(style.getPropertyValue(name));
    if (value && !(name === "display" && value !== "none")) to.setAttribute(name, value);
  }
  if (ROUNDED.has(from.localName) && style.rx !== "auto") to.setAttribute("rx", style.rx);
  for (let i = 0; i < from.children.length; i++) inline(from.children[i], to.children[i]);
}

/** A colour that was mixed, as every program that shows pictures knows it; all else as it is. */
function plainColour(value) {
  const [, parts, share] = /^color\(srgb ([^/]*?)(?: \/ (.*))?\)$/.exec(value) ?? [];
  if (!parts) return value;
  const three = parts.split(" ").map((part) => Math.round(255 * Number(part))).join(", ");
  return share ? `rgba(${three}, ${share})` : `rgb(${three})`;
}

/** An SVG drawn on a canvas whose longer side has so many points. */
async function painted(text, side) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = side / Math.max(image.naturalWidth, image.naturalHeight);
    const canvas = h("canvas", { width: Math.round(scale * image.naturalWidth), height: Math.round(scale * image.naturalHeight) });
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { canvas, context };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A PNG of an SVG's text. */
export async function pngOf(text) {
  const { canvas } = await painted(text, PNG_SIDE);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** So many of some boards, evenly, with the first and the last. */
function evenly(count, most) {
  if (count <= most) return [...Array(count).keys()];
  return [...Array(most).keys()].map((i) => Math.round((i * (count - 1)) / (most - 1)));
}

/**
 * A GIF of boards along a line, each with the cells of its last move. `look` is as of one picture, `behind` the colour behind the
 * board, `went(done, total)` hears how far it is, and answers whether it is still wanted; null if it is not.
 */
export async function gifOf(state, boards, lasts, look, behind, went) {
  const side = GIF_SIDES.find(([most]) => boards.length <= most)[1];
  const plain = { ...look, arrows: [], hint: [], scores: null };
  const drawn = (i) => svgOf({ ...alongLine(state, { boards, lasts, highlights: [] }, i), id: `gif-${i}` }, plain);
  const points = async (i) => {
    const { canvas, context } = await painted(drawn(i), side);
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = behind;
    context.fillRect(0, 0, canvas.width, canvas.height);
    return { width: canvas.width, height: canvas.height, data: new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer) };
  };
  const samples = [];
  for (const i of evenly(boards.length, SAMPLES)) samples.push(await points(i));
  const { width, height } = samples[0];
  const gif = new Gif(width, height, paletteOf(samples.map(({ data }) => data)));
  for (let i = 0; i < boards.length; i++) {
    if (!went(i, boards.length)) return null;
    await wait(0); // the page goes on meanwhile
    const picture = await points(i);
    const isLast = i === boards.length - 1 || gif.size > MOST_BYTES;
    if (picture.width === width && picture.height === height) gif.add(picture.data, isLast ? LAST : EACH);
    if (isLast) break;
  }
  return new Blob([gif.finish()], { type: "image/gif" });
}

/** Let the browser keep a file. */
export function keep(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
