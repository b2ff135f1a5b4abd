// A game or a position in an address: whoever opens it where damier runs has it on the board. Nothing is kept anywhere for it.
//
//     #/play?game=NAME&set=OPTION:VALUE,...&position=TEXT&moves=MOVE+MOVE+...&at=NUMBER&flip=1
//     #/play?game=NAME&set=OPTION:VALUE,...&record=1.LETTERS&at=NUMBER&flip=1
//
// The first has the moves of one line; the second a whole game in writing, variations, comments, signs and drawings included, packed
// (`packing.js`), which the server reads as it does a file. Options are told only where they are not the usual ones, `at` is the
// position that is shown: so many moves along the line, or in the order in which the game is told, each line to its end; the last
// one of the main line if it is left out.

import { t } from "../words.js";
import { packedText, unpackedText } from "./packing.js";

export const MOST_MOVES = 500; // that the server takes
export const MOST_LINK = 8_000; // letters of a link with a whole game: what mail and messengers still take as one

/** What is wrong with a link. */
export class BadLink extends Error {}

const coded = (text) => String(text).replace(/[%,: ]/g, encodeURIComponent);

const addressOf = (parameters) => `${location.origin}/#/play?${parameters}`;

/** The game, with its options where they are not the usual ones. */
function gameOf(state, games) {
  const parameters = new URLSearchParams({ game: state.game });
  const usual = games.find((each) => each.name === state.game)?.options ?? {};
  const set = Object.entries(state.options).filter(([name, value]) => name in usual && value !== usual[name]);
  if (set.length) parameters.set("set", set.map(([name, value]) => `${name}:${coded(value)}`).join(","));
  return parameters;
}

/** The address of the whole game, by its record in writing; null if that is too long for a link. */
export async function linkToRecord(state, games, record, isFlipped) {
  const parameters = gameOf(state, games);
  const packed = await packedText(record);
  if (packed === null) return null;
  parameters.set("record", packed);
  parameters.set("at", state.nodes.findIndex(({ node }) => node === state.here) + 1);
  if (isFlipped) parameters.set("flip", 1);
  const address = addressOf(parameters);
  return address.length > MOST_LINK ? null : address;
}

/** The address of the whole line on the board, or of the position alone. */
export function linkTo(state, games, isWhole, isFlipped) {
  const parameters = gameOf(state, games);
  const names = new Map(state.nodes.map(({ node, move, told }) => [node, told ?? move])); // a link is the same in all languages
  const moves = state.line.filter((node) => names.has(node)).map((node) => names.get(node));
  const isLine = isWhole && moves.length <= MOST_MOVES;
  const position = isLine ? state.start : state.text;
  if (position) parameters.set("position", position);
  if (isLine && moves.length) parameters.set("moves", moves.map(coded).join(" "));
  const at = state.line.indexOf(state.here);
  if (isLine && at < state.line.length - 1) parameters.set("at", at);
  if (isFlipped) parameters.set("flip", 1);
  return addressOf(parameters);
}

/** Whether an address tells more than a game's name. */
export const isLink = (parameters) => ["set", "position", "moves", "record", "at"].some((name) => parameters.has(name));

/** What an address asks for: game, options, position and moves, or the record of a game, and what is to be shown. Raises a BadLink. */
export async function readLink(parameters, games) {
  const name = parameters.get("game");
  const game = games.find((each) => each.name === name);
  if (!game) throw new BadLink(t("link-no-game", { game: (name ?? "").slice(0, 40) }));
  const options = {};
  for (const each of (parameters.get("set") ?? "").split(",").filter(Boolean)) {
    const [option, value] = each.split(":");
    options[option] = valueOf(option, decoded(value ?? ""), game.options);
  }
  const isFlipped = parameters.get("flip") === "1";
  if (parameters.has("record")) {
    const record = await unpackedText(parameters.get("record"));
    if (record === null) throw new BadLink(t("link-bad-record"));
    return { game: name, options, record, at: parameters.has("at") ? placeIn(parameters, Infinity) : null, isFlipped };
  }
  const moves = (parameters.get("moves") ?? "").split(" ").filter(Boolean).map(decoded);
  if (moves.length > MOST_MOVES) throw new BadLink(t("link-too-long", { most: MOST_MOVES }));
  const at = parameters.has("at") ? placeIn(parameters, moves.length) : moves.length;
  return { game: name, options, position: parameters.get("position") ?? "", moves, at, isFlipped };
}

/** Which position is to be shown. */
function placeIn(parameters, most) {
  const at = Number(parameters.get("at"));
  if (!Number.isInteger(at) || at < 0 || at > most) throw badPlace(parameters.get("at"));
  return at;
}

/** What is said of a position that the game does not have. */
export const badPlace = (at) => new BadLink(t("link-bad-at", { at: String(at).slice(0, 20) }));

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
