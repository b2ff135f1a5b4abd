// What a move has done to a board, found by comparing the cells before and after it: what went where, what was taken, what was
// turned over, what is new. No rules are known here.

import { svg } from "../dom.js";
import { has, same } from "./geometry.js";

const isPiece = (cell) => cell.owner >= 0 && (cell.text !== "" || cell.look === "disc") && cell.look !== "pit";
const isSame = (a, b) => a.owner === b.owner && a.text === b.text && a.look === b.look;

/** The cells before the last move: those of now, with what stood where it has changed something. */
export function cellsBefore(cells, changed) {
  const before = cells.map((line) => [...line]);
  for (const { place, cell } of changed) before[place[0]][place[1]] = cell;
  return before;
}

/** The cells of a board that differ from those of another one, as they were on that. */
export function differences(before, after) {
  return after.flatMap((line, row) =>
    line.flatMap((now, column) => {
      const cell = before[row]?.[column];
      return cell && !isSame(cell, now) ? [{ place: [row, column], cell }] : [];
    }),
  );
}

/** A state that shows a board along a line instead of its own: what the server has told of the line, and which board of it. */
export function alongLine(state, { boards, lasts, highlights, taken }, at) {
  const [board, before] = [boards[at], boards[at - 1]];
  const changed = before ? differences(before.cells, board.cells) : [];
  const told = { board, last: lasts[at] ?? [], highlights: highlights[at] ?? {}, ...(taken?.[at] ?? {}) };
  return { ...state, ...told, here: at, legal: [], changed, steps: [], shapes: [] };
}

/**
 * What happened between two boards, the last move's cells being known: `slides` with the cells of each way, `taken` pieces,
 * `turned` discs with the owner they had, and `placed` pieces, which came from nowhere.
 */
export function compare(before, after, last) {
  const at = (cells, [row, column]) => cells[row][column];
  const gone = [];
  const come = [];
  const turned = [];
  after.forEach((line, row) =>
    line.forEach((now, column) => {
      const was = before[row][column];
      const place = [row, column];
      if (isSame(was, now)) return;
      if (isPiece(was) && isPiece(now) && was.look === "disc" && now.look === "disc" && !has(last, place)) turned.push({ place, was });
      else {
        if (isPiece(was)) gone.push(place);
        if (isPiece(now)) come.push(place);
      }
    }),
  );
  const slides = [];
  const take = (places, place) => places.splice(places.findIndex((each) => same(each, place)), 1);
  const slide = (way) => {
    take(gone, way[0]);
    take(come, way.at(-1));
    slides.push(way);
  };
  const [from, to] = [last[0], last.at(-1)];
  if (last.length > 1 && has(gone, from) && has(come, to) && at(before, from).owner === at(after, to).owner) slide(last);
  for (const place of [...gone]) {
    const goal = come.find((other) => isSame(at(before, place), at(after, other)));
    if (goal) slide([place, goal]);
  }
  return { slides, taken: gone, turned, placed: come };
}

/** Signs of what the last move has done to a cell, for who looks at the board afterwards: `Cells` draws them below its piece. */
export function marksOfChanges(cells, changed, last) {
  if (!changed?.length) return () => [];
  const { state, geometry } = cells;
  const before = cellsBefore(state.board.cells, changed);
  const { taken, turned } = compare(before, state.board.cells, last);
  return (place) => {
    const [cx, cy] = geometry.middle(place);
    const [was, now] = [before[place[0]][place[1]], state.board.cells[place[0]][place[1]]];
    if (geometry.kind === "pits" && !has(last, place)) {
      const more = Number(now.text) - Number(was.text);
      if (!more || now.look !== "pit") return [];
      return [svg("text", { class: `gain${more < 0 ? " less" : ""}`, x: cx + 24 + 8 * now.text.length, y: cells.countAt(place) }, `${more < 0 ? "−" : "+"}${Math.abs(more)}`)];
    }
    if (has(taken, place) && !isPiece(now)) return [svg("g", { class: "was-taken" }, ...cells.piece(was, place))];
    if (turned.some((each) => same(each.place, place))) return [svg("circle", { class: `was-turned p${was.owner}`, cx, cy, r: 46 })];
    return [];
  };
}
