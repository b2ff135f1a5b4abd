// What is going on, in words: whose turn it is, what damier does, how the game ended.

import { number, t } from "../words.js";
import { short } from "./analysis.js";
import { playerName } from "./plates.js";
import { worthWords } from "./worths.js";

/** What goes on: over, analysis, paused, or whose turn it is: a person's or a program's. */
export function doingOf(state) {
  if (state.result !== null) return "over";
  if (state.analysis) return "analysis";
  if (state.paused) return "paused";
  return state.sides[state.turn].program ? "program" : "person";
}

/** The same in words; `last` is what the engine told last. */
export function statusText(state, last) {
  const doing = doingOf(state);
  if (doing === "over") return resultText(state);
  if (state.hint?.step === 2) return t("hint-move", { move: state.hint.thought.move, worth: worthWords(state, state.hint.thought.worth) });
  if (state.hint?.step === 1) return t("hint-piece");
  if (doing === "paused") return t("press-continue");
  if (doing === "program" || state.doing === "hint") return thinkingText(last);
  if (doing === "analysis") return t("move-of", { player: playerName(state, state.turn) });
  return turnText(state);
}

function turnText(state) {
  const made = state.nodes.find((node) => node.node === state.here);
  const whose = state.sides.some((side) => side.program) ? t("your-move") : t("move-of", { player: playerName(state, state.turn) });
  if (!made || !state.sides[made.player].program) return whose;
  const player = playerName(state, made.player);
  const isBook = state.spoke?.book && state.spoke.node === made.parent;
  const told = made.move === "pass" ? t("passed", { player }) : t(isBook ? "played-book" : "played", { player, move: made.move });
  return `${told} ${whose}`;
}

function thinkingText(last) {
  return t(last?.status === "waiting" ? "waiting-seat" : "thinking");
}

/** That the engine is being compiled, and how much of it is, from 0 to 1, where that is known. */
export function compilingText(share) {
  return share ? `${t("compiling")} ${t("compiling-share", { percent: number(Math.round(100 * share)) })}` : t("compiling");
}

/** How deep the engine looks, and how fast. */
export function thinkingDetails(last) {
  if (last?.status !== "thinking" || !last.depth) return "";
  const speed = last.seconds > 0.05 ? short(Math.round(last.nodes / last.seconds)) : "…";
  return t("thinking-depth", { depth: number(last.depth), speed });
}

/** How a game ended; a person who has played damier is told whether he has won. */
export function resultText(state) {
  const { winner, points, counted, reason } = state.result;
  const words = { time: t("reason-time"), resigned: t("reason-resigned") };
  const why = reason ? t("because", { reason: words[reason] ?? t(reason) }) : "";
  if (winner === null) return `${t("draw")}${why}.`;
  const [first, second] = state.sides;
  const isYours = !state.analysis && first.program !== second.program && !state.sides[winner].program;
  const player = playerName(state, winner);
  const by = points ? t("by-points", { points: t(`counted-${counted}`, { count: points }) }) : "";
  return `${isYours ? t("you-win", { player }) : t("wins", { player })}${by}${why}.`;
}
