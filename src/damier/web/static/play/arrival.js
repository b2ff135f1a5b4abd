// Which game comes to the board: that of an address, one that a link holds, the last one, a new one, or the same once more; and
// whether it is played or analysed.

import { Refusal, ask } from "../dom.js";
import { Notation } from "../notation.js";
import { t, told } from "../words.js";
import { Conversation } from "./connection.js";
import { BadLink, badPlace, isLink, readLink } from "./link.js";

export const LAST = "damier-game"; // where the id of the last game is kept
export const LAST_NAME = "damier-game-name"; // and which game it was
const LINES = 3; // that an analysis begins with

/** Show the game of an address, or the last one, or begin one; who came with games of his own wants one of those. */
export async function visit(table, path, parameters = new URLSearchParams()) {
  if (isLink(parameters)) {
    await restore(table, parameters);
    return;
  }
  if (parameters.has("game")) {
    await beginNamed(table, parameters);
    return;
  }
  const own = table.games.filter((game) => game.own);
  const isWanted = !own.length || own.some((game) => game.name === localStorage.getItem(LAST_NAME));
  const id = path[0] || (isWanted && localStorage.getItem(LAST));
  if (id) converse(table, id, !path[0]);
  else await begin(table, "/sittings", table.newGame.request());
}

/** Begin a game that the address names, as it was played last, to play it, to analyse it or to watch it. */
async function beginNamed(table, parameters) {
  table.newGame.chooseNamed(parameters.get("game"));
  const request = table.newGame.request();
  const as = parameters.get("as");
  if (as === "analysis") Object.assign(request, { analysis: true, clock: null });
  if (as === "watch") Object.assign(request, { sides: request.sides.map((side) => ({ ...side, program: true })), clock: null });
  await begin(table, "/sittings", request);
  if (!table.state && !table.conversation) await visit(table, []); // refused: whatever else there is
}

/** The game and position that somebody shared by a link, to be analysed; what is wrong with it is said on the first page. */
async function restore(table, parameters) {
  try {
    const { at, isFlipped, record, ...wanted } = await readLink(parameters, table.games);
    table.newGame.chooseNamed(wanted.game);
    const settings = { ...table.newGame.settings(), ...wanted, clock: null, analysis: true };
    const state = await (record === undefined ? ask("POST", "/sittings", settings) : ask("POST", "/import", { ...settings, text: record }));
    const node = record === undefined ? state.line[at] : at === null ? state.here : at === 0 ? 0 : state.nodes[at - 1]?.node;
    if (node === undefined) throw badPlace(at);
    converse(table, state.id, true);
    const [first, second] = state.sides;
    table.turned = isFlipped !== (first.program && !second.program);
    if (node !== state.here) table.go(node);
    beginAnalysis(table);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof BadLink)) throw error;
    history.replaceState(null, "", table.conversation ? `#/play/${table.conversation.id}` : "#/play");
    if (!table.conversation) await visit(table, []);
    table.complain(t("link-bad", { error: refused(table, error, parameters.get("game")) }));
  }
}

/** Begin a game, or take one up that is written down. */
export async function begin(table, path, request) {
  const number = ++table.asked;
  table.complain(null);
  try {
    const state = await ask("POST", path, request);
    if (number !== table.asked) return; // another one was asked for meanwhile
    table.newGame.dialog.close();
    converse(table, state.id, true);
    if (state.analysis) beginAnalysis(table);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    table.complain(refused(table, error, request.game ?? table.state?.game));
    return false;
  }
}

/** What is wrong with a game in writing, with its moves in the page's language. */
function refused(table, error, game) {
  return error instanceof Refusal ? told(new Notation(lettersOf(table, game)).relisted(error.said)) : error.message;
}

/** The letters of a game's figures, by language. */
export const lettersOf = (table, game) => table.games.find((each) => each.name === game)?.letters ?? {};

/** The same once more; who played damier changes sides. */
export function rematch(table) {
  const { game, options, start, sides, seconds, clock, book, warns, learn, aim, threads } = table.state;
  const isMixed = sides[0].program !== sides[1].program;
  const times = clock && { base: clock.base, increment: clock.increment };
  begin(table, "/sittings", { game, options, position: start, sides: isMixed ? [...sides].reverse() : sides, seconds, clock: times, book, warns, learn, aim, threads });
}

/** Begin the game on the board anew between these sides, as it is played now; a person keeps the colour that he had. No book plays. */
export function playBetween(table, [one, other]) {
  const { game, options, sides: now, seconds, clock, warns, threads } = table.state;
  const isSecond = !one.program && now[0].program && !now[1].program;
  const times = clock && { base: clock.base, increment: clock.increment };
  return begin(table, "/sittings", { game, options, sides: isSecond ? [other, one] : [one, other], seconds, clock: times, book: false, warns, threads });
}

/** From playing to analysing, where nobody answers, and back. */
export function switchMode(table) {
  const { sides, seconds, clock, book, warns, learn, aim, threads, analysis } = table.state;
  const times = clock && { base: clock.base, increment: clock.increment };
  table.send({ do: "set", sides, seconds, clock: times, book, warns, learn, aim, threads, analysis: !analysis });
  if (analysis) table.send({ do: "analyse", lines: 0 }); // who plays on is not told what is best
  else beginAnalysis(table);
}

export function beginAnalysis(table) {
  if (!table.panes.current || table.panes.current === "files") table.panes.open("lines");
  table.send({ do: "analyse", lines: table.state?.lines || LINES, scores: table.state?.scores ?? false, threat: table.state?.wants_threat ?? false });
}

export function converse(table, id, isNew) {
  table.asked += 1;
  if (table.conversation?.id === id) return;
  table.conversation?.close();
  table.turned = false;
  table.prepared = null;
  table.complain(null);
  localStorage.setItem(LAST, id);
  if (isNew) history.replaceState(null, "", `#/play/${id}`);
  table.conversation = new Conversation(id, (kind, message) => table.hear(kind, message));
}
