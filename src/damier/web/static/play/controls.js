// The buttons of the play page: which of them are there, and what they say.

import { t } from "../words.js";

export const BOOK_SHOWN = "damier-book-shown"; // where it is kept whether the book is shown on the board
const DOUBT = 3000; // milliseconds in which who gives up may press again

/** Show what can be done now, and hide the rest. */
export function showControls(table) {
  const { state, actions, walk } = table;
  const isOver = state.result !== null;
  const bothPrograms = state.sides.every((side) => side.program);
  const hasProgram = state.sides.some((side) => side.program);
  actions.undo.disabled = state.here === 0;
  const { analysis } = state;
  actions.hint.disabled = isOver || !(table.isPersons || state.paused) || state.doing === "hint";
  actions.hint.textContent = t(state.hint?.step === 1 ? "hint-more" : "hint");
  actions.now.hidden = state.doing !== "move";
  actions.pause.hidden = isOver || analysis || !(bothPrograms || state.paused || state.clock) || (!hasProgram && !state.clock);
  actions.pause.textContent = t(state.paused ? "go-on" : "pause");
  actions.step.hidden = isOver || analysis || !bothPrograms || !state.paused;
  actions.resign.hidden = isOver || analysis || bothPrograms || state.here === 0;
  table.panes.tabs.review.classList.toggle("calls", isOver && !state.check && table.panes.current !== "review" && state.line.length > 1);
  actions.rematch.hidden = !isOver || analysis;
  table.mode.textContent = t(analysis ? "play-on" : "analyse");
  table.mode.setAttribute("aria-pressed", String(analysis));
  table.typing.hidden = isOver;
  const room = analysis ? table.actionsRow : table.smallRow; // signs and comments stand beside the moves in an analysis
  if (table.switchesHolder.parentElement !== room) room.append(table.switchesHolder);
  table.switched.flip.hidden = !state.board.theme;
  table.switched.books.setAttribute("aria-pressed", String(table.showsBook));
  table.switched.sound.setAttribute("aria-pressed", String(table.sounds.isOn));
  walk.first.disabled = walk.previous.disabled = state.here === 0;
  walk.last.disabled = walk.next.disabled = state.here === state.line.at(-1);
  const main = new Set(mainLine(state.nodes));
  table.promote.hidden = state.here === 0 || main.has(state.here);
  table.remove.hidden = state.here === 0;
}

/** Who gives up presses twice: the button stands beside others. */
export function giveUp(table) {
  const { resign } = table.actions;
  if (resign.dataset.sure) table.send({ do: "resign" });
  resign.dataset.sure = resign.dataset.sure ? "" : "yes";
  resign.textContent = t(resign.dataset.sure ? "sure" : "resign");
  clearTimeout(table.doubt);
  table.doubt = setTimeout(() => {
    resign.dataset.sure = "";
    resign.textContent = t("resign");
  }, DOUBT);
}

/** The nodes of the main line. */
function mainLine(nodes) {
  const firstSon = new Map();
  for (const { node, parent } of nodes) if (!firstSon.has(parent)) firstSon.set(parent, node);
  const line = [];
  for (let at = firstSon.get(0); at !== undefined; at = firstSon.get(at)) line.push(at);
  return line;
}
