// What positions are worth, in words: one source, which the server keeps, and one point of view, the first player's.

import { inWriting, t } from "../words.js";
import { playerName } from "./plates.js";

let wonBy = ""; // what a won end of the game on the board is called, as "mate"

/** From now on a win is called so; empty: a win. */
export const callWins = (word) => (wonBy = word);

/** Whether a won end has a name of its own. */
export const winsHaveName = () => wonBy !== "";

/** A win in so many moves, in words: "mate in 3", or "win in 3 moves". */
export const wonIn = (count) => (wonBy ? t("won-by-in", { by: t(wonBy), count }) : t("won-in", { count }));

/** How many moves so many plies are. */
export const movesIn = (plies) => Math.ceil(plies / 2);

/** A worth in words, with the player it is good for where there is no sign that tells. */
export function worthText(state, worth) {
  if (!worth) return "";
  const isWin = worth.winner !== null && (worth.text.includes("#") || ["win", "loss"].includes(worth.text));
  if (!isWin) return inWriting(worth.text);
  const player = playerName(state, worth.winner);
  return worth.plies ? t("won-of", { player, how: wonIn(movesIn(worth.plies)) }) : t("win-of", { player });
}

/** A worth in as few signs as fit into a bar: +1.2 (in French +1,2), +, #3. */
export const worthSign = (worth) => ({ win: "+", loss: "−" })[worth.text] ?? inWriting(worth.text);

/** Who knows it, and how well: exact, by a table, an estimate so deep. */
export function sourceText(worth) {
  if (!worth) return "";
  return worth.source === "estimate" ? t("source-estimate", { depth: worth.depth }) : t(`source-${worth.source}`);
}

/** A worth in words that need no others: for whom a number is meant, and that nobody is ahead. */
export function worthWords(state, worth) {
  const text = worthText(state, worth);
  if (worth.text === "0") return t("worth-level");
  const isNumber = !worth.text.includes("#") && !["win", "loss"].includes(worth.text);
  return isNumber ? t("bar", { worth: text, player: playerName(state, 0) }) : text;
}

/** The same with who knows it: what one is told who points at it. */
export const worthDetails = (state, worth) => `${worthWords(state, worth)} · ${sourceText(worth)}`;

// From which share of the result on a position is called so, where nobody knows for sure
const STANDINGS = [
  [0.8, "winning"],
  [0.6, "better"],
  [0.4, "level"],
  [0.2, "worse"],
  [0, "losing"],
];

/** How a player stands, as a key: won, drawn and lost are sure, the others estimates. */
export function standing(worth, player) {
  if (worth.winner !== null) return worth.winner === player ? "won" : "lost";
  if (worth.source !== "estimate") return "drawn";
  const share = player === 0 ? worth.share : 1 - worth.share;
  return STANDINGS.find(([least]) => share >= least)[1];
}

const SIGNS = ["?!", "?", "??"]; // the worst last

/** Whether a bad move has changed how the game ends, and that is sure. */
export const changesResult = ({ before, after, player }) =>
  [before, after].every((worth) => worth.source !== "estimate") && standing(before, player) !== standing(after, player);

/** What a bad move has cost, in words: from winning to level, about two pawns. */
export function costText(mistake) {
  const { before, after, player, cost, counted } = mistake;
  const [then, now] = [standing(before, player), standing(after, player)];
  const isSure = [before, after].every((worth) => worth.source !== "estimate");
  const points = cost && t(isSure ? "cost-points" : "cost-about", { cost: t(`counted-${counted}`, { count: inWriting(cost) }) });
  if (then !== now) {
    const told = t("cost-from-to", { before: t(`stands-${then}`), after: t(`stands-${now}`) });
    return points ? t("cost-both", { told, points }) : told;
  }
  const share = (worth) => Math.round(100 * (player === 0 ? worth.share : 1 - worth.share));
  return points || t("cost-chances", { before: share(before), after: share(after) });
}

/** Which of two mistakes is worse: by its sign, then by how much of the result it has lost, then by what people count. */
export function isWorse(one, other) {
  const [first, second] = [one, other].map(({ mark, before, after, player, cost }) => {
    const lost = player === 0 ? before.share - after.share : after.share - before.share;
    return [SIGNS.indexOf(mark), lost, Number(cost)];
  });
  const place = first.findIndex((each, i) => each !== second[i]);
  return place >= 0 && first[place] > second[place];
}
