// What the board is drawn with: seeds and sizes, none of which know where they stand.

import { svg } from "../dom.js";

const NUMBER = /^\d+$/;
const MOST_SEEDS = 36; // that are drawn one by one in a pit
const GOLDEN = 2.399963; // the angle between a seed and the next

/** Whether a cell is a pit of seeds, which are counted. */
export function isSeeds(cell) {
  return cell.look === "pit" && cell.owner >= 0 && NUMBER.test(cell.text);
}

/** An outline made larger. */
export function grown({ x, y, width, height, rx }, by) {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by, rx: rx + by };
}

/** The crown of a king's disc. */
export function crown(x, y) {
  return svg("path", { class: "crown", d: `M${x - 17} ${y + 14}l-5-26l12 10l10-15l10 15l12-10l-5 26z` });
}

/** The size of letters that fit a cell. */
export function letterSize(text) {
  return [44, 44, 44, 34][text.length] ?? 27;
}

/** Seeds: a few in a ring, more in the pattern of a sunflower stretched to the pit. */
export function seeds(count, x, y, stretch) {
  const drawn = Math.min(count, MOST_SEEDS * Math.max(1, Math.floor(stretch)));
  const isRing = drawn <= 6;
  const spread = Math.min(11.5, 32 / Math.sqrt(Math.max(1, drawn / stretch)));
  const places = Array.from({ length: drawn }, (_, i) => {
    if (isRing) return [drawn === 1 ? 0 : 8 + 2 * drawn, (2 * Math.PI * i) / drawn - Math.PI / 2, 1];
    return [(spread * Math.sqrt(i + 0.5)) / Math.sqrt(stretch), i * GOLDEN, stretch];
  });
  return places.map(([radius, angle, taller], i) =>
    svg("circle", {
      class: `seed s${i % 3}`,
      cx: (x + radius * Math.cos(angle)).toFixed(1),
      cy: (y + radius * Math.sin(angle) * taller).toFixed(1),
      r: isRing ? 8 : Math.min(7.5, spread * 0.66).toFixed(1),
    }),
  );
}
