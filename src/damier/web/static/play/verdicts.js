// What a table, or a solved game, says of each move: who wins, and how soon.

import { h } from "../dom.js";
import { inWriting, t } from "../words.js";
import { movesIn, winsHaveName, wonIn } from "./worths.js";

const KINDS = ["win", "draw", "loss"];

export const kindOf = (score) => (score > 0 ? "win" : score < 0 ? "loss" : "draw");

/** A score in writing as few signs, in any language: who wins without a number is + or −. */
export const signOf = (text) => ({ win: "+", loss: "−" })[text] ?? inWriting(text);

/** The verdict of a move in a few words: "wins in 14 moves (27 plies)". */
export function verdictOf({ score, text, plies }) {
  const kind = kindOf(score);
  const isPoints = !text.includes("#") && !KINDS.includes(text);
  if (kind === "draw" || plies === null) return isPoints && score ? signOf(text) : t(`move-${kind}`);
  return `${isPoints ? `${signOf(text)}, ` : ""}${t(`move-${kind}-${winsHaveName() ? "by" : "in"}`, { moves: movesIn(plies), how: wonIn(movesIn(plies)), plies })}`;
}

/** All moves by their verdict, the best first, each with the moves that it takes; nothing where no table tells. */
export function showVerdicts(holder, told) {
  holder.hidden = !told?.by_table;
  if (holder.hidden) return holder.replaceChildren();
  const groups = KINDS.map((kind) => [kind, told.scores.filter((each) => kindOf(each.score) === kind)]);
  holder.replaceChildren(...groups.filter(([, moves]) => moves.length).flatMap(([kind, moves]) => [
    h("dt", { class: kind }, t(`verdict-${kind}${moves.some(({ text }) => text.includes("#")) ? "-in" : ""}`)),
    h("dd", {}, ...moves.map((each) => h("span", { class: `verdict ${kind}`, title: verdictOf(each) }, each.move, ...shortly(each)))),
  ]));
}

/** What stands beside a move: the moves that it takes, or points. */
function shortly({ score, text }) {
  const short = text.includes("#") ? text.replace(/^.#/, "") : KINDS.includes(text) || !score ? "" : signOf(text);
  return short ? [h("b", {}, ` ${short}`)] : [];
}
