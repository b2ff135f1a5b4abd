// What lies above the cells of a board: the scores of moves, arrows of good ones, and what a person has drawn.

import { svg } from "../dom.js";
import { inWriting, t } from "../words.js";
import { same } from "./geometry.js";
import { kindOf, signOf, verdictOf } from "./verdicts.js";

/** The shaft and the head of an arrow between two points, which end before them. */
function arrowPaths([x1, y1], [x2, y2], before = 22) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [ex, ey] = [x2 - 34 * dx, y2 - 34 * dy]; // where the head begins
  return {
    end: [ex, ey],
    paths: [
      svg("path", { class: "shaft", d: `M${x1 + before * dx} ${y1 + before * dy}L${ex} ${ey}` }),
      svg("path", { class: "head", d: `M${x2} ${y2}L${ex - 20 * dy} ${ey + 20 * dx}L${ex + 20 * dy} ${ey - 20 * dx}z` }),
    ],
  };
}

/** Arrows from the first to the last cell of good moves, the best the strongest; what moves to one cell are worth on it. */
export function arrowsOfMoves(geometry, arrows) {
  const group = svg("g", { class: "arrows", "aria-hidden": "true" });
  for (const { cells, text, rank, kind = `rank${Math.min(rank, 2)}` } of [...arrows].reverse()) {
    if (!cells.length) continue;
    const [x, y] = geometry.middle(cells[0]);
    const arrow = svg("g", { class: `arrow ${kind}` });
    if (cells.length > 1) {
      const { end, paths } = arrowPaths([x, y], geometry.middle(cells.at(-1)));
      arrow.append(...paths, svg("text", { x: x + 0.8 * (end[0] - x), y: y + 0.8 * (end[1] - y) }, text));
    } else arrow.append(svg("circle", { cx: x, cy: y, r: 36 }), svg("text", { x, y }, text));
    group.append(arrow);
  }
  return group;
}

/** What a person has drawn: arrows, and circles around cells. */
export function shapesDrawn(geometry, shapes, nameOf) {
  const group = svg("g", { class: "shapes" });
  for (const { colour, start, end } of shapes) {
    const [x, y] = geometry.middle(start);
    const isCircle = same(start, end);
    const words = isCircle ? t("drawn-circle", { cell: nameOf(start) }) : t("drawn-arrow", { from: nameOf(start), to: nameOf(end) });
    const shape = svg("g", { class: `shape ${colour}`, role: "img", "aria-label": words });
    if (isCircle) shape.append(svg("circle", { class: "around", cx: x, cy: y, r: 44 }));
    else shape.append(...arrowPaths([x, y], geometry.middle(end), 10).paths);
    group.append(shape);
  }
  return group;
}

/** What each move is worth, above its column or on its square; `moves` are those begun with so many cells. */
export function scoresOfMoves(geometry, scores, moves, step) {
  const group = svg("g", { class: "scores" });
  if (!scores) return group;
  const { known, isSolving } = scores;
  const bestByCell = new Map(); // several moves may begin, or go on, at a cell: the best of them counts
  for (const { name, cells } of moves) {
    const cell = cells[step];
    if (!cell || !geometry.scorePlace(cells, step)) continue;
    const found = known.find((each) => each.move === name);
    const best = bestByCell.get(`${cell}`);
    if (!best?.found || (found && known.indexOf(found) < known.indexOf(best.found))) bestByCell.set(`${cell}`, { found, cells });
  }
  for (const { found, cells } of bestByCell.values()) {
    const [x, y] = geometry.scorePlace(cells, step);
    if (found) group.append(score(found, scores.exact, x, y, cells.length > 1));
    else if (isSolving && cells.length === 1) group.append(svg("text", { class: "solving", x, y, "aria-hidden": "true" }, "…"));
  }
  return group;
}

/** What the pieces are worth to who judges them, each on its cell. */
export function worthsOfPieces(geometry, pieces) {
  const group = svg("g", { class: "pieces" });
  for (const { cell, name, text } of pieces) {
    const [x, y] = geometry.worthPlace(cell);
    const words = inWriting(text);
    const half = Math.max(24, 6 * words.length + 10);
    const badge = svg("g", { class: `worth ${{ "+": "first", "-": "second" }[text[0]] ?? "none"}`, role: "img", "aria-label": t("piece-worth", { cell: name, worth: words }) });
    badge.append(svg("rect", { x: x - half, y: y - 13, width: 2 * half, height: 26, rx: 13 }), svg("text", { x, y }, words));
    group.append(badge);
  }
  return group;
}

function score({ move, score, text, plies, best }, isExact, x, y, isBadge) {
  const kind = kindOf(score);
  const words = signOf(text);
  const sure = isExact ? "exact" : "estimate";
  const label = t(`score-${sure}`, { move, score: kind === text || plies !== null ? verdictOf({ score, text, plies }) : words });
  const group = svg("g", { class: `score ${kind} ${sure}${isBadge ? " badge" : ""}`, role: "img", "aria-label": label });
  const half = words.length > 4 ? 46 : 42;
  if (isBadge) group.append(svg("rect", { class: best ? "best" : "", x: x - 31, y: y - 13, width: 62, height: 26, rx: 13 }));
  else if (best) group.append(svg("rect", { class: "best", x: x - half, y: y - 21, width: 2 * half, height: 42, rx: 21 }));
  group.append(svg("text", { x, y, class: words.length > 4 ? "long" : "" }, words));
  return group;
}
