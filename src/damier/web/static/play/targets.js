// What a person can point at on a board, by mouse, finger or keyboard: one cell of a move after the other.

import { svg } from "../dom.js";
import { t } from "../words.js";
import { inWords, placeName } from "./cells.js";
import { grown, isSeeds } from "./draw.js";
import { has, same } from "./geometry.js";

// Whether the board is played by keyboard: the focus came to it by Tab, and no click since
let isByKeyboard = false;
addEventListener("keydown", (event) => (isByKeyboard ||= event.key === "Tab"), true);
addEventListener("pointerdown", () => (isByKeyboard = false), true);

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Have something done by a click, by Enter or by the space bar. */
export function onChosen(element, choose) {
  element.addEventListener("click", choose);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    choose();
  });
}

/** The cells that can be pointed at next, those of other moves included once a move is begun. */
export function targetsOf(board, ahead) {
  const group = svg("g", { class: "targets" });
  const step = board.pointed.length;
  const places = ahead.map((move) => move.cells[step]);
  const first = step && board.playable ? board.state.legal.map((move) => move.cells[0]).filter(Boolean) : [];
  const unique = [...places, ...first].filter((cell, i, all) => all.findIndex((other) => same(other, cell)) === i);
  unique.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (board.state.board.falling) unique.sort((a, b) => a[1] - b[1]);
  for (const place of unique) {
    const moves = ahead.filter((move) => same(move.cells[step], place));
    group.append(target(board, place, moves));
  }
  return group;
}

/** A cell to point at, with the moves that go on there; none if it only begins others. */
function target(board, place, moves) {
  const { state, geometry, pointed } = board;
  const [row, column] = place;
  const cell = state.board.cells[row][column];
  const goesOn = moves.length > 0;
  const named = moves.filter((move) => move.cells.length === pointed.length + 1);
  const name = named.length === 1 ? named[0].name : null;
  const isChosen = has(pointed, place);
  const does = isChosen ? t("chosen") : name === null ? t("choose") : t("play-move", { move: name });
  const books = moves.filter((move) => move.book !== null);
  const kinds = [isChosen && "chosen", !goesOn && "other", pointed.length && goesOn && "goal", books.length && "book"];
  const drawn = svg("g", {
    class: ["target", ...kinds.filter(Boolean)].join(" "),
    role: "button",
    tabindex: 0,
    "aria-label": `${placeName(state.board, place)}: ${inWords(cell, state.players)}; ${does}${books.length ? `; ${t("book-move")}` : ""}`,
    "data-cell": `${row},${column}`,
  });
  if (name !== null) drawn.setAttribute("data-move", name);
  const names = [...new Set(books.map((move) => move.book).filter(Boolean))];
  if (books.length) drawn.append(svg("title", {}, [t("book-move"), ...names.slice(0, 4)].join("\n")));
  const outline = geometry.square(place, 0, 0);
  if (state.board.falling) Object.assign(outline, { y: 0, height: geometry.total.height });
  drawn.append(svg("rect", { class: "hit", ...outline }), ghost(board, cell, place));
  if (geometry.kind === "squares") {
    const frame = geometry.square(place, 4, 6);
    drawn.append(svg("rect", { class: "frame", ...frame }));
    if (books.length) drawn.append(svg("circle", { class: "bookmark", cx: frame.x + frame.width - 10, cy: frame.y + 10, r: 7 }));
  }
  onChosen(drawn, () => board.isDragged || board.point(place, goesOn));
  return drawn;
}

/** What appears on a cell when it is pointed at. */
function ghost({ geometry, state, pointed, scores }, cell, place) {
  const [x, y] = geometry.middle(place);
  if (geometry.kind === "falling") return svg("circle", { class: `ghost p${state.turn}`, cx: x, cy: y, r: 40 });
  if (geometry.kind === "pits" && isSeeds(cell)) return svg("rect", { class: "ghost ring", ...grown(geometry.hollow(place), 1) });
  if (geometry.kind === "pits") return svg("circle", { class: "ghost ring", cx: x, cy: y, r: 43 });
  const square = geometry.square(place, 3, 7);
  if (cell.text || cell.look === "disc") return svg("rect", { class: `ghost ring${pointed.length ? " taken" : ""}`, ...square });
  const isScored = scores && (scores.isSolving || scores.known.some(({ cells }) => cells.length === 1 && same(cells[0], place)));
  const dot = isScored ? "" : svg("circle", { class: "dot", cx: x, cy: y, r: 8 });
  return svg("g", {}, dot, svg("rect", { class: `ghost p${state.turn}`, ...square }));
}

/** Arrow keys lead from a target to the nearest one in their direction. */
export function walk(event, { picture, geometry }) {
  const step = STEPS[event.key];
  const target = event.target.closest(".target");
  if (!step || !target || !isByKeyboard) return; // after a click the arrow keys walk through the game
  event.preventDefault();
  event.stopPropagation();
  const middle = (each) => geometry.middle(each.dataset.cell.split(",").map(Number));
  const [x, y] = middle(target);
  const others = [...picture.querySelectorAll(".target")].map((other) => {
    const [ox, oy] = middle(other);
    const along = (ox - x) * step[0] + (oy - y) * step[1];
    const aside = Math.abs((ox - x) * step[1]) + Math.abs((oy - y) * step[0]);
    return { other, along, distance: along + 2.5 * aside };
  });
  const ahead = others.filter(({ along }) => along > 1).sort((a, b) => a.distance - b.distance);
  ahead[0]?.other.focus();
}
