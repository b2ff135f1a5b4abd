// A game or a position in an address: whoever opens it where damier runs has it on the board. Nothing is kept anywhere for it.
//
//     #/play?game=NAME&set=OPTION:VALUE,...&position=TEXT&moves=MOVE+MOVE+...&at=NUMBER&flip=1
//
// Options are told only where they are not the usual ones, `at` is the position that is shown, the last one if it is left out.

import { t } from "../words.js";

export const MOST_MOVES = 500; // that the server takes

/** What is wrong with a link. */
export class BadLink extends Error {}

const coded = (text) => String(text).replace(/[%,: ]/g, encodeURIComponent);

/** The address of the whole line on the board, or of the position alone. */
export function linkTo(state, games, isWhole, isFlipped) {
  const parameters = new URLSearchParams({ game: state.game });
  const usual = games.find((each) => each.name === state.game)?.options ?? {};
  const set = Object.entries(state.options).filter(([name, value]) => name in usual && value !== usual[name]);
  if (set.length) parameters.set("set", set.map(([name, value]) => `${name}:${coded(value)}`).join(","));
  const names = new Map(state.nodes.map(({ node, move, told }) => [node, told ?? move])); // a link is the same in all languages
  const moves = state.line.filter((node) => names.has(node)).map((node) => names.get(node));
  const isLine = isWhole && moves.length <= MOST_MOVES;
  const position = isLine ? state.start : state.text;
  if (position) parameters.set("position", position);
  if (isLine && moves.length) parameters.set("moves", moves.map(coded).join(" "));
  const at = state.line.indexOf(state.here);
  if (isLine && at < state.line.length - 1) parameters.set("at", at);
  if (isFlipped) parameters.set("flip", 1);
  return `${location.origin}/#/play?${parameters}`;
}

/** Whether an address tells more than a game's name. */
export const isLink = (parameters) => ["set", "position", "moves", "at"].some((name) => parameters.has(name));

/** What an address asks for: game, options, position, moves, and what is to be shown. Raises a BadLink. */
export function readLink(parameters, games) {
  const name = parameters.get("game");
  const game = games.find((each) => each.name === name);
  if (!game) throw new BadLink(t("link-no-game", { game: (name ?? "").slice(0, 40) }));
  const options = {};
  for (const each of (parameters.get("set") ?? "").split(",").filter(Boolean)) {
    const [option, value] = each.split(":");
    options[option] = valueOf(option, decoded(value ?? ""), game.options);
  }
  const moves = (parameters.get("moves") ?? "").split(" ").filter(Boolean).map(decoded);
  if (moves.length > MOST_MOVES) throw new BadLink(t("link-too-long", { most: MOST_MOVES }));
  const at = parameters.has("at") ? Number(parameters.get("at")) : moves.length;
  if (!Number.isInteger(at) || at < 0 || at > moves.length) throw new BadLink(t("link-bad-at", { at: parameters.get("at").slice(0, 20) }));
  return { game: name, options, position: parameters.get("position") ?? "", moves, at, isFlipped: parameters.get("flip") === "1" };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadLink(t("link-unreadable", { text: text.slice(0, 40) }));
  }
}

/** An option's value, of the kind that the game's own is of. */
function valueOf(option, text, usual) {
  const kind = typeof usual[option];
  if (!(option in usual)) throw new BadLink(t("link-no-option", { option: option.slice(0, 40) }));
  if (kind === "string") return text;
  const value = { true: true, false: false }[text] ?? (text.trim() === "" ? NaN : Number(text));
  if (typeof value !== kind || Number.isNaN(value)) throw new BadLink(t("link-bad-option", { option, value: text.slice(0, 40) }));
  return value;
}
