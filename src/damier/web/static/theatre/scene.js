// What is on the stage, and how it is written in the address, so that a link restores it:
//
//     #/theatre?tree=sixteen&algorithms=alphabeta,sss&step=17
//     #/theatre?tree=random&branching=2&depth=4&seed=1&values=100&algorithms=mtd
//     #/theatre?tree=[[3,12],[2,4]]&algorithms=minimax&pace=leaves
//     #/theatre?game=connect4&set=width:5,height:4&position=33&depth=3
//     #/theatre?tree=nine&algorithms=alphabeta&quiz=1
//     #/theatre?tree=random&branching=4&depth=4&algorithms=star,pvsplit&processors=3&pace=time

import { PACES, SPEEDS } from "./transport.js";

export const KINDS = ["book", "random", "typed", "game"];
export const RANDOM = { branching: 2, depth: 4, seed: 1, values: 100 };
export const OWN = ["tolerance", "reduction", "checks"]; // numbers that one algorithm is told
export const SHARING = ["processors", "grain", "message"]; // of searches by several processors
// Scenes to begin with, by the key of their name
export const SCENES = {
  first: "tree=sixteen&algorithms=alphabeta,sss",
  minimax: "tree=sixteen&algorithms=minimax,alphabeta,scout",
  mtd: "tree=nine&algorithms=mtd&guess=8",
  lanes: "tree=random&branching=4&depth=4&seed=2&values=100&algorithms=star,pvsplit&processors=3&pace=time",
  board: "game=connect4&set=width:4,height:4&position=22&depth=3&algorithms=alphabeta,pvs",
  "lanes-board": "game=othello&depth=3&algorithms=star&processors=3&pace=time",
  quiz: "tree=nine&algorithms=alphabeta&quiz=1",
};
const FIRST_TREE = "sixteen";
const FIRST_PAIR = ["alphabeta", "sss"];
const MOST_ALGORITHMS = 3;

const whole = (text, fallback = null) => (/^-?\d{1,9}$/.test(text ?? "") ? Number(text) : fallback);

/** The scene of an address. What it does not tell, or tells wrongly, is as at the beginning; `left` is the board one comes from. */
export function read(parameters, repertoire, left = null) {
  const known = new Set(repertoire.algorithms.map((each) => each.name));
  const algorithms = (parameters.get("algorithms") ?? "").split(",").filter((each) => known.has(each)).slice(0, MOST_ALGORITHMS);
  const tree = parameters.get("tree") ?? "";
  const scene = {
    kind: "book",
    book: FIRST_TREE,
    random: { ...RANDOM },
    typed: repertoire.trees.nine,
    game: left?.game ?? "tictactoe",
    options: readOptions(left?.set ?? ""),
    position: left?.position ?? "",
    depth: whole(parameters.get("depth")),
    algorithms: algorithms.length ? algorithms : [...FIRST_PAIR],
    guess: whole(parameters.get("guess")),
    margin: whole(parameters.get("margin")),
    list: whole(parameters.get("list")),
    ...Object.fromEntries([...OWN, ...SHARING].map((key) => [key, whole(parameters.get(key))])),
    step: Math.max(0, whole(parameters.get("step"), 0)),
    pace: PACES.includes(parameters.get("pace")) ? parameters.get("pace") : PACES[0],
    speed: SPEEDS.includes(whole(parameters.get("speed"))) ? whole(parameters.get("speed")) : SPEEDS[1],
    hasCode: parameters.get("code") !== "0",
    listing: parameters.get("code") === "python" ? "python" : "book",
    isFollowing: parameters.get("follow") !== "0",
    quiz: parameters.has("quiz") ? Math.max(0, whole(parameters.get("quiz"), 1)) : null, // the seed of the questions that are asked
    zooms: (parameters.get("zoom") ?? "").split(";"),
  };
  if (parameters.has("game")) {
    scene.kind = "game";
    scene.game = parameters.get("game");
    scene.position = parameters.get("position") ?? "";
    scene.options = readOptions(parameters.get("set") ?? "");
  } else if (tree === "random") {
    scene.kind = "random";
    for (const key of Object.keys(RANDOM)) scene.random[key] = whole(parameters.get(key), RANDOM[key]);
    scene.depth = null;
  } else if (tree in repertoire.trees) scene.book = tree;
  else if (tree) {
    scene.kind = "typed";
    scene.typed = tree;
  }
  return scene;
}

/** The address of a scene, after its `#`. */
export function write(scene) {
  const parameters = new URLSearchParams();
  const set = (key, value, usual = null) => value !== usual && value !== null && value !== "" && parameters.set(key, value);
  if (scene.kind === "game") {
    set("game", scene.game);
    set("set", Object.entries(scene.options).map((pair) => pair.join(":")).join(","));
    set("position", scene.position);
  } else if (scene.kind === "random") {
    set("tree", "random");
    for (const [key, value] of Object.entries(scene.random)) set(key, value);
  } else set("tree", scene.kind === "book" ? scene.book : scene.typed.trim());
  if (scene.kind !== "random") set("depth", scene.depth);
  set("algorithms", scene.algorithms.join(","));
  set("guess", scene.guess);
  set("margin", scene.margin);
  set("list", scene.list);
  for (const key of [...OWN, ...SHARING]) set(key, scene[key]);
  set("pace", scene.pace, PACES[0]);
  set("speed", scene.speed, SPEEDS[1]);
  set("code", scene.hasCode ? (scene.listing === "book" ? null : scene.listing) : 0);
  set("follow", scene.isFollowing ? null : 0);
  set("quiz", scene.quiz);
  set("zoom", scene.zooms.join(";").replace(/;+$/, ""));
  set("step", scene.step);
  return `#/theatre?${String(parameters).replaceAll("%2C", ",").replaceAll("%5B", "[").replaceAll("%5D", "]").replaceAll("%3A", ":").replaceAll("%40", "@").replaceAll("%3B", ";")}`;
}

/** What the server is asked for. */
export function request(scene, repertoire) {
  const wanted = { algorithms: scene.algorithms };
  if (scene.kind === "game") Object.assign(wanted, { game: scene.game, options: scene.options, position: scene.position });
  else if (scene.kind === "random") Object.assign(wanted, { game: "random-tree", options: scene.random });
  else Object.assign(wanted, { game: "tree", position: scene.kind === "book" ? repertoire.trees[scene.book] : scene.typed });
  if (scene.depth !== null && scene.kind !== "random") wanted.depth = scene.depth;
  if (scene.guess !== null) wanted.guess = scene.guess;
  if (scene.margin !== null) wanted.margin = scene.margin;
  if (scene.list !== null) wanted.list_length = scene.list;
  for (const key of [...OWN, ...SHARING]) if (scene[key] !== null) wanted[key] = scene[key];
  return wanted;
}

function readOptions(text) {
  const found = {};
  for (const pair of text.split(",").filter(Boolean)) {
    const [key, value = ""] = pair.split(":");
    found[key] = value === "true" ? true : value === "false" ? false : /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  return found;
}
