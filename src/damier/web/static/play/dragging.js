// Dragging a piece from its cell to another one.

import { svg } from "../dom.js";
import { pointIn, same } from "./geometry.js";

const DRAGGED = 8; // pixels that a finger or the mouse may tremble before it drags

/** A press on a piece that can be moved to another cell: it may be dragged there. Returns what gives it up, or null. */
export function press(event, board) {
  const from = board.cellAt(event);
  board.isDragged = false;
  if (!from || event.button !== 0 || !board.playable) return null;
  const starts = board.state.legal.filter((move) => move.cells.length > 1 && same(move.cells[0], from));
  if (!starts.length) return null;
  let held = null;
  const follow = (moved) => {
    if (!held && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < DRAGGED) return;
    if (!held) {
      board.isDragged = true;
      board.pointed = [from];
      board.draw();
      held = lift(board, from);
    }
    const { x, y } = pointIn(board.picture, moved.clientX, moved.clientY);
    held.setAttribute("transform", `translate(${x} ${y})`);
  };
  const leave = () => {
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
    held?.remove();
    board.picture.classList.remove("dragging");
  };
  const end = (last) => {
    leave();
    if (!held) return;
    const to = last.type === "pointerup" ? board.cellAt(last) : null;
    if (to && starts.some((move) => same(move.cells[1], to))) board.point(to, true);
    else board.letGo();
    setTimeout(() => (board.isDragged = false)); // after the click that the browser makes of it
  };
  const listeners = { pointermove: follow, pointerup: end, pointercancel: end };
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
  return leave;
}

/** A copy of what stands in a cell, to be dragged. */
function lift(board, place) {
  const [x, y] = board.geometry.middle(place);
  const cell = board.state.board.cells[place[0]][place[1]];
  const held = svg("g", { class: "held" }, svg("g", { transform: `translate(${-x} ${-y})` }, ...board.cells.piece(cell, place)));
  board.picture.append(held);
  board.picture.classList.add("dragging");
  return held;
}
